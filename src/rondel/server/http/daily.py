"""Doors for the deal of the day."""

from typing import Annotated

from litestar import Router, get, post
from litestar.params import Parameter

from rondel.server.http.rate_limits import Limits, household
from rondel.server.http.tables import Asked
from rondel.server.identities import Identity
from rondel.server.protocol.daily import Daily, DailyBegun
from rondel.server.runtime.daily import Deals

GameName = Annotated[str, Parameter(max_length=40, description="A game's name.")]
Day = Annotated[str | None, Parameter(max_length=10, description="A date; today's without one.")]


@get("/api/daily/{game:str}", operation_id="see_daily")
async def see_daily(
    game: GameName, visitor: Identity | None, deals: Deals, day: Day = None
) -> Daily:
    """Return the daily challenge of a day: the results, and the proof of its deal."""
    return await deals.see(game, day, visitor.id if visitor else None)


@post("/api/daily/{game:str}", operation_id="begin_daily")
async def begin_daily(
    request: Asked, game: GameName, person: Identity, deals: Deals, limits: Limits
) -> DailyBegun:
    """Create your table of the daily challenge, or return it if it exists."""
    limits.new_table(household(request), person)
    house = household(request)
    table = await deals.begin(game, person.id, person.name, house, person.is_bot)
    return DailyBegun(table)


router = Router("/", route_handlers=[see_daily, begin_daily], tags=["daily"])
