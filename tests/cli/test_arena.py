"""rondel arena and rondel simulate with bots: what is printed and what is written."""

import csv
import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from rondel.match import read_record
from rondel.words import LANGUAGES

if TYPE_CHECKING:
    from tests.cli.conftest import Rondel

SMALL = ("arena", "finca", "random", "random", "--games", 2, "--workers", 1)


def records(folder: str) -> dict[str, str]:
    return {file.name: file.read_text("utf-8") for file in (Path(folder) / "records").iterdir()}


def test_an_arena_writes_records_numbers_and_a_report(rondel: "Rondel") -> None:
    answer = rondel(
        "arena", "finca", "greedy", "random", "beginner", "--games", 2, "--out", "a", "--workers", 1
    )
    assert answer.status == 0, answer.err
    assert "Finca: the arena" in answer.out and "a/report.html" in answer.out
    found = json.loads(Path("a/standings.json").read_text("utf-8"))
    assert found["games"] == 6 and found["deals"] == 1
    assert found["entrants"][0]["name"] == "greedy"
    matches = {name: read_record(text) for name, text in records("a").items()}
    assert len(matches) == 6 and all(m.position.is_over for m in matches.values())
    with Path("a/games.csv").open(encoding="utf-8", newline="") as opened:
        lines = list(csv.DictReader(opened))
    assert len(lines) == 12
    for line in lines:
        scores = matches[line["record"]].position.scores
        assert int(line["points"]) == scores[int(line["seat"]) - 1]
    assert Path("a/report.html").read_text("utf-8").startswith("<!doctype html>")


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_arena_speaks_every_language(rondel: "Rondel", language: str) -> None:
    answer = rondel(*SMALL, "--out", "a", "--language", language)
    told = {"en": "The report is", "fr": "Le rapport est", "hu": "A jelentés"}
    assert told[language] in answer.out
    assert f'lang="{language}"' in Path("a/report.html").read_text("utf-8")


def test_ray_plays_the_very_games(rondel: "Rondel", monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RAY_AUTH_MODE", "disabled")
    monkeypatch.setenv("RAY_USAGE_STATS_ENABLED", "0")
    assert rondel(*SMALL, "--out", "here").status == 0
    assert rondel(*SMALL[:-2], "--ray", "--out", "there").status == 0
    assert records("here") == records("there")
    assert len(records("here")) == 2


def test_an_arena_never_writes_over_another(rondel: "Rondel") -> None:
    Path("a").mkdir()
    answer = rondel(*SMALL, "--out", "a")
    assert answer.status == 2
    assert answer.err.rstrip().endswith("[file-exists]")
    assert list(Path("a").iterdir()) == []


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("random", "deep-blue"), "unknown-bot"),
        (("random", "random", "--players", 3), "too-few-bots"),
        (("random", "random", "--players", 9), "wrong-players"),
        (("random", "random", "--edition", "1999"), "unknown-edition"),
    ],
)
def test_what_cannot_be_played_is_refused_before_anything_is_written(
    rondel: "Rondel", arguments: tuple[object, ...], code: str
) -> None:
    answer = rondel("arena", "finca", *arguments, "--out", "a")
    assert answer.status == 2
    assert answer.err.rstrip().endswith(f"[{code}]")
    assert not Path("a").exists()


def test_bots_can_be_simulated(rondel: "Rondel") -> None:
    answer = rondel(
        "simulate", "finca", "--bot", "greedy", "--bot", "random", "--games", 4, "--threads", 1,
        "--json", "s.json",
    )  # fmt: skip
    assert answer.status == 0, answer.err
    assert "greedy bot" in answer.out and "random bot" in answer.out
    summary = json.loads(Path("s.json").read_text())
    assert summary["bots"] == ["greedy", "random"]
    assert summary["games"] == 4 and summary["players"] == 2
    assert summary["seats"][0]["points"]["mean"] > summary["seats"][1]["points"]["mean"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_as_many_bots_as_seats_are_needed(rondel: "Rondel", language: str) -> None:
    speaking = ("--language", language)
    answer = rondel("simulate", "finca", "--bot", "greedy", "--players", 3, *speaking)
    assert answer.status == 2
    assert answer.err.rstrip().endswith("[other-count]")
    answer = rondel("arena", "finca", "greedy", "--players", 3, *speaking)
    assert answer.status == 2
    assert answer.err.rstrip().endswith("[too-few-bots]")
