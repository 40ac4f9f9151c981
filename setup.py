"""Builds the static C++ core and its two binders, once per architecture level. Metadata is in pyproject.toml.

Switches, all read from the environment:
  POKERFAST_BUILD_ARCH=base|v3|all   which levels to build (default: all that the processor family has)
  POKERFAST_BUILD_SANITIZE=1         address and undefined-behaviour sanitizers
  POKERFAST_BUILD_DEBUG=1            no optimisation, asserts on, debug information
  POKERFAST_BUILD_COVERAGE=1         gcov counters
  POKERFAST_BUILD_WERROR=0           let the project's own C++ compile with warnings
The three instrumented builds make the base level alone and let warnings pass.
"""

import hashlib
import os
import re
import shutil
import subprocess
import sys
import sysconfig
from concurrent.futures import FIRST_EXCEPTION, ThreadPoolExecutor, wait
from importlib.metadata import version
from pathlib import Path

import numpy
import pybind11
from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py
from setuptools.errors import PlatformError

# Relative to this file: object names mirror these paths, and sdist refuses absolute ones.
os.chdir(Path(__file__).parent)
CORE = sorted(
    path.as_posix()
    for path in Path("src/core").rglob("*.cpp")
    if "drivers" not in path.parts and not path.name.startswith("bench_main")
)
# Every object depends on every header: a stale object after a struct change is a crash, a recompile is seconds.
HEADERS = sorted(path.as_posix() for path in Path("src").rglob("*") if path.suffix in (".hpp", ".pxi"))
PYX = "src/pokerfast/_fast.pyx"
BINDERS = {"_fast": [PYX], "_jobs": sorted(path.as_posix() for path in Path("src/pokerfast").glob("_jobs*.cpp"))}


def switch(name: str, default: str = "0") -> bool:
    return os.environ.get(f"POKERFAST_BUILD_{name}", default) not in ("", "0")


SANITIZE, DEBUG, COVERAGE = switch("SANITIZE"), switch("DEBUG"), switch("COVERAGE")
INSTRUMENTED = SANITIZE or DEBUG or COVERAGE
X86_64_LINUX = sysconfig.get_platform() == "linux-x86_64"

# Each level is a pair of extensions of its own. Within one extension the linker merges inline and template symbols,
# so code of two levels in one file could hand v3 instructions to a baseline processor.
MARCH = {"base": ["-march=x86-64"], "v3": ["-march=x86-64-v3"]} if X86_64_LINUX else {"base": []}


def own_flags(source: str) -> list[str]:
    """Flags that a core file asks for in its first line (`// flags: ...`): code for one set of instructions."""
    with open(source, encoding="utf-8") as file:
        found = re.match(r"// flags: (.*)", file.readline())
    return found[1].split() if found and X86_64_LINUX else []


def chosen_levels() -> list[str]:
    wanted = os.environ.get("POKERFAST_BUILD_ARCH") or "all"
    if wanted != "all" and wanted not in MARCH:
        raise SystemExit(f"POKERFAST_BUILD_ARCH={wanted}: choose from {', '.join([*MARCH, 'all'])} on this platform")
    if INSTRUMENTED:
        return ["base"]
    return list(MARCH) if wanted == "all" else [wanted]


def instrument_flags() -> list[str]:
    """Flags of the compile and the link step alike; they come last, so they override all others."""
    flags = []
    if INSTRUMENTED:
        flags += ["-O0" if DEBUG else "-O1", "-g", "-UNDEBUG"]
    if SANITIZE:
        # Python compiles with -fwrapv, which would define signed overflow and so keep it from being reported.
        flags += ["-fsanitize=address,undefined", "-fno-sanitize-recover=undefined", "-fno-wrapv"]
        flags += ["-fno-omit-frame-pointer"]
    if COVERAGE:
        flags += ["--coverage"]
    return flags


def compile_flags(level: str, source: str) -> list[str]:
    # Hidden symbols: the extensions export their init function only.
    flags = ["-std=c++20", "-fvisibility=hidden", "-fvisibility-inlines-hidden", *MARCH[level]]
    if source in CORE:
        flags += own_flags(source)  # the last -march counts
    # Speed lives in the core. The binders cost twice the compile time at -O3 -g and gain nothing.
    flags += ["-O3" if source in CORE else "-O2", "-g0", "-Wall"]
    # GCC 12 turns `if (i != seat) sum |= hand[i]` into a blend that takes nothing, with AVX2 at -O2 and above. Clang
    # does not know the flag and need not say so.
    flags += ["-fno-tree-loop-if-convert", "-Wno-ignored-optimization-argument"]
    if source != PYX:  # generated code is not ours to keep free of warnings
        flags += ["-Wextra"]
        if switch("WERROR", "1") and not INSTRUMENTED:
            flags += ["-Werror"]
    if source not in CORE:
        # Both levels export PyInit__fast and PyInit__jobs. The loader takes the name from the spec it makes, not from
        # the file, so that types and pickles say pokerfast._fast at either level.
        flags += ["-DPOKERFAST_MODULE=_jobs", f'-DPOKERFAST_ARCH="{level}"']
        flags += ["-DNPY_NO_DEPRECATED_API=NPY_1_7_API_VERSION"]
    return flags + instrument_flags()


