"""Doors for playing: steps, trying, taking back, talking, looking back."""

from collections.abc import Generator
from contextlib import contextmanager
from typing import Annotated

from litestar import Router, get, post
from litestar.params import Parameter

from rondel.core import StaleStep
from rondel.server.errors import InvalidState
from rondel.server.http.rate_limits import Limits, household
from rondel.server.http.tables import Asked, TableId
from rondel.server.identities import Identity
from rondel.server.protocol.documents import (
    Consent,
    Event,
    Play,
    Played,
    Replay,
    Say,
    StoryPage,
    TableState,
    Tried,
    Try,
    Undo,
)
from rondel.server.runtime import acting
from rondel.server.runtime.registry import TableRegistry
from rondel.server.tables import events
from rondel.server.tables.moments import moment_of, told
from rondel.server.tables.state import LiveTable
from rondel.server.tables.view import state_of

MAX_TOLD = 200


def played(live: LiveTable, event: events.Event, person: Identity, tables: TableRegistry) -> Played:
    """The answer to something that changed the position."""
    state = state_of(live, person.id, tables.hub)
    return Played(event.number, live.row.sequence, len(live.log), state)


@contextmanager
def telling_state(tables: TableRegistry, table: str, person: Identity) -> Generator[None]:
    """Whoever comes too late learns how the table stands."""
    try:
        yield
    except StaleStep as error:
        live = tables.peek(table)
        if live is not None:
            error.fields["state"] = state_of(live, person.id, tables.hub)
        raise


@post("/api/tables/{table_id:str}/steps", operation_id="make_steps", status_code=200)
async def make_steps(
    table_id: TableId, data: Play, person: Identity, tables: TableRegistry
) -> Played:
    """Make steps that answer the table's `sequence`. They are all made, or none is."""
    await tables.open(table_id, person.id)
    with telling_state(tables, table_id, person):
        return played(*await acting.play(tables, table_id, person, data), person, tables)


@post("/api/tables/{table_id:str}/try", operation_id="try_steps", status_code=200)
async def try_steps(
    table_id: TableId, data: Try, visitor: Identity | None, tables: TableRegistry
) -> Tried:
    """What steps would lead to. Nothing is committed, and chance does not speak."""
    live = await tables.open(table_id, visitor.id if visitor else None)
    return acting.attempt(live, data)


@post("/api/tables/{table_id:str}/undo", operation_id="undo", status_code=200)
async def take_back(
    table_id: TableId, data: Undo, person: Identity, tables: TableRegistry, limits: Limits
) -> Played:
    """Take back the last step or the turn; once chance has spoken, the others are asked."""
    await tables.open(table_id, person.id)
    with telling_state(tables, table_id, person):
        return played(*await acting.undo(tables, limits, table_id, person, data), person, tables)


@post("/api/tables/{table_id:str}/undo/answer", operation_id="answer_undo", status_code=200)
async def answer_undo(
    table_id: TableId, data: Consent, person: Identity, tables: TableRegistry
) -> TableState:
    """Agree to someone's taking back, or refuse it."""
    await tables.open(table_id, person.id)
    live, _ = await acting.consent(tables, table_id, person, data)
    return state_of(live, person.id, tables.hub)


@post("/api/tables/{table_id:str}/chat", operation_id="chat")
async def chat(
    table_id: TableId, data: Say, person: Identity, tables: TableRegistry, limits: Limits
) -> Event:
    """Say something at the table."""
    return await acting.say(tables, limits, table_id, person, data)


@get("/api/tables/{table_id:str}/story", operation_id="story")
async def story(
    request: Asked,
    table_id: TableId,
    visitor: Identity | None,
    tables: TableRegistry,
    since: Annotated[int, Parameter(ge=0, le=100_000)] = 0,
) -> StoryPage:
    """What to tell of the steps from `since` on, two hundred at a time."""
    live = await tables.open(table_id, visitor.id if visitor else None)
    return await tables.backroom.do(household(request), story_of, live, since)


def story_of(live: LiveTable, since: int) -> StoryPage:
    """A page of a table's story."""
    until = min(len(live.log), since + MAX_TOLD)
    start = live.position_at(min(since, len(live.log)))
    return StoryPage(told(start, live.log[since:until], since), len(live.log))


@get("/api/tables/{table_id:str}/at/{steps:int}", operation_id="see_moment")
async def see_moment(
    request: Asked, table_id: TableId, steps: int, visitor: Identity | None, tables: TableRegistry
) -> Replay:
    """The table as it was after so many steps, and what the last of them did."""
    live = await tables.open(table_id, visitor.id if visitor else None)
    if not 0 <= steps <= len(live.log) or live.row.started is None:
        raise InvalidState(f"{len(live.log)} steps long", f"at least {steps}")
    return await tables.backroom.do(household(request), replay_of, live, steps)


def replay_of(live: LiveTable, steps: int) -> Replay:
    """A table after so many steps."""
    telling = []
    if steps:
        telling = told(live.position_at(steps - 1), live.log[steps - 1 : steps], steps - 1)
    return Replay(moment_of(live.position_at(steps), steps), telling)


router = Router(
    "/",
    route_handlers=[
        make_steps,
        try_steps,
        take_back,
        answer_undo,
        chat,
        story,
        see_moment,
    ],
    tags=["play"],
)
