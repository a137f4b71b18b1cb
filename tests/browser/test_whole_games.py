"""Games in a real Chromium, by mouse and by touch, each in another language."""

import random
import time
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.conftest import LAPTOP, PHONE
from tests.browser.playing import is_over, name_yourself, play_now, take_turn

PATIENCE = 400
FINCA, MILESTONES = 0, 1


def play(page: Page, clicks: int, touch: bool = False) -> int:
    """Click on until the game is over or so many clicks are made; how many were."""
    luck = random.Random(1)
    deadline = time.monotonic() + PATIENCE
    made = 0
    while made < clicks and not is_over(page):
        assert time.monotonic() < deadline, page.locator(".prompt").inner_text()
        if take_turn(page, luck, touch):
            made += 1
        else:
            page.wait_for_timeout(50)
    return made


def test_a_whole_game_of_finca_by_mouse_in_french(visit: Any) -> None:
    page = visit("fr", LAPTOP)
    name_yourself(page, "Anna")
    play_now(page, FINCA)
    play(page, 2_000)
    expect(page.locator(".podium li")).to_have_count(2)
    expect(page.locator(".podium")).to_contain_text("La partie est terminée")


def test_milestones_by_mouse_in_hungarian(visit: Any) -> None:
    page = visit("hu", LAPTOP)
    name_yourself(page, "Béla")
    play_now(page, MILESTONES)
    assert play(page, 40) == 40
    expect(page.locator("html")).to_have_attribute("lang", "hu")


def test_finca_by_touch_on_a_phone(visit: Any) -> None:
    page = visit("en", PHONE)
    name_yourself(page, "Chloé")
    play_now(page, FINCA)
    assert play(page, 16, touch=True) == 16
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_a_planned_turn_survives_a_reload(visit: Any) -> None:
    page = visit("en", LAPTOP)
    name_yourself(page, "Dora")
    play_now(page, FINCA)
    page.locator(".stage [data-action]").first.click()
    expect(page.locator(".bar button.primary")).to_be_enabled()
    page.reload()
    expect(page.locator(".bar button.primary")).to_be_enabled()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_in_the_lobby(visit: Any, theme: str) -> None:
    page = visit("en", LAPTOP, color_scheme=theme)
    page.locator("article svg").nth(1).wait_for()
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
