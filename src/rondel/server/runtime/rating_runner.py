"""Rating finished matches: a task of each, written together with its result."""

from functools import partial

from rondel.server.people.ratings import carry_out_rating
from rondel.server.runtime.registry import TableRegistry
from rondel.server.runtime.task_runner import TaskRunner
from rondel.server.storage.tasks import RATE, ClaimedTask


def rating_runner(tables: TableRegistry, worker: str) -> TaskRunner:
    """Return what rates matches in this process."""

    async def handle(task: ClaimedTask, worker: str) -> None:
        await tables.database.write(partial(carry_out_rating, task=task, worker=worker))

    lease = tables.settings.bot_lease
    return TaskRunner(tables.database, tables.tasks, RATE, worker, lease, handle)
