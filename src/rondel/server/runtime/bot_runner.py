"""Moving the bots: jobs are claimed by one worker, thought about in threads, played like anyone."""

import asyncio
import contextlib
import logging
import socket
import threading
import time
from collections import Counter
from functools import partial
from typing import NamedTuple

from sqlalchemy import Connection, delete, func, select, update

from rondel.bots import Bot
from rondel.bots.kernels import kernels
from rondel.core import Position, RondelError, StaleStep
from rondel.games import find
from rondel.server import metrics
from rondel.server.errors import DailyChallenge, MatchRunning, Unavailable
from rondel.server.http.rate_limits import GROUP_FACTOR
from rondel.server.runtime.broadcast import THOUGHT
from rondel.server.runtime.budget import Budget
from rondel.server.runtime.keep import keep
from rondel.server.runtime.registry import TableRegistry
from rondel.server.runtime.thread_pool import FairThreadPool
from rondel.server.settings import Settings
from rondel.server.storage import schema
from rondel.server.storage.rows import house_of, now
from rondel.server.storage.tasks import BOT
from rondel.server.tables.bots import ANYTHING, bot_seed, is_strong, player
from rondel.server.tables.evolve import Decision
from rondel.server.tables.play import stepped
from rondel.server.tables.state import LiveTable

log = logging.getLogger("rondel.worker")
MAX_TABLES = 256
"""Maximum number of tables that one worker moves at once."""
MAX_OF_A_HOUSE = 64
"""Maximum number of these for people of one address group."""
RESTING = 5.0
"""Seconds after which a bot that may not think yet is looked at again."""
HOUR = 3600.0
MAX_LETTERS = 50
WARM = threading.Event()
"""Set once the bots of this process are compiled."""
j, t, g = schema.jobs, schema.tables, schema.guests


def worker_name(number: int) -> str:
    """Return the name of a worker: the end of its machine's name, and a number.

    The end is kept because machines made by the dozen differ there.
    """
    return f"{socket.gethostname()[-MAX_LETTERS:]}:{number}"


class Owner(NamedTuple):
    """For whom a table's bots think: who made it, and the house they came from."""

    person: str
    house: str


