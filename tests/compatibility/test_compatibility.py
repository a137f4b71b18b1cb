"""Data of earlier versions of the rules: read, replayed to an equal end, and continued."""

import json
import re
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from rondel.core import Choose, Position, UnsoundPosition, read_position
from rondel.games import find
from rondel.match import Match, read_record, verify, write_record
from rondel.testkit.golden import goldens

from .make import unpack

FOLDERS = sorted(path for path in Path(__file__).parent.glob("version*") if path.is_dir())
EVERY_VERSION = pytest.mark.parametrize("folder", FOLDERS, ids=[path.name for path in FOLDERS])


@cache
def files(folder: Path) -> dict[str, str]:
    return unpack(folder)


def records(folder: Path, kind: str) -> dict[str, str]:
    """Return the records of a kind: golden, lessons or begun."""
    return {
        path: text
        for path, text in files(folder).items()
        if path.split("/")[1] == kind and path.endswith(".rondel")
    }


def version_of(folder: Path) -> int:
    return int(folder.name.removeprefix("version"))


@EVERY_VERSION
def test_all_golden_games_replay_byte_for_byte_from_their_files(folder: Path) -> None:
    found = records(folder, "golden")
    assert {path.split("/")[0] for path in found} == {"finca", "milestones"}
    for path, text in found.items():
        about, seed = re.findall(r"^# (.*) \(seed (\d+)\)$", text, re.MULTILINE)[0]
        golden = replace(goldens(find(path.split("/")[0]))[0], about=about)
        assert golden.write(read_record(text), int(seed)) == text, path


@EVERY_VERSION
def test_all_other_records_replay_and_are_written_as_they_were(folder: Path) -> None:
    for path, text in records(folder, "begun").items():
        assert write_record(read_record(text)) == text, path
        assert verify(text)[0].rules == version_of(folder)
    assert all(len(read_record(text)) for text in records(folder, "lessons").values())


@EVERY_VERSION
def test_tables_that_were_kept_are_those_their_records_lead_to(folder: Path) -> None:
    seen: set[tuple[str, int, int]] = set()
    for path, text in records(folder, "begun").items():
        match = read_record(text)
        kept = files(folder)[path.removesuffix(".rondel") + ".json"]
        position = read_position(match.game, kept, match.edition)
        assert position == match.position, path
        written = json.loads(position.write())
        assert {name: written[name] for name in json.loads(kept)} == json.loads(kept)
        seen.add((match.game.name, int(position.table.duty), position.players))
    assert len({duty for name, duty, _ in seen if name == "finca"}) == 8
    assert len({duty for name, duty, _ in seen if name == "milestones"}) == 15


@EVERY_VERSION
def test_what_went_on_then_goes_on_now(folder: Path) -> None:
    for path, text in records(folder, "begun").items():
        match = read_record(text)
        match.deal()
        if isinstance(match.turn, Choose):
            match.play(match.position.legal_steps[0][0])
            assert read_record(write_record(match)).position == match.position, path


def begun(name: str) -> Match:
    return read_record(files(FOLDERS[0])[name])


def test_between_two_moves_of_a_strong_wind_of_version_1_one_may_stop_now() -> None:
    match = begun("finca/begun/3-duty-5-1.rondel")
    assert match.rules == 1
    match.play("stop")
    assert match.rules == 2 and write_record(match).splitlines()[2] == "rules: 2"
    assert read_record(write_record(match)).position == match.position
    match.undo()
    assert (
        match.rules == 1
        and write_record(match) == files(FOLDERS[0])["finca/begun/3-duty-5-1.rondel"]
    )


def test_at_a_mill_of_version_1_lower_numbers_may_be_chosen_now() -> None:
    match = begun("milestones/begun/4-duty-12-0.rondel")
    lower = [text for n, _ in match.position.legal_steps if " for " in (text := match.text(n))]
    assert lower and match.rules == 1
    match.play(lower[0])
    assert match.rules == 2 and match.position.problems == ()


def test_a_table_of_version_1_knows_what_its_flour_sacks_scored() -> None:
    position = begun("milestones/begun/4-whole.rondel").position
    kept = json.loads(files(FOLDERS[0])["milestones/begun/4-whole.json"])
    assert "sack_points" not in kept and kept["sacks"] > 0
    again = read_position(find("milestones"), json.dumps(kept))
    assert again.table.sack_points.sum() == again.table.points[:, 3].sum() > 0
    assert again == position


@pytest.mark.parametrize(
    "spoilt", [{"sacks": 13}, {"sacks": "x"}, {"stalls": 3}, {"supplied": [127] * 13}]
)
def test_a_spoilt_table_of_version_1_is_refused(spoilt: dict[str, object]) -> None:
    kept = json.loads(files(FOLDERS[0])["milestones/begun/4-whole.json"])
    with pytest.raises(UnsoundPosition):
        read_position(find("milestones"), json.dumps(kept | spoilt))


def test_every_field_that_was_added_is_one_that_version_1_lacked() -> None:
    for name in ("finca", "milestones"):
        game = find(name)
        kept = json.loads(files(FOLDERS[0])[f"{name}/begun/2-whole.json"])
        written = json.loads(Position(game, game.edition(""), game.state.new()).write())
        assert written.keys() - kept.keys() == set(game.migrations)
