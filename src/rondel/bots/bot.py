"""What a bot is, and what can go wrong with one."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from rondel.contract import Position, RondelError, Step


class Bot(Protocol):
    """Whoever chooses for a seat. One bot sits at one seat of one match.

    Examples:
        >>> bot = rondel.bot("greedy", seed=1)
        >>> match = rondel.Match("finca", seed=7)
        >>> match.play(bot.choose(match.position))
        >>> match.seat
        1

    """

    @property
    def name(self) -> str:
        """What it is called, as `find` understands it."""
        ...

    def choose(self, position: Position) -> int:
        """The number of the step it makes; a seat is asked in the position."""
        ...

    def close(self) -> None:
        """The match is over: let go of whatever is held."""
        ...


class Chooser(Protocol):
    """The least a bot of one's own has: it may name its step by number, in text or as a struct."""

    def choose(self, position: Position, /) -> int | str | Step:
        """The step it makes."""
        ...


Seed = int | str | None
"""The same seed gives the same choices; None gives others every time."""


Kind = Literal["crashed", "silent", "rubbish", "illegal"]


@dataclass(frozen=True)
class Failure:
    """A step that a bot lost to its fallback, and why."""

    kind: Kind
    detail: str


def failures(bot: object) -> Sequence[Failure]:
    """The steps a bot has lost so far; bots that cannot fail have no such list."""
    found: Sequence[Failure] = getattr(bot, "failures", ())
    return found


class UnknownBot(RondelError):
    """No bot has that name, or it does not understand its options."""

    code = "unknown-bot"

    def __init__(self, name: str, known: tuple[str, ...], problem: str = ""):
        super().__init__(
            f"no bot is called {name!r}{f' ({problem})' if problem else ''}; "
            f"there is {', '.join(known)}",
            name=name,
            known=list(known),
            problem=problem,
        )
