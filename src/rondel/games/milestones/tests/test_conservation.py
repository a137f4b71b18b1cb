"""Conservation of parts, goods and points; the road is a tree."""

import os
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rondel.core import Position, Step
from rondel.games.milestones.actions import (
    STEPS,
    Buy,
    Hire,
    House,
    Leave,
    Market,
    Sack,
    Street,
    Take,
)
from rondel.games.milestones.state import (
    DUTY_COVER,
    DUTY_DISCARD,
    DUTY_LAY_FIRST,
    DUTY_MILL,
    DUTY_REFILL,
    DUTY_TRADE,
    DUTY_TURN_UP,
    DUTY_WORKS,
    FLOUR,
    FREE_END,
    MARKET_STALL,
    MILESTONE,
    ROAD,
)
from rondel.games.milestones.tests.table import EDITION, milestones, play, table
from rondel.kernel.compiler import is_interpreted
from rondel.kernel.record import Array
from rondel.kernel.rng import seeds
from rondel.kernel.state import CHANCE
from rondel.testkit import random_match

SOAK = 120 if is_interpreted() else int(os.environ.get("RONDEL_SOAK", "50000"))
"""Decisions of players who like to build, per player count."""

PARTS = ("sections", "houses", "markets", "sacks")
LIKINGS: dict[type[Step], int] = {
    Street: 60, House: 40, Market: 25, Sack: 60, Take: 60, Buy: 10, Hire: 20, Leave: 6
}  # fmt: skip


def builders_taste() -> Array:
    """Return the weight of each step, by number, for a player who likes to build; 1 is neutral."""
    preference = np.ones(STEPS.size, np.int32)
    for number in EDITION.steps:
        step = EDITION.steps.step(number)
        preference[number] = LIKINGS.get(type(step), 1)
    return preference


@cache
def building(players: int) -> tuple[int, Array, Array, Position]:
    """Return the result of many decisions of players who like to build, and what occurred."""
    template = milestones.specialise(Path(__file__).parent / "builders.py")
    states = milestones.state.new(2)
    seen = np.zeros(STEPS.size, np.int64)
    used_up = np.zeros(len(PARTS), np.int64)
    wrong = template.checked_builders(
        states,
        EDITION.box,
        players,
        seeds(players, 1),
        np.zeros(milestones.most_options, np.int16),
        np.zeros(milestones.most_options, np.int32),
        builders_taste(),
        SOAK,
        seen,
        used_up,
    )
    return wrong, seen, used_up, Position(milestones, EDITION, states[:1])


@pytest.mark.parametrize("players", milestones.players)
def test_building_players_never_make_or_lose_anything(players: int) -> None:
    wrong, _, _, position = building(players)
    assert wrong == 0, f"{wrong:b} {position.problems}: {position.write()}"


@pytest.mark.parametrize("players", milestones.players)
def test_building_players_make_every_kind_of_step(players: int) -> None:
    _, seen, _, _ = building(players)
    used = {type(EDITION.steps.step(int(number))) for number in np.flatnonzero(seen)}
    assert is_interpreted() or used == set(STEPS.kinds)


def test_building_players_use_up_every_part() -> None:
    used_up = np.sum([building(players)[2] for players in milestones.players], axis=0)
    assert is_interpreted() or (used_up > 0).all(), dict(zip(PARTS, used_up, strict=True))


def edited(position: Position, *changes: tuple[str, Any, int], **fields: Any) -> Position:
    """Return the position with some array items or whole fields changed."""
    position = Position(milestones, position.edition, position.state.copy())
    for field, index, value in changes:
        position.state[field][0][index] = value
    for field, value in fields.items():
        position.state[field][0] = value
    return position


ROAD_BUILT = ("street a1 b2 c2", "market c2", "street c2 c3 c4 by 1", "house b2-b3-c2", "sack c2")


def town(**told: Any) -> Position:
    """Return a table with every kind of part on it."""
    return table(built=ROAD_BUILT, bushes={"a4-b4-b5": "coiner"}, **told)


def planning(*steps: str) -> Position:
    """Return a table with a street section being planned."""
    return play(table(goods=["1 stone 1 sand"]), "go board-of-works", *steps)


def taking() -> Position:
    """Return a table where a bonus tile is on offer."""
    lying = {"a2-a3-b3": "quarryman"}
    position = table(goods=["1 stone 1 sand"], boards=["Q1 L1"], bushes=lying)
    return play(position, "go board-of-works", "street a1", "via a2", "to b2")


def trading(**told: Any) -> Position:
    """Return a table at the trading house."""
    return play(table(goods=["4 coin"], **told), "go trading-house")


def setting_up(steps: int) -> Position:
    """Return a table during the set-up, after so many steps."""
    return random_match(milestones, 2, 0).position_at(steps)


def over() -> Position:
    """Return a finished game."""
    position = table(boards=["Q1* Q2"], workers_scored=[65])
    return play(position, "go 1", "go 8", "go 7", "go 8")


