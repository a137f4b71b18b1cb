"""Every touch of Numba's private parts: what a new Numba moves is mended here alone.

Left alone, Numba makes every function a finished piece of machine code, with all that it calls
inside: what lies deep is optimised again and again, once for each function above it. Here a rule
that only other rules call stays a piece (`_Piece`), and is optimised with them, once. A rule that
Python calls is finished then (docs/decisions/0016).
"""

# pyright: reportPrivateUsage=false
import sys
from pathlib import Path
from typing import Any

import numba
import numpy as np
from numba.core import caching, codegen, config, sigutils, types
from numba.core.compiler import Compiler, CompileResult
from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import cpu_target
from numba.core.types.misc import unliteral

VERSION: str = numba.__version__
PRIVATE: dict[str, Any] = {"_nrt": False, "no_cfunc_wrapper": True}
"""Rules allocate nothing, so Numba need not count references to the arrays passed around; and C
never calls them."""


# numba-cuda still asks for the old name of this function.
if not hasattr(np, "row_stack"):
    setattr(np, "row_stack", np.vstack)  # noqa: B010


def is_interpreted() -> bool:
    """Whether rules run as plain Python (NUMBA_DISABLE_JIT=1)."""
    return bool(config.DISABLE_JIT)


def is_simulated() -> bool:
    """Whether a GPU is only played (NUMBA_ENABLE_CUDASIM=1)."""
    return bool(config.ENABLE_CUDASIM)


class _Shelf:
    """Where one function's compiled forms are kept.

    The folder's name tells the sources' content, so neither their place nor their date matters:
    copies of one version share what is compiled.
    """

    def __init__(self, directory: Path, line: int) -> None:
        self._directory, self._line = directory, line

    def ensure_cache_path(self) -> None:
        self._directory.mkdir(parents=True, exist_ok=True)

    def get_cache_path(self) -> str:
        return str(self._directory)

    def get_source_stamp(self) -> str:
        return ""

    def get_disambiguator(self) -> str:
        return str(self._line)


def _reached(*libraries: Any) -> list[Any]:
    """These libraries and all that the pieces among them need, each before what it needs itself.

    LLVM leaves out what nothing needs at the moment it is linked, so the order matters.
    """
    done: dict[Any, None] = {}
    seen: set[Any] = set()

    def visit(library: Any) -> None:
        if library not in seen:
            seen.add(library)
            for other in library._linking_libraries if isinstance(library, _Piece) else ():
                visit(other)
            done[library] = None

    for library in libraries:
        visit(library)
    return list(reversed(done))


class _Piece(codegen.JITCodeLibrary):
    """What a rule does that only other rules call: no machine code, only something to link."""

    def finalize(self) -> None:
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        return 0

    @property
    def codegen(self) -> Any:
        return self

    def set_env(self, env_name: str, env: Any) -> None:
        """Rules never raise, so nobody asks for the environment they would raise in."""

    def serialize_using_object_code(self) -> Any:
        libraries = _reached(self)
        places = {library: place for place, library in enumerate(libraries)}
        return (
            self.name,
            "piece",
            [
                (
                    library._get_module_for_linking().as_bitcode(),
                    [places[other] for other in library._linking_libraries if other in places],
                )
                for library in libraries
            ],
        )


class _Whole(codegen.JITCodeLibrary):
    """What a rule does that Python calls, with all that it needs."""

    def finalize(self) -> None:
        self._linking_libraries = _reached(*self._linking_libraries)
        super().finalize()


_pieces: dict[bytes, _Piece] = {}


def _read_piece(name: str, modules: list[tuple[bytes, list[int]]]) -> _Piece:
    """A piece that was kept, with all that it needs; what is known already is not read again."""
    for code, _ in modules:
        if code not in _pieces:
            piece = _pieces[code] = _Piece(cpu_target.target_context.codegen(), name)
            piece._final_module = piece._shared_module = codegen.ll.parse_bitcode(code)
            piece.finalize()
    for code, places in modules:
        _pieces[code]._linking_libraries = [_pieces[modules[place][0]] for place in places]
    return _pieces[modules[0][0]]


