"""Puzzles on the board: a wrong turn, the right one, the solution shown, a streak that is kept."""

import re

from playwright.sync_api import Page, expect

from rondel.puzzles import Puzzle, shipped
from tests.browser.site import LAPTOP, PHONE, Visit

MOVE = re.compile(r"move (\d+)")


def a_move() -> tuple[Puzzle, str, str]:
    """Return a puzzle of one move, its blade, and the blade of a rival."""
    for puzzle in shipped("finca").values():
        wrong = [rival.steps[0] for rival in puzzle.rivals if len(rival.steps) == 1]
        found = [MOVE.fullmatch(steps) for steps in (*puzzle.solution, *wrong[:1])]
        if len(found) == 2 and all(found):
            right, other = (match[1] for match in found if match)
            return puzzle, right, other
    raise AssertionError("some puzzles are a single move")


def move_from(page: Page, blade: str) -> None:
    page.locator(f".stage [data-kind=blade][data-place='{blade}'][data-action]").first.click()


def test_a_turn_is_judged_and_told_why_in_hungarian(visit: Visit) -> None:
    puzzle, right, other = a_move()
    page = visit("hu", LAPTOP, path=f"/puzzles/finca?id={puzzle.id}")
    said = page.locator(".speech")
    expect(said).to_contain_text("Találd meg")
    move_from(page, other)
    loss = round(100 * puzzle.rivals[0].loss)
    expect(said).to_contain_text(f"esélyeid {loss} százalékába kerül")
    expect(said).to_have_class(re.compile("wrong"))
    # What the solution is about is not told before it is found.
    expect(said).not_to_contain_text("szól")
    expect(page.locator("[data-streak]")).to_have_attribute("data-streak", "0")
    page.get_by_role("button", name="Próbáld újra").click()
    move_from(page, right)
    expect(said).to_contain_text("Ez az!")
    expect(said).to_contain_text("szól")
    expect(said).to_have_class(re.compile("right"))
    # A second try solves it, and makes no streak.
    expect(page.locator("[data-streak]")).to_have_attribute("data-streak", "0")
    page.locator("[data-next]").click()
    expect(page).not_to_have_url(re.compile(puzzle.id))
    expect(said).to_contain_text("Találd meg")


def test_a_streak_is_kept_and_the_keyboard_is_enough(visit: Visit) -> None:
    puzzle, right, _ = a_move()
    page = visit("en", LAPTOP, path=f"/puzzles/finca?id={puzzle.id}")
    place = page.locator(f".stage [data-kind=blade][data-place='{right}'][data-action]").first
    place.focus()
    page.keyboard.press("Enter")
    expect(page.locator("[data-streak]")).to_have_attribute("data-streak", "1")
    expect(page.locator("[data-next]")).to_be_focused()
    page.reload()
    expect(page.locator("[data-streak]")).to_have_attribute("data-streak", "1")
    page.locator(".facts select").select_option("hard")
    shown = page.locator(".facts span").nth(1)
    expect(shown).to_have_text("Hard")


def test_the_solution_is_shown_step_by_step_on_a_phone(visit: Visit) -> None:
    puzzle = next(one for one in shipped("milestones").values() if len(one.solution) > 2)
    page = visit("fr", PHONE, path=f"/puzzles/milestones?id={puzzle.id}")
    page.locator("[data-solve]").click()
    expect(page.locator(".speech")).to_contain_text("Voici le tour", timeout=60_000)
    expect(page.locator(".speech")).to_contain_text("Il s’agit")
    page.get_by_role("button", name="Réessayer").click()
    expect(page.locator(".speech")).to_contain_text("Trouvez-le")
