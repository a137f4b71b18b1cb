"""What a table keeps in memory: the past as bare moments, and no text older than its row."""

import asyncio
import re
from collections import Counter
from pathlib import Path

import rondel.server
from rondel.core import Position
from rondel.server.protocol.documents import Untimed
from rondel.server.tables.view import public_of

from .test_clocks import at_table, step


def found_out(position: Position) -> bool:
    """Whether a position holds more than its state."""
    fresh = vars(position.without_cache())
    return any(value and value != fresh.get(name) for name, value in vars(position).items())


def test_of_moments_gone_by_a_table_keeps_the_state_alone() -> None:
    async def play() -> None:
        live = at_table(Untimed(), "person", "person")
        for _ in range(14):
            step(live)
            public_of(live)
        past = [mark for _, mark in live.marks]
        assert len(past) > 12 and not any(map(found_out, past))
        # What is asked of the present moment again and again is still found out once.
        assert found_out(live.position) and live.marks[-1][1] == live.position

    asyncio.run(play())


def test_only_the_table_itself_changes_fields_of_its_row() -> None:
    found = Counter[str]()
    for file in Path(rondel.server.__file__).parent.rglob("*.py"):
        found[file.name] += len(re.findall(r"\.row\.\w+ *[-+*/|&]?= ", file.read_text()))
    assert found.total() == 0, +found
