"""Eventful games for tests: random players hardly build, so these prefer building."""

from functools import cache

from rondel.core import Position
from rondel.games.milestones.state import DUTY_MILL, DUTY_WORKS
from rondel.games.milestones.tests.table import milestones
from rondel.match import Match
from rondel.testkit import random_match

LIKED = {
    "street": 600,
    "to": 300,
    "house": 300,
    "market": 300,
    "sack": 300,
    "take": 200,
    "buy": 40,
    "hire": 30,
    "leave": 10,
    "done": 5,
    "sell": 1,
}
"""Weight of each kind of step; others are weighted like buying."""
SEEDS = {2: 3, 3: 6, 4: 6}


def liking(position: Position, number: int) -> int:
    """Return the weight of a step: go where something can be built or taken, and then do it."""
    tag = str(position.edition.steps.step(number).__struct_config__.tag)
    if tag != "go":
        return LIKED.get(tag, LIKED["buy"])
    mover = int(position.state["mover"][0])
    after = position.after_unchecked(number)
    if after.seat == mover and after.state["duty"][0] in (DUTY_WORKS, DUTY_MILL):
        return LIKED["to"]
    gains = after.state["goods"][0, mover].sum() - position.state["goods"][0, mover].sum()
    return 10 + 30 * int(gains)


@cache
def match(players: int) -> Match:
    """Return a complete eventful game, set-up included."""
    return random_match(milestones, players, SEEDS[players], liking)


@cache
def positions(players: int) -> list[Position]:
    """Return every position of that game."""
    played = match(players)
    return [played.position_at(at) for at in range(len(played) + 1)]
