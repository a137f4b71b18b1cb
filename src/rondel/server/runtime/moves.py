"""Moves of bots that think in other processes: asked for and answered by tasks."""

import asyncio
import logging
import time
from contextlib import suppress
from functools import partial

import msgspec
from msgspec import Struct

from rondel.bots import Bot
from rondel.core import Position, RondelError, StaleStep, read_position
from rondel.games import find
from rondel.server.runtime.bot_runner import RESTING, WARM, BotRunner, Owner, choose
from rondel.server.runtime.keep import keep
from rondel.server.runtime.registry import TableRegistry
from rondel.server.runtime.task_worker import Done, Handler, HeldTask
from rondel.server.runtime.thread_pool import FairThreadPool
from rondel.server.storage.rows import now
from rondel.server.storage.tasks import (
    DEAD,
    MOVE_KINDS,
    QUICK_MOVE,
    STRONG_MOVE,
    ClaimedTask,
    NewTask,
    answer_kind,
    delete_tasks,
    find_task,
    insert_task,
    take_answers,
)
from rondel.server.tables.bots import ANYTHING, bot_seed, is_strong, player
from rondel.server.tables.state import LiveTable

log = logging.getLogger("rondel.moves")
REQUEST_TTL = 3600.0
"""Seconds after which a request is repeated."""
QUICK_MOVES = 16
"""Moves of quick bots that one worker holds at a time."""


class MoveRequest(Struct):
    """Position, and the bot that is to move there."""

    game: str
    edition: str
    edition_source: str
    """Text of an edition of the players' own."""
    position: str
    bot: str
    seed: str | None = None

    def read(self) -> Position:
        """Return the position."""
        game = find(self.game)
        if self.edition_source and game.read_edition is not None:
            return read_position(game, self.position, game.read_edition(self.edition_source))
        return read_position(game, self.position, game.edition(self.edition))


class MoveAnswer(Struct):
    """Step that a bot has chosen, and the seconds it took."""

    step: int
    seconds: float


def move_kind(bot: str) -> str:
    """Return the kind of tasks for the moves of a bot."""
    return STRONG_MOVE if is_strong(bot) else QUICK_MOVE


def asked_of(live: LiveTable) -> tuple[int, int | None, str]:
    """Return which move a table waits for."""
    return live.row.sequence, live.to_move, live.bot_to_move


class RemoteBotRunner(BotRunner):
    """Moves bots by the answers of workers in other processes."""

    def __init__(self, tables: TableRegistry):
        super().__init__(tables)
        self._awaited: dict[str, asyncio.Future[MoveAnswer]] = {}
        """Answers that somebody waits for, by the keys of their tasks."""

    async def run(self) -> None:
        """Hand on answers for ever; this process is ready at once."""
        WARM.set()
        await asyncio.gather(*(keep(partial(self._collect, kind)) for kind in MOVE_KINDS))

    async def decide(
        self, live: LiveTable, seated: dict[tuple[int, str], Bot], owner: Owner
    ) -> int:
        """Return the step that a worker has chosen. Raises StaleStep if the table has moved on."""
        name, row = live.bot_to_move, live.row
        if is_strong(name):
            await self.rest(owner)
        kind, key = move_kind(name), f"{row.id}:{row.sequence}"
        seed = bot_seed(live) if row.daily else None
        written = live.position.write()
        request = MoveRequest(row.game, row.edition, row.edition_source, written, name, seed)
        expires = now() + REQUEST_TTL
        task = NewTask(kind, key, request, owner.person, row.id, expires=expires)
        answer = self._awaited[key] = asyncio.get_running_loop().create_future()
        try:
            found = await self._answered(live, task, answer)
        finally:
            del self._awaited[key]
            with suppress(RondelError):
                if not answer.done():
                    await self.tables.database.write(partial(delete_tasks, kind=kind, keys=[key]))
        if found is None:
            return player(ANYTHING).choose(live.position)
        if is_strong(name):
            self.charge(owner, found.seconds)
        return found.step

    async def _answered(
        self, live: LiveTable, task: NewTask, answer: asyncio.Future[MoveAnswer]
    ) -> MoveAnswer | None:
        """Return the answer to a request, or None if no worker can give one. Raises StaleStep."""
        database, row = self.tables.database, live.row
        find = partial(find_task, kind=task.kind, key=task.key)
        while not answer.done():
            await database.write(partial(insert_task, task=task))
            self.tables.tasks.announce(task.kind)
            while not (await asyncio.wait([answer], timeout=RESTING))[0]:
                latest = await self.tables.open(row.id, everyone=True)
                if asked_of(latest) != asked_of(live):
                    raise StaleStep(row.sequence, latest.row.sequence)
                asked = await database.read(find)
                if asked is None:
                    break
                if asked.status == DEAD:
                    return None
        return answer.result()

    async def _collect(self, kind: str) -> None:
        """Hand on the answers that this process waits for."""
        while True:
            await self.tables.tasks.wait(answer_kind(kind))
            keys = list(self._awaited)
            if keys:
                take = partial(take_answers, kind=kind, keys=keys)
                for key, result in (await self.tables.database.write(take)).items():
                    answer = self._awaited.get(key)
                    if answer is not None and not answer.done():
                        answer.set_result(msgspec.convert(result, MoveAnswer))


def move_handlers(tables: TableRegistry) -> dict[str, Handler]:
    """Return the handlers of a process that thinks for bots; they read nothing but the task."""
    threads = tables.settings.bot_threads
    rooms = {STRONG_MOVE: (threads, threads), QUICK_MOVE: (1, QUICK_MOVES)}
    return {
        kind: Handler(partial(answer, tables, FairThreadPool(threads)), at_once)
        for kind, (threads, at_once) in rooms.items()
    }


async def answer(tables: TableRegistry, pool: FairThreadPool, held: HeldTask) -> Done:
    """Answer a request for a move."""
    tables.thinking += 1
    try:
        request = msgspec.convert(held.task.payload, MoveRequest)
        found = await think(pool, held.task, request, tables.settings.bot_seconds)
    finally:
        tables.thinking -= 1
    return Done(msgspec.to_builtins(found))


async def think(
    pool: FairThreadPool, task: ClaimedTask, request: MoveRequest, seconds: float
) -> MoveAnswer:
    """Return the step of a bot, or any step if the bot takes too long."""
    position = await asyncio.to_thread(request.read)
    bot = player(request.bot, request.seed)
    thinking = await pool.begin(task.owner, task.group, partial(choose, bot, position))
    began = time.monotonic()
    try:
        async with asyncio.timeout(seconds):
            step = await asyncio.shield(thinking)
    except TimeoutError:
        log.warning("the bot %s thinks too long", bot.name)
        step = player(ANYTHING).choose(position)
    else:
        bot.close()
    return MoveAnswer(step, time.monotonic() - began)
