"""Conservation of pieces, and recounts of the score."""

import os
from typing import Any

import numpy as np
import pytest

from rondel.core import Position
from rondel.games.finca.actions import End
from rondel.games.finca.rules import WIDTH
from rondel.games.finca.state import (
    DUTY_BLADE,
    DUTY_FILL,
    DUTY_FINCA,
    DUTY_LAND,
    DUTY_MOVE,
    DUTY_PLACE,
    DUTY_TURN_UP,
    NOBODY,
    UNDECIDED,
)
from rondel.games.finca.tests.table import collected, facts, finca, play, table
from rondel.kernel.compiler import is_interpreted
from rondel.kernel.state import CHANCE, OVER
from rondel.testkit import random_match, soak

SOAK = 3 if is_interpreted() else int(os.environ.get("RONDEL_SOAK", "30000"))
"""Random games, shared among the player counts. RONDEL_SOAK=1000000 takes some minutes."""

PRINTED = {tile["name"]: tile["fruits"] for tile in facts["fruit_tiles"]}
PLAYERS = (2, 3, 4)


@pytest.mark.parametrize("players", PLAYERS)
def test_in_very_many_games_every_table_is_sound_and_every_game_ends(players: int) -> None:
    seen = soak(finca, players, -(-SOAK // len(PLAYERS)))
    used = {type(finca.edition("").steps.step(int(number))) for number in np.flatnonzero(seen)}
    assert is_interpreted() or used | {End} == set(finca.steps.kinds)


@pytest.mark.parametrize("players", PLAYERS)
def test_fruits_carts_farmers_and_tiles_are_neither_made_nor_lost(players: int) -> None:
    counts = facts["players"][str(players)]
    match = random_match(finca, players, 5)
    for at in range(len(match) + 1):
        s = match.position_at(at).table
        assert (s.supply + s.hands.sum(axis=0)).tolist() == [18] * 6
        assert s.centre + s.carts.sum() == counts["carts"]
        assert s.farmers.sum() + s.waiting.sum() == players * counts["farmers"]
        assert s.wood + s.wooden.sum() == counts["wooden_fincas"]
        shown = (s.face_up != NOBODY).sum()
        owned = (s.owners != NOBODY).sum()
        assert s.unseen.sum() + shown + owned == 42


def recount(position: Position, seat: int) -> int:
    """Return a seat's points, counted from what lies in front of it."""
    s = position.table
    tiles = sum(sum(PRINTED[tile].values()) for tile in collected(position, seat))
    fincas = 5 * int((s.finca_owners == seat).sum())
    unused = 2 * f"{s.actions[seat]:b}".count("1")
    bonuses = sum(
        points for points, owner in zip((7, 6, 5, 4), s.bonuses, strict=True) if owner == seat
    )
    return tiles + fincas + unused + bonuses


@pytest.mark.parametrize("players", PLAYERS)
def test_the_score_recounts_from_the_table(players: int) -> None:
    match = random_match(finca, players, 6)
    for at in range(len(match) + 1):
        position = match.position_at(at)
        assert position.scores == tuple(recount(position, seat) for seat in range(players))


def test_no_hand_can_outgrow_the_field_it_is_packed_in() -> None:
    assert facts["fruits_per_kind"] + 1 < 1 << WIDTH - 1


def filling(**edits: Any) -> Position:
    """Return a table in the middle of a delivery."""
    position = play(
        table(hands=["3 fig"], carts=[1], showing={"palma": "2-fig", "inca": "1-fig"}), "cart"
    )
    for name, value in edits.items():
        position.state[name][0] = value
    return position


def setting_up(steps: int, **edits: Any) -> Position:
    """Return a table during the set-up, after so many steps."""
    position = random_match(finca, 2, 0).position_at(steps)
    position = Position(finca, position.edition, position.state.copy())
    for name, value in edits.items():
        position.state[name][0] = value
    return position


def cells(field: str, *changes: tuple[Any, int], **edits: Any) -> Position:
    """Return a table in play with some array items of a field changed."""
    position = table(sound=False, **edits)
    for index, value in changes:
        position.state[field][0][index] = value
    return position


ENDED = {"arta": 0, "villafranca": 0, "andratx": 0, "palma": 0}

UNSOUND = {
    "seats": [
        table(seat=0, sound=False, mover=1),
        table(sound=False, mover=-1),
        table(sound=False, mover=2, seat=-1),
        table(sound=False, reason=2),
        table(sound=False, reason=-1),
        setting_up(0, seat=-3),
        setting_up(0, mover=2),
    ],
    "blades": [
        cells("blades", (0, 1)),
        cells("blades", (0, 6)),
        cells("blades", (0, NOBODY)),
        setting_up(3, duty=DUTY_FINCA),
        setting_up(12, duty=DUTY_BLADE),
        setting_up(0, blades=[NOBODY, 1] + [NOBODY] * 10),
    ],
    "farmers": [
        cells("farmers", ((0, 0), 1)),
        cells("farmers", ((0, 0), -1), ((1, 0), 1)),
        cells("farmers", ((0, 3), 1)),
        cells("waiting", (0, -1), farmers={0: "0"}),
    ],
    "fruits": [
        cells("supply", (0, 17)),
        cells("supply", (0, -1), hands=["18 fig"]),
        cells("hands", ((0, 0), 1)),
        cells("hands", ((0, 0), -1)),
        cells("hands", ((2, 0), 1)),
    ],
    "carts": [
        table(sound=False, centre=3),
        table(sound=False, centre=-1, carts=[4]),
        cells("carts", (0, -1)),
        cells("carts", (2, 1)),
    ],
    "tiles": [
        cells("unseen", (0, 0)),
        cells("unseen", (0, 2)),
        cells("unseen", (0, -1)),
        cells("owners", (0, 0)),
        cells("owners", (0, 2), collected=["", "1-fig"]),
        cells("owners", (0, -2), collected=["", "1-fig"]),
        cells("face_up", (0, 41)),
        cells("piles", (0, 3)),
    ],
    "collections": [
        cells("values", ((0, 0), 1)),
        cells("values", ((3, 0), 1)),
        cells("printed", ((0, 0), 1)),
        cells("printed", ((0, 6), 1)),
        cells("owners", (0, 0), collected=["", "1-fig"]),
    ],
    "villages": [
        cells("piles", (0, 5)),
        cells("piles", (0, -1)),
        cells("piles", (0, 0)),
        cells("face_up", (0, NOBODY)),
        cells("face_up", (0, -2)),
        cells("face_up", (0, 42)),
        table(sound=False, piles=ENDED, rest_collected_by=1, turning=1),
        table(sound=False, turning=1),
    ],
    "fincas": [
        cells("fincas", (0, 1), (1, 1)),
        cells("fincas", (0, -2)),
        cells("fincas", (0, 10)),
        cells("fincas", (9, NOBODY)),
        cells("finca_owners", (0, 0)),
        cells("finca_owners", (0, UNDECIDED), piles={"arta": 0}, rest_collected_by=1),
        cells("finca_owners", (0, 2), piles={"arta": 0}, rest_collected_by=1),
        cells("finca_owners", (0, -3), piles={"arta": 0}, rest_collected_by=1),
        cells("wooden", (0, 1)),
        cells("wooden", (0, 2)),
        cells("wooden", (0, 0), piles={"arta": 0}, rest_collected_by=1),
        table(sound=False, wood=3),
        table(sound=False, wood=-1),
        setting_up(12, duty=DUTY_TURN_UP),
        setting_up(12, fincas=[NOBODY, 3] + [NOBODY] * 8),
    ],
    "bonuses": [
        cells("sets", (0, 1)),
        cells("sets", (0, 0), collected=["1-fig 2-fig 3-fig 4-any 5-any 6-any"]),
        cells("bonuses", (0, 0)),
        cells("bonuses", (0, 1), collected=["1-fig 2-fig 3-fig 4-any 5-any 6-any"]),
        cells("bonuses", (0, 2), collected=["1-fig 2-fig 3-fig 4-any 5-any 6-any"]),
        cells("bonuses", (0, 4), collected=["1-fig 2-fig 3-fig 4-any 5-any 6-any"]),
        cells("bonuses", (0, NOBODY), collected=["1-fig 2-fig 3-fig 4-any 5-any 6-any"]),
        table(sound=False, bonus=1),
    ],
    "action-tiles": [
        cells("actions", (0, 16)),
        cells("actions", (0, -1)),
        cells("actions", (2, 1)),
    ],
    "duty": [
        table(sound=False, duty=-1),
        table(sound=False, duty=8),
        table(sound=False, seat=0, mover=2),
        table(sound=False, seat=0, mover=-1),
        table(sound=False, duty=DUTY_TURN_UP),
        table(sound=False, duty=DUTY_PLACE),
        table(sound=False, duty=DUTY_LAND),
        table(sound=False, duty=DUTY_MOVE),
        table(sound=False, duty=DUTY_FILL),
        table(sound=False, moves=1),
        table(sound=False, moves=3),
        table(sound=False, moves=-1),
        table(sound=False, discount=1),
        table(sound=False, filled=1),
        table(sound=False, turning=1 << 10),
        table(sound=False, turning=1),
        table(sound=False, room=-1),
        table(sound=False, room=11),
        table(sound=False, piles=ENDED, rest_collected_by=1),
        table(sound=False, reason=1),
        table(sound=False, circles=1),
        table(4, sound=False, elsewhere=0, circles=-1),
        table(4, sound=False, elsewhere=0, circles=41),
        table(4, sound=False, elsewhere=0, circles=1, duty=DUTY_MOVE, moves=1),
        setting_up(22, turning=0),
        filling(discount=2),
        filling(room=0),
        filling(face_up=[42] * 10),
        filling(filled=1 << 11),
    ],
}


@pytest.mark.parametrize(
    ("problem", "position"),
    [(problem, position) for problem, positions in UNSOUND.items() for position in positions],
)
def test_what_is_wrong_with_a_table_is_named(problem: str, position: Position) -> None:
    assert problem in position.problems


def test_everything_that_can_be_wrong_is_tried() -> None:
    assert tuple(UNSOUND) == finca.problems


def test_a_table_that_only_goes_round_may_be_finished_with_wooden_fincas_left() -> None:
    over = table(4, sound=False, elsewhere=0, circles=40, reason=1)
    over.state["seat"] = OVER
    assert over.problems == ()
    over.state["circles"] = 39
    assert list(over.problems) == ["duty"]


def test_a_finished_table_with_wooden_fincas_left_is_unsound() -> None:
    over = table(sound=False, piles=ENDED, rest_collected_by=1)
    over.state["seat"] = OVER
    assert over.problems == ()
    over.state["filled"] = 1
    assert "duty" in over.problems
    begun = table(sound=False)
    begun.state["seat"] = OVER
    assert begun.problems == ("duty",)


def test_a_table_where_chance_is_asked_to_move_is_unsound() -> None:
    position = table(sound=False)
    position.state["seat"] = CHANCE
    assert position.problems == ("duty",)


def test_a_delivery_that_owes_a_discount_it_cannot_give_is_unsound() -> None:
    assert filling(discount=1).problems == ()
    poor = play(
        table(hands=["1 fig"], carts=[1], showing={"palma": "1-fig"}, farmers={0: "0"}), "cart"
    )
    poor.state["discount"] = 1
    assert poor.problems == ("duty",)


@pytest.mark.parametrize("players", PLAYERS)
def test_a_table_with_any_one_cell_changed_is_unsound_or_can_be_played_on(players: int) -> None:
    match = random_match(finca, players, 3)
    luck = np.random.default_rng(players)
    for at in luck.choice(len(match) + 1, 1 if is_interpreted() else 12, replace=False):
        position = match.position_at(int(at))
        for changed in one_cell_changed(position, luck):
            if changed.players in PLAYERS and not changed.problems:
                play_on(changed, luck)


def one_cell_changed(position: Position, luck: np.random.Generator) -> Any:
    """Return the table with one array item changed, for every item (for some with the compiler
    off).
    """
    for field in finca.state.dtype.names or ():
        for cell in range(0, position.state[field].size, 20 if is_interpreted() else 1):
            state = position.state.copy()
            changed = state[field].reshape(-1)
            changed[cell] = luck.choice([-100, -2, -1, 0, 1, 2, 3, 5, 10, 12, 42, 100])
            if field != "_gap" and state.tobytes() != position.state.tobytes():
                yield Position(finca, position.edition, state)


def play_on(position: Position, luck: np.random.Generator) -> None:
    """Play at random for a while and check every position."""
    for _ in range(20):
        if position.is_over:
            return
        assert position.legal_steps
        position = position.after(int(luck.choice([number for number, _ in position.legal_steps])))
        assert position.problems == ()
