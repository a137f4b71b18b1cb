"""rondel serve and rondel worker: hosting tables for browsers and programs."""

from typing import Annotated

import typer

from rondel.server import serve as run_server
from rondel.server import work as run_worker
from rondel.server.settings import read_settings

Database = Annotated[
    str | None, typer.Option(help="sqlite:///FILE or postgresql://USER:PASSWORD@HOST/NAME.")
]
Redis = Annotated[str | None, typer.Option(help="redis://HOST:PORT, for several processes.")]


def serve(
    host: Annotated[str | None, typer.Option(help="The address to listen on.")] = None,
    port: Annotated[int | None, typer.Option(help="The port to listen on.")] = None,
    database: Database = None,
    redis: Redis = None,
    offer: Annotated[str | None, typer.Option(help="Games to offer, with commas.")] = None,
    bots: Annotated[bool | None, typer.Option(help="Whether to move bots here.")] = None,
    log: Annotated[str | None, typer.Option(help="debug, info, warning or error.")] = None,
) -> None:
    """Host tables. Everything can also be set by environment: RONDEL_PORT=8080."""
    run_server(
        read_settings(
            host=host, port=port, database=database, redis=redis, offer=offer, bots=bots, log=log
        )
    )


def worker(
    database: Database = None,
    redis: Redis = None,
    threads: Annotated[int | None, typer.Option(help="How many bots think at once.")] = None,
    log: Annotated[str | None, typer.Option(help="debug, info, warning or error.")] = None,
) -> None:
    """Move the bots of servers that share this database."""
    run_worker(read_settings(database=database, redis=redis, bot_threads=threads, log=log))
