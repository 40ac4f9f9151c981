"""Fan-out over a Ray cluster: what one process gives. In a process of its own, since Ray leaves threads behind."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from . import peers

SCRIPT = """
import json
import pokerfast as pf
import ray

if __name__ == "__main__":
    game = pf.load_game("doudizhu")
    whist = pf.load_game("whist")
    hands = ["SA SK S2", "HA HK H2", "DA DK S3", "CA C2 H3"]
    states = [whist.setup(hands=hands, to_move=seat, trump="S") for seat in range(4)]
    words = {"games": 5000, "seed": 3, "first_game": 7}
    found = {}

    seen = []
    own = pf.fanout.simulate(game, **words, jobs=2, backend="ray", chunks=20, progress=seen.append)
    found["shut down"] = not ray.is_initialized()
    found["progress"] = seen

    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    try:
        given = pf.fanout.simulate(game, **words, backend="ray")
        solved = pf.fanout.solve(states, backend="ray")
        found["kept"] = ray.is_initialized()
    finally:
        ray.shutdown()

    here = pf.simulate(game, **words)
    found["same"] = own == here == given
    found["solved"] = [one.moves for one in solved] == [one.moves for one in pf.solve(states)]
    print(json.dumps(found))
"""


def test_a_cluster_gives_the_same(tmp_path: Path) -> None:
    peers.require("ray")
    script = tmp_path / "cluster.py"
    script.write_text(SCRIPT, encoding="utf-8")
    quiet = {"RAY_AUTH_MODE": "disabled", "RAY_USAGE_STATS_ENABLED": "0"}
    surroundings = {name: value for name, value in os.environ.items() if name != "RAY_ADDRESS"} | quiet
    done = subprocess.run(
        [sys.executable, str(script)], capture_output=True, text=True, timeout=280, env=surroundings, check=False
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout.splitlines()[-1]) == {
        "shut down": True,
        "progress": [250 * part for part in range(1, 21)],
        "kept": True,
        "same": True,
        "solved": True,
    }
