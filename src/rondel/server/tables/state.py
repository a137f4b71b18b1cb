"""A table in memory: the game as it stands, and what a change does to it."""

import asyncio
from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy
from functools import partial
from typing import Any, NamedTuple

import msgspec
from msgspec import Raw, Struct
from sqlalchemy import Connection

from rondel.core import Edition, Game, Position, UnknownEdition
from rondel.games import find
from rondel.kernel.record import copied
from rondel.match import Match, SystemRandom, VerifiableRandom
from rondel.server.protocol.documents import (
    Event,
    Moment,
    Pace,
    Result,
    TableState,
    UndoAsked,
    Written,
)
from rondel.server.storage.days import is_sealed
from rondel.server.storage.events import read_data
from rondel.server.storage.rows import Row, SeatRow
from rondel.server.tables import permissions

SNAPSHOT_EVERY = 100
GAME_KINDS = ("started", "steps", "undone")
"""The events that change the position."""
MAX_RECENT = 24
"""So many positions and messages are kept."""
MAX_TALKED = 100
"""So many remarks are kept at hand."""
MAX_TOLD = 200
"""What to tell of so many steps comes with a table that is opened."""
FAR = 250
"""Steps between moments that are kept once someone has passed them on the way to another."""
MAX_STEPS = 20_000
"""Of a match on this server; a long game has some thousands."""
MAX_UNDONE = MAX_STEPS
"""Steps that one seat may take back in all, so that a table's log stays quick to read."""

encode = msgspec.json.encode
read_pace = msgspec.json.Decoder(Pace).decode
read_result = msgspec.json.Decoder(Result).decode
read_clock = msgspec.json.Decoder(list[float]).decode
read_seats = msgspec.json.Decoder(list[int]).decode
read_texts = msgspec.json.Decoder(list[str]).decode
read_undo = msgspec.json.Decoder(UndoAsked).decode


def write(document: Any) -> str:
    """A document as JSON text."""
    return encode(document).decode()


PLAYED = ("row", "seats", "log", "makers", "marks", "passed", "undone")
"""What play changes in its place."""
FRESH = (*PLAYED, "position", "watchers", "keys", "ticks")
"""What a table in memory takes over from one just read."""


class TurnRecord(Struct):
    """A turn that ended: whose, what everyone had when it began, and what it took."""

    end: int
    """How many steps there were then."""
    seat: int
    left: list[float]
    spent: float


read_tick = partial(msgspec.convert, type=TurnRecord)


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
    tick: TurnRecord | None = None
    """The turn that ends with it, where time counts."""
    unwatch: list[str] = []
    """Guests who may not watch any more; with a new watch link nobody may who came by the old."""
    beside: Callable[[Connection], Any] | None = None
    """What else is written in the same transaction."""

    @property
    def unwatches_all(self) -> bool:
        """Whether nobody may watch any more who came by a link."""
        return "watch_link" in self.table

    @property
    def sends_away(self) -> bool:
        """Whether someone who could see the table may not be able to any more."""
        return bool(self.seats or self.unwatch or self.unwatches_all)


class Happened(Struct):
    """An event with the steps that it made."""

    written: Written
    first: int
    """How many steps stood before its own."""
    before: Position
    numbers: list[int]
    after: Position


