"""Commands `rondel admin`: look after a server while it runs."""

from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from rondel.cli.backup import Language, open_database
from rondel.cli.errors import report_errors
from rondel.cli.serve import Config, Database
from rondel.core import RondelError
from rondel.i18n import Translator

if TYPE_CHECKING:
    from rondel.server.storage.engine import Database as Kept

app = typer.Typer(help="Look after a server while it runs.", no_args_is_help=True)
MB = 1_000_000
MAX_PROBLEMS = 5
"""Warnings and errors that `rondel admin status` prints of a process."""


class OutdatedDatabase(RondelError):
    """Error for a database that no server of this version has used."""

    code = "outdated-database"

    def __init__(self) -> None:
        super().__init__("no server of this version has used this database")


class NobodyThere(RondelError):
    """Error for an identity that does not exist."""

    code = "nobody-there"

    def __init__(self, identity: str):
        super().__init__(f"nobody has the id {identity}", identity=identity)


@contextmanager
def current_database(url: str | None, config: Path | None) -> Generator["Kept"]:
    """Open a database that a server of this version uses. Raises OutdatedDatabase."""
    from rondel.server.checks import check_database
    from rondel.server.settings import read_settings

    with open_database(url, config, is_there=True) as kept:
        state = check_database(read_settings(config=config, database=url).database)
        if state.revision != state.newest:
            raise OutdatedDatabase
        yield kept


@app.command()
def link(database: Database = None, config: Config = None, language: Language = None) -> None:
    """Print a link that makes its user an administrator. It works once, for 15 minutes."""
    with report_errors(language) as spoken:
        from rondel.server.addresses import for_friends, here
        from rondel.server.people.roles import LINK_TTL, make_link
        from rondel.server.settings import read_settings

        settings = read_settings(config=config, database=database)
        with current_database(database, config) as kept:
            token = kept.write_now(make_link)
        address = for_friends(settings) or here(settings)
        minutes = round(LINK_TTL / 60)
        print(Translator(spoken).text("cli-admin-link", minutes=minutes))
        print(f"{address}admin#{token}")


@app.command()
def roles(database: Database = None, config: Config = None, language: Language = None) -> None:
    """List administrators and moderators: role, id, name."""
    with report_errors(language):
        from rondel.server.people.roles import with_roles

        with current_database(database, config) as kept:
            for identity, name, role in kept.read_now(with_roles):
                print(f"{role}\t{identity}\t{name}")


@app.command()
def revoke(
    identity: Annotated[str, typer.Argument(help="Id, as `rondel admin roles` lists it.")],
    database: Database = None,
    config: Config = None,
    language: Language = None,
) -> None:
    """Take the role from an administrator or a moderator, at once in all processes."""
    with report_errors(language):
        from functools import partial

        from rondel.server.people.roles import set_role

        with current_database(database, config) as kept:
            if not kept.write_now(partial(set_role, identity=identity, role="")):
                raise NobodyThere(identity)


Quota = Annotated[int | None, typer.Option(min=0, max=1_000_000_000)]


@app.command()
def quotas(
    tables_per_person: Quota = None,
    tables_per_address: Quota = None,
    storage_mb: Quota = None,
    keep_days: Quota = None,
    keep_finished_days: Quota = None,
    database: Database = None,
    config: Config = None,
    language: Language = None,
) -> None:
    """Print the quotas and the retention; options change them at once in all processes.

    0 removes a quota. Tables are unfinished ones. From the size STORAGE_MB on no table is created.
    Abandoned tables and unused guests are deleted after KEEP_DAYS, finished matches after
    KEEP_FINISHED_DAYS.
    """
    with report_errors(language):
        from functools import partial

        from msgspec.structs import asdict, replace

        from rondel.server.storage.quotas import read_quotas, write_quotas

        given = {
            "tables_per_person": tables_per_person,
            "tables_per_address": tables_per_address,
            "storage_mb": storage_mb,
            "keep_days": keep_days,
            "keep_finished_days": keep_finished_days,
        }
        changed = {name: value for name, value in given.items() if value is not None}
        with current_database(database, config) as kept:
            found = replace(kept.read_now(read_quotas), **changed)
            if changed:
                kept.write_now(partial(write_quotas, quotas=found))
        for name, value in asdict(found).items():
            print(f"{name} = {value}")


@app.command()
def status(
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
    database: Database = None,
    config: Config = None,
    language: Language = None,
) -> None:
    """Print versions, database, tables and queue of a server."""
    with report_errors(language) as spoken:
        from functools import partial

        import msgspec

        from rondel.server.runtime.status import read_status

        with current_database(database, config) as kept:
            found = kept.read_now(partial(read_status, database=kept))
        if as_json:
            print(msgspec.json.format(msgspec.json.encode(found), indent=1).decode())
            return
        say = Translator(spoken).text
        base = found.database
        print(say("cli-admin-version", version=found.version, commit=found.commit or "–"))
        print(
            say(
                "cli-admin-database",
                kind=base.kind, version=base.version, revision=base.revision,
                size=round(base.bytes / MB, 1),
                free="–" if base.disk_free is None else f"{base.disk_free / MB:.0f} MB",
            )
        )  # fmt: skip
        tables = {"open": 0, "playing": 0, "over": 0, "aborted": 0} | found.tables
        print(say("cli-admin-tables", people=found.people, **tables))
        queue = found.queue
        print(say("cli-admin-bots", waiting=queue.bots_waiting, claimed=queue.bots_claimed))
        for task in queue.tasks:
            print(f"  {task.kind}\t{task.status}\t{task.count}")
        for process in found.processes:
            facts = (process.kind, process.name, f"{process.memory / MB:.0f} MB")
            more = (f"{process.processor:.0%}", f"{process.requests:.1f}/s")
            seen = f"{max(0, found.at - process.seen):.0f} s"
            print("  " + "\t".join((*facts, *more, seen, process.version, process.commit)))
            for problem in process.problems[:MAX_PROBLEMS]:
                print(f"    {problem.level}\t{problem.message}")
        for dead in queue.dead:
            print(say("cli-admin-dead", kind=dead.kind, key=dead.key, error=dead.error))
