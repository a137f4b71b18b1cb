"""Finca's table as a typed document for boards and clients."""

import threading
from collections.abc import Iterator, Sequence
from functools import cache
from operator import mul
from typing import Literal, NamedTuple, get_args

import msgspec
import numpy as np

from rondel.core import Game, Position
from rondel.core.caches import memoize
from rondel.core.position import memoize_by_fields
from rondel.core.steps import StepCodec
from rondel.games.finca.actions import (
    CART,
    LAND,
    LARGE,
    LESS,
    MOVE,
    PLACE,
    Fill,
    FillAny,
    FillLess,
    Fruit,
)
from rondel.games.finca.previews import (
    AMOUNT,
    ARRIVAL,
    BLADE,
    CART_CHANGES,
    CARTS,
    CARTS_SHORT,
    FILLING,
    FRUIT_CHANGES,
    FRUIT_SHORT,
    HARVEST,
    KIND,
    MAX_WAYS,
    NUMBER,
    PAYS,
    ROOM_AFTER,
    SAVED,
    SEAT,
    START,
    preview,
)
from rondel.games.finca.state import (
    BLADES,
    DUTY_FILL,
    DUTY_PLACE,
    GUST_TILE,
    LARGE_TILE,
    LESS_TILE,
    NOBODY,
    UNDECIDED,
    WIND_TILE,
)
from rondel.kernel.record import Array, copied
from rondel.kernel.state import OVER

Duty = Literal["lay-blade", "lay-finca", "turn-up", "place", "turn", "move", "land", "fill", "over"]
"""Current duty: three for chance, five for the seat, none once the game is over."""
Kind = Literal["fig", "almond", "olive", "orange", "grape", "lemon", "any"]
"""Prints of tiles: fruits, and `any` for question marks."""
ActionTile = Literal["wind", "gust", "large", "less"]
Delivering = Literal["cart", "large", "less"]

DUTIES: tuple[Duty, ...] = get_args(Duty)
FRUITS: tuple[Fruit, ...] = get_args(Fruit)
KINDS_PRINTED: tuple[Kind, ...] = get_args(Kind)
ACTION_BITS: dict[ActionTile, int] = {
    "wind": WIND_TILE,
    "gust": GUST_TILE,
    "large": LARGE_TILE,
    "less": LESS_TILE,
}
STARTS: dict[int, Delivering] = {CART: "cart", LARGE: "large", LESS: "less"}


class Tile(msgspec.Struct, frozen=True):
    """Design of a fruit tile: its prints and its value."""

    name: str
    value: int
    prints: dict[Kind, int]


class Unseen(msgspec.Struct, frozen=True):
    """Number of unseen tiles of a design, in piles or in the box."""

    tile: Tile
    count: int


class FincaTile(msgspec.Struct, frozen=True):
    """Finca tile: the kinds whose majority wins it, and its points."""

    name: str
    kinds: tuple[Kind, ...]
    points: int


class Blade(msgspec.Struct, frozen=True):
    """Blade of the windmill and each seat's farmers on it."""

    place: int
    fruit: Fruit | None
    farmers: tuple[int, ...]


class Village(msgspec.Struct, frozen=True):
    """Village: its pile with the tile on top, its finca tile, its wooden finca."""

    name: str
    title: str
    tiles_left: int
    """Tiles lying there, the face-up one included."""
    face_up: Tile | None
    waits_for_tile: bool
    """True if its next tile is about to be turned up."""
    filled: bool
    """True if the delivery going on has taken its tile."""
    finca_tile: FincaTile | None
    finca_decided: bool
    standing: tuple[int, ...]
    """Printed fruits that count for its finca tile, by seat, while it is to be won."""
    finca_winner: int | None
    """Winner of the finca tile; None if undecided or tied."""
    wooden_finca: bool


class BonusTile(msgspec.Struct, frozen=True):
    """Bonus tile for a set of the values 1 to 6, and its owner."""

    value: int
    owner: int | None


class Score(msgspec.Struct, frozen=True):
    """Sources of a player's points, as if the game ended now."""

    fruit_tiles: int
    finca_tiles: int
    action_tiles: int
    bonus_tiles: int
    total: int


