"""Narration of Finca's steps, derived from the table before and after."""

from collections.abc import Iterator

import numpy as np

from rondel.core import Message, Over, Player, Position, Step
from rondel.core.caches import memoize
from rondel.core.message import MessageArg
from rondel.core.position import memoize_by_fields
from rondel.core.result import result
from rondel.core.steps import StepCodec
from rondel.games.finca.actions import (
    Cart,
    Done,
    Fill,
    FillAny,
    FillLess,
    Gust,
    Land,
    Large,
    LayBlade,
    LayFinca,
    Less,
    Move,
    Place,
    TurnUp,
    Wind,
)
from rondel.games.finca.state import DUTY_FILL, NOBODY, VILLAGES
from rondel.games.finca.view import (
    DUTIES,
    FRUITS,
    Harvest,
    ahead,
    finca_tile,
    harvest,
    tile,
    way,
)

SUBJECT, OBJECT = "amount", "object"
"""Roles of an amount in a sentence: "3 figs are owed", "Anna takes 3 figs"."""
PLAIN = (Wind, Cart, Large, Less, Gust)
DEALT = (LayBlade, LayFinca, TurnUp)
SHORT = {
    (False, False): "none", (True, False): "fruit", (False, True): "carts", (True, True): "both"
}  # fmt: skip


def label(position: Position, number: int) -> Message:
    """Return the effect of a step, for menus."""
    row = position.once(ahead).get(number)
    if row is not None:
        # The details of a farmer's move are already known.
        s = position.plain
        return way_label[position.edition.steps][number, s.mover, s.players, row]
    if isinstance(position.edition.steps.step(number), PLAIN):
        return plain_label(position, number)
    return about(position, number, position.after_unchecked(number), "label", SUBJECT)


@memoize
def way_label(steps: StepCodec, found: tuple[int, int, int, bytes]) -> Message:
    """Return the label of a farmer's move; cached, because moves recur."""
    number, mover, players, row = found
    step = steps.step(number)
    return message("label", step, mover, way_details(step, row, players, SUBJECT))


@memoize_by_fields("mover")
def plain_label(position: Position, number: int) -> Message:
    """Return the label of a gust, or of a tile or cart with the amount that it allows."""
    return about(position, number, position.after_unchecked(number), "label", SUBJECT)


def story(before: Position, number: int, after: Position) -> list[Message]:
    """Return the narration of a step."""
    step = before.edition.steps.step(number)
    if isinstance(step, DEALT):
        return list(dealt(before, number, after))
    told = [*shortages(before, number, after)]
    told.append(about(before, number, after, "event", OBJECT))
    if isinstance(step, Done):
        told += [*villages_decided(before, after), *sets_completed(before, after)]
    if after.is_over:
        told += ending(after)
    return told


def prompt(position: Position, named: bool = True) -> Message:
    """Return the instruction to the player to move: by name, or as "you"."""
    s = position.plain
    duty = str(DUTIES[int(s.duty)])
    if position.seat is None:
        return Message("prompt-over" if position.is_over else f"prompt-{duty}")
    if s.duty == DUTY_FILL and (s.discount or not s.filled):
        duty += "-less" if s.discount else "-first"
    if position.forced_end_step is not None:
        duty += "-circles"
    args: dict[str, MessageArg] = {
        "player": Player(position.seat),
        "farmers": s.waiting[position.seat],
        "moves": s.moves,
        "room": s.room,
    }
    return Message(f"prompt-{duty}" if named else f"prompt-{duty}-you", args)


def about(before: Position, number: int, after: Position, kind: str, form: str) -> Message:
    """Return a step as a message with its own key: its player and its effect."""
    step = before.edition.steps.step(number)
    return message(kind, step, before.plain.mover, details(before, number, after, step, form))


def message(kind: str, step: Step, mover: int, args: dict[str, MessageArg]) -> Message:
    """Return a step's message of a kind."""
    return Message(f"{kind}-{step.__struct_config__.tag}", {"player": Player(mover), **args})


