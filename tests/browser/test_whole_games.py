"""Games in a real Chromium: by mouse, by touch and by keyboard, each in another language."""

import random
import time

import pytest
from playwright.sync_api import Page, expect

from tests.browser.playing import (
    END_TURN,
    TARGETS,
    TIMEOUT,
    is_over,
    name_yourself,
    play,
    play_now,
    sit_down,
    visit_table,
)
from tests.browser.site import LAPTOP, PHONE, Visit

pytestmark = pytest.mark.timeout(900)

FINCA, MILESTONES = 0, 1
ARROWS = ("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown")
HERE = """async ([wanted, end]) => {
  const look = () => {
    if (document.querySelector(".stage[aria-busy=true]")) return null;
    const here = document.activeElement;
    if (document.querySelector(end)) return here.matches(end) ? "end" : "astray";
    if (!document.querySelector(wanted)) return null;
    return here.matches(wanted) ? (here.getAttribute("aria-label") ?? here.textContent) : "astray";
  };
  for (let looks = 0; looks < 100 && !document.querySelector(".podium"); looks++) {
    const found = look();
    if (found !== null) return found;
    await new Promise((done) => setTimeout(done, 10));
  }
  return "wait";
}"""
"""Waits a while until something is asked, and tells where the focus is then."""
NAME = "document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent"


def tab_to(page: Page, wanted: str) -> None:
    """Press Tab until it is there."""
    for _ in range(90):
        if page.evaluate("wanted => document.activeElement.matches(wanted)", wanted):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"the keyboard does not reach {wanted}")


def press_on(page: Page) -> tuple[int, int, int]:
    """Play with nothing but keys: how many steps, arrows that led on, and times Tab was needed."""
    luck = random.Random(4)
    deadline = time.monotonic() + TIMEOUT
    made = led = astray = 0
    while not is_over(page):
        assert time.monotonic() < deadline, page.locator(".prompt").inner_text()
        here = page.evaluate(HERE, [TARGETS, END_TURN])
        if here == "end":
            page.keyboard.press("Enter")
        elif here == "astray":
            astray += 1
            tab_to(page, f"{END_TURN}, {TARGETS}")
        elif here != "wait":
            for _ in range(luck.randrange(3)):
                page.keyboard.press(luck.choice(ARROWS))
            led += page.evaluate(NAME) != here
            page.keyboard.press("Enter")
            made += 1
    return made, led, astray


def test_a_whole_game_of_finca_by_mouse_in_french(visit: Visit) -> None:
    page = visit("fr", LAPTOP)
    name_yourself(page, "Anna")
    play_now(page, FINCA, bot="skilled")
    play(page, 2_000)
    expect(page.locator(".podium li")).to_have_count(2)
    expect(page.locator(".podium")).to_contain_text("la partie est terminée")
    page.get_by_role("button", name="Vérifier les tirages").click()
    expect(page.locator(".verdict")).to_have_text("Les tirages étaient honnêtes")
    with page.expect_download() as download:
        page.get_by_role("link", name="Télécharger la partie").click()
    assert download.value.path().read_text("utf-8").startswith("rondel: 1\ngame: finca\n")
    over = page.url
    page.get_by_role("button", name="Revanche").click()
    expect(page.locator(TARGETS).first).to_be_visible()
    assert page.url != over


def test_a_whole_game_of_milestones_by_mouse_in_hungarian(visit: Visit) -> None:
    page = visit("hu", LAPTOP)
    name_yourself(page, "Béla")
    play_now(page, MILESTONES, bot="skilled")
    play(page, 2_000)
    expect(page.locator(".podium li")).to_have_count(2)
    expect(page.locator(".podium")).to_contain_text("a játék véget ért")


def test_a_whole_game_of_finca_by_keyboard_alone_in_english(visit: Visit) -> None:
    page = visit("en", LAPTOP)
    tab_to(page, "[autocomplete=nickname]")
    page.keyboard.type("Chloé")
    tab_to(page, "article select")
    page.keyboard.type("skilled")
    tab_to(page, "article button.primary")
    page.keyboard.press("Enter")
    expect(page.locator(".prompt")).not_to_be_empty()
    made, led, astray = press_on(page)
    expect(page.locator(".podium")).to_be_focused()
    assert led > made / 4
    assert astray < made / 4


def test_a_whole_game_of_milestones_by_keyboard_alone_in_french(visit: Visit) -> None:
    page = visit("fr", LAPTOP)
    visit_table(
        page, sit_down(page, "milestones", {"mine": True}, {"kind": "bot", "bot": "skilled"})
    )
    made, led, astray = press_on(page)
    expect(page.locator(".podium")).to_be_focused()
    assert led > made / 4
    assert astray < made / 2


def test_a_step_typed_in_notation_and_one_that_is_refused(visit: Visit) -> None:
    page = visit("hu", LAPTOP)
    visit_table(page, sit_down(page, "finca"))
    tab_to(page, ".bar button[aria-expanded]")
    page.keyboard.press("Enter")
    tab_to(page, ".bar form input")
    page.keyboard.type("jump")
    page.keyboard.press("Enter")
    expect(page.locator(".bar [role=alert]")).to_contain_text("jump")
    page.keyboard.press("ControlOrMeta+A")
    page.keyboard.type("place 3")
    page.keyboard.press("Enter")
    expect(page.locator(END_TURN)).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(END_TURN)).to_be_hidden()
    expect(page.locator(".bar [role=alert]")).to_be_hidden()


def test_finca_by_touch_on_a_phone(visit: Visit) -> None:
    page = visit("en", PHONE, reduced_motion="no-preference")
    name_yourself(page, "Dora")
    play_now(page, FINCA)
    assert play(page, 16, touch=True) == 16


def test_milestones_by_touch_on_a_phone(visit: Visit) -> None:
    page = visit("fr", PHONE, reduced_motion="no-preference")
    visit_table(page, sit_down(page, "milestones"))
    assert play(page, 24, touch=True) == 24
