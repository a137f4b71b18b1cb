"""Errors of the server, and the HTTP status of every error."""

from collections.abc import Sequence
from typing import Any, cast

import msgspec

from rondel.core import RondelError


class ErrorResponse(msgspec.Struct):
    """One shape of every error: a stable code, a sentence, and its facts."""

    code: str
    message: str
    fields: dict[str, Any] = {}


class NoSuchTable(RondelError):
    """Error for a table that does not exist or that this visitor may not see."""

    code = "no-such-table"

    def __init__(self, table: str):
        super().__init__(f"there is no table {table!r} for you", table=table)


class Unauthenticated(RondelError):
    """Error for a request that needs an identity and has none."""

    code = "unauthenticated"

    def __init__(self) -> None:
        super().__init__("say your name first: PUT /api/me")


class NotYourSeat(RondelError):
    """Error for using a seat that belongs to someone else."""

    code = "not-your-seat"

    def __init__(self, seat: int):
        super().__init__(f"seat {seat} is not yours", seat=seat)


class NotYourTable(RondelError):
    """Error for an action that only the creator of the table may take."""

    code = "not-your-table"

    def __init__(self) -> None:
        super().__init__("only whoever created the table may do this")


class SeatTaken(RondelError):
    """Error for a seat that is taken or that nobody can take."""

    code = "seat-taken"

    def __init__(self, seat: int):
        super().__init__(f"seat {seat} is taken", seat=seat)


class BadLink(RondelError):
    """Error for a link that opens nothing."""

    code = "bad-link"

    def __init__(self) -> None:
        super().__init__("this link opens no seat; ask whoever created the table for a new one")


class BadCode(RondelError):
    """Error for a code that was never issued, has been used, or has expired."""

    code = "bad-code"

    def __init__(self) -> None:
        super().__init__("this code is not valid any more; make a new one")


class NotForPrograms(RondelError):
    """Error for a program that asks for what only people may do."""

    code = "not-for-programs"

    def __init__(self) -> None:
        super().__init__("this is for people; a program has its token")


class NoSuchPerson(RondelError):
    """Nobody has this id."""

    code = "no-such-person"

    def __init__(self, person: str):
        super().__init__("there is no such person", person=person[:20])


class NoSuchChannel(RondelError):
    """Identity has no such way to be notified."""

    code = "no-such-channel"

    def __init__(self, channel: str):
        super().__init__("there is no such way to be notified", channel=channel[:20])


class InvalidAddress(RondelError):
    """Nothing can be sent to an address, or no such time zone is known."""

    code = "invalid-notice-address"

    def __init__(self, problem: str):
        super().__init__(f"unusable: {problem}", problem=problem)


class CannotMerge(RondelError):
    """Error for a merge of an identity that is not a guest without a role."""

    code = "cannot-merge"

    def __init__(self) -> None:
        super().__init__("only the games of a guest can be taken along")


class BadPasskey(RondelError):
    """Error for a passkey that is unknown or whose answer does not fit the challenge."""

    code = "bad-passkey"

    def __init__(self) -> None:
        super().__init__("this passkey does not sign anybody in here")


class Muted(RondelError):
    """Moderator has muted the visitor for a while."""

    code = "muted"

    def __init__(self, until: float):
        super().__init__("a moderator has muted you", until=until)


class Suspended(RondelError):
    """Moderator has suspended the account."""

    code = "suspended"

    def __init__(self, until: float):
        super().__init__("a moderator has suspended this account", until=until)


class NoSuchIdentity(RondelError):
    """Nobody has this id, or nobody whom the moderator may act upon."""

    code = "no-such-identity"

    def __init__(self) -> None:
        super().__init__("there is nobody of this id whom you may act upon")


class NoSuchReport(RondelError):
    """There is no open report of this id, or nothing to report."""

    code = "no-such-report"

    def __init__(self) -> None:
        super().__init__("there is no such report, or no such remark to report")


class NoSuchDevice(RondelError):
    """Error for a device on which the identity is not signed in."""

    code = "no-such-device"

    def __init__(self) -> None:
        super().__init__("you are not signed in on this device")


