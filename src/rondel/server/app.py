"""Server put together."""

import asyncio
import contextlib
import gc
import logging
from collections.abc import AsyncGenerator, Sequence
from functools import partial

import msgspec
from litestar import Litestar
from litestar.datastructures import State
from litestar.openapi import OpenAPIConfig

import rondel
from rondel.games import find
from rondel.server.addresses import for_friends, metrics_address
from rondel.server.bus.redis_bus import ALL
from rondel.server.http import (
    accounts,
    admin,
    commands,
    daily,
    events,
    games,
    hints,
    moderation,
    notices,
    passkeys,
    pictures,
    play,
    profiles,
    puzzles,
    ratings,
    records,
    reviews,
    sign_in,
    tables,
)
from rondel.server.http import health as operate
from rondel.server.http.commands import is_command_of_mover
from rondel.server.http.dependencies import DEPENDENCIES
from rondel.server.http.errors import EXCEPTION_HANDLERS
from rondel.server.http.metrics import Page, livez, readyz, start_metrics_server
from rondel.server.http.openapi import Document
from rondel.server.http.rate_limits import Limits
from rondel.server.http.security import SecurityMiddleware
from rondel.server.http.sites import Sites
from rondel.server.http.websocket import table_socket
from rondel.server.people.accounts import Accounts
from rondel.server.people.channels import Channels
from rondel.server.people.codes import Codes
from rondel.server.people.handlers import people_handlers
from rondel.server.people.mail import Mailer
from rondel.server.people.passkeys import Passkeys
from rondel.server.people.senders import Senders, read_vapid
from rondel.server.people.sessions import Sessions
from rondel.server.runtime.bot_runner import BotRunner, worker_name
from rondel.server.runtime.broadcast import Broadcaster
from rondel.server.runtime.daily import Deals
from rondel.server.runtime.deadlines import Deadlines
from rondel.server.runtime.keep import keep
from rondel.server.runtime.moves import RemoteBotRunner
from rondel.server.runtime.notice_runner import NoticeSender
from rondel.server.runtime.presence import Presence
from rondel.server.runtime.pruning import PRUNE, keep_retention, prune_handler
from rondel.server.runtime.rating_runner import rating_handlers
from rondel.server.runtime.readiness import Readiness
from rondel.server.runtime.registry import TableRegistry
from rondel.server.runtime.reports import Reports
from rondel.server.runtime.review_runner import review_handlers
from rondel.server.runtime.task_worker import TaskWorker
from rondel.server.settings import Settings
from rondel.server.signing import Signer
from rondel.server.storage.engine import Database
from rondel.server.storage.health import HealthCheck
from rondel.server.storage.migrate import migrate, server_key, write_keys
from rondel.server.tables.bots import offer_own

log = logging.getLogger("rondel.server")


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
    secret = config.secret or await asyncio.to_thread(server_key, database)
    await asyncio.to_thread(write_keys, database, (secret, *config.older))
    keys = Signer(secret, config.older)
    hub = Broadcaster(config.redis, config.queue)
    app.state.hub = hub
    app.state.pulse = HealthCheck(database)
    app.state.sessions = sessions = Sessions(database, keys, hub.hint)
    app.state.accounts = Accounts(database, keys, sessions)
    app.state.codes = codes = Codes(database)
    app.state.passkeys = Passkeys(database, codes)
    app.state.tables = tables = TableRegistry(database, hub, keys, config)
    vapid = await asyncio.to_thread(database.write_now, read_vapid)
    senders = Senders(
        vapid,
        Mailer(config.smtp, config.mail_from),
        keys,
        for_friends(config) or f"http://{config.host}:{config.port}",
        allows_private=config.private_webhooks,
    )
    app.state.channels = Channels(database, senders)
    hub.heard = partial(on_message, sessions, tables)
    app.state.deals = Deals(app.state.tables)
    deadlines = Deadlines(app.state.tables)
    await deadlines.begin()
    watch = deadlines.bot_watch
    app.state.readiness = Readiness(
        database, app.state.pulse, config.bots, lambda: watch.is_missing
    )
    works = [
        partial(hub.run, partial(on_loss, sessions, tables)),
        app.state.tables.watch,
        Presence(app.state.tables).run,
        app.state.tables.tasks.clean,
        deadlines.beat_on,
        deadlines.run,
    ]
    name = worker_name(config.port)
    works.append(Reports(tables, name, "server").run)
    runner = BotRunner(tables) if config.bots else RemoteBotRunner(tables)
    works.append(runner.run)
    handlers = (
        runner.handlers()
        | people_handlers(tables)
        | rating_handlers()
        | {PRUNE: prune_handler(database)}
    )
    works.append(partial(keep_retention, database, tables.tasks))
    handlers |= NoticeSender(tables, senders).handlers
    if config.bots:
        handlers |= review_handlers(tables)
    works.append(TaskWorker(database, tables.tasks, name, config.bot_lease, handlers).run)
    counts = None
    if address := metrics_address(config):
        pages: dict[str, Page] = {
            "/metrics": partial(operate.metrics_page, app.state.tables),
            "/livez": livez,
            "/readyz": partial(readyz, app.state.readiness),
        }
        counts = await start_metrics_server(*address, pages)
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
        runner.close()
        app.state.tables.close()
        await asyncio.to_thread(database.close)


def make_app(config: Settings) -> Litestar:
    """Return the server as an ASGI application."""
    offer_own(config.own_bots)
    limits, sites = Limits(config), Sites(config)
    return Litestar(
        route_handlers=[
            accounts.router,
            sign_in.router,
            passkeys.router,
            moderation.router,
            admin.router,
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
            ratings.router,
            profiles.router,
            notices.router,
            pictures.router,
            operate.router,
            table_socket,
        ],
        dependencies=DEPENDENCIES,
        exception_handlers=EXCEPTION_HANDLERS,
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
