"""Languages: no word that is not from a words file, none missing, on any screen."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from fluent.syntax import FluentParser, FluentSerializer, ast
from fluent.syntax.visitor import Transformer
from playwright.sync_api import Page, Route

from tests.browser.conftest import LAPTOP
from tests.browser.screens import SCREENS

WORDS = Path(__file__).parents[2] / "web" / "src" / "words"
PLAIN = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
PSEUDO = str.maketrans(PLAIN, "".join(chr(ord(letter) + 0xFEE0) for letter in PLAIN))
"""Every letter as its full-width twin, so that a plain one betrays where it comes from."""
NAMES = r"Rondel|Anna|Béla|Chloé|Margalida|Mathilde|English|français|magyar"
PROPER = re.compile(rf"{NAMES}|\b[a-zA-Z]{{1,2}}\d\w*|\b[a-f0-9]{{16}}\b")
"""What is the same in every language: names, crossings, seals."""
SHOWN = """() => {
  const shown = [document.title];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { parentElement: around, data } = walker.currentNode;
    const apart = around.closest("script, style, code, input, main[lang]");
    if (!apart && around.checkVisibility()) shown.push(data);
  }
  for (const name of ["aria-label", "aria-valuetext", "title", "alt", "placeholder"]) {
    for (const piece of document.querySelectorAll(`[${name}]`)) {
      if (!(name === "placeholder" && piece.closest(".bar"))) shown.push(piece.getAttribute(name));
    }
  }
  return shown.map((text) => text.trim()).filter((text) => text !== "");
}"""
CHUNK = re.compile(r"var (\w+)=`(.*)`;export\{\1 as default\};\s*", re.DOTALL)
"""How the built client carries a words file."""


class Pseudo(Transformer):
    """Turns the letters of every text into their twins."""

    def visit_TextElement(self, node: ast.TextElement) -> ast.TextElement:  # noqa: N802
        node.value = node.value.translate(PSEUDO)
        return node


def pseudo(text: str) -> str:
    """A words file in the pseudo-language."""
    found = FluentParser().parse(text)
    Pseudo().visit(found)
    return str(FluentSerializer().serialize(found))


def speak_pseudo(page: Page) -> None:
    """From now on the English words reach this page in the pseudo-language."""

    def turn(route: Route) -> None:
        answer = route.fetch()
        carried = CHUNK.fullmatch(answer.text())
        assert carried, "the words are carried otherwise than this test thinks"
        text = re.sub(r"\\(.)", r"\1", carried[2])
        route.fulfill(response=answer, body=f"export default {json.dumps(pseudo(text))};")

    page.route(re.compile(r"/assets/en-[\w-]+\.js$"), turn)


def keys(language: str) -> dict[str, set[str]]:
    """The browser's own messages and the variables of each."""
    text = (WORDS / f"{language}.ftl").read_text("utf-8")
    entries = FluentParser().parse(text).body
    assert [entry.content for entry in entries if isinstance(entry, ast.Junk)] == []
    written = FluentSerializer()
    return {
        entry.id.name: set(re.findall(r"\$(\w+)", written.serialize_entry(entry)))
        for entry in entries
        if isinstance(entry, ast.Message)
    }


@pytest.mark.parametrize("screen", SCREENS)
def test_every_word_on_a_screen_comes_from_a_words_file(visit: Any, screen: str) -> None:
    page = visit("en", LAPTOP, path="/healthz", service_workers="block")
    speak_pseudo(page)
    SCREENS[screen](page)
    shown = page.evaluate(SHOWN)
    assert len(shown) > 3
    plain = [text for text in shown if re.search("[a-zA-Z]", PROPER.sub("", text))]
    assert plain == []


@pytest.mark.parametrize("language", ["fr", "hu"])
def test_no_message_of_the_browser_is_missing(language: str) -> None:
    assert keys(language) == keys("en")


def test_every_key_the_client_asks_for_is_in_a_words_file() -> None:
    asked = {
        key
        for file in WORDS.parent.rglob("*.*")
        if file.suffix in (".svelte", ".ts")
        for key in re.findall(r"""\bsay\(\s*"([\w-]+)\"""", file.read_text("utf-8"))
    }
    games = WORDS.parents[2] / "src" / "rondel"
    known = set(keys("en"))
    for file in [*games.glob("words/en.ftl"), *games.glob("games/*/*/en.ftl")]:
        known |= set(re.findall(r"^([a-z][\w-]*) =", file.read_text("utf-8"), re.MULTILINE))
    assert len(asked) > 60
    assert asked - known == set()