def system_includes(source: str) -> list[str]:
    """As system folders, so that warnings in these headers are not ours."""
    if source in CORE:
        return []
    folders = [pybind11.get_include(), numpy.get_include(), sysconfig.get_path("include")]
    return [flag for folder in folders for flag in ("-isystem", folder)]


class BuildPy(build_py):
    def run(self) -> None:
        if not self.editable_mode:
            # A wheel takes everything in the build folder, also modules deleted from the source since.
            shutil.rmtree(Path(self.build_lib) / "pokerfast", ignore_errors=True)
        super().run()


class BuildExt(build_ext):
    """Compiles all files of all levels in one pool, leaves up-to-date objects alone, then links."""

    def build_extensions(self) -> None:
        if self.compiler.compiler_type == "msvc":
            raise PlatformError("pokerfast does not build with MSVC; use GCC 11 or newer, or Clang 14 or newer")
        generated = cythonize(
            [Extension("pokerfast._fast", [PYX], language="c++")],
            build_dir="build/cython",
            language_level=3,
            compiler_directives={"autotestdict": False},  # no __test__ in the module's names
        )[0].sources[0]
        # Not build_temp, which editable installs throw away.
        root = Path("build", f"objects-{sysconfig.get_platform()}-{sys.implementation.cache_tag}")
        compiler_id = self.identify_compiler()
        inputs = [*HEADERS, "setup.py"]

        jobs, members = [], {}
        for level in chosen_levels():
            for source in [*BINDERS["_jobs"], PYX, *CORE]:  # binders first: they take longest
                key = (compiler_id, compile_flags(level, source))
                folder = root / f"{level}-{hashlib.sha256(repr(key).encode()).hexdigest()[:12]}"
                file = generated if source == PYX else source
                obj = self.compiler.object_filenames([file], output_dir=str(folder))[0]
                members[level, source] = obj
                if out_of_date(obj, [file, *inputs]):
                    jobs.append((level, source, file, folder))
        self.in_pool(self.compile_one, jobs)

        exports = root / "exports.map"
        exports.write_text("{ global: PyInit_*; local: *; };\n")
        links = [(ext, exports, root, members) for ext in self.extensions]
        for level in chosen_levels():
            # Made anew: an archive would keep the objects of deleted files.
            (root / f"libcore_{level}.a").unlink(missing_ok=True)
            objects = [members[level, source] for source in CORE]
            self.compiler.create_static_lib(objects, f"core_{level}", output_dir=str(root))
        self.in_pool(self.link_one, links)

    def identify_compiler(self) -> str:
        command = [*self.compiler.compiler_so_cxx, "-dM", "-E", "-x", "c++", os.devnull]
        output = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout
        macros = dict(re.findall(r"#define (__\w+__) (.+)", output))
        name, least = ("__clang_major__", 14) if "__clang_major__" in macros else ("__GNUC__", 11)
        if int(macros.get(name, 0)) < least:
            raise PlatformError(f"pokerfast needs GCC 11 or newer, or Clang 14 or newer: {command[0]} is older")
        packages = [version(package) for package in ("cython", "numpy", "pybind11")]
        return repr([self.compiler.compiler_so_cxx, macros[name], macros.get("__VERSION__"), packages])

    def in_pool(self, work, jobs) -> None:
        cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
        pool = ThreadPoolExecutor(self.parallel if type(self.parallel) is int else cores)
        try:
            futures = [pool.submit(work, *job) for job in jobs]
            for future in wait(futures, return_when=FIRST_EXCEPTION).done:
                future.result()
        finally:
            pool.shutdown(cancel_futures=True)

    def compile_one(self, level: str, source: str, file: str, folder: Path) -> None:
        self.compiler.compile(
            [file],
            output_dir=str(folder),
            include_dirs=["src/core"] if source in CORE else ["src/core", "src/pokerfast"],
            extra_postargs=[*system_includes(source), *compile_flags(level, source)],
        )

    def link_one(self, ext: Extension, exports: Path, root: Path, members: dict) -> None:
        binder, level = ext.name.removeprefix("pokerfast.").rsplit("_", 1)
        flags = instrument_flags()
        if sys.platform == "linux":
            # The map also hides std:: templates, which -fvisibility leaves visible.
            flags += [f"-Wl,--version-script={exports}"]
            flags += [] if INSTRUMENTED else ["-Wl,--strip-debug"]
        target = self.get_ext_fullpath(ext.name)
        Path(target).parent.mkdir(parents=True, exist_ok=True)
        Path(target).unlink(missing_ok=True)  # else it counts as up to date when only the core has changed
        self.compiler.link_shared_object(
            [members[level, source] for source in BINDERS[binder]],
            target,
            libraries=[f"core_{level}"],
            library_dirs=[str(root)],
            extra_postargs=flags,
            target_lang="c++",
        )


def out_of_date(target: str, sources: list[str]) -> bool:
    if not Path(target).exists():
        return True
    made = Path(target).stat().st_mtime
    return any(Path(source).stat().st_mtime > made for source in sources)


setup(
    ext_modules=[
        Extension(f"pokerfast.{binder}_{level}", sources, depends=[*HEADERS, *CORE], language="c++")
        for level in chosen_levels()
        for binder, sources in BINDERS.items()
    ],
    cmdclass={"build_ext": BuildExt, "build_py": BuildPy},
)
