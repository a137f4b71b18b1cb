"""Phone, held upright and across: what one owns stays in sight, and nothing is too small."""

import re
import time
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from rondel.games.finca.actions import Done
from tests.browser.accessibility import SMALL
from tests.browser.finding import first, village_for
from tests.browser.playing import TARGETS, bring, golden, play, sit_down, visit_table
from tests.browser.screens import MIDDLE, in_play, lesson
from tests.browser.site import ACROSS, LAPTOP, PHONE, TABLET, Visit

BOTH = pytest.mark.parametrize("game", ["finca", "milestones"])
OWN = ".stage :is(.own, .mine)"
SEEN = """(wanted) => [...document.querySelectorAll(wanted)].some((piece) => {
  const box = piece.getBoundingClientRect();
  const middle = [box.x + box.width / 2, box.y + box.height / 2];
  return document.elementsFromPoint(...middle).some((found) => piece.contains(found));
})"""
"""Script that returns whether an element is visible without scrolling."""
SMALLEST = """(wanted) => Math.min(...[...document.querySelectorAll(wanted)].map(
  (told) => parseFloat(getComputedStyle(told).fontSize) * told.getScreenCTM().a))"""
"""Pixels of the letters on the map."""
HIDDEN = """(wanted) => [...document.querySelectorAll(wanted)].filter((piece) => {
  piece.focus();
  const box = piece.getBoundingClientRect();
  const middle = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  const strip = middle?.closest("section.bar, .own, .mine");
  return strip && !strip.contains(piece);
}).map((piece) => piece.getAttribute("aria-label"))"""
"""Whatever has the focus but lies below a strip that stays."""
BESIDE_STRIPS = ".stage svg[role=group] [data-target]"
NAMES = ".seats .name, .stage .player strong, .stage .area h2"
CUT = """(wanted) => [...document.querySelectorAll(wanted)].filter((name) => {
  name.scrollIntoView();
  return name.scrollWidth > name.clientWidth + 1 && name.clientWidth > 1;
}).map((name) => `${name.textContent} ${name.scrollWidth} > ${name.clientWidth}`)"""
"""Names that end in an ellipsis."""
COVERED = """() => {
  const [first] = document.querySelectorAll(".coordinate");
  const after = [...first.parentNode.children].filter(
    (other) => first.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING);
  const see_through = ".coordinate, .ghosts, .reach, .target";
  return after.filter((other) => !other.matches(see_through)).map((other) => other.outerHTML);
}"""
"""Script that returns decoration that covers elements."""


def late(route: Route) -> None:
    """Delay a request by a second."""
    time.sleep(1)
    route.continue_()


@BOTH
@pytest.mark.parametrize("device", [PHONE, ACROSS], ids=["upright", "across"])
def test_what_i_own_stays_in_sight_while_i_choose(visit: Visit, game: str, device: Any) -> None:
    page = visit("en", device)
    in_play(page, game)
    expect(page.locator(OWN).first).to_be_in_viewport(ratio=1)
    page.mouse.wheel(0, 180)
    expect(page.locator(OWN).first).to_be_in_viewport(ratio=1)
    assert page.evaluate(SMALL) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= device["viewport"]["width"]


@BOTH
def test_across_the_whole_board_and_the_turn_are_in_sight_also_in_a_lesson(
    visit: Visit, game: str
) -> None:
    page = visit("fr", ACROSS)
    for screen in (in_play, lesson):
        screen(page, game)
        page.wait_for_function(SEEN, arg=TARGETS)
        page.evaluate("scrollTo(0, 0)")
        for part in (page.locator(".stage svg[role=group]").first, page.locator(".bar .primary")):
            expect(part).to_be_in_viewport(ratio=0.99)


