"""Optional faster compiler, on Numba's private API; no other module uses that.

By default Numba compiles each function to complete machine code, together with every function that
it calls, so a function deep in the call graph is optimized once for each caller. Here a rule that
only other rules call stays LLVM bitcode (`_Piece`) and is optimized once, as part of the rule that
Python calls (`_Whole`). See docs/decisions/0016. Without this module, `compiler` uses
Numba's public API, which takes about twice as long.
"""

# pyright: reportPrivateUsage=false
import operator
import sys
from pathlib import Path
from typing import Any

import numba
from numba.core import caching, cgutils, codegen, sigutils, types, typing
from numba.core.compiler import Compiler, CompileResult
from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import cpu_target
from numba.core.types.misc import unliteral
from numba.extending import lower_builtin

PRIVATE: dict[str, Any] = {"_nrt": False, "no_cfunc_wrapper": True}
"""Compiler flags for rules. Rules allocate nothing, so reference counting is off; C never calls
them, so no C wrapper is built.
"""

for owner, name in (
    (codegen.JITCodeLibrary, "_get_module_for_linking"),
    (caching.FunctionCache, "_impl_class"),
    (caching.CompileResultCacheImpl, "get_filename_base"),
    (Compiler, "compile_extra"),
    (cgutils, "raw_memcpy"),
):
    getattr(owner, name)  # A Numba that has changed raises AttributeError here.


@lower_builtin(operator.setitem, types.Array, types.Integer, types.Record)
def copy_record(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    """Compile `records[index] = record` to one copy of memory; Numba would copy each byte alone."""
    records, index, record = signature.args
    find = context.get_function(operator.getitem, typing.signature(record, records, index))
    size = context.get_constant(types.intp, record.size)
    cgutils.raw_memcpy(builder, find(builder, arguments[:2]), arguments[2], size, 1)
    return context.get_dummy_value()


class _Shelf:
    """Cache folder of one function's compiled code.

    The folder name is a hash of the sources, so neither their path nor their date matters: copies
    of one version share their compiled code.
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
    """Return the libraries and all bitcode that they link, each before its own dependencies.

    The order matters: LLVM drops code that nothing needs at the moment of linking.
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
    """Bitcode of a rule that only other rules call: linked, never turned into machine code."""

    def finalize(self) -> None:
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        return 0

    @property
    def codegen(self) -> Any:
        return self

    def set_env(self, env_name: str, env: Any) -> None:
        """Do nothing: rules never raise, so the environment to raise in is not needed."""

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


class _SmallPiece(_Piece):
    """Bitcode of a rule that is optimized for size."""

    def finalize(self) -> None:
        for function in self._final_module.functions:
            if not function.is_declaration:
                function.add_function_attribute("optsize")
        super().finalize()


class _Whole(codegen.JITCodeLibrary):
    """Machine code of a rule that Python calls, with every piece that it links."""

    def finalize(self) -> None:
        self._linking_libraries = _reached(*self._linking_libraries)
        super().finalize()


_pieces: dict[bytes, _Piece] = {}


def _read_piece(name: str, modules: list[tuple[bytes, list[int]]]) -> _Piece:
    """Return a cached piece with its dependencies; parse only bitcode that is not loaded yet."""
    for code, _ in modules:
        if code not in _pieces:
            piece = _pieces[code] = _Piece(cpu_target.target_context.codegen(), name)
            piece._final_module = piece._shared_module = codegen.ll.parse_bitcode(code)
            piece.finalize()
    for code, places in modules:
        _pieces[code]._linking_libraries = [_pieces[modules[place][0]] for place in places]
    return _pieces[modules[0][0]]


class _Compiler(Compiler):
    """Numba's compiler, aware of whether Python or another rule asked for a rule."""

    depth = 0
    piece = _Piece

    def compile_extra(self, func: Any) -> Any:
        kind = self.piece if self.depth else _Whole
        library = kind(self.state.targetctx.codegen(), func.__qualname__)
        library.enable_object_caching()
        self.state.library = library
        self.state.flags.no_cpython_wrapper = kind is not _Whole
        _Compiler.depth += 1
        try:
            return super().compile_extra(func)
        finally:
            _Compiler.depth -= 1


class _SmallCompiler(_Compiler):
    """Compiler of rules that are optimized for size."""

    piece = _SmallPiece


class _Kept(caching.CompileResultCacheImpl):
    """Serialization of a function's compiled code: file names, writing and reading."""

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
    """Two caches of one function: machine code for Python and bitcode for other rules."""

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
    """Return the argument type to compile for: all integer sizes become int64."""
    kind = unliteral(kind)
    return types.int64 if kind in _SMALLER else kind


def compiled(function: Any, directory: Path, small: bool, **options: Any) -> Any:
    """Return a function that Numba compiles on first use and caches in a folder."""
    pipeline = _SmallCompiler if small else _Compiler
    dispatcher = numba.njit(pipeline_class=pipeline, **options, **PRIVATE)(function)
    compile_, add = dispatcher.compile, dispatcher.add_overload
    template = dispatcher.get_call_template

    def compile_for(signature: Any) -> Any:
        """Compile for a signature, as Numba does, and replace a piece by machine code if Python
        calls it.
        """
        with global_compiler_lock:
            arguments = tuple(sigutils.normalize_signature(signature)[0])
            held = dispatcher.overloads.get(arguments)
            if held is not None and isinstance(held.library, _Piece) and not _Compiler.depth:
                del dispatcher.overloads[arguments]
            return compile_(signature)

    def add_overload(result: Any) -> None:
        """Register a compiled version, as Numba does, but hide pieces from Python calls."""
        if isinstance(result.library, _Piece):
            dispatcher.overloads[tuple(result.signature.args)] = result
        else:
            add(result)

    def get_call_template(arguments: Any, keywords: Any) -> Any:
        """Return the call template, as Numba does, but one for all integer sizes and literals."""
        plain = {name: _plain(kind) for name, kind in keywords.items()}
        return template([_plain(kind) for kind in arguments], plain)

    dispatcher.compile, dispatcher.add_overload = compile_for, add_overload
    dispatcher.get_call_template = get_call_template
    dispatcher._cache = _Cache(function, directory)
    return dispatcher


def memory_of(array: Any) -> Any:
    """Return the host memory behind an array of the GPU's simulator."""
    return array._ary
