"""Messages of the engine protocol, as docs/engine-protocol.md describes them."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf

import msgspec

from rondel.core import Edition, Position, RondelError

VERSION = 1
SEPARATOR = ";"
LONGEST_LINE = 1 << 20


class ProtocolError(RondelError):
    """Error for a line that is no command, or one at the wrong time."""

    code = "protocol-error"

    def __init__(self, problem: str):
        super().__init__(problem, problem=problem)


@dataclass(frozen=True)
class NewMatch:
    """`match GAME players N [seat N] [edition NAME] [source JSON]`."""

    game: str
    players: int
    seat: int = 0
    edition: str = ""
    source: str = ""


@dataclass(frozen=True)
class Go:
    """`go [seconds S] [simulations N] [infinite] [among STEP; STEP …]`; by default, at once."""

    seconds: float | None = None
    simulations: int | None = None
    infinite: bool = False
    among: tuple[str, ...] = ()


def read_match(rest: str) -> NewMatch:
    """Return the arguments of `match`. Raise Misspoken."""
    rest, _, written = rest.partition(" source ")
    words = rest.split()
    try:
        game, *pairs = words
        arguments = dict(zip(pairs[::2], pairs[1::2], strict=True))
        players = int(arguments.pop("players"))
        seat = int(arguments.pop("seat", 0))
        source = msgspec.json.decode(written, type=str) if written else ""
        edition = arguments.pop("edition", "")
    except (ValueError, KeyError, msgspec.DecodeError):
        raise ProtocolError("match GAME players N [seat N] [edition NAME] [source JSON]") from None
    if arguments:
        raise ProtocolError(f"match knows no {next(iter(arguments))}")
    return NewMatch(game, players, seat, edition, source)


def write_match(position: Position) -> str:
    """Return the command that begins a match like this one."""
    edition = position.edition
    line = f"match {position.game.name} players {position.players} seat {position.seat}"
    line += f" edition {edition.name}"
    return f"{line} source {_json(edition.source)}" if edition.source else line


def read_go(rest: str) -> Go:
    """Return the arguments of `go`. Raise Misspoken."""
    limits, _, among = f" {rest} ".partition(" among ")
    words = iter(limits.split())
    seconds: float | None = None
    simulations: int | None = None
    infinite = False
    try:
        for word in words:
            if word == "seconds":
                seconds = float(next(words, ""))
            elif word == "simulations":
                simulations = int(next(words, ""))
            elif word == "infinite":
                infinite = True
            else:
                raise ValueError(word)
    except ValueError:
        raise ProtocolError("go [seconds S] [simulations N] [infinite] [among STEPS]") from None
    if not all(amount is None or 0 <= amount < inf for amount in (seconds, simulations)):
        raise ProtocolError("go needs no less than nothing, and less than for ever unless infinite")
    return Go(seconds, simulations, infinite, read_steps(among))


def read_steps(text: str) -> tuple[str, ...]:
    """Return steps in notation between semicolons."""
    return tuple(step for part in text.split(SEPARATOR) if (step := part.strip()))


def write_steps(edition: Edition, steps: Sequence[int]) -> str:
    """Return steps as notation between semicolons."""
    return f"{SEPARATOR} ".join(edition.steps.text(step) for step in steps)


def _json(text: str) -> str:
    return msgspec.json.encode(text).decode()
