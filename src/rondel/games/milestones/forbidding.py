"""Explanations of illegal steps: the rule of RULES.md that forbids each."""

from rondel.core import Message, Position
from rondel.games.milestones.actions import (
    Buy,
    Cover,
    Discard,
    Go,
    Good,
    Hire,
    House,
    Lay,
    Leave,
    Market,
    Sack,
    SackFor,
    Sell,
    Street,
    Take,
    To,
    Via,
)
from rondel.games.milestones.state import (
    DUTY_COVER,
    DUTY_DISCARD,
    DUTY_LAY_FIRST,
    DUTY_MILL,
    DUTY_MOVE,
    DUTY_TAKE,
    DUTY_TO,
    DUTY_TRADE,
    DUTY_VIA,
    DUTY_WORKS,
)
from rondel.games.milestones.story import SUBJECT, prompt
from rondel.games.milestones.view import GOODS, PRICES, Part, Vertex, View

SUPPLIES: dict[Part, str] = {
    "street": "sections", "house": "houses", "market": "markets", "sack": "sacks",
}  # fmt: skip
FREE = (DUTY_MOVE, DUTY_TRADE, DUTY_WORKS, DUTY_MILL)
"""Duties in which nothing has begun, so that the right place for a step can be named."""


def explain_illegal(position: Position, number: int) -> Message | None:
    """Return the rule that forbids a step to the seat to move."""
    if position.seat is None:
        return None
    duty = int(position.table.duty)
    elsewhere = duty in FREE
    match position.edition.steps.step(number):
        case Go(stop) if duty == DUTY_MOVE:
            here = position.view.players[position.seat].pawn
            return Message("why-castle-twice" if here == stop == "castle" else "why-clockwise")
        case Hire(tile) if duty == DUTY_TRADE:
            return unhirable(position, tile)
        case Buy() if duty == DUTY_TRADE:
            return coins(position)
        case Sell() if duty == DUTY_TRADE:
            return Message("why-nothing-to-sell")
        case Hire() | Buy() | Sell() if elsewhere:
            return Message("why-trading-house")
        case (Street() | House() | Market()) as step if duty == DUTY_WORKS:
            return unbuildable(position, step)
        case Via() if duty == DUTY_VIA:
            return Message("why-milestone-place")
        case To() if duty == DUTY_TO:
            return Message("why-street-end")
        case Street() | House() | Market() | Via() | To() if elsewhere:
            return Message("why-board-of-works")
        case Take() if duty == DUTY_TAKE:
            return Message("why-bonus-worker")
        case Take() if elsewhere:
            return Message("why-bonus-tile")
        case Leave() if duty == DUTY_TAKE:
            return Message("why-must-take")
        case Sack(vertex) | SackFor(vertex) if duty == DUTY_MILL:
            return unsuppliable(position.view, vertex)
        case Sack() | SackFor() if elsewhere:
            return Message("why-mill")
        case Cover(space) if duty == DUTY_COVER:
            return Message("why-no-worker", {"space": space})
        case Cover() | Discard() if elsewhere:
            return Message("why-castle")
        case Discard() if duty == DUTY_DISCARD:
            return Message("why-nothing-to-return")
        case Lay() if duty == DUTY_LAY_FIRST:
            return Message("why-not-empty")
        case _:
            return Message("why-not-now", {"prompt": prompt(position, named=False)})


def unhirable(position: Position, name: str) -> Message:
    """§6 One tile of the display on each visit, for two coins."""
    if position.table.hired:
        return Message("why-hired")
    if all(tile is None or tile.name != name for tile in position.view.display):
        return Message("why-not-displayed")
    return coins(position)


def coins(position: Position) -> Message:
    """§6 A tile costs as much as a cube."""
    held = int(position.table.goods[position.seat, GOODS.index("coin")])
    return Message("why-coins", {"price": price("coin", PRICES.hire), "coins": price("coin", held)})


def price(good: Good, count: int) -> Message:
    """Return an amount of a good."""
    return Message(f"{SUBJECT}-{good}", {"count": count})


def lacking(view: View, part: Part) -> Message | None:
    """§7, §9 What a part costs and the mover has not, or that no part is left."""
    if getattr(view.supply, SUPPLIES[part]) == 0:
        return Message("why-used-up", {"parts": Message(f"parts-{SUPPLIES[part]}")})
    held = view.players[view.mover].goods
    asked = PRICES.parts[part].items()
    missing: dict[Good, int] = {good: count - held[good] for good, count in asked}
    short = [price(good, count) for good, count in missing.items() if count > 0]
    if not short:
        return None
    wanted = [price(good, count) for good, count in asked]
    return Message(f"why-price-{part}", {"price": wanted, "lacks": short})


def unbuildable(position: Position, step: Street | House | Market) -> Message | None:
    """§7 What a build lacks: a place, parts, or goods."""
    view: View = position.view
    match step:
        case Street(vertex):
            if not any(one.name == vertex and is_start(one) for one in view.vertices):
                return Message("why-street-start")
            return lacking(view, "street") or Message("why-street-room", {"vertex": vertex})
        case House(triangle):
            plot = next(one for one in view.triangles if one.name == triangle)
            if plot.house:
                return Message("why-house-there")
            if not any(set(plot.corners).issuperset(piece) for piece in streets(view)):
                return Message("why-house-street")
            return lacking(view, "house") or Message("why-house-bonus")
        case Market(vertex):
            if not any(one.name == vertex and one.road and one.uncovered for one in view.vertices):
                return Message("why-market-place")
            return lacking(view, "market")


def is_start(vertex: Vertex) -> bool:
    """§7 Whether a street section may begin here."""
    return vertex.market or vertex.free_end


def streets(view: View) -> list[tuple[str, str]]:
    """Return the street pieces by their two ends."""
    pieces = ((one.start, one.milestone, one.end) for one in view.sections)
    return [pair for start, middle, end in pieces for pair in ((start, middle), (middle, end))]


def unsuppliable(view: View, vertex: str) -> Message:
    """§9 Flour needs a marketplace that has none."""
    stall = next((one for one in view.markets if one.vertex == vertex), None)
    if stall is None:
        return Message("why-no-market")
    if stall.supplier is not None:
        return Message("why-sack-there")
    return lacking(view, "sack") or Message("why-lower-numbers")
