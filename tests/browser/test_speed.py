"""Light and steady: what a first visit transfers, nothing jumps, previews come at once."""

from typing import Any

import pytest
from playwright.sync_api import Route, expect

from tests.browser.playing import TARGETS, ask, sit_down, visit_table
from tests.browser.site import LAPTOP, PHONE, Visit

MOST = 250_000
"""Bytes of script and style a first visit may transfer."""
TRANSFERRED = """() => performance.getEntriesByType("resource")
  .filter((one) => /\\.(js|css)$/.test(one.name))
  .reduce((sum, one) => sum + one.transferSize, 0)"""
WATCH_SHIFTS = """() => {
  window.shifts = [];
  const told = ({ node }) => node?.className || node?.parentNode?.className || node?.nodeName;
  new PerformanceObserver((list) => list.getEntries().forEach((one) =>
    window.shifts.push(`${one.value} ${one.sources.map(told).join(", ")}`),
  )).observe({ type: "layout-shift", buffered: false });
}"""

TWO_FRAMES = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


@pytest.mark.parametrize("game", ["finca", "milestones"])
def test_a_first_visit_transfers_little_up_to_the_board(visit: Visit, game: str) -> None:
    page = visit("en", LAPTOP)
    page.locator("article svg").nth(1).wait_for()
    lobby = page.evaluate(TRANSFERRED)
    assert 10_000 < lobby <= MOST
    stranger = visit("hu", LAPTOP, path="/healthz")
    visit_table(stranger, sit_down(stranger, game))
    assert lobby / 2 < stranger.evaluate(TRANSFERRED) <= MOST


@pytest.mark.parametrize("device", [LAPTOP, PHONE], ids=["laptop", "phone"])
@pytest.mark.parametrize("game", ["finca", "milestones"])
def test_nothing_jumps_when_a_turn_arrives(visit: Visit, game: str, device: Any) -> None:
    page = visit("fr", device)
    table = sit_down(page, game, {"mine": True}, {"mine": True, "name": "Béla"})
    visit_table(page, table)
    page.locator(TARGETS).first.wait_for()
    page.evaluate("document.fonts.ready.then(() => true)")
    page.evaluate(WATCH_SHIFTS)
    state = ask(page, "GET", f"/api/tables/{table}")
    for _ in range(12):
        turn = state["moment"]["turn"]
        step = {"steps": [turn["actions"][0]["text"]], "seat": turn["seat"]}
        answer = {"after": state["sequence"], **step}
        state = ask(page, "POST", f"/api/tables/{table}/commands", {"kind": "play", **answer})[
            "state"
        ]
    stage = page.locator(".stage")
    expect(stage).to_have_attribute("data-steps", str(state["moment"]["steps"]))
    page.evaluate(TWO_FRAMES)
    assert page.evaluate("window.shifts") == []


@pytest.mark.parametrize("game", ["finca", "milestones"])
def test_a_preview_needs_no_answer_from_the_server(visit: Visit, game: str) -> None:
    page = visit("en", LAPTOP)
    visit_table(page, sit_down(page, game))
    target = page.locator(TARGETS).first
    target.wait_for()
    page.route("**/*", Route.abort)
    target.focus()
    expect(page.locator(".bubble, .caption.visible")).to_be_visible()