BUSH_TRIANGLE = EDITION.facts["grid"].find_triangle("a2-a3-b3")

UNSOUND = {
    "seats": [
        edited(table(), players=10),
        edited(table(), players=1),
        edited(table(), players=-1),
        edited(table(), seat=-3),
        edited(table(), seat=2),
        edited(table(), seat=1),
        edited(table(), mover=2),
        edited(table(), mover=-1),
        edited(table(), trigger=2),
        edited(table(), ("pawns", 0, 12)),
        edited(table(), ("pawns", 0, -1)),
        edited(table(), ("pawns", 2, 1)),
    ],
    "parts": [
        edited(town(), ("plots", 5, 1)),
        edited(town(), ("plots", 0, 200)),
        edited(town(), sections=25),
        edited(town(), sections=-1),
        edited(town(), sections=1),
        edited(town(), sections=3),
        edited(town(), markets=0),
        edited(town(), houses=13),
        edited(town(), sacks=0),
        edited(town(), ("starts", 0, 59)),
        edited(town(), ("ends", 0, -1)),
        edited(town(), ("section_builders", 0, 2)),
        edited(town(), ("market_builders", 1, 2)),
        edited(town(), ("house_builders", 0, -1)),
        edited(town(), ("house_sections", 0, 3)),
        edited(town(), ("house_markets", 0, 0)),
        edited(town(), ("supplied", 0, -1)),
        edited(town(), ("sack_builders", 0, 4)),
        edited(town(), ("sack_sections", 0, 3)),
        edited(town(), ("sack_markets", 0, 3)),
        edited(town(), ("sack_points", 1, 3)),
    ],
    "goods": [
        edited(table(), ("goods", (0, 0), -1)),
        edited(table(), ("goods", (2, 0), 1)),
    ],
    "tiles": [
        edited(table(), tile=35),
        edited(table(), left_over=35),
        edited(table(), ("row", 0, -2)),
        edited(table(), ("display", 0, 35)),
        edited(table(), pile=0),
        edited(table(), ("unseen", 34, 2)),
        edited(table(), ("unseen", 0, -1), ("unseen", 34, 2)),
        edited(table(), ("display", 0, 34)),
        edited(table(), ("row", 0, 34)),
        edited(table(), left_over=34),
        edited(table(), tile=34),
        edited(table(), ("workers", (0, 2), 69)),
    ],
    "workers": [
        edited(table(), ("workers", (0, 2), 70)),
        edited(table(), ("workers", (0, 2), -3)),
        edited(table(), ("workers", (2, 2), -1), ("workers", (2, 0), 0)),
        edited(table(), ("workers", (0, 0), -1)),
        edited(table(), ("bonuses", (0, 0), 2)),
        edited(table(), ("bonuses", (0, 7), 1)),
    ],
    "bonus-tiles": [
        edited(table(), ("bushes", 0, 5)),
        edited(table(), ("bonuses", (0, 0), 1)),
        edited(table(), ("lost", 0, 1)),
        edited(table(), ("lost", 0, -1)),
        edited(table(), ("bushes", 0, -1)),
        edited(table(), ("bushes", 0, 1)),
        edited(setting_up(3), duty=DUTY_TURN_UP),
    ],
    "road": [
        edited(town(), ("milestones", 1, 58)),
        edited(town(), ("ends", 1, 12)),
        edited(town(), ("starts", 1, 11)),
        edited(town(), ("milestones", 1, 9)),
        edited(town(), ("starts", 1, 0)),
        edited(table(built=["street a1 b2 c2", "street c2 c3 c4"]), ("starts", 1, 0)),
    ],
    "map": [
        edited(town(), ("vertices", 0, 0)),
        edited(town(), ("vertices", 58, ROAD)),
        edited(town(), ("vertices", 19, ROAD)),
        edited(town(), ("vertices", 9, ROAD)),
        edited(town(), ("vertices", 58, FREE_END)),
        edited(town(), ("vertices", 58, MILESTONE)),
        edited(town(), ("vertices", 58, MARKET_STALL)),
        edited(town(), ("vertices", 58, FLOUR)),
        edited(town(), ("vertices", 18, ROAD | MARKET_STALL)),
        edited(town(), ("stalls", 0, 18), ("stalls", 1, 0)),
        edited(town(), ("market_builders", 0, 1)),
        edited(town(), ("supplied", 0, 0)),
    ],
    "plots": [
        edited(town(), ("roadside", 31, 1)),
        edited(town(), ("roadside", 0, 0)),
        edited(town(), ("roadside", 10, 1)),
        edited(town(), ("plots", 0, 0)),
        edited(table(), ("roadside", 0, 1)),
    ],
    "houses": [
        edited(table(built=["street a1 a2 a3", "house a1-a2-b2"]), ("plots", 0, BUSH_TRIANGLE)),
        edited(
            table(bushes={}, built=["street a1 a2 a3", "house a1-a2-b2", "house a2-a3-b3"]),
            ("plots", 1, 0),
        ),
        edited(
            table(
                bushes={},
                built=["street a1 a2 a3", "house a1-a2-b2", "market a3", "house a2-a3-b3"],
            ),
            ("house_markets", 0, 2),
            ("house_markets", 1, 1),
        ),
    ],
    "points": [
        edited(town(), ("points", (0, 0), 0)),
        edited(town(), ("scores", 0, 0)),
        edited(town(), ("points", (3, 5), 1), ("scores", 3, 1)),
        edited(town(), ("points", (0, 5), -1)),
        edited(town(), ("section_builders", 0, 1)),
        edited(town(), ("market_builders", 1, 1)),
        edited(town(), ("house_builders", 0, 1)),
        edited(town(), ("house_markets", 0, 1)),
        edited(town(), ("sack_builders", 0, 1)),
        edited(town(), ("sack_points", 0, 3)),
        edited(
            table(built=["street a1 a2 b2", "market b2", "street b2 b1 c1", "sack a1"]),
            ("sack_sections", 0, 1),
        ),
        edited(table(), ("points", (0, 4), 1), ("scores", 0, 1)),
        edited(table(), ("points", (0, 6), 1), ("scores", 0, 1)),
        edited(over(), ("points", (0, 6), 0)),
    ],
    "end": [
        edited(table(), reason=2),
        edited(table(), reason=1),
        edited(table(), trigger=0),
        edited(table(workers_scored=[66]), ("points", (0, 5), 67), ("scores", 0, 67)),
        edited(table(), display=[-1] * 5),
        edited(over(), trigger=-1),
        edited(over(), reason=1),
    ],
    "duty": [
        edited(table(), duty=15),
        edited(table(), duty=-1),
        edited(table(), seat=CHANCE),
        edited(table(), duty=DUTY_REFILL),
        edited(table(), moves=3),
        edited(table(), hired=2),
        edited(table(), must_take=2),
        edited(table(), must_take=1),
        edited(table(), section_start=0),
        edited(table(), section_milestone=1),
        edited(table(), offered=1),
        edited(table(), left_over=-1),
        edited(taking(), offered=0),
        edited(setting_up(25), moves=1),
        edited(setting_up(25), row=[-1] * 9),
        edited(setting_up(25), duty=DUTY_LAY_FIRST),
        edited(over(), moves=1),
        edited(over(), duty=DUTY_COVER),
    ],
    "stop": [
        edited(table(), moves=0),
        edited(table(), moves=1, duty=DUTY_TRADE),
        edited(table(), moves=1, duty=DUTY_WORKS),
        edited(table(), moves=1, duty=DUTY_MILL),
        edited(table(), moves=1, duty=DUTY_DISCARD),
        edited(table(), moves=1, duty=DUTY_COVER),
        edited(trading(), moves=2),
        edited(trading(), goods=0),
        edited(play(trading(display="S7S7 Q7Q8"), "hire S7S7"), hired=0),
        edited(taking(), offered=2),
        edited(planning("street a1"), goods=0),
        edited(planning("street a1"), section_start=100),
        edited(planning("street a1"), section_start=5),
        edited(planning("street a1", "via b2"), section_milestone=20),
        edited(planning("street a1", "via b2"), section_milestone=127),
    ],
}


