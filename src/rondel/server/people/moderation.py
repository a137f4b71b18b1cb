"""Moderation: reports, and what moderators do about them. Every act is logged."""

from functools import partial
from typing import Any

import msgspec
from sqlalchemy import Connection, delete, func, insert, or_, select, update

from rondel.server.errors import NoSuchIdentity, NoSuchReport, RateLimited
from rondel.server.identities import Identity
from rondel.server.people.roles import RANKS, set_role
from rondel.server.people.sessions import Sessions, end_sessions
from rondel.server.protocol.events import RemarksRemovedData
from rondel.server.protocol.moderation import Act, Acted, NewReport, Person, Report
from rondel.server.runtime.registry import TableRegistry
from rondel.server.signing import new_name
from rondel.server.storage import schema
from rondel.server.storage.rows import now
from rondel.server.tables.evolve import Decision
from rondel.server.tables.reading import read_private
from rondel.server.tables.state import LiveTable

HOUR = 3600.0
MAX_REPORTS = 20
"""Reports that one person may make in an hour."""
PAGE = 100
g, r, a, e, c = schema.guests, schema.reports, schema.acts, schema.events, schema.codes


def insert_report(connection: Connection, reporter: str, live: LiveTable, report: NewReport) -> str:
    """Write a report about a table, a seat or a remark; return its id.

    Raises NoSuchReport and RateLimited.
    """
    subject = None
    if report.seat is not None:
        if report.seat >= len(live.seats):
            raise NoSuchReport
        subject = live.seats[report.seat].guest or live.seats[report.seat].left_by
    if report.event is not None:
        subject = _author(connection, live.row.id, report.event)
    mine = (r.c.reporter == reporter, r.c.made > now() - HOUR)
    if connection.execute(select(func.count()).where(*mine)).scalar_one() >= MAX_REPORTS:
        raise RateLimited(HOUR)
    row = {
        "id": new_name(14), "made": now(), "reporter": reporter, "subject": subject,
        "table_id": live.row.id, "event": report.event, "text": report.text,
    }  # fmt: skip
    connection.execute(insert(r).values(row))
    return str(row["id"])


def _author(connection: Connection, table: str, number: int) -> str | None:
    """Return who wrote a remark; nobody knows of old ones. Raises NoSuchReport."""
    where = (e.c.table_id == table, e.c.number == number, e.c.kind == "chat")
    found = connection.execute(select(e.c.private).where(*where)).one_or_none()
    if found is None:
        raise NoSuchReport
    return read_private(found[0]).identity


def read_reports(connection: Connection) -> list[Report]:
    """Return the open reports, the latest first, with the remarks that they are about."""
    query = (
        select(r, g.c.name, e.c.data)
        .outerjoin(g, g.c.id == r.c.subject)
        .outerjoin(e, (e.c.table_id == r.c.table_id) & (e.c.number == r.c.event))
        .where(r.c.closed.is_(None))
        .order_by(r.c.made.desc())
        .limit(PAGE)
    )
    return [
        Report(
            row.id, row.made, row.reporter, row.subject, row.name or "", row.table_id,
            row.event, msgspec.json.decode(row.data)["text"] if row.data else "", row.text,
        )
        for row in connection.execute(query)
    ]  # fmt: skip


def close_report(connection: Connection, moderator: str, report: str) -> None:
    """Close a report. Raises NoSuchReport."""
    open_ = (r.c.id == report, r.c.closed.is_(None))
    if connection.execute(update(r).where(*open_).values(closed=now())).rowcount != 1:
        raise NoSuchReport
    log_act(connection, moderator, "close-report", report, "")


def find_people(connection: Connection, text: str) -> list[Person]:
    """Return people whose name begins with a text, or who have this id."""
    start = func.lower(g.c.name).startswith(text.lower(), autoescape=True)
    wanted = (or_(start, g.c.id == text), g.c.deleted.is_(None), g.c.merged_into.is_(None))
    query = select(g).where(*wanted).order_by(g.c.made.desc()).limit(PAGE)
    return [
        Person(row.id, row.name, row.kind, row.role, row.made, row.muted_until, row.suspended_until)
        for row in connection.execute(query)
    ]


def act_on(connection: Connection, moderator: str, identity: str, act: Act) -> list[str]:
    """Carry out a moderator's act on a person; return the sessions that have ended.

    Moderators act on people of lower rank only; roles are given by administrators. Raises
    NoSuchIdentity.
    """
    ranks = select(g.c.id, g.c.role).where(g.c.id.in_((moderator, identity)))
    found = {row.id: RANKS.get(row.role, 0) for row in connection.execute(ranks)}
    own = found.get(moderator, 0)
    is_role = act.act in ("make-moderator", "end-role")
    if found.get(identity, own) >= own or (is_role and own < RANKS["admin"]):
        raise NoSuchIdentity
    until = now() + act.hours * HOUR
    ended: list[str] = []
    change = update(g).where(g.c.id == identity)
    match act.act:
        case "mute":
            connection.execute(change.values(muted_until=until))
        case "suspend":
            connection.execute(change.values(suspended_until=until))
            # Codes of before would sign in where the suspension is not looked at.
            connection.execute(delete(c).where(c.c.identity == identity, c.c.purpose == "transfer"))
            ended = end_sessions(connection, identity)
        case "restore":
            connection.execute(change.values(muted_until=None, suspended_until=None))
        case "rename":
            connection.execute(change.values(name=act.name))
        case "make-moderator":
            set_role(connection, identity, "moderator")
        case "end-role":
            set_role(connection, identity, "")
    log_act(connection, moderator, act.act, identity, act.reason)
    return ended


async def act(
    tables: TableRegistry, sessions: Sessions, moderator: Identity, identity: str, wanted: Act
) -> None:
    """Carry out a moderator's act on a person, in all processes. Raises NoSuchIdentity."""
    work = partial(act_on, moderator=moderator.id, identity=identity, act=wanted)
    for key in await tables.database.write(work):
        sessions.end(key)
    sessions.forget(identity)


async def remove_remark(
    tables: TableRegistry, moderator: Identity, table: str, number: int, reason: str
) -> None:
    """Remove the text of a remark, from the log too. Raises NoSuchReport and NoSuchTable."""
    await tables.database.read(partial(_author, table=table, number=number))

    def erase(connection: Connection) -> None:
        here = (e.c.table_id == table, e.c.number == number)
        data: dict[str, Any] = msgspec.json.decode(
            connection.execute(select(e.c.data).where(*here)).scalar_one()
        )
        text = msgspec.json.encode(data | {"text": ""}).decode()
        connection.execute(update(e).where(*here).values(data=text))
        log_act(connection, moderator.id, "remove-remark", f"{table}/{number}", reason)

    await tables.change(
        table,
        lambda live: Decision(live, now()).add(RemarksRemovedData([number])),
        lambda before, after: erase,
    )


def log_act(connection: Connection, moderator: str, act: str, subject: str, reason: str) -> None:
    """Write that a moderator has done something."""
    row = {
        "id": new_name(14), "at": now(), "moderator": moderator, "act": act, "subject": subject,
        "reason": reason,
    }  # fmt: skip
    connection.execute(insert(a).values(row))


def read_acts(connection: Connection) -> list[Acted]:
    """Return the latest acts of moderators."""
    query = select(a, g.c.name).outerjoin(g, g.c.id == a.c.moderator)
    rows = connection.execute(query.order_by(a.c.at.desc()).limit(PAGE))
    return [
        Acted(row.at, row.moderator, row.name or "", row.act, row.subject, row.reason)
        for row in rows
    ]
