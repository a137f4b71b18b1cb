"""Wrapper of custom bots that replaces failed steps."""

import logging

from rondel.bots.bot import Bot, Failure, Kind, Seed
from rondel.bots.uniform_random import UniformRandom
from rondel.core import Position

log = logging.getLogger("rondel.bots")


class FallbackBot:
    """Bot that uses a fallback if another bot raises or returns an illegal step.

    A bot that never answers can only be stopped in its own process: see `External`.
    """

    def __init__(self, bot: Bot, seed: Seed = None, fallback: Bot | None = None):
        self.name = bot.name
        """Name of the wrapped bot."""
        self.failures: list[Failure] = getattr(bot, "failures", [])
        """Steps that a fallback made, including those that the bot itself reports."""
        self._bot = bot
        self._fallback = fallback or UniformRandom(seed)

    def choose(self, position: Position) -> int:
        """Return the bot's step, or the fallback's.

        Args:
            position: Position in which a seat is to move.

        """
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
        # Repeated failures are counted and reported once.
        if self.failures[-1:] != [failure]:
            log.warning("%s lost a step: %s (%s)", self.name, kind, failure.detail)
        self.failures.append(failure)

    def close(self) -> None:
        """Close the bot."""
        try:
            self._bot.close()
        except Exception as error:
            log.warning("%s would not end: %r", self.name, error)
