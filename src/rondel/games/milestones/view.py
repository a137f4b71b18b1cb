"""Milestones' table as a typed document for boards and clients."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, Literal, get_args

import msgspec
import numpy as np

from rondel.core import Position
from rondel.core.position import memoize_by_fields
from rondel.games.milestones.actions import (
    GO,
    TO,
    Cover,
    Good,
    House,
    Kind,
    Lay,
    Market,
    Sack,
    SackFor,
    Stop,
    Street,
    Via,
)
from rondel.games.milestones.map import Grid
from rondel.games.milestones.rules import (
    CUBES_FOR_A_COIN,
    FLOUR_PRICE,
    MOVES,
    PRICE,
    is_ascending,
    majorities,
    strength,
)
from rondel.games.milestones.state import (
    BUSHES,
    COVERED,
    DUTY_COVER,
    DUTY_DISCARD,
    DUTY_LAY,
    DUTY_LAY_FIRST,
    DUTY_MILL,
    DUTY_MOVE,
    DUTY_TAKE,
    DUTY_TO,
    DUTY_TRADE,
    DUTY_VIA,
    DUTY_WORKS,
    FIRST_SPACE,
    FLOUR,
    FREE_END,
    KINDS,
    MAJORITIES,
    MARKET_STALL,
    MILESTONE,
    NONE,
    ROAD,
    SPACES,
    State,
)
from rondel.kernel.record import Array, copied, shaped
from rondel.kernel.rule import rule

Duty = Literal[
    "bonus",
    "turn-up",
    "refill",
    "draft",
    "lay-first",
    "move",
    "trade",
    "lay",
    "works",
    "via",
    "to",
    "take",
    "mill",
    "discard",
    "cover",
    "over",
]
"""Current duty: three for chance, twelve for the seat, none once the game is over."""
Part = Literal["street", "house", "market", "sack"]
Confidence = Literal["certain", "inferred", "reconstruction"]

DUTIES: tuple[Duty, ...] = get_args(Duty)
KINDS_OF_WORKERS: tuple[Kind, ...] = get_args(Kind)
GOODS: tuple[Good, ...] = get_args(Good)
STOPS: tuple[Stop, ...] = get_args(Stop)
STOP_DUTIES = (DUTY_TRADE, DUTY_WORKS, DUTY_MILL, DUTY_DISCARD, DUTY_COVER)
"""Duties that can await a pawn where it stops."""


class Worker(msgspec.Struct, frozen=True):
    """Worker: its kind and its number."""

    kind: Kind
    number: int


class Tile(msgspec.Struct, frozen=True):
    """Worker tile, named as steps name it."""

    name: str
    left: Worker
    right: Worker


class Unseen(msgspec.Struct, frozen=True):
    """Number of tiles of a design in the draw pile."""

    tile: Tile
    count: int


class Vertex(msgspec.Struct, frozen=True):
    """Crossing of the map and what stands there."""

    name: str
    row: str
    column: int
    """Row and column as its name gives them."""
    x: int
    """Half steps from the left."""
    y: int
    """Rows from the top."""
    number: int | None
    """Number of the crossing; None at the start market."""
    road: bool
    """True if it belongs to the road network."""
    free_end: bool
    """True if a street can be continued here."""
    milestone: bool
    market: bool
    sack: bool
    uncovered: bool
    """True if it shows a number that neither a milestone nor a market covers."""


class Triangle(msgspec.Struct, frozen=True):
    """Triangle of the map: its corners, its bush, and its contents."""

    name: str
    corners: tuple[str, str, str]
    bush: bool
    bonus_tile: Kind | None
    house: bool


class Section(msgspec.Struct, frozen=True):
    """Street section: two street pieces, with a milestone where they meet."""

    builder: int
    start: str
    milestone: str
    end: str


class Stall(msgspec.Struct, frozen=True):
    """Market, with its flour sack if it has one."""

    vertex: str
    builder: int | None
    """Builder of the market; None for the start market."""
    supplier: int | None
    """Seat that supplied it with flour."""


class Home(msgspec.Struct, frozen=True):
    """House."""

    triangle: str
    builder: int


class Supply(msgspec.Struct, frozen=True):
    """Parts left to build."""

    sections: int
    houses: int
    markets: int
    sacks: int


class Prices(msgspec.Struct, frozen=True):
    """Prices: goods for each part, coins at the trading house."""

    parts: dict[Part, dict[Good, int]]
    hire: int
    """Coins for a tile."""
    buy: int
    """Coins for a cube."""
    sell: int
    """Cubes that bring a coin."""


PRICES = Prices(
    parts={
        "street": {"stone": 1, "sand": 1},
        "house": {"stone": 1, "wood": 1},
        "market": {"wood": 1, "sand": 1},
        "sack": {"grain": FLOUR_PRICE},
    },
    hire=PRICE,
    buy=PRICE,
    sell=CUBES_FOR_A_COIN,
)
"""§6, §7, §9"""


class Space(msgspec.Struct, frozen=True):
    """Space of a player's board. Only employment spaces have workers."""

    stop: Stop
    worker: Worker | None
    covered: bool
    """True if a cover tile lies on it."""
    bonus_tile: bool


