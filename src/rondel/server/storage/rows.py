"""Tables and seats as the database keeps them, and the time that their columns count."""

import asyncio
import time
from typing import Any

from msgspec import Struct, structs
from sqlalchemy import ColumnElement, Connection, Table, func, select
from sqlalchemy.dialects import postgresql, sqlite

from rondel.server.storage import schema


class SeatRow(Struct):
    """Seat as the database keeps it."""

    seat: int
    kind: str
    bot: str
    guest: str | None
    name: str
    substitute: str
    resigned: bool
    link: int
    seen: float | None = None
    """Time at which its person was last present; presence is not stored in events."""
    consents: bool = False
    """True if its person lets others have a bot play while they are away."""
    transfer_pending: bool = False
    """True if its link gives it to someone else: a player who has lost the cookie."""
    left_by: str | None = None
    """Identity that left it during the match; the seat remains theirs until someone takes it."""
    program: bool = False
    """True if the player is a program with an account of its own."""

    @property
    def controlling_bot(self) -> str:
        """Return the level of the bot that moves for this seat, or '' for a person."""
        return self.bot if self.kind == "bot" else self.substitute

    @property
    def is_open(self) -> bool:
        """Return whether a person may sit down."""
        return self.kind == "person" and self.guest is None


class Row(Struct):
    """Table as the database keeps it."""

    id: str
    game: str
    rules: int
    edition: str
    edition_source: str
    players: int
    status: str
    visibility: str
    pace: str
    chat_for_watchers: bool
    creator: str
    secret: bytes
    commitment: str
    sandbox: bool
    made: float
    started: float | None
    ended: float | None
    last_event: int
    sequence: int
    steps: int
    to_move: int | None
    turn_began: float | None
    deadline: float | None
    clock: str
    undo_request: str
    result: str
    rematch: str | None
    rematch_of: str | None
    absence_timeout: int = 600
    """Seconds after which the others may act for a player who stays away."""
    waits: str = "[]"
    """Seats whose persons have yet to say that they are ready."""
    nonces: str = "[]"
    """Nonces that persons added to the deal's randomness, by seat; '' for none."""
    banned: str = "[]"
    """Guests who were removed before the start."""
    watch_link: int = 0
    taken_back: int = 0
    """How often someone took back more than steps of their own."""
    daily: str = ""
    """Day whose deal is played here, or ''."""
    helped: int = 0
    """How often someone was given a hint, or a bot for their seat."""
    aborted_before: int = 0
    """How many matches its creator aborted after their deal within the hour before."""
    rated: bool = False
    """True if its creator asked for a rated match."""
    turn: int = 0
    """Number of the event with which the present turn began."""


t, s = schema.tables, schema.seats
ROW = select(*(t.c[field.name] for field in structs.fields(Row)))
SEAT = select(*(s.c[field.name] for field in structs.fields(SeatRow)))


MAX_STEP = 1.0
"""Seconds by which the system clock may jump before that counts as a step."""


class SteadyClock:
    """Clock that follows the monotonic clock from the system time at the start.

    If the system clock is set, for example by NTP after a boot, `step` holds the difference until
    the deadlines have been moved and `adopt` is called.
    """

    def __init__(self) -> None:
        self.adopt()

    def adopt(self) -> None:
        """Continue from the present time of the system clock."""
        self._offset = time.time() - time.monotonic()

    def now(self) -> float:
        """Return the seconds since 1970."""
        return time.monotonic() + self._offset

    @property
    def step(self) -> float:
        """Return the seconds by which the system clock was set forward, or back if negative."""
        step = time.time() - self.now()
        return step if abs(step) > MAX_STEP else 0.0


async def follow() -> None:
    """Adopt every step of the system clock, in a process that keeps no deadlines."""
    while True:
        await asyncio.sleep(MAX_STEP)
        if CLOCK.step:
            CLOCK.adopt()


CLOCK = SteadyClock()
"""Clock of this process."""
now = CLOCK.now
"""Returns the time as rows have it, in seconds since 1970."""


def insert_into(connection: Connection, table: Table) -> Any:
    """Return an insert that may find its row there already."""
    kinds: dict[str, Any] = {"sqlite": sqlite.insert, "postgresql": postgresql.insert}
    return kinds[connection.dialect.name](table)


def house_of(guest: ColumnElement[str]) -> ColumnElement[str]:
    """Return the address group that a guest of a joined row shares, if it is known."""
    return func.coalesce(func.nullif(schema.guests.c.house, ""), guest)
