"""Playing as a person does: only by what can be seen and clicked."""

import random

from playwright.sync_api import Page, expect
from playwright.sync_api import TimeoutError as TookTooLong

END_TURN = ".bar button.primary:not(:disabled)"
TARGETS = ".stage [data-action], .stage [data-target]:not(:disabled)"


def name_yourself(page: Page, name: str) -> None:
    """Type a name in the lobby."""
    page.locator(".name input").fill(name)


def play_now(page: Page, game: int, players: int = 2) -> None:
    """Two clicks: how many, and play now against bots."""
    card = page.locator("article").nth(game)
    card.locator(".count", has_text=str(players)).click()
    card.locator("button.primary").click()
    expect(page.locator(".prompt")).not_to_be_empty()


def is_over(page: Page) -> bool:
    """Whether the podium stands."""
    return page.locator(".podium").count() > 0


def take_turn(page: Page, luck: random.Random, touch: bool = False) -> bool:
    """One click: a legal target, or End turn once the plan is whole. Whether anything was done.

    The table may move on between looking and clicking; then nothing was done.
    """
    for wanted in (END_TURN, TARGETS):
        found = page.locator(wanted)
        count = found.count()
        if count == 0:
            continue
        chosen = found.nth(luck.randrange(count))
        try:
            (chosen.tap if touch else chosen.click)(timeout=2_000)
        except TookTooLong:
            return False
        return True
    return False
