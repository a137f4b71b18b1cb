"""Doors for saying who one is, and what the server offers."""

from typing import Any

from litestar import Request, Response, Router, delete, get, post, put
from litestar.datastructures import State

from rondel.bots.networks import evaluator_kind
from rondel.games import find
from rondel.i18n import LANGUAGES
from rondel.server.addresses import for_friends
from rondel.server.errors import Unauthenticated
from rondel.server.http.auth import SESSION_COOKIE, cookie_of, token_of, without_cookies
from rondel.server.http.devices import device_of
from rondel.server.http.rate_limits import Limits, ip_group_of_request
from rondel.server.identities import Identity
from rondel.server.names import readable
from rondel.server.people.accounts import Accounts
from rondel.server.people.sessions import Session, Sessions
from rondel.server.protocol.accounts import BotToken, GameInfo, Level, Me, NewBot, Offer, OwnName
from rondel.server.settings import Settings
from rondel.server.tables import bots

Asked = Request[Any, Any, State]


def me_of(identity: Identity) -> Me:
    """Return the document of an identity for its owner."""
    return Me(identity.id, identity.name, identity.is_bot)


@get("/api/me", operation_id="who_am_i")
async def who_am_i(
    request: Asked, session: Session | None, sessions: Sessions, config: Settings
) -> Response[Me | None]:
    """Return who you are, or null if you have not said your name."""
    if session is None:
        return Response(None)
    me, token = me_of(session.identity), token_of(request)
    is_renewed = await sessions.renew(session) or SESSION_COOKIE not in request.cookies
    is_cookie = token in request.cookies.values()
    return Response(
        me, cookies=[cookie_of(token, config.secure)] if is_renewed and is_cookie else []
    )


@put("/api/me", operation_id="say_my_name")
async def say_my_name(
    data: OwnName,
    request: Asked,
    visitor: Identity | None,
    accounts: Accounts,
    config: Settings,
    limits: Limits,
) -> Response[Me]:
    """Say your name: you are a guest from now on, known by a cookie."""
    name = readable(data.name)
    if visitor is not None:
        return Response(me_of(await accounts.rename(visitor, name)))
    limits.new_guest(request)
    device = device_of(request.headers.get("user-agent", ""))
    identity, token = await accounts.create(name, "guest", ip_group_of_request(request), device)
    return Response(me_of(identity), cookies=[cookie_of(token, config.secure)])


@delete("/api/me", operation_id="sign_out")
async def sign_out(session: Session | None, sessions: Sessions) -> Response[None]:
    """End your session: its cookie or token opens nothing any more, and its streams are closed.

    A guest has no other way back to their seats than the seats' links.
    """
    if session is None:
        raise Unauthenticated
    await sessions.revoke(session)
    return without_cookies()


@post("/api/bots", operation_id="make_bot")
async def make_bot(data: NewBot, request: Asked, accounts: Accounts, limits: Limits) -> BotToken:
    """Return an account for a program. Send its token as `Authorization: Bearer`."""
    limits.new_guest(request)
    identity, token = await accounts.create(
        readable(data.name), "bot", ip_group_of_request(request)
    )
    return BotToken(identity.id, identity.name, token)


@get("/api/offer", operation_id="offer", sync_to_thread=True)
def offer(config: Settings) -> Offer:
    """Return the games and bots of this server."""
    found = [find(name) for name in config.games]
    infos = [
        GameInfo(
            g.name, g.version, list(g.players), list(g.editions), g.read_edition is not None,
            [n for n in g.players if evaluator_kind(g, n, g.edition("")) == "learnt"],
        )
        for g in found
    ]  # fmt: skip
    levels = [Level(name) for name in bots.names()]
    return Offer(infos, levels, LANGUAGES, for_friends(config))


router = Router(
    "/", route_handlers=[who_am_i, say_my_name, sign_out, make_bot, offer], tags=["people"]
)
