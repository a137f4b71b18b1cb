"""rondel puzzles: a file of puzzles is made, or checked, or refused."""

from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from rondel.games import find
from rondel.puzzles import read_puzzles, write_puzzles
from rondel.puzzles.puzzle import file_of

if TYPE_CHECKING:
    from tests.cli.conftest import Rondel

QUICK = ("--bot", "net", "--margin", 0.05, "--simulations", 100, "--seeds", 2, "--first", 16)


def test_puzzles_are_made_and_counted_by_difficulty(rondel: "Rondel") -> None:
    answer = rondel("puzzles", "make", "finca", "--count", 2, "--seed", 2, *QUICK, "-o", "p.jsonl")
    assert answer.status == 0, answer.err
    assert len(read_puzzles("p.jsonl")[1]) == 2
    assert all(word in answer.out for word in ("easy", "medium", "hard"))


def test_a_puzzle_with_a_second_solution_is_named_and_left_out(rondel: "Rondel") -> None:
    head, every = read_puzzles(file_of(find("finca")))
    sound = next(puzzle for puzzle in every if len(puzzle.solution) == 1)
    wrong = replace(sound, id="0000000000", solution=sound.rivals[0].steps)
    write_puzzles("two.jsonl", head, [sound, wrong])
    answer = rondel("puzzles", "check", "two.jsonl", "-o", "one.jsonl", "--language", "fr")
    assert answer.status == 1
    assert "0000000000\xa0: un autre tour est aussi bon\xa0: " + sound.solution[0] in answer.out
    assert "1 des 2 problèmes" in answer.out
    assert [puzzle.id for puzzle in read_puzzles("one.jsonl")[1]] == [sound.id]
    assert rondel("puzzles", "check", "one.jsonl").status == 0
    for given, code in (("chess", "unknown-game"), ("two.jsonl", "file-exists")):
        answer = rondel("puzzles", "check", given, "-o", "one.jsonl" if given != "chess" else "new")
        assert (answer.status, f"[{code}]" in answer.err) == (2, True)


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
