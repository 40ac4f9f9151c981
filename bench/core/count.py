"""Instructions an operation of every kernel, by valgrind's callgrind: the same number whenever the code is the same.

    python bench/core/count.py            print the table, compare with instructions.json
    python bench/core/count.py --record   write instructions.json

Needs g++ and valgrind. Each kernel runs once and three times; the difference is two runs of it and nothing else.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
RECORD = HERE / "instructions.json"
LEVELS = {"base": "x86-64", "v3": "x86-64-v3"}
OWN_FLAGS = re.compile(r"// flags: (.*)")
KERNELS = re.compile(r'^    \{"(\w+)", "', re.MULTILINE)


def build(level: str, folder: Path) -> Path:
    """The benchmark program for a level of the processor."""
    core = ROOT / "src" / "core"
    sources = [path for path in sorted(core.rglob("*.cpp")) if "drivers" not in path.parts]
    program = folder / f"main_{level}"
    compiler = os.environ.get("CXX", "g++")
    flags = ["-std=c++20", "-O3", "-fno-tree-loop-if-convert", f"-march={LEVELS[level]}", "-pthread", f"-I{core}"]
    common, objects = [HERE / "main.cpp"], []
    for source in sources:
        # As setup.py does it: some files name flags of their own in their first line.
        own = OWN_FLAGS.match(source.read_text(encoding="utf-8"))
        if own is None:
            common.append(source)
            continue
        objects.append(folder / f"{source.stem}_{level}.o")
        subprocess.run([compiler, *flags, *own[1].split(), "-c", source, "-o", objects[-1]], check=True)
    subprocess.run([compiler, *flags, *common, *objects, "-o", program], check=True)
    return program


def instructions(program: Path, kernel: str, rounds: int) -> tuple[int, int]:
    """(instructions of the whole process, operations)."""
    out = program.with_name(f"{program.name}.{kernel}.{rounds}.out")
    command = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={out}", str(program), "once", kernel, str(rounds)]
    run = subprocess.run(command, check=True, capture_output=True, text=True)
    found = re.search(r"Collected : (\d+)", run.stderr)
    if found is None:
        raise SystemExit(f"no count for {kernel}: {run.stderr}")
    return int(found[1]), int(run.stdout)


def per_operation(program: Path, kernel: str) -> float:
    """Instructions one operation takes."""
    once, operations = instructions(program, kernel, 1)
    thrice, _ = instructions(program, kernel, 3)
    return round((thrice - once) / 2 / operations, 1)


def main() -> None:
    """Count, print, and record or compare."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--record", action="store_true", help="write instructions.json")
    arguments = parser.parse_args()
    kernels = KERNELS.findall((ROOT / "src" / "core" / "bench" / "kernels.cpp").read_text(encoding="utf-8"))
    counts: dict[str, dict[str, float]] = {}
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor() as pool:
        programs = dict(zip(LEVELS, pool.map(lambda level: build(level, Path(folder)), LEVELS), strict=True))
        for level, program in programs.items():
            found = pool.map(per_operation, [program] * len(kernels), kernels)
            counts[level] = dict(zip(kernels, found, strict=True))
    before = json.loads(RECORD.read_text(encoding="utf-8")) if RECORD.exists() else {}
    for level, rows in counts.items():
        for kernel, count in rows.items():
            old = before.get(level, {}).get(kernel)
            change = f"{100 * (count / old - 1):+.1f} %" if old else "new"
            print(f"{level:5} {kernel:16} {count:10,.1f}  {change}")
    if arguments.record:
        RECORD.write_text(json.dumps(counts, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
