"""Analysis of positions: win probabilities, points and lines, by any evaluator."""

from collections.abc import Sequence
from typing import Any, cast

import pytest

import rondel
from rondel.bots.budget import Budget
from rondel.bots.search import Thought
from rondel.bots.tree import Branch
from rondel.core import Chance, Position
from rondel.testkit import random_match

LIVELY = random_match(rondel.game("finca"), 3, 1)
MIDDLE = next(
    position
    for position in map(LIVELY.position_at, range(60, len(LIVELY)))
    if position.seat is not None and len(position.legal_steps) > 3
)


def test_an_analysis_has_everybodys_chances_and_a_line_for_every_option() -> None:
    found = rondel.analyse(MIDDLE, 300)
    assert len(found.chances) == len(found.points) == 3
    assert all(0 <= chance <= 1 for chance in found.chances)
    assert {line.step for line in found.lines} == set(MIDDLE.actions)
    assert found.simulations == 300
    assert found.best is not None and found.best.steps[0] == found.best.step
    visits = [line.visits for line in found.lines]
    assert visits == sorted(visits, reverse=True) and visits[0] > 0
    for line in found.lines[:3]:
        position = MIDDLE
        for step in line.steps:
            position = position.after(step)
    assert found.best.text in str(found)


def test_the_same_seed_and_simulations_give_the_same_analysis() -> None:
    first, second = (rondel.analyse(MIDDLE, "200", seed=4) for _ in range(2))
    assert (first.chances, first.points, first.lines) == (
        second.chances, second.points, second.lines,
    )  # fmt: skip


def test_a_match_is_analysed_as_it_stands() -> None:
    match = rondel.Match("finca", 2, seed=1)
    assert rondel.analyse(match, 50).position is match.position
    match.give_up("resigned", (2, 1))
    assert rondel.analyse(match, 50).chances == (0, 1)


def test_an_ended_game_is_worth_what_it_gave() -> None:
    found = rondel.analyse(LIVELY)
    assert LIVELY.result is not None
    assert [seat for seat, chance in enumerate(found.chances) if chance] == list(
        LIVELY.result.winners
    )
    assert sum(found.chances) == 1
    assert found.points == LIVELY.result.scores
    assert found.lines == () and found.best is None and found.loss("done") == 0


def test_where_luck_is_asked_its_outcomes_are_the_lines_likeliest_first() -> None:
    position = next(
        position
        for position in map(LIVELY.position_at, range(40, len(LIVELY)))
        if isinstance(position.turn, Chance) and len(position.turn.outcomes) > 1
    )
    found = rondel.analyse(position, 200)
    assert isinstance(position.turn, Chance)
    odds = dict(position.turn.outcomes)
    weights = [odds[line.step] for line in found.lines]
    assert weights == sorted(weights, reverse=True)
    assert len(found.lines) == len(odds)
    assert found.loss(found.lines[-1].step) == 0


def test_a_step_gives_away_what_the_best_one_keeps() -> None:
    found = rondel.analyse(MIDDLE, 300)
    assert found.best is not None and MIDDLE.seat is not None
    assert found.loss(found.best.step) == 0
    for line in found.lines:
        given = found.best.chances[MIDDLE.seat] - line.chances[MIDDLE.seat]
        assert found.loss(line.text) == pytest.approx(max(0, given))
    with pytest.raises(rondel.IllegalStep):
        found.line("place 3")
    with pytest.raises(rondel.UnreadableStep):
        found.line("jump")


class Optimist:
    """Evaluator that favours the seat to move, most of all by its last option."""

    def think(self, position: Position[Any], budget: Budget) -> Thought:
        chances = tuple(float(seat == position.seat) for seat in range(position.players))
        branches = [Branch(number, 1, chances, chances) for number, _ in position.legal_steps]
        last = branches[-1].step
        return Thought(last, 1, 0.0, 1, chances, chances, (last,), tuple(branches))

    def line(self, step: int) -> Sequence[int]:
        return (step,)


def test_a_judge_of_ones_own_stands_behind_the_same_door() -> None:
    found = rondel.analyse(MIDDLE, evaluator=Optimist())
    assert MIDDLE.seat is not None and found.chances[MIDDLE.seat] == 1
    assert found.best is not None and found.best.step == MIDDLE.actions[-1]


@pytest.mark.parametrize("budget", ["soon", "0s", 0, -1, 0.0, True, None, [1]])
def test_a_budget_that_is_none_is_refused(budget: object) -> None:
    with pytest.raises(rondel.WrongArgument, match="5000"):
        rondel.analyse(MIDDLE, cast(Any, budget))


def test_what_is_neither_position_nor_match_is_refused() -> None:
    with pytest.raises(rondel.WrongArgument, match="a position or a match"):
        rondel.analyse(cast(Any, "finca"))


def test_a_budget_is_written_in_several_ways() -> None:
    assert rondel.analyse(MIDDLE, Budget(simulations=20)).simulations == 20
    assert rondel.analyse(MIDDLE, 0.01).simulations > 0
    assert rondel.analyse(MIDDLE, "0.01s").seconds < 60