class _Compiler(Compiler):
    """Numba's compiler, which knows whether a rule is asked for by another that it compiles."""

    depth = 0

    def compile_extra(self, func: Any) -> Any:
        kind = _Piece if self.depth else _Whole
        library = kind(self.state.targetctx.codegen(), func.__qualname__)
        library.enable_object_caching()
        self.state.library = library
        self.state.flags.no_cpython_wrapper = kind is _Piece
        _Compiler.depth += 1
        try:
            return super().compile_extra(func)
        finally:
            _Compiler.depth -= 1


class _Kept(caching.CompileResultCacheImpl):
    """How a function's compiled forms are named, written and read."""

    def __init__(self, function: Any, directory: Path, kind: str) -> None:
        code = function.__code__
        self._locator = _Shelf(directory, code.co_firstlineno)
        name = f"{Path(code.co_filename).stem}.{function.__qualname__}{kind}"
        self._filename_base = self.get_filename_base(name, getattr(sys, "abiflags", ""))

    def rebuild(self, target_context: Any, payload: Any) -> Any:
        context = target_context
        (name, kind, data), description, environment, signature, *_ = payload
        if kind != "piece":
            return super().rebuild(context, payload)
        library = _read_piece(name, data)
        return CompileResult(
            target_context=context,
            typing_context=context.typing_context,
            library=library,
            environment=environment,
            entry_point=context.get_executable(library, description, environment),
            fndesc=description,
            type_annotation="",
            signature=signature,
            objectmode=False,
            lifted=(),
            typing_error=None,
            call_helper=None,
            metadata=None,
            reload_init=[],
            referenced_envs=(),
        )


class _Cache:
    """Two shelves for one function: for Python's calls, and for those of other rules."""

    def __init__(self, function: Any, directory: Path) -> None:
        def shelf(kind: str) -> Any:
            class Cache(caching.FunctionCache):
                def _impl_class(self, py_func: Any) -> Any:
                    return _Kept(py_func, directory, kind)

            return Cache(function)

        self._whole, self._pieces = shelf(""), shelf(".piece")

    def __getattr__(self, name: str) -> Any:
        return getattr(self._pieces if _Compiler.depth else self._whole, name)


_SMALLER = (types.int8, types.int16, types.int32)


def _plain(kind: Any) -> Any:
    """What a rule is compiled for that another calls with this: whole numbers are of one size."""
    kind = unliteral(kind)
    return types.int64 if kind in _SMALLER else kind


def compiled(function: Any, directory: Path, **options: Any) -> Any:
    """A function that Numba compiles on first use and keeps in a folder."""
    if is_interpreted():
        return numba.njit(**options)(function)
    dispatcher = numba.njit(pipeline_class=_Compiler, **options)(function)
    compile_, add = dispatcher.compile, dispatcher.add_overload
    template = dispatcher.get_call_template

    def compile_for(signature: Any) -> Any:
        """As Numba does; but a piece that Python calls is made whole."""
        with global_compiler_lock:
            arguments = tuple(sigutils.normalize_signature(signature)[0])
            held = dispatcher.overloads.get(arguments)
            if held is not None and isinstance(held.library, _Piece) and not _Compiler.depth:
                del dispatcher.overloads[arguments]
            return compile_(signature)

    def add_overload(result: Any) -> None:
        """As Numba does; but Python does not see a piece, and asks for it to be compiled."""
        if isinstance(result.library, _Piece):
            dispatcher.overloads[tuple(result.signature.args)] = result
        else:
            add(result)

    def get_call_template(arguments: Any, keywords: Any) -> Any:
        """As Numba does; but not for each number, nor for each size of a number, anew."""
        plain = {name: _plain(kind) for name, kind in keywords.items()}
        return template([_plain(kind) for kind in arguments], plain)

    dispatcher.compile, dispatcher.add_overload = compile_for, add_overload
    dispatcher.get_call_template = get_call_template
    dispatcher._cache = _Cache(function, directory)
    return dispatcher


def memory_of(array: Any) -> Any:
    """The ordinary memory behind an array of the simulator, or None on a real GPU."""
    return array._ary if is_simulated() else None