def way_details(step: Step, row: bytes, players: int, form: str) -> dict[str, MessageArg]:
    """Return the details of a farmer's move from the row with its effect."""
    match step:
        case Move(blade):
            walk = way[players][row]
            return {"from": blade, "to": walk.arrival, **gains(walk.harvest, form)}
        case Place(blade) | Land(blade):
            return {"blade": blade, **gains(harvest[players][row], form)}
        case _:
            raise AssertionError(step)


def details(
    before: Position, number: int, after: Position, step: Step, form: str
) -> dict[str, MessageArg]:
    """Return the details of a step."""
    match step:
        case Move() | Place() | Land():
            s = before.plain
            return way_details(step, before.once(ahead)[number], s.players, form)
        case Gust(blade):
            return {"blade": blade}
        case Wind():
            return {"moves": int(after.table.moves)}
        case Cart() | Large() | Less():
            return {"room": int(after.table.room)}
        case Fill(village) | FillAny(village):
            return {"village": Message(f"village-{village}"), **bought(before, after, form)}
        case FillLess(village, fruit):
            spared = amount(fruit, 1, form)
            return {
                "village": Message(f"village-{village}"),
                **bought(before, after, form),
                "spared": spared,
            }
        case LayBlade(fruit):
            place = changed(before, after, "blades")
            return {"blade": place, "fruit": Message(f"fruits-{fruit}")}
        case LayFinca():
            place = changed(before, after, "fincas")
            return {"village": village_at(after, place), "kinds": finca_kinds(after, place)}
        case TurnUp():
            place = changed(before, after, "face_up")
            return {"village": village_at(after, place), "tile": prints(after, place)}
        case _:
            return {}


def changed(before: Position, after: Position, field: str) -> int:
    """Return the first index at which a field differs."""
    return int(np.argmax(before.state[field][0] != after.state[field][0]))


def amount(what: str, count: int, form: str = SUBJECT) -> Message:
    """Return an amount of fruits of a kind, or of carts."""
    return Message(f"{form}-{what}", {"count": count})


def gains(gain: Harvest, form: str) -> dict[str, MessageArg]:
    """Return the fruits and carts of a harvest, and the shortage: none, fruit, carts or both."""
    takes = [amount(gain.fruit, gain.amount, form)]
    if gain.carts:
        takes.append(amount("cart", gain.carts, form))
    return {"takes": takes, "short": SHORT[gain.fruit_short, gain.carts_short]}


def bought(before: Position, after: Position, form: str) -> dict[str, MessageArg]:
    """Return the price that was paid for a tile, and its value."""
    mover = int(before.table.mover)
    paid = (before.table.hands[mover] - after.table.hands[mover]).tolist()
    shown = tile(after, changed(before, after, "owners"))
    assert shown is not None
    fruits = [
        amount(fruit, count, form) for fruit, count in zip(FRUITS, paid, strict=True) if count
    ]
    return {"fruits": fruits, "value": shown.value}


def village_at(position: Position, number: int) -> Message:
    """Return the name of a village."""
    return Message(f"village-{position.edition.facts['villages'][number]['name']}")


def finca_kinds(position: Position, village: int) -> list[Message]:
    """Return the kinds whose majority wins a village's finca tile."""
    laid = finca_tile(position, village)
    return [Message(f"fruits-{kind}") for kind in laid.kinds] if laid else []


def prints(position: Position, village: int) -> list[Message]:
    """Return the prints of a village's face-up tile."""
    shown = tile(position, int(position.table.face_up[village]))
    if shown is None:
        return []
    if shown.prints == dict.fromkeys(FRUITS, 1):
        return [Message("tile-one-of-each")]
    return [amount(kind, count) for kind, count in shown.prints.items()]


def shortages(before: Position, number: int, after: Position) -> Iterator[Message]:
    """Yield the shortages, with what everybody returned."""
    row = before.once(ahead).get(number)
    if row is None:
        return
    gain = harvest[before.plain.players][row]
    if gain.fruit_short:
        left = int(before.table.supply[FRUITS.index(gain.fruit)])
        args = returns(before, gain.fruit, gain.amount, gain.fruit_changes)
        yield Message("event-fruit-short", {"left": left, **args})
    if gain.carts_short:
        args = returns(before, "cart", gain.carts, gain.cart_changes)
        yield Message("event-carts-short", {"left": int(before.table.centre), **args})


