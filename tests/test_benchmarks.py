"""Benchmarks: resumable measurements, and a promised speed."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from benchmarks.learn import connect_four, one_after_another
from benchmarks.night import ladder_of
from rondel.games import names
from rondel.learn.pettingzoo import RawEnv
from tests.waiting import TIMEOUT

ROOT = Path(__file__).parent.parent


def piece(name: str, file: Path, *arguments: str) -> str:
    """Return the output of a piece of a long measurement, on two games of each part."""
    command = [sys.executable, "-m", f"benchmarks.{name}", str(file), "--share", "0.001"]
    least = ["--workers", "1", "--seconds", str(TIMEOUT)]
    done = subprocess.run(
        [*command, *least, *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=TIMEOUT,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def night(file: Path, *arguments: str) -> list[dict[str, Any]]:
    """Run a piece of the night on the smallest games, and return the file's lines."""
    smallest = ("--games", "milestones", "--only", "tower", "--budget", "1")
    assert "map tower" in piece("night", file, *smallest, *arguments)
    return [json.loads(line) for line in file.read_text().splitlines() if line.endswith("}")]


def test_a_night_of_matches_goes_on_where_it_stopped(tmp_path: Path) -> None:
    file = tmp_path / "night.jsonl"
    played = night(file)
    assert sorted(line["number"] for line in played) == [0, 1]
    assert all(line["over"] and 0 <= line["won"] <= 1 for line in played)
    whole, torn = file.read_text().splitlines()
    file.write_text(whole + "\n" + torn[:20])
    again = night(file)
    assert sorted(line["number"] for line in again) == [0, 1]
    assert again[0] == played[0], "what was played is not played again"
    assert night(file, "--report") == again


def test_a_night_becomes_the_arenas_scale(tmp_path: Path) -> None:
    file = tmp_path / "night.jsonl"
    with file.open("w") as opened:
        for game, upper, lower, won in (
            ("finca", "casual", "beginner", 6), ("milestones", "casual", "beginner", 9),
            ("finca", "regular", "casual", 5), ("milestones", "regular", "casual", 5),
            ("finca", "skilled", "regular", 8),
        ):  # fmt: skip
            for number in range(10):
                claim = f"ladder | {game} | {upper} | {lower}"
                line = {"claim": claim, "number": number, "won": float(number < won)}
                opened.write(json.dumps(line) + "\n")
    scale, rows = ladder_of(file, ("finca", "milestones"))
    assert scale["finca"] == {"beginner": 1436, "casual": 1500, "regular": 1500}
    assert scale["milestones"] == {"beginner": 1179, "casual": 1500, "regular": 1500}
    assert rows[0] == (
        "| `casual` against `beginner` | 6 of 10 | 60 % (31 to 83) | 9 of 10 | 90 % (60 to 98) |"
    )
    assert len(rows) == 2


def test_promises_of_reviews_are_tried_in_pieces(tmp_path: Path) -> None:
    file = tmp_path / "review.jsonl"
    asked = ("--games", "finca", "--players", "2", "3", "--only", "luck", "books")
    said = piece("review", file, *asked)
    assert said.count("2 of 2 balance, 2 played to the end") == 2
    tried = file.read_text()
    rows = [json.loads(line) for line in tried.splitlines()]
    assert len(rows) == 8
    for row in rows:
        if "luck" in row:
            assert abs(sum(row["luck"])) < 1e-9 < min(row["variance"])
    assert piece("review", file, *asked, "--report") == said
    assert piece("review", file, *asked) == said
    assert file.read_text() == tried, "what was tried is not tried again"


@pytest.mark.parametrize("name", names())
def test_the_raw_face_for_learners_is_many_times_as_fast_as_its_peer(name: str) -> None:
    ours, peer = one_after_another(RawEnv(name, 2), 1000), connect_four(300)
    # Processor time, alternately, the best of each: seven times was measured, much less is a
    # mistake.
    paces = [[steps / seconds for steps, seconds in (ours(at), peer(at))] for at in range(7)]
    assert max(pace for pace, _ in paces) > 4 * max(pace for _, pace in paces)
