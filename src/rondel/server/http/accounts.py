"""Doors for saying who one is, and what the server offers."""

from typing import Any

from litestar import Request, Response, Router, get, post, put
from litestar.datastructures import Cookie, State

from rondel.bots.networks import evaluator_kind
from rondel.games import find
from rondel.server.addresses import for_friends
from rondel.server.http.auth import COOKIE, Accounts, Identity
from rondel.server.http.rate_limits import Limits, household
from rondel.server.names import readable
from rondel.server.protocol.documents import BotToken, GameInfo, Level, Me, NewBot, Offer, Rename
from rondel.server.settings import Settings
from rondel.server.signing import YEAR
from rondel.server.tables import bots
from rondel.words import LANGUAGES

Asked = Request[Any, Any, State]


def me_of(person: Identity) -> Me:
    """A person as they see themselves."""
    return Me(person.id, person.name, person.is_bot)


def cookie_of(person: Identity, people: Accounts, config: Settings) -> Cookie:
    """What a guest is known by from now on."""
    return Cookie(
        COOKIE,
        value=people.keys.cookie(person.id),
        max_age=YEAR,
        httponly=True,
        samesite="lax",
        secure=config.secure,
    )


@get("/api/me", operation_id="who_am_i", sync_to_thread=False)
def who_am_i(
    request: Asked, visitor: Identity | None, people: Accounts, config: Settings
) -> Response[Me | None]:
    """Who you are, or null if you have not said your name."""
    if visitor is None:
        return Response(None)
    is_old = people.keys.should_renew(request.cookies.get(COOKIE, ""))
    return Response(me_of(visitor), cookies=[cookie_of(visitor, people, config)] if is_old else [])


@put("/api/me", operation_id="say_my_name")
async def say_my_name(
    data: Rename,
    request: Asked,
    visitor: Identity | None,
    people: Accounts,
    config: Settings,
    limits: Limits,
) -> Response[Me]:
    """Say your name: you are a guest from now on, known by a cookie."""
    name = readable(data.name)
    if visitor is not None:
        return Response(me_of(await people.rename(visitor, name)))
    limits.new_guest(request)
    person = await people.make(name, household(request))
    return Response(me_of(person), cookies=[cookie_of(person, people, config)])


@post("/api/bots", operation_id="make_bot")
async def make_bot(data: NewBot, request: Asked, people: Accounts, limits: Limits) -> BotToken:
    """An account for a program. Send its token as `Authorization: Bearer`."""
    limits.new_guest(request)
    person, token = await people.make_bot(readable(data.name), household(request))
    return BotToken(person.id, person.name, token)


@get("/api/offer", operation_id="offer", sync_to_thread=True)
def offer(config: Settings) -> Offer:
    """The games and bots of this server."""
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


router = Router("/", route_handlers=[who_am_i, say_my_name, make_bot, offer], tags=["people"])
