"""Everything a caller can get wrong, each with a stable code and its facts as fields."""

from collections.abc import Sequence
from typing import Any, ClassVar

from rondel.contract.phrase import Phrase, Told


class RondelError(Exception):
    """The root. `code` never changes between releases; `fields` are for programs and words.

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
        """Errors come back from other processes whole."""
        return _again, (type(self), self.args, vars(self))

    @property
    def phrase(self) -> Phrase:
        """The error as something to tell inside a sentence of another one."""
        told: dict[str, Told] = {
            name: value for name, value in self.fields.items() if isinstance(value, int | str)
        }
        return Phrase(f"error-{self.code}", told)


def _again(kind: type[RondelError], args: tuple[Any, ...], held: dict[str, Any]) -> RondelError:
    error = kind.__new__(kind, *args)
    error.args = args
    vars(error).update(held)
    return error


class WrongArgument(RondelError, ValueError):
    """A call that cannot be meant like that; `name` is the argument."""

    code = "wrong-argument"

    def __init__(self, name: str, given: object, wanted: str):
        shown = repr(given)
        shown = shown if len(shown) <= 60 else f"{shown[:57]}…"
        message = f"{name} cannot be {shown}: {wanted}"
        super().__init__(message, name=name, given=shown, wanted=wanted)
        self.name = name


class UnreadableFile(RondelError, OSError):
    """The file is missing, is not text, or may not be read."""

    code = "unreadable-file"

    def __init__(self, file: object, problem: str):
        super().__init__(f"{file} cannot be read: {problem}", file=str(file), problem=problem)


class UnwritableFile(RondelError, OSError):
    """The file may not be written."""

    code = "unwritable-file"

    def __init__(self, file: object, problem: str):
        super().__init__(f"{file} cannot be written: {problem}", file=str(file), problem=problem)


class FileExists(RondelError, OSError):
    """The file is there already, and nobody asked to overwrite it."""

    code = "file-exists"

    def __init__(self, file: object):
        super().__init__(f"{file} exists already", file=str(file))


class MissingExtra(RondelError, ImportError):
    """An optional package is not installed."""

    code = "missing-extra"

    def __init__(self, extra: str):
        super().__init__(f'needs an extra: pip install "rondel[{extra}]"', extra=extra)


class NotDrawable(RondelError):
    """The script that draws has not been built; wheels bring it."""

    code = "drawing-not-built"

    def __init__(self) -> None:
        super().__init__("the drawing is not built: run `make web` in the clone")


class NoPicture(RondelError):
    """The game has no drawn board."""

    code = "no-picture"

    def __init__(self, game: str):
        super().__init__(f"{game} has no drawn board", game=game)


class GameOver(RondelError, ValueError):
    """Nobody is asked any more, and there is nothing to think about."""

    code = "game-over"

    def __init__(self) -> None:
        super().__init__("the game is over: there is no step left to choose")


class UnknownGame(RondelError, ValueError):
    """No game of that name is installed."""

    code = "unknown-game"

    def __init__(self, name: str, known: Sequence[str]):
        super().__init__(
            f"no game is called {name!r}; there is {', '.join(known)}", name=name, known=list(known)
        )


class UnknownEdition(RondelError, ValueError):
    """The game has no edition of that name."""

    code = "unknown-edition"

    def __init__(self, name: str, known: Sequence[str]):
        super().__init__(
            f"no edition is called {name!r}; there is {', '.join(known)}",
            name=name,
            known=list(known),
        )


class WrongPlayers(RondelError, ValueError):
    """The game is not for that many players."""

    code = "wrong-players"

    def __init__(self, players: int, allowed: Sequence[int]):
        super().__init__(
            f"{players} cannot play; {allowed[0]} to {allowed[-1]} can",
            players=players,
            least=allowed[0],
            most=allowed[-1],
        )


class UnreadableStep(RondelError, ValueError):
    """The text or structure is not a step of this game at all."""

    code = "unreadable-step"

    def __init__(self, text: str):
        super().__init__(f"{text!r} is not a step of this game", text=text)


class IllegalStep(RondelError, ValueError):
    """A step of this game, but not now. `legal` lists what is."""

    code = "illegal-step"

    def __init__(self, text: str, legal: Sequence[str]):
        few = ", ".join(legal[:8]) + (", …" if len(legal) > 8 else "")
        super().__init__(
            f"{text!r} is not possible now; possible: {few or 'nothing'}",
            text=text,
            legal=list(legal),
        )
        self.legal = list(legal)

    def because(self, reason: Phrase | None) -> "IllegalStep":
        """The same with the rule that forbids the step, where it is known."""
        if reason is not None:
            self.fields["reason"] = reason
        return self


class StaleStep(RondelError, ValueError):
    """The step answers an earlier position than the present one."""

    code = "stale-step"

    def __init__(self, answered: int, now: int):
        super().__init__(
            f"the step answers position {answered}, the match is at {now}",
            answered=answered,
            now=now,
        )


class NotYourTurn(RondelError, ValueError):
    """Another seat, or chance, is asked."""

    code = "not-your-turn"

    def __init__(self, seat: int, asked: int | None):
        whose = "nobody's" if asked is None else f"seat {asked}'s"
        super().__init__(f"it is {whose} turn, not seat {seat}'s", seat=seat, asked=asked)


class NothingToUndo(RondelError):
    """The last step is not this seat's own, or chance has spoken since."""

    code = "nothing-to-undo"

    def __init__(self, seat: int):
        super().__init__(f"seat {seat} has no step of its own to take back", seat=seat)


class UnsoundPosition(RondelError, ValueError):
    """A position that no table could show. `problems` names what is wrong."""

    code = "unsound-position"

    def __init__(self, problems: Sequence[str]):
        super().__init__(f"the position is unsound: {', '.join(problems)}", problems=list(problems))
        self.problems = list(problems)


class UnreadableRecord(RondelError, ValueError):
    """A record file that cannot be read on from `line`; `match` holds what could be."""

    code = "unreadable-record"

    def __init__(self, line: int, problem: str, phrase: Phrase, match: Any = None):
        super().__init__(f"line {line}: {problem}", line=line, problem=phrase)
        self.line = line
        self.match = match


class IncompatibleRecord(RondelError, ValueError):
    """A record of other rules than these."""

    code = "incompatible-record"

    def __init__(self, written: str, known: str):
        super().__init__(
            f"the record follows {written}; this is {known}", written=written, known=known
        )


class FalseDeal(RondelError, ValueError):
    """A recorded outcome is not the one its dealer's secret gives."""

    code = "false-deal"

    def __init__(self, step: int, problem: str, phrase: Phrase):
        super().__init__(f"step {step}: {problem}", step=step, problem=phrase)
