"""Command `rondel check`: try the settings of a server without starting it."""

from collections.abc import Callable
from typing import Annotated

import typer

from rondel.cli.errors import REFUSED, report_errors, sentence
from rondel.cli.serve import Config, Database, Redis
from rondel.core import RondelError
from rondel.i18n import Translator


class Report:
    """Prints one line for each check, and remembers whether one has failed."""

    def __init__(self, translator: Translator):
        self.translator = translator
        self.has_failed = False

    def print(self, key: str, /, **facts: object) -> None:
        """Print a message."""
        print(self.translator.text(key, **facts))

    def attempt(self, check: Callable[[], None]) -> None:
        """Run a check that prints what it finds; print its error if it fails."""
        try:
            check()
        except RondelError as error:
            self.has_failed = True
            print(f"✗ {sentence(self.translator, error)} [{error.code}]")


def check(
    config: Config = None,
    database: Database = None,
    redis: Redis = None,
    ports: Annotated[bool, typer.Option(help="Also check that the ports are free.")] = True,
    language: Annotated[str | None, typer.Option(help="en, fr or hu.")] = None,
) -> None:
    """Try settings, database, Redis, games and ports of a server, and report what was found."""
    with report_errors(language) as spoken:
        from rondel.server import checks
        from rondel.server.addresses import check_ports
        from rondel.server.settings import read_settings, unknown_variables
        from rondel.server.tables.bots import offer_own

        report = Report(Translator(spoken))
        settings = read_settings(config=config, database=database, redis=redis)

        def check_database() -> None:
            state = checks.check_database(settings.database)
            report.print("cli-check-database", place=state.place, version=state.version)
            if state.revision != state.newest:
                report.print(
                    "cli-check-migration", revision=state.revision or "–", newest=state.newest
                )

        def check_redis() -> None:
            checks.check_redis(settings.redis)
            report.print("cli-check-redis")

        def check_games() -> None:
            offer_own(settings.own_bots)
            report.print("cli-check-games", games=", ".join(settings.games))

        def check_listening() -> None:
            check_ports(settings)
            report.print("cli-check-port", host=settings.host, port=str(settings.port))

        for name, known in unknown_variables():
            report.print("cli-check-unknown", name=name, known=known or "–")
        if settings.address.startswith("https:") and not settings.secure:
            report.print("cli-check-secure")
        report.attempt(lambda: checks.check_extras(settings))
        if not report.has_failed:
            report.attempt(check_database)
            report.attempt(lambda: checks.check_keys(settings))
            if settings.redis:
                report.attempt(check_redis)
        report.attempt(check_games)
        if ports:
            report.attempt(check_listening)
        if report.has_failed:
            raise typer.Exit(REFUSED)
        report.print("cli-check-passed")
