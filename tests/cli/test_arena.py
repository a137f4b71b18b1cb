"""Commands `rondel arena` and `rondel simulate` with bots: output and files."""

import contextlib
import csv
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from rondel.arena import benchmark
from rondel.i18n import LANGUAGES
from rondel.match import read_record
from tests.waiting import TIMEOUT, heeding_interrupts

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
    assert found["entrants"][-1]["name"] == "random"
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


DEADLY = """
import os, signal, sys
for line in sys.stdin:
    command, _, rest = line.strip().partition(" ")
    if command == "go":
        try:
            os.unlink(sys.argv[1])
        except FileNotFoundError:
            print("bestmove", rest.partition("among ")[2].split(";")[0], flush=True)
        else:
            os.kill(os.getppid(), signal.SIGKILL)
    elif command == "quit":
        break
    else:
        print("ok", flush=True)
"""
"""Engine that kills the process that it plays for, once, if it finds a certain file."""


def test_ray_plays_the_very_games_though_a_worker_is_killed(
    rondel: "Rondel", monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RAY_AUTH_MODE", "disabled")
    monkeypatch.setenv("RAY_USAGE_STATS_ENABLED", "0")
    monkeypatch.setenv("RAY_gcs_server_port_wait_time_s", str(TIMEOUT))
    Path("deadly.py").write_text(DEADLY, "utf-8")
    trigger = Path("trigger").resolve()
    engine = f"engine:{TIMEOUT}s:{sys.executable} {Path('deadly.py').resolve()} {trigger}"
    options = ("arena", "finca", engine, "random", "--games", 2)
    assert rondel(*options, "--workers", 1, "--out", "here").status == 0
    trigger.touch()
    answer = rondel(*options, "--ray", "--out", "there")
    assert answer.status == 0, answer.err
    assert not trigger.exists()
    assert records("here") == records("there")
    assert len(records("here")) == 2


@pytest.mark.parametrize("address", ["127.0.0.1:1", "ray://127.0.0.1:1", "127.0.0.1:99999999"])
def test_a_cluster_that_is_not_there_is_refused_before_anything_is_written(
    rondel: "Rondel", monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    monkeypatch.setenv("RAY_ADDRESS", address)
    answer = rondel(*SMALL[:-2], "--ray", "--out", "there")
    assert answer.status == 2
    assert answer.err.rstrip().endswith("[no-cluster]")
    assert not Path("there").exists()


def test_a_missing_package_is_told_before_anything_is_played(
    rondel: "Rondel", monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "openskill", None)
    monkeypatch.setitem(sys.modules, "openskill.models", None)
    monkeypatch.delitem(sys.modules, "rondel.arena.standings", raising=False)
    answer = rondel("arena", "finca", "random", "random", "--games", 10**6, "--out", "a")
    assert answer.status == 2
    assert answer.err.rstrip().endswith("[missing-extra]")
    assert not Path("a").exists()


def test_a_tournament_goes_on_from_its_records(rondel: "Rondel") -> None:
    options = ("arena", "finca", "greedy", "random", "--games", 8, "--workers", 1)
    assert rondel(*options, "--out", "whole").status == 0
    assert rondel(*options, "--out", "cut").status == 0
    whole = records("whole")
    for name in list(whole)[::2]:
        (Path("cut/records") / name).unlink()
    # A crash leaves half a line behind, and a record that the journal lacks; a name with nested
    # brackets is foreign.
    journal = Path("cut/games.jsonl")
    journal.write_bytes(b'{"a":' * 9000 + b"\n" + journal.read_bytes()[:-40])
    for name in ("standings.json", "report.html", "games.csv"):
        (Path("cut") / name).unlink()
    answer = rondel("arena", "--resume", "cut", "--workers", 1)
    assert answer.status == 0, answer.err
    assert records("cut") == whole
    told = [json.loads(Path(f"{f}/standings.json").read_text()) for f in ("whole", "cut")]
    assert [e["elo"] for e in told[0]["entrants"]] == [e["elo"] for e in told[1]["entrants"]]
    assert told[1]["games"] == told[1]["planned"] == 8
    longer = rondel("arena", "--resume", "cut", "--games", 10, "--workers", 1)
    assert longer.status == 0 and len(records("cut")) == 10
    assert whole.items() <= records("cut").items()


def test_an_interrupted_tournament_leaves_standings_and_can_go_on(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "rondel", "arena", "finca", "search:100", "random"]
    options = ["--games", "400", "--workers", "2", "--out", "a", "--language", "en"]
    with heeding_interrupts():
        process = subprocess.Popen(
            [*command, *options], cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            encoding="utf-8", start_new_session=True,
        )  # fmt: skip
    with process:
        try:
            until = time.monotonic() + TIMEOUT
            while len(list(tmp_path.glob("a/records/*.rondel"))) < 4 and time.monotonic() < until:
                time.sleep(0.1)
            # Like a terminal: the signal reaches the whole process group.
            os.killpg(process.pid, signal.SIGINT)
            out, err = process.communicate(timeout=120)
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
    assert process.returncode == 130, err
    assert "Traceback" not in err
    assert "rondel arena --resume a" in out
    found = json.loads((tmp_path / "a/standings.json").read_text("utf-8"))
    assert 4 <= found["games"] < found["planned"] == 400
    assert found["games"] == len(list(tmp_path.glob("a/records/*.rondel")))
    assert "of 400 games" in (tmp_path / "a/report.html").read_text("utf-8")


def test_a_report_is_made_of_any_folder_of_records(rondel: "Rondel") -> None:
    rondel("arena", "finca", "greedy", "random", "--games", 4, "--out", "a", "--workers", 1)
    Path("mine/deep").mkdir(parents=True)
    for at, text in enumerate(records("a").values()):
        Path(f"mine/deep/{at}.rondel").write_text(text, "utf-8")
    Path("mine/broken.rondel").write_text("no record", "utf-8")
    answer = rondel("arena", "report", "mine")
    assert answer.status == 0, answer.err
    assert "One record could not be read" in answer.out
    here, there = (json.loads(Path(f"{f}/standings.json").read_text()) for f in ("a", "mine"))
    for told in (here, there):
        for entrant in told["entrants"]:
            for key in ("elo", "rating", "seconds_per_decision", "slowest_game", "entrant"):
                entrant.pop(key)
    assert here["entrants"] == there["entrants"]
    assert Path("mine/report.html").exists()


def test_a_folder_without_records_and_mixed_ones_are_refused(rondel: "Rondel") -> None:
    assert rondel("arena", "report", "nowhere").err.rstrip().endswith("[unreadable-file]")
    Path("empty").mkdir()
    assert rondel("arena", "report", "empty").err.rstrip().endswith("[no-records]")
    for text in ("", '{"a":' * 9000):
        Path("empty/tournament.json").write_text(text)
        assert rondel("arena", "--resume", "empty").err.rstrip().endswith("[no-tournament]")
    assert rondel("arena").status == 2
    assert rondel("arena", "finca").err.rstrip().endswith("[no-entrants]")
    for players in (2, 3):
        rondel(*SMALL, "random", "--players", players, "--out", f"empty/{players}")
    assert rondel("arena", "report", "empty").err.rstrip().endswith("[mixed-records]")


def test_standings_fit_into_eighty_columns(
    rondel: "Rondel", monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    long = f"engine:0.05s:{sys.executable} -c 'raise SystemExit(1)'"
    for language in LANGUAGES:
        answer = rondel(
            "arena", "finca", long, "random", "regular", "--games", 2, "--workers", 1,
            "--out", language, "--language", language, "--limit", 100,
        )  # fmt: skip
        assert answer.status == 0, answer.err
        lines = answer.out.splitlines()
        table = lines[: next(at for at, line in enumerate(lines) if at > 2 and not line.strip())]
        assert len(table) > 6 and max(map(len, table)) <= 80
        assert "…" not in "".join(table)


def test_a_test_can_end_a_tournament_early(rondel: "Rondel") -> None:
    answer = rondel(
        "arena", "finca", "greedy", "random", "--games", 200, "--sprt", "0:50", "--workers", 1,
        "--out", "a",
    )  # fmt: skip
    assert answer.status == 0, answer.err
    found = json.loads(Path("a/standings.json").read_text("utf-8"))
    assert found["games"] == len(records("a")) < 60
    assert "greedy is stronger than" in answer.out
    again = rondel("arena", "--resume", "a", "--workers", 1)
    assert again.status == 0 and len(records("a")) == found["games"]
    for bad in ("20", "x:y", "20:0", "0:99999"):
        refused = rondel("arena", "finca", "greedy", "random", "--sprt", bad, "--out", "b")
        assert refused.err.rstrip().endswith("[unreadable-test]")
    assert not Path("b").exists()


def test_games_that_do_not_end_are_told(rondel: "Rondel") -> None:
    answer = rondel(*SMALL, "--limit", 50, "--out", "a")
    assert "2 games did not end" in answer.out
    with Path("a/games.csv").open(encoding="utf-8", newline="") as opened:
        assert {line["ended"] for line in csv.DictReader(opened)} == {"0"}


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


def test_a_benchmark_gives_the_same_result_wherever_it_is_played(rondel: "Rondel") -> None:
    one = rondel("benchmark", "finca", "--agent", "greedy", "--deals", 1, "--workers", 1)
    assert one.status == 0, one.err
    folder = Path(f"benchmark-finca-{benchmark.VERSION}-greedy")
    result = json.loads((folder / "result.json").read_text("utf-8"))
    assert result["benchmark"] == f"finca-{benchmark.VERSION}"
    assert [against["opponent"] for against in result["opponents"]] == list(benchmark.OPPONENTS)
    assert result["games"] == len(records(str(folder))) == 8 < result["planned"]
    assert "8 of the 400 games" in one.out
    played = records(str(folder))
    for name in list(played)[:3]:
        (folder / "records" / name).unlink()
    again = rondel("benchmark", "finca", "--agent", "greedy", "--deals", 1, "--workers", 1)
    assert again.status == 0 and records(str(folder)) == played
    other = rondel("benchmark", "finca", "--agent", "random", "--out", str(folder))
    assert other.err.rstrip().endswith("[file-exists]")
    nobody = rondel("benchmark", "finca", "--agent", "deep-blue")
    assert nobody.err.rstrip().endswith("[unknown-bot]")
