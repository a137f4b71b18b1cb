"""Builder of Finca positions for tests: a table in play, described by its relevant facts."""

from collections.abc import Mapping, Sequence
from typing import Any

from rondel.core import Position
from rondel.games import find
from rondel.games.finca.state import (
    ANY,
    BLADES,
    BONUSES,
    DUTY_TURN,
    GUST_TILE,
    KINDS,
    LARGE_TILE,
    LESS_TILE,
    NOBODY,
    UNDECIDED,
    VILLAGES,
    WIND_TILE,
)
from rondel.kernel.record import row

finca = find("finca")
box = row(finca.edition("").box)
facts = finca.edition("").facts

FRUITS: list[str] = facts["fruits"]
VILLAGE_NAMES = [village["name"] for village in facts["villages"]]
FINCA_NAMES = ["-".join(tile["kinds"]) for tile in facts["finca_tiles"]]
TILE_NAMES = [tile["name"] for tile in facts["fruit_tiles"]]
ACTION_TILE_BITS = {
    "wind": WIND_TILE,
    "gust": GUST_TILE,
    "large": LARGE_TILE,
    "less": LESS_TILE,
}
DEAR = [
    name
    for value in (5, 6, 4)
    for design, name in enumerate(TILE_NAMES)
    if box.value[design] == value and box.prints[design, ANY] == 0
]
"""Default tiles of the villages, if the seat lacks two fruits or more to fill them."""


class _Stock:
    """Fruit tiles nobody has seen yet."""

    def __init__(self) -> None:
        self.unseen = box.copies.copy()

    def take(self, name: str) -> int:
        design = TILE_NAMES.index(name)
        assert self.unseen[design] > 0, f"all tiles {name} are taken"
        self.unseen[design] -= 1
        return int(box.first_tile[design] + box.copies[design] - self.unseen[design] - 1)

    def take_any(self, names: Sequence[str]) -> int:
        return self.take(next(name for name in names if self.unseen[TILE_NAMES.index(name)] > 0))


def table(
    players: int = 2,
    *,
    seat: int = 0,
    farmers: Mapping[int, str] | None = None,
    elsewhere: int = 9,
    hands: Sequence[str] = (),
    carts: Sequence[int] = (),
    action_tiles: Sequence[str] | None = None,
    showing: Mapping[str, str] | None = None,
    piles: Mapping[str, int] | None = None,
    fincas: Mapping[str, str] | None = None,
    won: Mapping[str, int] | None = None,
    collected: Sequence[str] = (),
    rest_collected_by: int | None = None,
    bonuses: Sequence[int] | None = None,
    sound: bool = True,
    **fields: Any,
) -> Position:
    """Return a table on which a seat begins its turn.

    The blades are fig, almond, olive, orange, grape, lemon, twice around. `farmers` gives the
    seats on a blade as digits ("001"); those not mentioned stand on the blade `elsewhere`.
    `hands` are texts like "3 fig, 1 olive", `collected` texts like "1-fig 6-any". Villages not
    mentioned in `showing` show tiles that the seat cannot fill even with one fruit less; piles
    not mentioned are as high as collected tiles allow. A village with a pile of 0 is decided, and
    the box has its finca tile unless `won` says otherwise. `rest_collected_by` is who has the
    tiles that low piles lack. Other keywords set fields of the state as they are. The position
    is sound unless told otherwise.
    """
    position = finca.start(players)
    s = row(position.state)
    s.seat = s.mover = seat
    s.duty = DUTY_TURN
    s.turning = 0
    s.blades[:] = [blade % KINDS for blade in range(BLADES)]
    _put_farmers(s, farmers or {}, elsewhere)
    for owner, text in enumerate(hands):
        for count, fruit in (part.split() for part in text.split(", ") if part):
            s.hands[owner, FRUITS.index(fruit)] = int(count)
            s.supply[FRUITS.index(fruit)] -= int(count)
    for owner, number in enumerate(carts):
        s.carts[owner] = number
        s.centre -= number
    for owner, tiles in enumerate(action_tiles or ()):
        s.actions[owner] = sum(ACTION_TILE_BITS[name] for name in tiles.split())
    _lay_tiles(s, showing or {}, piles or {}, collected, rest_collected_by)
    _lay_fincas(s, fincas or {}, won or {})
    _hand_out_bonuses(s, bonuses)
    for name, value in fields.items():
        s[name] = value
    assert not sound or position.problems == (), position.problems
    return position


def _put_farmers(s: Any, farmers: Mapping[int, str], elsewhere: int) -> None:
    for blade, standing in farmers.items():
        for owner in standing:
            s.farmers[blade, int(owner)] += 1
            s.waiting[int(owner)] -= 1
    s.farmers[elsewhere] += s.waiting
    s.waiting[:] = 0


