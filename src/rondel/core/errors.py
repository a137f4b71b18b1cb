"""Errors that callers can cause, each with a stable code and its data as fields."""

from collections.abc import Sequence
from typing import Any, ClassVar

from rondel.core.message import Message, MessageArg


class RondelError(Exception):
    """Base class of all errors.

    Attributes:
        code: Identifier that never changes between releases.
        fields: Data of the error, for programs and for translated messages.

    Examples:
        >>> try:
        ...     rondel.Match("finca", seed=7).play("fly 3")
        ... except rondel.RondelError as error:
        ...     print(error.code, error.fields["text"])
        unreadable-step fly 3

    """

    code: ClassVar[str] = "error"

    def __init__(self, message: str, **fields: Any):
        super().__init__(message)
        self.fields = fields

    def __reduce__(self) -> tuple[Any, ...]:
        """Support pickling, so that errors from other processes keep their fields."""
        return _again, (type(self), self.args, vars(self))

    @property
    def message(self) -> Message:
        """Return the error as a message, to be used inside another message."""
        arguments: dict[str, MessageArg] = {
            name: value for name, value in self.fields.items() if isinstance(value, int | str)
        }
        return Message(f"error-{self.code}", arguments)


def _again(kind: type[RondelError], args: tuple[Any, ...], held: dict[str, Any]) -> RondelError:
    error = kind.__new__(kind, *args)
    error.args = args
    vars(error).update(held)
    return error


class WrongArgument(RondelError, ValueError):
    """Error for an argument with an invalid value; `name` is the argument."""

    code = "wrong-argument"

    def __init__(self, name: str, given: object, wanted: str):
        shown = repr(given)
        shown = shown if len(shown) <= 60 else f"{shown[:57]}…"
        message = f"{name} cannot be {shown}: {wanted}"
        super().__init__(message, name=name, given=shown, wanted=wanted)
        self.name = name
        """Name of the argument."""


class UnreadableFile(RondelError, OSError):
    """Error for a file that is missing, is not text, or may not be read."""

    code = "unreadable-file"

    def __init__(self, file: object, problem: str):
        super().__init__(f"{file} cannot be read: {problem}", file=str(file), problem=problem)


class UnwritableFile(RondelError, OSError):
    """Error for a file that may not be written."""

    code = "unwritable-file"

    def __init__(self, file: object, problem: str):
        super().__init__(f"{file} cannot be written: {problem}", file=str(file), problem=problem)


class FileExists(RondelError, OSError):
    """Error for a file that already exists and would be overwritten."""

    code = "file-exists"

    def __init__(self, file: object):
        super().__init__(f"{file} already exists", file=str(file))


class MissingExtra(RondelError, ImportError):
    """Error for an optional package that is not installed."""

    code = "missing-extra"

    def __init__(self, extra: str):
        super().__init__(f'needs an extra: pip install "rondel[{extra}]"', extra=extra)


class NotDrawable(RondelError):
    """Error for a missing drawing script. Wheels contain it; a clone must build it."""

    code = "drawing-not-built"

    def __init__(self) -> None:
        super().__init__("the drawing script is not built: run `make web` in the clone")


class NoPicture(RondelError):
    """Error for a game without a drawn board."""

    code = "no-picture"

    def __init__(self, game: str):
        super().__init__(f"{game} has no drawn board", game=game)


class GameOver(RondelError, ValueError):
    """Error for a request for a step after the end of the game."""

    code = "game-over"

    def __init__(self) -> None:
        super().__init__("the game is over: there is no step left to choose")


class UnknownGame(RondelError, ValueError):
    """Error for a game that is not installed."""

    code = "unknown-game"

    def __init__(self, name: str, known: Sequence[str]):
        super().__init__(
            f"unknown game {name!r}; known games: {', '.join(known)}", name=name, known=list(known)
        )


class UnknownEdition(RondelError, ValueError):
    """Error for an edition that the game does not have."""

    code = "unknown-edition"

    def __init__(self, name: str, known: Sequence[str]):
        super().__init__(
            f"unknown edition {name!r}; known editions: {', '.join(known)}",
            name=name,
            known=list(known),
        )


class WrongPlayers(RondelError, ValueError):
    """Error for a number of players that the game does not support."""

    code = "wrong-players"

    def __init__(self, players: int, allowed: Sequence[int]):
        super().__init__(
            f"the game is for {allowed[0]} to {allowed[-1]} players, not for {players}",
            players=players,
            least=allowed[0],
            most=allowed[-1],
        )


class UnreadableStep(RondelError, ValueError):
    """Error for text or data that is not a step of this game."""

    code = "unreadable-step"

    def __init__(self, text: str):
        super().__init__(f"{text!r} is not a step of this game", text=text)


class IllegalStep(RondelError, ValueError):
    """Error for a step of this game that is not legal now.

    Attributes:
        legal: Notation of the legal steps.

    """

    code = "illegal-step"

    def __init__(self, text: str, legal: Sequence[str]):
        few = ", ".join(legal[:8]) + (", …" if len(legal) > 8 else "")
        super().__init__(
            f"{text!r} is not possible now; possible: {few or 'nothing'}",
            text=text,
            legal=list(legal),
        )
        self.legal = list(legal)

    def because(self, reason: Message | None) -> "IllegalStep":
        """Add the rule that forbids the step, if known, and return this error.

        Args:
            reason: Rule that forbids the step, or None.

        """
        if reason is not None:
            self.fields["reason"] = reason
        return self


class StaleStep(RondelError, ValueError):
    """Error for a step that answers an earlier position of the match."""

    code = "stale-step"

    def __init__(self, answered: int, now: int):
        super().__init__(
            f"the step answers position {answered}, the match is at {now}",
            answered=answered,
            now=now,
        )


class NotYourTurn(RondelError, ValueError):
    """Error for a step by a seat that is not to move."""

    code = "not-your-turn"

    def __init__(self, seat: int, to_move: int | None):
        whose = "nobody's" if to_move is None else f"seat {to_move}'s"
        super().__init__(f"it is {whose} turn, not seat {seat}'s", seat=seat, to_move=to_move)


class NothingToUndo(RondelError):
    """Error for an undo by a seat that did not make the last step, or after a chance step."""

    code = "nothing-to-undo"

    def __init__(self, seat: int):
        super().__init__(f"seat {seat} has no step of its own to take back", seat=seat)


class UnsoundPosition(RondelError, ValueError):
    """Error for an impossible position.

    Attributes:
        problems: Names of the defects.

    """

    code = "unsound-position"

    def __init__(self, problems: Sequence[str]):
        super().__init__(
            f"the position is not valid: {', '.join(problems)}", problems=list(problems)
        )
        self.problems = list(problems)


class UnreadableRecord(RondelError, ValueError):
    """Error for a record file that cannot be read beyond some line.

    Attributes:
        line: Number of the first bad line.
        match: Match up to that line, or None.

    """

    code = "unreadable-record"

    def __init__(self, line: int, problem: str, message: Message, match: Any = None):
        super().__init__(f"line {line}: {problem}", line=line, problem=message)
        self.line = line
        self.match = match


class IncompatibleRecord(RondelError, ValueError):
    """Error for a record written under other rules."""

    code = "incompatible-record"

    def __init__(self, written: str, known: str):
        super().__init__(
            f"the record needs {written}; this version supports {known}",
            written=written,
            known=known,
        )


class FalseDeal(RondelError, ValueError):
    """Error for a recorded outcome that contradicts the dealer's secret."""

    code = "false-deal"

    def __init__(self, step: int, problem: str, message: Message):
        super().__init__(f"step {step}: {problem}", step=step, problem=message)
