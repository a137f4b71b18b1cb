"""Taking back: a whole turn against bots at any time, by consent among people."""

from playwright.sync_api import expect

from tests.browser.playing import (
    END_TURN,
    FINCA,
    TARGETS,
    ask,
    name_yourself,
    sit_down,
    visit_table,
    with_friends,
)
from tests.browser.site import LAPTOP, Visit


def test_a_turn_against_bots_is_taken_back_and_everyone_is_told(visit: Visit) -> None:
    page = visit("en", LAPTOP)
    table = sit_down(page, "finca")
    visit_table(page, table)
    start = ask(page, "GET", f"/api/tables/{table}")["moment"]["steps"]
    expect(page.get_by_role("button", name="Take back")).to_be_disabled()
    page.locator(TARGETS).first.press("Enter")
    page.locator(END_TURN).press("Enter")
    expect(page.locator(".stage")).to_have_attribute("data-steps", str(start + 2))
    expect(page.locator(TARGETS).first).to_be_visible()
    page.get_by_role("button", name="Take back").click()
    expect(page.locator(".stage")).to_have_attribute("data-steps", str(start))
    expect(page.locator(".bar [role=status]")).to_contain_text("Anna has taken back a turn")
    page.locator(TARGETS).first.press("Enter")
    page.locator(END_TURN).press("Enter")
    expect(page.locator(".bar [role=status]")).to_be_hidden()
    ask(page, "POST", f"/api/tables/{table}/commands", {"kind": "resign"})
    expect(page.locator(".podium")).to_contain_text("One turn was taken back in this game.")


def test_among_people_one_asks_on_ones_own_turn_too_and_is_answered(visit: Visit) -> None:
    anna, bela = visit("fr", LAPTOP), visit("hu", LAPTOP)
    name_yourself(anna, "Anna")
    with_friends(anna, FINCA)
    name_yourself(bela, "Béla")
    bela.goto(anna.locator("main li input").first.input_value())
    bela.get_by_role("button", name="Leülök").click()
    for page in (anna, bela):
        page.locator(TARGETS).first.press("Enter")
        page.locator(END_TURN).press("Enter")
        expect(page.locator(END_TURN)).to_be_hidden()
    expect(anna.locator(TARGETS).first).to_be_visible()
    anna.get_by_role("button", name="Reprendre").click()
    expect(anna.locator(".bar [role=status]")).to_contain_text("Il faut l’accord de Béla")
    expect(bela.locator(".bar [role=status]")).to_contain_text("Anna")
    bela.locator(".request button").first.click()
    expect(anna.locator(".bar [role=status]")).to_contain_text("Anna a repris un tour")
