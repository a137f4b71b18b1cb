"""Finca's table as a typed document for boards and clients."""

from collections.abc import Iterator
from typing import Any, Literal, get_args

import msgspec
import numpy as np

from rondel.contract import Position
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
from rondel.games.finca.state import (
    BLADES,
    DUTY_FILL,
    DUTY_LAND,
    DUTY_PLACE,
    DUTY_TURN,
    GUST_TILE,
    LARGE_TILE,
    LESS_TILE,
    NOBODY,
    UNDECIDED,
    WIND_TILE,
)
from rondel.kernel.record import Cells, copied
from rondel.kernel.state import OVER

Duty = Literal["lay-blade", "lay-finca", "turn-up", "place", "turn", "move", "land", "fill", "over"]
"""What is to be done now: three for chance, five for the seat, nothing once it is over."""
Kind = Literal["fig", "almond", "olive", "orange", "grape", "lemon", "any"]
"""What tiles print: fruits, and `any` for question marks."""
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
DELIVERIES: dict[Delivering, int] = {"cart": CART, "large": LARGE, "less": LESS}
PLENTY = 100
"""More fruits or carts than any step takes."""


class Tile(msgspec.Struct, frozen=True):
    """A fruit tile's design: what it prints, and its value."""

    name: str
    value: int
    prints: dict[Kind, int]


class Unseen(msgspec.Struct, frozen=True):
    """How many tiles of a design nobody has seen yet, in piles or in the box."""

    tile: Tile
    count: int


class FincaTile(msgspec.Struct, frozen=True):
    """A finca tile: whose majority of which kinds wins how many points."""

    name: str
    kinds: tuple[Kind, ...]
    points: int


class Blade(msgspec.Struct, frozen=True):
    """A blade of the windmill and each seat's farmers on it."""

    place: int
    fruit: Fruit | None
    farmers: tuple[int, ...]


class Village(msgspec.Struct, frozen=True):
    """A village: its pile with the tile on top, its finca tile, its wooden finca."""

    name: str
    title: str
    tiles_left: int
    """Tiles lying there, the face-up one included."""
    face_up: Tile | None
    waits_for_tile: bool
    """Whether its next tile is about to be turned up."""
    filled: bool
    """Whether the delivery going on has taken its tile."""
    finca_tile: FincaTile | None
    finca_decided: bool
    finca_winner: int | None
    """Who won the finca tile; nobody when undecided or tied."""
    wooden_finca: bool


class BonusTile(msgspec.Struct, frozen=True):
    """A bonus tile for a set of the values 1 to 6, and who took it."""

    value: int
    owner: int | None


class Score(msgspec.Struct, frozen=True):
    """How a player's points are made, as if the game ended now."""

    fruit_tiles: int
    finca_tiles: int
    action_tiles: int
    bonus_tiles: int
    total: int


class Player(msgspec.Struct, frozen=True):
    """What lies in front of a seat."""

    seat: int
    farmers_waiting: int
    """Farmers off the windmill: not yet placed, or lifted by a gust."""
    fruits: dict[Fruit, int]
    carts: int
    action_tiles: tuple[ActionTile, ...]
    tiles: tuple[Tile, ...]
    values: tuple[int, ...]
    """How many collected tiles have the value 1, 2, … 6: one of each is a set."""
    sets: int
    """Sets that have been seen to, paid or not."""
    printed: dict[Kind, int]
    """Fruits printed on collected tiles: what majorities count."""
    finca_tiles: tuple[FincaTile, ...]
    bonus_tiles: tuple[int, ...]
    score: Score
    place: int
    """The place at the table as if the game ended now; equals share it."""


class Delivery(msgspec.Struct, frozen=True):
    """A delivery going on."""

    room: int
    """Fruits the cart can still take."""
    discount: bool
    """Whether one-fruit-less is still to be used."""
    filled: tuple[str, ...]
    """Villages whose tile has been taken."""