@BOTH
def test_across_a_puzzle_stands_beside_the_whole_board_in_french(visit: Visit, game: str) -> None:
    page = visit("fr", ACROSS, path=f"/puzzles/{game}")
    page.locator(TARGETS).first.wait_for()
    board, bar = page.locator(".stage svg[role=group]").first, page.locator("section.bar")
    for part in (board, bar, *bar.locator("button, select").all()):
        expect(part).to_be_in_viewport(ratio=0.99)
    left, right = board.bounding_box(), bar.bounding_box()
    assert left is not None and right is not None
    assert left["x"] + left["width"] <= right["x"]
    assert page.evaluate(SMALL) == []


@BOTH
def test_across_a_replay_stands_beside_the_whole_board_in_hungarian(
    visit: Visit, game: str
) -> None:
    page = visit("hu", ACROSS)
    record, step = MIDDLE[game]
    visit_table(page, bring(page, record), f"/replay?at={step}")
    board, bar = page.locator(".stage svg[role=group]").first, page.locator("section.bar")
    for part in (board, bar, *bar.locator("p, a, button, input, select").all()):
        expect(part).to_be_in_viewport(ratio=0.99)
    left, right = board.bounding_box(), bar.bounding_box()
    assert left is not None and right is not None
    assert left["x"] + left["width"] <= right["x"]
    assert left["height"] > 300
    for button in bar.locator(".buttons > *").all():
        box = button.bounding_box()
        assert box is not None and box["height"] < 40, "on one line"
    assert page.evaluate(SMALL) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 844


@BOTH
@pytest.mark.parametrize(("language", "device"), [("fr", LAPTOP), ("hu", PHONE)])
def test_names_of_bots_are_whole_wherever_they_stand(
    visit: Visit, game: str, language: str, device: Any
) -> None:
    page = visit(language, device)
    casual = {"kind": "bot", "bot": "casual"}
    visit_table(page, sit_down(page, game, {"mine": True}, casual, casual, casual))
    expect(page.locator(NAMES)).to_have_count(8)
    assert page.evaluate(CUT, NAMES) == []


@pytest.mark.parametrize("device", [PHONE, ACROSS], ids=["upright", "across"])
def test_coordinates_can_be_read_above_all_that_stands_on_the_map(
    visit: Visit, device: Any
) -> None:
    page = visit("en", device)
    in_play(page, "milestones")
    expect(page.locator(".own .points")).to_have_text("9 points")
    assert page.evaluate(SMALLEST, ".coordinate") >= 9
    assert page.evaluate(COVERED) == []


@pytest.mark.parametrize("device", [PHONE, ACROSS], ids=["upright", "across"])
def test_the_numbers_of_the_blades_can_be_read(visit: Visit, device: Any) -> None:
    page = visit("fr", device)
    in_play(page, "finca")
    expect(page.locator(".blade .number")).to_have_count(12)
    assert page.evaluate(SMALLEST, ".blade .number") >= 9


def test_the_place_of_action_comes_into_sight_by_itself_in_hungarian(visit: Visit) -> None:
    page = visit("hu", PHONE)
    record, step, _ = village_for("cart")
    visit_table(page, bring(page, golden("finca", record), step))
    page.locator("[data-carts][data-action]").tap()
    page.wait_for_function(SEEN, arg="[data-kind=village][data-action]")


@pytest.mark.parametrize("device", [PHONE, ACROSS], ids=["upright", "across"])
def test_amid_a_delivery_nothing_is_too_small_or_hidden(visit: Visit, device: Any) -> None:
    page = visit("fr", device)
    step = first("finca", lambda position: Done() in position.actions)
    visit_table(page, bring(page, golden("finca", "two-players"), step))
    page.locator("[data-kind=done]").wait_for()
    assert page.evaluate(SMALL) == []
    assert page.evaluate(HIDDEN, BESIDE_STRIPS) == []


@pytest.mark.parametrize("device", [PHONE, ACROSS], ids=["upright", "across"])
@pytest.mark.parametrize("duty", ["mill", "works", "trade", "lay", "take", "cover", "discard"])
def test_wherever_milestones_asks_nothing_is_too_small_for_a_finger(
    visit: Visit, device: Any, duty: str
) -> None:
    page = visit("hu", device)
    record = "two-players" if duty == "mill" else "markets-run-out"
    step = first("milestones", lambda position: position.view.duty == duty, record)
    visit_table(page, bring(page, golden("milestones", record), step))
    page.locator(TARGETS).first.wait_for()
    assert page.evaluate(SMALL) == []


