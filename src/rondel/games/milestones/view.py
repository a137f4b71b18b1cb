"""Milestones' table as a typed document for boards and clients."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, Literal, get_args

import msgspec
import numpy as np

from rondel.contract import Position
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
from rondel.games.milestones.rules import MOVES, is_ascending, majorities, strength
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
from rondel.kernel.record import Cells, copied, shaped
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
"""What is to be done now: three for chance, twelve for the seat, nothing once it is over."""
Part = Literal["street", "house", "market", "sack"]
Confidence = Literal["certain", "inferred", "reconstruction"]

DUTIES: tuple[Duty, ...] = get_args(Duty)
KINDS_OF_WORKERS: tuple[Kind, ...] = get_args(Kind)
GOODS: tuple[Good, ...] = get_args(Good)
STOPS: tuple[Stop, ...] = get_args(Stop)
STOP_DUTIES = (DUTY_TRADE, DUTY_WORKS, DUTY_MILL, DUTY_DISCARD, DUTY_COVER)
"""What can await a pawn where it stops."""


class Worker(msgspec.Struct, frozen=True):
    """A worker: what it does, and its number."""

    kind: Kind
    number: int


class Tile(msgspec.Struct, frozen=True):
    """A worker tile, named as steps name it."""

    name: str
    left: Worker
    right: Worker


class Unseen(msgspec.Struct, frozen=True):
    """How many tiles of a design are in the draw pile."""

    tile: Tile
    count: int


class Vertex(msgspec.Struct, frozen=True):
    """A crossing of the map and what stands there."""

    name: str
    row: str
    column: int
    """Row and column as its name gives them."""
    x: int
    """Half steps from the left."""
    y: int
    """Rows from the top."""
    number: int | None
    """Nothing at the start market."""
    road: bool
    """Whether it belongs to the road network."""
    free_end: bool
    """Whether a street can be continued here."""
    milestone: bool
    market: bool
    sack: bool
    uncovered: bool
    """Whether there is a number that neither a milestone nor a market covers."""


class Triangle(msgspec.Struct, frozen=True):
    """A triangle of the map: its corners, its bush, and what lies or stands in it."""

    name: str
    corners: tuple[str, str, str]
    bush: bool
    bonus_tile: Kind | None
    house: bool


class Section(msgspec.Struct, frozen=True):
    """A street section: two street pieces, with a milestone where they meet."""

    builder: int
    start: str
    milestone: str
    end: str


class Stall(msgspec.Struct, frozen=True):
    """A market, and the flour sack it may have got."""

    vertex: str
    builder: int | None
    """Nobody built the start market."""
    supplier: int | None
    """Who put a flour sack on it."""


class Home(msgspec.Struct, frozen=True):
    """A house."""

    triangle: str
    builder: int


class Supply(msgspec.Struct, frozen=True):
    """What can still be built."""

    sections: int
    houses: int
    markets: int
    sacks: int


class Space(msgspec.Struct, frozen=True):
    """A space of a player's board. Only employment spaces have workers."""

    stop: Stop
    worker: Worker | None
    covered: bool
    """Whether a cover tile lies on it."""
    bonus_tile: bool


class Score(msgspec.Struct, frozen=True):
    """How a player's points are made, as if the game ended now."""

    streets: int
    houses: int
    markets: int
    sacks: int
    bonus_tiles: int
    bonus_workers: int
    majorities: int
    total: int


class Visit(msgspec.Struct, frozen=True):
    """What a space would yield if the pawn moved there now."""

    stop: Stop
    gains: dict[Good, int]
    points: int
    discards: int
    """How many cubes and coins would have to go."""
    covers: bool
    """Whether a worker would have to be covered."""
    awaits: Duty | None
    """What there would be to decide, if anything."""


class Player(msgspec.Struct, frozen=True):
    """What lies in front of a seat."""

    seat: int
    pawn: Stop
    spaces: tuple[Space, ...]
    """The loop clockwise from the castle."""
    goods: dict[Good, int]
    points: int
    """On the score track, which majorities reach only at the end."""
    score: Score
    ascending: bool
    """Whether the trading house would pay a coin: the visible numbers never fall."""
    visits: tuple[Visit, ...]
    """Every space the pawn could move to, were it this seat's move."""
    place: int
    """The place at the table as if the game ended now; equals share it."""


