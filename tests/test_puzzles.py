"""Puzzles: one turn is clearly the best, and nothing else counts as solved."""

from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
import pytest

from rondel.core import IllegalStep, NotYourTurn, UnreadableFile, WrongArgument
from rondel.games import find, names
from rondel.match import Match
from rondel.puzzles import (
    Puzzle,
    Settings,
    check_answer,
    position_of,
    read_puzzles,
    shipped,
    turns,
    write_puzzles,
)
from rondel.puzzles.collection import OtherSettings, collect, journal_of
from rondel.puzzles.deep import DeepSettings, check_deeply, is_clearly_better, play_out
from rondel.puzzles.generation import puzzle_at, turn_starts
from rondel.puzzles.puzzle import DIFFICULTIES, after_steps, file_of, join_files
from rondel.puzzles.report import OtherReport, check_all, read_report
from rondel.puzzles.themes import ALWAYS, themes_of
from rondel.puzzles.verification import check

GAMES = pytest.mark.parametrize("name", names())
QUICK = {"bot": "net", "margin": 0.05, "simulations": 100, "seeds": 2, "first": 16}
SAMPLE = 3
WIDE = 100_000
"""Table limit large enough for any turn."""


def some(name: str, count: int = SAMPLE) -> list[Puzzle]:
    """Return puzzles spread over all that a game has."""
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
            told = check_answer(puzzle, turn.texts)
            assert told.is_complete
            assert told.solved == (turn.after == after_steps(start, puzzle.solution))
            assert told.solved == (told.loss == 0)


def test_a_turn_that_goes_on_is_neither_right_nor_wrong() -> None:
    puzzle = next(p for p in shipped("finca").values() if len(p.solution) > 1)
    told = check_answer(puzzle, puzzle.solution[:1])
    assert not told.is_complete
    assert not told.solved
    assert told.loss == 0
    assert told.after.seat == position_of(puzzle).seat


def test_steps_that_are_impossible_or_without_end_are_refused() -> None:
    puzzle = some("finca")[0]
    with pytest.raises(IllegalStep):
        check_answer(puzzle, ["place 3"])
    with pytest.raises((IllegalStep, NotYourTurn)):
        check_answer(puzzle, [*puzzle.solution, *puzzle.solution])
    with pytest.raises(WrongArgument):
        check_answer(puzzle, ["move 3"] * 65)


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
    for option, _ in start.legal_steps:
        after = start.after_unchecked(option)
        if after.seat != start.seat:
            assert after.state.tobytes() in ends
    assert turns(start, 3) is None


def test_the_same_settings_make_the_same_puzzles_and_stopping_loses_nothing(
    tmp_path: Path,
) -> None:
    settings = Settings("finca", seed=2, **QUICK)  # type: ignore[arg-type]
    whole, parts = tmp_path / "whole.jsonl", tmp_path / "parts.jsonl"
    assert [*collect(settings, 3, whole)][-1] >= 3
    stopped: Any = collect(settings, 3, parts)
    assert [next(stopped) for _ in range(3)][-1] > 0
    stopped.close()
    with journal_of(parts).open("ab") as journal:
        journal.write(b'{"number": 2, "puz')
    with pytest.raises(OtherSettings):
        next(collect(Settings("finca", seed=5), 3, parts))
    list(collect(settings, 3, parts))
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


@pytest.mark.parametrize("text", ["", "{}", "no", LATER, '{"a":' * 9000])
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


SMALL = DeepSettings(simulations=400, seeds=(1, 2), games=0)
PARENT = Path(__file__).parent


def narrow(name: str) -> Puzzle:
    """Return the puzzle of a game that has the fewest turns to search."""
    return min(
        list(shipped(name).values())[:40], key=lambda p: len(turns(position_of(p), WIDE) or ())
    )