class Player(msgspec.Struct, frozen=True):
    """Belongings of a seat."""

    seat: int
    farmers_waiting: int
    """Farmers off the windmill: not yet placed, or lifted by a gust."""
    fruits: dict[Fruit, int]
    carts: int
    action_tiles: tuple[ActionTile, ...]
    tiles: tuple[Tile, ...]
    values: tuple[int, ...]
    """Numbers of collected tiles of the values 1, 2, … 6; one of each is a set."""
    sets: int
    """Sets that have been counted, paid or not."""
    printed: dict[Kind, int]
    """Fruits printed on collected tiles: what majorities count."""
    finca_tiles: tuple[FincaTile, ...]
    bonus_tiles: tuple[int, ...]
    score: Score
    place: int
    """Place at the table as if the game ended now; equals share it."""


class Delivery(msgspec.Struct, frozen=True):
    """Current delivery."""

    room: int
    """Fruits the cart can still take."""
    discount: bool
    """True if one-fruit-less must still be used."""
    filled: tuple[str, ...]
    """Villages whose tile has been taken."""


class Harvest(msgspec.Struct, frozen=True):
    """Effect of arriving on a blade."""

    fruit: Fruit
    amount: int
    carts: int
    fruit_short: bool
    """True if the supply runs short, so that everybody first returns this fruit."""
    carts_short: bool
    """True if the centre runs short, so that everybody first returns their carts."""
    fruit_changes: tuple[int, ...]
    """Change of each seat's heap of this fruit."""
    cart_changes: tuple[int, ...]
    """Change of each seat's carts."""


class Walk(msgspec.Struct, frozen=True):
    """Effect of an ordinary move of a seat's farmer, if made now."""

    seat: int
    blade: int
    distance: int
    arrival: int
    harvest: Harvest


class Landing(msgspec.Struct, frozen=True):
    """Effect of setting the waiting farmer down on a blade, if done now."""

    blade: int
    harvest: Harvest


class Filling(msgspec.Struct, frozen=True):
    """Way for the seat to move to fill a village's tile now."""

    village: str
    delivery: Delivering | None
    """Delivery to start for it; None if the current one suffices."""
    fruit: Fruit | None
    """Fruit that fills a question-mark tile, or the one left out."""
    saved: int
    """Fruits that the tile prints and the delivery spares."""
    pays: dict[Fruit, int]
    room_after: int


class View(msgspec.Struct, frozen=True):
    """Complete table; nothing is hidden."""

    game: str
    edition: str
    players: tuple[Player, ...]
    seat: int | None
    """Seat to move; None if chance is to move or the game is over."""
    mover: int
    """Seat whose turn it is, or will be after chance has dealt."""
    duty: Duty
    moves_left: int
    """Moves the strong wind still allows."""
    blades: tuple[Blade, ...]
    cart_lines_after: tuple[int, ...]
    """Blades after which, clockwise, a farmer crosses a cart line."""
    centre_carts: int
    supply: dict[Fruit, int]
    villages: tuple[Village, ...]
    wooden_fincas_left: int
    bonus_tiles: tuple[BonusTile, ...]
    """Bonus tiles from the top of the stack, including those taken."""
    unused_action_points: int
    """Points for an action tile kept to the end."""
    delivery: Delivery | None
    unseen: tuple[Unseen, ...]
    walks: tuple[Walk, ...]
    landings: tuple[Landing, ...]
    """Effects for every blade, while a farmer is to be placed or set down."""
    fillings: tuple[Filling, ...]
    reason: str | None
    """Reason for the end."""


def view(position: Position) -> View:
    """Return the view of a position."""
    return msgspec.json.decode(position.view_json, type=View)


