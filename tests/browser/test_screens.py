"""Every screen: words from words files alone, nothing for axe to find, whole on a phone."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.accessibility import COLOURS, SMALL, violations
from tests.browser.pseudo import plain_words, speak_pseudo
from tests.browser.screens import SCREENS
from tests.browser.site import LAPTOP, PHONE, Visit


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
