"""Reviews of finished games."""

from functools import partial
from typing import Annotated, Any

from litestar import Router, delete, get, post
from litestar.params import Parameter
from msgspec import Raw

from rondel.server.errors import InvalidState, TooLong
from rondel.server.http.rate_limits import Limits
from rondel.server.http.records import record_of
from rondel.server.identities import Identity
from rondel.server.protocol.documents import Replay
from rondel.server.protocol.reviews import AskReview, Depth, ReviewState, WhatIf
from rondel.server.runtime.commands import check_fair_play
from rondel.server.runtime.registry import TableRegistry
from rondel.server.storage import reviews
from rondel.server.tables.play import walk
from rondel.server.tables.state import LiveTable, moment_of, narrate

ReviewDepth = Annotated[Depth, Parameter(description="How deep it is judged.")]
MAX_REVIEWED = 5_000
"""Steps of a game that is reviewed: more than even those have who play at random."""


def check_finished(live: LiveTable) -> None:
    """Raise InvalidState unless a game is over."""
    if live.row.status != "over":
        raise InvalidState(live.row.status, "over")


async def state(
    tables: TableRegistry, live: LiveTable, depth: str, guest: str | None
) -> ReviewState:
    """How far a review is, and the review itself once it is there."""
    read, table = tables.database.read, live.row.id
    found = await read(partial(reviews.find_review, table=table, depth=depth))
    if found is None or found.sequence != live.row.sequence:
        return ReviewState(table, depth, "none", 0, live.row.steps, False)
    document: Any = None
    if found.status == "done":
        # As it was written: reading it would take longer than all else, and for everybody.
        text = await read(partial(reviews.read_document, table=table, depth=depth))
        document = None if text is None else Raw(text)
    is_mine = guest is not None and found.guest == guest
    return ReviewState(table, depth, found.status, found.done, found.steps, is_mine, document)


@get("/api/tables/{table_id:str}/review", operation_id="see_review")
async def see_review(
    live: LiveTable, guest: str | None, tables: TableRegistry, depth: ReviewDepth = "quick"
) -> ReviewState:
    """Return the review of a finished game, or how far it is."""
    check_finished(live)
    return await state(tables, live, depth, guest)


@post("/api/tables/{table_id:str}/review", operation_id="ask_review", status_code=200)
async def ask_review(
    live: LiveTable,
    data: AskReview,
    person: Identity,
    ip_group: str,
    tables: TableRegistry,
    limits: Limits,
) -> ReviewState:
    """Have a finished game reviewed; one that is there already is there at once."""
    check_finished(live)
    known = await state(tables, live, data.depth, person.id)
    if known.status not in ("none", "failed"):
        return known
    if live.row.steps > MAX_REVIEWED:
        raise TooLong("steps", MAX_REVIEWED)
    limits.hourly("reviews", ip_group, person)
    await check_fair_play(tables, live, ip_group)
    row = live.row
    record = await tables.backroom.do(ip_group, record_of, live)
    asked = partial(
        reviews.ask, table=row.id, depth=data.depth, guest=person.id, sequence=row.sequence,
        steps=row.steps, record=record, most=tables.settings.reviews_waiting,
    )  # fmt: skip
    await tables.database.write(asked)
    tables.tasks.announce(reviews.review_kind(data.depth))
    return await state(tables, live, data.depth, person.id)


@delete("/api/tables/{table_id:str}/review", operation_id="cancel_review", status_code=200)
async def cancel_review(
    live: LiveTable, person: Identity, tables: TableRegistry, depth: ReviewDepth = "quick"
) -> ReviewState:
    """Stop a review one has asked for oneself."""
    check_finished(live)
    cancel = partial(reviews.cancel, table=live.row.id, depth=depth, guest=person.id)
    await tables.database.write(cancel)
    return await state(tables, live, depth, person.id)


@post("/api/tables/{table_id:str}/what-if", operation_id="what_if", status_code=200)
async def what_if(live: LiveTable, data: WhatIf, ip_group: str, tables: TableRegistry) -> Replay:
    """Return the table as it would have been had a finished game gone otherwise."""
    check_finished(live)
    if data.steps > len(live.log):
        raise InvalidState(f"{len(live.log)} steps long", f"at least {data.steps}")
    return await tables.backroom.do(ip_group, otherwise, live, data)


def otherwise(live: LiveTable, data: WhatIf) -> Replay:
    """Return a table after own steps and then others. Raises IllegalStep."""
    before = live.position_at(data.steps)
    numbers, position = walk(before, live.edition, data.then, before.seat)
    narration = narrate(before, numbers, data.steps)
    return Replay(moment_of(position, data.steps + len(numbers)), narration)


router = Router(
    "/", route_handlers=[see_review, ask_review, cancel_review, what_if], tags=["reviews"]
)