class Score(msgspec.Struct, frozen=True):
    """Sources of a player's points, as if the game ended now."""

    streets: int
    houses: int
    markets: int
    sacks: int
    bonus_tiles: int
    bonus_workers: int
    majorities: int
    total: int


class Visit(msgspec.Struct, frozen=True):
    """Effect of moving the pawn to a space, if done now."""

    stop: Stop
    gains: dict[Good, int]
    points: int
    discards: int
    """Number of cubes and coins that would have to go."""
    covers: bool
    """True if a worker would have to be covered."""
    awaits: Duty | None
    """Decision that would follow, if any."""


class Player(msgspec.Struct, frozen=True):
    """Belongings of a seat."""

    seat: int
    pawn: Stop
    spaces: tuple[Space, ...]
    """Spaces of the loop, clockwise from the castle."""
    goods: dict[Good, int]
    points: int
    """Points on the score track, which majorities reach only at the end."""
    score: Score
    ascending: bool
    """True if the trading house would pay a coin: the visible numbers never fall."""
    visits: tuple[Visit, ...]
    """Effects of every space that the pawn could move to, as if it were this seat's move."""
    place: int
    """Place at the table as if the game ended now; equals share it."""


class Majority(msgspec.Struct, frozen=True):
    """Comparison of a kind of worker: each seat's strength and points if the game ended now."""

    kind: Kind
    strengths: tuple[int, ...]
    points: tuple[int, ...]


class Plan(msgspec.Struct, frozen=True):
    """Planned street section."""

    start: str
    milestone: str | None


class Build(msgspec.Struct, frozen=True):
    """Build, or flour sack, that is possible now."""

    part: Part
    place: str
    """Triangle of a house, otherwise the vertex; of a street, its milestone's vertex."""
    start: str | None
    """Vertex where a street begins."""
    ends: tuple[str, ...]
    """Vertices where a street can end."""
    points: int
    pays: dict[Good, int]
    gains: dict[Good, int]
    bonus_tiles: tuple[str, ...]
    """Bushes whose bonus tile could then be taken."""
    must_take: bool
    """True if it must be taken."""


class Change(msgspec.Struct, frozen=True):
    """Effect of laying the tile, or the cover tile, on a space of the mover's board."""

    space: int
    """Number of the space, the left one of the two for a tile."""
    workers: tuple[Worker, ...]
    """Visible workers that would go."""
    bonus_tiles: tuple[Kind, ...]
    """Bonus tiles that would be lost with them."""
    ascending: bool
    """True if the trading house would pay a coin afterwards."""


class Ending(msgspec.Struct, frozen=True):
    """Approaching or reached end: who triggered it, why, and who still has a last turn."""

    seat: int
    reason: str
    last_turns: tuple[int, ...]
    """Seats with a last turn, in order, including the current one."""


class View(msgspec.Struct, frozen=True):
    """Complete table; nothing is hidden."""

    game: str
    edition: str
    confidence: dict[str, Confidence]
    """Confidence in each fact of the edition."""
    players: tuple[Player, ...]
    seat: int | None
    """Seat to move; None if chance is to move or the game is over."""
    mover: int
    """Seat whose turn it is, or will be after chance has dealt."""
    duty: Duty
    moves_left: int
    hired: bool
    """True if this visit to the trading house has hired its tile."""
    tile: Tile | None
    """Tile that is to be laid."""
    plan: Plan | None
    offered: tuple[str, ...]
    """Bushes whose bonus tile the mover may take now."""
    must_take: bool
    vertices: tuple[Vertex, ...]
    triangles: tuple[Triangle, ...]
    sections: tuple[Section, ...]
    """Street sections in building order; markets and houses in the same order."""
    markets: tuple[Stall, ...]
    houses: tuple[Home, ...]
    supply: Supply
    prices: Prices
    display: tuple[Tile | None, ...]
    starting_row: tuple[Tile, ...]
    left_over: Tile | None
    """Tile of the starting row that went to the box."""
    pile: int
    """Number of tiles in the draw pile."""
    unseen: tuple[Unseen, ...]
    """Tiles in the draw pile."""
    lost_bonus_tiles: dict[Kind, int]
    target: int
    """Points that trigger the end."""
    majorities: tuple[Majority, ...]
    builds: tuple[Build, ...]
    changes: tuple[Change, ...]
    ending: Ending | None