class AdminsOnly(RondelError):
    """Error for an act that needs another role."""

    code = "admins-only"

    def __init__(self, role: str):
        super().__init__(f"only those with the role {role} may do this", role=role)


class ExpiredLink(RondelError):
    """Error for a sign-in link that was used, has expired, or never existed."""

    code = "expired-link"

    def __init__(self) -> None:
        super().__init__("this sign-in link was used or has expired")


class InvalidState(RondelError):
    """Error for an action that the table's state does not allow."""

    code = "invalid-state"

    def __init__(self, status: str, wanted: str):
        super().__init__(f"the table is {status}, not {wanted}", status=status, wanted=wanted)


class TimeUp(RondelError):
    """Error for an action of a player whose time has run out."""

    code = "time-up"

    def __init__(self, seat: int):
        super().__init__(f"the time of seat {seat} is up", seat=seat)


class StillThere(RondelError):
    """Error for replacing a player who is present or not yet absent for long enough."""

    code = "still-there"

    def __init__(self, seat: int, at: float | None):
        super().__init__(f"seat {seat} is still its player's", seat=seat, at=at)


class Removed(RondelError):
    """Error for a person whom the table's creator has removed from it."""

    code = "removed"

    def __init__(self) -> None:
        super().__init__("you were removed from this table; a link lets you come back")


class ChanceBetween(RondelError):
    """Error for steps sent past a chance step, whose outcome is unknown."""

    code = "chance-between"

    def __init__(self, step: int):
        super().__init__(
            f"chance speaks after step {step} of these; send the rest afterwards", step=step
        )


class IdempotencyConflict(RondelError):
    """Error for an idempotency key that has been used for another command."""

    code = "idempotency-conflict"

    def __init__(self, key: str):
        super().__init__(f"the key {key!r} was already used for something else", key=key)


class DailyChallenge(RondelError):
    """Error for watching, helping or taking back in the daily challenge."""

    code = "daily-challenge"

    def __init__(self) -> None:
        super().__init__("this is the deal of the day: played once, alone, and seen by all later")


class MatchRunning(RondelError):
    """Error for a position of a match that people are playing against each other."""

    code = "match-running"

    def __init__(self) -> None:
        super().__init__("people are playing this position; ask again once their match is over")


class NoSuchDay(RondelError):
    """Error for a day without a daily challenge."""

    code = "no-such-day"

    def __init__(self, day: str):
        super().__init__(f"there is no deal of {day!r}", day=day)


class ChatForbidden(RondelError):
    """Error for a remark by a watcher where only players may chat."""

    code = "chat-forbidden"

    def __init__(self) -> None:
        super().__init__("watchers do not speak at this table")


class RateLimited(RondelError):
    """Error for a request above a rate limit."""

    code = "rate-limited"

    def __init__(self, wait: float):
        super().__init__(f"slow down: try again in {wait:.0f} s", wait=round(wait, 1))


class TooMany(RondelError):
    """Error for exceeding a quota of one visitor."""

    code = "too-many"

    def __init__(self, what: str, most: int):
        super().__init__(f"too many {what}: {most} at once", what=what, most=most)


class StorageFull(RondelError):
    """Error for a new table while the database has reached the size that its host allows."""

    code = "storage-full"

    def __init__(self) -> None:
        super().__init__("this server has no room for another table")


class Overloaded(RondelError):
    """Error for long work while too many requests wait; it may be sent again."""

    code = "overloaded"

    def __init__(self, wait: float = 5):
        super().__init__("too many wait for this already; send the same again", wait=wait)


class TooLong(RondelError):
    """Error for a match that has reached the maximum of steps, or a seat that of undone steps."""

    code = "too-long"

    def __init__(self, what: str, most: int):
        super().__init__(f"for this a match has at most {most} {what}", what=what, most=most)


class InvalidName(RondelError):
    """Error for a name that people could not read or would misread."""

    code = "invalid-name"

    def __init__(self, name: str):
        super().__init__(f"{name!r} has characters that nobody sees or reads", name=name)


class InvalidText(RondelError):
    """Error for a remark with invisible or direction-changing characters."""

    code = "invalid-text"

    def __init__(self) -> None:
        super().__init__("the remark has characters that nobody sees or reads")


