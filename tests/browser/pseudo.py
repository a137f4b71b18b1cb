"""Pseudo-language in which text that does not come from a words file remains readable."""

import json
import re
from functools import cache

from fluent.syntax import FluentParser, FluentSerializer, ast
from fluent.syntax.visitor import Transformer
from playwright.sync_api import Page, Route

PLAIN = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
PSEUDO = str.maketrans(PLAIN, "".join(chr(ord(letter) + 0xFEE0) for letter in PLAIN))
"""Every letter as its full-width twin."""
NAMES = r"Rondel|Anna|Béla|Chloé|Invité|Vendég|Margalida|Mathilde|English|français|magyar"
PROPER = re.compile(rf"{NAMES}|\b[a-zA-Z]{{1,2}}\d\w*|\b[a-f0-9]{{16}}\b")
"""Pattern of words that are equal in every language: names, crossings and seals."""
SHOWN = """() => {
  // Dates are told by the browser itself.
  const shown = [document.title];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { parentElement: around, data } = walker.currentNode;
    const apart = around.closest("script, style, code, input, main[lang], time[datetime]");
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
        """Every letter of a text."""
        node.value = node.value.translate(PSEUDO)
        return node


@cache
def pseudo(text: str) -> str:
    """Return a words file in the pseudo-language."""
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


def plain_words(page: Page) -> list[str]:
    """Whatever is shown or read aloud and comes from no words file."""
    shown = page.evaluate(SHOWN)
    assert len(shown) > 3
    return [text for text in shown if re.search("[a-zA-Z]", PROPER.sub("", text))]
