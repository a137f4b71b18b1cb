"""Every main screen of the browser client, and how to get there."""

from collections.abc import Callable

from playwright.sync_api import Page

from rondel.puzzles import shipped
from tests.browser.playing import END_TURN, TARGETS, ask, bring, golden, sit_down, visit_table

MIDDLE = {
    "finca": (golden("finca", "three-players"), 173),
    "milestones": (golden("milestones", "three-players"), 662),
}
"""Game of each, and a step well into it where somebody's turn begins."""
JUDGED = 600_000
"""Milliseconds; a review gives way to everything else."""


def lobby(page: Page) -> None:
    """Show the two covers, and a shelf with a game."""
    page.goto("/")
    page.locator("article svg").nth(1).wait_for()
    page.evaluate("document.fonts.ready.then(() => true)")


def lobby_with_friends(page: Page) -> None:
    """Show the options for a table with friends."""
    lobby(page)
    page.locator("article").first.locator(".buttons button").last.click()
    page.locator("article").first.locator("input[type=checkbox]").first.wait_for()


def waiting(page: Page) -> None:
    """Show a table with free seats."""
    page.goto(f"/t/{sit_down(page, 'finca', {'mine': True}, {}, {})}")
    page.locator("main svg[role=img]").first.wait_for()


def invitation(page: Page) -> None:
    """Show the page that an invitation opens."""
    table = sit_down(page, "milestones", {"mine": True}, {}, {"kind": "bot", "bot": "casual"})
    link = ask(page, "GET", f"/api/tables/{table}/links")["seats"]["1"]
    page.context.clear_cookies()
    page.goto(link)
    page.locator("form li").first.wait_for()


def in_play(page: Page, game: str) -> None:
    """Show a board in the middle of a game, ours to go on."""
    visit_table(page, bring(page, *MIDDLE[game]))
    page.locator(TARGETS).first.wait_for()


def planning(page: Page, game: str) -> None:
    """Show a plan that only waits for End turn."""
    in_play(page, game)
    for _ in range(12):
        page.locator(".stage[aria-busy=false]").wait_for()
        if page.locator(END_TURN).count() > 0:
            return
        page.locator(TARGETS).first.press("Enter")
    raise AssertionError("the plan does not become whole")


def looking(page: Page, game: str) -> None:
    """Show a step previewed."""
    in_play(page, game)
    page.locator(TARGETS).first.focus()


def beside(page: Page) -> None:
    """Everything that can be unfolded around a board."""
    in_play(page, "finca")
    page.locator(".bar button[aria-expanded]").first.click()
    page.locator("aside button").first.click()
    page.locator("aside li").first.wait_for()


def options(page: Page) -> None:
    """Show the options of a table."""
    in_play(page, "milestones")
    page.locator("header summary").click()


def podium(page: Page, game: str) -> None:
    """Show the end of a game."""
    visit_table(page, bring(page, MIDDLE[game][0]))
    page.locator(".podium svg.curve").wait_for()


def replay(page: Page) -> None:
    """Show a step of a game that is over."""
    record, step = MIDDLE["milestones"]
    visit_table(page, bring(page, record), f"/replay?at={step}")
    page.locator("input[type=range]").wait_for()


def review(page: Page, game: str) -> None:
    """Show the review of a game that was given up."""
    table = bring(page, golden(game, "two-players"), 60)
    ask(page, "POST", f"/api/tables/{table}/commands", {"kind": "resign", "seat": 0})
    page.goto(f"/t/{table}/review")
    page.locator(".knob").first.wait_for(timeout=JUDGED)
    page.keyboard.press("ArrowLeft")  # From the end to the last turn that mattered.
    page.locator(".look .stage svg").first.wait_for()


def rules(page: Page, game: str) -> None:
    """Show the rules of a game."""
    page.goto(f"/rules/{game}")
    page.locator("main h2").first.wait_for()


def lesson(page: Page, game: str) -> None:
    """Show the guided first game."""
    page.goto(f"/learn/{game}")
    page.locator(TARGETS).first.wait_for()


def puzzle(page: Page, game: str) -> None:
    """Show a turn to find, and what it was: always the same one, and a short one."""
    chosen = min(shipped(game).values(), key=lambda one: (len(one.solution), one.id))
    page.goto(f"/puzzles/{game}?id={chosen.id}")
    page.locator("main svg[role=group]").first.wait_for()
    page.locator("[data-solve]").click()
    page.locator(".speech strong").wait_for()


def daily(page: Page) -> None:
    """Show the deal of the day, with a result."""
    ask(page, "PUT", "/api/me", {"name": "Anna"})
    table = ask(page, "POST", "/api/daily/finca")["table"]
    ask(page, "POST", f"/api/tables/{table}/commands", {"kind": "resign"})
    page.goto("/daily/finca")
    page.locator("main table, main [data-play]").first.wait_for()
    page.locator("summary").click()


def hint(page: Page) -> None:
    """Show a hint with the value of every option."""
    visit_table(page, bring(page, *MIDDLE["finca"]))
    page.locator(TARGETS).first.wait_for()
    page.locator(".bar summary").click()
    page.locator("[data-hint]").click()
    page.locator("[data-hint-options]").click(timeout=60_000)
    page.locator(".bar details li").first.wait_for()


def nowhere(page: Page) -> None:
    """Show a table that does not exist."""
    ask(page, "PUT", "/api/me", {"name": "Anna"})
    page.goto("/t/nosuchtable")
    page.locator("main a").wait_for()


SCREENS: dict[str, Callable[[Page], None]] = {
    "lobby": lobby,
    "lobby-friends": lobby_with_friends,
    "waiting": waiting,
    "invitation": invitation,
    "finca": lambda page: in_play(page, "finca"),
    "finca-preview": lambda page: looking(page, "finca"),
    "finca-plan": lambda page: planning(page, "finca"),
    "finca-choices": beside,
    "finca-podium": lambda page: podium(page, "finca"),
    "finca-rules": lambda page: rules(page, "finca"),
    "finca-lesson": lambda page: lesson(page, "finca"),
    "finca-review": lambda page: review(page, "finca"),
    "milestones": lambda page: in_play(page, "milestones"),
    "milestones-plan": lambda page: planning(page, "milestones"),
    "milestones-podium": lambda page: podium(page, "milestones"),
    "milestones-replay": replay,
    "milestones-rules": lambda page: rules(page, "milestones"),
    "milestones-lesson": lambda page: lesson(page, "milestones"),
    "finca-puzzle": lambda page: puzzle(page, "finca"),
    "milestones-puzzle": lambda page: puzzle(page, "milestones"),
    "daily": daily,
    "hint": hint,
    "options": options,
    "nowhere": nowhere,
}
