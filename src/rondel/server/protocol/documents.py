"""Typed documents that go in and out of the API."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Raw, Struct

from rondel.core import Message

END = r"(?!\n)$"
"""End of a pattern: Python's own sign is also content just before a last line break, and what
Python writes for the very end is unknown to JSON Schema."""
Name = Annotated[
    str,
    Meta(min_length=1, max_length=40, pattern=r"^[^\x00-\x1f\x7f]*\S[^\x00-\x1f\x7f]*" + END),
]
Seat = Annotated[int, Meta(ge=0, le=7)]
Key = Annotated[str, Meta(min_length=1, max_length=64, pattern=r"^[\x21-\x7e]+" + END)]
Notation = Annotated[str, Meta(max_length=200)]
Count = Annotated[int, Meta(ge=0, le=2**31 - 1)]
Nonce = Annotated[str, Meta(pattern=r"^[0-9a-f]{32,64}" + END)]
Steps = list[Notation | dict[str, Any]]
Status = Literal["open", "playing", "over", "aborted"]
Visibility = Literal["public", "private"]


class Untimed(Struct, frozen=True, tag="untimed", tag_field="kind"):
    """Everyone takes as long as they like."""


class LiveClock(Struct, frozen=True, tag="live", tag_field="kind"):
    """Seconds for each player for the whole game, and an increment for each turn."""

    seconds: Annotated[int, Meta(ge=1, le=86400)]
    increment: Annotated[int, Meta(ge=0, le=3600)] = 0


class Days(Struct, frozen=True, tag="days", tag_field="kind"):
    """Number of days for each turn."""

    days: Annotated[int, Meta(ge=1, le=60)]


Pace = Untimed | LiveClock | Days


class WantedSeat(Struct):
    """Seat of a table to be made: yours, someone's, or a bot's."""

    kind: Literal["person", "bot"] = "person"
    bot: Annotated[str, Meta(max_length=60)] = ""
    mine: bool = False
    name: Name | None = None


class NewTable(Struct):
    """Table to be made."""

    game: Annotated[str, Meta(max_length=40)]
    seats: Annotated[list[WantedSeat], Meta(min_length=1, max_length=8)]
    edition: Annotated[str, Meta(max_length=80)] = ""
    map: Annotated[str, Meta(max_length=50_000)] = ""
    """Text of a map file to play on, where the game has maps."""
    visibility: Visibility = "private"
    pace: Pace = msgspec.field(default_factory=Untimed)
    chat_for_watchers: bool = True
    absence_timeout: Annotated[int, Meta(ge=60, le=60 * 86400)] | None = None
    """Seconds after which the others may act for a player who makes no step or stays away."""
    wait: bool = False
    """Begin only when you say that you are ready, so that you can add to the luck first."""
    rated: bool = False
    """True if the result is to count for the players' ratings. Not on custom maps."""


class Import(Struct):
    """Record to be replayed, or continued as a sandbox from a step."""

    record: Annotated[str, Meta(max_length=400_000)]
    steps: Count | None = None
    """Keep only so many of its steps."""


class Branch(Struct):
    """Moment of a table to be continued as a sandbox, alone or against bots."""

    steps: Count | None = None
    bot: Annotated[str, Meta(max_length=60)] = ""
    """Bot that plays at the other seats; nobody but you, if empty."""
    seat: Seat = 0
    """Seat where you sit, if bots play."""
    keep: bool = False
    """True if the table's own bots stay at their seats, if no other is named."""


class PreviewRequest(Struct):
    """Steps to preview."""

    steps: Annotated[Steps, Meta(max_length=100)]
    after: Count | None = None


class SeatInfo(Struct):
    """Seat of a table and its player."""

    seat: int
    kind: Literal["person", "bot"]
    name: str
    bot: str
    """Level of the bot that sits here or stands in, if one does."""
    open: bool
    """True if a person may still take it."""
    substitute: bool
    """True if a bot plays for the person meanwhile."""
    resigned: bool
    present: bool
    you: bool
    ready: bool
    """True if nobody waits for its person to say that they are ready."""
    consents: bool
    """True if its person lets others have a bot play while they are away."""
    program: bool = False
    """True if the player is a program with an account of its own."""


class Clock(Struct):
    """Time left by seat at the moment the answer was written."""

    seconds: list[float]
    running: int | None
    deadline: float | None


class Action(Struct):
    """Something the asked seat may do."""

    text: str
    step: Any
    label: Message


class Chances(Struct):
    """Outcome of chance, which stands for `weight` of `total`."""

    text: str
    weight: int


class DrawPart(Struct):
    """Step and how many of it a full bag holds."""

    text: str
    count: int


class Draw(Struct):
    """Draw from a shuffled bag: which place, which places were drawn before, and its contents."""

    kind: str
    place: int
    drawn: list[int]
    bag: list[DrawPart]


class Turn(Struct):
    """Decision at a position: a choice, chance, the end, or waiting for the start."""

    kind: Literal["choose", "chance", "over", "waiting"]
    seat: int | None = None
    actions: list[Action] = []
    outcomes: list[Chances] = []
    draw: Draw | None = None


