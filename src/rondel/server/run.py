"""Running the server, or a worker that moves bots for servers elsewhere."""

import asyncio
import contextlib
import os
import signal
import socket

import uvicorn

from rondel.server import logs
from rondel.server.app import make_app
from rondel.server.hub import Hub
from rondel.server.keep import keep
from rondel.server.keys import Keys
from rondel.server.migrate import migrate
from rondel.server.settings import Settings
from rondel.server.store import Store
from rondel.server.tables import Tables
from rondel.server.worker import Worker


def serve(config: Settings) -> None:
    """Serve until told to stop; whoever is being answered is answered first."""
    logs.set_up(config.log)
    uvicorn.run(
        make_app(config),
        host=config.host,
        port=config.port,
        ws="websockets-sansio",
        ws_max_size=65536,
        ws_per_message_deflate=False,
        ws_ping_interval=30,
        ws_ping_timeout=60,
        timeout_graceful_shutdown=5,
        access_log=False,
        log_config=None,
        proxy_headers=bool(config.proxies),
        forwarded_allow_ips=config.proxies or None,
        server_header=False,
    )


def work(config: Settings) -> None:
    """Move bots until told to stop."""
    logs.set_up(config.log)
    with contextlib.suppress(asyncio.CancelledError):
        asyncio.run(_work(config))


async def _work(config: Settings) -> None:
    store = Store(config.database)
    await asyncio.to_thread(migrate, store)
    hub = Hub(config.redis, config.queue)
    tables = Tables(store, hub, Keys(config.secret or "a worker signs nothing"), config)
    hints = asyncio.create_task(keep(hub.run))
    name = f"{socket.gethostname()}:{os.getpid()}"
    working = asyncio.create_task(keep(lambda: Worker(tables, name).run()))
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, working.cancel)
    try:
        await working
    finally:
        hints.cancel()
        await hub.close()
        store.close()
