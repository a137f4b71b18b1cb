"""Lobby: open tables, and an own map."""

import pytest
from playwright.sync_api import expect

from rondel.games import find
from tests.browser.accessibility import violations
from tests.browser.playing import (
    TARGETS,
    ask,
    bring,
    golden,
    name_yourself,
    sit_down,
    visit_table,
)
from tests.browser.site import LAPTOP, PHONE, Visit

MILESTONES = 1


def test_a_stranger_finds_an_open_table_and_takes_its_free_seat_in_french(visit: Visit) -> None:
    host, guest = visit("en", LAPTOP), visit("fr", PHONE)
    table = sit_down(host, "finca", {"mine": True}, {}, visibility="public")
    host.goto(f"/t/{table}")
    name_yourself(guest, "Béla")
    guest.reload()
    guest.locator(f".shelf a[href='/t/{table}']").click()
    guest.get_by_role("button", name="Prendre cette place").click()
    for page in (host, guest):
        page.locator("main svg[role='group']").first.wait_for()
        expect(page.locator("header")).to_contain_text("Béla")


def test_milestones_is_played_on_a_map_of_ones_own_and_a_bad_one_is_refused_in_words(
    visit: Visit,
) -> None:
    maps = find("milestones").maps
    assert maps is not None
    page = visit("hu", LAPTOP)
    card = page.locator("article").nth(MILESTONES)
    card.locator("select").select_option("random")
    file = card.locator("input[type=file]")
    with page.expect_download() as saved:
        card.get_by_role("button", name="Letöltés mintának").click()
    template = saved.value.path().read_text("utf-8")
    assert maps.check(template) == []
    broken = template.replace('start = "a1"', 'start = "z9"')
    file.set_input_files({"name": "rossz.toml", "mimeType": "", "buffer": broken.encode()})
    card.locator("button.primary").click()
    expect(card.locator("[role=alert]")).to_contain_text("Ezen a térképen nem lehet játszani")
    expect(card.locator("[role=alert]")).to_contain_text("z9")
    twice = broken.replace('"a4-b4-b5"', '"a2-a3-b3"')
    file.set_input_files({"name": "rossz.toml", "mimeType": "", "buffer": twice.encode()})
    card.locator("button.primary").click()
    expect(card.locator("[role=alert] li")).to_have_count(len(maps.check(twice)))
    whole = maps.usual().replace("reconstruction-2012", "a-mi-volgyunk")
    file.set_input_files({"name": "jo.toml", "mimeType": "", "buffer": whole.encode()})
    expect(card.locator("[role=alert]")).to_be_hidden()
    expect(card).to_contain_text("jo.toml")
    expect(card.locator(".footing")).to_be_hidden()
    card.locator("select").select_option("casual")
    expect(card.locator(".footing")).to_contain_text("a szokásos térképen tanultak")
    card.locator("select").select_option("random")
    card.locator("button.primary").click()
    expect(page.locator(TARGETS).first).to_be_visible()
    table = page.url.rsplit("/", 1)[-1]
    assert ask(page, "GET", f"/api/tables/{table}")["table"]["edition"] == "a-mi-volgyunk"


def test_the_lobby_puts_my_turns_first_then_new_games_and_says_who_won(visit: Visit) -> None:
    page = visit("en", LAPTOP)
    over = bring(page, golden("finca", "two-players"))
    mine = sit_down(page, "finca")
    waits = sit_down(page, "milestones", {"mine": True}, {})
    page.goto("/")
    page.locator("article").first.wait_for()
    order = "[...document.querySelectorAll('main section')].map((part) => part.className)"
    expect(page.locator(".shelf").first.locator("h2")).to_have_text("Your turn")
    expect(page.locator(f".shelf a[href='/t/{mine}']")).to_be_visible()
    goes_on = page.locator(".shelf").nth(1)
    expect(goes_on.locator("h2")).to_have_text("Your tables")
    expect(goes_on.locator(f"a[href='/t/{waits}']")).to_be_visible()
    shown = [part.split()[0] for part in page.evaluate(order)]
    assert shown[:3] == ["shelf", "shelf", "games"] and shown[-1] == "shelf"
    row = page.locator(f".shelf a[href='/t/{over}'] em")
    expect(row).to_contain_text("won: ")
    expect(row.locator(".why")).not_to_be_empty()


@pytest.mark.parametrize(
    ("game", "turn", "rest"),
    [
        ("finca", "section.area.turn", "section.area:not(.turn)"),
        ("milestones", "section.player.moving", "section.player:not(.moving)"),
    ],
)
def test_forced_colours_show_whose_turn_it_is(
    visit: Visit, game: str, turn: str, rest: str
) -> None:
    page = visit("hu", LAPTOP, forced_colors="active")
    visit_table(page, sit_down(page, game))
    page.locator(TARGETS).first.wait_for()
    style = "piece => getComputedStyle(piece).outlineStyle"
    assert page.locator(turn).evaluate(style) == "solid"
    assert page.locator(rest).evaluate(style) == "none"
    assert violations(page) == []


def test_forced_colours_show_which_tile_can_be_taken(visit: Visit) -> None:
    page = visit("fr", LAPTOP, forced_colors="active")
    visit_table(page, sit_down(page, "milestones"))
    page.locator(TARGETS).first.wait_for()
    edge = "tiles => [...new Set(tiles.map((tile) => getComputedStyle(tile).borderTopColor))]"
    lit = page.locator(".tile.lit").evaluate_all(edge)
    rest = page.locator("span.tile").evaluate_all(edge)
    assert len(lit) == len(rest) == 1 and lit != rest
