"""Comparison of deliveries with a plain implementation of §4.2 and §4.3."""

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from rondel.core import Position
from rondel.games.finca.tests.table import (
    FRUITS,
    VILLAGE_NAMES,
    can,
    facts,
    hand,
    play,
    shown,
    table,
)
from rondel.kernel.compiler import is_interpreted

PRINTED: dict[str, Counter[str]] = {
    tile["name"]: Counter(tile["fruits"]) for tile in facts["fruit_tiles"]
}
POSITIONS = 40 if is_interpreted() else 400


@dataclass(frozen=True)
class Delivery:
    """Delivery in progress: fruits in hand, room in the cart, tiles by village, what is owed."""

    fruits: Counter[str]
    room: int
    tiles: dict[str, str]
    owes_discount: bool = False
    filled: bool = False

    def fill(self, village: str, cost: Counter[str], discounted: bool) -> "Delivery | None":
        """Return the delivery after paying for a tile, if that can be paid."""
        if cost - self.fruits or cost.total() > self.room:
            return None
        tiles = {name: tile for name, tile in self.tiles.items() if name != village}
        owes = self.owes_discount and not discounted
        return Delivery(self.fruits - cost, self.room - cost.total(), tiles, owes, True)

    def fills(self) -> Iterator[tuple[str, "Delivery"]]:
        """Yield every tile that can be paid, dead ends included."""
        for village, tile in self.tiles.items():
            for text, cost in full_prices(PRINTED[tile]):
                if after := self.fill(village, cost, False):
                    yield f"fill {village}{text}", after
            if self.owes_discount and PRINTED[tile].total() >= 2:
                for fruit, cost in lower_prices(PRINTED[tile]):
                    if after := self.fill(village, cost, True):
                        yield f"fill {village} less {fruit}", after

    def can_end(self) -> bool:
        """Return True if some way leads to a delivery that fills a tile and owes nothing."""
        if self.filled and not self.owes_discount:
            return True
        return any(after.can_end() for _, after in self.fills())

    def steps(self) -> dict[str, "Delivery | None"]:
        """Return the player's possible steps, without dead ends."""
        steps: dict[str, Delivery | None] = {
            s: after for s, after in self.fills() if after.can_end()
        }
        if self.filled and not self.owes_discount:
            steps["done"] = None
        return steps


def full_prices(prints: Counter[str]) -> Iterator[tuple[str, Counter[str]]]:
    """Yield the prices of a tile, each with its part of the notation."""
    if "any" not in prints:
        yield "", prints
        return
    for fruit in FRUITS:
        yield f" with {fruit}", Counter({fruit: prints["any"]})


def lower_prices(prints: Counter[str]) -> Iterator[tuple[str, Counter[str]]]:
    """Yield the prices of a tile with one fruit left out, each with that fruit."""
    for fruit in FRUITS:
        if "any" in prints:
            yield fruit, Counter({fruit: prints["any"] - 1})
        elif prints[fruit]:
            yield fruit, prints - Counter({fruit: 1})


def random_table(luck: random.Random) -> Position:
    """Return a table with a cart, some fruits and ten random tiles."""
    tiles = [name for tile in facts["fruit_tiles"] for name in [tile["name"]] * tile["copies"]]
    most = luck.choice([1, 2, 3, 5, 8])
    fruits = {fruit: luck.randint(0, most) for fruit in FRUITS}
    return table(
        hands=[", ".join(f"{count} {fruit}" for fruit, count in fruits.items())],
        carts=[1],
        showing=dict(zip(VILLAGE_NAMES, luck.sample(tiles, len(VILLAGE_NAMES)), strict=True)),
    )


@pytest.mark.parametrize(("start", "room"), [("cart", 6), ("large", 10), ("less", 6)])
def test_every_delivery_offers_what_a_plain_reading_of_the_rules_allows(
    start: str, room: int
) -> None:
    luck = random.Random(start)
    begun = 0
    for _ in range(POSITIONS):
        position = random_table(luck)
        tiles = {village: tile for village in VILLAGE_NAMES if (tile := shown(position, village))}
        delivery: Delivery | None
        delivery = Delivery(Counter(hand(position, 0)), room, tiles, owes_discount=start == "less")
        assert (start in can(position)) == delivery.can_end()
        if start not in can(position):
            continue
        begun += 1
        position = play(position, start)
        while delivery is not None:
            steps = delivery.steps()
            assert can(position) == set(steps)
            step = luck.choice(sorted(steps))
            position, delivery = play(position, step), steps[step]
            if delivery is not None:
                assert hand(position, 0) == {f: n for f, n in delivery.fruits.items() if n}
    assert POSITIONS // 4 < begun < POSITIONS
