"""Tables of several people: links, reloads, a server restarted under them, tabs, one device."""

import random
import time

import pytest
from playwright.sync_api import Page, expect

from tests.browser.playing import (
    END_TURN,
    FINCA,
    MILESTONES,
    TARGETS,
    TIMEOUT,
    name_yourself,
    play,
    sit_down,
    take_turn,
    visit_table,
    with_friends,
)
from tests.browser.site import LAPTOP, Server, Visit

pytestmark = pytest.mark.timeout(900)


def play_in_turn(pages: list[Page], clicks: int) -> None:
    """Click wherever it is somebody's turn."""
    luck = random.Random(2)
    deadline = time.monotonic() + TIMEOUT
    made = 0
    while made < clicks:
        made += sum(take_turn(page, luck, looks=3) for page in pages)
        assert time.monotonic() < deadline, "nobody can go on"


def plan_whole(pages: list[Page]) -> tuple[Page, Page]:
    """Plan a whole turn; return the page of the player to move, and the other page."""
    luck = random.Random(3)
    deadline = time.monotonic() + TIMEOUT
    while True:
        assert time.monotonic() < deadline, "nobody has a whole turn to end"
        for page, other in (pages, pages[::-1]):
            if page.locator(END_TURN).count() > 0:
                return page, other
            take_turn(page, luck, looks=3)


def test_two_browsers_play_on_through_a_reload_and_a_server_killed_under_them(
    visit: Visit, server: Server
) -> None:
    anna, bela = visit("fr", LAPTOP), visit("hu", LAPTOP)
    name_yourself(anna, "Anna")
    with_friends(anna, FINCA)
    link = anna.locator("main li input").first.input_value()
    name_yourself(bela, "Béla")
    bela.goto(link)
    bela.get_by_role("button", name="Leülök").click()
    for page in (anna, bela):
        page.locator(".stage").wait_for()
    anna.locator("[data-page=talk]").click()
    anna.get_by_placeholder("Écrire un message").fill("Bonjour !")
    anna.keyboard.press("Enter")
    expect(bela.locator("[data-page=talk]")).to_have_text("Csevegés (1)")
    bela.locator("[data-page=talk]").click()
    expect(bela.locator(".chat li")).to_have_text("Anna Bonjour !")
    play_in_turn([anna, bela], 10)
    planner, other = plan_whole([anna, bela])
    planner.reload()
    expect(planner.locator(END_TURN)).to_be_visible()
    before = planner.locator(".stage").bounding_box()
    server.stop(hard=True)
    for page in (anna, bela):
        expect(page.locator(".toast")).to_be_visible()
    # Nothing moves away from under a finger.
    assert planner.locator(".stage").bounding_box() == before
    # A click that the broken connection swallows is repeated by itself.
    planner.locator(END_TURN).click()
    server.start()
    for page in (anna, bela):
        expect(page.locator(".toast")).to_be_hidden(timeout=30_000)
    expect(other.locator(TARGETS).first).to_be_visible()
    call = "Te jössz" if other is bela else "À vous de jouer"
    expect(other).to_have_title(f"● {call} · Finca · Rondel")
    expect(other.locator("#icon")).to_have_attribute("href", "/icon-turn.svg")
    play_in_turn([anna, bela], 10)


def test_a_second_tab_shows_the_same_and_a_plan_overtaken_by_it_is_dropped(visit: Visit) -> None:
    first = visit("en", LAPTOP)
    table = sit_down(first, "finca", {"mine": True}, {"mine": True, "name": "Béla"})
    visit_table(first, table)
    second = first.context.new_page()
    visit_table(second, table)
    first.locator(TARGETS).first.click()
    expect(first.locator(END_TURN)).to_be_visible()
    second.locator(TARGETS).last.click()
    second.locator(END_TURN).click()
    expect(first.locator(END_TURN)).to_be_hidden()
    expect(first.locator(".bar [role=status]")).to_be_visible()
    for page in (first, second):
        expect(page.locator(".prompt")).to_contain_text("Béla must place a farmer")
    first.locator(TARGETS).first.click()
    first.locator(END_TURN).click()
    for page in (first, second):
        expect(page.locator(".prompt")).to_contain_text("Anna must place a farmer")


def test_everyone_plays_on_one_device_in_french(visit: Visit) -> None:
    page = visit("fr", LAPTOP)
    name_yourself(page, "Chloé")
    with_friends(page, MILESTONES, one_device=True)
    page.locator(".stage").wait_for()
    moved: set[str] = set()
    for _ in range(8):
        assert play(page, 3) == 3
        moved.add(page.locator(".moving strong").inner_text())
    assert len(moved) == 2


def test_a_stranger_watches_but_cannot_move(visit: Visit) -> None:
    page, stranger = visit("en", LAPTOP), visit("hu", LAPTOP)
    table = sit_down(page, "finca", {"mine": True}, {"mine": True, "name": "Béla"})
    visit_table(page, table)
    stranger.goto(f"/t/{table}")
    expect(stranger.locator("main h1")).to_have_text("Nincs ilyen asztal, vagy nem láthatod.")
