"""Messages of the browser client: none is missing in any language."""

import re
from pathlib import Path

import pytest
from fluent.syntax import FluentParser, FluentSerializer, ast

CLIENT = Path(__file__).parents[1] / "web" / "src"
GAMES = CLIENT.parents[1] / "src" / "rondel" / "games"
BOARDS = sorted(GAMES.glob("*/web"))
WORDS = [CLIENT / "words", *(board / "words" for board in BOARDS)]


def keys(language: str) -> dict[str, set[str]]:
    """Browser's own messages and its boards', and the variables of each."""
    text = "\n".join((folder / f"{language}.ftl").read_text("utf-8") for folder in WORDS)
    entries = FluentParser().parse(text).body
    assert [entry.content for entry in entries if isinstance(entry, ast.Junk)] == []
    written = FluentSerializer()
    return {
        entry.id.name: set(re.findall(r"\$(\w+)", written.serialize_entry(entry)))
        for entry in entries
        if isinstance(entry, ast.Message)
    }


@pytest.mark.parametrize("language", ["fr", "hu"])
def test_no_message_of_the_browser_is_missing(language: str) -> None:
    assert keys(language) == keys("en")


def keys_in(source: str) -> set[str]:
    """Return the keys of a source, of which some share a prefix by a function of their own."""
    prefix = re.search(r"const say = .*words\.say\(`([\w-]+)\$\{key\}`", source)
    own = re.findall(r"""(?<![\w.])say\(\s*"([\w-]+)\"""", source) if prefix else []
    return {prefix[1] + key for key in own if prefix} | set(
        re.findall(r"""\.say\(\s*"([\w-]+)\"""", source)
    )


def test_every_key_the_client_asks_for_is_in_a_words_file() -> None:
    asked = {
        key
        for folder in (CLIENT, *BOARDS)
        for file in folder.rglob("*.*")
        if file.suffix in (".svelte", ".ts")
        for key in keys_in(file.read_text("utf-8"))
    }
    known = set(keys("en"))
    for file in [GAMES.parent / "i18n" / "en.ftl", *GAMES.glob("*/*/en.ftl")]:
        known |= set(re.findall(r"^([a-z][\w-]*) =", file.read_text("utf-8"), re.MULTILINE))
    assert len(asked) > 60
    assert asked - known == set()
