"""Compiling rules, with a disk cache that can never serve a stale kernel."""

import atexit
import gc
import hashlib
import os
import platform
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar, cast

import numba
import numpy

from rondel.kernel.compiler import PRIVATE, VERSION, compiled, is_interpreted

F = TypeVar("F", bound=Callable[..., Any])

OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy", **PRIVATE}
STALE = 30 * 24 * 3600
"""Seconds after which compiled rules that nobody used are thrown away."""

_HERE = Path(__file__).parent
_also: list[Path] = []


def cache_root() -> Path:
    """Where compiled rules are kept: RONDEL_CACHE, or the user's cache folder."""
    if chosen := os.environ.get("RONDEL_CACHE"):
        return Path(chosen)
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local"))
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache"))
    return base / "rondel"


@cache
def _writable(root: Path) -> Path:
    """A folder to keep compiled rules in: this one, or one for now, told, if it cannot be written.

    Numba would keep them beside the sources instead, where it notices no change of other files.
    """
    try:
        root.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=root).close()
        return root
    except OSError as error:
        problem = error.strerror or error
        print(
            f"rondel: compiled rules cannot be kept in {root} ({problem}); they are compiled anew "
            "each time. RONDEL_CACHE names another folder. [unwritable-file]",
            file=sys.stderr,
        )
    passing = tempfile.mkdtemp(prefix="rondel-")
    atexit.register(shutil.rmtree, passing, ignore_errors=True)
    # For the processes that this one starts.
    os.environ["RONDEL_CACHE"] = passing
    return Path(passing)


@cache
def cache_directory(*folders: Path) -> Path:
    """The cache of rules that depend on these folders: its name changes when any source does."""
    digest = hashlib.sha256()
    for version in (VERSION, numpy.__version__, platform.python_version()):
        digest.update(version.encode() + b"\0")
    for folder in sorted({_HERE, *folders}):
        for source in sorted(folder.glob("*.py")):
            name = f"{folder.name}/{source.name}"
            digest.update(name.encode() + b"\0" + source.read_bytes() + b"\0")
    return _writable(cache_root()) / "kernels" / f"{folders[-1].name}-{digest.hexdigest()[:16]}"


def rule(function: F) -> F:
    """Compile a rule on first use. It allocates nothing, draws no luck and never raises."""
    folder = Path(function.__code__.co_filename).parent
    kept = cache_directory(folder, *_also) / folder.name
    return cast(F, compiled(function, kept, **OPTIONS))


def specialise(template: Path, name: str, folder: Path, **bindings: Any) -> ModuleType:
    """Load a template module once more, with a game's own rules bound to its open names.

    Numba can neither cache functions that close over other compiled functions nor ones that take
    them as arguments; module globals it can. `folder` holds the bound rules' sources.
    """
    spec = spec_from_file_location(f"{name}.{template.stem}", template)
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    vars(module).update(bindings)
    _also.append(folder)
    try:
        spec.loader.exec_module(module)
    finally:
        _also.pop()
    return module


def say_compiling(what: str, seconds: float | None) -> None:
    """Tell the person who waits, on standard error: before (None) and after a compilation."""
    if seconds is None:
        print(f"compiling the rules of {what}, once …", end=" ", file=sys.stderr, flush=True)
    else:
        print(f"done in {seconds:.0f} s", file=sys.stderr, flush=True)


def compile_for(function: Callable[..., Any], *arguments: Any) -> None:
    """Compile a rule for arguments like these without calling it."""
    cast(Any, function).compile(tuple(numba.typeof(argument) for argument in arguments))


@contextmanager
def helped_by(program: str) -> Generator[None]:
    """Around compiling: meanwhile another process runs a program, if any, that fills the cache.

    Numba compiles one function at a time. If the program fails, nothing but time is lost.
    """
    if not program or os.cpu_count() == 1:
        yield
        return
    quiet = subprocess.DEVNULL
    command = [sys.executable, "-P", "-c", program]
    with subprocess.Popen(command, stdin=quiet, stdout=quiet, stderr=quiet) as helper:
        try:
            yield
        except BaseException:
            helper.kill()
            raise


@contextmanager
def compiling(what: str, *folders: Path) -> Generator[bool]:
    """Around the first calls of rules: says so, and tells, when they are not in the cache yet."""
    ready = cache_directory(*folders) / "ready"
    if is_interpreted() or ready.exists():
        # Its time tells when it was used last.
        with suppress(OSError):
            os.utime(ready)
        yield False
        return
    say_compiling(what, None)
    start = time.monotonic()
    # The compiler makes millions of small objects it keeps: looking for rubbish among them is idle.
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield True
    finally:
        if collecting:
            gc.enable()
    ready.parent.mkdir(parents=True, exist_ok=True)
    ready.touch()
    prune(ready.parent.parent)
    say_compiling(what, time.monotonic() - start)


def prune(kernels: Path) -> None:
    """Throw away what was compiled from older sources and is not used any more."""
    for folder in kernels.iterdir():
        used = folder / "ready"
        with suppress(OSError):
            # Without the mark it may be being compiled just now.
            last = (used if used.exists() else folder).stat().st_mtime
            if time.time() - last > STALE:
                shutil.rmtree(folder, ignore_errors=True)