@pytest.mark.parametrize(
    ("problem", "position"),
    [(problem, position) for problem, positions in UNSOUND.items() for position in positions],
)
def test_what_is_wrong_with_a_table_is_named(problem: str, position: Position) -> None:
    assert problem in position.problems


def test_everything_that_can_be_wrong_is_tried() -> None:
    assert tuple(UNSOUND) == milestones.problems


@pytest.mark.parametrize("players", milestones.players)
def test_a_table_with_any_one_cell_changed_is_unsound_or_can_be_played_on(players: int) -> None:
    match = random_match(milestones, players, 3)
    luck = np.random.default_rng(players)
    moments = luck.choice(len(match) + 1, 1 if is_interpreted() else 8, replace=False)
    for position in [town(), taking(), *map(match.position_at, map(int, moments))]:
        for changed in one_cell_changed(position, luck):
            if not changed.problems:
                play_on(changed, luck)


def one_cell_changed(position: Position, luck: np.random.Generator) -> Iterator[Position]:
    """Yield the position with one array item changed, for every item or, uncompiled, for some."""
    for field in milestones.state.dtype.names or ():
        kind = position.state[field].dtype
        for cell in range(0, position.state[field].size, 40 if is_interpreted() else 1):
            state = position.state.copy()
            value = luck.choice([-100, -2, -1, 0, 1, 2, 3, 5, 10, 15, 35, 100])
            state[field].reshape(-1)[cell] = value if kind != np.uint8 else abs(value)
            if state.tobytes() != position.state.tobytes():
                yield Position(milestones, position.edition, state)


def play_on(position: Position, luck: np.random.Generator) -> None:
    """Play at random for a while and check every position."""
    for _ in range(30):
        if position.is_over:
            return
        assert position.legal_steps
        position = position.after(int(luck.choice([number for number, _ in position.legal_steps])))
