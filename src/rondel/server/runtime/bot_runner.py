"""Moving the bots: a task for each table; bots think in threads and move as people do."""

import asyncio
import logging
import socket
import threading
import time
from functools import partial
from typing import NamedTuple

from rondel.bots import Bot
from rondel.bots.kernels import kernels
from rondel.core import Position, RondelError, StaleStep
from rondel.games import find
from rondel.server import metrics
from rondel.server.errors import DailyChallenge, MatchRunning, Unavailable
from rondel.server.http.rate_limits import GROUP_FACTOR
from rondel.server.runtime.broadcast import THOUGHT
from rondel.server.runtime.budget import Budget
from rondel.server.runtime.registry import TableRegistry
from rondel.server.runtime.task_worker import Done, Handler, HeldTask, Postponed
from rondel.server.runtime.thread_pool import FairThreadPool
from rondel.server.settings import Settings
from rondel.server.storage.rows import now
from rondel.server.storage.tasks import BOT, delete_tasks
from rondel.server.tables.bots import ANYTHING, bot_seed, is_strong, player
from rondel.server.tables.evolve import Decision
from rondel.server.tables.play import stepped
from rondel.server.tables.state import LiveTable

log = logging.getLogger("rondel.worker")
MAX_TABLES = 256
"""Maximum number of tables whose bots one process moves at once."""
MAX_OF_A_HOUSE = 64
"""Maximum number of these for people of one address group."""
RESTING = 5.0
"""Seconds after which a bot that may not move yet is looked at again."""
HOUR = 3600.0
MAX_LETTERS = 50
WARM = threading.Event()
"""Set once the bots of this process are compiled."""


def worker_name(number: int) -> str:
    """Return the name of a worker: the end of its machine's name, and a number.

    The end is kept because machines made by the dozen differ there.
    """
    return f"{socket.gethostname()[-MAX_LETTERS:]}:{number}"


class Owner(NamedTuple):
    """For whom a table's bots think: who made it, and the house they came from."""

    person: str
    house: str


class BotRunner:
    """Moves the bots of tables until a person is to move, a task for each table."""

    def __init__(self, tables: TableRegistry):
        self.tables = tables
        settings = tables.settings
        self._strong = FairThreadPool(settings.bot_threads, most=0, most_each=0)
        self._quick = FairThreadPool(1, most=0, most_each=0)
        """Bots that answer in milliseconds wait for none that thinks."""
        self._budgets = (
            Budget(settings.thinking_per_hour, HOUR),
            Budget(settings.thinking_per_hour * GROUP_FACTOR, HOUR),
        )
        self._seconds = settings.bot_seconds
        tables.thought = self._thought_elsewhere

    def handlers(self) -> dict[str, Handler]:
        """Return the handler of the tasks that move bots."""
        return {BOT: Handler(self._play, MAX_TABLES, MAX_OF_A_HOUSE)}

    async def run(self) -> None:
        """Compile what the stronger bots need while nobody waits for it."""
        await asyncio.to_thread(compile_bots, self.tables.settings)

    def close(self) -> None:
        """Begin no more thinking."""
        self._strong.close()
        self._quick.close()

    async def _play(self, held: HeldTask) -> Done | None:
        table, owner = held.task.key, Owner(held.task.owner, held.task.group)
        seated: dict[tuple[int, str], Bot] = {}
        try:
            live = await self.tables.open(table, everyone=True)
            is_idle = not live.bot_to_move
            while live.bot_to_move and not live.is_full:
                if live.row.sandbox and await self._would_help(live, owner):
                    raise Postponed(RESTING)
                live = await self._step(live, seated, owner)
            if live.bot_to_move or is_idle:
                return Done(write=partial(delete_tasks, kind=BOT, keys=[table]))
            # The step after which a person is to move has deleted the task.
            return None
        except Unavailable as error:
            raise Postponed(RESTING) from error
        finally:
            for bot in seated.values():
                bot.close()

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
