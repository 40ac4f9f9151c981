"""Loads the pair of extensions that fits the processor.

Each extension is built once per architecture level from the same sources: `_fast_base` and `_jobs_base`
for every processor, `_fast_v3` and `_jobs_v3` for x86-64-v3 (AVX2, BMI2). One pair is loaded, under the
names `pokerfast._fast` and `pokerfast._jobs`, so that types, pickles and tracebacks do not tell which.
"""

import importlib.machinery
import importlib.util
import os
import sys
from types import ModuleType

# What x86-64-v3 adds to the baseline, in the kernel's names ("abm" is LZCNT, "cx16" and the rest come with v2).
_V3_FLAGS = frozenset(
    {"cx16", "lahf_lm", "popcnt", "sse4_1", "sse4_2", "ssse3", "avx", "avx2"}
    | {"bmi1", "bmi2", "f16c", "fma", "abm", "movbe", "xsave"}
)


def cpu_has_v3() -> bool:
    """Whether this processor, as the system lets programs use it, runs x86-64-v3 code."""
    try:
        with open("/proc/cpuinfo", encoding="ascii", errors="replace") as lines:
            for line in lines:
                if line.startswith("flags"):
                    return _V3_FLAGS.issubset(line.split())
    except OSError:
        pass
    return False


def bmi2_is_slow() -> bool:
    """Whether PEXT and PDEP, which the v3 code lives on, are microcode here: AMD before Zen 3, and Hygon.

    There they take hundreds of cycles, and code for the baseline is up to three times as fast.
    """
    vendor = family = ""
    try:
        with open("/proc/cpuinfo", encoding="ascii", errors="replace") as lines:
            for line in lines:
                key, _, value = line.partition(":")
                if key.strip() == "vendor_id":
                    vendor = value.strip()
                elif key.strip() == "cpu family":
                    family = value.strip()
                elif key.strip() == "flags":
                    break
    except OSError:
        return False
    return (vendor, family) in (("AuthenticAMD", "23"), ("HygonGenuine", "24"))


def _find(name: str, level: str) -> str | None:
    spec = importlib.machinery.PathFinder.find_spec(f"pokerfast.{name}_{level}", sys.modules["pokerfast"].__path__)
    return None if spec is None else spec.origin


def _choose() -> str:
    wanted = os.environ.get("POKERFAST_ARCH", "")
    if wanted not in ("", "base", "v3"):
        raise ImportError(f"POKERFAST_ARCH={wanted!r} is not a level; use 'base' or 'v3'")
    if wanted == "base":
        return "base"
    built, fits = _find("_fast", "v3") is not None, cpu_has_v3()
    if wanted == "v3" and not built:
        raise ImportError("POKERFAST_ARCH=v3, but this installation has no x86-64-v3 extensions")
    if wanted == "v3" and not fits:
        raise ImportError("POKERFAST_ARCH=v3, but this processor lacks x86-64-v3")
    if wanted == "v3":
        return "v3"
    has_base = _find("_fast", "base") is not None
    if built and fits and not (has_base and bmi2_is_slow()):
        return "v3"
    return "base" if has_base or not fits else "v3"


def _load(name: str, level: str) -> ModuleType:
    full = f"pokerfast.{name}"
    path = _find(name, level)
    if path is None:
        raise ImportError(f"extension {full}_{level} is missing; reinstall pokerfast", name=full)
    # The file's name carries the level, the module's does not: the loader takes the name from the spec.
    loader = importlib.machinery.ExtensionFileLoader(full, path)
    spec = importlib.util.spec_from_file_location(full, path, loader=loader)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[full] = module
    try:
        loader.exec_module(module)
    except BaseException:
        sys.modules.pop(full, None)
        raise
    setattr(sys.modules["pokerfast"], name, module)
    return module


ARCH = _choose()
for _name in ("_fast", "_jobs"):
    if f"pokerfast.{_name}" not in sys.modules:
        _load(_name, ARCH)
