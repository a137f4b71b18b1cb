"""State of a table. `evolve` replaces it; nothing modifies it."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from copy import copy
from functools import cached_property
from typing import Any

import msgspec
from msgspec import Struct

from rondel.core import Edition, Game, Position, UnknownEdition
from rondel.games import find
from rondel.kernel.record import copied
from rondel.match import Match, SystemRandom, VerifiableRandom
from rondel.server.protocol.documents import (
    Action,
    Chances,
    Draw,
    DrawPart,
    NarratedStep,
    Pace,
    PositionView,
    Result,
    Turn,
    UndoRequest,
)
from rondel.server.protocol.events import Data, StartedData, StepsData, TurnTime, UndoneData
from rondel.server.storage.days import is_sealed
from rondel.server.storage.rows import Row, SeatRow
from rondel.server.tables import permissions

GAME_KINDS = ("started", "steps", "undone")
"""Kinds of the events that change the position."""
MAX_TALKED = 100
"""Number of remarks kept in memory."""
MAX_NARRATED = 200
"""Number of steps whose narration comes with a snapshot."""
MAX_STEPS = 20_000
"""Maximum number of steps of a match; a long game has some thousands."""
MAX_UNDONE = MAX_STEPS
"""Steps that one seat may take back in all, so that a table's log stays quick to read."""

encode = msgspec.json.encode
read_pace: Callable[[str], Pace] = msgspec.json.Decoder(Pace).decode
read_result = msgspec.json.Decoder(Result).decode
read_clock = msgspec.json.Decoder(list[float]).decode
read_seats = msgspec.json.Decoder(list[int]).decode
read_texts = msgspec.json.Decoder(list[str]).decode
read_undo = msgspec.json.Decoder(UndoRequest).decode


def write(document: Any) -> str:
    """Return a document as JSON text."""
    return encode(document).decode()


class History:
    """Current steps of a match, with their authors and times."""

    def __init__(self) -> None:
        self.log: list[int] = []
        """Number of each step."""
        self.step_authors: list[int | None] = []
        """Seat that made each step, None for chance."""
        self.turn_times: list[TurnTime] = []
        """Finished turns, if a clock runs."""
        self.undone: Counter[int] = Counter()
        """How many steps each seat has taken back."""

    def after(self, data: Data, edition: Edition) -> "History":
        """Return the history after an event."""
        if not isinstance(data, StartedData | StepsData | UndoneData):
            return self
        found = History()
        for name, value in vars(self).items():
            setattr(found, name, copy(value))
        found.add(data, edition)
        return found

    def add(self, data: Data, edition: Edition) -> None:
        """Add an event to a history that nobody else has."""
        if isinstance(data, UndoneData):
            self.undone[data.seat] += len(self.log) - data.length
            del self.log[data.length :], self.step_authors[data.length :]
            self.turn_times = [
                turn_time for turn_time in self.turn_times if turn_time.end <= data.length
            ]
        elif isinstance(data, StartedData | StepsData):
            self.log += map(edition.steps.number, data.steps)
            self.step_authors += authors_of(data)
            if isinstance(data, StepsData) and data.turn_time is not None:
                self.turn_times.append(data.turn_time)


def authors_of(data: StartedData | StepsData) -> Sequence[int | None]:
    """Return who made the steps of an event: a seat first, then chance."""
    if isinstance(data, StepsData):
        return [data.seat if at < data.own else None for at in range(len(data.steps))]
    return data.step_authors or [None] * len(data.steps)


