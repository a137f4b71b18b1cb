"""Carrying out commands: limits, facts from outside the table, the decision, the journal."""

from functools import partial

from msgspec import Struct

from rondel.core import StaleStep
from rondel.server.errors import RateLimited
from rondel.server.http.rate_limits import Limits
from rondel.server.identities import Identity
from rondel.server.protocol import commands as c
from rondel.server.runtime.actor import TableActor
from rondel.server.runtime.making import rematch, strong_checks
from rondel.server.runtime.registry import TableRegistry
from rondel.server.storage.people import check_muted
from rondel.server.storage.rows import now
from rondel.server.tables import permissions, seats
from rondel.server.tables.decide import Context, decide, is_repetition, subject_of
from rondel.server.tables.evolve import Decision, Event
from rondel.server.tables.links import is_watch_token
from rondel.server.tables.state import LiveTable
from rondel.server.tables.view import state_of


class Author(Struct, frozen=True):
    """Identity and the IP group that its commands count for."""

    identity: Identity
    ip_group: str


async def execute(
    tables: TableRegistry, limits: Limits, actor: TableActor, command: c.Command, author: Author
) -> tuple[LiveTable, Event | None]:
    """Carry out a command; return the table and the latest event that it made, if any.

    Raises a refusal; one that comes too late brings the present state.
    """
    who, context = author.identity, Context(tables.keys)

    def plan(live: LiveTable) -> Decision:
        return decide(live, command, who, context, now())

    if isinstance(command, c.PlaySteps | c.Undo | c.Chat):
        if isinstance(command, c.Chat):
            await tables.database.read(partial(check_muted, identity=who.id))
            limits.chat(who.id)
        elif isinstance(command, c.Undo):
            limits.change(who.id)
        same = partial(is_repetition, command=command, who=who)
        try:
            return await actor.once(plan, command.key, same)
        except StaleStep as error:
            error.fields["state"] = state_of(actor.state, who.id, tables.hub)
            raise
    live = await tables.open(actor.state.row.id, who.id, everyone=isinstance(command, c.Join))
    if isinstance(command, c.Rematch):
        return await ask_rematch(tables, limits, live, command, author)
    limits.change(who.id)
    if isinstance(command, c.Join) and command.token is not None:
        if is_watch_token(live, command.token, tables.keys):
            await tables.admit(live, who.id, live.row.watch_link)
            return live, None
    if isinstance(command, c.Substitute) and command.bot is not None and live.row.sandbox:
        await check_fair_play(tables, live, author.ip_group)
    subject = subject_of(live, command, who, tables.keys)
    if subject is not None:
        context.seen = await tables.seen(live, subject)
    decision = await actor.ask(plan, strong_checks(tables))
    return decision.table, decision.events[-1] if decision.events else None


async def ask_rematch(
    tables: TableRegistry, limits: Limits, live: LiveTable, command: c.Rematch, author: Author
) -> tuple[LiveTable, None]:
    """Make the table of a rematch, unless there is one, and agree to it."""
    who = author.identity
    permissions.check_rematch(live, who.id)
    limits.hourly("tables", author.ip_group, who)
    new = await rematch(tables, live)
    if new.row.status == "open" and new.seats_of(who.id) and not command.wait:
        await tables.change(new.row.id, lambda new: seats.readied(new, who.id, None, "", now()))
    return await tables.open(live.row.id, who.id), None


async def check_fair_play(tables: TableRegistry, live: LiveTable, ip_group: str) -> None:
    """Raise MatchRunning or DailyChallenge if help at a table would help someone cheat."""
    history = live.positions()
    await tables.backroom.do(ip_group, tables.matches.check, history)


def may_step(limits: Limits, live: LiveTable | None, who: Identity | None) -> bool:
    """Return whether the player to move may send a command although other limits are used up.

    It is allowed up to a sane rate: no clock runs while a step is refused for what others of the
    address, or other requests, have used up.
    """
    if live is None or live.to_move is None or who is None:
        return False
    if live.seats[live.to_move].guest != who.id:
        return False
    try:
        limits.step(who.id)
    except RateLimited:
        return False
    return True
