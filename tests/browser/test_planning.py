"""Planning: no click spends what it did not show, and the commit button says what it does."""

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.finding import (
    first,
    laying_before_going_on,
    match_of,
    village_for,
    villages_by_delivery,
)
from tests.browser.playing import END_TURN, TARGETS, bring, golden, play_now, sit_down, visit_table
from tests.browser.site import ACROSS, LAPTOP, PHONE, TABLET, Server, Visit

WAY = "[data-kind=way]"
PLAYED = re.compile(r"\bplayed\b")
"""How an action tile looks that is spent."""
COMMIT = ".bar button.primary"
IN_THE_BAR = """() => {
  const [bar, commit] = [".bar", ".bar button.primary"].map(
    (part) => document.querySelector(part).getBoundingClientRect());
  return [bar.right - commit.right, commit.top - bar.top].map(Math.round);
}"""
"""Script that returns the place of the commit button in its bar, which may be scrolled."""
TWICE = """target => {
  const click = () => target.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  click();
  click();
}"""


def at_step(page: Page, game: str, steps: int, record: str = "two-players") -> None:
    """Open a golden game up to a step."""
    visit_table(page, bring(page, golden(game, record), steps))


def village(page: Page, name: str) -> Locator:
    """Return a village that may be pressed."""
    return page.locator(f"[data-kind=village][data-place={name}][tabindex='0']")


def test_the_large_cart_is_never_spent_without_being_chosen(visit: Visit) -> None:
    page = visit("en", LAPTOP)
    record, step, place = village_for("large")
    at_step(page, "finca", step, record)
    village(page, place).click()
    expect(page.locator(WAY)).to_have_count(1)
    expect(page.locator(".changes")).to_be_hidden()
    page.locator(WAY).hover()
    expect(page.locator(".bubble")).to_contain_text("large cart spent −2, tile +")
    page.locator(WAY).click()
    expect(page.locator(END_TURN)).to_be_visible()
    expect(page.locator(".changes")).to_contain_text("unused action tiles −2")


def test_one_fruit_less_is_never_played_without_being_chosen_in_hungarian(visit: Visit) -> None:
    page = visit("hu", LAPTOP)
    record, step, place = village_for("less")
    at_step(page, "finca", step, record)
    tile = page.locator(".area.turn [data-tile=less]")
    village(page, place).click()
    expect(page.locator(WAY)).to_have_count(1)
    expect(page.locator(".changes")).to_be_hidden()
    expect(tile).not_to_have_class(PLAYED)
    page.locator(WAY).hover()
    expect(page.locator(".bubble")).to_contain_text(
        "eggyel kevesebb gyümölcs felhasználva −2, lapka +"
    )
    expect(page.locator(".bubble .cost")).to_have_text(["−3", "−1", "−1"])
    page.locator(WAY).click()
    expect(page.locator(".changes")).to_contain_text("fel nem használt akciólapkák −2")
    expect(tile).to_have_class(PLAYED)
    page.get_by_role("button", name="Lépés visszavonása").click()
    expect(page.locator(".changes")).to_be_hidden()
    expect(tile).not_to_have_class(PLAYED)
    expect(village(page, place)).to_be_visible()


def test_who_delivers_with_a_cart_keeps_one_fruit_less(visit: Visit) -> None:
    page = visit("en", LAPTOP)
    both = {"cart", "less"}
    step = first("finca", lambda position: both in villages_by_delivery(position).values())
    ways = villages_by_delivery(match_of("finca", "two-players").position_at(step))
    place = next(name for name, found in ways.items() if found == both)
    at_step(page, "finca", step)
    village(page, place).click()
    expect(page.locator(WAY)).to_have_count(2)
    expect(page.locator(".changes")).to_be_hidden()
    page.locator(f"{WAY}[data-action=cart]").click()
    expect(page.locator(".changes")).to_contain_text("fruit tiles +")
    expect(page.locator(".changes")).not_to_contain_text("action tiles")
    expect(page.locator(".area.turn [data-tile=less]")).not_to_have_class(PLAYED)


def test_undo_takes_back_what_one_click_did_in_french(visit: Visit) -> None:
    page = visit("fr", LAPTOP)
    record, step, place = village_for("cart")
    at_step(page, "finca", step, record)
    village(page, place).click()
    expect(page.locator(".changes")).to_contain_text("tuiles fruits +")
    page.reload()
    expect(page.locator(".changes")).to_be_visible()
    page.locator(".bar button", has_text="Annuler le coup").click()
    expect(page.locator(".changes")).to_be_hidden()
    expect(village(page, place)).to_be_visible()


