"""Channels: the ways in which people are notified."""

import base64
import os
from functools import partial
from typing import Any, Literal
from urllib.parse import urlsplit

import msgspec
from msgspec import structs
from sqlalchemy import Connection, delete, func, insert, select, update

from rondel.server.errors import InvalidAddress, NoSuchChannel, TooMany
from rondel.server.people.mail import is_mail_address
from rondel.server.people.outbound import SendFailed, check_url
from rondel.server.people.quiet import is_zone
from rondel.server.people.senders import Senders, Subscription, Webhook, public_key
from rondel.server.protocol.notices import (
    ChannelInfo,
    ChannelWishes,
    NewChannel,
    NewMail,
    NewPush,
    NewWebhook,
    NoticeSettings,
    NoticeWishes,
)
from rondel.server.signing import new_name
from rondel.server.storage import schema
from rondel.server.storage.engine import Database
from rondel.server.storage.notices import (
    CHANNEL,
    Channel,
    insert_own_notice,
    read_preferences,
    read_strings,
)
from rondel.server.storage.quotas import lock_quota
from rondel.server.storage.rows import insert_into, now

MAX_CHANNELS = 12
c, w, p = schema.channels, schema.notice_settings, schema.table_notices
encode = msgspec.json.encode


class Channels:
    """Adds, changes and removes channels."""

    def __init__(self, database: Database, senders: Senders):
        self.database = database
        self.senders = senders

    async def settings(self, identity: str) -> NoticeSettings:
        """Return a person's wishes and channels."""
        wishes, channels = await self.database.read(partial(_read_all, identity=identity))
        return NoticeSettings(
            wishes=wishes,
            channels=[info_of(channel) for channel in channels],
            push_key=public_key(self.senders.vapid),
            mail=self.senders.mailer.is_configured,
        )

    async def set_wishes(self, identity: str, wishes: NoticeWishes) -> None:
        """Write a person's wishes. Raises InvalidAddress for an unknown time zone."""
        if not is_zone(wishes.timezone):
            raise InvalidAddress("timezone")
        values = structs.asdict(wishes)

        def write(connection: Connection) -> None:
            add = insert_into(connection, w).values(identity=identity, **values)
            connection.execute(add.on_conflict_do_update(index_elements=["identity"], set_=values))

        await self.database.write(write)

    async def add(self, identity: str, wanted: NewChannel) -> ChannelInfo:
        """Add a channel; a mail address is asked to confirm. Raises InvalidAddress, TooMany."""
        channel = self._new(identity, wanted)
        await self.database.write(partial(_insert, channel=channel))
        found = info_of(channel)
        if isinstance(wanted, NewWebhook):
            found.secret = msgspec.json.decode(channel.address, type=Webhook).secret
        return found

    def _new(self, identity: str, wanted: NewChannel) -> Channel:
        kind: Literal["push", "mail", "webhook"]
        table, digest = None, False
        if isinstance(wanted, NewPush):
            self._check(wanted.endpoint)
            kind = "push"
            address = encode(structs.asdict(wanted) | {"keys": wanted.keys}).decode()
        elif isinstance(wanted, NewMail):
            if not self.senders.mailer.is_configured or not is_mail_address(wanted.address):
                raise InvalidAddress("mail")
            kind, address, digest = "mail", wanted.address, wanted.digest
        else:
            self._check(wanted.url)
            secret = "whsec_" + base64.b64encode(os.urandom(24)).decode()
            kind, table = "webhook", wanted.table
            address = encode(Webhook(wanted.url, secret)).decode()
        is_confirmed = kind != "mail"
        return Channel(
            new_name(12), identity, kind, address, table, "[]", digest, is_confirmed, now()
        )

    def _check(self, url: str) -> None:
        try:
            check_url(url, allows_private=self.senders.allows_private)
        except SendFailed:
            raise InvalidAddress("url") from None

    async def change(self, identity: str, channel: str, wishes: ChannelWishes) -> None:
        """Set the kinds of notices that a channel is for. Raises NoSuchChannel."""
        values = {"kinds": encode(wishes.kinds).decode(), "digest": wishes.digest}
        own = (c.c.id == channel, c.c.identity == identity)
        # A person who changes a channel that was given up wants it tried again.
        query = update(c).where(*own).values(**values, dropped=None, failures=0)
        if not await self.database.write(lambda connection: connection.execute(query).rowcount):
            raise NoSuchChannel(channel)

    async def remove(self, channel: str, identity: str | None = None) -> None:
        """Remove a channel, only if it is a given person's. Raises NoSuchChannel."""
        own = [c.c.id == channel, *([] if identity is None else [c.c.identity == identity])]
        query = delete(c).where(*own)
        if not await self.database.write(lambda connection: connection.execute(query).rowcount):
            raise NoSuchChannel(channel)

    async def confirm(self, token: str) -> None:
        """Confirm the mail address of a token. Raises NoSuchChannel."""
        channel = self.senders.signer.read_channel_token("confirm", token)
        query = update(c).where(c.c.id == (channel or "")).values(confirmed=True)
        if not await self.database.write(lambda connection: connection.execute(query).rowcount):
            raise NoSuchChannel(token)

    async def unsubscribe(self, token: str) -> None:
        """Remove the channel of a token, however often it is asked for."""
        channel = self.senders.signer.read_channel_token("unsubscribe", token)
        if channel is None:
            raise NoSuchChannel(token)
        query = delete(c).where(c.c.id == channel)
        await self.database.write(lambda connection: connection.execute(query))

    async def test(self, identity: str, channel: str) -> None:
        """Send a notice by a channel. Raises NoSuchChannel."""
        query = select(c.c.id).where(c.c.id == channel, c.c.identity == identity, c.c.confirmed)

        def write(connection: Connection) -> bool:
            is_own = connection.execute(query).first() is not None
            if is_own:
                insert_own_notice(connection, channel, "test", identity)
            return is_own

        if not await self.database.write(write):
            raise NoSuchChannel(channel)

    async def set_table(self, identity: str, table: str, channels: list[str] | None) -> None:
        """Choose the channels that tell a person about a table, None for all."""

        def write(connection: Connection) -> None:
            connection.execute(delete(p).where(p.c.table_id == table, p.c.identity == identity))
            if channels is not None:
                row = {"table_id": table, "identity": identity}
                row["channels"] = encode(channels).decode()
                connection.execute(insert(p).values(row))

        await self.database.write(write)

    async def of_table(self, identity: str, table: str) -> list[str] | None:
        """Return the channels that tell a person about a table, None for all."""
        query = select(p.c.channels).where(p.c.table_id == table, p.c.identity == identity)
        found: Any = await self.database.read(lambda c: c.execute(query).scalar())
        return None if found is None else read_strings(found)


