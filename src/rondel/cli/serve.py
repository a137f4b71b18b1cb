"""Commands `rondel serve` and `rondel worker`: hosting for browsers and programs."""

import contextlib
import os
import sys
import threading
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from rondel.cli.errors import report_errors
from rondel.i18n import Translator

if TYPE_CHECKING:
    from rondel.server.settings import Settings

Database = Annotated[
    str | None, typer.Option(help="sqlite:///FILE or postgresql://USER:PASSWORD@HOST/NAME.")
]
Redis = Annotated[str | None, typer.Option(help="redis://HOST:PORT, for several processes.")]
Config = Annotated[Path | None, typer.Option(help="TOML file of settings.")]


def serve(
    host: Annotated[str | None, typer.Option(help="The address to listen on.")] = None,
    port: Annotated[int | None, typer.Option(help="The port to listen on.")] = None,
    database: Database = None,
    redis: Redis = None,
    offer: Annotated[str | None, typer.Option(help="Comma-separated games to offer.")] = None,
    bots: Annotated[bool | None, typer.Option(help="Compute bots' moves in this process.")] = None,
    log: Annotated[str | None, typer.Option(help="debug, info, warning or error.")] = None,
    browser: Annotated[
        bool, typer.Option("--open", help="Open a browser as soon as the server answers.")
    ] = False,
    friends: Annotated[
        bool | None,
        typer.Option("--friends/--alone", help="Accept players from the local network."),
    ] = None,
    config: Config = None,
    language: Annotated[str | None, typer.Option(help="en, fr or hu.")] = None,
) -> None:
    """Host tables. Environment variables set the same options: RONDEL_PORT=8080."""
    # Imported late: no other command needs the server, and it takes a second.
    with report_errors(language) as spoken:
        from rondel.server import serve as run_server
        from rondel.server.addresses import EVERYWHERE, here
        from rondel.server.settings import read_settings

        translator = Translator(spoken)
        if friends is None and host is None and "RONDEL_HOST" not in os.environ and browser:
            friends = may_come(translator)
        if friends is not None and host is None:
            host = EVERYWHERE[0] if friends else "127.0.0.1"
        if browser and log is None and "RONDEL_LOG" not in os.environ:
            # Local players read sentences instead of structured logs.
            log = "warning"
        settings = read_settings(
            config=config,
            host=host,
            port=port,
            database=database,
            redis=redis,
            offer=offer,
            bots=bots,
            log=log,
        )
        _ = settings.games
        others = reached_by_others(settings, translator)
        arguments = here(settings), others, browser, translator
        telling = threading.Thread(target=announce, args=arguments, daemon=True)
        run_server(settings, telling.start)


def may_come(translator: Translator) -> bool | None:
    """Return True if friends may join, as answered once in the terminal; None if never asked."""
    kept = Path(typer.get_app_dir("rondel")) / "friends"
    if kept.exists():
        return kept.read_text("utf-8").strip() == "yes"
    if not sys.stdin.isatty():
        return None
    try:
        answer = input(translator.text("cli-ask-friends") + " ").strip().casefold()
    except EOFError:
        return None
    friends = answer != "" and translator.text("cli-yes").startswith(answer)
    with contextlib.suppress(OSError):
        kept.parent.mkdir(parents=True, exist_ok=True)
        kept.write_text("yes" if friends else "no", "utf-8")
        print(translator.text("cli-friends-kept"))
    return friends


def reached_by_others(settings: "Settings", translator: Translator) -> str:
    """Return how other people reach the server; '' behind a proxy whose address is not set."""
    from rondel.server.addresses import for_friends

    if settings.address:
        return translator.text("cli-public", address=for_friends(settings))
    if settings.proxies or settings.secure or settings.hosts:
        return ""
    inviting = for_friends(settings)
    if inviting:
        return translator.text("cli-friends", address=inviting)
    return translator.text("cli-alone")


def announce(address: str, others: str, browser: bool, translator: Translator) -> None:
    """Print the server's address, and open a browser there if wanted."""
    # The compilation message may have left its line open.
    print("\n" + translator.text("cli-ready", address=address), file=sys.stderr, flush=True)
    if others:
        print(others, file=sys.stderr, flush=True)
    if browser:
        webbrowser.open(address)


def worker(
    database: Database = None,
    redis: Redis = None,
    threads: Annotated[int | None, typer.Option(help="Number of bots that think at once.")] = None,
    log: Annotated[str | None, typer.Option(help="debug, info, warning or error.")] = None,
    config: Config = None,
) -> None:
    """Compute the moves of bots for servers that share this database."""
    with report_errors(None):
        from rondel.server import work as run_worker
        from rondel.server.settings import read_settings

        settings = read_settings(
            config=config,
            required=["database"],
            database=database,
            redis=redis,
            bot_threads=threads,
            log=log,
        )
        run_worker(settings)
