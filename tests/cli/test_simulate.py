"""Command `rondel simulate`: output and files."""

import csv
import json
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import numpy as np
import pytest
from pyarrow import parquet

from rondel.arena.intervals import wilson
from rondel.cli.summary import Counted
from rondel.games import find
from rondel.i18n import LANGUAGES, Translator

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
    assert cast(Any, parquet).read_table("g.parquet").to_pylist() == rows("g.csv")


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


@pytest.mark.parametrize("option", ["--csv", "--json", "--parquet"])
def test_a_file_that_cannot_be_written_is_refused_before_anything_is_played(
    rondel: "Rondel", option: str
) -> None:
    answer = rondel("simulate", "finca", "--games", 10**9, option, "missing/g")
    assert answer.status == 2
    assert answer.err.rstrip().endswith("[unwritable-file]")


@pytest.mark.parametrize("option", ["--csv", "--json", "--parquet"])
def test_a_file_that_exists_is_overwritten_only_when_asked(rondel: "Rondel", option: str) -> None:
    Path("mine").write_text("precious", "utf-8")
    answer = rondel("simulate", "finca", "--games", 10**9, option, "mine")
    assert answer.status == 2
    assert answer.err.rstrip().endswith("[file-exists]")
    assert Path("mine").read_text("utf-8") == "precious"
    assert rondel("simulate", "finca", "--games", 5, option, "mine", "--overwrite").status == 0
    assert b"precious" not in Path("mine").read_bytes()
    assert [file.name for file in Path().iterdir()] == ["mine"]


def test_a_missing_package_is_told_before_anything_is_played(
    rondel: "Rondel", monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    answer = rondel("simulate", "finca", "--games", 10**9, "--parquet", "g.parquet")
    assert answer.err.rstrip().endswith("[missing-extra]")
    assert list(Path().iterdir()) == []


def test_a_seat_that_won_every_game_is_not_certain_to_win(rondel: "Rondel") -> None:
    answer = rondel(
        "simulate", "finca", "--bot", "greedy", "--bot", "random", "--games", 40, "--threads", 1,
        "--json", "s.json",
    )  # fmt: skip
    first = json.loads(Path("s.json").read_text())["seats"][0]["victories"]
    expected = wilson(40 * first["share"], 40)
    assert (first["low"], first["high"]) == pytest.approx((expected.low, expected.high))
    assert first["low"] < 0.95
    assert "± 0.0" not in answer.out


PEAK = """
import sys
from rondel.cli import app
app(["simulate", "finca", "--games", sys.argv[1], "--csv", "g.csv", "--overwrite"],
    standalone_mode=False)
status = dict(line.split(":", 1) for line in open("/proc/self/status"))
print("peak", int(status["VmHWM"].split()[0]) // 1024)
"""


def test_ten_times_the_games_take_no_more_memory(tmp_path: Path) -> None:
    def peak(games: int) -> int:
        command = [sys.executable, "-c", PEAK, str(games)]
        done = subprocess.run(
            command, cwd=tmp_path, capture_output=True, encoding="utf-8", check=True, timeout=300
        )
        return int(done.stdout.split()[-1])

    few, many = peak(6_000), peak(60_000)
    assert many < 300 and many - few < 20


def test_numbers_summed_up_as_they_come_are_those_of_all_together() -> None:
    numbers = np.random.default_rng(1).integers(-50, 5000, 3000).astype(np.int32)
    counted = Counted()
    for part in np.array_split(numbers, 7):
        counted.add(part)
    found = counted.spread()
    assert found.mean == pytest.approx(numbers.mean())
    assert found.deviation == pytest.approx(numbers.std())
    assert (found.least, found.most) == (numbers.min(), numbers.max())


@pytest.mark.parametrize("language", LANGUAGES)
def test_whoever_plays_on_a_map_of_their_own_hears_what_bots_go_by(
    rondel: "Rondel", language: str
) -> None:
    maps = find("milestones").maps
    assert maps is not None
    mine = maps.usual().replace("2012", "mine").replace("[0, 2, 1", "[0, 3, 1")
    Path("mine.toml").write_text(mine, "utf-8")
    told = Translator(language).text("cli-bots-alike")
    bots = ("--bot", "beginner", "--bot", "random", "--language", language)
    short = ("simulate", "milestones", "--games", 1, "--limit", 5, "--threads", 1)
    assert told not in rondel(*short, *bots).err
    answer = rondel(*short, *bots, "--edition", "mine.toml")
    assert answer.status == 0 and told in answer.err