def plain_view(position: Position) -> View:
    """Return the view of a position, made without rules: what `view` is compared with."""
    s = position.plain
    over = s.seat == OVER
    return View(
        game=position.game.name,
        edition=position.edition.name,
        players=tuple(players(position)),
        seat=position.seat,
        mover=s.mover,
        duty="over" if over else DUTIES[int(s.duty)],
        moves_left=s.moves,
        blades=blades(position),
        cart_lines_after=tuple(position.edition.facts["cart_lines_after_blade"]),
        centre_carts=s.centre,
        supply=by_fruit(s.supply),
        villages=villages(position),
        wooden_fincas_left=s.wood,
        bonus_tiles=bonus_tiles(position),
        unused_action_points=int(position.edition.box["unused_action_points"][0]),
        delivery=delivery(position),
        unseen=unseen(position),
        walks=() if over else walks(position),
        landings=landings(position),
        fillings=fillings(position),
        reason=position.game.reasons[int(s.reason)] if over else None,
    )


def by_fruit(counts: Sequence[int]) -> dict[Fruit, int]:
    """Return a count for each fruit."""
    return dict(zip(FRUITS, counts, strict=True))


def design(position: Position, number: int) -> Tile:
    """Return a design of fruit tile."""
    printed = position.edition.facts["fruit_tiles"][number]
    value = int(position.edition.box["value"][0, number])
    return Tile(printed["name"], value, dict(printed["fruits"]))


def tile(position: Position, number: int) -> Tile | None:
    """Return a fruit tile, if there is one."""
    if number == NOBODY:
        return None
    return design(position, int(position.edition.box["design"][0, number]))


def finca_tile(position: Position, village: int) -> FincaTile | None:
    """Return the finca tile laid at a village."""
    number = int(position.table.fincas[village])
    if number == NOBODY:
        return None
    facts = position.edition.facts
    kinds = tuple(facts["finca_tiles"][number]["kinds"])
    return FincaTile("-".join(kinds), kinds, facts["finca_points"])


@memoize_by_fields("unseen")
def unseen(position: Position) -> tuple[Unseen, ...]:
    """Return the tiles nobody has seen, by design."""
    counts = enumerate(position.plain.unseen)
    return tuple(Unseen(design(position, number), count) for number, count in counts if count)


def blades(position: Position) -> tuple[Blade, ...]:
    """Return the windmill clockwise."""
    s = position.plain
    places = zip(range(BLADES), s.blades, s.farmers, strict=True)
    return tuple(map(blade[s.players].__getitem__, places))


@memoize
def blade(players: int, found: tuple[int, int, tuple[int, ...]]) -> Blade:
    """Return one blade and the farmers on it."""
    place, kind, farmers = found
    return Blade(place, None if kind == NOBODY else FRUITS[kind], farmers[:players])


@memoize_by_fields(
    "filled",
    "finca_owners",
    "piles",
    "face_up",
    "turning",
    "fincas",
    "wooden",
    "printed",
    "players",
)
def villages(position: Position) -> tuple[Village, ...]:
    """Return the villages of the island."""
    return tuple(_villages(position))


def _villages(position: Position) -> Iterator[Village]:
    s = position.plain
    for number, facts in enumerate(position.edition.facts["villages"]):
        filled = bool(s.filled >> number & 1)
        owner = s.finca_owners[number]
        yield Village(
            name=facts["name"],
            title=facts["title"],
            tiles_left=s.piles[number] - filled,
            face_up=tile(position, s.face_up[number]),
            waits_for_tile=bool(s.turning >> number & 1),
            filled=filled,
            finca_tile=finca_tile(position, number),
            finca_decided=owner != UNDECIDED,
            standing=standing(position, number) if owner == UNDECIDED else (),
            finca_winner=owner if owner >= 0 else None,
            wooden_finca=bool(s.wooden[number]),
        )


def standing(position: Position, village: int) -> tuple[int, ...]:
    """Return the printed fruits each seat has of the kinds of a village's finca tile, if it has
    one.
    """
    s = position.plain
    if s.fincas[village] == NOBODY:
        return ()
    counted = position.edition.box["finca_kinds"][0, s.fincas[village]].tolist()
    return tuple(sum(map(mul, counted, row)) for row in s.printed[: position.players])


