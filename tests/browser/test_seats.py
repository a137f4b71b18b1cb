"""Seats: who is invited, who is waited for, who stays away, and who plays meanwhile."""

import re

from playwright.sync_api import Page, expect

from tests.browser.playing import (
    END_TURN,
    TARGETS,
    ask,
    grow_old,
    left_alone,
    sit_down,
    visit_table,
)
from tests.browser.site import LAPTOP, PHONE, Server, Visit

HERE = ".seats li"
"""Selector of the players in the bar above the table."""


def invite(page: Page, seat: int) -> str:
    """Return the link of a free seat, as the page shows it."""
    return page.locator(f"li[data-seat='{seat}'] input").input_value()


def accept(page: Page, link: str, name: str) -> None:
    """Follow a link, say a name, and sit down."""
    page.goto(link)
    page.locator("form input").fill(name)
    page.locator("form button.primary").click()


def test_an_invitation_tells_everything_and_the_host_arranges_the_seats(visit: Visit) -> None:
    anna, bela = visit("en", LAPTOP), visit("fr", PHONE)
    table = sit_down(anna, "finca", {"mine": True}, {}, {}, {"kind": "bot", "bot": "casual"})
    anna.goto(f"/t/{table}")
    expect(anna.locator("h1")).to_have_text("Finca: waiting for players")
    link = invite(anna, 1)
    bela.goto(link)
    told = bela.locator("main")
    for piece in ("Anna vous invite à une partie de Finca", "sans pendule", "votre place"):
        expect(told).to_contain_text(piece)
    expect(told.locator("li")).to_have_count(4)
    accept(bela, link, "Béla")
    expect(anna.locator("li[data-seat='1']")).to_contain_text("Béla")
    anna.locator("li[data-seat='1']").get_by_role("button", name="Remove").click()
    anna.get_by_role("button", name="Yes").click()
    expect(anna.locator("li[data-seat='1'] input")).not_to_have_value(link)
    anna.locator("li[data-seat='3'] button").click()
    expect(anna.locator("li[data-seat='3'] select")).to_be_visible()
    before = invite(anna, 3)
    anna.locator("li[data-seat='3']").get_by_role("button", name="New link").click()
    expect(anna.locator("li[data-seat='3'] input")).not_to_have_value(before)
    accept(bela, invite(anna, 1), "Béla")
    for seat, level in ((2, "random"), (3, "casual")):
        anna.locator(f"li[data-seat='{seat}'] select").select_option(level)
    for page in (anna, bela):
        page.locator(".stage").wait_for()
    state = ask(anna, "GET", f"/api/tables/{table}")
    assert [seat["bot"] for seat in state["table"]["seats"]] == ["", "", "random", "casual"]


def test_a_link_to_watch_is_for_watching_in_hungarian(visit: Visit) -> None:
    anna, watcher = visit("en", LAPTOP), visit("hu", LAPTOP)
    table = sit_down(anna, "milestones", {"mine": True}, {"mine": True, "name": "Béla"})
    visit_table(anna, table)
    expect(anna.locator(".prompt")).to_contain_text(re.compile("Anna|Béla"))
    expect(anna).to_have_title(re.compile("● (Anna|Béla), it is your turn"))
    link = ask(anna, "GET", f"/api/tables/{table}/links")["watch"]
    watcher.goto(link)
    expect(watcher.locator("h1")).to_have_text("Anna meghív nézőnek: Milestones")
    watcher.get_by_role("button", name="Megnézem").click()
    watcher.locator(".stage").wait_for()
    expect(watcher.locator(TARGETS)).to_have_count(0)
    expect(anna.locator(HERE).last).to_have_text("1 watching")


def test_who_stays_away_is_named_and_a_bot_stands_in_until_they_come_back(visit: Visit) -> None:
    anna, bela = visit("en", LAPTOP, path="/healthz"), visit("fr", PHONE)
    table = sit_down(anna, "finca", {"mine": True}, {}, absence_timeout=600)
    anna.clock.install()
    anna.goto(f"/t/{table}")
    expect(anna.locator("main")).to_contain_text("Whoever makes no step for 10 minutes")
    link = invite(anna, 1)
    accept(bela, link, "Béla")
    bela.locator(".stage").wait_for()
    bela.goto("/healthz")
    anna.locator(TARGETS).first.press("Enter")
    anna.locator(END_TURN).press("Enter")
    told = anna.locator(".bar [role=status]")
    # Whoever goes counts as there for a while yet.
    away = re.compile(r"Béla does not move. In \d+:\d\d you may let a bot play")
    expect(told).to_contain_text(away, timeout=120_000)
    anna.clock.fast_forward(620_000)
    expect(told).to_contain_text("Béla does not move.")
    # Only this browser's clock has run ahead: the server still holds the seat for its player.
    anna.get_by_role("button", name="Claim the win").click()
    expect(anna.locator(".bar [role=alert]")).to_contain_text("still its player’s")
    ask(bela, "POST", f"/api/tables/{table}/commands", {"kind": "allow-substitute", "yes": True})
    anna.get_by_role("button", name="Let a bot play for Béla").click()
    expect(anna.locator(f"{HERE} .robot")).to_have_count(1)
    expect(anna.locator(TARGETS).first).to_be_visible()
    bela.goto(link)
    expect(bela.locator(".stage")).to_be_visible()
    expect(anna.locator(f"{HERE} .robot")).to_have_count(0)
    bela.locator("header summary").click()
    expect(bela.get_by_label("Un robot peut jouer pour moi en mon absence")).to_be_checked()


def test_the_win_is_claimed_a_seat_handed_over_and_a_rematch_waits_for_who_is_asked(
    visit: Visit, server: Server
) -> None:
    anna, bela = visit("en", LAPTOP), visit("fr", PHONE, path="/healthz")
    lost, claimed = left_alone(anna, bela), left_alone(anna, bela)
    grow_old(server, lost, claimed)
    visit_table(anna, lost)
    anna.locator("header summary").click()
    anna.get_by_role("button", name="New link to the seat of Béla").click()
    expect(anna.get_by_role("button", name="Copied")).to_be_visible()
    link = ask(anna, "GET", f"/api/tables/{lost}/links")["seats"]["1"]
    # Whoever has lost everything comes back by the new link, and it is their turn.
    again = visit("hu", PHONE)
    accept(again, link, "Béla")
    expect(again.locator(TARGETS).first).to_be_visible()
    visit_table(anna, claimed)
    expect(anna.locator(".bar [role=status]")).to_contain_text("Béla does not move.")
    anna.get_by_role("button", name="Claim the win").click()
    podium = anna.locator(".podium")
    expect(podium).to_contain_text("has stayed away")
    podium.get_by_role("button", name="Rematch").click()
    expect(anna.locator("h1")).to_contain_text("Finca: waiting for")
    bela.goto(f"/t/{claimed}")
    bela.locator(".podium button.primary").click()
    for page in (anna, bela):
        page.locator(".stage").wait_for()
    assert anna.url.rsplit("/", 1)[-1] == bela.url.rsplit("/", 1)[-1]
