"""Replay: a link to any step, step by step, as a film, and on from there."""

import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.accessibility import COLOURS, violations
from tests.browser.playing import TARGETS, ask, bring, golden, play, sit_down, visit_table
from tests.browser.screens import in_play
from tests.browser.site import LAPTOP, Server, Visit


def test_a_link_leads_to_its_step_and_keys_and_film_go_on_from_there_in_hungarian(
    visit: Visit,
) -> None:
    page = visit("hu", LAPTOP)
    table = bring(page, golden("milestones", "two-players"))
    visit_table(page, table, "/replay?at=200")
    slider = page.locator("input[type=range]")
    expect(slider).to_have_value("200")
    told = page.locator("main section p[aria-live]").first
    expect(told).not_to_be_empty()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    expect(page).to_have_url(re.compile(r"at=201$"))
    expect(slider).to_have_value("201")
    page.get_by_label("Sebesség").select_option("4")
    page.get_by_role("button", name="Automatikus lejátszás").click()
    expect(page).to_have_url(re.compile(r"at=20[4-9]$"))
    page.get_by_role("button", name="Szünet").click()
    page.reload()
    expect(slider).to_have_value(re.compile(r"20[4-9]|21\d"))
    last = int(slider.get_attribute("max") or 0)
    visit_table(page, table, f"/replay?at={last - 1}")
    page.get_by_role("button", name="Automatikus lejátszás").click()
    expect(slider).to_have_value(str(last))
    expect(page.get_by_role("button", name="Automatikus lejátszás")).to_be_visible()


def test_the_game_goes_on_from_a_step_against_the_same_bots_in_french(visit: Visit) -> None:
    page = visit("fr", LAPTOP)
    table = sit_down(page, "finca")
    ask(page, "POST", f"/api/tables/{table}/commands", {"kind": "resign"})
    visit_table(page, table, "/replay?at=32")
    page.get_by_role("button", name="Continuer à partir d’ici").click()
    expect(page.locator(TARGETS).first).to_be_visible()
    assert table not in page.url
    expect(page.locator(".seats li").nth(1)).to_contain_text("Hasard pur")
    assert play(page, 4) == 4


def test_a_bot_that_is_gone_is_named_and_its_seat_is_played_by_oneself_in_hungarian(
    browser: Browser, tmp_path: Path
) -> None:
    house = Server(tmp_path)
    house.environment["RONDEL_TABLES_IN_MEMORY"] = "1"
    page = browser.new_context(base_url=house.url, locale="hu", reduced_motion="reduce").new_page()
    try:
        house.start()
        table = sit_down(page, "finca")
        ask(page, "POST", f"/api/tables/{table}/commands", {"kind": "resign"})
        with closing(sqlite3.connect(tmp_path / "rondel.db")) as kept, kept:
            kept.execute("UPDATE seats SET bot = 'last' WHERE bot = 'random'")
        sit_down(page, "finca")
        visit_table(page, table, "/replay?at=32")
        page.get_by_role("button", name="Folytatás innen").click()
        expect(page.get_by_role("alert")).to_contain_text("„last” nevű robot már nincs itt")
        page.get_by_role("button", name="Minden helyen én játszom").click()
        expect(page.locator(TARGETS).first).to_be_visible()
        assert table not in page.url
    finally:
        page.context.close()
        house.close()


def test_a_line_of_the_log_leads_to_its_moment(visit: Visit) -> None:
    page = visit("en", LAPTOP)
    visit_table(page, bring(page, golden("finca", "two-players"), 80))
    page.locator("aside button").first.click()
    line = page.locator("aside .log a").nth(3)
    said = line.inner_text()
    line.click()
    expect(page.locator("main section p[aria-live]").first).to_contain_text(said)


def test_a_film_passes_quickly_over_the_dealing_and_one_click_leads_to_the_end(
    visit: Visit,
) -> None:
    page = visit("en", LAPTOP)
    visit_table(page, bring(page, golden("finca", "two-players")), "/replay?at=0")
    slider = page.locator("input[type=range]")
    page.get_by_role("button", name="Autoplay").click()
    expect(slider).to_have_value(re.compile(r"[3-9]\d"), timeout=20_000)
    page.get_by_role("button", name="To the end").click()
    expect(slider).to_have_value(slider.get_attribute("max") or "")


def test_the_rules_are_one_click_or_one_key_away_at_the_paragraph_in_question(visit: Visit) -> None:
    page = visit("fr", LAPTOP)
    visit_table(page, bring(page, golden("finca", "two-players"), 80))
    with page.expect_popup() as clicked:
        page.get_by_role("link", name="Règles").click()
    expect(clicked.value.locator("main h1")).to_have_text("Finca")
    with page.expect_popup() as pressed:
        page.keyboard.press("?")
    expect(pressed.value.locator(".wanted")).to_have_text("Votre tour")
    expect(pressed.value.locator(".wanted")).to_be_in_viewport()
    # What cannot be done says why, from the server, and leads to its paragraph.
    page.locator("[data-kind=village][data-why]").first.click()
    told = page.locator(".bar [role=alert]")
    expect(told).to_contain_text(re.compile("Il vous manque|vous en avez au plus|charrette"))
    with page.expect_popup() as asked:
        told.get_by_role("link", name="La règle").click()
    expect(asked.value.locator(".wanted")).to_have_text("Livrer")
    page.locator("[data-kind=blade][data-why]").first.click()
    expect(told).to_contain_text("Aucun de vos paysans")
    page.locator(TARGETS).first.click()
    expect(told).to_be_hidden()


def test_the_end_says_who_won_by_how_much_and_where_it_turned(visit: Visit) -> None:
    page = visit("en", LAPTOP)
    visit_table(page, bring(page, golden("finca", "three-players")))
    expect(page.locator(".podium h2")).to_have_text(re.compile(r"^\S+ wins by \d+ points?$"))
    expect(page.locator("svg.curve path.line")).to_have_count(3)
    with page.expect_download() as saved:
        page.get_by_role("button", name="Share a picture").click()
    assert saved.value.path().read_bytes().startswith(b"\x89PNG")
    page.get_by_role("link", name="See that moment").click()
    expect(page.locator("input[type=range]")).to_be_visible()


@pytest.mark.parametrize("game", ["finca", "milestones"])
def test_every_look_of_the_board_can_be_read(visit: Visit, game: str) -> None:
    page = visit("fr", LAPTOP)
    in_play(page, game)
    for theme in ("dusk", "plain"):
        page.locator(".choices select").first.select_option(theme)
        expect(page.locator("html")).to_have_attribute("data-theme", theme)
        assert violations(page, options=COLOURS) == []