def info_of(channel: Channel) -> ChannelInfo:
    """Return a channel as its owner sees it."""
    address = channel.address
    if channel.kind != "mail":
        document = msgspec.json.decode(address, type=dict[str, Any])
        address = str(document.get("url") or _host_of(document["endpoint"]))
    return ChannelInfo(
        id=channel.id,
        kind=channel.kind,
        address=address,
        table=channel.table_id,
        kinds=read_strings(channel.kinds),  # type: ignore[arg-type]
        digest=channel.digest,
        confirmed=channel.confirmed,
        working=channel.dropped is None,
        problem=channel.last_error,
    )


def _host_of(url: str) -> str:
    return urlsplit(url).hostname or ""


def _read_all(connection: Connection, identity: str) -> tuple[NoticeWishes, list[Channel]]:
    wishes = msgspec.convert(structs.asdict(read_preferences(connection, identity)), NoticeWishes)
    query = CHANNEL.where(c.c.identity == identity).order_by(c.c.created, c.c.id)
    return wishes, [Channel(*row) for row in connection.execute(query)]


def _insert(connection: Connection, channel: Channel) -> None:
    """Write a channel; a browser's earlier subscription at the same address is replaced."""
    own = c.c.identity == channel.identity
    lock_quota(connection, channel.identity)
    if channel.kind == "push":
        endpoint = msgspec.json.decode(channel.address, type=Subscription).endpoint
        rows = connection.execute(CHANNEL.where(c.c.kind == "push", own)).all()
        same = [
            row.id
            for row in rows
            if msgspec.json.decode(row.address, type=Subscription).endpoint == endpoint
        ]
        connection.execute(delete(c).where(c.c.id.in_(same)))
    count = connection.execute(select(func.count()).select_from(c).where(own)).scalar_one()
    if count >= MAX_CHANNELS:
        raise TooMany("channels", MAX_CHANNELS)
    connection.execute(insert(c).values(structs.asdict(channel)))
    if not channel.confirmed:
        insert_own_notice(connection, channel.id, "confirm", channel.identity)
