"""Narration of Milestones' steps, derived from the table before and after."""

from collections.abc import Iterator

from rondel.core import Edition, Message, Over, Player, Position, Step
from rondel.core.message import MessageArg, players_at
from rondel.core.result import result
from rondel.games.milestones.actions import (
    TURN_UP,
    Buy,
    Cover,
    Discard,
    Done,
    Draft,
    Go,
    Good,
    Hire,
    House,
    Kind,
    Lay,
    LayBonus,
    Leave,
    Market,
    Sack,
    SackFor,
    Sell,
    Street,
    Take,
    To,
    TurnUp,
    Via,
)
from rondel.games.milestones.rules import MOVES
from rondel.games.milestones.state import (
    DUTY_BONUS,
    DUTY_COVER,
    DUTY_DISCARD,
    DUTY_DRAFT,
    DUTY_REFILL,
    DUTY_TRADE,
    DUTY_TURN_UP,
    FIRST_SPACE,
    NONE,
)
from rondel.games.milestones.view import (
    DUTIES,
    KINDS_OF_WORKERS,
    STOPS,
    Majority,
    Supply,
    Worker,
    builds,
    change,
    compared_by,
    discarding,
    earned,
    ending,
    must_take,
    offered,
    plan,
    received,
    tile,
    triangle_name,
    visit,
    with_fields,
    worker,
)

SUBJECT, OBJECT = "subject", "object"
"""Roles of a thing in a sentence: as subject or in a list, or as object."""
RECONSTRUCTED = ("numbers", "bushes", "workers")
"""Facts of an edition that may be a reconstruction."""


def label(position: Position, number: int) -> Message:
    """Return the effect of a step, for menus."""
    step = position.edition.steps.step(number)
    return about(position, number, position.after_unchecked(number), step, "label")


def story(before: Position, number: int, after: Position) -> list[Message]:
    """Return the narration of a step."""
    step = before.edition.steps.step(number)
    if isinstance(step, LayBonus | TurnUp):
        return list(dealt(before, number, after, step))
    return [
        about(before, number, after, step, "event"),
        *gained(before, after, step),
        *lost(before, after, step),
        *used_up(before, after),
        *drafted(before, after),
        *spared(before, after, step),
        *triggered(before, after),
        *(ended(after) if after.is_over else ()),
    ]


def prompt(position: Position, named: bool = True) -> Message:
    """Return the instruction to the player to move: by name, or as "you"."""
    s = position.plain
    duty: str = "over" if position.is_over else DUTIES[int(s.duty)]
    if position.seat is None:
        return Message(f"prompt-{duty}")
    if must_take(position):
        duty += "-house"
    elif s.duty == DUTY_TRADE and s.hired:
        duty += "-hired"
    args: dict[str, MessageArg] = {
        "player": Player(position.seat),
        "moves": s.moves,
        "discards": discarding(position)[0],
    }
    return Message(f"prompt-{duty}{'' if named else '-you'}", args)


def edition_note(edition: Edition) -> Message | None:
    """Return a note on the parts of an edition that are reconstructions, or None."""
    confidence = edition.facts["confidence"]
    unsure = [what for what in RECONSTRUCTED if confidence[what] == "reconstruction"]
    if not unsure:
        return None
    return Message("edition-note", {"parts": [Message(f"edition-{what}") for what in unsure]})


def about(before: Position, number: int, after: Position, step: Step, kind: str) -> Message:
    """Return a step as a message with its own key: its player and its effect."""
    variant, args = details(before, number, after, step, SUBJECT if kind == "label" else OBJECT)
    key = f"{kind}-{step.__struct_config__.tag}{variant}"
    return Message(key, {"player": Player(before.plain.mover), **args})


def details(
    before: Position, number: int, after: Position, step: Step, form: str
) -> tuple[str, dict[str, MessageArg]]:
    """Return the message and the details of a step."""
    mover = before.plain.mover
    match step:
        case Go():
            return arrival(before, number, form)
        case Lay(space):
            args = covering(before, step, after, form)
            return ("-over" if args["workers"] else ""), {"space": space, "next": space + 1, **args}
        case Cover(space):
            return "", {"space": space, **covering(before, step, after, form)}
        case Draft():
            return "", {"tile": in_hand(after, form)}
        case Hire():
            return "", {"tile": in_hand(after, form), **traded(before, after, mover, form)}
        case Buy() | Sell() | Discard():
            return "", traded(before, after, mover, form)
        case Done():
            return f"-{STOPS[int(before.state['pawns'][0, mover])]}", {}
        case Street(vertex):
            return "", {"vertex": vertex}
        case Via(vertex):
            planned = next(builds(after))
            tiles = tiles_on(after, planned.bonus_tiles)
            return "", {"vertex": vertex, "points": planned.points, **tiles}
        case To(vertex):
            return "", {"end": vertex, **begun(before), **scored(before, after, mover)}
        case House(triangle):
            return "", {"triangle": triangle, **scored(before, after, mover)}
        case Market(vertex):
            return "", {"vertex": vertex, **scored(before, after, mover)}
        case Sack(vertex) | SackFor(vertex):
            return "", {
                "vertex": vertex,
                **scored(before, after, mover),
                **traded(before, after, mover, form),
            }
        case Take(bush, space):
            return "", {
                "bush": bush,
                "space": space,
                "worker": person(worker_on(before, space)),
                "points": earned(before, after, mover),
                **tiles_on(before, (bush,)),
            }
        case Leave():
            return "", tiles_on(before, offered(before))
        case LayBonus(kind):
            return "", {"kind": kind_of(kind)}
        case TurnUp():
            return "", {"tile": pair(before, number - TURN_UP, SUBJECT)}
        case _:
            raise AssertionError(step)


