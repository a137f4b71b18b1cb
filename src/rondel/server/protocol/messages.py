"""Messages that a table's WebSocket sends, each named by its `kind`.

The events are those of the log, with their narration and a patch of the table's public state.
"""

from msgspec import Struct

from rondel.server.errors import ErrorResponse
from rondel.server.protocol.documents import (
    NarratedStep,
    Patch,
    Preview,
    Result,
    TableState,
)
from rondel.server.protocol.events import (
    AbortedData,
    ChatData,
    CreatedData,
    HintedData,
    IdentityData,
    LinksData,
    RemarksRemovedData,
    RematchData,
    SeatData,
    StartedData,
    StepsData,
    UndoAnsweredData,
    UndoneData,
    UndoRequestedData,
)


class Happened(Struct, kw_only=True, tag_field="kind"):
    """One thing that happened at a table."""

    number: int
    """Its place in the table's log."""
    at: float
    key: str | None = None
    """Idempotency key of the command that made it: the command's answer."""
    narration: list[NarratedStep] = []
    """Narration of its steps, step by step; over a WebSocket only."""
    patch: Patch | None = None
    """Changes to the public state; over a WebSocket only."""


class Created(Happened, kw_only=True, tag="created"):
    """Event of a table's creation."""

    data: CreatedData


class Started(Happened, kw_only=True, tag="started"):
    """Event of a match's start."""

    data: StartedData


class Stepped(Happened, kw_only=True, tag="steps"):
    """Steps were made."""

    data: StepsData


class Undone(Happened, kw_only=True, tag="undone"):
    """Steps were taken back."""

    data: UndoneData


class UndoRequested(Happened, kw_only=True, tag="undo-requested"):
    """Someone asks to take back, or for a bot at a seat."""

    data: UndoRequestedData


class UndoAnswered(Happened, kw_only=True, tag="undo-answered"):
    """Someone who was asked has answered."""

    data: UndoAnsweredData


class SeatChanged(Happened, kw_only=True, tag="seat"):
    """Someone sat down, left, gave up, or had a bot stand in."""

    data: SeatData


class LinksRenewed(Happened, kw_only=True, tag="links"):
    """Event of a replaced link."""

    data: LinksData


class Hinted(Happened, kw_only=True, tag="hint"):
    """Event of a hint to a player."""

    data: HintedData


class Over(Happened, kw_only=True, tag="over"):
    """Event of a match's end."""

    data: Result


class Aborted(Happened, kw_only=True, tag="aborted"):
    """Event of an aborted match."""

    data: AbortedData


class Chatted(Happened, kw_only=True, tag="chat"):
    """Someone spoke."""

    data: ChatData


class Rematched(Happened, kw_only=True, tag="rematch"):
    """Same people play again elsewhere."""

    data: RematchData


class IdentityChanged(Happened, kw_only=True, tag="identity"):
    """Event of a player who continues under another account, or has deleted theirs."""

    data: IdentityData


class RemarksRemoved(Happened, kw_only=True, tag="remarks-removed"):
    """Event of removed remarks."""

    data: RemarksRemovedData


TableEvent = (
    Created
    | Started
    | Stepped
    | Undone
    | UndoRequested
    | UndoAnswered
    | SeatChanged
    | LinksRenewed
    | Hinted
    | Over
    | Aborted
    | Chatted
    | Rematched
    | IdentityChanged
    | RemarksRemoved
)


class Snapshot(Struct, tag="snapshot", tag_field="kind"):
    """Table as it stands: all that a page needs to begin with."""

    state: TableState
    narration: list[NarratedStep]
    """Narration of the latest steps."""
    chat: list[Chatted]
    """Latest remarks."""


class Yours(Struct, tag="yours", tag_field="kind"):
    """Rights of the subscriber's own, sent whenever they may have changed."""

    seats: list[int]
    creator: bool


class Present(Struct, tag="presence", tag_field="kind"):
    """Presence at the table."""

    seats: list[int]
    watchers: int


class Beat(Struct, tag="beat", tag_field="kind", omit_defaults=True):
    """Sign of life."""

    at: float = 0.0
    re: int | None = None


class Done(Struct, tag="done", tag_field="kind"):
    """Reply to a command that was accepted, unless an event with its key is the answer."""

    re: int | None
    event: int | None
    """Number of the latest event it made; none if there was nothing to change."""


class StateReply(Struct, tag="state", tag_field="kind"):
    """How the table stands."""

    re: int | None
    state: TableState


class PreviewReply(Struct, tag="preview", tag_field="kind"):
    """Reply to a preview."""

    re: int | None
    preview: Preview


class Refused(Struct, tag="refused", tag_field="kind"):
    """Reply to a command or request that was refused."""

    re: int | None
    error: ErrorResponse


Answer = Beat | Done | StateReply | PreviewReply | Refused
SocketMessage = TableEvent | Snapshot | Yours | Present | Answer