class Harvest(msgspec.Struct, frozen=True):
    """What arriving on a blade brings."""

    fruit: Fruit
    amount: int
    carts: int
    fruit_short: bool
    """Whether the supply runs short, so that everybody first returns this fruit."""
    carts_short: bool
    """Whether the centre runs short, so that everybody first returns their carts."""
    fruit_changes: tuple[int, ...]
    """By how much each seat's heap of this fruit changes."""
    cart_changes: tuple[int, ...]
    """By how much each seat's carts change."""


class Walk(msgspec.Struct, frozen=True):
    """What an ordinary move of one seat's farmer would bring now."""

    seat: int
    blade: int
    distance: int
    arrival: int
    harvest: Harvest


class Landing(msgspec.Struct, frozen=True):
    """What setting the waiting farmer down on a blade would bring now."""

    blade: int
    harvest: Harvest


class Filling(msgspec.Struct, frozen=True):
    """A way for the seat that is asked to fill a village's tile now."""

    village: str
    delivery: Delivering | None
    """The delivery to start for it, or nothing when it fits the one going on."""
    fruit: Fruit | None
    """The kind that fills a question-mark tile, or the one left out."""
    saved: int
    """Fruits that the tile prints and the delivery spares."""
    pays: dict[Fruit, int]
    room_after: int


class View(msgspec.Struct, frozen=True):
    """The whole table. Nothing in it is secret."""

    game: str
    edition: str
    players: tuple[Player, ...]
    seat: int | None
    """Who is asked; nobody when chance is, or when it is over."""
    mover: int
    """Whose turn it is, or will be once chance has dealt."""
    duty: Duty
    moves_left: int
    """Moves the strong wind still allows."""
    blades: tuple[Blade, ...]
    cart_lines_after: tuple[int, ...]
    """The blades after which, clockwise, a cart line is crossed."""
    centre_carts: int
    supply: dict[Fruit, int]
    villages: tuple[Village, ...]
    wooden_fincas_left: int
    bonus_tiles: tuple[BonusTile, ...]
    """The stack from the top, tiles that were taken included."""
    delivery: Delivery | None
    unseen: tuple[Unseen, ...]
    walks: tuple[Walk, ...]
    landings: tuple[Landing, ...]
    """For every blade, while a farmer is to be placed or set down."""
    fillings: tuple[Filling, ...]
    reason: str | None
    """Why it ended."""


def view(position: Position) -> View:
    """Everything a board needs."""
    s = position.table
    over = int(s.seat) == OVER
    return View(
        game=position.game.name,
        edition=position.edition.name,
        players=tuple(players(position)),
        seat=position.seat,
        mover=int(s.mover),
        duty="over" if over else DUTIES[int(s.duty)],
        moves_left=int(s.moves),
        blades=tuple(blades(position)),
        cart_lines_after=tuple(position.edition.facts["cart_lines_after_blade"]),
        centre_carts=int(s.centre),
        supply=by_fruit(s.supply),
        villages=tuple(villages(position)),
        wooden_fincas_left=int(s.wood),
        bonus_tiles=tuple(bonus_tiles(position)),
        delivery=delivery(position),
        unseen=tuple(
            Unseen(design(position, number), int(count))
            for number, count in enumerate(s.unseen)
            if count
        ),
        walks=() if over else tuple(walks(position)),
        landings=tuple(landings(position)),
        fillings=tuple(fillings(position)),
        reason=position.game.reasons[int(s.reason)] if over else None,
    )


def by_fruit(counts: Cells) -> dict[Fruit, int]:
    """A count for each fruit."""
    return dict(zip(FRUITS, counts.tolist(), strict=True))


def design(position: Position, number: int) -> Tile:
    """What a design of fruit tile shows."""
    printed = position.edition.facts["fruit_tiles"][number]
    value = int(position.edition.box["value"][0, number])
    return Tile(printed["name"], value, dict(printed["fruits"]))


def tile(position: Position, number: int) -> Tile | None:
    """What a fruit tile shows, if there is one."""
    if number == NOBODY:
        return None
    return design(position, int(position.edition.box["design"][0, number]))


