"""Builder of Milestones positions for tests: a table in play, described by its relevant facts."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

from rondel.core import Edition, Position
from rondel.games import find
from rondel.games.milestones.actions import Good, Kind, Stop
from rondel.games.milestones.components import read_edition
from rondel.games.milestones.map import usual_text, workers_of
from rondel.games.milestones.state import (
    BOARD_OF_WORKS,
    BUSHES,
    COVERED,
    DISPLAY,
    DUTY_MILL,
    DUTY_MOVE,
    DUTY_TAKE,
    DUTY_WORKS,
    MILL,
    NONE,
    SPACES,
    TILE_POINTS,
    WORKER_POINTS,
)
from rondel.kernel.record import row

milestones = find("milestones")
EDITION = milestones.edition("")
KINDS: tuple[str, ...] = Kind.__args__  # type: ignore[attr-defined]
GOODS: tuple[str, ...] = Good.__args__  # type: ignore[attr-defined]
STOPS: tuple[str, ...] = Stop.__args__  # type: ignore[attr-defined]
LETTERS = "QLSGC"
SOURCES = ("streets", "houses", "markets", "sacks", "tiles", "workers", "majorities")
MIXED = [KINDS[bush % len(KINDS)] for bush in range(BUSHES)]
"""Default bonus tiles on the bushes."""


class _Stock:
    """Worker tiles nobody has seen yet."""

    def __init__(self, edition: Edition):
        self.designs: list[str] = list(dict.fromkeys(workers_of(edition.facts["map"])))
        self.unseen = row(edition.box).copies.copy()

    def take(self, tile: str) -> int:
        design = self.designs.index(tile)
        assert self.unseen[design] > 0, f"tile {tile} is taken"
        self.unseen[design] -= 1
        return design

    def take_any(self) -> int:
        return self.take(
            next(t for t, left in zip(self.designs, self.unseen, strict=False) if left)
        )

    def take_board(self, board: str) -> tuple[list[int], list[int]]:
        """Return workers and bonus tiles of "Q5 L5* . #": bonus tile *, empty ., covered #."""
        spaces = board.split() + ["."] * (SPACES - len(board.split()))
        plain = [space.rstrip("*") for space in spaces]
        workers = [{".": NONE, "#": COVERED}.get(space, SPACES) for space in plain]
        for space, (left, right) in enumerate(pairwise(plain)):
            if left + right in self.designs and workers[space] == SPACES:
                if self.unseen[self.designs.index(left + right)]:
                    code = 2 * self.take(left + right)
                    workers[space : space + 2] = [code, code + 1]
                    plain[space : space + 2] = ["", ""]
        for space, worker in enumerate(plain):
            if len(worker) == 2:
                workers[space] = self.take_half(worker)
        return workers, [int(space.endswith("*")) for space in spaces]

    def take_half(self, worker: str) -> int:
        for design, tile in enumerate(self.designs):
            for side, half in enumerate((tile[:2], tile[2:])):
                if half == worker and self.unseen[design]:
                    return 2 * self.take(tile) + side
        raise AssertionError(f"no worker {worker} is left")


def table(
    players: int = 2,
    *,
    seat: int = 0,
    boards: Sequence[str] = (),
    goods: Sequence[str] = (),
    pawns: Sequence[str] = (),
    moves: int = 2,
    built: Sequence[str] = (),
    bushes: Mapping[str, str] | None = None,
    display: str | None = None,
    pile: str | None = None,
    workers_scored: Sequence[int] = (),
    edition: Edition = EDITION,
    sound: bool = True,
    **fields: Any,
) -> Position:
    """Return a table in play. `seat` is to move its pawn.

    boards          by seat, as "Q5 L5* . #" from the first employment space on
    goods           by seat, as "2 stone 1 coin"
    pawns           by seat, the castle unless told otherwise
    built           in order, as "street a1 a2 a3", "house a1-a2-b2 by 1", "market a3", "sack a1"
    bushes          bonus tiles that still lie, all of a mixed lot unless told otherwise
    display, pile   worker tiles; the pile holds all others unless told otherwise
    workers_scored  by seat, points made with bonus workers
    """
    position = Position(milestones, edition, milestones.start(players, edition).state.copy())
    s = row(position.state)
    stock = _Stock(edition)
    for owner, told in enumerate(boards):
        if told:
            s.workers[owner], s.bonuses[owner] = stock.take_board(told)
    offer = [stock.take(tile) for tile in (display or "").split()]
    drawn = [stock.take(tile) for tile in (pile or "").split()]
    for owner in range(players):
        if (s.workers[owner] == NONE).all():
            code = 2 * stock.take_any()
            s.workers[owner, :2] = code, code + 1
        s.goods[owner] = read_goods(goods[owner] if owner < len(goods) else "")
    if display is None:
        offer = [stock.take_any() for _ in range(DISPLAY)]
    s.display[: len(offer)] = offer
    s.left_over = stock.take_any()
    s.unseen[:] = stock.unseen if pile is None else 0
    s.unseen[drawn] += 1
    s.pile = s.unseen.sum()
    _lay_bonuses(s, players, edition, bushes)
    for owner, points in enumerate(workers_scored):
        s.points[owner, WORKER_POINTS] = points
        s.scores[owner] += points
    for line in built:
        position = _build(position, line)
    s = row(position.state)
    s.mover = s.seat = seat
    s.duty, s.moves = DUTY_MOVE, moves
    for owner, stop in enumerate(pawns):
        s.pawns[owner] = STOPS.index(stop)
    for name, value in fields.items():
        s[name] = value
    assert not sound or position.problems == (), position.problems
    return position


def short_of(**parts: int) -> Edition:
    """Return the usual box with fewer parts of some kind."""
    box = EDITION.box.copy()
    for part, count in parts.items():
        box[part] = count
    return replace(EDITION, box=box)


