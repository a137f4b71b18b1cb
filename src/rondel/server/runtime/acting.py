"""What a person does at a table: the same for HTTP and WebSocket."""

import re
from functools import partial
from typing import Any

from litestar.connection import ASGIConnection
from litestar.types import Scope

from rondel.core import Position, StaleStep
from rondel.server.errors import ChatForbidden, InvalidState, NoSuchTable, RateLimited
from rondel.server.http.auth import known_identity
from rondel.server.http.rate_limits import Limits
from rondel.server.identities import Identity
from rondel.server.names import remark, told_apart
from rondel.server.protocol import documents
from rondel.server.protocol.documents import Consent, Play, Say, Tried, Try, Undo
from rondel.server.protocol.events import ChatData, StepsData, UndoAskedData, UndoneData
from rondel.server.runtime.making import strong_checks
from rondel.server.runtime.registry import TableRegistry
from rondel.server.storage.rows import now
from rondel.server.tables import permissions
from rondel.server.tables import seats as seating
from rondel.server.tables import undo as undoing
from rondel.server.tables.decision import Decision
from rondel.server.tables.events import Event
from rondel.server.tables.moments import moment_of, told
from rondel.server.tables.news import document_of
from rondel.server.tables.play import read_step, stepped, walk
from rondel.server.tables.state import LiveTable

STEPS = re.compile("/api/tables/([a-z0-9]{1,20})/steps")


def planned(person: Identity, data: Play, live: LiveTable) -> list[Event]:
    """The plan of a person's steps."""
    seat = permissions.check_seat(live, person.id, data.seat)
    permissions.check_own_play(live, seat)
    return stepped(live, seat, data.steps, data.after, data.key, now())


def may_step(limits: Limits, live: LiveTable | None, person: Identity | None) -> bool:
    """Return whether a step is taken although its sender has used up other limits.

    It is, up to a sane rate, from whoever is asked: no clock runs while a step is refused for
    what others of the address, or other requests, have used up.
    """
    if live is None or live.asked is None or person is None:
        return False
    if live.seats[live.asked].guest != person.id:
        return False
    try:
        limits.step(person.id)
    except RateLimited:
        return False
    return True


def is_step_to_take(limits: Limits, scope: Scope) -> bool:
    """Return whether an HTTP request makes a step that is taken in spite of other limits."""
    found = STEPS.fullmatch(scope["path"])
    if found is None:
        return False
    connection = ASGIConnection[Any, Any, Any, Any](scope)
    state = connection.app.state
    return may_step(limits, state.tables.peek(found[1]), known_identity(connection))


async def play(
    tables: TableRegistry, table: str, person: Identity, data: Play
) -> tuple[LiveTable, Event]:
    """Make steps: checked, persisted, told."""

    def same(live: LiveTable, event: Event) -> bool:
        made = event.data
        if not isinstance(made, StepsData) or made.seat not in live.seats_of(person.id):
            return False
        if made.after != data.after:
            return False
        own = made.steps[: made.own]
        number = live.edition.steps.number
        return [number(text) for text in own] == [read_step(live.edition, s) for s in data.steps]

    live, events = await tables.once(table, data.key, same, partial(planned, person, data))
    return live, events[0]


async def undo(
    tables: TableRegistry, limits: Limits, table: str, person: Identity, data: Undo
) -> tuple[LiveTable, Event]:
    """Take back, or ask to. Raises TooFast."""
    limits.change(person.id)

    def plan(live: LiveTable) -> list[Event]:
        seat = permissions.check_seat(live, person.id, data.seat)
        return undoing.undone(live, seat, data.what, data.after, data.key, now())

    def same(live: LiveTable, event: Event) -> bool:
        made = event.data
        if not isinstance(made, UndoneData | UndoAskedData):
            return False
        return made.seat in live.seats_of(person.id)

    live, events = await tables.once(table, data.key, same, plan)
    return live, events[0]


async def consent(
    tables: TableRegistry, table: str, person: Identity, data: Consent
) -> tuple[LiveTable, Event]:
    """Agree to someone's taking back, or to a bot for a seat, or refuse it."""

    def plan(live: LiveTable) -> list[Event]:
        seat = undoing.answering_seat(live, person.id, data.seat)
        return undoing.answered(live, seat, data.yes, now())

    live, events = await tables.change(table, plan, strong_checks(tables))
    return live, events[-1]


def attempt(live: LiveTable, data: Try) -> Tried:
    """What steps would lead to, on a scratch copy; nothing is dealt."""
    if live.row.started is None:
        raise InvalidState(live.row.status, "playing")
    if data.after is not None and data.after != live.row.sequence:
        raise StaleStep(data.after, live.row.sequence)
    numbers, position = walk(live.position, live.edition, data.steps, live.position.seat)
    length = len(live.log)
    telling = told(live.position, numbers, length)
    return Tried(moment_of(position, length + len(numbers)), telling, next_seat(position))


def next_seat(position: Position) -> int | None:
    """Who decides next, whatever chance says in between."""
    while position.is_chance:
        position = position.after_unchecked(position.legal_steps[0][0])
    return position.seat


async def say(
    tables: TableRegistry, limits: Limits, table: str, person: Identity, data: Say
) -> documents.Event:
    """Say something at the table. Raises OddText."""
    text = remark(data.text)

    def plan(live: LiveTable) -> list[Event]:
        own = live.seats_of(person.id)
        if not live.may_see(person.id):
            raise NoSuchTable(table)
        if not own and not live.row.chat_for_watchers and live.row.creator != person.id:
            raise ChatForbidden
        seat = own[0] if own else None
        others = seating.names_beside(live, None)
        name = live.seats[own[0]].name if own else told_apart(person.name, others)
        return Decision(live, now()).add(ChatData(seat, name, text)).events

    plan(await tables.open(table, person.id))
    limits.chat(person.id)
    _, events = await tables.change(table, plan)
    return document_of(events[0])
