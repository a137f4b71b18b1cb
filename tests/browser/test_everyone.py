"""For everyone: axe, targets for fingers, zoom, stillness, the text view."""

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.conftest import LAPTOP, PHONE
from tests.browser.playing import END_TURN, TARGETS, sit_down, visit_table
from tests.browser.screens import SCREENS, in_play, planning

EVERY_SCREEN = pytest.mark.parametrize("screen", SCREENS)
BOTH = pytest.mark.parametrize("game", ["finca", "milestones"])
SMALL = """() => [...document.querySelectorAll(
  "button, a[href], select, summary, input:not(label input), label:has(input), [role=button]"
)].filter((piece) => piece.checkVisibility() && !piece.closest("p, .visually-hidden"))
  .map((piece) => [piece, piece.getBoundingClientRect()])
  .filter(([, box]) => box.width > 0 && (box.width < 23.9 || box.height < 23.9))
  .map(([piece, box]) => `${piece.outerHTML.slice(0, 160)} ${box.width} × ${box.height}`)"""
"""Whatever a finger could hardly hit; links within a sentence may be as small as its words."""


SHAPES = """() => [0, 1, 2].map((seat) =>
  document.querySelector(`.stage .seat-${seat}`)?.innerHTML.replaceAll(/class="[^"]*"/g, ""))"""


def violations(page: Page) -> list[str]:
    """Every rule of axe that is broken, and where."""
    found = Axe().run(page).response["violations"]
    return [f"{rule['id']}: {node['html'][:200]}" for rule in found for node in rule["nodes"]]


@EVERY_SCREEN
def test_axe_finds_nothing_in_light_nor_in_the_dark(visit: Any, screen: str) -> None:
    page = visit("en", LAPTOP)
    SCREENS[screen](page)
    assert violations(page) == []
    page.emulate_media(color_scheme="dark")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    assert violations(page) == []


@EVERY_SCREEN
def test_a_phone_shows_it_whole_with_targets_for_fingers(visit: Any, screen: str) -> None:
    page = visit("hu", PHONE)
    SCREENS[screen](page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert page.evaluate(SMALL) == []


@BOTH
def test_at_twice_the_size_nothing_is_cut_off(visit: Any, game: str) -> None:
    page = visit("fr", {"viewport": {"width": 683, "height": 384}, "device_scale_factor": 2})
    planning(page, game)
    assert page.evaluate("document.documentElement.scrollWidth") <= 683
    page.locator(".bar button.primary").click()
    expect(page.locator(".bar button.primary")).to_be_disabled()


@BOTH
def test_a_laptop_shows_the_table_without_scrolling(visit: Any, game: str) -> None:
    page = visit("hu", LAPTOP)
    in_play(page, game)
    assert page.evaluate("document.documentElement.scrollHeight") <= 768


@BOTH
def test_who_asks_for_stillness_sees_nothing_move(visit: Any, game: str) -> None:
    page = visit("en", LAPTOP)
    planning(page, game)
    page.locator(".bar button.primary").click()
    expect(page.locator(".bar button.primary")).to_be_disabled()
    lasting = "document.getAnimations().map((one) => one.effect.getComputedTiming().endTime)"
    assert all(end == 0 for end in page.evaluate(lasting))


@BOTH
def test_seats_differ_by_shape_and_not_by_colour_alone(visit: Any, game: str) -> None:
    page = visit("en", LAPTOP)
    in_play(page, game)
    shapes = page.evaluate(SHAPES)
    assert None not in shapes and len(set(shapes)) == 3


@BOTH
def test_the_text_view_tells_the_whole_table(visit: Any, game: str) -> None:
    page = visit("en", LAPTOP)
    in_play(page, game)
    page.locator("details.text summary").press("Enter")
    told = page.locator("details.text")
    expect(told.locator("h2")).to_have_count(5)
    pieces = {
        "finca": ("Blade 0", "Blade 11", "Palma", "Santanyí", "Fruit tiles", "carts"),
        "milestones": ("the pawn is here", "a1", "draw pile", "stone", "street sections"),
    }
    for piece in ("Anna", "Béla", "Chloé", *pieces[game]):
        expect(told).to_contain_text(piece)


def test_what_is_expected_and_what_others_do_is_announced(visit: Any) -> None:
    page = visit("en", LAPTOP)
    visit_table(page, sit_down(page, "finca"))
    expect(page.locator(".prompt")).to_have_attribute("aria-live", "polite")
    page.locator(TARGETS).first.press("Enter")
    page.locator(END_TURN).press("Enter")
    news = page.locator(".visually-hidden[aria-live=polite]")
    expect(news).to_contain_text("random places a farmer on blade")