def arrival(before: Position, number: int, form: str) -> tuple[str, dict[str, MessageArg]]:
    """Return the message and the details of a move, which depend on the kind of space."""
    # With a move to spare, the turn goes on whatever happens there.
    found = visit(with_fields(before, moves=MOVES), number)
    if not found.stop.isdecimal():
        return f"-{found.stop}", {
            "awaits": "nothing" if found.awaits is None else "something",
            "coins": found.gains.get("coin", 0),
            "discards": found.discards,
            "covers": "yes" if found.covers else "no",
        }
    space = int(found.stop)
    worker = worker_on(before, space)
    if worker is None:
        code = before.state["workers"][0, int(before.state["mover"][0]), space - FIRST_SPACE]
        return ("-empty" if code == NONE else "-covered"), {"space": space}
    gains = amounts(found.gains, form)
    if found.points and form == SUBJECT:
        gains.append(Message("points", {"count": found.points}))
    return "-worker", {"space": space, "worker": person(worker), "gains": gains}


def worker_on(position: Position, space: int) -> Worker | None:
    """Return the mover's worker on an employment space, if one can be seen there."""
    s = position.plain
    return worker(position, s.workers[s.mover][space - FIRST_SPACE])


def amounts(goods: dict[Good, int], form: str) -> list[Message]:
    """Return an amount of goods of each kind."""
    return [Message(f"{form}-{good}", {"count": count}) for good, count in goods.items()]


def traded(before: Position, after: Position, seat: int, form: str) -> dict[str, MessageArg]:
    """Return what a seat gave, and what it received."""
    return {
        "pays": amounts(received(after, before, seat), form),
        "gains": amounts(received(before, after, seat), form),
    }


def covering(
    before: Position, step: Lay | Cover, after: Position, form: str
) -> dict[str, MessageArg]:
    """Return the workers that a tile or cover tile has covered, and the lost bonus tiles."""
    changed = change(before, step, after)
    return {
        "workers": [person(one, form) for one in changed.workers],
        "tiles": [kind_of(kind) for kind in changed.bonus_tiles],
        "bonuses": len(changed.bonus_tiles),
    }


def begun(position: Position) -> dict[str, MessageArg]:
    """Return the planned street section, as far as it is known."""
    planned = plan(position)
    assert planned is not None and planned.milestone is not None
    return {"start": planned.start, "milestone": planned.milestone}


def scored(before: Position, after: Position, seat: int) -> dict[str, MessageArg]:
    """Return the points of a build, and the bonus tiles that can be taken for it."""
    return {"points": earned(before, after, seat), **tiles_on(after, offered(after))}


def tiles_on(position: Position, bushes: tuple[str, ...]) -> dict[str, MessageArg]:
    """Return the bonus tiles on some bushes, and how many there are."""
    places = position.edition.box["bush_triangles"][0].tolist()
    lying = zip(places, position.state["bushes"][0].tolist(), strict=True)
    kinds = {triangle_name(position, place): kind for place, kind in lying}
    tiles = [kind_of(KINDS_OF_WORKERS[int(kinds[bush])]) for bush in bushes]
    return {"tiles": tiles, "bonuses": len(tiles)}


def kind_of(kind: Kind) -> Message:
    """Return a kind of worker."""
    return Message(f"kind-{kind}")


def person(worker: Worker | None, form: str = SUBJECT) -> Message:
    """Return a worker with its number."""
    assert worker is not None
    return Message(f"{form}-{worker.kind}", {"number": worker.number})


def pair(position: Position, design: int, form: str) -> Message:
    """Return the two workers of a tile."""
    shown = tile(position, design)
    assert shown is not None
    left, right = person(shown.left, form), person(shown.right, form)
    return Message(f"{form}-tile", {"left": left, "right": right})


def in_hand(position: Position, form: str) -> Message:
    """Return the tile that is to be laid."""
    return pair(position, int(position.state["tile"][0]), form)


def pairs(position: Position, designs: list[int]) -> list[Message]:
    """Return the tiles that lie face up."""
    return [pair(position, design, SUBJECT) for design in designs if design != NONE]


