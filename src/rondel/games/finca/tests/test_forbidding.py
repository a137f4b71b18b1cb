"""Explanations of illegal steps."""

import pytest

from rondel.core import Position
from rondel.games.finca.tests.table import finca, play, table
from rondel.i18n import LANGUAGES, Translator

STANDING = {0: "0", 3: "0011"}
RICH = "3 fig, 2 almond, 3 olive"
TILES = {"palma": "3-fig", "arta": "5-any", "inca": "3-olive"}


def why(position: Position, step: str) -> str:
    """Return the key of the explanation."""
    reason = position.explain_illegal(step)
    assert reason is not None
    for language in LANGUAGES:
        assert Translator(language, finca).format(reason).endswith((".", "?"))
    return reason.key


@pytest.mark.parametrize(
    ("step", "key"),
    [
        ("move 1", "why-no-farmer"),
        ("gust 1", "why-no-farmer"),
        ("wind", "why-tile-played"),
        ("fill arta", "why-lacking-any"),
        ("fill villafranca", "why-lacking"),
        ("fill campos", "why-village-empty"),
        ("done", "why-not-now"),
    ],
)
def test_a_turn_is_refused_by_its_own_rule(step: str, key: str) -> None:
    position = table(
        farmers=STANDING, hands=[RICH], carts=[1], showing=TILES, action_tiles=["gust large less"],
        piles={"campos": 0}, rest_collected_by=1,
    )  # fmt: skip
    assert why(position, step) == key


def test_a_delivery_needs_a_cart_fruits_and_room() -> None:
    tiles = ["", ""]
    empty = table(hands=[RICH], showing=TILES, action_tiles=tiles)
    assert why(empty, "cart") == why(empty, "fill palma") == "why-no-cart"
    assert why(table(carts=[1]), "cart") == "why-nothing-to-fill"
    assert why(table(carts=[1]), "less") == "why-nothing-to-spare"
    going = play(table(hands=[RICH], carts=[1], showing=TILES), "cart", "fill palma", "fill inca")
    assert why(going, "fill palma") == "why-village-filled"
    full = table(hands=["6 fig, 3 olive"], carts=[1], showing=TILES)
    assert why(play(full, "cart", "fill inca"), "fill arta with fig") == "why-no-room"


def test_what_is_possible_needs_no_reason_and_nobody_else_is_told_one() -> None:
    position = table(farmers=STANDING)
    assert position.explain_illegal("move 0") is None
    assert finca.start(2).explain_illegal("move 0") is None