def returns(
    before: Position, what: str, owed: int, changes: tuple[int, ...]
) -> dict[str, MessageArg]:
    """Return what was owed, and what each player returned for it."""
    heaps: list[Message] = []
    for seat, change in enumerate(changes):
        # The mover's heap shrank by less than was returned, because what was owed was then taken.
        count = (owed if seat == before.table.mover else 0) - change
        if count:
            args: dict[str, MessageArg] = {"player": Player(seat), "amount": amount(what, count)}
            heaps.append(Message("returned", args))
    return {"owed": amount(what, owed), "returns": heaps}


def villages_decided(before: Position, after: Position) -> Iterator[Message]:
    """Yield the finca tiles that were decided, and the wooden fincas placed."""
    old, new = before.table, after.table
    left = int(old.wood)
    for number in np.flatnonzero(old.finca_owners != new.finca_owners).tolist():
        village = village_at(before, number)
        yield finca_decided(after, number)
        if new.wooden[number]:
            left -= 1
            yield Message("event-wooden-finca", {"village": village, "left": left})
        else:
            yield Message("event-no-wooden-finca", {"village": village})


def finca_decided(after: Position, number: int) -> Message:
    """Return the winner of a village's finca tile with the printed fruits, or the tie."""
    args: dict[str, MessageArg] = {
        "village": village_at(after, number),
        "kinds": finca_kinds(after, number),
    }
    winner = int(after.table.finca_owners[number])
    if winner == NOBODY:
        return Message("event-finca-tied", args)
    counted = after.edition.box["finca_kinds"][0, int(after.table.fincas[number])]
    args["player"] = Player(winner)
    args["fruits"] = int(counted @ after.table.printed[winner])
    args["points"] = int(after.edition.box["finca_points"][0])
    return Message("event-finca-won", args)


def sets_completed(before: Position, after: Position) -> Iterator[Message]:
    """Yield the sets that were completed, and the bonus tiles they took."""
    old, new = before.table, after.table
    player = Player(int(old.mover))
    taken = after.edition.box["bonus_tiles"][0, int(old.bonus) : int(new.bonus)].tolist()
    for points in taken:
        yield Message("event-bonus", {"player": player, "points": points})
    for _ in range(int(new.sets.sum() - old.sets.sum()) - len(taken)):
        yield Message("event-set-unpaid", {"player": player})


def dealt(before: Position, number: int, after: Position) -> Iterator[Message]:
    """Yield the chance outcome: complete parts of the set-up, later each new tile."""
    old, new = before.table, after.table
    everywhere = range(VILLAGES)
    if old.farmers.any():
        yield about(before, number, after, "event", SUBJECT)
    elif NOBODY in old.blades and NOBODY not in new.blades:
        fruits = [Message(f"fruit-{FRUITS[kind]}") for kind in new.blades.tolist()]
        yield Message("event-windmill-laid", {"fruits": fruits})
    elif NOBODY in old.fincas and NOBODY not in new.fincas:
        fincas = [at_village(after, village, finca_kinds(after, village)) for village in everywhere]
        yield Message("event-fincas-laid", {"fincas": fincas})
    elif NOBODY not in new.face_up:
        tiles = [at_village(after, village, prints(after, village)) for village in everywhere]
        yield Message("event-tiles-dealt", {"tiles": tiles})
        yield Message("event-begins", {"player": Player(int(new.mover))})


def at_village(position: Position, village: int, what: list[Message]) -> Message:
    """Return a message about something at a village."""
    return Message("at-village", {"village": village_at(position, village), "what": what})


def ending(position: Position) -> Iterator[Message]:
    """Yield the reason for the end and the winners."""
    over = position.turn
    assert isinstance(over, Over)
    yield from result(over, fruits=int(position.table.hands[over.winners[0]].sum()))
