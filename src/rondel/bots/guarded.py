"""A bot of one's own at a table of others: whatever it does, the match goes on."""

import logging

from rondel.bots.blind import Blind
from rondel.bots.bot import Bot, Failure, Kind, Seed
from rondel.contract import Position

log = logging.getLogger("rondel.bots")


class Guarded:
    """Asks a bot, and makes a fallback's step where that raises or answers what is not possible.

    A bot that never answers can only be stopped in a program of its own: see `External`.
    """

    def __init__(self, bot: Bot, seed: Seed = None, fallback: Bot | None = None):
        self.name = bot.name
        self.failures: list[Failure] = getattr(bot, "failures", [])
        """Every step a fallback had to make, those that the bot has seen to itself included."""
        self._bot = bot
        self._fallback = fallback or Blind(seed)

    def choose(self, position: Position) -> int:
        """The bot's step, or the fallback's."""
        try:
            step = self._bot.choose(position)
            if step in position.legal_ids:
                return step
            self._report("illegal", repr(step))
        except Exception as error:
            self._report("crashed", repr(error))
        return self._fallback.choose(position)

    def _report(self, kind: Kind, detail: str) -> None:
        failure = Failure(kind, detail[:200])
        # The same again is counted, not told again.
        if self.failures[-1:] != [failure]:
            log.warning("%s lost a step: %s (%s)", self.name, kind, failure.detail)
        self.failures.append(failure)

    def close(self) -> None:
        """The match is over for the bot, too."""
        try:
            self._bot.close()
        except Exception as error:
            log.warning("%s would not end: %r", self.name, error)
