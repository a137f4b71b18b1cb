"""Commands that a table takes over HTTP and WebSocket, and the WebSocket's queries.

Each is one JSON object, named by its `kind`. A player with only one seat need not name it.
"""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from rondel.server.protocol.documents import Count, Key, Name, Nonce, PreviewRequest, Seat, Steps

BotLevel = Annotated[str, Meta(max_length=60)]


class Request(Struct, kw_only=True, tag_field="kind"):
    """Request to a table."""

    id: int | None = None
    """Over a WebSocket, the answer repeats it as `re`."""


class PlaySteps(Request, kw_only=True, tag="play"):
    """Make steps: notation, or the steps themselves. All are made, or none is."""

    after: Count
    """Table's `sequence` that these steps answer."""
    steps: Annotated[Steps, Meta(min_length=1, max_length=100)]
    seat: Seat | None = None
    key: Key | None = None
    """Idempotency key: sent again with the same key, the steps are made once."""


class Undo(Request, kw_only=True, tag="undo"):
    """Take back the last step, or the turn; past chance the other players are asked."""

    after: Count
    """Table's `sequence` that this answers."""
    what: Literal["step", "turn"] = "step"
    seat: Seat | None = None
    key: Key | None = None
    """Idempotency key."""


class AnswerUndo(Request, kw_only=True, tag="answer-undo"):
    """Answer a player who asks to take back, or who asks for a bot at a seat."""

    yes: bool
    seat: Seat | None = None


class Chat(Request, kw_only=True, tag="chat"):
    """Write to the table's chat."""

    text: Annotated[str, Meta(min_length=1, max_length=500, pattern=r"\S")]
    key: Key | None = None
    """Idempotency key."""


class Join(Request, kw_only=True, tag="join"):
    """Take a seat: by a link, or an open one of a public table. A watch link lets you watch."""

    token: Annotated[str, Meta(max_length=100)] | None = None
    """Last part of a link."""
    seat: Seat | None = None
    name: Name | None = None
    nonce: Nonce | None = None
    """Added to the randomness of the deal."""


class Leave(Request, kw_only=True, tag="leave"):
    """Leave a seat. During a match you may come back until someone else takes it."""

    seat: Seat | None = None


class Rename(Request, kw_only=True, tag="rename"):
    """Take another name at this table."""

    name: Name
    seat: Seat | None = None


class Ready(Request, kw_only=True, tag="ready"):
    """Be ready to begin."""

    seat: Seat | None = None
    nonce: Nonce | None = None
    """Added to the randomness of the deal, once."""


class Resign(Request, kw_only=True, tag="resign"):
    """Resign. With two or more others still playing, a bot plays on for you."""

    seat: Seat | None = None


class Abort(Request, kw_only=True, tag="abort"):
    """End the match before the first move, as the table's creator."""


class Remove(Request, kw_only=True, tag="remove"):
    """Remove a person before the start, as the table's creator. A new link readmits them."""

    seat: Seat


class FillSeat(Request, kw_only=True, tag="fill-seat"):
    """Give a free seat to a bot, or free a bot's seat, as the table's creator, before the start."""

    seat: Seat
    bot: BotLevel | None = None
    """None to leave the seat to a person."""


class RenewLink(Request, kw_only=True, tag="renew-link"):
    """Replace a link, as the table's creator: the old one opens nothing from then on.

    With a new watch link, those who watched by the old one do so no more.
    """

    seat: Seat | None = None
    """None for the link to watch."""


class TransferSeat(Request, kw_only=True, tag="transfer-seat"):
    """Make a link that gives a seat back to its player who lost the cookie, as the creator.

    Possible once nobody has been at the seat for the table's absence timeout.
    """

    seat: Seat


class Substitute(Request, kw_only=True, tag="substitute"):
    """Let a bot play for a seat, or, as the seat's player, play again.

    It may be your own seat, that of a player who has left or agreed to it, or that of the player to
    move who has been away for the table's absence timeout, except where a turn has days. Unless the
    seat's player is absent, all other persons who play are asked first.
    """

    seat: Seat
    bot: BotLevel | None = None
    """None to play again where a bot has played."""


class AllowSubstitute(Request, kw_only=True, tag="allow-substitute"):
    """Let the others have a bot play for you while you are away, or no more."""

    yes: bool
    seat: Seat | None = None


class ClaimWin(Request, kw_only=True, tag="claim-win"):
    """Claim the win over the player to move who stays away, in a match without a clock."""

    seat: Seat
    """Absent player's."""


class Rematch(Request, kw_only=True, tag="rematch"):
    """Ask for a rematch, or agree to one; the table's `rematch` names the new table.

    Everyone sits one seat further. It begins once all have agreed, here or by `ready` there.
    """

    wait: bool = False
    """Agree later by `ready`, so that you can add a nonce to the deal first."""


class PreviewSteps(PreviewRequest, kw_only=True, tag="preview", tag_field="kind"):
    """Preview steps without making them."""

    id: int | None = None


class GetState(Request, kw_only=True, tag="state"):
    """Send the table's state."""


class Ping(Request, kw_only=True, tag="ping"):
    """Send a heartbeat."""


Command = (
    PlaySteps
    | Undo
    | AnswerUndo
    | Chat
    | Join
    | Leave
    | Rename
    | Ready
    | Resign
    | Abort
    | Remove
    | FillSeat
    | RenewLink
    | TransferSeat
    | Substitute
    | AllowSubstitute
    | ClaimWin
    | Rematch
)
SocketRequest = Command | PreviewSteps | GetState | Ping
read_request = msgspec.json.Decoder(SocketRequest).decode
