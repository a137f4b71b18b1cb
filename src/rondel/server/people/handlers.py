"""Tasks about people that a server carries out."""

from functools import partial

from rondel.server.people.deletion import FORGET, finish_deletion
from rondel.server.people.merging import MERGE, finish_merge
from rondel.server.runtime.registry import TableRegistry
from rondel.server.runtime.task_worker import Handler


def people_handlers(tables: TableRegistry) -> dict[str, Handler]:
    """Return the handlers of tasks that change tables for a person."""
    return {
        MERGE: Handler(partial(finish_merge, tables)),
        FORGET: Handler(partial(finish_deletion, tables)),
    }