class LiveTable(Struct, frozen=True, dict=True, eq=False):
    """Table after some event: its row, its seats, the history of steps and the position."""

    row: Row
    seats: list[SeatRow]
    history: History
    position: Position
    watchers: frozenset[str] = frozenset()

    @property
    def log(self) -> list[int]:
        """Return the numbers of the current steps."""
        return self.history.log

    @property
    def step_authors(self) -> list[int | None]:
        """Return the seat that made each step, None for chance."""
        return self.history.step_authors

    @cached_property
    def pace(self) -> Pace:
        """How time counts."""
        return read_pace(self.row.pace)

    @cached_property
    def moment(self) -> PositionView | None:
        """Return the view of the position; None before the start."""
        if self.row.started is None:
            return None
        moment = moment_of(self.position, len(self.log))
        if self.row.status != "playing" and moment.turn.kind != "over":
            moment.turn = Turn("over")
        return moment

    @property
    def dealer(self) -> VerifiableRandom:
        """Return the dealer of chance steps, by the secret and the players' nonces."""
        nonces = tuple(read_texts(self.row.nonces))
        found = VerifiableRandom.bound_by(self.row.commitment, self.row.secret, nonces)
        assert found is not None, "a table's secret fits its commitment"
        return found

    @property
    def waits(self) -> list[int]:
        """Seats whose persons have yet to say that they are ready."""
        return read_seats(self.row.waits)

    @property
    def nonces(self) -> list[str]:
        """Return the nonces of the players so far, by seat."""
        return read_texts(self.row.nonces) or [""] * self.row.players

    @property
    def game(self) -> Game:
        """Return the game."""
        return self.position.game

    @property
    def edition(self) -> Edition:
        """Return the edition of the game."""
        return self.position.edition

    @property
    def to_move(self) -> int | None:
        """Return the seat to move, while the match is in progress."""
        return self.row.to_move if self.row.status == "playing" else None

    @property
    def bot_to_move(self) -> str:
        """Return the level of the bot to move, or ''."""
        return "" if self.to_move is None else self.seats[self.to_move].controlling_bot

    @property
    def is_full(self) -> bool:
        """Return whether the match has as many steps as a match may have."""
        return len(self.log) >= MAX_STEPS

    @property
    def clock(self) -> list[float]:
        """Seconds left by seat when the present turn began."""
        return read_clock(self.row.clock)

    def seats_of(self, guest: str | None) -> list[int]:
        """Return the seats of a guest."""
        return permissions.seats_of(self, guest)

    def may_see(self, guest: str | None) -> bool:
        """Return whether an identity may see the table."""
        return permissions.may_see(self, guest)

    def start(self) -> Position:
        """Return the position before anything is dealt."""
        return start_of(self.row)

    def positions(self) -> Iterator[Position]:
        """Yield every position so far, from before the first step."""
        position = self.start()
        yield position
        for number in self.log:
            position = position.after_unchecked(number)
            yield position

    def position_at(self, steps: int) -> Position:
        """Return the position after so many steps."""
        if steps == len(self.log):
            return self.position
        return run(self.start(), self.log[:steps])

    def match(self) -> Match:
        """Return the match, with every step validated again."""
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


def new_table(row: Row, seats: Sequence[SeatRow]) -> LiveTable:
    """Return a table where nothing has been dealt."""
    return LiveTable(row, list(seats), History(), start_of(row))


def edition_of(row: Row) -> Edition:
    """Return the edition of a table."""
    game = find(row.game)
    if row.edition_source and game.read_edition is not None:
        return game.read_edition(row.edition_source)
    if row.edition not in game.editions:
        # Never a file's path, whoever wrote the row.
        raise UnknownEdition(row.edition, game.editions)
    return game.edition(row.edition)


def start_of(row: Row) -> Position:
    """Return a table's position before anything is dealt."""
    return find(row.game).start(row.players, edition_of(row))


def run(position: Position, numbers: Sequence[int]) -> Position:
    """Return the position after steps that were validated before."""
    state = copied(position.state)
    step, box = position.game.drivers.step, position.edition.box
    for number in numbers:
        step(state, box, number)
    return Position(position.game, position.edition, state)


def is_between_people(seats: Sequence[SeatRow]) -> bool:
    """Return whether two different persons have seats and have not given up."""
    people = {
        place.guest or place.left_by
        for place in seats
        if place.kind == "person" and not place.resigned
    }
    return len(people) > 1


def moment_of(position: Position, steps: int) -> PositionView:
    """Return a moment of the game: whose turn, what may be done, what a board shows."""
    written: Any = {
        "prompt": position.prompt_json(True),
        "prompt_you": position.prompt_json(False),
        "view": position.view_fields,
    }
    return PositionView(
        steps=steps,
        turn=turn_of(position),
        scores=list(position.scores),
        ranks=list(position.ranks),
        **written,
    )


def draw_of(position: Position) -> Draw | None:
    """Return the declared draw that chance makes now, in notation."""
    draw = position.next_draw
    if draw is None:
        return None
    text = position.edition.steps.text
    bag = [DrawPart(text(number), count) for number, count in draw.bag]
    return Draw(draw.kind, draw.place, list(draw.drawn), bag)


def turn_of(position: Position) -> Turn:
    """Return the decision at a position; the legal actions come from the position alone."""
    steps = position.edition.steps
    if position.is_over:
        return Turn("over")
    if position.is_chance:
        odds = [Chances(steps.text(number), weight) for number, weight in position.legal_steps]
        return Turn("chance", outcomes=odds, draw=draw_of(position))
    labels: Any = position.labels_json
    numbers = (number for number, _ in position.legal_steps)
    actions = [
        Action(steps.text(number), steps.step(number), label)
        for number, label in zip(numbers, labels, strict=True)
    ]
    return Turn("choose", position.seat, actions)


def narrate(
    start: Position, numbers: Sequence[int], first: int, end: Position | None = None
) -> list[NarratedStep]:
    """Return the narration of steps from a position on; the first of them is step `first`.

    They lead to `end`, if that is known.
    """
    narration: list[NarratedStep] = []
    before, last = start, first + len(numbers) - 1
    for at, number in enumerate(numbers, first):
        after = before.after_unchecked(number) if end is None or at < last else end
        text = before.edition.steps.text(number)
        story: Any = before.story_json(number, after)
        narration.append(NarratedStep(at, before.seat, text, story))
        before = after
    return narration