class NameTaken(RondelError):
    """Error for a name equal or confusable with another at the table."""

    code = "name-taken"

    def __init__(self, name: str):
        super().__init__(f"someone at this table could be mistaken for {name!r}", name=name)


class WrongOrigin(RondelError):
    """Error for a request by another site's page in the visitor's name."""

    code = "wrong-origin"

    def __init__(self, origin: str):
        super().__init__(f"requests from {origin!r} are not taken", origin=origin)


class UnknownHost(RondelError):
    """Error for a request to a host name that this server does not answer for."""

    code = "unknown-host"

    def __init__(self, host: str):
        super().__init__(f"this server is not {host!r}: RONDEL_HOSTS lists its names", host=host)


class BadRequest(RondelError):
    """Error for a request that cannot be understood."""

    code = "bad-request"

    def __init__(self, problem: str):
        super().__init__(f"unreadable request: {problem}", problem=problem)


class Unavailable(RondelError):
    """Error while nothing can be stored; the request has had no effect and may be repeated."""

    code = "unavailable"

    def __init__(self, problem: str = "the database does not answer"):
        super().__init__(f"{problem}; send the same again", wait=2)


STATUS = {
    "bad-request": 400,
    "unreadable-step": 400,
    "unreadable-record": 400,
    "incompatible-record": 400,
    "false-deal": 400,
    "wrong-players": 400,
    "unknown-edition": 400,
    "unknown-bot": 400,
    "unsound-map": 400,
    "invalid-name": 400,
    "invalid-text": 400,
    "unauthenticated": 401,
    "not-your-seat": 403,
    "not-your-table": 403,
    "not-your-turn": 403,
    "admins-only": 403,
    "bad-link": 403,
    "bad-code": 403,
    "bad-passkey": 403,
    "muted": 403,
    "suspended": 403,
    "not-for-programs": 403,
    "expired-link": 403,
    "wrong-origin": 403,
    "chat-forbidden": 403,
    "daily-challenge": 403,
    "match-running": 403,
    "removed": 403,
    "no-such-table": 404,
    "no-such-day": 404,
    "no-such-channel": 404,
    "no-such-person": 404,
    "no-such-device": 404,
    "no-such-identity": 404,
    "no-such-report": 404,
    "invalid-notice-address": 422,
    "no-such-puzzle": 404,
    "unknown-game": 404,
    "not-found": 404,
    "no-picture": 404,
    "wrong-method": 405,
    "stale-step": 409,
    "seat-taken": 409,
    "name-taken": 409,
    "cannot-merge": 409,
    "invalid-state": 409,
    "nothing-to-undo": 409,
    "still-there": 409,
    "time-up": 409,
    "request-timeout": 408,
    "too-large": 413,
    "illegal-step": 422,
    "unknown-host": 421,
    "chance-between": 422,
    "idempotency-conflict": 422,
    "too-long": 422,
    "rate-limited": 429,
    "too-many": 429,
    "failed": 500,
    "overloaded": 503,
    "unavailable": 503,
    "drawing-not-built": 503,
    "missing-extra": 503,
    "storage-full": 507,
}
"""Every code a visitor can meet, and its HTTP status."""


MAX_PARTS = 300
"""Maximum number of list items in an error document."""


def status_of(error: RondelError) -> int:
    """Return the HTTP status that goes with an error."""
    return STATUS.get(error.code, 400)


def error_response(error: RondelError) -> ErrorResponse:
    """Return an error as the document a client gets, of a bounded length."""
    fields = {name: shortened(value) for name, value in error.fields.items()}
    return ErrorResponse(error.code, shortened(str(error), 1000), fields)


def shortened(value: Any, most: int = 300) -> Any:
    """Return a text without its very long rest, also within lists and tables."""
    if isinstance(value, str):
        return value if len(value) <= most else value[: most - 1] + "…"
    if isinstance(value, list | tuple):
        parts = cast("Sequence[Any]", value)[:MAX_PARTS]
        return [shortened(part, most) for part in parts]
    if isinstance(value, dict):
        named = list(cast("dict[str, Any]", value).items())[:MAX_PARTS]
        return {name: shortened(part, most) for name, part in named}
    return value
