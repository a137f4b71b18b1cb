"""Data of a table's events, by kind, as the log keeps them and as everyone may read them."""

from typing import Literal

import msgspec
from msgspec import Struct

from rondel.server.protocol.documents import Result


class CreatedData(Struct, frozen=True, omit_defaults=True):
    """Game, edition and commitment of a new table."""

    game: str
    edition: str
    commitment: str
    aborted_before: int = 0
    """Number of matches that the creator aborted after the deal within the hour before."""


class StartedData(Struct, frozen=True, omit_defaults=True):
    """Steps of the deal, the number of steps, and the seat to move."""

    steps: list[str]
    length: int
    to_move: int | None
    commitment: str
    step_authors: list[int | None] = []
    """Seat that made each step, if the match continues another."""
    nonces: list[str] = []
    """Nonces that players added to the deal's randomness, by seat."""


class TurnTime(Struct, frozen=True, omit_defaults=True):
    """Time of a finished turn, if a clock runs."""

    end: int
    """How many steps there were then."""
    seat: int
    left: list[float]
    """Time left of each seat when the turn began."""
    spent: float


class StepsData(Struct, frozen=True, omit_defaults=True):
    """Seat's own steps, then what chance dealt."""

    seat: int
    after: int
    own: int
    """How many of the steps are the seat's."""
    steps: list[str]
    length: int
    """How many steps there are now."""
    to_move: int | None
    turn_time: TurnTime | None = None


class UndoneData(Struct, frozen=True, omit_defaults=True):
    """How many steps are left, and who agreed."""

    seat: int
    length: int
    to_move: int | None
    agreed: list[int]
    more: bool = False
    """True if more than steps of the seat's own were taken back."""


class UndoRequestedData(Struct, frozen=True, omit_defaults=True):
    """Seats that must answer, and the number of steps to keep or the bot to seat."""

    seat: int
    length: int
    waits: list[int]
    bot: str = ""
    """Bot that is asked for; then nothing is to be taken back."""


class UndoAnsweredData(Struct, frozen=True, omit_defaults=True):
    """Answer of a seat to a request."""

    seat: int
    yes: bool
    bot: str = ""
    """Bot that was asked for, if that was the question."""


SeatChange = Literal[
    "joined",
    "left",
    "removed",
    "filled",
    "freed",
    "ready",
    "handing-over",
    "consents",
    "objects",
    "renamed",
    "conceded",
    "timed-out",
    "absent",
    "stand-in",
    "given-back",
]


class SeatData(Struct, frozen=True, omit_defaults=True):
    """Seat that changed, and the name of its player."""

    seat: int
    change: SeatChange
    name: str
    bot: str = ""


class LinksData(Struct, frozen=True, omit_defaults=True):
    """Seat whose link was replaced; None for the watch link."""

    seat: int | None


class AbortedData(Struct, frozen=True, omit_defaults=True):
    """Nothing."""


class HintedData(Struct, frozen=True, omit_defaults=True):
    """Seat whose player was given a hint."""

    seat: int


class ChatData(Struct, frozen=True, omit_defaults=True):
    """Remark and its author."""

    seat: int | None
    name: str
    text: str


class IdentityData(Struct, frozen=True):
    """Player who goes on under another account, or whose name was deleted."""

    change: Literal["merged", "deleted"]


class RemarksRemovedData(Struct, frozen=True):
    """Remarks whose text was removed, by the numbers of their events."""

    numbers: list[int]


class RematchData(Struct, frozen=True, omit_defaults=True):
    """New table."""

    table: str


Data = (
    CreatedData
    | StartedData
    | StepsData
    | UndoneData
    | UndoRequestedData
    | UndoAnsweredData
    | SeatData
    | LinksData
    | HintedData
    | Result
    | AbortedData
    | ChatData
    | RematchData
    | IdentityData
    | RemarksRemovedData
)
TYPES: dict[str, type[Data]] = {
    "created": CreatedData,
    "started": StartedData,
    "steps": StepsData,
    "undone": UndoneData,
    "undo-requested": UndoRequestedData,
    "undo-answered": UndoAnsweredData,
    "seat": SeatData,
    "links": LinksData,
    "hint": HintedData,
    "over": Result,
    "aborted": AbortedData,
    "chat": ChatData,
    "rematch": RematchData,
    "identity": IdentityData,
    "remarks-removed": RemarksRemovedData,
}
KINDS = {type_: kind for kind, type_ in TYPES.items()}
DECODERS = {kind: msgspec.json.Decoder(type_) for kind, type_ in TYPES.items()}


def read_data(kind: str, data: str) -> Data:
    """Return an event's data as they were written to the log, today or by an earlier version."""
    return DECODERS[kind].decode(data)
