"""Dependencies are used by their public names, within known versions, and on Windows, too."""

import ast
import importlib
import inspect
import sys
import textwrap
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from packaging.requirements import Requirement

import rondel

ROOT = Path(__file__).parents[1]
SOURCE = Path(rondel.__file__).parent
ACCELERATOR = {SOURCE / "kernel" / "accelerator.py"}
"""Only module that may use private parts of a package: of Numba, to compile faster."""
ACCELERATED = ROOT / "typings" / "numba" / "core"
"""Type stubs of these private parts."""
BOUNDED = ("httptools", "litestar", "uvicorn", "websockets")
READERS = {"delattr", "getattr", "getattr_static", "hasattr", "setattr"} | {
    "attrgetter", "import_module", "methodcaller",
}  # fmt: skip
"""Functions that are given names as strings."""
NAMED_TUPLES = {"_asdict", "_fields", "_make", "_replace"}
PETTINGZOO = {"_accumulate_rewards", "_cumulative_rewards", "_was_dead_step"}
DOCUMENTED = NAMED_TUPLES | PETTINGZOO
"""Names with an underscore that are documented for others: named tuples leave those without one
to their fields, and PettingZoo's wrappers expect theirs of each environment."""
UNIX_ONLY = {"crypt", "curses", "fcntl", "grp", "nis", "posix", "pty", "pwd", "readline"} | {
    "resource", "spwd", "syslog", "termios", "tty",
}  # fmt: skip
Place = tuple[int, str]


def is_private(name: str) -> bool:
    """Return whether a part of a dotted name begins with one underscore."""
    parts = set(name.split(".")) - DOCUMENTED
    return any(part.startswith("_") and not part.startswith("__") for part in parts)


def is_own(name: str) -> bool:
    return name.split(".")[0] in ("rondel", "__main__")


def is_self(node: ast.expr) -> bool:
    """Return whether an expression is the object itself or its superclass."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        return node.func.id == "super"
    return isinstance(node, ast.Name) and node.id in ("self", "cls")


def defined(tree: ast.AST) -> set[str]:
    """Return the names that functions, classes and assignments of some code define."""
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            found.add(node.name)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            found.add(node.id)
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            if is_self(node.value):
                found.add(node.attr)
        elif isinstance(node, ast.alias):
            found.add(node.asname or node.name)
    return found


@cache
def parsed(path: str) -> ast.Module:
    return ast.parse(Path(path).read_text("utf-8"))


@cache
def names_of(kind: type) -> frozenset[str]:
    """Return the names that a class's code defines, its objects' attributes included."""
    try:
        tree: ast.AST = ast.parse(textwrap.dedent(inspect.getsource(kind)))
    except (OSError, TypeError, SyntaxError):
        return frozenset(kind.__dict__)
    return frozenset(defined(tree) | set(kind.__dict__))


def ancestry(kind: type) -> tuple[set[str], set[str]]:
    """Return the private names of a class: those we define, and those that dependencies define."""
    ours: set[str] = set()
    theirs: set[str] = set()
    for each in kind.__mro__:
        (ours if is_own(each.__module__) else theirs).update(filter(is_private, names_of(each)))
    return ours, theirs


def touched_by_import(node: ast.Import | ast.ImportFrom) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names if not is_own(alias.name))
    elif not node.level and not is_own(node.module or ""):
        yield from (f"{node.module}.{alias.name}" for alias in node.names)


def touched_by_string(node: ast.Call | ast.Subscript) -> Iterator[str]:
    """Yield the names that a call or a look into a namespace is given as strings."""
    called = node.func if isinstance(node, ast.Call) else node.value
    name = ast.unparse(called).split(".")[-1]
    if isinstance(node, ast.Call):
        arguments = node.args if name in READERS else []
    else:
        arguments = [node.slice] if name == "__dict__" or name.startswith("vars(") else []
    for argument in arguments:
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
            yield argument.value


def private_uses(tree: ast.Module, module: str = "") -> Iterator[Place]:
    """Yield where some code uses private names that are not its own.

    `self._name` belongs to a class that defines it, or inherits it from a class of ours; never
    if a class of a dependency that it inherits from defines it, too. Such classes are looked up
    in the module of the given name.
    """
    own = defined(tree)
    for node in ast.walk(tree):
        found: list[str] = []
        if isinstance(node, ast.Import | ast.ImportFrom):
            found = list(touched_by_import(node))
        elif isinstance(node, ast.Attribute) and not is_self(node.value):
            found = [node.attr] if node.attr not in own else []
        elif isinstance(node, ast.Call | ast.Subscript):
            found = [name for name in touched_by_string(node) if name not in own]
            if isinstance(node, ast.Call):
                found += [word.arg for word in node.keywords if word.arg and word.arg not in own]
        line: int = getattr(node, "lineno", 0)
        yield from ((line, name) for name in found if is_private(name))
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            yield from private_uses_of_self(node, module)


def private_uses_of_self(node: ast.ClassDef, module: str) -> Iterator[Place]:
    """Yield where a class uses or defines private names of a dependency's class."""
    ours, theirs = defined(node), set[str]()
    if module and node.bases:
        ours, theirs = ancestry(getattr(importlib.import_module(module), node.name))
    for inner in ast.walk(node):
        if isinstance(inner, ast.FunctionDef | ast.AsyncFunctionDef):
            line, name = inner.lineno, inner.name
        elif isinstance(inner, ast.Attribute) and is_self(inner.value):
            line, name = inner.lineno, inner.attr
        else:
            continue
        if is_private(name) and (name in theirs or name not in ours):
            yield line, name


