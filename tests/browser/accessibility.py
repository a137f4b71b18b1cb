"""Checks of a page's accessibility."""

from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

COLOURS = {
    "resultTypes": ["violations"],
    "runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]},
}
"""Rules of axe that look at colours: all that a theme changes."""


SMALL = """() => [...document.querySelectorAll(
  "button, a[href], select, summary, input:not(label input), label:has(input), [role=button]"
)].filter((piece) => piece.checkVisibility() && !piece.closest("p, .visually-hidden"))
  .map((piece) => [piece, piece.getBoundingClientRect()])
  .filter(([, box]) => box.width > 0 && (box.width < 23.9 || box.height < 23.9))
  .map(([piece, box]) => `${piece.outerHTML.slice(0, 160)} ${box.width} × ${box.height}`)"""
"""Whatever a finger could hardly hit; links within a sentence may be as small as its words."""


def violations(page: Page, **options: Any) -> list[str]:
    """Every rule of axe that is broken, and where."""
    found: Any = Axe().run(page, **options).response["violations"]
    return [f"{rule['id']}: {node['html'][:200]}" for rule in found for node in rule["nodes"]]
