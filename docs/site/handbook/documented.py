"""Check that the reference covers every public name with a docstring and examples."""

import re
from collections.abc import Callable, Iterator
from functools import cache
from importlib import import_module
from inspect import isfunction
from pathlib import Path
from types import ModuleType
from typing import Any

import griffe

PAGES = Path(__file__).parents[2] / "reference"
PACKAGES = (
    "rondel.match",
    "rondel.core",
    "rondel.bots",
    "rondel.rendering",
    "rondel.puzzles",
    "rondel.reviews",
    "rondel.testkit",
)
"""Packages whose `__all__` is public, besides `rondel`."""
MODULES = (
    "rondel.api",
    "rondel.core.errors",
    "rondel.arena.simulate",
    "rondel.arena.tournament",
    "rondel.arena.standings",
    "rondel.arena.benchmark",
    "rondel.bots.analysis",
    "rondel.rendering.film",
    "rondel.learn.batch",
    "rondel.learn.features",
    "rondel.learn.gymnasium",
    "rondel.learn.pettingzoo",
    "rondel.learn.vector",
    "rondel.i18n",
    "rondel.kernel.record",
    "rondel.kernel.rule",
)
"""Modules whose classes and functions are all public."""

OBVIOUS = ("Review",)
"""Names without an example of their own: `review` shows a `Review`."""
EXAMPLE = ">>> "
UNLISTED = re.compile(r"_|[A-Z][A-Z_0-9]+$|code$|test_")
"""Names of members without an entry, as in mkdocs.yml."""


@cache
def sources() -> griffe.Object | griffe.Alias:
    """Return the parsed package, without importing it."""
    return griffe.load("rondel", search_paths=["src"])


def public() -> Iterator[str]:
    """Yield the path of the definition of every public name."""
    for package in ("rondel", *PACKAGES):
        module = import_module(package)
        for name in module.__all__:
            if not isinstance(getattr(module, name), ModuleType):
                yield defined(module, name)
    for path in MODULES:
        for name, member in at(path).members.items():
            if name.startswith("_") or member.is_alias:
                continue
            if member.is_class or member.is_function:
                yield member.path


def defined(module: ModuleType, name: str) -> str:
    """Return the path where a package's name is defined."""
    thing = getattr(module, name)
    if isinstance(thing, type) or isfunction(thing):
        return f"{thing.__module__}.{thing.__qualname__}"
    return str(at(f"{module.__name__}.{name}").canonical_path)


def at(path: str) -> Any:
    """Return the parsed object at a path."""
    return sources()[path.removeprefix("rondel.")]


def newcomers() -> str:
    """Return Markdown for public names that no other page of the reference includes."""
    pages = "\n".join(page.read_text("utf-8") for page in PAGES.glob("*.md"))
    shown = set(re.findall(r"^::: (\S+)$", pages, re.MULTILINE))
    new = sorted({path for path in public() if not {path, path.rpartition(".")[0]} & shown})
    return "\n\n".join(f"::: {path}" for path in new)


def missing(shown: Callable[[str], str]) -> list[str]:
    """Return a message for each name without a page, a docstring or an example."""
    found: list[str] = []
    for path in sorted(set(public())):
        try:
            shown(path)
        except KeyError:
            found.append(f"{path} is on no page")
        found += [f"{silent} has no docstring" for silent in mute(path)]
        found += [f"{silent} does not describe its parameters" for silent in undescribed(path)]
    return found + [f"{path} has no example" for path in unshown()]


def unshown() -> Iterator[str]:
    """Yield callables of `rondel` without an example in their docstring."""
    package = import_module("rondel")
    for name in package.__all__:
        thing = getattr(package, name)
        if isinstance(thing, ModuleType):
            thing = getattr(thing, name, thing)
        is_error = isinstance(thing, type) and issubclass(thing, Exception)
        if name in OBVIOUS or is_error or not (isinstance(thing, type) or isfunction(thing)):
            continue
        if EXAMPLE not in (thing.__doc__ or ""):
            yield defined(package, name)
    if EXAMPLE not in (package.RondelError.__doc__ or ""):
        yield "rondel.RondelError"


def examples() -> Iterator[tuple[str, str]]:
    """Yield names and docstrings of public names and methods that contain an example."""
    for path in sorted(set(public())):
        thing = at(path)
        inside = thing.members.values() if thing.is_class else ()
        for found in (thing, *(member for member in inside if not member.is_alias)):
            if found.has_docstring and EXAMPLE in found.docstring.value:
                yield found.path, found.docstring.value


def mute(path: str) -> Iterator[str]:
    """Yield a name, its methods, properties and fields if they have no docstring."""
    thing = at(path)
    if not thing.has_docstring and not thing.is_attribute:
        yield path
    if thing.is_class:
        described = {each.name for each in described_attributes(thing)}
        for name, member in thing.members.items():
            if UNLISTED.match(name) or member.is_alias or name in described:
                continue
            if not member.has_docstring:
                yield member.path


def undescribed(path: str) -> Iterator[str]:
    """Yield a function or the methods of a class without a section about the parameters."""
    thing = at(path)
    members = thing.members.values() if thing.is_class else (thing,)
    for each in members:
        if each.is_alias or not each.is_function or UNLISTED.match(each.name):
            continue
        names = {parameter.name for parameter in each.parameters} - {"self", "cls"}
        if names and each.has_docstring:
            sections = {section.kind for section in each.docstring.parse("google")}
            if griffe.DocstringSectionKind.parameters not in sections:
                yield each.path


def described_attributes(thing: Any) -> Iterator[Any]:
    """Yield the attributes that the docstring of a class describes."""
    for section in thing.docstring.parse("google") if thing.has_docstring else ():
        if section.kind is griffe.DocstringSectionKind.attributes:
            yield from section.value
