"""Bots find immediate wins, with tie-breaks and whatever chance brings."""

from itertools import islice
from pathlib import Path

import numpy as np
import pytest

from benchmarks.endings import STRONG, Solver, endings, is_won
from rondel.bots import find
from rondel.bots.budget import Budget
from rondel.bots.endgame import FIRST_TABLES, Endgame, solve
from rondel.bots.kernels import kernels
from rondel.bots.search import Search
from rondel.core import Position
from rondel.games import find as find_game
from rondel.games import names as games
from rondel.match import Match, SeededRandom, read

ENDINGS = Path(__file__).parent / "endings"
SURE = ("net", *STRONG)
"""Levels that never miss an immediate win."""


def ending(name: str) -> Position:
    return read(ENDINGS / f"{name}.rondel").position


@pytest.mark.parametrize("name", SURE)
def test_a_turn_that_wins_by_the_tie_break_is_made(name: str) -> None:
    position = ending("tie-break")
    seat = position.seat
    assert seat is not None and position.scores == (75, 66)
    bot = find(name, 1)
    while position.seat == seat:
        position = position.after(bot.choose(position))
    assert position.scores == (70, 70) and position.ranks[seat] == 1


@pytest.mark.parametrize("name", SURE)
@pytest.mark.parametrize("seed", range(3))
def test_a_delivery_that_wins_clearly_is_made_though_many_others_do_not(
    name: str, seed: int
) -> None:
    position = ending("large-turn")
    seat = position.seat
    assert seat is not None
    bot = find(name, seed)
    while position.seat == seat:
        position = position.after(bot.choose(position))
    assert position.is_over and position.ranks[seat] == 1


def test_thinking_aloud_names_a_turn_that_wins_at_once() -> None:
    position, budget = ending("large-turn"), Budget(simulations=50)
    for _ in range(4):
        thought = Search(budget, 1).think(position, budget)
        position = position.after(thought.step)
    assert position.after("done").ranks[0] == 1


@pytest.mark.parametrize("game", games())
@pytest.mark.parametrize("players", [2, 3, 4])
def test_expert_and_above_win_whenever_a_turn_wins_at_once(game: str, players: int) -> None:
    for at, position in enumerate(islice(endings(game, players), 4)):
        for name in STRONG:
            assert is_won(position, name, str(at)), (at, name, position.write())


@pytest.mark.parametrize("game", games())
def test_each_option_is_worth_what_plain_python_finds(game: str) -> None:
    certain = kernels(find_game(game)).endgame.CERTAIN
    for position in islice(endings(game, 2), 3):
        solver = Solver(position)
        wins = [solver.wins(position.after_unchecked(step)) for step, _ in position.legal_steps]
        found = solve(position, certain)
        assert found.ends and found.is_complete
        assert (found.shares > 0.0).tolist() == wins


def test_the_expected_share_of_a_win_without_chance_is_whole() -> None:
    mean = kernels(find_game("milestones")).endgame.EXPECTED
    position = ending("tie-break")
    found = solve(position, mean)
    assert found.is_complete and not found.goes_on
    assert found.best == 1.0


def test_early_in_a_game_no_turn_is_taken_for_the_last() -> None:
    for game in games():
        match = Match(find_game(game), 2, dealer=SeededRandom(1))
        bot = find("greedy", 1)
        for _ in range(30):
            assert Endgame().choose(match.position) is None
            match.play(bot.choose(match.position))


def test_a_turn_over_too_many_tables_is_not_called_complete() -> None:
    certain = kernels(find_game("milestones")).endgame.CERTAIN
    position = ending("tie-break")
    whole, part = solve(position, certain, FIRST_TABLES), solve(position, certain, 4)
    assert whole.is_complete and not part.is_complete
    known = part.shares >= 0.0
    assert not known.all()
    assert np.array_equal(part.shares[known], whole.shares[known])
