"""Playing as a person does: only by what can be seen and clicked."""

import random

from playwright.sync_api import Page, expect

TARGETS = ".stage [data-action]:not([aria-disabled='true'])"


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
    """One click: a legal target, or End turn once the plan is whole. Whether anything was done."""
    end = page.locator(".bar button.primary")
    if end.count() and end.is_enabled():
        end.tap() if touch else end.click()
        return True
    targets = page.locator(TARGETS)
    count = targets.count()
    if count == 0:
        return False
    chosen = targets.nth(luck.randrange(count))
    chosen.tap() if touch else chosen.click()
    return True
