"""Moving the bots: jobs are claimed by one worker, thought about in threads, played like anyone."""

import asyncio
import contextlib
import logging
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from sqlalchemy import Connection, select, update

from rondel.bots import Bot
from rondel.bots.kernels import kernels
from rondel.contract import Position, RondelError, StaleStep
from rondel.games import find
from rondel.server import metrics
from rondel.server.database import schema
from rondel.server.database.rows import now
from rondel.server.jobs.keep import keep
from rondel.server.live.tables import Tables
from rondel.server.table.bots import ANYTHING, player
from rondel.server.table.playing import stepped
from rondel.server.table.table import Change, LiveTable

log = logging.getLogger("rondel.worker")
MOST_TABLES = 256
"""So many tables one worker moves at once."""
j = schema.jobs


class Worker:
    """Claims tables where a bot is asked and plays until a person is."""

    def __init__(self, tables: Tables, name: str):
        self.tables = tables
        self.name = name
        settings = tables.settings
        self._threads = ThreadPoolExecutor(settings.bot_threads, "bot")
        self._seconds = settings.bot_seconds
        self._lease = settings.bot_lease
        self._playing: dict[str, asyncio.Task[None]] = {}

    async def run(self) -> None:
        """Work for ever."""
        await self.tables.database.write(self._take_back)
        renewing = asyncio.create_task(keep(self._renew))
        warming = asyncio.get_running_loop().run_in_executor(None, self._warm)
        try:
            while True:
                self.tables.work.clear()
                await self._claim_more()
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self.tables.work.wait(), 1.0)
        finally:
            renewing.cancel()
            warming.cancel()
            await self._stop()

    def _warm(self) -> None:
        """Compile what the stronger bots need while nobody waits for it."""
        for name in self.tables.settings.games if self.tables.settings.warm else ():
            try:
                kernels(find(name))
            except Exception:
                log.exception("what bots need of %s does not compile", name)

    def _take_back(self, connection: Connection) -> None:
        """What an earlier life of this worker had claimed is free again."""
        connection.execute(update(j).where(j.c.worker == self.name).values(until=0.0))

    async def _claim_more(self) -> None:
        room = MOST_TABLES - len(self._playing)
        database = self.tables.database
        if room <= 0 or not await database.read(partial(_waiting, most=1)):
            return
        for table in await database.write(partial(self._claim, most=room)):
            task = asyncio.create_task(self._play(table))
            self._playing[table] = task

    def _claim(self, connection: Connection, most: int) -> list[str]:
        found = _waiting(connection, most)
        if found:
            claim = update(j).where(j.c.table_id.in_(found))
            connection.execute(claim.values(worker=self.name, until=now() + self._lease))
        return found

    async def _renew(self) -> None:
        while True:
            await asyncio.sleep(self._lease / 3)
            held = list(self._playing)
            if held:
                await self.tables.database.write(partial(self._extend, held=held))

    def _extend(self, connection: Connection, held: list[str]) -> None:
        mine = (j.c.worker == self.name, j.c.table_id.in_(held))
        connection.execute(update(j).where(*mine).values(until=now() + self._lease))

    async def _play(self, table: str) -> None:
        seated: dict[tuple[int, str], Bot] = {}
        try:
            live = await self.tables.open(table, everyone=True)
            while live.bot_asked:
                live = await self._step(live, seated)
        except Exception:
            log.exception("a bot failed", extra={"table": table})
            with contextlib.suppress(RondelError):
                await self._release(table, now() + self._lease / 3)
        finally:
            for bot in seated.values():
                bot.close()
            if self._playing.get(table) is asyncio.current_task():
                del self._playing[table]
            self.tables.work.set()

    async def _step(self, live: LiveTable, seated: dict[tuple[int, str], Bot]) -> LiveTable:
        """One step of the bot that is asked; if the table has moved on meanwhile, none.

        The answer is the table as it is then: what was held before may be out of memory by now.
        """
        seat, name, sequence = live.asked, live.bot_asked, live.row.sequence
        assert seat is not None
        bot = seated.get((seat, name)) or seated.setdefault((seat, name), player(name))
        number = await self._choose(bot, live.position)
        if number is None:
            del seated[seat, name]
            number = player(ANYTHING).choose(live.position)
        move = partial(stepped, seat=seat, given=[number], after=sequence, key=None)

        def plan(live: LiveTable) -> Change:
            if (live.asked, live.bot_asked) != (seat, name):
                # Its person is back, or another bot plays here.
                raise StaleStep(sequence, live.row.sequence)
            return move(live)

        try:
            live, _ = await self.tables.change(live.row.id, plan)
        except RondelError:
            live = await self.tables.open(live.row.id, everyone=True)
        return live

    async def _choose(self, bot: Bot, position: Position) -> int | None:
        """What a bot chooses, or None if it takes too long."""
        loop = asyncio.get_running_loop()
        thinking = loop.run_in_executor(self._threads, _choose, bot, position)
        try:
            return await asyncio.wait_for(asyncio.shield(thinking), self._seconds)
        except TimeoutError:
            log.warning("the bot %s thinks too long", bot.name)
            return None

    async def _release(self, table: str, until: float) -> None:
        free = update(j).where(j.c.table_id == table, j.c.worker == self.name)
        await self.tables.database.write(lambda c: c.execute(free.values(worker="", until=until)))

    async def _stop(self) -> None:
        """Give everything back, so that others go on at once."""
        tasks = list(self._playing.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._threads.shutdown(wait=False, cancel_futures=True)
        await self.tables.database.write(self._take_back)


def _choose(bot: Bot, position: Position) -> int:
    began = time.perf_counter()
    number = bot.choose(position)
    metrics.THINKING.labels(bot.name).observe(time.perf_counter() - began)
    return number


def _waiting(connection: Connection, most: int) -> list[str]:
    """Tables whose bot nobody moves. On PostgreSQL other workers' picks are passed over."""
    query = select(j.c.table_id).where(j.c.until < now()).order_by(j.c.until).limit(most)
    return list(connection.execute(query.with_for_update(skip_locked=True)).scalars())
