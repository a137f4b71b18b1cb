"""Choices that few make: they lie on the board, and do not stand in the way of the usual ones."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from rondel.core import Position
from rondel.match import read_record, write_record
from tests.browser.finding import first
from tests.browser.playing import TARGETS, ask, bring, golden, visit_table
from tests.browser.site import LAPTOP, PHONE, Visit

LOUD = """targets => {
  const probe = document.body.appendChild(document.createElement("i"));
  const loud = ["accent", "glow"].map((token) => {
    probe.style.color = `var(--${token})`;
    return getComputedStyle(probe).color;
  });
  probe.remove();
  const painted = (part) => {
    const style = getComputedStyle(part);
    const drawn = part instanceof SVGElement
      ? [style.fill, style.stroke]
      : [style.backgroundColor, style.borderTopColor];
    return style.outlineStyle === "none" ? drawn : [...drawn, style.outlineColor];
  };
  const isLoud = (part) => painted(part).some((colour) => loud.includes(colour));
  return targets.map((target) => {
    const whole = target.closest(".target") ?? target;
    return [whole, ...whole.querySelectorAll("*")].some(isLoud);
  });
}"""
"""Which of these are painted in the colours that call for a click."""


def before(page: Page, game: str, record: str, wanted: Callable[[str], bool]) -> str:
    """Return the id of a table with a golden game before the first step that is wanted."""
    text = golden(game, record)
    match = read_record(text)
    steps = [match.text(number) for number in match.log]
    at = next(at for at, step in enumerate(steps) if wanted(step))
    table = bring(page, write_record(match), at)
    visit_table(page, table)
    return table


def end_turn(page: Page, table: str) -> list[str]:
    """End the turn; the steps that were made."""
    page.get_by_role("button", name="End turn").click()
    expect(page.get_by_role("button", name="Restart turn")).to_have_count(0)
    record = page.request.get(f"/api/tables/{table}/record").text()
    return record.splitlines()


def test_a_strong_wind_is_stopped_on_the_board(visit: Visit) -> None:
    for device in (LAPTOP, PHONE):
        page = visit("en", device)
        table = before(page, "finca", "two-players", lambda step: step == "stop")
        page.get_by_role("button", name="Leave it at one move").click()
        assert "stop" in end_turn(page, table)[-3:]


@pytest.mark.parametrize(
    ("language", "game", "record", "refusing", "button"),
    [
        ("en", "finca", "two-players", "move stop", "[data-kind=stop]"),
        ("hu", "finca", "two-players", "fill done", "[data-kind=done]"),
        ("fr", "milestones", "markets-run-out", "take leave", ".leave button"),
        ("hu", "milestones", "markets-run-out", "works done", ".leave button"),
        ("en", "milestones", "majorities", "mill done", ".leave button"),
        ("fr", "milestones", "markets-run-out", "trade done", ".leave button"),
    ],
)
def test_refusing_a_gain_is_never_the_loudest_button(
    visit: Visit, language: str, game: str, record: str, refusing: str, button: str
) -> None:
    duty, step = refusing.split()

    def fits(position: Position) -> bool:
        names = [type(action).__name__.lower() for action in position.actions]
        return position.view.duty == duty and step in names and len(names) > 1

    page = visit(language, LAPTOP)
    visit_table(page, bring(page, golden(game, record), first(game, fits, record)))
    refuse = page.locator(button)
    expect(refuse).to_be_visible()
    assert refuse.evaluate_all(LOUD) == [False]
    gains = page.locator(TARGETS).and_(page.locator(f":not({button})"))
    assert any(gains.evaluate_all(LOUD)), "what brings something glows"
    expect(page.locator(".bar button.primary")).to_be_disabled()


def test_a_game_that_only_goes_round_is_ended_on_the_board(
    visit: Visit,
) -> None:
    page = visit("en", LAPTOP)
    table = before(page, "finca", "going-round", lambda step: step == "end")
    page.get_by_role("button", name="End the game").click()
    assert end_turn(page, table)[-1] == "end"
    assert ask(page, "GET", f"/api/tables/{table}")["table"]["status"] == "over"


def test_at_the_mill_the_best_is_one_click_and_the_others_are_at_hand(visit: Visit) -> None:
    page = visit("en", LAPTOP)
    table = before(page, "milestones", "lower-numbers", lambda step: " for " in step)
    actions = ask(page, "GET", f"/api/tables/{table}")["moment"]["turn"]["actions"]
    texts = [action["text"] for action in actions]
    vertex = next(text for text in texts if " for " in text).split()[1]
    lower = [text for text in texts if text.startswith(f"sack {vertex} for ")]
    more = page.get_by_role("button", name=f"Count lower numbers on {vertex}…")
    more.click()
    expect(page.locator(".target.option")).to_have_count(len(lower))
    more.click()
    expect(page.locator(".target.option")).to_have_count(0)
    page.locator(".target.spot").and_(
        page.get_by_label(f"Flour sack for 2 grain on {vertex}:")
    ).click()
    expect(page.get_by_role("button", name="Undo step")).to_be_enabled()
    page.get_by_role("button", name="Undo step").click()
    more.click()
    page.locator(".target.option").first.click()
    expect(page.get_by_role("button", name="Undo step")).to_be_enabled()