def view(position: Position) -> View:
    """Return the view of a position."""
    return msgspec.json.decode(position.view_json, type=View)


def plain_view(position: Position) -> View:
    """Return the view of a position, made without rules: what `view` is compared with."""
    s = position.plain
    compared = compared_by(position)
    return View(
        game=position.game.name,
        edition=position.edition.name,
        confidence=dict(position.edition.facts["confidence"]),
        players=tuple(players(position, compared)),
        seat=position.seat,
        mover=s.mover,
        duty="over" if position.is_over else DUTIES[int(s.duty)],
        moves_left=s.moves,
        hired=s.duty in (DUTY_TRADE, DUTY_LAY) and bool(s.hired),
        tile=tile(position, s.tile),
        plan=plan(position),
        offered=offered(position),
        must_take=must_take(position),
        vertices=vertices(position),
        triangles=triangles(position),
        sections=sections(position),
        markets=markets(position),
        houses=houses(position),
        supply=supply(position),
        prices=PRICES,
        display=tuple([tile(position, design) for design in s.display]),
        starting_row=tuple(filter(None, [tile(position, design) for design in s.row])),
        left_over=tile(position, s.left_over),
        pile=s.pile,
        unseen=unseen(position),
        lost_bonus_tiles=dict(zip(KINDS_OF_WORKERS, s.lost, strict=True)),
        target=target(position),
        majorities=compared.majorities,
        builds=tuple(builds(position)),
        changes=tuple(changes(position)),
        ending=ending(position),
    )


@memoize_by_fields("sections", "houses", "markets", "sacks")
def supply(position: Position) -> Supply:
    """Return the parts left to build."""
    s, box = position.plain, position.edition.box[0]
    return Supply(*(int(box[part]) - getattr(s, part) for part in Supply.__struct_fields__))


@memoize_by_fields("players")
def target(position: Position) -> int:
    """Return the points that trigger the end."""
    return int(position.edition.box["targets"][0, position.players])


@rule
def compare(states: Array, boxes: Array, strengths: Array, points: Array, ascending: Array) -> None:
    """Write each kind's strength and majority points, and the seats whose numbers never fall.

    Both states are copies to work on. With workers of one kind alone, only that kind scores.
    """
    s, alone, box = states[0], states[1], boxes[0]
    for seat in range(s.players):
        s.mover = seat
        ascending[seat] = is_ascending(s, box)
    for kind in range(KINDS):
        for seat in range(s.players):
            strengths[kind, seat] = strength(s, box, seat, kind)
            for space in range(SPACES):
                code = s.workers[seat, space]
                is_alone = code >= 0 and box.worker_kinds[code] == kind
                alone.workers[seat, space] = code if is_alone else NONE
        for seat in range(s.players):
            points[kind, seat] = majorities(alone, box, seat)


class Comparison:
    """Comparison of all players' workers."""

    def __init__(self, position: Position):
        states = shaped(np.frombuffer(bytearray(2 * position.state.tobytes()), State.dtype))
        strengths, points = np.zeros((2, KINDS, position.players), np.int64)
        ascending = np.zeros(position.players, np.int64)
        compare(states, position.edition.box, strengths, points, ascending)
        self.ascending: list[bool] = (ascending != 0).tolist()
        """True if the trading house would pay each seat a coin."""
        self.majorities = tuple(
            Majority(kind, tuple(owned), tuple(gained))
            for kind, owned, gained in zip(
                KINDS_OF_WORKERS, strengths.tolist(), points.tolist(), strict=True
            )
        )
        """Comparisons by kind of worker."""


@memoize_by_fields("players", "workers", "bonuses")
def compared_by(position: Position) -> Comparison:
    """Return the comparison of all players' workers."""
    return Comparison(position)


def by_good(counts: list[int]) -> dict[Good, int]:
    """Return the nonzero counts by good."""
    return {good: count for good, count in zip(GOODS, counts, strict=True) if count > 0}


