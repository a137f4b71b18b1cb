"""Interface of bots, and their errors."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from rondel.core import Position, RondelError, Step


class Bot(Protocol):
    """Player for one seat of one match.

    Examples:
        >>> bot = rondel.bot("greedy", seed=1)
        >>> match = rondel.Match("finca", seed=7)
        >>> match.play(bot.choose(match.position))
        >>> match.seat
        1

    """

    @property
    def name(self) -> str:
        """Return the name, in the form that `find` accepts."""
        ...

    def choose(self, position: Position) -> int:
        """Return the number of a legal step.

        Args:
            position: Position in which a seat is to move.

        """
        ...

    def close(self) -> None:
        """Release all resources at the end of the match."""
        ...


class Chooser(Protocol):
    """Smallest interface of a custom bot: `choose` may return a number, notation or a struct."""

    def choose(self, position: Position, /) -> int | str | Step:
        """Return a legal step.

        Args:
            position: Position in which a seat is to move.

        """
        ...


Seed = int | str | None
"""Seed of a bot: equal seeds give equal choices; None gives different ones every time."""


Kind = Literal["crashed", "silent", "rubbish", "illegal"]


@dataclass(frozen=True)
class Failure:
    """Step at which a bot failed and its fallback moved, with the reason."""

    kind: Kind
    """Kind of the failure: it crashed, did not answer, or gave an unreadable or illegal answer."""
    detail: str
    """Details, such as the error message."""


def failures(bot: object) -> Sequence[Failure]:
    """Return the failures so far; empty for bots that cannot fail.

    Args:
        bot: Any bot.

    """
    found: Sequence[Failure] = getattr(bot, "failures", ())
    return found


class UnknownBot(RondelError):
    """Error for an unknown bot or invalid options of one."""

    code = "unknown-bot"

    def __init__(self, name: str, known: tuple[str, ...], problem: str = ""):
        super().__init__(
            f"no bot is called {name!r}{f' ({problem})' if problem else ''}; "
            f"there is {', '.join(known)}",
            name=name,
            known=list(known),
            problem=problem,
        )
