"""Players with a goal: they build a lot, hold back until a part runs out, or seek a tie."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from rondel.core import Position
from rondel.core.steps import Step
from rondel.games.milestones.actions import (
    BUY,
    DISCARD,
    DRAFT,
    HIRE,
    TO,
    VIA,
    Buy,
    Cover,
    Discard,
    Done,
    Draft,
    Go,
    Hire,
    House,
    Lay,
    Leave,
    Market,
    Sack,
    SackFor,
    Sell,
    Street,
    Take,
    Via,
)
from rondel.games.milestones.rules import PRICE
from rondel.games.milestones.state import COIN, DUTY_MILL, DUTY_TRADE, DUTY_WORKS, GRAIN, KINDS
from rondel.kernel.record import row

LIKED: Mapping[type[Step], int] = {
    Leave: 40,
    Hire: 60,
    Buy: 40,
    SackFor: 40,
    Sell: 1,
    Done: 1,
    Draft: 100,
    Lay: 100,
}
"""Weight of each kind of step; others, above all builds, have the largest weight."""
BEST = 400
FINE = 100
"""Factor between preferences and weights."""
RESERVE = 8
"""Distance to the target that a player keeps while holding back."""


@dataclass(frozen=True, eq=False)
class Builder:
    """Player who likes to build: diverse workers, rich walks, many builds."""

    using_up: str = ""
    """Part to use up: until it has run out, low-scoring builds are preferred and nobody ends the
    game.
    """
    likes: Mapping[type[Step], int] = field(default_factory=dict[type[Step], int])
    """Weights that differ from the default ones."""
    worth: tuple[int, ...] = (1,) * KINDS
    """Value of each worker and its good."""

    def __call__(self, position: Position, number: int) -> int:
        """Return the weight of a step."""
        s = position.table
        step = position.edition.steps.step(number)
        liked = FINE * self.likes.get(type(step), LIKED.get(type(step), BEST))
        match step:
            case Go():
                return self.walk(s, position.after_unchecked(number))
            case Draft() | Hire():
                return self.recruit(position, number, liked)
            case Lay(space):
                covered = (s.workers[s.mover, space - 1 : space + 1] >= 0).sum()
                return int(liked // 30 ** int(covered))
            case Cover(space):
                kinds = row(position.edition.box).worker_kinds
                kind = int(kinds[s.workers[s.mover, space - 1]])
                spare = FINE * (workers_of(position)[kind] - 1) + 5 * (kind >= GRAIN)
                return 1 + int(spare) // self.worth[kind] ** 3
            case Discard():
                return 1 + int(s.goods[s.mover, number - DISCARD]) ** 4
            case Buy():
                held = int(s.goods[s.mover, number - BUY])
                return liked * self.worth[number - BUY] // (1 + 5 * held**2)
            case Street() | Via() | House() | Market() | Sack() | SackFor() | Take():
                return self.build(position, number, liked)
            case _:
                return liked

    def holds_back(self, position: Position) -> bool:
        """Return True if the part to use up has not run out."""
        box = row(position.edition.box)
        return self.using_up != "" and bool(
            getattr(position.table, self.using_up) < box[self.using_up]
        )

    def walk(self, s: Any, after: Position) -> int:
        """Return the weight of a walk: where something can be built, bought or earned."""
        mover, duty = int(s.mover), after.state["duty"][0]
        goods = after.state["goods"][0, mover]
        if duty in (DUTY_WORKS, DUTY_MILL):
            return 3000
        if duty == DUTY_TRADE:
            return 600 if goods[COIN] >= PRICE else 300
        gains = (goods - s.goods[mover]).tolist()
        earned = sum(gain * worth for gain, worth in zip(gains, self.worth, strict=True))
        return 10 + 300 * max(int(earned), 0)

    def recruit(self, position: Position, number: int, liked: int) -> int:
        """Return the weight of a tile: missing or valuable workers; never the last tiles while
        holding back.
        """
        box = row(position.edition.box)
        if number < DRAFT and position.table.pile == 0 and self.holds_back(position):
            return 0
        design = number - (DRAFT if number >= DRAFT else HIRE)
        have = workers_of(position)
        new = {int(box.worker_kinds[2 * design + side]) for side in range(2)}
        wanted = sum(self.worth[kind] for kind in new if self.worth[kind] > 1 or have[kind] == 0)
        return liked * (1 + 10 * wanted)

    def build(self, position: Position, number: int, liked: int) -> int:
        """Return the weight of a build: high scores, or low ones while holding back."""
        s, box = position.table, row(position.edition.box)
        made = points_of(position, number)
        if not self.holds_back(position):
            return liked * (1 + made)
        if s.scores[s.mover] + made >= box.targets[s.players] - RESERVE:
            return 0
        return int(liked // (1 + made) ** 2)


def points_of(position: Position, number: int) -> int:
    """Return the points of a step; for a section that is begun, the highest possible ones."""
    s, box = position.table, row(position.edition.box)
    if number < VIA:
        return int(box.numbers.max())
    if number < TO:
        return int(box.numbers[number - VIA])
    return int(position.after_unchecked(number).table.scores[s.mover] - s.scores[s.mover])


def workers_of(position: Position) -> list[int]:
    """Return the mover's number of visible workers of each kind."""
    s, box = position.table, row(position.edition.box)
    kinds = [int(box.worker_kinds[worker]) for worker in s.workers[s.mover] if worker >= 0]
    return [kinds.count(kind) for kind in range(KINDS)]


@dataclass(frozen=True, eq=False)
class Rival(Builder):
    """Builder who prefers a shared lead once the end is near."""

    def __call__(self, position: Position, number: int) -> int:
        """Return the weight of a step."""
        liked = super().__call__(position, number)
        if position.table.trigger < 0:
            return liked
        scores = position.after_unchecked(number).scores
        return liked * (50 if scores.count(max(scores)) > 1 else 1)
