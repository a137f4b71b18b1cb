"""Golden games of Finca, each with the property that it demonstrates."""

from collections.abc import Callable

import numpy as np

from rondel.core import Over, Position
from rondel.games.finca.actions import END, GUST, LAND, MOVE, PLACE, STEPS, Done, End, Land, Move
from rondel.match import Match
from rondel.testkit.golden import Golden, a_tie_is_broken, kinds_of, victory_is_shared
from rondel.testkit.random_play import Preference


def facts(position: Position) -> str:
    """Return the facts of a table: points, fruits, carts and tiles by seat, then what is left."""
    s, players = position.table, position.players
    told = {
        "points": position.scores,
        "fruits": s.hands.sum(axis=1)[:players].tolist(),
        "carts": s.carts[:players].tolist(),
        "tiles": s.values.sum(axis=1)[:players].tolist(),
    }
    by_seat = "; ".join(f"{name} {' '.join(map(str, counts))}" for name, counts in told.items())
    supply = " ".join(map(str, s.supply.tolist()))
    return f"{by_seat}; supply {supply}; piles {''.join(map(str, s.piles))}; wood {s.wood}"


def every_kind_of_step_occurs(match: Match) -> bool:
    """Every kind of step, except the end of a game without progress."""
    return kinds_of(match) == set(STEPS.kinds) - {End}


def fruit_runs_short(match: Match) -> bool:
    """Fruit shortage: a move makes the mover and another player return fruits of a kind."""
    for before, step, after in match:
        if isinstance(step, Move | Land):
            lost = after.table.hands < before.table.hands
            held = before.table.hands[before.table.mover] > 0
            if (lost.any(axis=0) & held).any():
                return True
    return False


def carts_run_short(match: Match) -> bool:
    """Cart shortage: a move takes carts from another player while the mover had one too."""
    return any(
        isinstance(step, Move)
        and (after.table.carts < before.table.carts).any()
        and before.table.carts[before.table.mover] > 0
        for before, step, after in match
    )


def a_move_crosses_both_lines(match: Match) -> bool:
    """Double crossing: one move takes two carts."""
    return any(
        isinstance(step, Move) and (after.table.carts - before.table.carts)[before.table.mover] == 2
        for before, step, after in match
    )


def two_sets_pay_at_once(match: Match) -> bool:
    """Two sets at once: one delivery takes two bonus tiles."""
    return any(
        isinstance(step, Done) and after.table.bonus - before.table.bonus == 2
        for before, step, after in match
    )


def wooden_fincas_run_out(match: Match) -> bool:
    """Shortage of wooden fincas: the last delivery empties more villages than there are left."""
    before, after = match.position_at(len(match) - 1).table, match.position.table
    emptied = np.flatnonzero((before.piles > 0) & (after.piles == 0))
    return len(emptied) > before.wood and bool((after.finca_owners[emptied] >= 0).any())


def a_game_that_only_goes_round_is_ended(match: Match) -> bool:
    """Circling: all farmers on one blade, ten futile rounds, and a player ends the game."""
    return isinstance(match.turn, Over) and match.turn.reason == "going-round"


def going_nowhere(position: Position, number: int) -> int:
    """Prefer gathering on one blade, gusts spent in place, then circles, and the end."""
    liked = {PLACE: 10**4, GUST: 10**6, LAND: 10**4, MOVE: 10**4, END: 10**6}
    return liked.get(number, 1)


def _golden(
    name: str, players: int, shows: Callable[[Match], bool], preference: Preference | None = None
) -> Golden:
    return Golden(name, shows.__doc__ or "", players, shows, facts, preference)


GOLDENS = (
    _golden("two-players", 2, every_kind_of_step_occurs),
    _golden("three-players", 3, every_kind_of_step_occurs),
    _golden("four-players", 4, every_kind_of_step_occurs),
    _golden("short-of-fruit", 3, fruit_runs_short),
    _golden("short-of-carts", 2, carts_run_short),
    _golden("double-crossing", 3, a_move_crosses_both_lines),
    _golden("two-sets-at-once", 2, two_sets_pay_at_once),
    _golden("wooden-fincas-run-out", 3, wooden_fincas_run_out),
    _golden("tie-broken-by-fruits", 2, a_tie_is_broken),
    _golden("shared-victory", 4, victory_is_shared),
    _golden("going-round", 4, a_game_that_only_goes_round_is_ended, going_nowhere),
)
