"""Explanations of illegal steps."""

import pytest

from rondel.core import Position
from rondel.games.milestones.tests.table import milestones, play, short_of, table
from rondel.i18n import LANGUAGES, Translator

BUILT = ["street a1 a2 a3", "house a1-a2-b2", "sack a1"]
RICH = "2 stone 2 wood 2 sand 2 grain"


def why(position: Position, step: str) -> str:
    """Return the key of the explanation."""
    reason = position.explain_illegal(step)
    assert reason is not None
    for language in LANGUAGES:
        assert Translator(language, milestones).format(reason).endswith((".", "?"))
    return reason.key


@pytest.mark.parametrize(
    ("step", "key"),
    [
        ("go 2", "why-clockwise"),
        ("hire Q1C3", "why-trading-house"),
        ("buy stone", "why-trading-house"),
        ("market a3", "why-board-of-works"),
        ("sack a1", "why-mill"),
        ("cover 1", "why-castle"),
        ("done", "why-not-now"),
    ],
)
def test_a_move_is_refused_by_its_own_rule(step: str, key: str) -> None:
    assert why(table(pawns=["4"], built=BUILT), step) == key
    assert why(table(built=BUILT), "go castle") == "why-castle-twice"


@pytest.mark.parametrize(
    ("step", "key"),
    [
        ("street d4", "why-street-start"),
        ("house a1-a2-b2", "why-house-there"),
        ("house a5-b5-b6", "why-house-street"),
        ("market d4", "why-market-place"),
        ("go mill", "why-not-now"),
        ("hire Q1C3", "why-trading-house"),
    ],
)
def test_a_build_is_refused_by_its_own_rule(step: str, key: str) -> None:
    rich = play(table(built=BUILT, goods=[RICH]), "go board-of-works")
    assert why(rich, step) == key


def test_a_build_that_cannot_be_paid_names_its_price() -> None:
    poor = play(table(built=BUILT, goods=["1 stone 1 sand"]), "go board-of-works")
    assert why(poor, "market a3") == "why-price-market"
    reason = poor.explain_illegal("market a3")
    assert reason is not None
    told = Translator("en", milestones).format(reason)
    assert told == "A marketplace costs 1 wood and 1 sand. You still need: 1 wood."
    none_left = table(built=BUILT, goods=[RICH], edition=short_of(markets=1))
    assert why(play(none_left, "go board-of-works"), "market a3") == "why-used-up"


def test_trading_and_flour_are_refused_by_their_own_rules() -> None:
    trading = play(table(goods=["2 wood"], boards=["Q5 L5"], display="Q1C3"), "go trading-house")
    assert why(trading, "sell stone stone") == "why-nothing-to-sell"
    assert why(trading, "buy stone") == why(trading, "hire Q1C3") == "why-coins"
    assert why(trading, "hire G4C4") == "why-not-displayed"
    milling = play(table(built=[*BUILT, "market a3"], goods=["2 grain"]), "go mill")
    assert why(milling, "sack a1") == "why-sack-there"
    assert why(milling, "sack b2") == "why-no-market"


def test_what_is_possible_needs_no_reason() -> None:
    assert table().explain_illegal("go mill") is None
