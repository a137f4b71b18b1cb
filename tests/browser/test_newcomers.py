"""Newcomers: whichever way a clean profile comes in, it can play what it sat down to."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.playing import END_TURN, TARGETS, ask, sit_down
from tests.browser.site import LAPTOP, PHONE, Visit

WATCHERS = ".seats .watchers"


def play_turn(page: Page) -> None:
    """Choose the first target until the turn is whole, then end it."""
    for _ in range(12):
        page.locator(".stage[aria-busy=false]").wait_for()
        if page.locator(END_TURN).count() > 0:
            break
        page.locator(TARGETS).first.press("Enter")
    page.locator(END_TURN).press("Enter")


def test_a_newcomer_who_takes_an_open_seat_from_the_lobby_plays_without_a_reload(
    visit: Visit,
) -> None:
    host, guest = visit("en", LAPTOP), visit("fr", PHONE)
    table = sit_down(host, "finca", {}, {"mine": True}, visibility="public")
    host.goto(f"/t/{table}")
    guest.reload()
    guest.locator(f".shelf a[href='/t/{table}']").click()
    guest.get_by_role("button", name="Prendre cette place").click()
    for page in (host, guest):
        page.locator("main svg[role='group']").first.wait_for()
        expect(page.locator(".seats .dot.here")).to_have_count(2)
        expect(page.locator(WATCHERS)).to_have_count(0)
    play_turn(guest)
    expect(host.locator(TARGETS).first).to_be_visible()
    play_turn(host)
    expect(guest.locator(TARGETS).first).to_be_visible()


def test_a_returning_visitor_who_sits_down_is_no_longer_counted_as_watching(visit: Visit) -> None:
    host, guest = visit("en", LAPTOP), visit("hu", LAPTOP)
    ask(guest, "PUT", "/api/me", {"name": "Béla"})
    table = sit_down(host, "finca", {"mine": True}, {}, visibility="public")
    for page in (host, guest):
        page.goto(f"/t/{table}")
        page.locator("li[data-seat='1']").wait_for()
    guest.get_by_role("button", name="Leülök ide").click()
    for page in (host, guest):
        expect(page.locator(".seats .dot.here")).to_have_count(2)
        expect(page.locator(WATCHERS)).to_have_count(0)


def test_newcomers_by_a_seat_link_play_and_both_find_their_rematch(visit: Visit) -> None:
    host, guest = visit("en", LAPTOP), visit("hu", PHONE)
    host.locator("article").first.locator(".buttons button").last.click()
    host.locator("article").first.locator("button.primary").last.click()
    link = host.locator("li[data-seat='1'] input").input_value()
    guest.goto(link)
    guest.locator("form button.primary").click()
    play_turn(host)
    play_turn(guest)
    expect(host.locator(TARGETS).first).to_be_visible()
    expect(host.locator(WATCHERS)).to_have_count(0)
    guest.locator("header summary").click()
    guest.get_by_role("button", name="Feladom").click()
    guest.get_by_role("button", name="Igen").click()
    for page, told in (
        (host, "You win: Vendég has resigned"),
        (guest, "Guest nyert: Vendég feladta"),
    ):
        expect(page.locator(".podium h2")).to_have_text(told)
        expect(page.locator(".bar .prompt")).to_have_text(told)
    # On a phone the log is folded away.
    expect(host.locator(".log li").first).to_have_text("You win: Vendég has resigned")
    for page in (host, guest):
        page.locator(".podium button.primary").click()
    for page in (host, guest):
        page.locator(".stage").wait_for()
        expect(page.locator(".seats .dot.here")).to_have_count(2)
        expect(page.locator(WATCHERS)).to_have_count(0)
    # The seats have moved by one: the guest begins.
    play_turn(guest)
    play_turn(host)


def test_a_newcomer_by_a_watch_link_watches_and_may_take_the_free_seat(visit: Visit) -> None:
    host, guest = visit("en", LAPTOP), visit("fr", LAPTOP)
    table = sit_down(host, "finca", {}, {"mine": True}, visibility="public")
    host.goto(f"/t/{table}")
    link = ask(host, "GET", f"/api/tables/{table}/links")["watch"]
    guest.goto(link)
    guest.get_by_role("button", name="Prendre cette place").click()
    for page in (host, guest):
        expect(page.locator(".seats .dot.here")).to_have_count(2)
        expect(page.locator(WATCHERS)).to_have_count(0)
    expect(guest.locator(TARGETS).first).to_be_visible()


def test_a_newcomer_continues_a_game_they_watched_from_its_replay(visit: Visit) -> None:
    host, guest = visit("en", LAPTOP), visit("fr", LAPTOP)
    table = sit_down(host, "finca", {"mine": True}, {"mine": True}, visibility="public")
    after = ask(host, "GET", f"/api/tables/{table}")["sequence"]
    ask(
        host,
        "POST",
        f"/api/tables/{table}/commands",
        {"kind": "play", "after": after, "steps": ["place 0"]},
    )
    guest.goto(f"/t/{table}/replay")
    guest.get_by_role("button", name=re.compile("Continuer")).first.click()
    expect(guest).not_to_have_url(re.compile(table))
    expect(guest.locator(TARGETS).first).to_be_visible()
    play_turn(guest)
    expect(guest.locator(TARGETS).first).to_be_visible()


def test_a_newcomer_plays_on_from_the_review_of_other_peoples_game(visit: Visit) -> None:
    host, guest = visit("en", LAPTOP), visit("hu", LAPTOP)
    table = sit_down(host, "finca", {"mine": True}, {"mine": True}, visibility="public")
    after = ask(host, "GET", f"/api/tables/{table}")["sequence"]
    ask(
        host,
        "POST",
        f"/api/tables/{table}/commands",
        {"kind": "play", "after": after, "steps": ["place 0"]},
    )
    ask(host, "POST", f"/api/tables/{table}/commands", {"kind": "resign", "seat": 1})
    guest.goto(f"/t/{table}/review")
    guest.locator(".knob").first.wait_for()
    guest.get_by_role("button", name="Folytatás innen robotok ellen").click()
    expect(guest).not_to_have_url(re.compile(table))
    play_turn(guest)
    expect(guest.locator(TARGETS).first).to_be_visible()


@pytest.mark.parametrize("way", ["a game against a bot", "the deal of the day"])
def test_a_newcomer_plays_what_they_begin_at_once(visit: Visit, way: str) -> None:
    page = visit("fr", PHONE)
    card = page.locator("article").first
    if way == "the deal of the day":
        card.get_by_role("link", name="Défi du jour").click()
        page.locator("[data-play]").click()
    else:
        card.locator("button.primary").click()
    expect(page).to_have_url(re.compile("/t/"))
    play_turn(page)
    expect(page.locator(TARGETS).first).to_be_visible()
    expect(page.locator(WATCHERS)).to_have_count(0)
