"""Milestones through the server: nothing here knows which game is played."""

import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from rondel.core import UnknownEdition
from rondel.games import find
from rondel.match import Match, SeededRandom, verify, write_record
from rondel.server.runtime.making import new_row
from rondel.server.tables.state import edition_of
from tests.waiting import TIMEOUT, wait_until

from .playing import BOT, MINE, Server, Visitor, events_until, whole
from .processes import start_process


@pytest.fixture(scope="module")
def both_games(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder: Path = tmp_path_factory.mktemp("both")
    server = start_process(folder / "log", database=f"sqlite:///{folder / 'x.db'}", offer="")
    yield server
    server.stop()


def test_a_match_of_milestones_is_played_to_its_end_and_proved(both_games: Server) -> None:
    ana = Visitor(both_games)
    table = ana.table(MINE, BOT, game="milestones")["id"]
    luck = random.Random(7)
    for _ in range(10):
        wait_until(lambda: bool(ana.state(table)["table"]["your_turn"]))
        ana.step(table, luck)
    ana.act(table, "substitute", seat=0, bot="random")
    wait_until(lambda: ana.state(table)["table"]["status"] == "over")
    state = ana.state(table)
    assert state["table"]["game"] == state["moment"]["view"]["game"] == "milestones"
    match, proved = verify(ana.ask("GET", f"/api/tables/{table}/record").text)
    assert proved and list(match.position.ranks) == state["table"]["result"]["ranks"]


def test_steps_of_milestones_are_tried_and_taken_back(both_games: Server) -> None:
    ana = Visitor(both_games)
    table = ana.table(MINE, MINE, MINE, game="milestones")["id"]
    before = ana.state(table)
    turn = before["moment"]["turn"]
    tried = ana.ok("POST", f"/api/tables/{table}/preview", {"steps": [turn["actions"][0]["step"]]})
    played = ana.play(table, turn["actions"][0]["step"], seat=turn["seat"])
    assert tried["narration"][0]["text"] == turn["actions"][0]["text"]
    body = {"after": played["state"]["sequence"], "seat": turn["seat"]}
    undone = ana.command(table, "undo", **body)
    assert undone["state"]["moment"] == before["moment"]


@pytest.mark.parametrize("game", ["finca", "milestones"])
def test_what_events_bring_adds_up_to_the_whole_state(both_games: Server, game: str) -> None:
    ana, luck = Visitor(both_games), random.Random(3)
    table = ana.table(MINE, MINE, game=game)["id"]
    known: dict[int, Any] = {}
    event: Any = None
    small = 0
    with ana.socket(table, "") as socket:
        state = events_until(socket, "snapshot")[-1]["state"]
        for number in range(30):
            if number == 12:
                ana.command(table, "chat", text="hm")
                state = whole(events_until(socket, "chat")[-1], state)
            kind = "undone" if number % 10 == 9 else "steps"
            if kind == "undone":
                body = {"after": state["sequence"], "seat": event["data"]["seat"]}
                ana.command(table, "undo", **body)
            else:
                ana.step(table, luck)
            event = events_until(socket, kind)[-1]
            state = whole(event, state)
            known[event["number"]] = state
            assert state["moment"] == ana.state(table)["moment"]
            small += len(event["patch"]["view"]) < len(state["moment"]["view"])
    assert small == 30
    earlier = sorted(known)[-8]
    with ana.socket(table, f"since={earlier}") as socket:
        again = known[earlier]
        while again["sequence"] < state["sequence"]:
            told = json.loads(socket.recv(timeout=TIMEOUT))
            again = whole(told, again) if "patch" in told else again
    assert again["moment"] == state["moment"]


def test_a_map_of_ones_own_is_played_on_and_travels_in_the_record(both_games: Server) -> None:
    maps = find("milestones").maps
    assert maps is not None
    usual = maps.usual()
    name = next(line for line in usual.splitlines() if line.startswith("name"))
    ana = Visitor(both_games)
    text = usual.replace(name, 'name = "our-valley"')
    made = ana.table(MINE, MINE, game="milestones", map=text)
    assert made["state"]["table"]["edition"] == "our-valley"
    record = ana.ask("GET", f"/api/tables/{made['id']}/record").text
    assert "| " + 'name = "our-valley"' in record
    again = ana.ok("POST", "/api/records", {"record": record})
    assert again["state"]["moment"]["view"] == made["state"]["moment"]["view"]
    wanted = {"game": "milestones", "seats": [MINE, MINE]}
    broken = wanted | {"map": "rows = 1"}
    assert ana.refused("POST", "/api/tables", broken) == (400, "unsound-map")
    assert ana.refused("POST", "/api/tables", wanted | {"game": "finca", "map": text}) == (
        400,
        "unknown-edition",
    )


def test_a_maps_name_has_eighty_letters_on_every_database(
    database: str, start_server: Callable[..., Server]
) -> None:
    maps = find("milestones").maps
    assert maps is not None
    usual = maps.usual()
    name = next(line for line in usual.splitlines() if line.startswith("name"))
    ana = Visitor(start_server(database=database, offer="milestones", bots=False))
    wanted = {"game": "milestones", "seats": [MINE, MINE]}
    records: list[str] = []
    for letters, answer in ((80, 201), (81, 400), (5_000, 400)):
        text = usual.replace(name, f'name = "{"é" * letters}"')
        made = ana.ask("POST", "/api/tables", wanted | {"map": text})
        assert (made.status_code, made.json().get("code")) == (
            answer, None if answer == 201 else "unsound-map",
        )  # fmt: skip
        records += [made.json()["id"]] if answer == 201 else []
    (table,) = records
    record = ana.ask("GET", f"/api/tables/{table}/record").text
    longer = record.replace("é" * 80, "é" * 81)
    assert ana.refused("POST", "/api/records", {"record": longer}) == (400, "unsound-map")
    assert ana.ask("POST", "/api/records", {"record": record}).status_code == 201


def test_a_record_of_a_game_that_is_not_offered_is_refused(server: Server) -> None:
    record = write_record(Match(find("milestones"), ["Ana", "Ben"], dealer=SeededRandom(1)))
    ana = Visitor(server)
    for more in ({}, {"steps": 3}):
        refusal = ana.refused("POST", "/api/records", {"record": record, **more})
        assert refusal == (404, "unknown-game")


def test_no_file_of_the_servers_machine_is_read_as_an_edition(both_games: Server) -> None:
    ana = Visitor(both_games)
    wanted = {"game": "milestones", "seats": [MINE, MINE], "edition": "/etc/passwd"}
    assert ana.refused("POST", "/api/tables", wanted) == (400, "unknown-edition")
    lines = ["rondel: 1", "game: milestones", "rules: 1", "edition: /etc/passwd"]
    record = "\n".join([*lines, "seat: a", "seat: b", "", ""])
    assert ana.refused("POST", "/api/records", {"record": record}) == (400, "unknown-edition")

    maps = find("milestones").maps
    assert maps is not None
    usual = maps.usual()
    name = next(line for line in usual.splitlines() if line.startswith("name"))
    for text in ("/etc/passwd", usual.replace(name, 'name = "/etc/passwd"')):
        wanted = {"game": "milestones", "seats": [MINE, MINE], "map": text}
        assert ana.refused("POST", "/api/tables", wanted) == (400, "unsound-map")


def test_not_even_the_database_can_name_a_file_as_an_edition(tmp_path: Path) -> None:
    game = find("milestones")
    assert game.maps is not None
    file = tmp_path / "map.toml"
    file.write_text(game.maps.usual(), "utf-8")
    row = new_row(game, game.edition(""), 2, "somebody")
    assert edition_of(row).name == game.editions[0]
    with pytest.raises(UnknownEdition):
        edition_of(msgspec.structs.replace(row, edition=str(file)))
