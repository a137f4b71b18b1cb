"""Ways to be notified, and wishes about it."""

from typing import Annotated

from litestar import Router, delete, get, post, put
from litestar.params import Parameter
from litestar.response import Redirect

from rondel.server.http.dependencies import Asked, TableId
from rondel.server.http.rate_limits import Limits
from rondel.server.identities import Identity
from rondel.server.people.channels import Channels
from rondel.server.protocol.notices import (
    ChannelInfo,
    ChannelToken,
    ChannelWishes,
    NewChannel,
    NewWebhook,
    NoticeSettings,
    NoticeWishes,
    TableNotices,
)
from rondel.server.runtime.registry import TableRegistry
from rondel.server.tables.permissions import check_creator, check_see

ChannelId = Annotated[str, Parameter(max_length=20, description="A channel's id.")]
Token = Annotated[str, Parameter(max_length=100, description="Token of a link in an e-mail.")]


@get("/api/notices", operation_id="notice_settings")
async def see_settings(person: Identity, channels: Channels) -> NoticeSettings:
    """Return your wishes and the ways in which you are notified."""
    return await channels.settings(person.id)


@put("/api/notices", operation_id="set_notice_wishes")
async def set_wishes(data: NoticeWishes, person: Identity, channels: Channels) -> NoticeSettings:
    """Set your language, time zone and quiet hours."""
    await channels.set_wishes(person.id, data)
    return await channels.settings(person.id)


@post("/api/notices/channels", operation_id="add_channel")
async def add_channel(
    request: Asked,
    data: NewChannel,
    person: Identity,
    channels: Channels,
    tables: TableRegistry,
    limits: Limits,
) -> ChannelInfo:
    """Add a way to be notified. A mail address gets a message to confirm it."""
    limits.new_channel(request, person)
    if isinstance(data, NewWebhook) and data.table is not None:
        live = await tables.open(data.table, person.id)
        check_creator(live, person.id)
    return await channels.add(person.id, data)


@put("/api/notices/channels/{channel:str}", operation_id="change_channel")
async def change_channel(
    channel: ChannelId, data: ChannelWishes, person: Identity, channels: Channels
) -> NoticeSettings:
    """Choose the notices that a channel is for; one that was given up is tried again."""
    await channels.change(person.id, channel, data)
    return await channels.settings(person.id)


@delete("/api/notices/channels/{channel:str}", operation_id="remove_channel")
async def remove_channel(channel: ChannelId, person: Identity, channels: Channels) -> None:
    """Remove a way to be notified."""
    await channels.remove(channel, person.id)


@post("/api/notices/channels/{channel:str}/test", operation_id="test_channel", status_code=202)
async def test_channel(
    request: Asked, channel: ChannelId, person: Identity, channels: Channels, limits: Limits
) -> None:
    """Send yourself a notice."""
    limits.new_channel(request, person)
    await channels.test(person.id, channel)


@post("/api/notices/confirm", operation_id="confirm_channel", status_code=204)
async def confirm_channel(data: ChannelToken, channels: Channels) -> None:
    """Confirm a mail address by the token of its message."""
    await channels.confirm(data.token)


@post("/api/notices/unsubscribe/{token:str}", operation_id="unsubscribe", status_code=200)
async def unsubscribe(token: Token, channels: Channels) -> None:
    """Send no more e-mail to an address, as mail programs ask by one click (RFC 8058)."""
    await channels.unsubscribe(token)


@get("/api/notices/unsubscribe/{token:str}", operation_id="ask_to_unsubscribe", status_code=307)
async def ask_to_unsubscribe(token: Token) -> Redirect:
    """Lead to the page that asks whether to unsubscribe; following a link changes nothing."""
    return Redirect("/notifications", query_params={"leave": token}, status_code=307)


@get("/api/tables/{table_id:str}/notices", operation_id="table_notices")
async def see_table_notices(
    table_id: TableId, person: Identity, tables: TableRegistry, channels: Channels
) -> TableNotices:
    """Return the channels that tell you about a table."""
    check_see(await tables.open(table_id, person.id), person.id)
    return TableNotices(await channels.of_table(person.id, table_id))


@put("/api/tables/{table_id:str}/notices", operation_id="set_table_notices")
async def set_table_notices(
    table_id: TableId,
    data: TableNotices,
    person: Identity,
    tables: TableRegistry,
    channels: Channels,
) -> TableNotices:
    """Choose the channels that tell you about a table: none, some, or all by null."""
    check_see(await tables.open(table_id, person.id), person.id)
    await channels.set_table(person.id, table_id, data.channels)
    return data


router = Router(
    "/",
    route_handlers=[
        see_settings,
        set_wishes,
        add_channel,
        change_channel,
        remove_channel,
        test_channel,
        confirm_channel,
        unsubscribe,
        ask_to_unsubscribe,
        see_table_notices,
        set_table_notices,
    ],
    tags=["notifications"],
)