def finca_tile(position: Position, village: int) -> FincaTile | None:
    """The finca tile laid at a village."""
    number = int(position.table.fincas[village])
    if number == NOBODY:
        return None
    facts = position.edition.facts
    kinds = tuple(facts["finca_tiles"][number]["kinds"])
    return FincaTile("-".join(kinds), kinds, facts["finca_points"])


def blades(position: Position) -> Iterator[Blade]:
    """The windmill clockwise."""
    s = position.table
    for place in range(BLADES):
        kind = int(s.blades[place])
        fruit = None if kind == NOBODY else FRUITS[kind]
        yield Blade(place, fruit, tuple(s.farmers[place, : s.players].tolist()))


def villages(position: Position) -> Iterator[Village]:
    """The villages of the island."""
    s = position.table
    for number, facts in enumerate(position.edition.facts["villages"]):
        filled = bool(s.filled >> number & 1)
        owner = int(s.finca_owners[number])
        yield Village(
            name=facts["name"],
            title=facts["title"],
            tiles_left=int(s.piles[number]) - filled,
            face_up=tile(position, int(s.face_up[number])),
            waits_for_tile=bool(s.turning >> number & 1),
            filled=filled,
            finca_tile=finca_tile(position, number),
            finca_decided=owner != UNDECIDED,
            finca_winner=owner if owner >= 0 else None,
            wooden_finca=bool(s.wooden[number]),
        )


def bonus_tiles(position: Position) -> Iterator[BonusTile]:
    """The bonus tiles from the top of the stack."""
    values = position.edition.box["bonus_tiles"][0].tolist()
    for value, owner in zip(values, position.table.bonuses.tolist(), strict=True):
        yield BonusTile(value, owner if owner >= 0 else None)


def players(position: Position) -> Iterator[Player]:
    """What lies in front of each seat."""
    s = position.table
    ranks = position.ranks
    owners, winners = s.owners.tolist(), s.finca_owners.tolist()
    bonus_owners = list(bonus_tiles(position))
    fruit_tiles, finca_tiles, action_tiles, bonuses = score_parts(position)
    for seat in range(position.players):
        owned = [number for number, owner in enumerate(owners) if owner == seat]
        won = [village for village, winner in enumerate(winners) if winner == seat]
        yield Player(
            seat=seat,
            farmers_waiting=int(s.waiting[seat]),
            fruits=by_fruit(s.hands[seat]),
            carts=int(s.carts[seat]),
            action_tiles=tuple(name for name, bit in ACTION_BITS.items() if s.actions[seat] & bit),
            tiles=tuple(shown for number in owned if (shown := tile(position, number))),
            values=tuple(s.values[seat].tolist()),
            sets=int(s.sets[seat]),
            printed=dict(zip(KINDS_PRINTED, s.printed[seat].tolist(), strict=True)),
            finca_tiles=tuple(laid for village in won if (laid := finca_tile(position, village))),
            bonus_tiles=tuple(bonus.value for bonus in bonus_owners if bonus.owner == seat),
            score=Score(
                fruit_tiles=fruit_tiles[seat],
                finca_tiles=finca_tiles[seat],
                action_tiles=action_tiles[seat],
                bonus_tiles=bonuses[seat],
                total=position.scores[seat],
            ),
            place=ranks[seat],
        )


def score_parts(position: Position) -> list[tuple[int, ...]]:
    """Every seat's points when one thing alone scores: what the table lacks, it cannot count."""
    bare = {"values": 0, "finca_owners": UNDECIDED, "actions": 0, "bonuses": NOBODY}
    parts = []
    for kept in bare:
        emptied = {field: nothing for field, nothing in bare.items() if field != kept}
        parts.append(with_fields(position, **emptied).scores)
    return parts


def delivery(position: Position) -> Delivery | None:
    """The delivery going on, if there is one."""
    s = position.table
    if position.is_over or s.duty != DUTY_FILL:
        return None
    names = [facts["name"] for facts in position.edition.facts["villages"]]
    filled = tuple(name for number, name in enumerate(names) if s.filled >> number & 1)
    return Delivery(int(s.room), bool(s.discount), filled)