@memoize_by_fields("bonuses")
def bonus_tiles(position: Position) -> tuple[BonusTile, ...]:
    """Return the bonus tiles from the top of the stack."""
    values = position.edition.box["bonus_tiles"][0].tolist()
    owners = position.plain.bonuses
    return tuple(
        BonusTile(value, owner if owner >= 0 else None)
        for value, owner in zip(values, owners, strict=True)
    )


class Collected(NamedTuple):
    """Winnings of a seat."""

    tiles: tuple[Tile, ...]
    finca_tiles: tuple[FincaTile, ...]
    bonus_tiles: tuple[int, ...]
    values: tuple[int, ...]
    printed: dict[Kind, int]
    score: Score


@memoize_by_fields(
    "players", "owners", "finca_owners", "fincas", "bonuses", "values", "printed", "actions"
)  # fmt: skip
def collected(position: Position) -> tuple[Collected, ...]:
    """Return the winnings and the score of each seat."""
    s = position.plain
    scores = position.scores
    found: list[Collected] = []
    for seat, parts in enumerate(zip(*score_parts(position), strict=True)):
        owned = [number for number, owner in enumerate(s.owners) if owner == seat]
        won = [village for village, winner in enumerate(s.finca_owners) if winner == seat]
        fruit_tiles, finca_tiles, action_tiles, bonuses = parts
        found.append(
            Collected(
                tuple(shown for number in owned if (shown := tile(position, number))),
                tuple(laid for village in won if (laid := finca_tile(position, village))),
                tuple(bonus.value for bonus in bonus_tiles(position) if bonus.owner == seat),
                s.values[seat],
                dict(zip(KINDS_PRINTED, s.printed[seat], strict=True)),
                Score(fruit_tiles, finca_tiles, action_tiles, bonuses, scores[seat]),
            )
        )
    return tuple(found)


def players(position: Position) -> Iterator[Player]:
    """Yield the belongings of each seat."""
    s = position.plain
    ranks = position.ranks
    for seat, won in enumerate(collected(position)):
        yield Player(
            seat,
            s.waiting[seat],
            by_fruit(s.hands[seat]),
            s.carts[seat],
            action_tiles(s.actions[seat]),
            won.tiles,
            won.values,
            s.sets[seat],
            won.printed,
            won.finca_tiles,
            won.bonus_tiles,
            won.score,
            ranks[seat],
        )


@cache
def action_tiles(bits: int) -> tuple[ActionTile, ...]:
    """Return the action tiles whose bits are set."""
    return tuple(name for name, bit in ACTION_BITS.items() if bits & bit)


def score_parts(position: Position) -> list[tuple[int, ...]]:
    """Return every seat's points by source, computed from tables that hold only that source."""
    bare = {"values": 0, "finca_owners": UNDECIDED, "actions": 0, "bonuses": NOBODY}
    parts: list[tuple[int, ...]] = []
    for kept in bare:
        state = copied(position.state)
        for field, nothing in bare.items():
            if field != kept:
                state[field] = nothing
        parts.append(Position(position.game, position.edition, state).scores)
    return parts


def delivery(position: Position) -> Delivery | None:
    """Return the delivery going on, if there is one."""
    s = position.plain
    if position.is_over or s.duty != DUTY_FILL:
        return None
    names = [facts["name"] for facts in position.edition.facts["villages"]]
    filled = tuple(name for number, name in enumerate(names) if s.filled >> number & 1)
    return Delivery(s.room, bool(s.discount), filled)


class Tried(NamedTuple):
    """Effects of steps, row by row, as `preview` writes them."""

    walks: list[bytes]
    landings: list[bytes]
    fillings: list[bytes]


class Paper(threading.local):
    """Scratch space of `preview`, one per thread, with the offsets of its rows."""

    def __init__(self) -> None:
        self.walks = np.empty((MAX_WAYS, HARVEST), np.int16)
        self.landings = np.empty((BLADES, HARVEST), np.int16)
        self.counts = np.zeros(3, np.int64)
        self.fillings = np.empty((0, FILLING), np.int16)
        self.steps = self.weights = np.empty(0)

    def make_room(self, game: Game) -> None:
        """Allocate space for every way to fill a tile."""
        if len(self.steps) < game.most_options:
            self.steps, self.weights = game.buffers()
            self.fillings = np.empty((len(STARTS) * game.most_options, FILLING), np.int16)


