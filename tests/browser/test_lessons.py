"""Guided first game: the teacher speaks, the learner makes the moves, to the very end."""

import re
import time

import pytest
from playwright.sync_api import Page, expect

from tests.browser.playing import OPEN, POINT, TARGETS, TIMEOUT
from tests.browser.site import LAPTOP, Visit

pytestmark = pytest.mark.timeout(900)

END_TURN = ".bar:has([data-show]) button.primary:not(:disabled)"
"""Not the button that stands there once the lesson is over: it leads to a new game."""
SHOW_ME = ".bar [data-show]:not(:disabled)"
TAUGHT = f"{TARGETS}, .stage .tile.can"
"""Selector of elements that lead to the taught step; the gust is picked up first."""


def follow(page: Page) -> int:
    """Ask to be shown, and do it, until the lesson is over; how many clicks that took."""
    deadline = time.monotonic() + TIMEOUT
    clicks = 0
    while page.locator(".bar [data-show]").count() > 0:
        place = page.evaluate(POINT, [[END_TURN, SHOW_ME, OPEN, TAUGHT], 0, 1])
        if place is not None:
            page.mouse.click(place["x"], place["y"])
            clicks += 1
        page.clock.run_for(1_200)
        assert time.monotonic() < deadline, "the lesson does not end"
    return clicks


@pytest.mark.parametrize(("game", "language"), [("finca", "hu"), ("milestones", "en")])
def test_a_lesson_is_played_to_its_end(visit: Visit, game: str, language: str) -> None:
    page = visit(language, LAPTOP, path="/healthz")
    page.clock.install()
    page.goto(f"/learn/{game}")
    expect(page.locator(".bar .prompt")).not_to_be_empty()
    # Nobody is told at length what was dealt before the first word of the teacher.
    expect(page.locator(".bar .told")).to_be_empty()
    assert follow(page) > 40
    page.locator(".bar button.primary").click()
    expect(page).to_have_url(re.compile("/t/"))
    expect(page.locator(TARGETS).first).to_be_visible()
    expect(page.locator(".seats .watchers")).to_have_count(0)


def test_another_step_than_the_taught_one_is_not_made_but_explained_in_french(visit: Visit) -> None:
    page = visit("fr", LAPTOP, path="/learn/finca")
    asked = page.locator(".bar .prompt").inner_text()
    page.locator(".stage [data-place='11']").click()
    expect(page.locator(".bar .told strong")).to_be_visible()
    expect(page.locator(".bar .prompt")).to_have_text(asked)
    expect(page.locator(TARGETS)).to_have_count(1)
