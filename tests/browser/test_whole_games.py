"""Whole games in a real Chromium, by mouse, by touch, by keyboard."""

import random
import time
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import LAPTOP, PHONE
from tests.browser.playing import is_over, name_yourself, play_now, take_turn

PATIENCE = 240


def play_to_the_end(page: Page, touch: bool = False) -> None:
    luck = random.Random(1)
    deadline = time.monotonic() + PATIENCE
    while not is_over(page):
        assert time.monotonic() < deadline, page.locator(".prompt").inner_text()
        if not take_turn(page, luck, touch):
            page.wait_for_timeout(50)


@pytest.mark.parametrize(
    ("game", "language", "touch"), [(0, "fr", False), (1, "hu", False), (0, "en", True)]
)
def test_a_whole_game_against_a_bot_by_pointing(
    visit: Any, game: int, language: str, touch: bool
) -> None:
    page = visit(language, PHONE if touch else LAPTOP)
    name_yourself(page, "Anna")
    play_now(page, game)
    play_to_the_end(page, touch)
    expect(page.locator(".podium li")).to_have_count(2)
    expect(page.locator("html")).to_have_attribute("lang", language)
