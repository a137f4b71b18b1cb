"""Following the others: their turns step by step, told in the bar, marked on the board."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.playing import END_TURN, TARGETS, ask, bring, golden, sit_down, visit_table
from tests.browser.screens import in_play
from tests.browser.site import LAPTOP, PHONE, Visit

BUSY = ".stage[aria-busy=true]"
RANDOM = {"kind": "bot", "bot": "random"}


def lively(visit: Visit, language: str, device: Any, pace: str) -> Page:
    """Return the page of a visitor who has animations and a pace."""
    page: Page = visit(language, device, reduced_motion="no-preference")
    page.evaluate("pace => localStorage.setItem('rondel', JSON.stringify({ pace }))", pace)
    return page


def first_told(page: Page, table: str, event: str) -> Any:
    """Return the first step of a table with this event in its narration."""
    since = 0
    while told := ask(page, "GET", f"/api/tables/{table}/story?since={since}")["narration"]:
        for step in told:
            if event in [phrase["key"] for phrase in step["story"]]:
                return step
        since = told[-1]["at"] + 1
    raise AssertionError(f"nothing like {event} happens")


def notice(page: Page, selector: str) -> None:
    """Have the page itself remember what it shows there, however short the moment."""
    page.evaluate(
        """selector => {
          window.noticed = [];
          const look = () => document.querySelectorAll(selector)
            .forEach((shown) => window.noticed.push(shown.textContent));
          const all = { subtree: true, childList: true, characterData: true, attributes: true };
          new MutationObserver(look).observe(document.body, all);
        }""",
        selector,
    )


def noticed(page: Page, text: str) -> None:
    """Wait until the page has shown such a text there."""
    page.wait_for_function("text => noticed.some((one) => new RegExp(text).test(one))", arg=text)


def place_a_farmer(page: Page) -> None:
    """Play a whole turn at the beginning of Finca."""
    page.locator(TARGETS).first.press("Enter")
    page.locator(END_TURN).press("Enter")


def test_others_turns_are_told_one_by_one_and_can_be_skipped(visit: Visit) -> None:
    page = lively(visit, "en", LAPTOP, "slow")
    visit_table(page, sit_down(page, "finca", {"mine": True}, RANDOM, RANDOM))
    place_a_farmer(page)
    expect(page.locator(".prompt")).to_contain_text("Random 2 places a farmer on blade")
    expect(page.locator(BUSY)).to_be_visible()
    # Nothing tells more than the board shows.
    expect(page.locator(".seats .to-move")).to_contain_text("Random 2")
    expect(page.locator(".stage .area.turn h2")).to_contain_text("Random 2")
    expect(page.locator(".stage .told li").first).to_contain_text("Random 2 places a farmer")
    page.get_by_role("button", name="Skip").click()
    expect(page.locator(BUSY)).to_be_hidden()
    expect(page.locator(".seats .to-move")).to_contain_text("Anna")
    expect(page.locator(".stage .told li").first).to_contain_text("Random 3 places a farmer")
    expect(page.locator(".prompt")).to_contain_text("Your turn")
    expect(page.locator(".news")).to_contain_text("Random 2 places a farmer on blade")


def test_a_trail_shows_what_the_others_did_until_ones_own_move_in_french(visit: Visit) -> None:
    page = lively(visit, "fr", PHONE, "quick")
    visit_table(page, sit_down(page, "finca", {"mine": True}, RANDOM, RANDOM))
    notice(page, BUSY)
    place_a_farmer(page)
    noticed(page, "")
    expect(page.locator(TARGETS).first).to_be_visible()
    expect(page.locator(".trail")).to_have_count(2)
    page.reload()
    expect(page.locator(".trail")).to_have_count(2)
    page.locator(TARGETS).first.press("Enter")
    expect(page.locator(".trail")).to_have_count(0)


def test_a_finca_won_and_a_set_completed_get_moments_of_their_own_in_french(visit: Visit) -> None:
    page = lively(visit, "fr", PHONE, "normal")
    record = golden("finca", "wooden-fincas-run-out")
    step = first_told(page, bring(page, record), "event-finca-won")
    assert {"event-wooden-finca", "event-bonus"} < {phrase["key"] for phrase in step["story"]}
    visit_table(page, bring(page, record, step["at"]))
    page.locator(f"[data-action='{step['text']}']").press("Enter")
    page.locator(END_TURN).press("Enter")
    special = page.locator(".special")
    expect(special).to_contain_text("gagne la tuile finca")
    expect(special).to_be_in_viewport(ratio=1)
    expect(special).to_contain_text("Une finca en bois est posée")
    expect(special).to_contain_text("complète une série")
    expect(special).to_be_hidden()


def test_the_log_is_open_where_there_is_room_and_never_shrinks_the_board(visit: Visit) -> None:
    page = visit("fr", {"viewport": {"width": 1920, "height": 1080}})
    board = page.locator(".stage svg[role=group]").first
    for game in ("finca", "milestones"):
        in_play(page, game)
        expect(page.locator(".stage .told li").first).to_be_in_viewport()
        before = board.bounding_box()
        page.locator("aside button").first.click()
        expect(page.locator("aside li").first).to_be_visible()
        assert board.bounding_box() == before


MOVED = """() => {
  window.moved = [];
  const note = (piece) =>
    window.moved.push([piece, piece.parentElement].map((one) => one?.classList.value).join(" in "));
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...how) {
    note(this);
    return animate.apply(this, how);
  };
  document.addEventListener("transitionrun", (event) => note(event.target));
}"""
"""Notes down whatever the page sets in motion."""


@pytest.mark.parametrize(
    ("game", "event", "pieces"),
    [
        ("finca", "event-move", ["piece", "vanes"]),
        ("finca", "event-fill", ["in flights"]),
        ("milestones", "event-go-worker", ["pawn"]),
        ("milestones", "event-to", ["kerb", "paving"]),
    ],
    ids=["farmers hop and the mill turns", "carts drive", "figures walk", "streets are laid"],
)
def test_what_happens_is_seen_to_move(
    visit: Visit, game: str, event: str, pieces: list[str]
) -> None:
    page = lively(visit, "hu", LAPTOP, "quick")
    table = bring(page, golden(game, "two-players"))
    at = first_told(page, table, event)["at"]
    visit_table(page, table, f"/replay?at={at}")
    slider = page.locator("input[type=range]")
    expect(slider).to_have_value(str(at))
    page.evaluate(MOVED)
    page.keyboard.press("ArrowRight")
    expect(slider).to_have_value(str(at + 1))
    for piece in pieces:
        page.wait_for_function("name => moved.some((one) => one.includes(name))", arg=piece)
