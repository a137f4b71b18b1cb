"""Bots that can be seated."""

import re

from rondel import bots
from rondel.bots import LEVELS, Bot, FallbackBot, UnknownBot
from rondel.server.tables.state import LiveTable

ANYTHING = "random"
"""Bot that substitutes for players and for bots that fail."""
LEVELS_AND_CHANCE = {ANYTHING, *(level.name for level in LEVELS)}
_NAME = re.compile(r"[a-z][a-z0-9-]{0,30}")


def offer_own(written: str) -> None:
    """Offer the bots of a host's own besides the levels: "NAME = BOT; NAME = BOT".

    Visitors choose by these names and never see or say what is behind them. Raises UnknownBot.
    """
    for line in filter(None, (part.strip() for part in written.split(";"))):
        name, equals, bot = (part.strip() for part in line.partition("="))
        if not equals or not _NAME.fullmatch(name) or name in LEVELS_AND_CHANCE:
            raise UnknownBot(line, names(), "NAME = BOT")
        bots.offer(name, bot)


QUICK = frozenset(
    {ANYTHING, *(level.name for level in LEVELS if not level.bot.startswith("search"))}
)
"""Those that answer in milliseconds."""


def is_strong(name: str) -> bool:
    """Return whether a bot needs thinking time; the host's own bots count as such."""
    return bool(name) and name not in QUICK


def names() -> tuple[str, ...]:
    """Return the bots that can be seated: the levels, weakest first, and the host's own."""
    return bots.names()


def check(name: str) -> str:
    """Return the name of a bot that is offered. Raises UnknownBot.

    `bots.find` accepts more names, such as programs of this machine, which visitors must not use.
    """
    if name not in names():
        raise UnknownBot(name, names())
    return name


def player(name: str, seed: str | None = None) -> Bot:
    """Return a new bot of a level, for one seat of one match: where it fails, the match goes on.

    With a seed it answers the same steps alike. Raises UnknownBot.
    """
    return FallbackBot(bots.find(check(name), seed))


def bot_seed(live: LiveTable) -> str:
    """Return the seed of a bot that answers the same steps of one deal alike at every table."""
    return f"{live.row.secret.hex()}/{len(live.log)}"