class Result(Struct):
    """How a match ended."""

    reason: str
    scores: list[int]
    ranks: list[int]


class UndoRequest(Struct):
    """Someone asks to take back, or for a bot at a seat; these seats have yet to answer."""

    seat: int
    steps: int
    """How many steps would remain."""
    waits: list[int]
    bot: str = ""
    """Bot that would play for the seat; then nothing is taken back."""


class PositionView(Struct):
    """One moment of the game: what a board shows."""

    steps: int
    turn: Turn
    prompt: Message
    """Request to the player to move, by name."""
    prompt_you: Message
    """Request to the player to move, addressed as "you"."""
    view: Any
    scores: list[int]
    ranks: list[int]


class Patch(Struct):
    """Fields of a table's public state that an event changed, with their new values."""

    since: int
    """Event before: the patch applies to the state with this `last_event`."""
    state: dict[str, Any]
    """Fields of the state but `table` and `moment`. The clock is always among them."""
    table: dict[str, Any]
    """Fields of the state's `table`."""
    moment: dict[str, Any]
    """Fields of the state's `moment` but `view`."""
    view: dict[str, Any]
    """Fields of the moment's `view`."""


class NarratedStep(Struct):
    """Step and its narration."""

    at: int
    seat: int | None
    text: str
    story: list[Message]


class Preview(Struct):
    """Position after some steps, before chance decides."""

    moment: PositionView
    narration: list[NarratedStep]
    next: int | None
    """Seat that decides next, after chance; none if the game is over."""


class TableInfo(Struct):
    """Table as the lobby shows it."""

    id: str
    game: str
    edition: str
    status: Status
    visibility: Visibility
    pace: Pace
    players: int
    seats: list[SeatInfo]
    to_move: int | None
    your_turn: bool
    sequence: int
    steps: int
    made: float
    started: float | None
    ended: float | None
    result: Result | None
    sandbox: bool
    rematch: str | None
    rematch_of: str | None
    absence_timeout: int
    """Seconds after which the others may act for a player who makes no step or stays away."""
    taken_back: int
    """How often someone took back more than steps of their own."""
    daily: str = ""
    """Day whose deal is played here, or ''."""
    helped: int = 0
    """How often someone was given a hint, or a bot for their seat."""
    aborted_before: int = 0
    """Number of matches that the creator aborted after the deal within the hour before."""
    rated: bool = False
    """True if the result counts for the players' ratings."""


class TablePage(Struct):
    """Some tables, newest first; `next` fetches more."""

    tables: list[TableInfo]
    next: str | None = None


class TableState(Struct):
    """Everything about a table that its viewer may know."""

    table: TableInfo
    sequence: int
    """Send it as `after` with steps that answer this state."""
    last_event: int
    """Send it as `since` to hear what happens next."""
    rules: int
    moment: PositionView | None
    """Game as it stands; nothing before the start."""
    clock: Clock
    undo_request: UndoRequest | None
    chat_for_watchers: bool
    commitment: str
    """Binds the dealer: the SHA-256 of its secret."""
    secret: str | None
    """Dealer's secret, once the match is over."""
    nonces: list[str]
    """Nonces that players added to the deal's randomness, by seat; published at the start."""
    absent_from: float | None
    """Time from which on the others may have a bot play for the seat to move, and in an untimed
    match claim the win. It counts from the latest step there or, if a clock runs, from when an
    absent player was last there; none while that is unknown."""
    your_seats: list[int]
    creator: bool
    watchers: int


class CommandResult(Struct):
    """Result of a command that was accepted."""

    event: int | None
    """Number of the latest event it made; none if there was nothing to change."""
    state: TableState


class Links(Struct):
    """Secret links of a table."""

    seats: dict[int, str]
    watch: str


class Invitation(Struct):
    """Table that a link opens, before one takes a seat."""

    table: TableInfo
    seat: int | None
    """Seat it opens; none for a link to watch."""
    host: str
    """Name of the person who invites, if they have a seat."""
    commitment: str


class Made(Struct):
    """New table and its links."""

    id: str
    links: Links
    state: TableState


class Event(Struct):
    """One thing that happened at a table, in order."""

    number: int
    kind: str
    at: float
    data: dict[str, Any]
    key: str | None = None
    """Idempotency key of the command that made it."""


class Written(Struct):
    """Event whose data is in JSON already."""

    number: int
    kind: str
    at: float
    data: Raw
    key: str | None = None
    """Idempotency key of the command that made it."""


class EventPage(Struct):
    """Events in order."""

    events: list[Event]
    last_event: int


class StoryPage(Struct):
    """Narration of several steps, in order."""

    narration: list[NarratedStep]
    steps: int


class Replay(Struct):
    """One earlier moment."""

    moment: PositionView
    narration: list[NarratedStep]


class Deal(Struct):
    """Proof that the deal was fair."""

    commitment: str
    secret: str | None
    verified: bool | None
