"""Tables of the deal of the day: what nobody may do there, and bots that reply alike."""

from rondel.bots import Bot, FallbackBot, find
from rondel.server.errors import DealOfTheDay
from rondel.server.storage.days import is_sealed
from rondel.server.tables.bots import check
from rondel.server.tables.state import LiveTable

PLAYERS = 2


def check_unsealed(live: LiveTable) -> None:
    """Raise DealOfTheDay within the day: nobody else may learn of its luck, or try it out."""
    if is_sealed(live.row):
        raise DealOfTheDay


def check_alone(live: LiveTable) -> None:
    """Raise DealOfTheDay: such a deal is played once, by one person, without taking back."""
    if live.row.daily:
        raise DealOfTheDay


def seeded_player(name: str, live: LiveTable) -> Bot:
    """A bot that answers the same steps of the same deal alike, at every table.

    Raises UnknownBot.
    """
    return FallbackBot(find(check(name), f"{live.row.secret.hex()}/{len(live.log)}"))
