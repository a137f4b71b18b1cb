"""Hints while learning: on the board, against bots, and told when the game is over."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.playing import END_TURN, TARGETS, ask, sit_down, visit_table
from tests.browser.site import ACROSS, LAPTOP, PHONE, Visit


def test_a_hint_is_shown_on_the_board_and_the_game_is_marked_in_hungarian(visit: Visit) -> None:
    page = visit("hu", LAPTOP)
    table = sit_down(page, "finca", {"mine": True}, {"kind": "bot", "bot": "beginner"})
    visit_table(page, table)
    page.locator(".bar").get_by_text("Tanács", exact=True).click()
    page.get_by_role("button", name="Tanács mutatása").click()
    show = page.get_by_role("button", name="Mutasd a táblán")
    expect(show).to_be_visible(timeout=60_000)
    expect(page.get_by_role("status").filter(has=show)).to_contain_text(
        re.compile("Arról szól, hol kezd egy gazda.*(A következő, |Ugyanolyan jó: )", re.DOTALL)
    )
    show.click()
    expect(page.locator(END_TURN)).to_be_visible()
    page.get_by_text("Mennyit érnek az egyes lehetőségek?").click()
    options = page.locator(".bar details li button")
    expect(options.first).to_contain_text("%")
    turn = ask(page, "GET", f"/api/tables/{table}")["moment"]["turn"]
    expect(options).to_have_count(len(turn["actions"]))
    options.last.click()
    expect(page.locator(END_TURN)).to_be_visible()
    assert ask(page, "GET", f"/api/tables/{table}")["table"]["helped"] == 1
    ask(page, "POST", f"/api/tables/{table}/commands", {"kind": "resign"})
    expect(page.locator(".podium")).to_contain_text("Segítséggel játszva: 1 tanács")


@pytest.mark.parametrize("device", [PHONE, ACROSS], ids=["upright", "across"])
def test_a_hint_on_a_phone_is_whole_and_gives_way_to_the_board_in_french(
    visit: Visit, device: Any
) -> None:
    page = visit("fr", device)
    visit_table(
        page, sit_down(page, "milestones", {"mine": True}, {"kind": "bot", "bot": "random"})
    )
    page.locator(TARGETS).first.wait_for()
    page.get_by_title("Conseil").tap()
    page.get_by_role("button", name="Montrer un conseil").tap()
    page.get_by_text("Que vaut chaque choix ?").tap(timeout=60_000)
    panel = page.locator(".advice .panel")
    expect(panel).to_be_in_viewport(ratio=1)
    page.get_by_role("button", name="Montrer sur le plateau").tap()
    expect(panel).to_be_hidden()
    expect(page.locator(END_TURN)).to_be_visible()
