"""A table in memory: the game as it stands, and what a change does to it."""

import asyncio
from collections.abc import Callable, Sequence
from copy import copy
from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy import Connection

from rondel.contract import Edition, Game, Position, UnknownEdition
from rondel.games import find
from rondel.match import Match, Provable, System
from rondel.server.database.events import read_data
from rondel.server.database.rows import Row, SeatRow
from rondel.server.documents import Pace, Result, UndoAsked

SNAPSHOT_EVERY = 100
GAME_KINDS = ("started", "steps", "undone")
"""The events that change the position."""

read_pace = msgspec.json.Decoder(Pace).decode
read_result = msgspec.json.Decoder(Result).decode
read_clock = msgspec.json.Decoder(list[float]).decode
read_undo = msgspec.json.Decoder(UndoAsked).decode


def write(document: Any) -> str:
    """A document as JSON text."""
    return msgspec.json.encode(document).decode()


class Change(Struct):
    """What is to be written and told, all or nothing."""

    events: list[tuple[str, dict[str, Any], str | None]] = []
    """Kind, data and idempotency key."""
    table: dict[str, Any] = {}
    seats: dict[int, dict[str, Any]] = {}
    new_steps: list[int] = []
    keep: int | None = None
    """So many steps remain before the new ones; None for all."""
    position: Position | None = None
    """Where the new steps lead."""
    beside: Callable[[Connection], Any] | None = None
    """What else is written in the same transaction."""


class LiveTable:
    """One table: its row, its seats, the log of steps and the present position."""

    def __init__(
        self,
        row: Row,
        seats: list[SeatRow],
        log: list[int],
        position: Position,
        watchers: set[str],
        keys: set[str],
    ):
        self.row = row
        self.seats = seats
        self.log = log
        self.position = position
        self.watchers = watchers
        self.keys = keys
        """The idempotency keys that have served."""
        self.lock = asyncio.Lock()
        self.shared: dict[Any, Any] = {}
        """Answers that depend on the sequence number alone."""
        self.pace: Pace = read_pace(row.pace)
        self.dealer = Provable(row.secret)

    @property
    def game(self) -> Game:
        """The rules that are played."""
        return self.position.game

    @property
    def edition(self) -> Edition:
        """The printing of the game that is played."""
        return self.position.edition

    @property
    def asked(self) -> int | None:
        """The seat that is asked, while the match goes on."""
        return self.row.asked if self.row.status == "playing" else None

    @property
    def bot_asked(self) -> str:
        """The level of the bot that is asked, or ''."""
        return "" if self.asked is None else self.seats[self.asked].mover

    @property
    def clock(self) -> list[float]:
        """Seconds left by seat when the present turn began."""
        return read_clock(self.row.clock)

    def seats_of(self, guest: str | None) -> list[int]:
        """The seats a guest holds."""
        return [s.seat for s in self.seats if guest is not None and s.guest == guest]

    def may_see(self, guest: str | None) -> bool:
        """Whether a guest may look at the table."""
        if self.row.visibility == "public":
            return True
        if guest is None:
            return False
        return guest == self.row.creator or guest in self.watchers or bool(self.seats_of(guest))

    def start(self) -> Position:
        """The position before anything is dealt."""
        return start_of(self.row)

    def positions(self) -> list[Position]:
        """Every moment so far, from before the first step."""
        positions = [self.start()]
        for number in self.log:
            positions.append(positions[-1].after_unchecked(number))
        return positions

    def position_at(self, steps: int) -> Position:
        """The moment after so many steps."""
        if steps == len(self.log):
            return self.position
        return run(self.start(), self.log[:steps])

    def still(self) -> "LiveTable":
        """The table as it stands, for work elsewhere while play goes on."""
        held = copy(self)
        for name in ("row", "seats", "log"):
            setattr(held, name, copy(getattr(self, name)))
        return held

    def match(self) -> Match:
        """The match as other rooms know it, every step checked once more."""
        names = [seat.name for seat in self.seats]
        # A sandbox has luck from two dealers, so its record promises no proof.
        dealer = System() if self.row.sandbox else self.dealer
        match = Match(self.game, names, edition=self.edition, dealer=dealer, deal=False)
        match.began_under = self.row.rules
        for number in self.log:
            match.push(number)
        if self.row.result:
            result = read_result(self.row.result)
            match.give_up(result.reason, result.ranks)
        return match

    def apply(self, change: Change) -> None:
        """Make a change that the database has accepted."""
        for name, value in change.table.items():
            setattr(self.row, name, value)
        for seat, values in change.seats.items():
            for name, value in values.items():
                setattr(self.seats[seat], name, value)
        if change.keep is not None:
            del self.log[change.keep :]
        self.log += change.new_steps
        if change.position is not None:
            self.position = change.position
        for _, _, key in change.events:
            if key is not None:
                self.keys.add(key)
        self.shared.clear()


def edition_of(row: Row) -> Edition:
    """The edition a table is played with."""
    game = find(row.game)
    if row.edition_source and game.read_edition is not None:
        return game.read_edition(row.edition_source)
    if row.edition not in game.editions:
        # Never a file's path, whoever wrote the row.
        raise UnknownEdition(row.edition, game.editions)
    return game.edition(row.edition)


def start_of(row: Row) -> Position:
    """A table's position before anything is dealt."""
    return find(row.game).start(row.players, edition_of(row))


def run(position: Position, numbers: Sequence[int]) -> Position:
    """The position after steps that were checked when they were made."""
    state = position.state.copy()
    step, box = position.game.drivers.step, position.edition.box
    for number in numbers:
        step(state, box, number)
    return Position(position.game, position.edition, state)


def log_of(rows: Sequence[tuple[str, str]], edition: Edition) -> list[int]:
    """The steps that the game's events leave standing: (kind, data) in order."""
    log: list[int] = []
    number = edition.steps.number
    for kind, data in rows:
        body = read_data(data)
        if kind == "undone":
            del log[body["length"] :]
        else:
            log += [number(text) for text in body["steps"]]
    return log


def read_snapshot(row: Row, text: str) -> Position:
    """The position a snapshot keeps."""
    game = find(row.game)
    fields = msgspec.json.decode(text, type=dict[str, Any])
    edition = edition_of(row)
    return Position(game, edition, game.read_state(fields, edition))
