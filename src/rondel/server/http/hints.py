"""Hints: against bots only, and in sandboxes."""

from functools import partial

from litestar import Router, post

from rondel.core import Position
from rondel.puzzles.themes import about
from rondel.reviews import WHOLE
from rondel.reviews.hints import Advice, advise
from rondel.server.http.rate_limits import Limits
from rondel.server.identities import Identity
from rondel.server.protocol.events import HintedData
from rondel.server.protocol.reviews import Hint, HintedOption
from rondel.server.runtime.commands import check_fair_play
from rondel.server.runtime.registry import TableRegistry
from rondel.server.storage.rows import now
from rondel.server.tables.evolve import Decision
from rondel.server.tables.permissions import check_hint
from rondel.server.tables.play import walk
from rondel.server.tables.state import LiveTable


@post("/api/tables/{table_id:str}/hint", operation_id="hint", status_code=200)
async def hint(
    live: LiveTable, person: Identity, ip_group: str, tables: TableRegistry, limits: Limits
) -> Hint:
    """Return a strong player's advice for this turn, and mark the table as played with help."""
    seat = check_hint(live, person.id)
    limits.hourly("hints", ip_group, person)
    position = live.position
    await check_fair_play(tables, live, ip_group)
    found, themes = await tables.backroom.do(ip_group, advice, position)
    live = (await tables.change(live.row.id, partial(hinted, seat=seat))).table
    options = [HintedOption(text, chance) for text, chance in found.options]
    steps, told = list(found.steps), list(found.told)
    return Hint(WHOLE, found.chance, steps, told, options, live.row.helped, themes)


def advice(position: Position) -> tuple[Advice, list[str]]:
    """Return the best turn of a position, and its themes."""
    found = advise(position)
    numbers, after = walk(position, position.edition, found.steps, position.seat)
    return found, about(position, numbers, after)


def hinted(live: LiveTable, seat: int) -> Decision:
    """Return the event of a hint."""
    return Decision(live, now()).add(HintedData(seat))


router = Router("/", route_handlers=[hint], tags=["hints"])