def _lay_tiles(
    s: Any,
    showing: Mapping[str, str],
    piles: Mapping[str, int],
    collected: Sequence[str],
    rest_collected_by: int | None,
) -> None:
    stock = _Stock()
    shown = {VILLAGE_NAMES.index(village): stock.take(tile) for village, tile in showing.items()}
    owned = [
        (owner, stock.take(tile)) for owner, tiles in enumerate(collected) for tile in tiles.split()
    ]
    for name, height in piles.items():
        s.piles[VILLAGE_NAMES.index(name)] = height
    gone = VILLAGES * int(box.pile_height) - int(s.piles.sum())
    others = [village for village in range(VILLAGES) if VILLAGE_NAMES[village] not in piles]
    for _ in range(len(owned) - gone):
        s.piles[max(others, key=lambda v: (s.piles[v] > 1, v not in shown, s.piles[v]))] -= 1
    dear = [name for name in DEAR if _lacking(s, name) > 1]
    for village in range(VILLAGES):
        if s.piles[village] > 0:
            s.face_up[village] = shown[village] if village in shown else stock.take_any(dear)
    gone = VILLAGES * int(box.pile_height) - int(s.piles.sum())
    while len(owned) < gone:
        assert rest_collected_by is not None, f"{gone - len(owned)} tiles belong to nobody"
        owned.append((rest_collected_by, stock.take_any(TILE_NAMES)))
    assert len(owned) == gone, "more tiles collected than piles lack"
    s.unseen[:] = stock.unseen
    for owner, tile in owned:
        s.owners[tile] = owner
        s.values[owner, box.value[box.design[tile]] - 1] += 1
        s.printed[owner] += box.prints[box.design[tile]]


def _lacking(s: Any, tile: str) -> int:
    prints = box.prints[TILE_NAMES.index(tile), :KINDS]
    return int((prints - s.hands[s.mover]).clip(0).sum())


def _lay_fincas(s: Any, fincas: Mapping[str, str], won: Mapping[str, int]) -> None:
    for name, kinds in fincas.items():
        s.fincas[VILLAGE_NAMES.index(name)] = FINCA_NAMES.index(kinds)
    left = [tile for tile in range(VILLAGES) if tile not in s.fincas]
    for village in range(VILLAGES):
        if s.fincas[village] == NOBODY:
            s.fincas[village] = left.pop()
        if s.piles[village] == 0:
            s.finca_owners[village] = won.get(VILLAGE_NAMES[village], NOBODY)
            s.wooden[village] = 1
            s.wood -= 1


def _hand_out_bonuses(s: Any, bonuses: Sequence[int] | None) -> None:
    for owner in range(s.players):
        s.sets[owner] = s.values[owner].min()
    if bonuses is None:
        bonuses = [owner for owner in range(s.players) for _ in range(s.sets[owner])]
    for bonus, owner in enumerate(bonuses[:BONUSES]):
        s.bonuses[bonus] = owner
    s.bonus = min(len(bonuses), BONUSES)


def play(position: Position, *steps: str) -> Position:
    """Return the position after steps in notation, each of them legal and the table sound."""
    for step in steps:
        position = position.after(step)
        assert position.problems == (), f"{step}: {position.problems}"
    return position


def can(position: Position) -> set[str]:
    """Return the possible steps in notation."""
    return {position.edition.steps.text(number) for number, _ in position.legal_steps}


def odds(position: Position) -> dict[str, int]:
    """Return the possible chance outcomes in notation, with their weights."""
    return {position.edition.steps.text(number): weight for number, weight in position.legal_steps}


def hand(position: Position, seat: int) -> dict[str, int]:
    """Return the fruits a seat holds."""
    return {fruit: int(n) for fruit, n in zip(FRUITS, position.table.hands[seat], strict=True) if n}


def supply(position: Position, fruit: str) -> int:
    """Return the number of fruits of a kind in the supply."""
    return int(position.table.supply[FRUITS.index(fruit)])


def farmers(position: Position) -> dict[int, str]:
    """Return the seats that stand on each blade, as digits."""
    standing = position.table.farmers
    crowds = {
        blade: "".join(str(owner) * int(count) for owner, count in enumerate(standing[blade]))
        for blade in range(BLADES)
    }
    return {blade: crowd for blade, crowd in crowds.items() if crowd}


def collected(position: Position, seat: int) -> list[str]:
    """Return the fruit tiles a seat owns."""
    owners = position.table.owners
    return [TILE_NAMES[box.design[tile]] for tile, owner in enumerate(owners) if owner == seat]


def finca_owner(position: Position, village: str) -> int | str:
    """Return the winner of a village's finca tile: a seat, "box" or "undecided"."""
    owner = int(position.table.finca_owners[VILLAGE_NAMES.index(village)])
    return {NOBODY: "box", UNDECIDED: "undecided"}.get(owner, owner)


def shown(position: Position, village: str) -> str | None:
    """Return the tile a village shows."""
    tile = int(position.table.face_up[VILLAGE_NAMES.index(village)])
    return None if tile == NOBODY else TILE_NAMES[box.design[tile]]
