"""Puzzles: one turn stands above all others, and nothing else counts as solved."""

from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
import pytest

from rondel.contract import IllegalStep, NotYourTurn, UnreadableFile, WrongArgument
from rondel.games import find, names
from rondel.match import Match
from rondel.puzzles import (
    Puzzle,
    Settings,
    judge,
    position_of,
    read_puzzles,
    shipped,
    turns,
    write_puzzles,
)
from rondel.puzzles.checking import check
from rondel.puzzles.gathering import OtherSettings, gather, journal_of
from rondel.puzzles.making import puzzle_at, turn_starts
from rondel.puzzles.puzzle import DIFFICULTIES, after_steps, file_of
from rondel.puzzles.themes import ALWAYS, themes_of

GAMES = pytest.mark.parametrize("name", names())
QUICK = {"bot": "net", "margin": 0.05, "simulations": 100, "seeds": 2, "first": 16}
SAMPLE = 3
WIDE = 100_000
"""Tables enough for any turn."""


def some(name: str, count: int = SAMPLE) -> list[Puzzle]:
    """Puzzles spread over all that come with a game."""
    every = list(shipped(name).values())
    return every[:: max(1, len(every) // count)][:count]


@GAMES
def test_two_hundred_puzzles_come_with_each_game(name: str) -> None:
    every = shipped(name).values()
    assert len(every) >= 200
    counted = Counter(puzzle.difficulty for puzzle in every)
    assert all(counted[each] >= len(every) // 10 for each in DIFFICULTIES), counted
    assert file_of(find(name)).stat().st_size < 800_000


@GAMES
def test_every_puzzle_is_a_sound_position_whose_solution_and_rivals_are_whole_turns(
    name: str,
) -> None:
    head, _ = read_puzzles(file_of(find(name)))
    known = {*themes_of(find(name)), *ALWAYS}
    for puzzle in shipped(name).values():
        start = position_of(puzzle)
        every = [puzzle.solution, *(rival.steps for rival in puzzle.rivals)]
        ends = [after_steps(start, steps) for steps in every]
        assert all(end.seat != start.seat for end in ends), puzzle.id
        assert len({end.state.tobytes() for end in ends}) == len(ends)
        assert all(rival.loss >= head.margin for rival in puzzle.rivals)
        assert puzzle.themes
        assert {*puzzle.themes} <= known


@GAMES
def test_no_second_turn_is_as_good_when_searched_more_deeply_from_other_seeds(name: str) -> None:
    for puzzle in some(name):
        found = check(puzzle)
        assert found.is_sound, (puzzle.id, found.margin, found.rival.texts)


def test_a_puzzle_with_a_second_solution_does_not_pass_the_check() -> None:
    puzzle = some("finca")[0]
    worse = msgspec.structs.replace(puzzle, solution=puzzle.rivals[0].steps)
    found = check(worse, [200])
    assert not found.is_sound
    assert found.margin < 0
    best = after_steps(position_of(puzzle), puzzle.solution)
    assert found.rival.after == best


@GAMES
def test_any_order_of_steps_that_leads_to_the_solutions_table_solves_it(name: str) -> None:
    for puzzle in some(name, 6):
        start = position_of(puzzle)
        for turn in turns(start, WIDE) or ():
            told = judge(puzzle, turn.texts)
            assert told.is_whole
            assert told.solved == (turn.after == after_steps(start, puzzle.solution))
            assert told.solved == (told.loss == 0)


def test_a_turn_that_goes_on_is_neither_right_nor_wrong() -> None:
    puzzle = next(p for p in shipped("finca").values() if len(p.solution) > 1)
    told = judge(puzzle, puzzle.solution[:1])
    assert not told.is_whole
    assert not told.solved
    assert told.loss == 0
    assert told.after.seat == position_of(puzzle).seat


def test_steps_that_are_impossible_or_without_end_are_refused() -> None:
    puzzle = some("finca")[0]
    with pytest.raises(IllegalStep):
        judge(puzzle, ["place 3"])
    with pytest.raises((IllegalStep, NotYourTurn)):
        judge(puzzle, [*puzzle.solution, *puzzle.solution])
    with pytest.raises(WrongArgument):
        judge(puzzle, ["move 3"] * 65)


@GAMES
def test_turns_are_all_that_can_be_reached_once_each(name: str) -> None:
    match = Match(name, 2, seed=5)
    start = match.position
    found = turns(start, WIDE)
    assert found is not None
    ends = {turn.after.state.tobytes() for turn in found}
    assert len(ends) == len(found)
    for turn in found:
        assert after_steps(start, turn.texts) == turn.after
        assert turn.after.seat != start.seat
    for option, _ in start.options:
        after = start.after_unchecked(option)
        if after.seat != start.seat:
            assert after.state.tobytes() in ends
    assert turns(start, 3) is None


def test_the_same_settings_make_the_same_puzzles_and_stopping_loses_nothing(
    tmp_path: Path,
) -> None:
    settings = Settings("finca", seed=2, **QUICK)  # type: ignore[arg-type]
    whole, parts = tmp_path / "whole.jsonl", tmp_path / "parts.jsonl"
    assert [*gather(settings, 3, whole)][-1] >= 3
    stopped: Any = gather(settings, 3, parts)
    assert [next(stopped) for _ in range(3)][-1] > 0
    stopped.close()
    with journal_of(parts).open("ab") as journal:
        journal.write(b'{"number": 2, "puz')
    with pytest.raises(OtherSettings):
        next(gather(Settings("finca", seed=5), 3, parts))
    list(gather(settings, 3, parts))
    assert parts.read_text() == whole.read_text()
    assert not journal_of(parts).exists()
    head, puzzles = read_puzzles(whole)
    assert (head.simulations, head.seeds, len(puzzles)) == (100, 2, 3)


def test_a_position_where_two_turns_are_as_good_is_no_puzzle() -> None:
    settings = Settings("finca", margin=0.9)
    match = Match("finca", 2, seed=1)
    match.play(match.actions[0])
    assert all(puzzle_at(position, settings) is None for _, position in turn_starts(match))


LATER = '{"rondel_puzzles":9,"game":"finca","rules":2,"margin":0.1,"simulations":1,"seeds":1}'


@pytest.mark.parametrize("text", ["", "{}", "no", LATER])
def test_a_file_that_is_none_is_refused(text: str, tmp_path: Path) -> None:
    file = tmp_path / "puzzles.jsonl"
    file.write_text(text)
    with pytest.raises(UnreadableFile):
        read_puzzles(file)


def test_puzzles_are_written_and_read_as_they_were(tmp_path: Path) -> None:
    file = tmp_path / "puzzles.jsonl"
    write_puzzles(file, Settings("finca").head, some("finca"))
    assert read_puzzles(file) == (Settings("finca").head, some("finca"))


def test_chance_has_no_turn() -> None:
    with pytest.raises(WrongArgument):
        turns(Match("finca", 2, seed=1, deal=False).position)