def test_a_turn_that_looks_bad_in_a_shallow_search_is_still_searched_deeply() -> None:
    """Use turns that win, but look 40 points worse until 50,000 simulations."""
    puzzle = read_puzzles(PARENT / "compatibility" / "puzzle-that-loses.jsonl")[1][0]
    assert check(puzzle).is_sound, "a check with pruning does not find the better turn"
    deep = check_deeply(puzzle, DeepSettings(games=0))
    assert not deep.is_sound
    assert deep.seconds > 0


def test_every_turn_is_searched_before_a_puzzle_passes_the_deep_check() -> None:
    puzzle = narrow("finca")
    deep = check_deeply(puzzle, SMALL)
    every = turns(position_of(puzzle), WIDE)
    assert every is not None
    assert deep.turns == len(every) - 1
    assert not deep.is_sound or deep.searched == deep.turns
    worse = msgspec.structs.replace(puzzle, solution=puzzle.rivals[-1].steps)
    assert not check_deeply(worse, SMALL).is_sound


def test_playouts_fail_a_solution_only_if_the_rival_is_clearly_better() -> None:
    assert is_clearly_better([1.0] * 12, [0.0] * 12)
    assert not is_clearly_better([0.0] * 12, [1.0] * 12)
    assert not is_clearly_better([1.0] * 12, [1.0] * 12)
    assert not is_clearly_better([1.0, 1.0, 0.0, 1.0], [0.0, 0.0, 1.0, 1.0])


@GAMES
def test_the_same_deal_plays_a_line_out_in_the_same_way(name: str) -> None:
    puzzle = some(name)[-1]
    after = after_steps(position_of(puzzle), puzzle.solution)
    seat = position_of(puzzle).seat or 0
    played = [play_out(after, seat, 3, 50, "net") for _ in range(2)]
    assert played[0] == played[1]
    assert 0 <= played[0] <= 1


def test_a_report_of_deep_checks_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    puzzles, report = some("finca", 3), tmp_path / "report.jsonl"
    stopped: Any = check_all(puzzles, SMALL, report)
    first = next(stopped)
    stopped.close()
    assert [*read_report(report)] == [first.id]
    with report.open("a") as opened:
        opened.write('{"id": "cut o')
    results = list(check_all(puzzles, SMALL, report, processes=2))
    assert results[0] == first, "a puzzle that was checked is not checked again"
    assert {result.id for result in results} == {puzzle.id for puzzle in puzzles}
    assert read_report(report) == {result.id: result for result in results}
    alone = check_deeply(puzzles[1], SMALL)
    same = next(result for result in results if result.id == alone.id)
    assert msgspec.structs.replace(same, seconds=alone.seconds) == alone
    with pytest.raises(OtherReport):
        list(check_all(puzzles, DeepSettings(), report))
    deep = tmp_path / "deep.jsonl"
    deep.write_text('{"a":' * 9000 + "\n")
    with pytest.raises(OtherReport):
        read_report(deep)
    late = tmp_path / "late.jsonl"
    assert list(check_all(puzzles, SMALL, late, processes=2, seconds=0.0)) == []


def test_several_processes_make_the_same_puzzles(tmp_path: Path) -> None:
    settings = Settings("finca", seed=2, **QUICK)  # type: ignore[arg-type]
    alone, together = tmp_path / "alone.jsonl", tmp_path / "together.jsonl"
    list(collect(settings, 2, alone))
    assert list(collect(settings, 2, together, processes=2, seconds=0.0)) == [0]
    assert not together.exists()
    list(collect(settings, 2, together, processes=2))
    assert together.read_text() == alone.read_text()


def test_files_of_one_game_are_joined_and_others_are_refused() -> None:
    finca = read_puzzles(file_of(find("finca")))
    few = (msgspec.structs.replace(finca[0], margin=0.02, seeds=9), finca[1][:3])
    head, puzzles = join_files([finca, few])
    assert (head.margin, head.seeds) == (0.02, finca[0].seeds)
    assert puzzles == finca[1]
    with pytest.raises(WrongArgument):
        join_files([finca, read_puzzles(file_of(find("milestones")))])
