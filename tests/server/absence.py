"""Tables at which time passes without waiting, and bots that wait to be let through."""

import time
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Update, update

from rondel.server.storage import schema
from rondel.server.storage.engine import Database

from .playing import MINE, Server, Visitor, pair

t, s = schema.tables, schema.seats
DAYS = {"kind": "days", "days": 3}
LIVE = {"kind": "live", "seconds": 5000, "increment": 5}
SLOW = """
import time
from pathlib import Path

HERE = Path(__file__).parent


class Slow:
    def choose(self, position):
        (HERE / "thinks").touch()
        until = time.monotonic() + 240
        while not (HERE / "enough").exists() and time.monotonic() < until:
            time.sleep(0.05)
        return position.edition.steps.text(position.legal_steps[-1][0])
"""


class Gate:
    """Gate at which bots called `slow` wait before they choose."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch):
        (folder / "slow_bots.py").write_text(SLOW, "utf-8")
        monkeypatch.setenv("PYTHONPATH", str(folder), prepend=":")
        self.thinks, self.enough = folder / "thinks", folder / "enough"
        self.own_bots = "slow = slow_bots:Slow"


class House:
    """Server that keeps one table in memory, so that what the database says soon counts."""

    def __init__(self, server: Server, database: str):
        self.server = server
        self.database = database

    def age(self, table: str, seconds: float) -> None:
        """Let time pass at a table since its turn began and anybody was seen."""
        self._write(update(s).where(s.c.table_id == table).values(seen=time.time() - seconds))
        self.age_turn(table, seconds)
        self.forget()

    def age_turn(self, table: str, seconds: float) -> None:
        """Let time pass at a table since its turn began."""
        turn = update(t).where(t.c.id == table)
        self._write(turn.values(turn_began=t.c.turn_began - seconds))

    def _write(self, change: Update) -> None:
        database = Database(self.database)
        database.write_now(lambda connection: connection.execute(change))
        database.close()

    def forget(self) -> None:
        """Have another table take the place in memory."""
        Visitor(self.server).table(MINE, MINE)

    def pair(self, **options: Any) -> tuple[Visitor, Visitor, str]:
        """Return two people at a public table, and the table."""
        return pair(self.server, **options)


def asked_first(pair: tuple[Visitor, Visitor, str]) -> tuple[Visitor, Visitor, int]:
    """Return the player to move, the other, and the seat to move."""
    ana, ben, table = pair
    seat = ana.state(table)["moment"]["turn"]["seat"]
    return (ana, ben, seat) if seat == 0 else (ben, ana, seat)
