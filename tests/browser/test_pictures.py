"""Pictures made without a browser are the browser's, and boards live on other people's pages."""

import re
from collections.abc import Generator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import combinations
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

import rondel
from tests.browser.pixels import MAX_NOTICEABLE, MAX_ON_AVERAGE, compared, taken
from tests.browser.playing import ask, bring, golden, sit_down
from tests.browser.site import Server, Visit

SCREEN = {"viewport": {"width": 1600, "height": 900}}
MOMENTS = [
    ("finca", "four-players", 0.5, "light"),
    ("finca", "wooden-fincas-run-out", 1.0, "dark"),
    ("finca", "two-players", 0.0, "light"),
    ("milestones", "four-players", 0.15, "dark"),
    ("milestones", "three-players", 0.6, "light"),
    ("milestones", "target-reached", 1.0, "light"),
]


@contextmanager
def other_site(body: str) -> Generator[str]:
    """Yield a page of someone else's."""

    class Page(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("content-type", "text/html")
            self.end_headers()
            self.wfile.write(body.encode())

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002
            return

    site = ThreadingHTTPServer(("127.0.0.1", 0), Page)
    Thread(target=site.serve_forever, daemon=True).start()
    try:
        yield f"http://localhost:{site.server_port}/"
    finally:
        site.shutdown()
        site.server_close()


@pytest.mark.parametrize(("game", "record", "share", "theme"), MOMENTS)
def test_a_picture_is_the_one_the_browser_draws(
    visit: Visit, tmp_path: Path, game: str, record: str, share: float, theme: Any
) -> None:
    page = visit("hu", SCREEN, color_scheme=theme)
    text = golden(game, record)
    match = rondel.read_record(text)
    step = round(len(match) * share)
    table = bring(page, text)
    page.goto(f"/embed/{table}?at={step}")
    page.locator("main > svg").wait_for()
    page.evaluate("document.fonts.ready")
    drawn_there = taken(page)
    file = tmp_path / "table.svg"
    file.write_text(match.svg(step, dark=theme == "dark", language="hu"), "utf-8")
    page.goto(file.as_uri())
    noticeable, on_average = compared(drawn_there, taken(page))
    assert noticeable <= MAX_NOTICEABLE and on_average <= MAX_ON_AVERAGE
    # The measure itself: the next moment is another picture.
    other = step - 1 if step else 40
    file.write_text(match.svg(other, dark=theme != "dark", language="hu"), "utf-8")
    page.goto(file.as_uri())
    assert compared(drawn_there, taken(page))[0] > 10 * MAX_NOTICEABLE


def test_a_board_lives_on_another_page(visit: Visit, server: Server) -> None:
    ana = visit()
    mine, bot = {"kind": "person", "mine": True}, {"kind": "bot", "bot": "random"}
    table = sit_down(ana, "finca", mine, bot, visibility="public")
    frame = f'<iframe src="{server.url}/embed/{table}" width="800" height="440"></iframe>'
    with other_site(frame) as address:
        guest = visit(path=address)
        board = guest.frame_locator("iframe")
        expect(board.locator("main > svg .piece").first).to_be_attached()
        before = board.locator("main > svg").evaluate("drawn => drawn.innerHTML")
        state = ask(ana, "GET", f"/api/tables/{table}")
        step = state["moment"]["turn"]["actions"][0]["text"]
        played = {"after": state["sequence"], "steps": [step]}
        ask(ana, "POST", f"/api/tables/{table}/commands", {"kind": "play", **played})
        expect(board.locator("main > svg")).not_to_have_js_property("innerHTML", before)
        expect(board.get_by_role("link")).to_have_attribute("target", "_blank")


def test_a_board_replays_its_game_on_another_page(visit: Visit, server: Server) -> None:
    ana = visit()
    mine, bot = {"kind": "person", "mine": True}, {"kind": "bot", "bot": "random"}
    table = sit_down(ana, "finca", mine, bot, visibility="public")
    frame = f'<iframe src="{server.url}/embed/{table}?film" width="800" height="440"></iframe>'
    with other_site(frame) as address:
        guest = visit(path=address)
        lost: list[str] = []

        def lose_one(route: Route) -> None:
            lost.append(route.request.url)
            if len(lost) == 1:
                route.abort()
            else:
                route.continue_()

        guest.route("**/at/5", lose_one)
        # What gets lost on the way is told, and asked for again when the film begins anew.
        guest.reload()
        inside = guest.frame_locator("iframe")
        expect(inside.locator("main > p")).to_be_visible()
        board = inside.locator("main > svg")
        expect(board).to_be_visible()
        before = board.evaluate("drawn => drawn.innerHTML")
        expect(board).not_to_have_js_property("innerHTML", before)


def test_a_film_is_a_page_of_its_own(visit: Visit, tmp_path: Path) -> None:
    from rondel.cli.draw import moments
    from rondel.rendering.film import page as film_page

    match = rondel.read_record(golden("milestones", "two-players"))
    translator = rondel.Translator("fr", match.game)
    shown = list(moments(match, translator, match.names))[:30]
    file = tmp_path / "game.html"
    file.write_text(film_page(shown, match.names, language="fr", pace=0.05), "utf-8")
    page = visit("fr", path=file.as_uri())
    expect(page.locator("#count")).to_have_text("1 / 30")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#told")).to_have_text(shown[1].told)
    page.get_by_role("button", name=words_of_client(page, "web-film")).click()
    expect(page.locator("#count")).to_have_text("30 / 30")
    expect(page.locator("#board svg")).to_be_visible()


def test_a_review_is_a_page_of_its_own(visit: Visit, tmp_path: Path) -> None:
    from rondel.reviews.page import page as review_page

    match = rondel.read_record(golden("finca", "two-players"))
    review = rondel.review(match, simulations=20)
    file = tmp_path / "review.html"
    translator = rondel.Translator("hu", match.game)
    file.write_text(review_page(review, match, translator, match.names), "utf-8")
    assert file.stat().st_size < 4_000_000
    page = visit("hu", path=file.as_uri())
    pictures = page.locator("figure img")
    expect(pictures.last).to_have_attribute("src", re.compile("^blob:"))
    for picture in pictures.all():
        expect(picture).not_to_have_js_property("naturalWidth", 0)
    knobs = [box for each in page.locator(".knob").all() if (box := each.bounding_box())]
    assert len(knobs) == len(review.moments)
    for one, other in combinations(knobs, 2):
        apart = max(abs(one["x"] - other["x"]), abs(one["y"] - other["y"]))
        assert apart >= one["width"]


def words_of_client(page: Page, key: str) -> str:
    """Return a sentence of the client in the page's language."""
    language = page.evaluate("document.documentElement.lang")
    folder = Path(__file__).parents[2] / "web" / "src" / "words"
    lines = (folder / f"{language}.ftl").read_text("utf-8").splitlines()
    return next(line.partition(" = ")[2] for line in lines if line.startswith(f"{key} = "))
