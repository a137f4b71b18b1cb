"""Refusing help with matches that people play against each other, and with today's sealed deal."""

from collections.abc import Callable, Iterable
from functools import lru_cache, partial
from typing import Any

from sqlalchemy import Connection, func, select

from rondel.core import Position
from rondel.games import find
from rondel.match import VerifiableRandom
from rondel.server.errors import DailyChallenge, MatchRunning
from rondel.server.storage import schema
from rondel.server.storage.days import PLAYERS, read_deal, today
from rondel.server.tables.fair_play import fingerprint, recent_fingerprints
from rondel.server.tables.play import deal
from rondel.server.tables.reading import read_live

STEPS_AHEAD = 100
"""Maximum number of steps that a match may be ahead of a history that contains one of its
positions."""
MAX_CACHED = 2000
"""Matches whose fingerprints are kept in memory, some 5 kB each."""
t, s = schema.tables, schema.seats


class RunningMatches:
    """Last positions of running matches between people, read from the database.

    A check costs one query, and one replay (about 1 ms) for each such match of the same game and
    number of players that has moved since this process last checked. Moves cost nothing.
    """

    def __init__(self, read: Callable[[Callable[[Connection], Any]], Any]):
        self._read = read
        self._known: dict[str, tuple[int, frozenset[bytes]]] = {}
        """Fingerprints by table, with the sequence they belong to."""

    def check(self, history: Iterable[Position]) -> None:
        """Raise MatchRunning or DailyChallenge if help with a history would help someone cheat.

        The history begins before the first step. Called in a thread, since this reads.
        """
        most, start, asked = STEPS_AHEAD, None, set[bytes]()
        for position in history:
            most += 1
            start = start or position
            if position.seat is not None:
                asked.add(fingerprint(position))
        if start is None or not asked:
            return
        game, players = start.game.name, int(start.table.players)
        if players == PLAYERS:
            sealed = self._read(partial(read_deal, game=game, day=today()))
            if sealed is not None and dealt(game, sealed.secret, sealed.commitment) in asked:
                raise DailyChallenge
        running = self._read(partial(running_matches, game=game, players=players, most=most))
        for table, sequence in running:
            if not asked.isdisjoint(self._recent(table, sequence)):
                raise MatchRunning

    def _recent(self, table: str, sequence: int) -> frozenset[bytes]:
        known = self._known.get(table)
        if known is not None and known[0] == sequence:
            return known[1]
        live = self._read(partial(read_live, table=table))
        if live is None or live.row.status != "playing":
            return frozenset()
        found = recent_fingerprints(live)
        if len(self._known) >= MAX_CACHED:
            self._known.clear()
        self._known[table] = live.row.sequence, found
        return found


def running_matches(
    connection: Connection, game: str, players: int, most: int
) -> list[tuple[str, int]]:
    """Return running matches between people with at most so many steps: id and sequence."""
    person = func.coalesce(s.c.guest, s.c.left_by, "")
    query = (
        select(t.c.id, t.c.sequence)
        .join(s, s.c.table_id == t.c.id)
        .where(t.c.status == "playing", t.c.game == game, t.c.players == players)
        .where(t.c.steps <= most, s.c.kind == "person", s.c.resigned.is_(False))
        .group_by(t.c.id, t.c.sequence)
        .having(func.count(person.distinct()) > 1)
    )
    return [(table, sequence) for table, sequence in connection.execute(query)]


@lru_cache(maxsize=64)
def dealt(game: str, secret: bytes, commitment: str) -> bytes:
    """Return the fingerprint of a deal of the day when its first player is asked.

    Every record of the deal passes there, since records begin before the first step.
    """
    dealer = VerifiableRandom.bound_by(commitment, secret, ())
    assert dealer is not None, "a deal's secret fits its commitment"
    found = find(game)
    return fingerprint(deal(dealer, [], found.start(PLAYERS, found.edition("")), 0))
