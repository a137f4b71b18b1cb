"""What a table keeps in memory: the past as bare moments, and no text older than its row."""

import asyncio
import re
from collections import Counter
from pathlib import Path

import rondel.server
from rondel.core import Position
from rondel.server.protocol.documents import Untimed
from rondel.server.runtime.broadcast import Broadcaster
from rondel.server.tables.news import news_of
from rondel.server.tables.view import form_of

from .test_clocks import at_table, step


def found_out(position: Position) -> bool:
    """Whether a position holds more than its state."""
    fresh = vars(position.without_cache())
    return any(value and value != fresh.get(name) for name, value in vars(position).items())


def test_of_moments_gone_by_a_table_keeps_the_state_alone() -> None:
    async def play() -> None:
        live, hub = at_table(Untimed(), "person", "person"), Broadcaster("", 10)
        for _ in range(6):
            step(live)
            text = news_of(live, live.recent[-1], hub)
            assert news_of(live, live.recent[-1], hub) is text
        around = [moment for it in live.recent for moment in (it.before, it.after)][2:]
        kept = [mark for _, mark in live.marks] + around
        assert len(kept) > 12 and not any(map(found_out, kept))
        # What is asked of the present moment again and again is still found out once.
        assert found_out(live.position) and live.marks[-1][1] == live.position

    asyncio.run(play())


def test_what_changes_of_a_table_is_told_from_then_on() -> None:
    async def play() -> None:
        live, hub = at_table(Untimed(), "person", "person"), Broadcaster("", 10)
        with hub.listening(live.row.id, None):
            before = form_of(live, hub)
            live.amend({"asked": live.row.asked})
            assert form_of(live, hub) is before
            live.amend({"helped": 1})
            assert b'"helped":1' in b"".join(form_of(live, hub))

    asyncio.run(play())


def test_only_the_table_itself_changes_fields_of_its_row() -> None:
    found = Counter[str]()
    for file in Path(rondel.server.__file__).parent.rglob("*.py"):
        found[file.name] += len(re.findall(r"\.row\.\w+ *[-+*/|&]?= ", file.read_text()))
    assert found.total() == 0, +found