@memoize_by_fields()
def worker(position: Position, code: int) -> Worker | None:
    """Return the worker of a code, unless it stands for an empty or covered space."""
    if code < 0:
        return None
    box = position.edition.box[0]
    kind, number = int(box["worker_kinds"][code]), int(box["worker_numbers"][code])
    return Worker(KINDS_OF_WORKERS[kind], number)


@memoize_by_fields()
def tile(position: Position, design: int) -> Tile | None:
    """Return the worker tile of a design, if there is one."""
    if design == NONE:
        return None
    left, right = (worker(position, 2 * design + side) for side in (0, 1))
    assert left is not None and right is not None
    return Tile(f"{code(left)}{code(right)}", left, right)


def code(worker: Worker) -> str:
    """Return a worker as tile names write it: "Q5"."""
    return f"{worker.kind[0].upper()}{worker.number}"


@lru_cache(maxsize=16)
def triangle_names(grid: Grid) -> tuple[str, ...]:
    """Return the names of a map's triangles."""
    return tuple(grid.triangle_name(number) for number in range(len(grid.triangles)))


def vertex_name(position: Position, number: int) -> str:
    """Return the name of a vertex."""
    name: str = position.edition.facts["grid"].vertices[number].name
    return name


def triangle_name(position: Position, number: int) -> str:
    """Return the name of a triangle."""
    return triangle_names(position.edition.facts["grid"])[number]


@memoize_by_fields()
def bush_names(position: Position, bits: int) -> tuple[str, ...]:
    """Return the names of the bushes whose bits are set."""
    places = position.edition.box["bush_triangles"][0].tolist()
    return tuple(
        triangle_name(position, place) for bush, place in enumerate(places) if bits >> bush & 1
    )


@memoize_by_fields("vertices")
def vertices(position: Position) -> tuple[Vertex, ...]:
    """Return the crossings in reading order."""
    pairs = enumerate(
        zip(position.edition.facts["grid"].vertices, position.plain.vertices, strict=False)
    )
    return tuple(crossing(position, number, bits) for number, (_, bits) in pairs)


@memoize_by_fields()
def crossing(position: Position, number: int, bits: int) -> Vertex:
    """Return a crossing, and what stands there."""
    vertex = position.edition.facts["grid"].vertices[number]
    return Vertex(
        name=vertex.name,
        row=vertex.name[0],
        column=int(vertex.name[1:]),
        x=vertex.x,
        y=vertex.y,
        number=vertex.number or None,
        road=bool(bits & ROAD),
        free_end=bool(bits & FREE_END),
        milestone=bool(bits & MILESTONE),
        market=bool(bits & MARKET_STALL),
        sack=bool(bits & FLOUR),
        uncovered=not bits & (MILESTONE | MARKET_STALL),
    )


@memoize_by_fields("plots", "houses", "bushes")
def triangles(position: Position) -> tuple[Triangle, ...]:
    """Return the triangles in reading order."""
    s = position.plain
    built = set(s.plots[: s.houses])
    kinds = (*s.bushes, NONE)
    bushes = position.edition.box["bush_of"][0].tolist()
    count = len(position.edition.facts["grid"].triangles)
    return tuple(
        triangle(position, number, bush, kinds[bush], number in built)
        for number, bush in enumerate(bushes[:count])
    )


@memoize_by_fields()
def triangle(position: Position, number: int, bush: int, kind: int, house: bool) -> Triangle:
    """Return a triangle, and what lies or stands in it."""
    grid: Grid = position.edition.facts["grid"]
    first, second, third = (grid.vertices[corner].name for corner in grid.triangles[number])
    return Triangle(
        name=triangle_name(position, number),
        corners=(first, second, third),
        bush=bush < BUSHES,
        bonus_tile=None if kind == NONE else KINDS_OF_WORKERS[kind],
        house=house,
    )


def built(position: Position, count: str, *fields: str) -> list[tuple[int, ...]]:
    """Return the first rows of some lists of builds that go together."""
    s = position.plain
    return list(zip(*(getattr(s, field) for field in fields), strict=True))[: getattr(s, count)]


@memoize_by_fields("sections", "section_builders", "starts", "milestones", "ends")
def sections(position: Position) -> tuple[Section, ...]:
    """Return the street sections in the order they were built."""
    fields = ("section_builders", "starts", "milestones", "ends")
    return tuple(
        Section(builder, *(vertex_name(position, place) for place in places))
        for builder, *places in built(position, "sections", *fields)
    )


