"""Makes the reference importable as `reference`."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))