class Majority(msgspec.Struct, frozen=True):
    """How a kind of worker is compared: each seat's strength and points if it ended now."""

    kind: Kind
    strengths: tuple[int, ...]
    points: tuple[int, ...]


class Plan(msgspec.Struct, frozen=True):
    """The street section being planned."""

    start: str
    milestone: str | None


class Build(msgspec.Struct, frozen=True):
    """A build, or a flour sack, that is possible now."""

    part: Part
    place: str
    """A triangle for a house, otherwise the vertex: for a street, that of its milestone."""
    start: str | None
    """Where a street begins."""
    ends: tuple[str, ...]
    """Where a street can end."""
    points: int
    pays: dict[Good, int]
    gains: dict[Good, int]
    bonus_tiles: tuple[str, ...]
    """Bushes whose bonus tile could then be taken."""
    must_take: bool
    """Whether it must be."""


class Change(msgspec.Struct, frozen=True):
    """What laying the tile, or the cover tile, on a space would do to the mover's board."""

    space: int
    """The left one of the two for a tile."""
    workers: tuple[Worker, ...]
    """The visible workers that would go."""
    bonus_tiles: tuple[Kind, ...]
    """The bonus tiles that would be lost with them."""
    ascending: bool
    """Whether the trading house would pay a coin afterwards."""


class Ending(msgspec.Struct, frozen=True):
    """The end is coming, or has come: who triggered it, why, and who still has a last turn."""

    seat: int
    reason: str
    last_turns: tuple[int, ...]
    """The seats in order, that of a last turn going on included."""


class View(msgspec.Struct, frozen=True):
    """The whole table. Nothing in it is secret."""

    game: str
    edition: str
    confidence: dict[str, Confidence]
    """How sure each fact of the edition is."""
    players: tuple[Player, ...]
    seat: int | None
    """Who is asked; nobody when chance is, or when it is over."""
    mover: int
    """Whose turn it is, or will be once chance has dealt."""
    duty: Duty
    moves_left: int
    hired: bool
    """Whether this visit to the trading house has hired its tile."""
    tile: Tile | None
    """The tile that is to be laid."""
    plan: Plan | None
    offered: tuple[str, ...]
    """Bushes whose bonus tile the mover may take now."""
    must_take: bool
    vertices: tuple[Vertex, ...]
    triangles: tuple[Triangle, ...]
    sections: tuple[Section, ...]
    """In the order they were built, as markets and houses."""
    markets: tuple[Stall, ...]
    houses: tuple[Home, ...]
    supply: Supply
    display: tuple[Tile | None, ...]
    starting_row: tuple[Tile, ...]
    left_over: Tile | None
    """The tile of the starting row that went to the box."""
    pile: int
    """How many tiles the draw pile has."""
    unseen: tuple[Unseen, ...]
    """What they are."""
    lost_bonus_tiles: dict[Kind, int]
    target: int
    """The points that trigger the end."""
    majorities: tuple[Majority, ...]
    builds: tuple[Build, ...]
    changes: tuple[Change, ...]
    ending: Ending | None


def view(position: Position) -> View:
    """Everything a board needs."""
    s, box = position.state[0], position.edition.box[0]
    duty = int(s["duty"])
    compared = Comparison(position)
    return View(
        game=position.game.name,
        edition=position.edition.name,
        confidence=dict(position.edition.facts["confidence"]),
        players=tuple(players(position, compared)),
        seat=position.seat,
        mover=int(s["mover"]),
        duty="over" if position.is_over else DUTIES[duty],
        moves_left=int(s["moves"]),
        hired=duty in (DUTY_TRADE, DUTY_LAY) and bool(s["hired"]),
        tile=tile(position, int(s["tile"])),
        plan=plan(position),
        offered=offered(position),
        must_take=must_take(position),
        vertices=tuple(vertices(position)),
        triangles=tuple(triangles(position)),
        sections=tuple(sections(position)),
        markets=tuple(markets(position)),
        houses=tuple(houses(position)),
        supply=Supply(*(int(box[part] - s[part]) for part in Supply.__struct_fields__)),
        display=tuple(tile(position, design) for design in s["display"].tolist()),
        starting_row=tuple(filter(None, (tile(position, design) for design in s["row"].tolist()))),
        left_over=tile(position, int(s["left_over"])),
        pile=int(s["pile"]),
        unseen=tuple(unseen(position)),
        lost_bonus_tiles=dict(zip(KINDS_OF_WORKERS, s["lost"].tolist(), strict=True)),
        target=int(box["targets"][position.players]),
        majorities=tuple(compared.majorities()),
        builds=tuple(builds(position)),
        changes=tuple(changes(position)),
        ending=ending(position),
    )


