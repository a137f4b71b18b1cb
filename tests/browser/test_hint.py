"""Hints while learning: on the board, against bots, and told when the game is over."""

import re

from playwright.sync_api import expect

from tests.browser.conftest import LAPTOP, Visit
from tests.browser.playing import END_TURN, ask, sit_down, visit_table


def test_a_hint_is_shown_on_the_board_and_the_game_is_marked_in_hungarian(visit: Visit) -> None:
    page = visit("hu", LAPTOP)
    table = sit_down(page, "finca", {"mine": True}, {"kind": "bot", "bot": "beginner"})
    visit_table(page, table)
    page.locator("header summary").click()
    page.get_by_role("button", name="Te mit tennél?").click()
    show = page.get_by_role("button", name="Mutasd a táblán")
    expect(show).to_be_visible(timeout=60_000)
    expect(page.get_by_role("status").filter(has=show)).to_contain_text(
        re.compile("Arról szól, hol kezd egy gazda.*(A következő, |Ugyanolyan jó: )", re.DOTALL)
    )
    show.click()
    expect(page.locator(END_TURN)).to_be_visible()
    page.get_by_text("Mennyit érnek az egyes lehetőségek?").click()
    options = page.locator("header details li button")
    expect(options.first).to_contain_text("%")
    turn = ask(page, "GET", f"/api/tables/{table}")["moment"]["turn"]
    expect(options).to_have_count(len(turn["actions"]))
    options.last.click()
    expect(page.locator(END_TURN)).to_be_visible()
    assert ask(page, "GET", f"/api/tables/{table}")["table"]["helped"] == 1
    ask(page, "POST", f"/api/tables/{table}/concede", {})
    expect(page.locator(".podium")).to_contain_text("Segítséggel játszva: 1 tanács")
