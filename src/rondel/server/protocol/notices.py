"""Documents about notifications."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

Kind = Literal["turn", "time", "undo", "over", "invited"]
Minutes = Annotated[int, Meta(ge=0, lt=24 * 60)]
Key = Annotated[str, Meta(max_length=120, pattern=r"^[A-Za-z0-9_=-]+(?!\n)$")]
Url = Annotated[str, Meta(max_length=1000)]


class NewPushKeys(Struct, frozen=True):
    """Keys of a browser's push subscription."""

    p256dh: Key
    auth: Key


class NewPush(Struct, tag="push", tag_field="kind", frozen=True):
    """Browser's push subscription."""

    endpoint: Url
    keys: NewPushKeys


class NewMail(Struct, tag="mail", tag_field="kind", frozen=True):
    """Mail address, which has to be confirmed."""

    address: Annotated[str, Meta(max_length=254)]
    digest: bool = False
    """True for one message a day."""


class NewWebhook(Struct, tag="webhook", tag_field="kind", frozen=True):
    """Address that takes notices as JSON, such as a channel of Discord or Slack."""

    url: Url
    table: Annotated[str, Meta(max_length=20)] | None = None
    """Table of yours whose turns are all told there."""


NewChannel = NewPush | NewMail | NewWebhook


class ChannelInfo(Struct):
    """Way in which you are notified."""

    id: str
    kind: Literal["push", "mail", "webhook"]
    address: str
    """Mail address, the webhook's URL, or the host of the push service."""
    table: str | None
    kinds: list[Kind]
    """Kinds of notices sent there; all if empty."""
    digest: bool
    confirmed: bool
    working: bool
    """False once the address is given up."""
    problem: str
    secret: str | None = None
    """Signs a webhook's messages; shown only when it is made."""


class ChannelWishes(Struct):
    """Notices that a channel is for."""

    kinds: Annotated[list[Kind], Meta(max_length=5)]
    digest: bool = False


class NoticeWishes(Struct):
    """Your wishes for all notices."""

    language: Literal["en", "fr", "hu"] = "en"
    timezone: Annotated[str, Meta(max_length=60)] = "UTC"
    quiet_from: Minutes | None = None
    """Minutes since midnight from which on you want none."""
    quiet_until: Minutes | None = None


class NoticeSettings(Struct):
    """Your ways to be notified, and what this server offers."""

    wishes: NoticeWishes
    channels: list[ChannelInfo]
    push_key: str
    """Key that browsers subscribe with."""
    mail: bool
    """True if this server sends e-mail."""


class TableNotices(Struct):
    """Ids of the channels that tell you about a table; None for all."""

    channels: Annotated[list[Annotated[str, Meta(max_length=20)]], Meta(max_length=20)] | None


class ChannelToken(Struct):
    """Token of a link in an e-mail."""

    token: Annotated[str, Meta(max_length=100)]
