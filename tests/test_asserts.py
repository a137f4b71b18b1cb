"""Asserts have no side effects, so `python -O` changes nothing."""

import ast
from collections.abc import Iterator
from pathlib import Path

import rondel

SOURCE = Path(rondel.__file__).parent
PURE = frozenset(("all", "any", "isinstance", "len", "max", "min", "set", "sorted", "sum"))
TESTING = ("tests", "testkit")
"""Folders of tests, which may use asserts freely."""


def problems(tree: ast.AST) -> Iterator[int]:
    """Yield the lines of asserts with effects: calls, awaits, or two attributes in a row."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Assert):
            continue
        inside = list(ast.walk(node.test))
        calls = [each.func for each in inside if isinstance(each, ast.Call)]
        is_pure = all(isinstance(call, ast.Name) and call.id in PURE for call in calls)
        waits = any(isinstance(each, ast.Await | ast.NamedExpr | ast.Yield) for each in inside)
        if waits or not is_pure or isinstance(node.test, ast.Attribute):
            yield node.lineno


def test_no_assert_does_anything() -> None:
    found = [
        f"{file.relative_to(SOURCE)}:{line}"
        for file in sorted(SOURCE.rglob("*.py"))
        if not set(TESTING) & set(file.relative_to(SOURCE).parts)
        for line in problems(ast.parse(file.read_text("utf-8")))
    ]
    assert found == []


def test_asserts_that_do_something_are_found() -> None:
    for text in ("assert find(name).drivers", "assert settings.games", "assert (x := 1)"):
        assert list(problems(ast.parse(text))) == [1]
    assert list(problems(ast.parse("assert len(x) == 2 and isinstance(y, int)"))) == []
