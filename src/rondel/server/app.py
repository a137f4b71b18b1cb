"""The server put together."""

import asyncio
import contextlib
import gc
import logging
from collections.abc import AsyncGenerator, Sequence
from functools import partial
from math import ceil
from typing import Any

import msgspec
from litestar import Litestar, Request, Response
from litestar.connection import ASGIConnection
from litestar.datastructures import State
from litestar.di import Provide
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig

import rondel
from rondel.core import RondelError
from rondel.games import find
from rondel.review import DEPTHS
from rondel.server import metrics
from rondel.server.addresses import metrics_address
from rondel.server.bus.redis_bus import ALL
from rondel.server.errors import Refusal, refusal, shortened, status_of
from rondel.server.http import (
    accounts,
    commands,
    daily,
    events,
    games,
    hints,
    pictures,
    play,
    puzzles,
    records,
    reviews,
    tables,
)
from rondel.server.http import health as operate
from rondel.server.http.auth import authenticate, identify, require_identity
from rondel.server.http.commands import is_command_of_mover
from rondel.server.http.metrics import start_metrics_server
from rondel.server.http.openapi import Document
from rondel.server.http.rate_limits import Limits
from rondel.server.http.security import SecurityMiddleware
from rondel.server.http.sites import Sites
from rondel.server.http.websocket import table_socket
from rondel.server.people.accounts import Accounts
from rondel.server.people.sessions import Session, Sessions
from rondel.server.runtime.bot_runner import Worker, worker_name
from rondel.server.runtime.bot_watch import BotWatch
from rondel.server.runtime.broadcast import Broadcaster
from rondel.server.runtime.daily import Deals
from rondel.server.runtime.deadlines import Deadlines
from rondel.server.runtime.keep import keep
from rondel.server.runtime.presence import Presence
from rondel.server.runtime.registry import TableRegistry
from rondel.server.runtime.review_runner import reviews_of
from rondel.server.settings import Settings
from rondel.server.signing import Signer
from rondel.server.storage.engine import Database
from rondel.server.storage.health import HealthCheck
from rondel.server.storage.migrate import migrate, server_key
from rondel.server.tables.bots import offer_own

log = logging.getLogger("rondel.server")
GONE = "client disconnected prematurely"
"""What the framework says, as an error of its own, of a visitor who hangs up within a request."""
Asking = ASGIConnection[Any, Any, Any, Any]


def provide_tables(state: State) -> TableRegistry:
    """All tables."""
    found: TableRegistry = state.tables
    return found


def provide_pulse(state: State) -> HealthCheck:
    """How the database is."""
    found: HealthCheck = state.pulse
    return found


def provide_accounts(state: State) -> Accounts:
    """Return the accounts of this server."""
    found: Accounts = state.accounts
    return found


def provide_sessions(state: State) -> Sessions:
    """Return the sessions of this server."""
    found: Sessions = state.sessions
    return found


def provide_limits(state: State) -> Limits:
    """Rate limits."""
    found: Limits = state.limits
    return found


def provide_sites(state: State) -> Sites:
    """The names this server answers to."""
    found: Sites = state.sites
    return found


def provide_config(state: State) -> Settings:
    """The server's settings."""
    found: Settings = state.config
    return found


def provide_deals(state: State) -> Deals:
    """The deals of days."""
    found: Deals = state.deals
    return found


async def provide_session(request: Request[Any, Any, Any], state: State) -> Session | None:
    """Return the session of a request, if it has a valid one."""
    return await authenticate(request, state)


def on_message(sessions: Sessions, tables: TableRegistry, topic: str, number: int) -> None:
    """Act on a message of another process."""
    if not sessions.on_message(topic):
        tables.heard(topic, number)


async def on_loss(sessions: Sessions, tables: TableRegistry, topics: Sequence[str]) -> None:
    """Read what messages of other processes may have told that were lost."""
    if ALL in topics:
        await sessions.catch_up()
        tables.hub.stirred.set()
    await tables.catch_up(topics)


def refuse(request: Request[Any, Any, Any], error: RondelError) -> Response[Refusal]:
    """An error of ours as an answer."""
    metrics.ERRORS.labels(error.code).inc()
    wait = error.fields.get("wait")
    headers = None if wait is None else {"retry-after": str(max(1, ceil(wait)))}
    return Response(refusal(error), status_code=status_of(error), headers=headers)


def refuse_http(request: Request[Any, Any, Any], error: HTTPException) -> Response[Refusal]:
    """An error of the framework in the same shape."""
    fields: dict[str, Any] = {}
    if isinstance(error.extra, list):
        fields["problems"] = shortened(error.extra)
    code = {404: "not-found", 405: "wrong-method", 413: "too-large"}.get(error.status_code)
    if code is None:
        code = "unreadable-request" if error.status_code < 500 else "failed"
    if error.detail == GONE:
        return Response(Refusal("unreadable-request", GONE), status_code=400)
    if error.status_code >= 500:
        log.exception("a request failed", exc_info=error)
    headers = error.headers
    body = Refusal(code, shortened(str(error.detail)), fields)
    return Response(body, status_code=error.status_code, headers=headers)


