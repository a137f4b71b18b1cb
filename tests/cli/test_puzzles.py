"""rondel puzzles make: a file of puzzles, or a refusal."""

from pathlib import Path
from typing import TYPE_CHECKING

from rondel.puzzles import read_puzzles

if TYPE_CHECKING:
    from tests.cli.conftest import Rondel

QUICK = ("--bot", "net", "--margin", 0.05, "--simulations", 100, "--seeds", 2, "--first", 16)


def test_puzzles_are_made_and_counted_by_difficulty(rondel: "Rondel") -> None:
    answer = rondel("puzzles", "make", "finca", "--count", 2, "--seed", 2, *QUICK, "-o", "p.jsonl")
    assert answer.status == 0, answer.err
    assert len(read_puzzles("p.jsonl")[1]) == 2
    assert all(word in answer.out for word in ("easy", "medium", "hard"))


def test_what_cannot_be_made_is_refused_with_a_code(rondel: "Rondel") -> None:
    Path("there.jsonl").write_text("mine")
    for given, code in (
        (("chess", "-o", "p"), "unknown-game"),
        (("finca", "--players", 7, "-o", "p"), "wrong-players"),
        (("finca", "--bot", "nobody", "-o", "p"), "unknown-bot"),
        (("finca", "-o", "there.jsonl"), "file-exists"),
        (("finca", "-o", "nowhere/p"), "unwritable-file"),
    ):
        answer = rondel("puzzles", "make", *given)
        assert answer.status == 2
        assert f"[{code}]" in answer.err
    assert Path("there.jsonl").read_text() == "mine"
