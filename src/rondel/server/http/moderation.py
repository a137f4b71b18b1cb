"""Endpoints to report people, and for moderators."""

from functools import partial
from typing import Annotated

import msgspec
from litestar import Router, get, post
from litestar.params import Parameter

from rondel.server.http.admin import require_moderator
from rondel.server.http.dependencies import TableId
from rondel.server.identities import Identity
from rondel.server.names import readable
from rondel.server.people.moderation import (
    act,
    close_report,
    find_people,
    insert_report,
    read_acts,
    read_reports,
    remove_remark,
)
from rondel.server.people.sessions import Sessions
from rondel.server.protocol.moderation import Act, Acted, NewReport, Person, Reason, Report
from rondel.server.runtime.registry import TableRegistry

Id = Annotated[str, Parameter(max_length=20)]


@post("/api/reports", operation_id="report", status_code=204)
async def report(data: NewReport, person: Identity, tables: TableRegistry) -> None:
    """Report a table, a player or a remark to the moderators."""
    live = await tables.open(data.table, person.id)
    work = partial(insert_report, reporter=person.id, live=live, report=data)
    await tables.database.write(work)


@get("/reports", operation_id="reports")
async def reports(tables: TableRegistry) -> list[Report]:
    """Return the open reports, the latest first."""
    return await tables.database.read(read_reports)


@post("/reports/{report_id:str}/close", operation_id="close_report", status_code=204)
async def close(report_id: Id, person: Identity, tables: TableRegistry) -> None:
    """Close a report."""
    work = partial(close_report, moderator=person.id, report=report_id)
    await tables.database.write(work)


@get("/people", operation_id="find_people")
async def people(
    tables: TableRegistry, name: Annotated[str, Parameter(min_length=1, max_length=40)]
) -> list[Person]:
    """Return people by the beginning of their name, or by id."""
    return await tables.database.read(partial(find_people, text=name))


@post("/people/{identity:str}", operation_id="act_on_person", status_code=204)
async def act_on_person(
    identity: Id, data: Act, person: Identity, sessions: Sessions, tables: TableRegistry
) -> None:
    """Mute, suspend, restore or rename somebody; administrators also give roles."""
    wanted = msgspec.structs.replace(data, name=readable(data.name))
    await act(tables, sessions, person, identity, wanted)


@post(
    "/tables/{table_id:str}/remarks/{number:int}/remove",
    operation_id="remove_remark",
    status_code=204,
)
async def remove(
    table_id: TableId,
    number: Annotated[int, Parameter(ge=1, le=2**31 - 1)],
    data: Reason,
    person: Identity,
    tables: TableRegistry,
) -> None:
    """Remove the text of a remark for everybody."""
    await remove_remark(tables, person, table_id, number, data.reason)


@get("/acts", operation_id="acts")
async def acts(tables: TableRegistry) -> list[Acted]:
    """Return the latest acts of moderators."""
    return await tables.database.read(read_acts)


moderation = Router(
    "/api/moderation",
    route_handlers=[reports, close, people, act_on_person, remove, acts],
    guards=[require_moderator],
    tags=["moderation"],
)
router = Router("/", route_handlers=[report, moderation], tags=["moderation"])
