"""Around the board: sounds, clocks, and what happened since one left."""

import re

from playwright.sync_api import Page, expect

from tests.browser.playing import END_TURN, TARGETS, ask, sit_down, visit_table
from tests.browser.site import LAPTOP, Visit

LISTEN = """(() => {
  window.pitches = [];
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (...at) {
    window.pitches.push(Math.round(this.frequency.value));
    start.apply(this, at);
  };
})()"""
"""Notes down every note the page plays."""


def end_turn(page: Page) -> None:
    """Make whatever may be made first, and end the turn."""
    page.locator(TARGETS).first.press("Enter")
    page.locator(END_TURN).press("Enter")
    expect(page.locator(END_TURN)).to_be_hidden()


def test_sounds_are_off_until_they_are_wanted(visit: Visit) -> None:
    page = visit("en", LAPTOP, path="/healthz")
    page.add_init_script(LISTEN)
    visit_table(page, sit_down(page, "finca", {"mine": True}, {"mine": True, "name": "Béla"}))
    end_turn(page)
    assert page.evaluate("window.pitches") == []
    page.locator("header summary").click()
    page.get_by_label("Sounds").check()
    assert page.evaluate("window.pitches") == [523, 659, 784]
    page.keyboard.press("Escape")
    page.locator(TARGETS).first.press("Enter")
    expect(page.locator(END_TURN)).to_be_visible()
    assert page.evaluate("window.pitches") == [523, 659, 784, 392]
    page.reload()
    expect(page.locator(END_TURN)).to_be_visible()
    assert page.evaluate("window.pitches.length") > 0


def test_who_comes_back_sees_only_what_happened_since(visit: Visit) -> None:
    page = visit("fr", LAPTOP)
    table = sit_down(page, "finca")
    visit_table(page, table)
    for _ in range(3):
        end_turn(page)
        expect(page.locator(TARGETS).first).to_be_visible()
    story = ask(page, "GET", f"/api/tables/{table}/story?since=0")["narration"]
    mine = max(step["at"] for step in story if step["seat"] == 0)
    page.goto("/")
    page.locator(".shelf a").first.click()
    page.get_by_role("link", name="Que s’est-il passé ?").click()
    slider = page.locator("input[type=range]")
    expect(slider).to_have_attribute("min", str(mine + 1))
    expect(page.locator(".prompt")).to_contain_text("Hasard pur")
    expect(slider).to_have_value(str(len(story)))
    expect(page.get_by_role("button", name="Lecture automatique")).to_be_visible()
    page.get_by_role("button", name="Revenir au début").click()
    expect(page).to_have_url(re.compile(rf"at={mine + 1}&from={mine + 1}$"))
    page.keyboard.press("ArrowLeft")
    expect(slider).to_have_value(str(mine + 1))
