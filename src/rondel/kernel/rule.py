"""Rule compilation with a disk cache that never serves outdated code."""

import atexit
import gc
import hashlib
import os
import pickle
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

from rondel.kernel.compiler import VERSION, accelerator, compiled, is_interpreted

F = TypeVar("F", bound=Callable[..., Any])
"""Type of a rule function."""

OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy"}
STALE = 30 * 24 * 3600
"""Seconds after which unused compiled rules are deleted."""

_HERE = Path(__file__).parent
_also: list[Path] = []


def cache_root() -> Path:
    """Return the cache folder: RONDEL_CACHE, or one in the user's cache folder."""
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
    """Return `root` if it is writable, otherwise a temporary folder, with a warning.

    Without this, Numba would write beside the sources, where it does not notice changes of other
    files.
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
    # Child processes inherit it.
    os.environ["RONDEL_CACHE"] = passing
    return Path(passing)


@cache
def cache_directory(*folders: Path) -> Path:
    """Return the cache folder of rules that depend on these folders, named by a hash of the
    sources.

    Args:
        folders: Folders with the sources of the rules.

    """
    digest = hashlib.sha256()
    compiler = "accelerator" if accelerator() else "public"
    for version in (VERSION, numpy.__version__, platform.python_version(), compiler):
        digest.update(version.encode() + b"\0")
    for folder in sorted({_HERE, *folders}):
        for source in sorted(folder.glob("*.py")):
            name = f"{folder.name}/{source.name}"
            digest.update(name.encode() + b"\0" + source.read_bytes() + b"\0")
    return _writable(cache_root()) / "kernels" / f"{folders[-1].name}-{digest.hexdigest()[:16]}"


def rule(function: F) -> F:
    """Compile a rule on first use. A rule allocates nothing, draws no random numbers and never
    raises.

    Args:
        function: Function of the rule.

    """
    return _rule(function)


def writing_rule(function: F) -> F:
    """Compile a rule that writes documents: in less time, because it is optimized for size.

    Args:
        function: Function of the rule.

    """
    return _rule(function, small=True)


def _rule(function: F, **more: Any) -> F:
    folder = Path(function.__code__.co_filename).parent
    kept = cache_directory(folder, *_also) / folder.name
    return cast(F, compiled(function, kept, **OPTIONS, **more))


def specialise(template: Path, name: str, folder: Path, **bindings: Any) -> ModuleType:
    """Load a fresh copy of a template module with a game's rules bound to its open names.

    Numba can cache functions that refer to module globals, but neither closures over other compiled
    functions nor functions that take them as arguments. `folder` holds the sources of the bound
    rules.

    Args:
        template: File of the template.
        name: Name of the module.
        folder: Folder of the game.
        bindings: Further names to bind.

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
    """Report a compilation on standard error: before it begins (`seconds` is None) and after it.

    Args:
        what: Name of the compiled part.
        seconds: Duration, or None before the compilation.

    """
    if seconds is None:
        print(f"compiling the rules of {what}, once …", end=" ", file=sys.stderr, flush=True)
    else:
        print(f"done in {seconds:.0f} s", file=sys.stderr, flush=True)


def compile_for(function: Callable[..., Any], *arguments: Any) -> None:
    """Compile a rule for these argument types without calling it.

    Args:
        function: Rule to compile.
        arguments: Arguments of a later call.

    """
    cast(Any, function).compile(tuple(numba.typeof(argument) for argument in arguments))


@contextmanager
def helped_by(work: Callable[[], object] | None) -> Generator[None]:
    """Call a function in another process during the block, to fill the cache in parallel.

    Numba compiles one function at a time. If the function fails there or cannot be pickled, only
    time is lost.

    Args:
        work: Picklable function without arguments, or None.

    """
    pickled = b""
    if work is not None and os.cpu_count() != 1:
        with suppress(pickle.PicklingError, AttributeError, TypeError):
            pickled = pickle.dumps(work)
    if not pickled:
        yield
        return
    quiet = subprocess.DEVNULL
    program = "import pickle, sys; pickle.load(sys.stdin.buffer)()"
    command = [sys.executable, "-P", "-c", program]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=quiet, stderr=quiet) as helper:
        assert helper.stdin is not None
        with suppress(BrokenPipeError), helper.stdin:
            helper.stdin.write(pickled)
        try:
            yield
        except BaseException:
            helper.kill()
            raise


@contextmanager
def compiling(what: str, *folders: Path) -> Generator[bool]:
    """Report the compilation of rules that are not cached; wraps their first calls.

    Args:
        what: Name of the compiled part.
        folders: Folders with the sources of the rules.

    """
    ready = cache_directory(*folders) / "ready"
    if is_interpreted() or ready.exists():
        # The modification time records the last use.
        with suppress(OSError):
            os.utime(ready)
        yield False
        return
    say_compiling(what, None)
    start = time.monotonic()
    # The compiler keeps millions of small objects; scanning them would be wasted time.
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
    """Delete compiled code of older sources that has not been used for a while.

    Args:
        kernels: Folder of the compile cache.

    """
    for folder in kernels.iterdir():
        used = folder / "ready"
        with suppress(OSError):
            # A folder without the mark may be in use by a running compilation.
            last = (used if used.exists() else folder).stat().st_mtime
            if time.time() - last > STALE:
                shutil.rmtree(folder, ignore_errors=True)
