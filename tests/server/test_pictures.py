"""Pictures of tables: what a stranger with the link may see, and nothing else."""

import io
import re
from collections.abc import Callable
from html import unescape
from pathlib import Path

import pytest
from PIL import Image

import rondel
from rondel.puzzles import card, shipped
from rondel.rendering import svg
from rondel.server.errors import Overloaded
from rondel.server.http import pictures

from .playing import BOT, MINE, OPEN, Server, Visitor


def tags(server: Server, path: str) -> dict[str, str]:
    """Return the preview tags of a page."""
    text = Visitor(server, None).ask("GET", path).text
    found = re.findall(r'<meta property="([^"]*)" content="([^"]*)" />', text)
    return {name: unescape(value) for name, value in found}


def path_of(address: str) -> str:
    return re.sub(r"^https?://[^/]*", "", address)


def test_a_public_table_is_previewed_with_board_players_and_points(server: Server) -> None:
    ana = Visitor(server, "Ana <&>")
    table = ana.table(MINE, BOT, BOT, visibility="public")["id"]
    said = tags(server, f"/t/{table}")
    assert re.fullmatch(r"Finca: Ana <&>, (.*) 2, \1 3", said["og:title"])
    assert re.fullmatch(r"Ana <&> \d+ · .* \d+", said["og:description"])
    image = said["og:image"]
    assert image.startswith("http://") and image.endswith(f"/api/tables/{table}/picture")
    answer = Visitor(server, None).ask("GET", path_of(image))
    assert answer.status_code == 200 and answer.headers["content-type"] == "image/png"
    assert answer.headers["cross-origin-resource-policy"] == "cross-origin"
    picture = Image.open(io.BytesIO(answer.content))
    assert picture.size == (int(said["og:image:width"]), int(said["og:image:height"]))
    moment = tags(server, f"/t/{table}/replay?at=3")["og:image"]
    assert moment.endswith("/picture?step=3")


def test_the_picture_of_a_step_is_the_one_the_library_draws(server: Server) -> None:
    ana = Visitor(server)
    table = ana.table(MINE, BOT, visibility="public")["id"]
    answer = ana.ask("GET", f"/api/tables/{table}/picture?form=svg&step=20&dark=true&language=hu")
    assert answer.headers["content-type"].startswith("image/svg+xml")
    record = ana.ask("GET", f"/api/tables/{table}/record").text
    match = rondel.read_record(record)
    bot = rondel.Translator("hu", match.game).text("bot-random")
    names = [match.names[0], bot[0].upper() + bot[1:]]
    drawn = svg(match.position_at(20), names, dark=True, language="hu")
    assert answer.text == drawn


def test_a_private_table_shows_itself_to_its_links_alone(server: Server) -> None:
    ana = Visitor(server)
    made = ana.table(MINE, BOT)
    table, links = made["id"], made["links"]
    door = f"/api/tables/{table}/picture"
    for visitor in (Visitor(server, None), Visitor(server, "Eve"), ana):
        assert visitor.refused("GET", door) == (404, "no-such-table")
        assert visitor.refused("GET", f"{door}?token=wrong") == (404, "no-such-table")
    for path in (
        f"/t/{table}",
        f"/t/{table}/wrong",
        f"/t/{table}/replay",
        "/t/none",
        "/t/" + "x" * 99,
    ):
        assert tags(server, path) == {}
    for link in (links["watch"], links["seats"]["0"]):
        said = tags(server, link)
        assert said["og:title"].startswith("Finca: ")
        answer = Visitor(server, None).ask("GET", path_of(said["og:image"]))
        assert answer.status_code == 200
        assert answer.headers["cache-control"].startswith("private")


def test_what_has_not_begun_or_happened_has_no_picture(server: Server) -> None:
    ana = Visitor(server)
    waiting = ana.table(MINE, OPEN, visibility="public")["id"]
    assert ana.refused("GET", f"/api/tables/{waiting}/picture") == (409, "invalid-state")
    said = tags(server, f"/t/{waiting}")
    assert "og:title" in said and "og:image" not in said
    table = ana.table(MINE, BOT, visibility="public")["id"]
    assert ana.refused("GET", f"/api/tables/{table}/picture?step=99999") == (409, "invalid-state")
    for wrong in (
        "step=-1",
        "step=x",
        "form=pdf",
        "language=xx",
        "dark=maybe",
        "token=" + "x" * 200,
    ):
        status, code = ana.refused("GET", f"/api/tables/{table}/picture?{wrong}")
        assert (status, code) in ((400, "bad-request"), (403, "bad-link")), wrong


def test_links_are_previewed_for_an_address_only_as_often_as_it_may_ask(
    start_server: Callable[..., Server], tmp_path: Path
) -> None:
    server = start_server(
        database=f"sqlite:///{tmp_path / 'x.db'}", bots=False, requests_per_minute=4
    )
    table = Visitor(server).table(MINE, OPEN, visibility="public")["id"]
    puzzle = next(iter(shipped("finca")))
    for path in (f"/t/{table}", f"/puzzles/finca?id={puzzle}"):
        assert "og:title" in tags(server, path)
    # The page itself is there however often one comes.
    answers = [Visitor(server, None).ask("GET", f"/t/{table}") for _ in range(12)]
    assert [answer.status_code for answer in answers] == [200] * 12
    assert any("og:title" not in answer.text for answer in answers)


def test_a_picture_that_takes_too_long_is_not_to_be_had_now(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(pictures, "TIMEOUT", 0.0)
    with pytest.raises(Overloaded):
        pictures.rastered("<svg xmlns='http://www.w3.org/2000/svg'/>")


def test_only_what_is_made_for_frames_may_be_framed(server: Server) -> None:
    nobody = Visitor(server, None)
    for path in ("/", "/t/x", "/embed", "/embedded/x", "/rules/finca", "/healthz", "/api/tables"):
        headers = nobody.ask("GET", path).headers
        assert headers["x-frame-options"] == "DENY", path
        assert "frame-ancestors 'none'" in headers["content-security-policy"], path
    headers = nobody.ask("GET", "/embed/x").headers
    assert "x-frame-options" not in headers
    assert "frame-ancestors *" in headers["content-security-policy"]
    assert "script-src 'self'" in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"


def test_the_link_to_a_puzzle_is_previewed_with_its_card(server: Server) -> None:
    puzzle = next(iter(shipped("finca").values()))
    said = tags(server, f"/puzzles/finca?id={puzzle.id}")
    assert said["og:title"] == "Finca: an easy puzzle"
    assert re.fullmatch(r"Player \d to move: .*", said["og:description"])
    answer = Visitor(server, None).ask("GET", path_of(said["og:image"]))
    assert answer.headers["content-type"] == "image/png"
    assert answer.headers["cross-origin-resource-policy"] == "cross-origin"
    picture = Image.open(io.BytesIO(answer.content))
    assert picture.size == (int(said["og:image:width"]), int(said["og:image:height"]))
    door = f"/api/puzzles/finca/{puzzle.id}/picture?form=svg&language=hu&dark=true"
    drawn = Visitor(server, None).ask("GET", door).text
    assert drawn == card(puzzle, language="hu", dark=True)
    for nothing in ("/puzzles/finca", "/puzzles/chess", "/puzzles/finca?id=<script>"):
        assert tags(server, nothing) == {}
    missing = Visitor(server, None).refused("GET", "/api/puzzles/finca/nothing/picture")
    assert missing == (404, "no-such-puzzle")
