"""Shared code of page, server, learners and library knows no game."""

import ast
import importlib
import re
from pathlib import Path

import msgspec
import pytest

import rondel
from rondel.games import names

ROOT = Path(__file__).parent.parent
LIBRARY, CLIENT = ROOT / "src" / "rondel", ROOT / "web" / "src"
# Plain words that games use, too.
GENERAL = set(
    """
    amount awaits bonus buy changes column confidence corners count cover covered covers cube
    discard discount display distance done draft edition end ending ends fill filled first gains
    game go good goods house kind kinds large lay leave left less move mover name number offered
    owner part parts pays pile place plan players points prices reason right road room row saved
    score seat second sections sell sets space spaces standing start step stop strengths supply
    take target title to total triangle value values visits worker workers x y
    """.split()  # noqa: SIM905
)
# Type checkers know the views of the games in the package by name.
OVERLOADS = ("games/__init__.py", "match/match.py")
IN_TYPESCRIPT = re.compile(r'"([a-z][\w-]*)"|(?<=[\w\])?])\.([a-z]\w*)')


def game_words() -> set[str]:
    """Return the names, steps and fields of every game, without general words."""
    found = set(names())
    for name in names():
        view = importlib.import_module(f"rondel.games.{name}.view").View
        steps = rondel.edition(name).steps.kinds
        _, documents = msgspec.json.schema_components([view, *steps])
        for document in documents.values():
            found |= set(document.get("properties", {}))
        found |= {str(step.__struct_config__.tag) for step in steps}
    return found - GENERAL


WORDS = game_words()


def in_python(source: str) -> set[str]:
    """Return the words that a module uses as a whole string or as an attribute."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            found.add(node.value)
        elif isinstance(node, ast.Attribute):
            found.add(node.attr)
    return found & WORDS


def in_typescript(source: str) -> set[str]:
    """Return the words that a module or component uses as a whole string or as a property."""
    return {word for found in IN_TYPESCRIPT.findall(source) for word in found} & WORDS


def test_the_library_uses_no_word_of_a_game() -> None:
    files = [
        file
        for file in LIBRARY.rglob("*.py")
        if not any(LIBRARY / "games" / name in file.parents for name in names())
    ]
    assert len(files) > 100
    found = {
        file.relative_to(LIBRARY).as_posix(): in_python(file.read_text("utf-8")) for file in files
    }
    assert {file: words for file, words in found.items() if words and file not in OVERLOADS} == {}


def test_the_client_uses_no_word_of_a_game() -> None:
    files = [
        file
        for file in CLIENT.rglob("*.*")
        if file.suffix in (".svelte", ".ts") and file.name != "openapi.d.ts"
    ]
    assert len(files) > 50
    found = {
        file.relative_to(CLIENT).as_posix(): in_typescript(file.read_text("utf-8"))
        for file in files
    }
    assert {file: words for file, words in found.items() if words} == {}


@pytest.mark.parametrize("file", ["index.html", "public/manifest.webmanifest"])
def test_the_page_is_described_without_a_game(file: str) -> None:
    text = (CLIENT.parent / file).read_text("utf-8").lower()
    assert not [name for name in names() if name in text]


def test_words_of_games_are_seen() -> None:
    assert {"finca", "milestones", "lay-finca", "action_tiles", "harvest"} <= WORDS
    source = 'def f(view):\n    return view.harvest if view == "lay-finca" else "a harvest"'
    assert in_python(source) == {"harvest", "lay-finca"}
    assert in_typescript('view?.harvest ?? said("lay-finca")') == {"harvest", "lay-finca"}