def with_fields(position: Position, **fields: Any) -> Position:
    """A copy of the table with some fields set."""
    state = copied(position.state)
    for field, value in fields.items():
        state[field] = value
    return Position(position.game, position.edition, state)


def harvest(position: Position, number: int, after: Position) -> Harvest:
    """What a step that moves or lands a farmer of the mover brings.

    What is owed shows at a table of plenty, where nobody holds anything; what really happens
    shows at the table itself. Where the two differ, something ran short.
    """
    rich = with_fields(position, hands=0, carts=0, supply=PLENTY, centre=PLENTY)
    owed, held, holds = rich.after_unchecked(number).table, position.table, after.table
    mover, players = int(held.mover), position.players
    heap = owed.hands[mover].tolist()
    kind = heap.index(max(heap))
    owed_fruits, owed_carts = owed.hands[:, kind].tolist(), owed.carts.tolist()
    fruit_changes = differences(held.hands[:, kind], holds.hands[:, kind])
    cart_changes = differences(held.carts, holds.carts)
    return Harvest(
        fruit=FRUITS[kind],
        amount=owed_fruits[mover],
        carts=owed_carts[mover],
        fruit_short=fruit_changes != owed_fruits,
        carts_short=cart_changes != owed_carts,
        fruit_changes=tuple(fruit_changes[:players]),
        cart_changes=tuple(cart_changes[:players]),
    )


def differences(before: Cells, after: Cells) -> list[int]:
    """By how much each count has changed."""
    return [now - then for then, now in zip(before.tolist(), after.tolist(), strict=True)]


def walks(position: Position) -> Iterator[Walk]:
    """What an ordinary move of each seat's farmers would bring, were it that seat's turn."""
    farmers = position.table.farmers
    for seat in range(position.players):
        asked = with_fields(position, seat=seat, mover=seat, duty=DUTY_TURN, moves=0)
        for blade in np.flatnonzero(farmers[:, seat]).tolist():
            yield walk(asked, blade)


def walk(position: Position, blade: int) -> Walk:
    """What an ordinary move of the mover's farmer on a blade brings."""
    mover = int(position.table.mover)
    after = position.after_unchecked(MOVE + blade)
    changes = differences(position.table.farmers[:, mover], after.table.farmers[:, mover])
    # Once around the whole windmill ends where it began.
    arrival = next((place for place, change in enumerate(changes) if change > 0), blade)
    distance = (arrival - blade - 1) % BLADES + 1
    return Walk(mover, blade, distance, arrival, harvest(position, MOVE + blade, after))


def landings(position: Position) -> Iterator[Landing]:
    """What each blade brings while a farmer is to be placed or set down."""
    first = {DUTY_PLACE: PLACE, DUTY_LAND: LAND}.get(int(position.table.duty))
    if first is not None and position.seat is not None:
        for blade in range(BLADES):
            after = position.after_unchecked(first + blade)
            yield Landing(blade, harvest(position, first + blade, after))


def fillings(position: Position) -> Iterator[Filling]:
    """The ways to fill a tile now, in the delivery going on or by starting one."""
    if position.seat is None:
        return
    if position.table.duty == DUTY_FILL:
        yield from fillings_of(position, None)
    for name, number in DELIVERIES.items():
        if number in position.numbers:
            yield from fillings_of(position.after_unchecked(number), name)


def fillings_of(position: Position, start: Delivering | None) -> Iterator[Filling]:
    """The ways to fill a tile next in a delivery."""
    before = position.table
    for number, _ in position.options:
        step = position.edition.steps.step(number)
        if isinstance(step, Fill | FillAny | FillLess):
            after = position.after_unchecked(number).table
            paid = by_fruit(before.hands[before.mover] - after.hands[before.mover])
            yield Filling(
                village=step.village,
                delivery=start,
                fruit=None if isinstance(step, Fill) else step.fruit,
                saved=int(before.discount - after.discount),
                pays={fruit: count for fruit, count in paid.items() if count},
                room_after=int(after.room),
            )