class Public(NamedTuple):
    """A table as everyone may know it, without presence; the game's moment apart."""

    state: TableState
    moment: Moment | None


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
        makers: list[int | None],
        marks: Sequence[tuple[int, Position]] = (),
        ticks: list[TurnRecord] | None = None,
        undone: Counter[int] | None = None,
    ):
        self.row = row
        self.seats = seats
        self.log = log
        self.position = position
        self.watchers = watchers
        self.keys = keys
        """The idempotency keys that have served."""
        self.makers = makers
        """The seat that made each step, None where chance spoke."""
        self.marks: deque[tuple[int, Position]] = deque(marks, MAX_RECENT)
        """Earlier moments at hand: how many steps, and the position."""
        self.passed: dict[int, Position] = {}
        """Moments far apart on the way to one further back: nobody begins at the start again."""
        self.messages: deque[tuple[int, bytes]] | None = None
        """The latest messages without a gap, once someone has subscribed to them."""
        self.public: Public | None = None
        """The public state that the latest message led to."""
        self.chat: deque[Any] | None = None
        """The latest remarks, once someone has asked for them."""
        self.tale: list[Raw] | None = None
        """What to tell of the latest steps it knows, once someone has asked."""
        self.tale_ends = 0
        """How many steps stood when it was told last."""
        self.undone: Counter[int] = Counter(undone)
        """How many steps each seat has taken back so far."""
        self.ticks = ticks or []
        """The turns that have ended, where time counts."""
        self.lock = asyncio.Lock()
        self.preparing = asyncio.Lock()
        """Held while what everyone is told who opens the table is being made."""
        self.shared: dict[Any, Any] = {}
        """Answers that depend on the sequence number alone."""
        self.pace: Pace = read_pace(row.pace)
        self._dealer: VerifiableRandom | None = None

    @property
    def dealer(self) -> VerifiableRandom:
        """Whoever decides what chance brings: the secret, and what players added to it."""
        nonces = tuple(read_texts(self.row.nonces))
        known = self._dealer and (self._dealer.secret, self._dealer.nonces)
        if self._dealer is None or known != (self.row.secret, nonces if any(nonces) else ()):
            self._dealer = self.dealer_with(nonces)
        return self._dealer

    def dealer_with(self, nonces: Sequence[str]) -> VerifiableRandom:
        """Return the dealer of the version that the table's commitment binds."""
        found = VerifiableRandom.bound_by(self.row.commitment, self.row.secret, nonces)
        assert found is not None, "a table's secret fits its commitment"
        return found

    @property
    def waits(self) -> list[int]:
        """Seats whose persons have yet to say that they are ready."""
        return read_seats(self.row.waits)

    @property
    def nonces(self) -> list[str]:
        """What persons added to the luck so far, by seat."""
        return read_texts(self.row.nonces) or [""] * self.row.players

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
    def is_full(self) -> bool:
        """Return whether the match has as many steps as a match may have."""
        return len(self.log) >= MAX_STEPS

    @property
    def clock(self) -> list[float]:
        """Seconds left by seat when the present turn began."""
        return read_clock(self.row.clock)

    def seats_of(self, guest: str | None) -> list[int]:
        """The seats a guest holds."""
        return permissions.seats_of(self, guest)

    def may_see(self, guest: str | None) -> bool:
        """Return whether an identity may see the table."""
        return permissions.may_see(self, guest)

    def start(self) -> Position:
        """The position before anything is dealt."""
        return start_of(self.row)

    def positions(self) -> Iterator[Position]:
        """Yield every position so far, from before the first step."""
        position = self.start()
        yield position
        for number in self.log:
            position = position.after_unchecked(number)
            yield position

    def position_at(self, steps: int) -> Position:
        """The moment after so many steps."""
        return self.position if steps == len(self.log) else self.reached(steps)

    def reached(self, steps: int) -> Position:
        """The same by way of the nearest moment before it that is at hand."""
        known = [mark for mark in (*self.marks, *self.passed.items()) if mark[0] <= steps]
        first, position = max(known, key=lambda mark: mark[0]) if known else (0, self.start())
        for far in range(first - first % FAR + FAR, steps, FAR):
            position = self.passed[far] = run(position, self.log[first:far])
            first = far
        return run(position, self.log[first:steps])

    def still(self) -> "LiveTable":
        """The table as it stands, for work elsewhere while play goes on."""
        held = copy(self)
        for name in PLAYED:
            setattr(held, name, copy(getattr(self, name)))
        return held

    def match(self) -> Match:
        """The match as other rooms know it, every step checked once more."""
        names = [seat.name for seat in self.seats]
        # A sandbox has luck from two dealers, so its record promises no proof; and others still
        # play a deal of this day, so its record proves it tomorrow.
        unproven = self.row.sandbox or is_sealed(self.row)
        dealer = SystemRandom() if unproven else self.dealer
        match = Match(self.game, names, edition=self.edition, dealer=dealer, deal=False)
        match.began_under = self.row.rules
        for number in self.log:
            match.push(number)
        if self.row.result:
            result = read_result(self.row.result)
            match.give_up(result.reason, result.ranks)
        match.taken_back, match.helped = self.row.taken_back, self.row.helped
        return match

    def apply(self, change: Change, written: Sequence[Written]) -> list[Happened]:
        """Make a change that the database has accepted; return its events."""
        before = self.position
        self.amend(change.table)
        for seat, values in change.seats.items():
            for name, value in values.items():
                setattr(self.seats[seat], name, value)
        if change.unwatches_all:
            self.watchers.clear()
        self.watchers.difference_update(change.unwatch)
        if change.keep is not None:
            self.cut(change.keep, undoing_seat(change.events))
        first = len(self.log)
        if change.position is not None:
            makers = [maker for kind, data, _ in change.events for maker in makers_of(kind, data)]
            self.move(change.new_steps, makers, change.position)
        if change.tick is not None:
            self.ticks.append(change.tick)
        found: list[Happened] = []
        for event, (kind, data, key) in zip(written, change.events, strict=True):
            if key is not None:
                self.keys.add(key)
            numbers = change.new_steps if kind in GAME_KINDS else []
            at, start = (first, before) if numbers else (len(self.log), self.position)
            found.append(Happened(event, at, start, numbers, self.position))
            self.hear(event, data)
        self.shared.clear()
        return found

    def amend(self, values: Mapping[str, Any]) -> None:
        """Change fields of its row."""
        for name, value in values.items():
            setattr(self.row, name, value)

    def cut(self, keep: int, seat: int) -> None:
        """Remove all steps but the first so many, which count as taken back by a seat."""
        self.undone[seat] += len(self.log) - keep
        del self.log[keep:], self.makers[keep:]
        self.ticks = [tick for tick in self.ticks if tick.end <= keep]
        while self.marks and self.marks[-1][0] > keep:
            self.marks.pop()
        self.passed = {far: moment for far, moment in self.passed.items() if far <= keep}
        if self.tale is not None and keep < self.tale_ends:
            left = len(self.tale) - (self.tale_ends - keep)
            self.tale, self.tale_ends = (self.tale[:left], keep) if left > 0 else (None, 0)

    def move(
        self, numbers: Sequence[int], makers: Sequence[int | None], position: Position
    ) -> None:
        """Take over steps and where they lead."""
        self.log += numbers
        self.makers += makers
        self.position = position
        self.marks.append((len(self.log), position.without_cache()))

    def hear(self, event: Written, data: Any) -> None:
        """Keep a remark at hand for those who come later."""
        if event.kind == "chat" and self.chat is not None:
            self.chat.append(Event(event.number, event.kind, event.at, data))

    def messages_since(self, number: int) -> list[tuple[int, bytes]] | None:
        """Return the messages after an event, if all of them are at hand."""
        if number >= self.row.last_event:
            return []
        if not self.messages or self.messages[0][0] > number + 1:
            return None
        return [message for message in self.messages if message[0] > number]

    def become(self, fresh: "LiveTable") -> None:
        """Forget all that was known, for what the database has now."""
        for name in FRESH:
            setattr(self, name, getattr(fresh, name))
        self.chat = self.tale = self.public = None
        self.tale_ends = 0
        if self.messages is not None:
            self.messages.clear()
        self.shared.clear()

    def catch_up(
        self, row: Row, seats: list[SeatRow], watchers: set[str], keys: set[str], news: list[Event]
    ) -> list[Happened]:
        """Take over what others did since; return the events."""
        found: list[Happened] = []
        self.row, self.seats, self.watchers = row, seats, watchers
        self.keys |= keys
        for event in news:
            before, numbers = self.position, list[int]()
            if event.kind == "undone":
                position = self.position_at(event.data["length"])
                self.cut(event.data["length"], event.data["seat"])
                self.move([], [], position)
            elif event.kind in GAME_KINDS:
                numbers = [self.edition.steps.number(text) for text in event.data["steps"]]
                makers = makers_of(event.kind, event.data)
                self.move(numbers, makers, run(before, numbers))
                if "tick" in event.data:
                    self.ticks.append(read_tick(event.data["tick"]))
            first = len(self.log) - len(numbers)
            written = Written(event.number, event.kind, event.at, Raw(encode(event.data)))
            found.append(Happened(written, first, before, numbers, self.position))
            self.hear(written, event.data)
        self.shared.clear()
        return found


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
    state = copied(position.state)
    step, box = position.game.drivers.step, position.edition.box
    for number in numbers:
        step(state, box, number)
    return Position(position.game, position.edition, state)