@memoize_by_fields("sacks", "supplied", "sack_builders", "markets", "stalls", "market_builders")
def markets(position: Position) -> tuple[Stall, ...]:
    """Return the markets in the order they were built, the start market first."""
    suppliers: dict[int, int] = {}
    for place, supplier in built(position, "sacks", "supplied", "sack_builders"):
        suppliers[place] = supplier
    return tuple(
        Stall(
            vertex=vertex_name(position, place),
            builder=None if builder == NONE else builder,
            supplier=suppliers.get(place),
        )
        for place, builder in built(position, "markets", "stalls", "market_builders")
    )


@memoize_by_fields("houses", "plots", "house_builders")
def houses(position: Position) -> tuple[Home, ...]:
    """Return the houses in the order they were built."""
    return tuple(
        Home(triangle_name(position, place), builder)
        for place, builder in built(position, "houses", "plots", "house_builders")
    )


@memoize_by_fields("unseen")
def unseen(position: Position) -> tuple[Unseen, ...]:
    """Return the tiles of the draw pile."""
    return tuple(
        Unseen(shown, count)
        for design, count in enumerate(position.plain.unseen)
        if count and (shown := tile(position, design))
    )


def plan(position: Position) -> Plan | None:
    """Return the street section being planned."""
    s = position.plain
    if s.duty not in (DUTY_VIA, DUTY_TO):
        return None
    milestone = s.section_milestone
    return Plan(
        start=vertex_name(position, s.section_start),
        milestone=None if milestone == NONE else vertex_name(position, milestone),
    )


def offered(position: Position) -> tuple[str, ...]:
    """Return the bushes whose bonus tile the mover may take now."""
    s = position.plain
    return bush_names(position, s.offered) if s.duty == DUTY_TAKE else ()


def must_take(position: Position) -> bool:
    """Return True if the bonus tile on offer cannot be left."""
    s = position.plain
    return bool(s.duty == DUTY_TAKE and s.must_take)


def players(position: Position, compared: Comparison) -> Iterator[Player]:
    """Yield the belongings of each seat."""
    s = position.plain
    ranks = position.ranks
    for seat in range(s.players):
        yield Player(
            seat=seat,
            pawn=STOPS[int(s.pawns[seat])],
            spaces=spaces(position, s.workers[seat], s.bonuses[seat]),
            goods=dict(zip(GOODS, s.goods[seat], strict=True)),
            points=s.scores[seat],
            score=score(position, seat),
            ascending=compared.ascending[seat],
            visits=() if position.is_over else tuple(visits(position, seat)),
            place=ranks[seat],
        )


def score(position: Position, seat: int) -> Score:
    """Return the sources of a seat's points, as if the game ended now."""
    total = position.scores[seat]
    made: list[int] = [*position.plain.points[seat][:MAJORITIES]]
    parts = [*made, total - sum(made), total]
    return Score(*parts)


@memoize_by_fields()
def spaces(
    position: Position, workers: tuple[int, ...], bonuses: tuple[int, ...]
) -> tuple[Space, ...]:
    """Return a player's loop, clockwise from the castle."""
    found: list[Space] = []
    for place, stop in enumerate(STOPS):
        space = place - FIRST_SPACE
        if 0 <= space < SPACES:
            code = workers[space]
            shown = worker(position, code)
            found.append(Space(stop, shown, code == COVERED, bool(bonuses[space])))
        else:
            found.append(Space(stop, None, False, False))
    return tuple(found)


def with_fields(position: Position, **fields: Any) -> Position:
    """Return a copy of the table with some fields set."""
    state = copied(position.state)
    for field, value in fields.items():
        state[field] = value
    return Position(position.game, position.edition, state)


def earned(before: Position, after: Position, seat: int) -> int:
    """Return the points a seat has made, not counting majorities."""
    old: list[int] = before.plain.points[seat]
    new: list[int] = after.plain.points[seat]
    return sum(new[:MAJORITIES]) - sum(old[:MAJORITIES])


def received(before: Position, after: Position, seat: int) -> dict[Good, int]:
    """Return the goods that a seat received, or has paid if the positions are exchanged."""
    old, new = before.plain.goods[seat], after.plain.goods[seat]
    if old == new:
        return {}
    return by_good([more - less for more, less in zip(new, old, strict=True)])


