"""Telling a person or a foreign bot where it is their turn."""

from collections.abc import AsyncIterator
from functools import partial

import msgspec
from sqlalchemy import Connection, select

from rondel.server.runtime.broadcast import Ending, guest_topic
from rondel.server.runtime.registry import TableRegistry
from rondel.server.runtime.streams import beat, retry_until_available
from rondel.server.storage import schema

t, s = schema.tables, schema.seats


def turns_of(connection: Connection, guest: str) -> list[tuple[str, str, int, int, str]]:
    """Tables of a guest: id, status, sequence, seat, and the bot standing in."""
    query = (
        select(t.c.id, t.c.status, t.c.sequence, s.c.seat, t.c.to_move, s.c.substitute, t.c.game)
        .join(s, s.c.table_id == t.c.id)
        .where(s.c.guest == guest, t.c.status.in_(("open", "playing")))
    )
    found = connection.execute(query).all()
    return [
        (row.id, row.game, row.sequence, row.seat, row.status)
        for row in found
        if row.status == "playing" and row.to_move == row.seat and not row.substitute
    ]


async def notices(tables: TableRegistry, guest: str, is_program: bool) -> AsyncIterator[bytes]:
    """Stream a line whenever a seat of the guest is to move, and heartbeats in between."""
    told: set[tuple[str, int, int]] = set()
    with tables.hub.listening(guest_topic(guest), guest) as listener:
        listener.is_program = is_program
        while True:
            asked = await retry_until_available(
                lambda: tables.database.read(partial(turns_of, guest=guest))
            )
            now_asked = {(table, sequence, seat) for table, _, sequence, seat, _ in asked}
            for table, game, sequence, seat, _ in asked:
                if (table, sequence, seat) not in told:
                    line = {
                        "kind": "turn",
                        "table": table,
                        "game": game,
                        "sequence": sequence,
                        "seat": seat,
                    }
                    yield msgspec.json.encode(line) + b"\n"
            told = now_asked
            try:
                heard = await listener.take(tables.settings.heartbeat)
            except Ending:
                yield b'{"kind":"ending"}\n'
                return
            if not heard:
                yield beat() + b"\n"
