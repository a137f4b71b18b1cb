"""Golden games of Milestones, each with the property that it demonstrates."""

from collections.abc import Callable
from dataclasses import replace
from itertools import groupby, pairwise

import numpy as np

from rondel.core import Edition, Over, Position
from rondel.games.milestones.actions import (
    HOUSE,
    MARKET,
    STEPS,
    STREET,
    TAKE,
    VIA,
    Cover,
    Discard,
    Go,
    Hire,
    House,
    Lay,
    Leave,
    Market,
    Sack,
    SackFor,
    Street,
    Take,
)
from rondel.games.milestones.components import read_edition
from rondel.games.milestones.map import usual_text
from rondel.games.milestones.rules import FLOUR_PRICE, MAJORITY, SHARED_MAJORITY
from rondel.games.milestones.state import (
    DUTY_LAY,
    DUTY_MILL,
    DUTY_WORKS,
    GRAIN,
    KINDS,
    MAJORITIES,
    NONE,
    SACKS,
)
from rondel.games.milestones.tests.steered import Builder, Rival
from rondel.kernel.record import row
from rondel.match import Match
from rondel.testkit.golden import Golden, a_tie_is_broken, kinds_of, victory_is_shared
from rondel.testkit.random_play import Preference

BUILDS = {
    "sections": range(STREET, VIA),
    "houses": range(HOUSE, MARKET),
    "markets": range(MARKET, TAKE),
}
"""First step of a build, by the part it needs."""


def facts(position: Position) -> str:
    """Return the facts of a table: points, goods, workers and bonus tiles by seat, then builds."""
    s, players = position.table, position.players
    told = {
        "points": position.scores,
        "goods": s.goods.sum(axis=1)[:players].tolist(),
        "workers": (s.workers >= 0).sum(axis=1)[:players].tolist(),
        "bonuses": s.bonuses.sum(axis=1)[:players].tolist(),
    }
    by_seat = "; ".join(f"{name} {' '.join(map(str, counts))}" for name, counts in told.items())
    built = f"sections {s.sections}; houses {s.houses}; markets {s.markets}; sacks {s.sacks}"
    return f"{by_seat}; {built}; lost {s.lost.sum()}; pile {s.pile}"


def every_kind_of_step_occurs(match: Match) -> bool:
    """Every kind of step of Milestones."""
    return kinds_of(match) == set(STEPS.kinds)


def _others_have_one_more_turn(match: Match) -> bool:
    """Return True if after the trigger the turn is finished and each other seat has one turn."""
    after = [position for _, _, position in match if position.table.trigger != NONE]
    movers = [int(position.table.mover) for position in after]
    trigger, players = movers[0], match.position.players
    turns = [mover for mover, _ in groupby(movers)]
    return turns == [(trigger + turn) % players for turn in range(players + 1)]


def the_target_ends_the_game(match: Match) -> bool:
    """Target reached: a player reaches the target, and each other has one more turn."""
    return (
        isinstance(match.turn, Over)
        and match.turn.reason == "target"
        and _others_have_one_more_turn(match)
    )


def the_last_tile_ends_the_game(match: Match) -> bool:
    """Last tile: a player buys the display's last tile, and each other has one more turn."""
    return (
        isinstance(match.turn, Over)
        and match.turn.reason == "last-tile"
        and bool((match.position.table.display == NONE).all())
        and _others_have_one_more_turn(match)
    )


def a_later_trigger_changes_nothing(match: Match) -> bool:
    """Target reached twice: another player also reaches the target in the last round."""
    s, box = match.position.table, row(match.edition.box)
    track = (s.scores - s.points[:, MAJORITIES])[: match.position.players]
    return the_target_ends_the_game(match) and (track >= box.targets[s.players]).sum() > 1


def _misses(position: Position, part: str) -> bool:
    """Return True if the mover could build with one more part in the box, and cannot without."""
    box = position.edition.box.copy()
    box[part] += 1
    fuller = Position(position.game, replace(position.edition, box=box), position.state)
    first = set(BUILDS[part])
    return bool(fuller.legal_ids & first) and not position.legal_ids & first


def _runs_out(part: str) -> Callable[[Match], bool]:
    def shows(match: Match) -> bool:
        full = row(match.edition.box)[part]
        return any(
            before.table.duty == DUTY_WORKS
            and getattr(before.table, part) == full
            and _misses(before, part)
            for before, _, _ in match
        )

    shows.__doc__ = f"No {part} left: a player who can pay for one more goes without."
    return shows


def sacks_run_out(match: Match) -> bool:
    """Flour everywhere: all markets have some, and a player with grain gets nothing at the mill."""
    return any(
        step == Go("mill")
        and before.table.sacks == SACKS
        and before.table.goods[before.table.mover, GRAIN] >= FLOUR_PRICE
        and after.table.duty != DUTY_MILL
        for before, step, after in match
    )