def modules() -> Iterator[tuple[Path, str]]:
    """Yield the package's files, with the names of those that hold what is not run or a test."""
    for file in sorted(SOURCE.rglob("*.py")):
        parts = file.relative_to(SOURCE.parent).with_suffix("").parts
        is_run = parts[-1] == "__main__" or "tests" in parts
        yield file, "" if is_run else ".".join(parts).removesuffix(".__init__")


def test_the_package_uses_no_private_name_of_a_dependency() -> None:
    found = [
        f"{file.relative_to(SOURCE)}:{line} {name}"
        for file, module in modules()
        if file not in ACCELERATOR
        for line, name in private_uses(parsed(str(file)), module)
    ]
    assert found == []


def test_the_compile_time_accelerator_is_what_needs_its_exception() -> None:
    for file in ACCELERATOR:
        assert list(private_uses(parsed(str(file)))), file


def test_stubs_declare_no_private_name_but_for_the_accelerator() -> None:
    found = [
        f"{file.relative_to(ROOT)}: {name}"
        for file in sorted((ROOT / "typings").rglob("*.pyi"))
        if ACCELERATED not in file.parents
        for name in defined(parsed(str(file)))
        if is_private(name)
    ]
    assert found == []


SEEDED = [
    "import uvicorn\nuvicorn.server._x",
    "import uvicorn._types",
    "from uvicorn import _types",
    "from uvicorn._types import Scope",
    "from uvicorn import Server\nServer(config)._quit = True",
    "getattr(server, '_quit')",
    "setattr(server, '_quit', 1)",
    "hasattr(server.config, '_quit')",
    "from operator import attrgetter\nattrgetter('config._quit')",
    "vars(server)['_quit']",
    "server.__dict__['_quit']",
    "from importlib import import_module\nimport_module('uvicorn._types')",
    "serve(_quit=1)",
    "class Own:\n def run(self): return self._server._quit",
    "class Own:\n def run(self): return self._quit",
]


@pytest.mark.parametrize("text", SEEDED)
def test_a_private_name_of_a_dependency_is_found(text: str) -> None:
    assert len(list(private_uses(ast.parse(text)))) >= 1


FINE = [
    "import rondel._x",
    "from rondel.server import _x",
    "from numba import cuda as _cuda\n_cuda.grid(1)",
    "class Own:\n def __init__(self, other): self._x = other._x\n def run(self): return self._x",
    "class Own:\n _x = 1\n def run(self, other: 'Own'): return getattr(other, '_x')",
    "getattr(module, '__file__')",
]


@pytest.mark.parametrize("text", FINE)
def test_own_private_names_and_those_with_two_underscores_are_fine(text: str) -> None:
    assert list(private_uses(ast.parse(text))) == []


INHERITED = """
import threading

class Own(threading.Thread):
    def __init__(self):
        self._mine = 1

    def run(self):
        return self._mine, self._target

    def _bootstrap(self):
        pass

class Other(Own):
    def run(self):
        return self._mine
"""


def test_a_subclass_uses_no_private_name_of_its_base(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "seeded.py").write_text(INHERITED, "utf-8")
    monkeypatch.setattr(rondel, "__path__", [*rondel.__path__, str(tmp_path)])
    try:
        found = list(private_uses(ast.parse(INHERITED), "rondel.seeded"))
    finally:
        del sys.modules["rondel.seeded"]
    assert sorted(found) == [(9, "_target"), (11, "_bootstrap")]


def test_what_the_server_stands_on_has_upper_version_bounds() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    needed = [Requirement(text) for text in project["optional-dependencies"]["serve"]]
    bounded = {each.name for each in needed if any(part.operator == "<" for part in each.specifier)}
    assert bounded.issuperset(BOUNDED)


def unix_imports(tree: ast.Module) -> Iterator[Place]:
    """Yield imports of what Windows lacks, but where a function has left on Windows before."""
    guarded = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef) and leaves_on_windows(node)
        for inner in ast.walk(node)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Import | ast.ImportFrom) and id(node) not in guarded:
            names = [alias.name for alias in node.names]
            roots = names if isinstance(node, ast.Import) else [node.module or ""]
            yield from ((node.lineno, name) for name in roots if name.split(".")[0] in UNIX_ONLY)


def leaves_on_windows(node: ast.FunctionDef) -> bool:
    tests = [ast.unparse(inner.test) for inner in node.body[:2] if isinstance(inner, ast.If)]
    return "sys.platform == 'win32'" in tests


def test_the_package_imports_nothing_that_windows_lacks() -> None:
    found = [
        f"{file.relative_to(SOURCE)}:{line} {name}"
        for file in sorted(SOURCE.rglob("*.py"))
        for line, name in unix_imports(parsed(str(file)))
    ]
    assert found == []


@pytest.mark.parametrize("text", ["import resource", "def f():\n from fcntl import flock"])
def test_an_import_that_windows_lacks_is_found(text: str) -> None:
    assert len(list(unix_imports(ast.parse(text)))) == 1
