"""Leaderboards."""

from functools import partial

from litestar import Router, get

from rondel.server.http.dependencies import GameName
from rondel.server.identities import Identity
from rondel.server.people.ratings import leaderboard
from rondel.server.protocol.ratings import Leaderboard, PaceClass
from rondel.server.runtime.making import offered
from rondel.server.runtime.registry import TableRegistry


@get("/api/ratings/{game:str}", operation_id="leaderboard")
async def see_leaderboard(
    game: GameName, visitor: Identity | None, tables: TableRegistry, pace: PaceClass = "days"
) -> Leaderboard:
    """Return the strongest people of a game and a pace, the bots, and you."""
    name = offered(tables, game).name
    viewer = visitor.id if visitor else None
    return await tables.database.read(partial(leaderboard, game=name, pace=pace, viewer=viewer))


router = Router("/", route_handlers=[see_leaderboard], tags=["people"])
