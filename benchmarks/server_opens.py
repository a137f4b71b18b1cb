"""Time to open a match of 2,000 steps from the database."""

import asyncio
import statistics
import tempfile
import time
from functools import partial

from benchmarks.server import script_of
from rondel.server.people.accounts import Accounts
from rondel.server.people.sessions import Sessions
from rondel.server.protocol.documents import NewTable, WantedSeat
from rondel.server.runtime.broadcast import Broadcaster
from rondel.server.runtime.making import make
from rondel.server.runtime.registry import TableRegistry
from rondel.server.settings import Settings
from rondel.server.signing import Signer
from rondel.server.storage.engine import Database
from rondel.server.storage.migrate import migrate
from rondel.server.tables.play import stepped
from rondel.server.tables.reading import read_live

STEPS, TIMES = 2000, 21


async def long_table(store: Database) -> str:
    """Create a table with this many steps."""
    tables = TableRegistry(store, Broadcaster("", 8), Signer("key"), Settings(offer="finca"))
    accounts = Accounts(store, tables.keys, Sessions(store, tables.keys, tables.hub.hint))
    guest, _ = await accounts.create("Ana", "guest")
    seats = [WantedSeat(mine=True), WantedSeat(mine=True)]
    live = await make(tables, NewTable("finca", seats), guest.id, guest.name, "house")
    for text in script_of(1):
        seat = live.to_move
        assert seat is not None
        after, at = live.row.sequence, time.time()
        step = partial(stepped, seat=seat, given=[text], after=after, key=None, at=at)
        live = (await tables.change(live.row.id, step)).table
        if len(live.log) >= STEPS:
            break
    return live.row.id


def main() -> None:
    """Create a table and open it repeatedly."""
    with tempfile.TemporaryDirectory() as folder:
        store = Database(f"sqlite:///{folder}/long.db")
        migrate(store)
        table = asyncio.run(long_table(store))
        clock: list[float] = []
        processor: list[float] = []
        steps = 0
        for _ in range(TIMES):
            began, used = time.perf_counter(), time.process_time()
            live = store.read_now(partial(read_live, table=table))
            clock.append(1000 * (time.perf_counter() - began))
            processor.append(1000 * (time.process_time() - used))
            assert live is not None
            steps = len(live.log)
        print(
            f"{steps} steps open in {statistics.median(clock):.1f} ms "
            f"({min(clock):.1f} to {max(clock):.1f}), "
            f"processor time {statistics.median(processor):.1f} ms"
        )
        store.close()


if __name__ == "__main__":
    main()