def visits(position: Position, seat: int) -> Iterator[Visit]:
    """Yield the effects of every space that a seat's pawn could move to, as if it were its move."""
    # With a move to spare, the turn goes on whatever happens there.
    asked = with_fields(position, seat=seat, mover=seat, duty=DUTY_MOVE, moves=MOVES)
    numbers = [number for number, _ in asked.legal_steps]
    states = asked.after_each(numbers)
    for at, number in enumerate(numbers):
        after = Position(position.game, position.edition, states[at : at + 1])
        yield visit(asked, number, after)


def visit(position: Position, number: int, after: Position | None = None) -> Visit:
    """Return the effect of a step that moves the mover's pawn."""
    after = after or position.after_unchecked(number)
    mover, awaits = position.plain.mover, after.plain.duty
    discards, settled = discarding(after)
    return Visit(
        stop=STOPS[number - GO],
        gains=received(position, after, mover),
        points=earned(position, after, mover),
        discards=discards,
        covers=settled.plain.duty == DUTY_COVER,
        awaits=DUTIES[int(awaits)] if awaits in STOP_DUTIES else None,
    )


def discarding(position: Position) -> tuple[int, Position]:
    """Return the number of goods that the castle takes, and the position afterwards."""
    count = 0
    while position.plain.duty == DUTY_DISCARD:
        position = position.after_unchecked(position.legal_steps[0][0])
        count += 1
    return count, position


def builds(position: Position) -> Iterator[Build]:
    """Yield every build and flour sack that is possible now."""
    if position.seat is None:
        return
    if position.plain.duty == DUTY_TO:
        yield street(position)
        return
    for number, _ in position.legal_steps:
        step = position.edition.steps.step(number)
        match step:
            case Street():
                yield from builds(position.after_unchecked(number))
            case Via():
                yield street(position.after_unchecked(number))
            case House(place):
                yield build(position, number, "house", place)
            case Market(place):
                yield build(position, number, "market", place)
            case Sack(place) | SackFor(place):
                yield build(position, number, "sack", place)
            case _:
                pass


def street(position: Position) -> Build:
    """Return the planned section; its end does not affect its points."""
    planned = plan(position)
    assert planned is not None and planned.milestone is not None
    ends = tuple(vertex_name(position, number - TO) for number, _ in position.legal_steps)
    number = position.legal_steps[0][0]
    return build(position, number, "street", planned.milestone, planned.start, ends)


def build(
    position: Position,
    number: int,
    part: Part,
    place: str,
    start: str | None = None,
    ends: tuple[str, ...] = (),
) -> Build:
    """Return the price and the effect of a build."""
    after = position.after_unchecked(number)
    mover = position.plain.mover
    return Build(
        part=part,
        place=place,
        start=start,
        ends=ends,
        points=earned(position, after, mover),
        pays=received(after, position, mover),
        gains=received(position, after, mover),
        bonus_tiles=offered(after),
        must_take=must_take(after),
    )


def changes(position: Position) -> Iterator[Change]:
    """Yield the effect of each place for the tile in hand, or for the cover tile."""
    if position.seat is None:
        return
    if position.plain.duty in (DUTY_LAY, DUTY_LAY_FIRST, DUTY_COVER):
        for number, _ in position.legal_steps:
            step = position.edition.steps.step(number)
            assert isinstance(step, Lay | Cover)
            yield change(position, step, position.after_unchecked(number))


def change(before: Position, step: Lay | Cover, after: Position) -> Change:
    """Return the effect of a step on its player's workers."""
    s = before.plain
    seat = s.mover
    spaces = (step.space, step.space + 1) if isinstance(step, Lay) else (step.space,)
    places = [space - FIRST_SPACE for space in spaces]
    gone = [(worker(before, s.workers[seat][place]), s.bonuses[seat][place]) for place in places]
    return Change(
        space=step.space,
        workers=tuple(one for one, _ in gone if one),
        bonus_tiles=tuple(one.kind for one, bonus in gone if one and bonus),
        ascending=compared_by(after).ascending[int(seat)],
    )


def ending(position: Position) -> Ending | None:
    """Return the end's trigger and the seats that still have a turn."""
    s = position.plain
    trigger, mover, count = s.trigger, s.mover, s.players
    if trigger == NONE:
        return None
    first = mover + 1 if mover == trigger else mover
    turns = 0 if position.is_over else (trigger - first) % count
    last = tuple((first + turn) % count for turn in range(turns))
    return Ending(trigger, position.game.reasons[int(s.reason)], last)
