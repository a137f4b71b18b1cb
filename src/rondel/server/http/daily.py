"""Daily challenges."""

from typing import Annotated

from litestar import Router, get, post
from litestar.params import Parameter

from rondel.server.http.dependencies import GameName
from rondel.server.http.rate_limits import Limits
from rondel.server.identities import Identity
from rondel.server.protocol.daily import Daily, DailyBegun
from rondel.server.runtime.daily import Deals

Day = Annotated[str | None, Parameter(max_length=10, description="A date; today's without one.")]


@get("/api/daily/{game:str}", operation_id="see_daily")
async def see_daily(game: GameName, guest: str | None, deals: Deals, day: Day = None) -> Daily:
    """Return the daily challenge of a day: the results, and the proof of its deal."""
    return await deals.see(game, day, guest)


@post("/api/daily/{game:str}", operation_id="begin_daily")
async def begin_daily(
    game: GameName, person: Identity, ip_group: str, deals: Deals, limits: Limits
) -> DailyBegun:
    """Create your table of the daily challenge, or return it if it exists."""
    limits.hourly("tables", ip_group, person)
    return DailyBegun(await deals.begin(game, person.id, person.name, ip_group, person.is_bot))


router = Router("/", route_handlers=[see_daily, begin_daily], tags=["daily"])