def dealt(before: Position, number: int, after: Position, step: Step) -> Iterator[Message]:
    """Yield the chance outcome: complete parts of the set-up, later each new tile."""
    old, new = before.state[0], after.state[0]
    if old["duty"] == DUTY_REFILL:
        yield about(before, number, after, step, "event")
        if new["pile"] == 0:
            yield Message("event-pile-empty")
    elif old["duty"] == DUTY_BONUS and new["duty"] == DUTY_TURN_UP:
        if note := edition_note(after.edition):
            yield note
        yield Message("event-bonus-tiles", {"tiles": list(bushes_by_kind(after))})
    elif NONE in old["display"] and NONE not in new["display"]:
        yield Message("event-display", {"tiles": pairs(after, new["display"].tolist())})
    elif new["duty"] == DUTY_DRAFT:
        yield Message("event-starting-row", {"tiles": pairs(after, new["row"].tolist())})
        yield Message("event-first-draft", {"player": Player(int(new["mover"]))})


def bushes_by_kind(position: Position) -> Iterator[Message]:
    """Yield the places of the bonus tiles of each kind of worker."""
    places = position.edition.box["bush_triangles"][0].tolist()
    lying = position.state["bushes"][0].tolist()
    for number, kind in enumerate(KINDS_OF_WORKERS):
        found = [place for place, lies in zip(places, lying, strict=True) if lies == number]
        bushes = ", ".join(triangle_name(position, place) for place in found)
        yield Message("tiles-at", {"kind": kind_of(kind), "bushes": bushes})


def gained(before: Position, after: Position, step: Step) -> Iterator[Message]:
    """Yield the effects of a move other than goods."""
    mover = int(before.state["mover"][0])
    if not isinstance(step, Go):
        return
    if points := earned(before, after, mover):
        yield Message("event-bonus-workers", {"player": Player(mover), "points": points})
    if step.stop == "trading-house" and (coins := received(before, after, mover)):
        yield Message("event-ascending", {"player": Player(mover), "gains": amounts(coins, OBJECT)})


def lost(before: Position, after: Position, step: Step) -> Iterator[Message]:
    """Yield the bonus tiles that left the game with their workers."""
    if isinstance(step, Lay | Cover):
        told = covering(before, step, after, SUBJECT)
        if told["bonuses"]:
            yield Message("event-bonus-lost", told)


def used_up(before: Position, after: Position) -> Iterator[Message]:
    """Yield the supplies whose last part was taken."""
    box = after.edition.box[0]
    for part in Supply.__struct_fields__:
        if before.state[0][part] < after.state[0][part] == box[part]:
            yield Message(f"event-last-{part}")


def drafted(before: Position, after: Position) -> Iterator[Message]:
    """Yield the first workers of everybody."""
    old, new = before.state[0], after.state[0]
    if old["left_over"] != new["left_over"]:
        yield Message("event-left-over", {"tile": pair(after, int(new["left_over"]), SUBJECT)})
        yield Message("event-begins", {"player": Player(int(new["mover"]))})


def spared(before: Position, after: Position, step: Step) -> Iterator[Message]:
    """Yield a note if the castle covers no worker because there are too few."""
    mover = int(before.state["mover"][0])
    came_home = isinstance(step, Discard) or (isinstance(step, Go) and step.stop == "castle")
    if came_home and after.state["duty"][0] not in (DUTY_DISCARD, DUTY_COVER):
        visible = int((after.state["workers"][0, mover] >= 0).sum())
        yield Message("event-none-covered", {"player": Player(mover), "workers": visible})


def triggered(before: Position, after: Position) -> Iterator[Message]:
    """Yield a note that the end is near, or that a seat's last turn begins."""
    coming = ending(after)
    if coming is None or after.is_over:
        return
    mover, now = int(before.state["mover"][0]), int(after.state["mover"][0])
    if ending(before) is None:
        points = int(after.state["scores"][0, mover])
        args: dict[str, MessageArg] = {"player": Player(mover), "points": points}
        yield Message(f"event-end-{coming.reason}", args)
        others = players_at(coming.last_turns)
        yield Message("event-last-turns", {"players": others, "count": len(others)})
    elif mover != now:
        yield Message("event-last-turn", {"player": Player(now)})


def ended(position: Position) -> Iterator[Message]:
    """Yield the majorities, the reason for the end, and the winners."""
    for compared in compared_by(position).majorities:
        yield majority(compared)
    over = position.turn
    assert isinstance(over, Over)
    yield from result(over, goods=int(position.table.goods[over.winners[0]].sum()))


def majority(compared: Majority) -> Message:
    """Return the seats with most workers of a kind, and the points for it."""
    winners = [seat for seat, points in enumerate(compared.points) if points]
    args: dict[str, MessageArg] = {"kinds": Message(f"kinds-{compared.kind}")}
    if not winners:
        return Message("event-majority-none", args)
    args["strength"] = compared.strengths[winners[0]]
    args["points"] = compared.points[winners[0]]
    if len(winners) > 1:
        return Message("event-majority-tied", {**args, "players": players_at(winners)})
    return Message("event-majority", {**args, "player": Player(winners[0])})