def test_a_delivery_that_can_only_end_needs_no_second_button(visit: Visit) -> None:
    page = visit("en", LAPTOP)
    record, step, place = village_for("large")
    at_step(page, "finca", step, record)
    village(page, place).click()
    page.locator(WAY).click()
    expect(page.locator(END_TURN)).to_have_text("End turn")
    expect(page.locator("[data-kind=done]")).to_be_hidden()
    turn = page.locator(".area.turn").get_attribute("data-seat")
    page.get_by_role("button", name="Undo step").click()
    expect(page.locator(".area.turn")).to_have_attribute("data-seat", turn)


def test_the_commit_button_says_when_luck_follows_and_the_turn_goes_on(visit: Visit) -> None:
    page = visit("fr", LAPTOP)
    at_step(page, "milestones", laying_before_going_on())
    commit = page.locator(COMMIT)
    place = commit.bounding_box()
    page.locator(".stage .target.lay").first.press("Enter")
    expect(commit).to_have_text("Tirer et continuer")
    expect(commit).to_be_enabled()
    assert commit.bounding_box() == place
    commit.click()
    expect(page.locator(".stage .target.space").first).to_be_visible()
    expect(commit).to_be_disabled()


@pytest.mark.parametrize(
    ("language", "device"),
    [("hu", PHONE), ("hu", ACROSS), ("fr", ACROSS), ("fr", TABLET)],
    ids=["upright-hu", "across-hu", "across-fr", "tablet-fr"],
)
def test_the_commit_button_stays_in_one_place_on_every_screen(
    visit: Visit, language: str, device: Any
) -> None:
    page = visit(language, device)
    record, step, place = village_for("large")
    at_step(page, "finca", step, record)
    before = page.evaluate(IN_THE_BAR)
    village(page, place).press("Enter")
    page.locator(WAY).press("Enter")
    expect(page.locator(".changes")).to_contain_text("8 → 7")
    expect(page.locator(END_TURN)).to_be_in_viewport(ratio=1)
    assert page.evaluate(IN_THE_BAR) == before


@pytest.mark.parametrize("language", ["fr", "hu"])
def test_across_the_commit_button_is_on_one_line_beside_all_other_signs(
    visit: Visit, language: str
) -> None:
    page = visit(language, ACROSS)
    visit_table(page, sit_down(page, "finca"))
    commit = page.locator(COMMIT)
    for others in (3, 4):
        page.locator(TARGETS).first.wait_for()
        expect(page.locator(".bar .buttons > *")).to_have_count(others + 1)
        box = commit.bounding_box()
        assert box is not None and box["height"] < 40
        page.locator(TARGETS).first.press("Enter")
        page.locator(END_TURN).press("Enter")
        expect(page.locator(END_TURN)).to_be_hidden()


def test_whoever_clicks_too_fast_is_told_so_and_goes_on(visit: Visit, tmp_path: Path) -> None:
    strict = Server(tmp_path)
    strict.environment["RONDEL_MESSAGES_PER_SECOND"] = "1"
    try:
        strict.start()
        page = visit("en", LAPTOP, base_url=strict.url)
        play_now(page, 0)
        target = page.locator(TARGETS).first
        target.evaluate(TWICE)
        expect(page.locator("[role=alert]")).to_contain_text("Slowly, please")
        expect(page.locator(".stage")).to_have_attribute("aria-busy", "false")
        # As slowly as the server wants it.
        page.wait_for_timeout(1_200)
        target.click()
        page.wait_for_timeout(1_200)
        page.locator(END_TURN).click()
        expect(page.locator(END_TURN)).to_be_hidden()
    finally:
        strict.close()


def test_a_plan_that_would_end_the_game_says_so(visit: Visit) -> None:
    page = visit("hu", PHONE)
    # The last turn of a golden game.
    at_step(page, "finca", 262, "four-players")
    page.locator(".bar button[aria-expanded]").click()
    for text in ("cart", "fill arta", "done"):
        if page.locator(".bar form input").count() > 0:
            page.locator(".stage[aria-busy=false]").wait_for()
            page.locator(".bar form input").fill(text)
            page.locator(".bar form input").press("Enter")
            page.wait_for_function(
                """text => Object.values(sessionStorage).some((plan) => plan.includes(text))""",
                arg=text,
            )
    prompt = page.locator(".bar .prompt")
    expect(prompt).to_contain_text("Ez a kör véget vet a játéknak: ")
    assert [int(number) for number in re.findall(r" (\d+)[,.]", prompt.inner_text())] == [
        54,
        23,
        26,
        35,
    ]
    page.locator(END_TURN).click()
    page.locator(".podium").wait_for()
    expect(prompt).to_have_text("A játék véget ért")