def refuse_deep(request: Request[Any, Any, Any], error: RecursionError) -> Response[Refusal]:
    """Documents nested without end."""
    return Response(Refusal("unreadable-request", "nested too deeply"), status_code=400)


def refuse_text(request: Request[Any, Any, Any], error: UnicodeDecodeError) -> Response[Refusal]:
    """Bytes that are no text."""
    return Response(Refusal("unreadable-request", "this is not UTF-8"), status_code=400)


def refuse_any(request: Request[Any, Any, Any], error: Exception) -> Response[Refusal]:
    """Anything unforeseen: logged here, not told there."""
    log.error("a request failed", exc_info=error)
    return Response(Refusal("failed", "something failed; it was written down"), status_code=500)


def compile_games(names: Sequence[str]) -> None:
    """Compile every game's rules now, never as a pause in someone's first game."""
    for name in names:
        _ = find(name).drivers


@contextlib.asynccontextmanager
async def running(app: Litestar) -> AsyncGenerator[None]:
    """Everything that lives as long as the server."""
    config: Settings = app.state.config
    database = Database(config.database, config.lock_seconds)
    await asyncio.to_thread(compile_games, config.games)
    await asyncio.to_thread(migrate, database)
    keys = Signer(config.secret or await asyncio.to_thread(server_key, database), config.older)
    hub = Broadcaster(config.redis, config.queue)
    app.state.hub = hub
    app.state.pulse = HealthCheck(database)
    app.state.sessions = sessions = Sessions(database, keys, hub.hint)
    app.state.accounts = Accounts(database, keys, sessions)
    app.state.tables = tables = TableRegistry(database, hub, keys, config)
    hub.heard = partial(on_message, sessions, tables)
    app.state.deals = Deals(app.state.tables)
    deadlines = Deadlines(app.state.tables)
    app.state.bot_watch = BotWatch(database)
    await deadlines.begin()
    works = [
        partial(hub.run, partial(on_loss, sessions, tables)),
        app.state.tables.watch,
        Presence(app.state.tables).run,
        app.state.bot_watch.run,
        app.state.tables.tasks.clean,
        deadlines.beat_on,
        deadlines.run,
    ]
    if config.bots:
        name = worker_name(config.port)
        works.append(lambda: Worker(app.state.tables, name).run())
        works += [reviews_of(app.state.tables, name, depth).run for depth in DEPTHS]
    counts = None
    if address := metrics_address(config):
        page = partial(operate.metrics_page, app.state.tables)
        counts = await start_metrics_server(*address, page)
    tasks = [asyncio.create_task(keep(work)) for work in works]
    # What exists by now stays: the collector need not look at it again and again.
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)
    try:
        yield
    finally:
        if counts is not None:
            counts.close()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await hub.close()
        app.state.tables.close()
        await asyncio.to_thread(database.close)


def make_app(config: Settings) -> Litestar:
    """The server as an ASGI application."""
    offer_own(config.own_bots)
    limits, sites = Limits(config), Sites(config)
    return Litestar(
        route_handlers=[
            accounts.router,
            games.router,
            tables.router,
            commands.router,
            play.router,
            events.router,
            records.router,
            reviews.router,
            hints.router,
            puzzles.router,
            daily.router,
            pictures.router,
            operate.router,
            table_socket,
        ],
        dependencies={
            "tables": Provide(provide_tables, sync_to_thread=False),
            "pulse": Provide(provide_pulse, sync_to_thread=False),
            "accounts": Provide(provide_accounts, sync_to_thread=False),
            "sessions": Provide(provide_sessions, sync_to_thread=False),
            "session": Provide(provide_session),
            "deals": Provide(provide_deals, sync_to_thread=False),
            "limits": Provide(provide_limits, sync_to_thread=False),
            "sites": Provide(provide_sites, sync_to_thread=False),
            "config": Provide(provide_config, sync_to_thread=False),
            "person": Provide(require_identity),
            "visitor": Provide(identify),
        },
        exception_handlers={
            RondelError: refuse,
            HTTPException: refuse_http,
            RecursionError: refuse_deep,
            UnicodeDecodeError: refuse_text,
            Exception: refuse_any,
        },
        middleware=[SecurityMiddleware(limits, sites, partial(is_command_of_mover, limits))],
        lifespan=[running],
        request_max_body_size=600_000,
        openapi_config=OpenAPIConfig(
            title="Rondel",
            version=rondel.__version__,
            description="Tables for rondel games: play, watch, replay.",
            path="/api/docs",
            use_handler_docstrings=True,
            render_plugins=[Document(config.games)],
        ),
        state=State({"config": config, "limits": limits, "sites": sites}),
        type_encoders={msgspec.Raw: bytes},
        logging_config=None,
        debug=False,
    )
