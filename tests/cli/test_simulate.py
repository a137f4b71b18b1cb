"""rondel simulate: what is printed, and files that can be read again."""

import csv
import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from pyarrow import parquet

from rondel.words import LANGUAGES

if TYPE_CHECKING:
    from tests.cli.conftest import Rondel


def rows(file: str) -> list[dict[str, int]]:
    with Path(file).open(encoding="utf-8", newline="") as opened:
        return [{name: int(cell) for name, cell in row.items()} for row in csv.DictReader(opened)]


def test_the_summary_is_that_of_the_games_written_down(rondel: "Rondel") -> None:
    answer = rondel(
        "simulate", "finca", "--games", 300, "--players", 3, "--json", "s.json", "--csv", "g.csv"
    )
    assert answer.status == 0
    games = rows("g.csv")
    summary = json.loads(Path("s.json").read_text())
    assert len(games) == summary["games"] == 300
    assert summary["unended"] == 0
    for seat in (1, 2, 3):
        points = [game[f"points_{seat}"] for game in games]
        told = summary["seats"][seat - 1]
        assert told["points"]["mean"] == pytest.approx(sum(points) / 300)
        assert (told["points"]["least"], told["points"]["most"]) == (min(points), max(points))
        assert f"{told['points']['mean']:.1f}" in answer.out
        assert told["victories"]["low"] < told["victories"]["share"] < told["victories"]["high"]
    assert sum(seat["victories"]["share"] for seat in summary["seats"]) == pytest.approx(1)
    decisions = [game["decisions"] for game in games]
    assert summary["decisions"]["most"] == max(decisions)
    assert summary["decisions_per_second"] * summary["seconds"] == pytest.approx(sum(decisions))


def test_the_parquet_file_holds_the_same_games_as_the_csv_file(rondel: "Rondel") -> None:
    rondel("simulate", "finca", "--games", 50, "--csv", "g.csv", "--parquet", "g.parquet")
    assert parquet.read_table("g.parquet").to_pylist() == rows("g.csv")


def test_the_same_seed_gives_the_same_games_on_any_number_of_threads(rondel: "Rondel") -> None:
    for name, seed, threads in (("a", 3, 1), ("b", 3, 2), ("c", 4, 2)):
        options = ("--games", 2500, "--seed", seed, "--threads", threads, "--csv", name)
        assert rondel("simulate", "finca", *options).status == 0
    assert rows("a") == rows("b") != rows("c")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_summary_speaks_every_language(rondel: "Rondel", language: str) -> None:
    answer = rondel("simulate", "finca", "--games", 20, "--language", language)
    mean = {"en": "mean", "fr": "moyenne", "hu": "átlag"}
    assert mean[language] in answer.out


def test_the_progress_bar_stays_out_of_the_output(rondel: "Rondel") -> None:
    answer = rondel("simulate", "finca", "--games", 20)
    assert "simulating" not in answer.out


def test_a_file_that_cannot_be_written_is_refused(rondel: "Rondel") -> None:
    answer = rondel("simulate", "finca", "--games", 1, "--csv", "missing/g.csv")
    assert answer.status == 2
    assert answer.err.rstrip().endswith("[unwritable-file]")
