"""Test the prose check of pages and docstrings."""

import pytest
from handbook.prose import findings, sources


def test_pages_and_modules_of_all_parts_are_checked() -> None:
    names = list(sources())
    parts = {"src/rondel/core/position.py", "src/rondel/server/app.py", "tests/test_prose.py"}
    assert parts | {"README.md", "docs/host.md"} <= set(names)


@pytest.mark.parametrize("opening", ["What a seat", "Whether it", "Of all", "The seat", "A seat"])
def test_a_docstring_that_opens_with_a_forbidden_word_is_found(opening: str) -> None:
    source = f'def move() -> None:\n    """{opening} may move."""\n'
    found = list(findings("module.py", source))
    assert found == [f"module.py:2: docstring opens with {opening.split()[0]!r}"]


def test_a_forbidden_phrase_is_found_with_its_line() -> None:
    assert list(findings("page.md", "Fine.\n\nIt is told anew.\n")) == [
        "page.md:3: 'is told'",
        "page.md:3: 'anew'",
    ]
    attribute = 'limit: int = 0\n"""Steps, counted anew."""\n'
    assert list(findings("module.py", attribute)) == ["module.py:2: 'anew'"]


def test_a_heading_that_opens_like_a_riddle_is_found() -> None:
    assert list(findings("page.md", "# Title\n\n## What is told\n")) == [
        "page.md:3: 'is told'",
        "page.md:3: heading opens with 'What'",
    ]


def test_code_and_plain_sentences_pass() -> None:
    page = "The server starts.\n\n```\nwhoever\n```\n\nSet `anew` to [here](whoever.md).\n"
    assert list(findings("page.md", page)) == []
    source = '"""Rules of a game."""\n\n\ndef seat() -> int:\n    """Return the seat to move."""\n'
    assert list(findings("module.py", source)) == []