@BOTH
@pytest.mark.parametrize("device", [PHONE, TABLET], ids=["phone", "tablet"])
def test_what_is_reached_by_keys_does_not_lie_below_the_strips_that_stay(
    visit: Visit, game: str, device: Any
) -> None:
    page = visit("en", device)
    in_play(page, game)
    page.locator(TARGETS).first.wait_for()
    assert page.evaluate(HIDDEN, BESIDE_STRIPS) == []


def test_the_place_of_action_comes_into_sight_however_late_the_board_is_drawn(visit: Visit) -> None:
    page = visit("hu", ACROSS)
    table = sit_down(page, "milestones")
    page.route(re.compile(r"/assets/Board[^/]*\.js$"), late)
    visit_table(page, table)
    page.wait_for_function(SEEN, arg=TARGETS)


@BOTH
def test_twice_the_size_enlarges_the_board(visit: Visit, game: str) -> None:
    board = ".stage svg[role=group]"
    page = visit("en", LAPTOP)
    in_play(page, game)
    whole = page.locator(board).first.bounding_box()
    page.set_viewport_size({"width": 683, "height": 384})
    page.locator(TARGETS).first.wait_for()
    zoomed = page.locator(board).first.bounding_box()
    assert whole is not None and zoomed is not None
    assert zoomed["width"] * 2 > whole["width"] * 1.2


@BOTH
@pytest.mark.parametrize(
    ("language", "device"), [("hu", PHONE), ("fr", ACROSS)], ids=["upright", "across"]
)
def test_no_moment_of_a_game_shows_anything_too_small_for_a_finger(
    visit: Visit, game: str, language: str, device: Any
) -> None:
    page = visit(language, device)
    visit_table(page, sit_down(page, game))
    for _ in range(25):
        assert play(page, 1, touch=True) == 1
        page.locator(".stage[aria-busy=false]").wait_for()
        assert page.evaluate(SMALL) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= device["viewport"]["width"]


@BOTH
def test_in_a_lesson_what_i_own_and_what_is_taught_are_in_sight(visit: Visit, game: str) -> None:
    page = visit("hu", PHONE)
    lesson(page, game)
    teacher, own = page.locator("section.bar"), page.locator(OWN).first
    for part in (teacher, own):
        expect(part).to_be_in_viewport(ratio=1)
    below, above = teacher.bounding_box(), own.bounding_box()
    assert below is not None and above is not None
    assert above["y"] + above["height"] <= below["y"] + 1
    # Wherever the reader has scrolled to, what is shown comes into sight.
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    page.locator("[data-show]").tap()
    page.wait_for_function(SEEN, arg=TARGETS)


def test_on_a_tablet_a_lone_opponent_is_not_larger_than_life(visit: Visit) -> None:
    page = visit("fr", TABLET)
    visit_table(page, sit_down(page, "finca"))
    own, other = (page.locator(f"{part} .crates").first for part in (".own", ".players"))
    boxes = [own.bounding_box(), other.bounding_box()]
    heights = [box["height"] for box in boxes if box is not None]
    assert len(heights) == 2 and max(heights) < 1.5 * min(heights)


@BOTH
@pytest.mark.timeout(900)
def test_a_whole_game_on_a_phone_leaves_the_console_empty(visit: Visit, game: str) -> None:
    page = visit("hu", PHONE)
    said: list[str] = []
    page.on("console", lambda message: said.append(f"{message.type}: {message.text}"))
    page.on("pageerror", lambda error: said.append(str(error)))
    visit_table(page, sit_down(page, game, {"mine": True}, {"kind": "bot", "bot": "skilled"}))
    play(page, 2_000, touch=True)
    expect(page.locator(".podium li")).to_have_count(2)
    assert said == []