@rule
def compare(states: Cells, boxes: Cells, strengths: Cells, points: Cells, ascending: Cells) -> None:
    """Each kind's strength and majority points, and whose numbers never fall, by seat.

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
    """The players' workers side by side, as the rules compare them."""

    def __init__(self, position: Position):
        states = shaped(np.frombuffer(bytearray(2 * position.state.tobytes()), State.dtype))
        self._strengths, self._points = np.zeros((2, KINDS, position.players), np.int64)
        self._ascending = np.zeros(position.players, np.int64)
        compare(states, position.edition.box, self._strengths, self._points, self._ascending)

    def is_ascending(self, seat: int) -> bool:
        """Whether the trading house would pay a seat a coin."""
        return bool(self._ascending[seat])

    def majorities(self) -> Iterator[Majority]:
        """How each kind of worker is compared."""
        strengths, points = self._strengths.tolist(), self._points.tolist()
        for kind, owned, gained in zip(KINDS_OF_WORKERS, strengths, points, strict=True):
            yield Majority(kind, tuple(owned), tuple(gained))


def by_good(counts: list[int]) -> dict[Good, int]:
    """A count for each kind of good there is some of."""
    return {good: count for good, count in zip(GOODS, counts, strict=True) if count > 0}


def worker(position: Position, code: int) -> Worker | None:
    """The worker of a code, unless it stands for an empty or covered space."""
    if code < 0:
        return None
    box = position.edition.box[0]
    kind, number = int(box["worker_kinds"][code]), int(box["worker_numbers"][code])
    return Worker(KINDS_OF_WORKERS[kind], number)


def tile(position: Position, design: int) -> Tile | None:
    """The worker tile of a design, if there is one."""
    if design == NONE:
        return None
    left, right = (worker(position, 2 * design + side) for side in (0, 1))
    assert left is not None and right is not None
    return Tile(f"{code(left)}{code(right)}", left, right)


def code(worker: Worker) -> str:
    """A worker as tile names write it: "Q5"."""
    return f"{worker.kind[0].upper()}{worker.number}"


@lru_cache(maxsize=16)
def triangle_names(grid: Grid) -> tuple[str, ...]:
    """The names of a map's triangles."""
    return tuple(grid.triangle_name(number) for number in range(len(grid.triangles)))


def vertex_name(position: Position, number: int) -> str:
    """The name of a vertex."""
    name: str = position.edition.facts["grid"].vertices[number].name
    return name


def triangle_name(position: Position, number: int) -> str:
    """The name of a triangle."""
    return triangle_names(position.edition.facts["grid"])[number]


def bush_names(position: Position, bits: int) -> tuple[str, ...]:
    """The names of the bushes whose bits are set."""
    places = position.edition.box["bush_triangles"][0].tolist()
    return tuple(
        triangle_name(position, place) for bush, place in enumerate(places) if bits >> bush & 1
    )


