"""Every screen: words from words files alone, nothing for axe to find, whole on a phone."""

import re
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.conftest import LAPTOP, PHONE, Visit
from tests.browser.pseudo import plain_words, speak_pseudo
from tests.browser.screens import SCREENS

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


def speak(page: Page, language: str) -> None:
    """Choose a language where everyone can, until nothing is left in the pseudo-language."""
    page.locator("header select").last.select_option(language)
    expect(page.locator("body")).not_to_contain_text(re.compile("[\uff21-\uff5a]"))


@pytest.mark.parametrize("screen", SCREENS)
def test_a_screen_is_for_everyone(visit: Visit, screen: str) -> None:
    page = visit("en", LAPTOP, path="/healthz", service_workers="block")
    speak_pseudo(page)
    SCREENS[screen](page)
    assert plain_words(page) == []
    assert violations(page) == []
    page.emulate_media(color_scheme="dark")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    assert violations(page, options=COLOURS) == []
    speak(page, "hu")
    page.set_viewport_size(PHONE["viewport"])
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert page.evaluate(SMALL) == []


def test_an_address_without_a_page_says_so_and_leads_to_the_lobby(visit: Visit) -> None:
    page = visit("fr", PHONE, path="/nosuch")
    expect(page.locator("h1")).to_have_text("Cette page n’existe pas")
    assert violations(page) == []
    page.locator("main a").click()
    page.locator("article").first.wait_for()


def test_a_page_of_an_unknown_game_says_that_there_is_none(visit: Visit) -> None:
    page = visit("hu", PHONE, path="/daily/nosuch")
    expect(page.locator("h1")).to_have_text("Nincs ilyen oldal")
    page.goto("/daily/finca")
    expect(page.locator("main")).to_contain_text("Finca")
    speak(page, "fr")
    expect(page.locator("main")).to_contain_text("Finca")