PAPER = Paper()


def tried(position: Position) -> Tried:
    """Return the effects of all farmers' moves and ways to fill a tile, computed in one call."""
    paper = PAPER
    paper.make_room(position.game)
    preview(copied(position.state, 3), position.state, position.edition.box, paper.steps,
            paper.weights, paper.walks, paper.landings, paper.fillings, paper.counts)  # fmt: skip
    ways, blades, deliveries = paper.counts.tolist()
    return Tried(
        cut(paper.walks, ways),
        cut(paper.landings, blades),
        cut(paper.fillings, deliveries),
    )


def cut(rows: Array, count: int) -> list[bytes]:
    """Return the first `count` rows as bytes, which serve as cache keys."""
    if not count:
        return []
    found: list[bytes] = rows[:count].view(f"V{rows.itemsize * rows.shape[1]}")[:, 0].tolist()
    return found


@memoize
def harvest(players: int, row: bytes) -> Harvest:
    """Return the effect of arriving on a blade from a row."""
    told: list[int] = np.frombuffer(row, np.int16).tolist()
    return Harvest(
        fruit=FRUITS[told[KIND]],
        amount=told[AMOUNT],
        carts=told[CARTS],
        fruit_short=bool(told[FRUIT_SHORT]),
        carts_short=bool(told[CARTS_SHORT]),
        fruit_changes=tuple(told[FRUIT_CHANGES : FRUIT_CHANGES + players]),
        cart_changes=tuple(told[CART_CHANGES : CART_CHANGES + players]),
    )


@memoize
def way(players: int, row: bytes) -> Walk:
    """Return the effect of an ordinary move from a row."""
    told = np.frombuffer(row, np.int16).tolist()
    blade, end = told[BLADE], told[ARRIVAL]
    distance = (end - blade - 1) % BLADES + 1
    return Walk(told[SEAT], blade, distance, end, harvest[players][row])


def walks(position: Position) -> tuple[Walk, ...]:
    """Return the effects of ordinary moves of all farmers, as if it were their seat's turn."""
    ways = way[position.plain.players]
    return tuple(map(ways.__getitem__, position.once(tried).walks))


@memoize
def landing(players: int, row: bytes) -> Landing:
    """Return the effect of setting a farmer down from a row."""
    return Landing(row[2 * BLADE], harvest[players][row])


def landings(position: Position) -> tuple[Landing, ...]:
    """Return the effects of all blades while a farmer is to be placed or set down."""
    places = landing[position.plain.players]
    return tuple(map(places.__getitem__, position.once(tried).landings))


def ahead(position: Position) -> dict[int, bytes]:
    """Return the rows of the mover's own moves, by step number."""
    s, rows = position.plain, position.once(tried)
    first = PLACE if s.duty == DUTY_PLACE else LAND
    # Of a small number in a row, the first of the two bytes suffices.
    found = {MOVE + row[2 * BLADE]: row for row in rows.walks if row[2 * SEAT] == s.mover}
    for row in rows.landings:
        found[first + row[2 * BLADE]] = row
    return found


def fillings(position: Position) -> tuple[Filling, ...]:
    """Return the ways to fill a tile now, in the current delivery or a new one."""
    ways = filling[position.edition.steps]
    return tuple(map(ways.__getitem__, position.once(tried).fillings))


@memoize
def filling(steps: StepCodec, row: bytes) -> Filling:
    """Return a way to fill a tile from a row."""
    told = np.frombuffer(row, np.int16).tolist()
    step = steps.step(told[NUMBER])
    assert isinstance(step, Fill | FillAny | FillLess)
    return Filling(
        village=step.village,
        delivery=STARTS.get(told[START]),
        fruit=None if isinstance(step, Fill) else step.fruit,
        saved=told[SAVED],
        pays={fruit: count for fruit, count in zip(FRUITS, told[PAYS:], strict=True) if count},
        room_after=told[ROOM_AFTER],
    )
