"""The messages that a table's WebSocket sends, each named by its `kind`.

The events are those of the log, with their narration and a patch of the table's public state.
"""

from msgspec import Struct

from rondel.server.errors import ErrorResponse
from rondel.server.protocol.documents import (
    Patch,
    Preview,
    Result,
    TableState,
    Told,
)


class CreatedData(Struct):
    """What was put on the table."""

    game: str
    edition: str
    commitment: str
    aborted_before: int = 0
    """How many matches whoever made it aborted after their deal within the hour before."""


class StartedData(Struct):
    """What was dealt first, how many steps there are, and who is asked."""

    steps: list[str]
    length: int
    asked: int | None
    commitment: str
    makers: list[int | None] = []
    """Who made each step, where a match goes on from the middle of another."""
    nonces: list[str] = []
    """What players added to the luck, by seat."""


class TurnTime(Struct):
    """What a turn that ended took, where time counts."""

    end: int
    """How many steps there were then."""
    seat: int
    left: list[float]
    """What everyone had when it began."""
    spent: float


class StepsData(Struct):
    """A seat's own steps, then what chance dealt."""

    seat: int
    after: int
    own: int
    """How many of the steps are the seat's."""
    steps: list[str]
    length: int
    """How many steps there are now."""
    asked: int | None
    tick: TurnTime | None = None


class UndoneData(Struct):
    """How many steps are left, and who agreed."""

    seat: int
    length: int
    asked: int | None
    agreed: list[int]
    more: bool = False
    """Whether more than steps of the seat's own were taken back."""


class UndoAskedData(Struct):
    """Who is to answer, and how many steps would be left or which bot would play."""

    seat: int
    length: int
    waits: list[int]
    bot: str = ""
    """The bot that is asked for; then nothing is to be taken back."""


class UndoAnsweredData(Struct):
    """Who answered what."""

    seat: int
    yes: bool
    bot: str = ""
    """The bot that was asked for, if that was the question."""


class SeatData(Struct):
    """What became of a seat, and the name of whoever sits there."""

    seat: int
    change: str
    name: str
    bot: str = ""


class LinksData(Struct):
    """Whose link was made anew; none for the one to watch."""

    seat: int | None


class AbortedData(Struct):
    """Nothing."""


class ChatData(Struct):
    """Who said what."""

    seat: int | None
    name: str
    text: str


class RematchData(Struct):
    """The new table."""

    table: str


class Happened(Struct, kw_only=True, tag_field="kind"):
    """One thing that happened at a table."""

    number: int
    """Its place in the table's log."""
    at: float
    told: list[Told] = []
    """The narration of its steps, step by step; over a WebSocket only."""
    patch: Patch | None = None
    """What it changes of the public state; over a WebSocket only."""


class Created(Happened, kw_only=True, tag="created"):
    """The table was made."""

    data: CreatedData


class Started(Happened, kw_only=True, tag="started"):
    """The match began."""

    data: StartedData


class Stepped(Happened, kw_only=True, tag="steps"):
    """Steps were made."""

    data: StepsData


class Undone(Happened, kw_only=True, tag="undone"):
    """Steps were taken back."""

    data: UndoneData


class AskedUndo(Happened, kw_only=True, tag="undo-asked"):
    """Someone asks to take back, or for a bot at a seat."""

    data: UndoAskedData


class AnsweredUndo(Happened, kw_only=True, tag="undo-answered"):
    """Someone who was asked has answered."""

    data: UndoAnsweredData


class SeatChanged(Happened, kw_only=True, tag="seat"):
    """Someone sat down, left, gave up, or had a bot stand in."""

    data: SeatData


class LinksRenewed(Happened, kw_only=True, tag="links"):
    """A link was made anew."""

    data: LinksData


class Over(Happened, kw_only=True, tag="over"):
    """The match is over."""

    data: Result


class Aborted(Happened, kw_only=True, tag="aborted"):
    """The match was called off."""

    data: AbortedData


class Chatted(Happened, kw_only=True, tag="chat"):
    """Someone spoke."""

    data: ChatData


class Rematched(Happened, kw_only=True, tag="rematch"):
    """The same people play again elsewhere."""

    data: RematchData


TableEvent = (
    Created
    | Started
    | Stepped
    | Undone
    | AskedUndo
    | AnsweredUndo
    | SeatChanged
    | LinksRenewed
    | Over
    | Aborted
    | Chatted
    | Rematched
)


class Opened(Struct, tag="opened", tag_field="kind"):
    """The table as it stands: all that a page needs to begin with."""

    state: TableState
    told: list[Told]
    """What to tell of the latest steps."""
    chat: list[Chatted]
    """What was said lately."""


class Yours(Struct, tag="yours", tag_field="kind"):
    """What is the listener's own, whenever it may have changed."""

    seats: list[int]
    creator: bool


class Present(Struct, tag="presence", tag_field="kind"):
    """Who is at the table now."""

    seats: list[int]
    watchers: int


class Beat(Struct, tag="beat", tag_field="kind", omit_defaults=True):
    """A sign of life."""

    at: float = 0.0
    re: int | None = None


class Done(Struct, tag="done", tag_field="kind"):
    """The reply to a command that was accepted."""

    re: int | None
    event: int | None
    """The number of the latest event it made; none if there was nothing to change."""
    sequence: int
    steps: int


class StateReply(Struct, tag="state", tag_field="kind"):
    """How the table stands."""

    re: int | None
    state: TableState


class PreviewReply(Struct, tag="preview", tag_field="kind"):
    """What steps would lead to."""

    re: int | None
    preview: Preview


class Refused(Struct, tag="refused", tag_field="kind"):
    """What was asked was not done."""

    re: int | None
    error: ErrorResponse


Answer = Beat | Done | StateReply | PreviewReply | Refused
SocketMessage = TableEvent | Opened | Yours | Present | Answer