def with_bush(old: str, new: str) -> Edition:
    """Return the usual map with a bush in another triangle."""
    text = usual_text().replace(EDITION.name, "another-bush")
    assert old in text
    return read_edition(text.replace(old, new))


def read_goods(text: str) -> list[int]:
    """Return the goods by kind of "2 stone 1 coin"."""
    words = text.split()
    held = dict(zip(words[1::2], map(int, words[::2]), strict=True))
    assert not held.keys() - set(GOODS), text
    return [held.get(good, 0) for good in GOODS]


def _lay_bonuses(s: Any, players: int, edition: Edition, bushes: Mapping[str, str] | None) -> None:
    """Lay bonus tiles on bushes and workers as given; the rest counts as lost by the last seat."""
    box = row(edition.box)
    lying = (
        dict(bushes) if bushes is not None else dict(zip(_bush_names(edition), MIXED, strict=True))
    )
    for owner in range(players):
        for space in range(SPACES):
            if s.bonuses[owner, space]:
                worker = KINDS[int(box.worker_kinds[s.workers[owner, space]])]
                if bushes is None:
                    lying.pop(next(bush for bush in reversed(lying) if lying[bush] == worker))
                _score_tiles(s, owner, 1)
    for bush, name in enumerate(_bush_names(edition)):
        s.bushes[bush] = KINDS.index(lying[name]) if name in lying else NONE
    assert not lying.keys() - set(_bush_names(edition)), "not a bush"
    for kind, name in enumerate(KINDS):
        carried = sum(
            int(s.bonuses[owner, space]) and int(box.worker_kinds[s.workers[owner, space]] == kind)
            for owner in range(players)
            for space in range(SPACES)
        )
        s.lost[kind] = box.bonus_tiles[kind] - carried - list(lying.values()).count(name)
        _score_tiles(s, players - 1, int(s.lost[kind]))


def _bush_names(edition: Edition) -> list[str]:
    grid = edition.facts["grid"]
    return [grid.triangle_name(triangle) for triangle in row(edition.box).bush_triangles]


def _score_tiles(s: Any, seat: int, points: int) -> None:
    s.points[seat, TILE_POINTS] += points
    s.scores[seat] += points


def _build(position: Position, line: str) -> Position:
    """Let a seat build something, whatever it owns, and leave the bonus tiles."""
    build, _, by = line.partition(" by ")
    what, *places = build.split()
    builder = int(by or 0)
    position = Position(position.game, position.edition, position.state.copy())
    s = row(position.state)
    kept = position.state.copy()
    s.mover = s.seat = builder
    s.moves = 1
    s.goods[builder] = 2
    s.pawns[builder] = MILL if what == "sack" else BOARD_OF_WORKS
    s.duty = DUTY_MILL if what == "sack" else DUTY_WORKS
    verbs = ("street", "via", "to") if what == "street" else (what,)
    for verb, place in zip(verbs, places, strict=True):
        position = position.after(f"{verb} {place}")
    if position.table.duty == DUTY_TAKE:
        position = position.after("leave")
    s = row(position.state)
    for field in ("goods", "pawns", "moves", "mover", "seat", "duty"):
        s[field] = kept[field][0]
    return position


def play(position: Position, *steps: str) -> Position:
    """Return the position after steps in notation, each of them legal and the table sound."""
    for step in steps:
        position = position.after(step)
        assert position.problems == (), f"{step}: {position.problems}"
    return position


def can(position: Position, *verbs: str) -> set[str]:
    """Return the possible steps in notation, only those that begin with a verb if any is given."""
    texts = {position.edition.steps.text(number) for number, _ in position.legal_steps}
    return {text for text in texts if not verbs or text.split()[0] in verbs}


def odds(position: Position) -> dict[str, int]:
    """Return the possible chance outcomes in notation, with their weights."""
    return {position.edition.steps.text(number): weight for number, weight in position.legal_steps}


def held(position: Position, seat: int = 0) -> dict[str, int]:
    """Return the cubes and coins of a seat."""
    return {good: int(n) for good, n in zip(GOODS, position.table.goods[seat], strict=True) if n}


def board(position: Position, seat: int = 0) -> str:
    """Return a seat's employment spaces, written as `table` takes them, without empty ones at the
    end.
    """
    box = row(position.edition.box)
    told: list[str] = []
    for worker, bonus in zip(
        position.table.workers[seat], position.table.bonuses[seat], strict=True
    ):
        if worker < 0:
            told.append("#" if worker == COVERED else ".")
        else:
            kind = LETTERS[box.worker_kinds[worker]]
            told.append(f"{kind}{box.worker_numbers[worker]}{'*' * int(bonus)}")
    return " ".join(told).rstrip(" .")


def pawn(position: Position, seat: int = 0) -> str:
    """Return the space of a pawn."""
    return STOPS[int(position.table.pawns[seat])]


def score(position: Position, seat: int = 0) -> int:
    """Return the points on the track."""
    return int(position.table.scores[seat])


def gained(before: Position, after: Position, seat: int = 0) -> dict[str, int]:
    """Return the points a seat made in between, by source."""
    made = after.table.points[seat] - before.table.points[seat]
    return {source: int(points) for source, points in zip(SOURCES, made, strict=True) if points}


def bush(position: Position, name: str) -> str | None:
    """Return the bonus tile on a bush."""
    kind = position.table.bushes[_bush_names(position.edition).index(name)]
    return None if kind == NONE else KINDS[int(kind)]


def shown(position: Position) -> list[str]:
    """Return the tiles of the display."""
    names = list(dict.fromkeys(workers_of(position.edition.facts["map"])))
    return [names[design] for design in position.table.display if design != NONE]
