"""Reports, and what moderators do about them."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from rondel.server.protocol.documents import Count, Name, Seat

Text = Annotated[str, Meta(max_length=1000)]


class NewReport(Struct):
    """Something that moderators should look at."""

    table: Annotated[str, Meta(max_length=20)]
    text: Annotated[str, Meta(min_length=1, max_length=1000)]
    seat: Seat | None = None
    """Player whom it is about."""
    event: Count | None = None
    """Number of the remark that it is about."""


class Report(Struct):
    """Report that is open."""

    id: str
    made: float
    reporter: str
    subject: str | None
    name: str
    """Subject's name."""
    table: str
    event: int | None
    remark: str
    """Text of the remark that it is about."""
    text: str


class Person(Struct):
    """Somebody as moderators see them."""

    id: str
    name: str
    kind: str
    role: str
    made: float
    muted_until: float | None
    suspended_until: float | None


class Act(Struct):
    """Something that a moderator does about a person."""

    act: Literal["mute", "suspend", "restore", "rename", "make-moderator", "end-role"]
    reason: Text = ""
    hours: Annotated[float, Meta(ge=0, le=876_000)] = 24
    """How long somebody is muted or suspended."""
    name: Name = "?"
    """New name."""


class Reason(Struct):
    """Reason for an act."""

    reason: Text = ""


class Acted(Struct):
    """Act of a moderator."""

    at: float
    moderator: str
    name: str
    """Moderator's name."""
    act: str
    subject: str
    reason: str