class Worker:
    """Claims tables where a bot is asked and plays until a person is."""

    def __init__(self, tables: TableRegistry, name: str):
        self.tables = tables
        self.name = name
        settings = tables.settings
        self._strong = FairThreadPool(settings.bot_threads, most=0, most_each=0)
        self._quick = FairThreadPool(1, most=0, most_each=0)
        """Bots that answer in milliseconds wait for none that thinks."""
        self._budgets = (
            Budget(settings.thinking_per_hour, HOUR),
            Budget(settings.thinking_per_hour * GROUP_FACTOR, HOUR),
        )
        self._seconds = settings.bot_seconds
        self._lease = settings.bot_lease
        self._playing: dict[str, asyncio.Task[None]] = {}
        self._owners: dict[str, Owner] = {}
        tables.thought = self._thought_elsewhere

    async def run(self) -> None:
        """Work for ever."""
        await self.tables.database.write(self._take_back)
        renewing = asyncio.create_task(keep(self._renew))
        warming = asyncio.get_running_loop().run_in_executor(None, self.warm)
        try:
            while True:
                await self._claim_more()
                await self.tables.tasks.wait(BOT)
        finally:
            renewing.cancel()
            warming.cancel()
            await self._stop()

    def warm(self) -> None:
        """Compile what the stronger bots need while nobody waits for it."""
        compile_bots(self.tables.settings)

    def _take_back(self, connection: Connection) -> None:
        """Release the claims of an earlier process with this worker's name."""
        connection.execute(update(j).where(j.c.worker == self.name).values(until=0.0))

    async def _claim_more(self) -> None:
        room = MAX_TABLES - len(self._playing)
        if room <= 0:
            return
        counts = Counter(owner.house for owner in self._owners.values())
        full = [house for house, count in counts.items() if count >= MAX_OF_A_HOUSE]
        claim = partial(self._claim, most=room, full=full)
        for table, owner in await self.tables.database.write(claim):
            self._owners[table] = owner
            self._playing[table] = asyncio.create_task(self._play(table, owner))

    def _claim(self, connection: Connection, most: int, full: list[str]) -> list[tuple[str, Owner]]:
        if patience := self.tables.settings.forgotten_after:
            forgotten = (j.c.until < now(), j.c.wanted < now() - patience)
            connection.execute(delete(j).where(*forgotten))
        found = _waiting(connection, most, full)
        if found:
            claim = update(j).where(j.c.table_id.in_([table for table, _ in found]))
            connection.execute(claim.values(worker=self.name, until=now() + self._lease))
        return found

    async def _renew(self) -> None:
        while True:
            await asyncio.sleep(self._lease / 3)
            held = list(self._playing)
            if not held:
                continue
            forgotten = await self.tables.database.read(self._forgotten)
            extend = partial(self._extend, held=held, forgotten=forgotten)
            await self.tables.database.write(extend)
            for table in forgotten:
                if table in self._playing:
                    self._playing[table].cancel()

    def _forgotten(self, connection: Connection) -> list[str]:
        """Tables where a bot is asked and nobody has looked for long."""
        patience = self.tables.settings.forgotten_after
        query = select(j.c.table_id).where(j.c.wanted < now() - patience).limit(MAX_TABLES)
        return list(connection.execute(query).scalars()) if patience else []

    def _extend(self, connection: Connection, held: list[str], forgotten: list[str]) -> None:
        """Keep what is held, and let go what everybody has forgotten."""
        if forgotten:
            connection.execute(delete(j).where(j.c.table_id.in_(forgotten)))
        mine = (j.c.worker == self.name, j.c.table_id.in_(held))
        connection.execute(update(j).where(*mine).values(until=now() + self._lease))

    async def _play(self, table: str, owner: Owner) -> None:
        seated: dict[tuple[int, str], Bot] = {}
        try:
            live = await self.tables.open(table, everyone=True)
            is_idle = not live.bot_to_move
            while live.bot_to_move and not live.is_full:
                if live.row.sandbox and await self._would_help(live, owner):
                    await self._release(table, now() + RESTING)
                    return
                live = await self._step(live, seated, owner)
            if live.bot_to_move or is_idle:
                await self._drop(table)
        except Exception as error:
            if not isinstance(error, Unavailable):
                log.exception("a bot failed", extra={"table": table})
            with contextlib.suppress(RondelError):
                await self._release(table, now() + self._lease / 3)
        finally:
            for bot in seated.values():
                bot.close()
            if self._playing.get(table) is asyncio.current_task():
                del self._playing[table], self._owners[table]
            self.tables.tasks.wake(BOT)

    async def _would_help(self, live: LiveTable, owner: Owner) -> bool:
        """Return whether a bot's move in a sandbox would show someone what to do in a match."""
        check = partial(self.tables.matches.check, live.positions())
        try:
            await (await self._quick.begin(owner.person, owner.house, check))
        except (MatchRunning, DailyChallenge):
            return True
        return False

    async def _step(
        self, live: LiveTable, seated: dict[tuple[int, str], Bot], owner: Owner
    ) -> LiveTable:
        """One step of the bot that is asked; if the table has moved on meanwhile, none.

        The answer is the table as it is then: what was held before may be out of memory by now.
        """
        seat, name, sequence = live.to_move, live.bot_to_move, live.row.sequence
        assert seat is not None
        try:
            number = await self.decide(live, seated, owner)
        except StaleStep:
            return await self.tables.open(live.row.id, everyone=True)

        def plan(live: LiveTable) -> Decision:
            if (live.to_move, live.bot_to_move) != (seat, name):
                # Its person is back, or another bot plays here.
                raise StaleStep(sequence, live.row.sequence)
            return stepped(live, seat, [number], sequence, None, now())

        try:
            live = (await self.tables.change(live.row.id, plan)).table
        except RondelError:
            live = await self.tables.open(live.row.id, everyone=True)
        return live

    async def decide(
        self, live: LiveTable, seated: dict[tuple[int, str], Bot], owner: Owner
    ) -> int:
        """Return the step of the bot that is asked. Raises StaleStep if the table has moved on."""
        name = live.bot_to_move
        place = (live.to_move or 0, name)
        if live.row.daily:
            # Everybody meets the same replies, whichever worker thinks and however often anew.
            seated[place] = player(name, bot_seed(live))
        bot = seated.get(place) or seated.setdefault(place, player(name))
        number = await self._choose(bot, name, live.position, owner)
        if number is None:
            del seated[place]
            number = player(ANYTHING).choose(live.position)
        return number

    async def _choose(self, bot: Bot, name: str, position: Position, owner: Owner) -> int | None:
        """Return the step that a bot chooses on its turn, or None if it takes too long."""
        room = self._quick
        if is_strong(name):
            room = self._strong
            await self.rest(owner)
        choosing = partial(choose, bot, position)
        began = time.monotonic()
        self.tables.thinking += 1
        try:
            thinking = await room.begin(owner.person, owner.house, choosing)
            began = time.monotonic()
            async with asyncio.timeout(self._seconds):
                return await asyncio.shield(thinking)
        except TimeoutError:
            log.warning("the bot %s thinks too long", bot.name)
            return None
        finally:
            self.tables.thinking -= 1
            if room is self._strong:
                self.charge(owner, time.monotonic() - began)

    def charge(self, owner: Owner, seconds: float) -> None:
        """Charge thinking time to a person and their address group, here and elsewhere."""
        self._spend(owner, seconds)
        self.tables.hub.hint(THOUGHT + ",".join(owner), round(seconds * 1000))

    def _spend(self, owner: Owner, seconds: float) -> None:
        """Bots have thought for so long for a person and their house."""
        for budget, who in zip(self._budgets, owner, strict=True):
            budget.spend(who, seconds)

    def _thought_elsewhere(self, owner: str, milliseconds: int) -> None:
        """Charge thinking time reported by other processes."""
        person, _, house = owner.partition(",")
        self._spend(Owner(person, house), milliseconds / 1000)

    async def rest(self, owner: Owner) -> None:
        """Wait while bots have thought enough for a person or their house."""
        with metrics.BOTS_RESTING.track_inprogress():
            while wait := max(
                budget.wait(who) for budget, who in zip(self._budgets, owner, strict=True)
            ):
                await asyncio.sleep(min(wait, RESTING))

    async def _drop(self, table: str) -> None:
        """Give up a job that is none."""
        mine = delete(j).where(j.c.table_id == table, j.c.worker == self.name)
        await self.tables.database.write(lambda connection: connection.execute(mine))

    async def _release(self, table: str, until: float) -> None:
        free = update(j).where(j.c.table_id == table, j.c.worker == self.name)
        await self.tables.database.write(lambda c: c.execute(free.values(worker="", until=until)))

    async def _stop(self) -> None:
        """Give everything back, so that others go on at once."""
        tasks = list(self._playing.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._strong.close()
        self._quick.close()
        await self.tables.database.write(self._take_back)


def compile_bots(settings: Settings) -> None:
    """Compile what the stronger bots need, then report that this process is ready."""
    for name in settings.games if settings.warm else ():
        try:
            kernels(find(name))
        except Exception:
            log.exception("what bots need of %s does not compile", name)
    WARM.set()


def choose(bot: Bot, position: Position) -> int:
    """Return the step that a bot chooses, and count the time it took."""
    began = time.perf_counter()
    number = bot.choose(position)
    metrics.THINKING.labels(bot.name).observe(time.perf_counter() - began)
    return number


def _waiting(connection: Connection, most: int, full: list[str]) -> list[tuple[str, Owner]]:
    """Tables whose bot nobody moves, in turns between houses but those that have their share.

    On PostgreSQL other workers' picks are passed over.
    """
    house = house_of(t.c.creator)
    turn = func.row_number().over(partition_by=house, order_by=j.c.until)
    waiting = (
        select(j.c.table_id, t.c.creator, house.label("house"), turn.label("turn"))
        .join(t, t.c.id == j.c.table_id)
        .join(g, g.c.id == t.c.creator)
        .where(j.c.until < now(), house.not_in(full))
        .subquery()
    )
    found = connection.execute(select(waiting).order_by(waiting.c.turn).limit(most)).all()
    owners = {row.table_id: Owner(row.creator, row.house) for row in found}
    free = select(j.c.table_id).where(j.c.table_id.in_(owners), j.c.until < now())
    taken = connection.execute(free.with_for_update(skip_locked=True)).scalars()
    return [(table, owners[table]) for table in taken]
