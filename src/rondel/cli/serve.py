"""rondel serve and rondel worker: hosting tables for browsers and programs."""

import sys
import threading
import time
import urllib.request
import webbrowser
from typing import Annotated

import typer

from rondel.cli.refusals import refusing
from rondel.words import Words

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
    browser: Annotated[
        bool, typer.Option("--open", help="Open a browser as soon as the server answers.")
    ] = False,
    language: Annotated[str | None, typer.Option(help="en, fr or hu.")] = None,
) -> None:
    """Host tables. Everything can also be set by environment: RONDEL_PORT=8080."""
    # Imported here: nothing else on the command line needs the server, and it takes a second.
    from rondel.server import serve as run_server
    from rondel.server.settings import read_settings

    with refusing(language) as spoken:
        settings = read_settings(
            host=host, port=port, database=database, redis=redis, offer=offer, bots=bots, log=log
        )
        assert settings.games
        words = Words(spoken)
        address = f"http://{settings.host}:{settings.port}/"
        telling = threading.Thread(target=announce, args=(address, browser, words), daemon=True)
        telling.start()
        run_server(settings)


def announce(address: str, browser: bool, words: Words) -> None:
    """Say where the server is once it answers, and open a browser there if wanted."""
    while True:
        try:
            urllib.request.urlopen(f"{address}healthz", timeout=5).read()
            break
        except OSError:
            time.sleep(0.2)
    print(words.say("cli-ready", address=address), file=sys.stderr, flush=True)
    if browser:
        webbrowser.open(address)


def worker(
    database: Database = None,
    redis: Redis = None,
    threads: Annotated[int | None, typer.Option(help="How many bots think at once.")] = None,
    log: Annotated[str | None, typer.Option(help="debug, info, warning or error.")] = None,
) -> None:
    """Move the bots of servers that share this database."""
    from rondel.server import work as run_worker
    from rondel.server.settings import read_settings

    run_worker(read_settings(database=database, redis=redis, bot_threads=threads, log=log))
