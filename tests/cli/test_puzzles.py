"""Command `rondel puzzles`: making, checking and refusing files of puzzles."""

import re
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace
from PIL import Image

from rondel.games import find
from rondel.i18n import Translator
from rondel.puzzles import card, position_of, read_puzzles, shipped, write_puzzles
from rondel.puzzles.cards import question_of, title_of
from rondel.puzzles.puzzle import file_of
from rondel.rendering import svg

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


def test_a_puzzle_is_drawn_as_a_card_with_its_question(rondel: "Rondel") -> None:
    puzzle = next(one for one in shipped("finca").values() if one.difficulty == "hard")
    answer = rondel("puzzles", "draw", "finca", puzzle.id, "-o", "card.svg", "--language", "fr")
    assert answer.status == 0, answer.err
    drawn = Path("card.svg").read_text("utf-8")
    assert drawn == card(puzzle, language="fr")
    position = position_of(puzzle)
    table = len(re.findall("<path", svg(position, language="fr")))
    assert len(re.findall("<path", drawn)) == table + 2, "the title and the question are two more"
    translator = Translator("fr", position.game)
    assert title_of(puzzle, translator) == "Finca\xa0: un problème difficile"
    assert question_of(puzzle, translator).startswith(
        f"Joueur {(position.seat or 0) + 1} doit jouer"
    )
    assert (
        rondel("puzzles", "draw", "finca", puzzle.id, "-o", "card.png", "--size", 400).status == 0
    )
    with Image.open("card.png") as small:
        assert small.size == (400, 210)
    for given, code in (
        (("finca", "nothing", "-o", "new.svg"), "no-such-puzzle"),
        (("chess", puzzle.id, "-o", "new.svg"), "unknown-game"),
        (("finca", puzzle.id, "-o", "new.jpg"), "unknown-format"),
        (("finca", puzzle.id, "-o", "card.svg"), "file-exists"),
    ):
        refused = rondel("puzzles", "draw", *given)
        assert (refused.status, f"[{code}]" in refused.err) == (2, True)
    assert sorted(file.name for file in Path().iterdir()) == ["card.png", "card.svg"]


def test_a_deep_check_tells_why_each_puzzle_fails_and_keeps_the_rest(rondel: "Rondel") -> None:
    head, every = read_puzzles(file_of(find("finca")))
    sound = next(puzzle for puzzle in every if len(puzzle.solution) == 1)
    wrong = replace(sound, id="0000000000", solution=sound.rivals[-1].steps)
    write_puzzles("two.jsonl", head, [sound, wrong])
    deep = ("--deep", "--simulations", 500, "--games", 0, "--report", "report.jsonl")
    answer = rondel("puzzles", "check", "two.jsonl", *deep, "--minutes", 0.01, "--processes", 2)
    assert (answer.status, "0 of 2" in answer.out) == (1, True), answer.out + answer.err
    answer = rondel("puzzles", "check", "two.jsonl", *deep, "-o", "one.jsonl")
    assert "0000000000: " in answer.out, answer.out + answer.err
    assert "0000000000" not in {puzzle.id for puzzle in read_puzzles("one.jsonl")[1]}
    assert rondel("puzzles", "join", "one.jsonl", "two.jsonl", "-o", "both.jsonl").status == 0
    assert len(read_puzzles("both.jsonl")[1]) == 2
