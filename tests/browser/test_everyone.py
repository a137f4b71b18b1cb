"""For everyone: zoom, stillness, shapes beside colours, the text view."""

import pytest
from playwright.sync_api import expect

from tests.browser.playing import END_TURN, TARGETS, bring, golden, sit_down, visit_table
from tests.browser.screens import in_play, planning
from tests.browser.site import LAPTOP, Visit

BOTH = pytest.mark.parametrize("game", ["finca", "milestones"])
SHAPES = """() => [0, 1, 2].map((seat) =>
  document.querySelector(`.stage .seat-${seat}`)?.innerHTML.replaceAll(/class="[^"]*"/g, ""))"""


@BOTH
def test_at_twice_the_size_nothing_is_cut_off(visit: Visit, game: str) -> None:
    page = visit("fr", {"viewport": {"width": 683, "height": 384}, "device_scale_factor": 2})
    planning(page, game)
    assert page.evaluate("document.documentElement.scrollWidth") <= 683
    page.locator(".bar button.primary").click()
    expect(page.locator(".bar button.primary")).to_be_disabled()


@BOTH
def test_a_laptop_shows_a_table_of_four_without_scrolling(visit: Visit, game: str) -> None:
    page = visit("hu", LAPTOP)
    visit_table(page, bring(page, golden(game, "four-players"), 250))
    assert page.evaluate("document.documentElement.scrollHeight") <= 768
    areas = page.locator(".stage section:has(.crates, .goods)")
    expect(areas).to_have_count(4)
    for area in areas.all():
        expect(area).to_be_in_viewport(ratio=1)


@BOTH
def test_who_asks_for_stillness_sees_nothing_move(visit: Visit, game: str) -> None:
    page = visit("en", LAPTOP)
    planning(page, game)
    page.locator(".bar button.primary").click()
    expect(page.locator(".bar button.primary")).to_be_disabled()
    lasting = "document.getAnimations().map((one) => one.effect.getComputedTiming().endTime)"
    assert all(end == 0 for end in page.evaluate(lasting))


@BOTH
def test_seats_differ_by_shape_and_not_by_colour_alone(visit: Visit, game: str) -> None:
    page = visit("en", LAPTOP)
    in_play(page, game)
    shapes = page.evaluate(SHAPES)
    assert None not in shapes and len(set(shapes)) == 3


@BOTH
def test_the_text_view_tells_the_whole_table(visit: Visit, game: str) -> None:
    page = visit("en", LAPTOP)
    in_play(page, game)
    page.locator("details.text summary").press("Enter")
    told = page.locator("details.text")
    expect(told.locator("h2")).to_have_count(5)
    pieces = {
        "finca": ("Blade 0", "Blade 11", "Palma", "Santanyí", "Fruit tiles", "carts"),
        "milestones": ("the playing piece is here", "a1", "draw pile", "stone", "street sections"),
    }
    for piece in ("Anna", "Béla", "Chloé", *pieces[game]):
        expect(told).to_contain_text(piece)


def test_what_is_expected_and_what_others_do_is_announced(visit: Visit) -> None:
    page = visit("en", LAPTOP)
    visit_table(page, sit_down(page, "finca"))
    expect(page.locator(".prompt")).to_have_attribute("aria-live", "polite")
    page.locator(TARGETS).first.press("Enter")
    page.locator(END_TURN).press("Enter")
    news = page.locator(".visually-hidden[aria-live=polite]")
    expect(news).to_contain_text("Random places a farmer on blade")