def vertices(position: Position) -> Iterator[Vertex]:
    """The crossings in reading order."""
    grid: Grid = position.edition.facts["grid"]
    for vertex, bits in zip(grid.vertices, position.state["vertices"][0].tolist(), strict=False):
        yield Vertex(
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


def triangles(position: Position) -> Iterator[Triangle]:
    """The triangles in reading order."""
    s, grid = position.state[0], position.edition.facts["grid"]
    built = set(s["plots"][: s["houses"]].tolist())
    bushes = position.edition.box["bush_of"][0].tolist()
    tiles = [*s["bushes"].tolist(), NONE]
    for number, corners in enumerate(grid.triangles):
        kind = tiles[bushes[number]]
        first, second, third = (grid.vertices[corner].name for corner in corners)
        yield Triangle(
            name=triangle_name(position, number),
            corners=(first, second, third),
            bush=bushes[number] < BUSHES,
            bonus_tile=None if kind == NONE else KINDS_OF_WORKERS[int(kind)],
            house=number in built,
        )


def built(position: Position, count: str, *fields: str) -> list[tuple[int, ...]]:
    """The first rows of some lists of builds that go together."""
    s = position.state[0]
    return list(zip(*(s[field].tolist() for field in fields), strict=True))[: s[count]]


def sections(position: Position) -> Iterator[Section]:
    """The street sections in the order they were built."""
    fields = ("section_builders", "starts", "milestones", "ends")
    for builder, *places in built(position, "sections", *fields):
        yield Section(builder, *(vertex_name(position, place) for place in places))


def markets(position: Position) -> Iterator[Stall]:
    """The markets in the order they were built, the start market first."""
    suppliers: dict[int, int] = {}
    for place, supplier in built(position, "sacks", "supplied", "sack_builders"):
        suppliers[place] = supplier
    for place, builder in built(position, "markets", "stalls", "market_builders"):
        yield Stall(
            vertex=vertex_name(position, place),
            builder=None if builder == NONE else builder,
            supplier=suppliers.get(place),
        )


def houses(position: Position) -> Iterator[Home]:
    """The houses in the order they were built."""
    for place, builder in built(position, "houses", "plots", "house_builders"):
        yield Home(triangle_name(position, place), builder)


def unseen(position: Position) -> Iterator[Unseen]:
    """What the draw pile is made of."""
    for design, count in enumerate(position.state["unseen"][0].tolist()):
        if count and (shown := tile(position, design)):
            yield Unseen(shown, count)


def plan(position: Position) -> Plan | None:
    """The street section being planned."""
    s = position.state[0]
    if s["duty"] not in (DUTY_VIA, DUTY_TO):
        return None
    start, milestone = int(s["section_start"]), int(s["section_milestone"])
    return Plan(
        start=vertex_name(position, start),
        milestone=None if milestone == NONE else vertex_name(position, milestone),
    )


def offered(position: Position) -> tuple[str, ...]:
    """The bushes whose bonus tile the mover may take now."""
    s = position.state[0]
    return bush_names(position, int(s["offered"])) if s["duty"] == DUTY_TAKE else ()


def must_take(position: Position) -> bool:
    """Whether the bonus tile on offer cannot be left."""
    s = position.state[0]
    return bool(s["duty"] == DUTY_TAKE and s["must_take"])


def players(position: Position, compared: Comparison) -> Iterator[Player]:
    """What lies in front of each seat."""
    s = position.state[0]
    ranks = position.ranks
    for seat in range(position.players):
        yield Player(
            seat=seat,
            pawn=STOPS[int(s["pawns"][seat])],
            spaces=tuple(spaces(position, seat)),
            goods=dict(zip(GOODS, s["goods"][seat].tolist(), strict=True)),
            points=int(s["scores"][seat]),
            score=score(position, seat),
            ascending=compared.is_ascending(seat),
            visits=() if position.is_over else tuple(visits(position, seat)),
            place=ranks[seat],
        )


def score(position: Position, seat: int) -> Score:
    """How a seat's points are made, as if the game ended now."""
    total = position.scores[seat]
    made = position.state["points"][0, seat, :MAJORITIES].tolist()
    parts = [*made, total - sum(made), total]
    return Score(*parts)


def spaces(position: Position, seat: int) -> Iterator[Space]:
    """A player's loop clockwise from the castle."""
    s = position.state[0]
    workers, bonuses = s["workers"][seat].tolist(), s["bonuses"][seat].tolist()
    for place, stop in enumerate(STOPS):
        space = place - FIRST_SPACE
        if 0 <= space < SPACES:
            found = workers[space]
            yield Space(stop, worker(position, found), found == COVERED, bool(bonuses[space]))
        else:
            yield Space(stop, None, False, False)


def with_fields(position: Position, **fields: Any) -> Position:
    """A copy of the table with some fields set."""
    state = copied(position.state)
    for field, value in fields.items():
        state[field] = value
    return Position(position.game, position.edition, state)


def earned(before: Position, after: Position, seat: int) -> int:
    """The points a seat has made, not counting majorities."""
    old, new = (position.state["points"][0, seat, :MAJORITIES] for position in (before, after))
    return int((new - old).sum())


def received(before: Position, after: Position, seat: int) -> dict[Good, int]:
    """The goods a seat has got, or with the positions exchanged, has paid."""
    old, new = (position.state["goods"][0, seat] for position in (before, after))
    return by_good((new - old).tolist())


def visits(position: Position, seat: int) -> Iterator[Visit]:
    """Every space a seat's pawn could move to, were it this seat's move."""
    # With a move to spare, the turn goes on whatever happens there.
    asked = with_fields(position, seat=seat, mover=seat, duty=DUTY_MOVE, moves=MOVES)
    for number, _ in asked.options:
        yield visit(asked, number)


def visit(position: Position, number: int) -> Visit:
    """What the mover's pawn finds by a step that moves it."""
    after = position.after_unchecked(number)
    mover, awaits = int(position.state["mover"][0]), int(after.state["duty"][0])
    discards, settled = discarding(after)
    return Visit(
        stop=STOPS[number - GO],
        gains=received(position, after, mover),
        points=earned(position, after, mover),
        discards=discards,
        covers=bool(settled.state["duty"][0] == DUTY_COVER),
        awaits=DUTIES[awaits] if awaits in STOP_DUTIES else None,
    )


def discarding(position: Position) -> tuple[int, Position]:
    """How many goods the castle takes, and what comes then."""
    count = 0
    while position.state["duty"][0] == DUTY_DISCARD:
        position = position.after_unchecked(position.options[0][0])
        count += 1
    return count, position


def builds(position: Position) -> Iterator[Build]:
    """Every build and flour sack that is possible now."""
    if position.seat is None:
        return
    if position.state["duty"][0] == DUTY_TO:
        yield street(position)
        return
    for number, _ in position.options:
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
    """The section being planned; wherever it ends, it scores the same."""
    planned = plan(position)
    assert planned is not None and planned.milestone is not None
    ends = tuple(vertex_name(position, number - TO) for number, _ in position.options)
    number = position.options[0][0]
    return build(position, number, "street", planned.milestone, planned.start, ends)


def build(
    position: Position,
    number: int,
    part: Part,
    place: str,
    start: str | None = None,
    ends: tuple[str, ...] = (),
) -> Build:
    """What a step that builds costs and brings."""
    after = position.after_unchecked(number)
    mover = int(position.state["mover"][0])
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
    """What each place for the tile in hand, or for the cover tile, would do."""
    if position.seat is None:
        return
    if position.state["duty"][0] in (DUTY_LAY, DUTY_LAY_FIRST, DUTY_COVER):
        for number, _ in position.options:
            step = position.edition.steps.step(number)
            assert isinstance(step, Lay | Cover)
            yield change(position, step, position.after_unchecked(number))


def change(before: Position, step: Lay | Cover, after: Position) -> Change:
    """What a step has done to the workers of whoever made it."""
    seat = int(before.state["mover"][0])
    spaces = (step.space, step.space + 1) if isinstance(step, Lay) else (step.space,)
    places = [space - FIRST_SPACE for space in spaces]
    codes, bonuses = (before.state[field][0, seat, places] for field in ("workers", "bonuses"))
    gone = [worker(before, code) for code in codes.tolist()]
    return Change(
        space=step.space,
        workers=tuple(one for one in gone if one),
        bonus_tiles=tuple(
            one.kind for one, bonus in zip(gone, bonuses, strict=True) if one and bonus
        ),
        ascending=Comparison(after).is_ascending(seat),
    )


def ending(position: Position) -> Ending | None:
    """Who triggered the end, and who still has a turn."""
    s = position.state[0]
    trigger, mover, count = int(s["trigger"]), int(s["mover"]), position.players
    if trigger == NONE:
        return None
    first = mover + 1 if mover == trigger else mover
    turns = 0 if position.is_over else (trigger - first) % count
    last = tuple((first + turn) % count for turn in range(turns))
    return Ending(trigger, position.game.reasons[int(s["reason"])], last)