def undoing_seat(events: Sequence[tuple[str, dict[str, Any], str | None]]) -> int:
    """Return the seat that takes steps back, which one of the events tells."""
    return next(int(data["seat"]) for kind, data, _ in events if kind == "undone")


def makers_of(kind: str, data: dict[str, Any]) -> list[int | None]:
    """Who made the steps of an event: a seat first, then chance."""
    if kind not in ("started", "steps"):
        return []
    if "makers" in data:
        makers: list[int | None] = data["makers"]
        return makers
    own = data.get("own", 0)
    return [data["seat"] if at < own else None for at in range(len(data["steps"]))]


def log_of(
    rows: Sequence[tuple[str, str]], edition: Edition
) -> tuple[list[int], list[int | None], list[TurnRecord], Counter[int]]:
    """Return what the game's events leave standing: steps, their makers, and turns that ended.

    The last part is how many steps each seat has taken back. The events are (kind, data) in order.
    """
    log: list[int] = []
    makers: list[int | None] = []
    ticks: list[TurnRecord] = []
    undone: Counter[int] = Counter()
    number = edition.steps.number
    for kind, data in rows:
        body = read_data(data)
        if kind == "undone":
            undone[body["seat"]] += len(log) - body["length"]
            del log[body["length"] :], makers[body["length"] :]
            ticks = [tick for tick in ticks if tick.end <= len(log)]
        else:
            log += [number(text) for text in body["steps"]]
            makers += makers_of(kind, body)
            if "tick" in body:
                ticks.append(read_tick(body["tick"]))
    return log, makers, ticks, undone


def mover_of(place: SeatRow, changed: Mapping[str, Any]) -> str:
    """The level of the bot that will move for a seat, or '' for a person."""
    if changed.get("kind", place.kind) == "bot":
        return str(changed.get("bot", place.bot))
    return str(changed.get("stand_in", place.stand_in))


def read_snapshot(row: Row, text: str) -> Position:
    """The position a snapshot keeps."""
    game = find(row.game)
    fields = msgspec.json.decode(text, type=dict[str, Any])
    edition = edition_of(row)
    return Position(game, edition, game.read_state(fields, edition))
