"""Rating finished matches: a task of each, written together with its result."""

from functools import partial

from rondel.server.people.ratings import rate_match
from rondel.server.runtime.task_worker import Done, Handler, HeldTask
from rondel.server.storage.tasks import RATE


async def carry_out(held: HeldTask) -> Done:
    """Return what rates the match of a task in the transaction that finishes the task."""
    return Done(write=partial(rate_match, table=held.task.key))


def rating_handlers() -> dict[str, Handler]:
    """Return the handler of ratings."""
    return {RATE: Handler(carry_out)}
