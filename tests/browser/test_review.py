"""Review of a game on the page: the curve, its moments, the better turn, and on from there."""

import re

from playwright.sync_api import Page, expect

from rondel.match import Match, write_record
from tests.browser.playing import TARGETS, ask, bring, visit_table
from tests.browser.screens import JUDGED
from tests.browser.site import LAPTOP, PHONE, Visit


def given_up(page: Page) -> str:
    """Return a game of people who do not think, given up early."""
    match = Match("finca", ["Anna", "Béla"], seed=3)
    for _ in range(16):
        match.play(match.actions[len(match) % len(match.actions)])
    table: str = bring(page, write_record(match))
    ask(page, "POST", f"/api/tables/{table}/commands", {"kind": "resign", "seat": 1})
    return table


def test_a_game_is_reviewed_moment_by_moment_and_played_on_from_there_in_french(
    visit: Visit,
) -> None:
    page = visit("fr", LAPTOP)
    table = given_up(page)
    visit_table(page, table)
    page.locator(".podium").get_by_role("link", name="Analyse de la partie").click()
    knobs = page.locator(".knob")
    expect(knobs.first).to_be_visible(timeout=JUDGED)
    expect(page.locator("h1")).to_have_text("Analyse de la partie")
    chosen = page.locator(".moments button[aria-pressed=true]")
    expect(chosen).to_have_count(1)
    knobs.first.click()
    expect(knobs.first).to_have_attribute("aria-pressed", "true")
    first = page.locator(".sentence").inner_text()
    expect(page.locator(".moments button").first).to_contain_text(first)
    page.keyboard.press("ArrowRight")
    expect(knobs.nth(1)).to_have_attribute("aria-pressed", "true")
    expect(page).to_have_url(re.compile(r"show=(turn|luck)-\d+$"))
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".sentence")).to_have_text(first)
    better = page.get_by_role("button", name=re.compile("^Mieux"))
    as_played = page.get_by_role("button", name=re.compile("^Comme joué"))
    expect(better).to_have_attribute("aria-pressed", "true")
    told = page.locator(".line li")
    expect(told.first).to_be_visible()
    other = told.first.inner_text()
    as_played.click()
    expect(as_played).to_have_attribute("aria-pressed", "true")
    expect(told.first).not_to_have_text(other)
    page.reload()
    expect(page.locator(".sentence")).to_have_text(first, timeout=JUDGED)
    page.get_by_role("button", name="Rejouer d’ici contre des robots").click()
    expect(page.locator(TARGETS).first).to_be_visible()
    assert table not in page.url


def test_a_review_fits_a_phone_and_is_there_as_text_in_hungarian(visit: Visit) -> None:
    page = visit("hu", PHONE)
    table = given_up(page)
    visit_table(page, table, "/replay?at=40")
    page.get_by_role("link", name="Játszmaelemzés").click()
    expect(page.locator(".knob").first).to_be_visible(timeout=JUDGED)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.get_by_text("Minden kör").click()
    turns = page.locator(".turns button")
    expect(turns).to_have_count(15)
    turns.nth(3).click()
    expect(turns.nth(3)).to_have_attribute("aria-pressed", "true")
    expect(page.locator("table tbody tr")).to_have_count(2)
