"""Explanations of illegal steps: the rule of RULES.md that forbids each."""

from rondel.core import Message, Position
from rondel.core.message import MessageArg
from rondel.games.finca.actions import (
    Cart,
    Fill,
    FillAny,
    FillLess,
    Gust,
    Large,
    Less,
    Move,
    Wind,
)
from rondel.games.finca.state import DUTY_FILL, DUTY_MOVE, DUTY_TURN
from rondel.games.finca.story import amount, prompt, village_at
from rondel.games.finca.view import ACTION_BITS, FRUITS, ActionTile, Tile, tile


def explain_illegal(position: Position, number: int) -> Message | None:
    """Return the rule that forbids a step to the seat to move."""
    s = position.table
    if position.seat is None:
        return None
    match position.edition.steps.step(number):
        case Move(blade) if s.duty in (DUTY_TURN, DUTY_MOVE):
            return Message("why-no-farmer", {"blade": blade})
        case Gust(blade) if s.duty == DUTY_TURN:
            return played(position, "gust") or Message("why-no-farmer", {"blade": blade})
        case Wind() if s.duty == DUTY_TURN:
            return played(position, "wind")
        case Large() if s.duty == DUTY_TURN:
            return played(position, "large") or Message("why-nothing-to-fill")
        case Less() if s.duty == DUTY_TURN:
            return played(position, "less") or no_cart(position) or Message("why-nothing-to-spare")
        case Cart() if s.duty == DUTY_TURN:
            return no_cart(position) or Message("why-nothing-to-fill")
        case (Fill() | FillAny() | FillLess()) as step if s.duty in (DUTY_TURN, DUTY_FILL):
            return unfillable(position, step)
        case _:
            return Message("why-not-now", {"prompt": prompt(position, named=False)})


def played(position: Position, name: ActionTile) -> Message | None:
    """§4.3 Each action tile works once."""
    if position.table.actions[position.seat] & ACTION_BITS[name]:
        return None
    return Message("why-tile-played", {"tile": Message(f"action-{name}")})


def no_cart(position: Position) -> Message | None:
    """§4.2 A delivery costs a cart."""
    return None if position.table.carts[position.seat] else Message("why-no-cart")


def unfillable(position: Position, step: Fill | FillAny | FillLess) -> Message:
    """§4.2 What a tile lacks: itself, its fruits, or room for them."""
    s = position.table
    names = [village["name"] for village in position.edition.facts["villages"]]
    number = names.index(step.village)
    args: dict[str, MessageArg] = {"village": village_at(position, number)}
    shown = tile(position, int(s.face_up[number]))
    if s.filled >> number & 1:
        return Message("why-village-filled", args)
    if shown is None:
        return Message("why-village-empty", args)
    delivering = s.duty == DUTY_FILL
    large = not delivering and played(position, "large") is None
    if not (delivering or large) and no_cart(position):
        return Message("why-no-cart")
    box = position.edition.box[0]
    room = int(s.room if delivering else box["large_cart_holds"] if large else box["cart_holds"])
    if lacks := lacking(position, shown):
        return Message(lacks.key, {**args, **lacks.args})
    if shown.value > room:
        return Message("why-no-room", {**args, "value": shown.value, "room": room})
    if s.discount:
        return Message("why-discount-lost", args)
    return Message("why-not-now", {"prompt": prompt(position, named=False)})


def lacking(position: Position, shown: Tile) -> Message | None:
    """§4.2 Every tile is filled exactly."""
    held = dict(zip(FRUITS, position.table.hands[position.seat].tolist(), strict=True))
    if wild := shown.prints.get("any", 0):
        most = max(held.values())
        return Message("why-lacking-any", {"count": wild, "most": most}) if most < wild else None
    missing = [
        amount(fruit, shown.prints[fruit] - held[fruit])
        for fruit in FRUITS
        if shown.prints.get(fruit, 0) > held[fruit]
    ]
    return Message("why-lacking", {"fruits": missing}) if missing else None