def lower_numbers_put_the_end_off(match: Match) -> bool:
    """Lower numbers: a player at the mill avoids the highest ones, which would trigger the end."""
    return any(
        isinstance(step, SackFor)
        and after.table.trigger == NONE
        and before.after(Sack(step.vertex)).table.trigger != NONE
        for before, step, after in match
    )


def a_cover_tile_takes_a_bonus_tile_along(match: Match) -> bool:
    """Lost at the castle: a worker with a bonus tile is covered, and the tile leaves the game."""
    return any(
        isinstance(step, Cover) and after.table.lost.sum() > before.table.lost.sum()
        for before, step, after in match
    )


def a_hired_tile_takes_a_bonus_tile_along(match: Match) -> bool:
    """Lost by hiring: a tile covers a worker with a bonus tile, which leaves the game."""
    return any(
        isinstance(step, Lay)
        and before.table.duty == DUTY_LAY
        and after.table.lost.sum() > before.table.lost.sum()
        for before, step, after in match
    )


def one_build_takes_several_bonus_tiles(match: Match) -> bool:
    """Several bonus tiles: one build takes two, where two bushes meet at a crossing."""
    steps = [step for _, step, _ in match]
    return any(isinstance(one, Take) and isinstance(next_, Take) for one, next_ in pairwise(steps))


def majorities_are_alone_shared_and_void(match: Match) -> bool:
    """Majorities: one player alone has most of a kind, two share another, all tie in a third."""
    s, box, players = match.position.table, row(match.edition.box), match.position.players
    strengths = np.zeros((players, KINDS), int)
    for seat in range(players):
        for worker, bonus in zip(s.workers[seat], s.bonuses[seat], strict=True):
            if worker >= 0:
                strengths[seat, box.worker_kinds[worker]] += 1 + bonus
    leaders = (strengths == strengths.max(axis=0)).sum(axis=0)
    void = (leaders == players) & (strengths.max(axis=0) > 0)
    gained = s.points[:players, MAJORITIES].sum()
    shared = leaders[(leaders > 1) & (leaders < players)]
    return (
        bool(void.any())
        and bool((leaders == 1).any())
        and bool(shared.any())
        and gained == MAJORITY * (leaders == 1).sum() + SHARED_MAJORITY * shared.sum()
    )


def crowded() -> Edition:
    """Return the usual map with two bushes moved next to others near the start."""
    lines = [line for line in usual_text().splitlines() if line and not line.startswith("#")]
    text = "\n".join(lines).replace("reconstruction-2012", "crowded-bushes")
    for old, new in (("a4-b4-b5", "a2-b2-b3"), ("f8-g7-g8", "b2-b3-c2")):
        assert old in text
        text = text.replace(old, new)
    return read_edition(text + "\n")


BUILDER = Builder()
TRYING_ALL = Builder(likes={Leave: 400, Discard: 100})
RIVAL = Rival()
MODEST = Builder(likes={SackFor: 400}, worth=(1, 1, 1, 4, 1))
MILLERS = Builder(
    "sacks",
    likes={House: 0, Street: 100, Market: 1000, Hire: 200, Take: 20, Leave: 400},
    worth=(1, 1, 1, 4, 1),
)


def _golden(
    name: str,
    players: int,
    shows: Callable[[Match], bool],
    preference: Preference = BUILDER,
    edition: str | Edition = "",
) -> Golden:
    return Golden(name, shows.__doc__ or "", players, shows, facts, preference, edition)


GOLDENS = (
    _golden("two-players", 2, every_kind_of_step_occurs, TRYING_ALL),
    _golden("three-players", 3, every_kind_of_step_occurs, TRYING_ALL),
    _golden("four-players", 4, every_kind_of_step_occurs, TRYING_ALL),
    _golden("target-reached", 2, the_target_ends_the_game),
    _golden("last-tile-bought", 3, the_last_tile_ends_the_game),
    _golden("target-reached-twice", 2, a_later_trigger_changes_nothing, Builder("sections")),
    _golden("sections-run-out", 2, _runs_out("sections"), Builder("sections")),
    _golden("houses-run-out", 4, _runs_out("houses"), Builder("houses")),
    _golden("markets-run-out", 2, _runs_out("markets"), Builder("markets")),
    _golden("sacks-run-out", 4, sacks_run_out, MILLERS),
    _golden("lower-numbers", 2, lower_numbers_put_the_end_off, MODEST),
    _golden("bonus-tile-lost-under-a-cover-tile", 2, a_cover_tile_takes_a_bonus_tile_along),
    _golden("bonus-tile-lost-under-a-hired-tile", 3, a_hired_tile_takes_a_bonus_tile_along),
    _golden(
        "several-bonus-tiles-from-one-build",
        2,
        one_build_takes_several_bonus_tiles,
        edition=crowded(),
    ),
    _golden("majorities", 3, majorities_are_alone_shared_and_void),
    _golden("tie-broken-by-goods", 2, a_tie_is_broken, RIVAL),
    _golden("shared-victory", 4, victory_is_shared, RIVAL),
)
