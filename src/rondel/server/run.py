"""Running the server, or a worker that moves bots for servers elsewhere."""

import asyncio
import contextlib
import logging
import os
import signal
import socket
import sys
from collections.abc import Callable
from functools import partial
from typing import Any, cast

import uvicorn
from litestar import Litestar

from rondel.server import logs
from rondel.server.addresses import check_port, check_ports, metrics_address
from rondel.server.app import make_app
from rondel.server.checks import check_database, check_extras, check_keys
from rondel.server.http.flood_guard import FloodGuard
from rondel.server.http.gate import KEEP_ALIVE_TIMEOUT, ConnectionLimiter, Gate, ReportAnswers
from rondel.server.http.health import metrics_page
from rondel.server.http.metrics import Page, livez, readyz, start_metrics_server
from rondel.server.runtime.bot_runner import compile_bots, worker_name
from rondel.server.runtime.broadcast import Broadcaster
from rondel.server.runtime.keep import keep
from rondel.server.runtime.moves import move_handlers
from rondel.server.runtime.readiness import Readiness
from rondel.server.runtime.registry import TableRegistry
from rondel.server.runtime.reports import Reports
from rondel.server.runtime.review_runner import review_handlers
from rondel.server.runtime.task_worker import TaskWorker
from rondel.server.settings import Settings, unknown_variables
from rondel.server.signing import Signer
from rondel.server.storage.engine import Database
from rondel.server.storage.health import HealthCheck
from rondel.server.storage.migrate import migrate
from rondel.server.storage.rows import follow
from rondel.server.storage.server_lock import server_lock
from rondel.server.tables.bots import offer_own

log = logging.getLogger("rondel.server")
MAX_FILES = 65_536
"""Connections and files a server wants to be allowed at once."""


class Server(uvicorn.Server):
    """Says when it listens, and ends the streams first: they would never end by themselves."""

    def __init__(self, config: uvicorn.Config, app: Litestar, ready: Callable[[], None]):
        super().__init__(config)
        self.app = app
        self.ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to listen, and say so."""
        await super().startup(sockets)
        if self.started:
            self.ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Tell everyone, answer what was asked, and go."""
        self.app.state.hub.end()
        # A moment to say so before the connections are closed.
        await asyncio.sleep(0.2)
        await super().shutdown(sockets)


def prepare(config: Settings) -> None:
    """Check the database and set up the log. Raises MissingExtra and UnusableDatabase."""
    check_extras(config)
    state = check_database(config.database, config.lock_seconds)
    check_keys(config)
    logs.set_up(config.log)
    for name, known in unknown_variables():
        log.warning("%s is no setting%s", name, f"; did you mean {known}?" if known else "")
    log.info("the database is %s, version %s", state.place, state.version)


def allow_many_files() -> None:
    """Use what the system allows: every connection is a file."""
    if sys.platform == "win32":
        return
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MAX_FILES if hard == resource.RLIM_INFINITY else min(MAX_FILES, hard)
    if soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def serve(config: Settings, ready: Callable[[], None] = lambda: None) -> None:
    """Run a server until a signal stops it; requests in progress are answered first.

    `ready` is called once the server listens. Raises MissingExtra, PortTaken, RedisRequired and
    UnusableDatabase.
    """
    check_ports(config)
    prepare(config)
    with server_lock(config.database, not config.redis):
        host(config, ready)


def host(config: Settings, ready: Callable[[], None]) -> None:
    """Serve while this process holds the lock of its database."""
    allow_many_files()
    # The writer needs Python for moments only, and should not wait long for them.
    sys.setswitchinterval(0.001)
    app = make_app(config)
    hosting = uvicorn.Config(
        ReportAnswers(app),
        host=config.host,
        port=config.port,
        http=cast(Any, partial(Gate, ConnectionLimiter(config.connections, config.proxies))),
        ws=FloodGuard,
        ws_max_size=65536,
        ws_per_message_deflate=False,
        ws_ping_interval=30,
        ws_ping_timeout=60,
        timeout_keep_alive=KEEP_ALIVE_TIMEOUT,
        timeout_graceful_shutdown=5,
        access_log=False,
        log_config=None,
        proxy_headers=bool(config.proxies),
        forwarded_allow_ips=config.proxies or None,
        server_header=False,
    )
    server = Server(hosting, app, ready)
    with contextlib.suppress(KeyboardInterrupt):
        server.run()
    if not server.started:
        sys.exit(1)


def work(config: Settings) -> None:
    """Move bots until told to stop. Raises MissingExtra and UnusableDatabase."""
    if address := metrics_address(config):
        check_port(*address)
    prepare(config)
    with contextlib.suppress(asyncio.CancelledError):
        asyncio.run(_work(config))


async def _work(config: Settings) -> None:
    offer_own(config.own_bots)
    database = Database(config.database, config.lock_seconds)
    await asyncio.to_thread(migrate, database)
    hub = Broadcaster(config.redis, config.queue)
    tables = TableRegistry(database, hub, Signer(config.secret or "a worker signs nothing"), config)
    name = worker_name(os.getpid())
    reports = Reports(tables, name, "worker")
    runs = (lambda: hub.run(tables.catch_up), tables.tasks.look, follow, reports.run)
    hints = [asyncio.create_task(keep(run)) for run in runs]
    readiness = Readiness(database, HealthCheck(database), True, lambda: False)
    health = None
    if address := metrics_address(config):
        pages: dict[str, Page] = {
            "/metrics": partial(metrics_page, tables),
            "/livez": livez,
            "/readyz": partial(readyz, readiness),
        }
        health = await start_metrics_server(*address, pages)
    handlers = move_handlers(tables) | review_handlers(tables)
    worker = TaskWorker(database, tables.tasks, name, config.bot_lease, handlers)
    warming = asyncio.create_task(asyncio.to_thread(compile_bots, config))
    working = asyncio.create_task(keep(worker.run))
    log.info("the worker %s is ready; bots think in %d threads", name, config.bot_threads)
    loop = asyncio.get_running_loop()

    def stop(*_: object) -> None:
        loop.call_soon_threadsafe(working.cancel)

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, stop)
    try:
        await working
    finally:
        for hint in (warming, *hints):
            hint.cancel()
        await asyncio.gather(*hints, return_exceptions=True)
        if health is not None:
            health.close()
        await hub.close()
        database.close()
