"""Tables of the deal of the day: what nobody may do there, and bots that reply alike."""

from rondel.server.errors import DailyChallenge
from rondel.server.storage.days import is_sealed
from rondel.server.tables.state import LiveTable

PLAYERS = 2


def check_unsealed(live: LiveTable) -> None:
    """Raise DailyChallenge within the day: nobody else may learn of its luck, or try it out."""
    if is_sealed(live.row):
        raise DailyChallenge


def check_alone(live: LiveTable) -> None:
    """Raise DailyChallenge: such a deal is played once, by one person, without taking back."""
    if live.row.daily:
        raise DailyChallenge


def bot_seed(live: LiveTable) -> str:
    """Return the seed of a bot that answers the same steps of one deal alike at every table."""
    return f"{live.row.secret.hex()}/{len(live.log)}"
