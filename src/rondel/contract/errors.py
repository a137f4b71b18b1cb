"""Everything a caller can get wrong, each with a stable code and its facts as fields."""

from collections.abc import Sequence
from typing import Any, ClassVar

from rondel.contract.phrase import Phrase, Told


class RondelError(Exception):
    """The root. `code` never changes between releases; `fields` are for programs and words."""

    code: ClassVar[str] = "error"

    def __init__(self, message: str, **fields: Any):
        super().__init__(message)
        self.fields = fields

    @property
    def phrase(self) -> Phrase:
        """The error as something to tell inside a sentence of another one."""
        told: dict[str, Told] = {
            name: value for name, value in self.fields.items() if isinstance(value, int | str)
        }
        return Phrase(f"error-{self.code}", told)


class UnknownGame(RondelError):
    """No game of that name is installed."""

    code = "unknown-game"

    def __init__(self, name: str, known: Sequence[str]):
        super().__init__(
            f"no game is called {name!r}; there is {', '.join(known)}", name=name, known=list(known)
        )


class UnknownEdition(RondelError):
    """The game has no edition of that name."""

    code = "unknown-edition"

    def __init__(self, name: str, known: Sequence[str]):
        super().__init__(
            f"no edition is called {name!r}; there is {', '.join(known)}",
            name=name,
            known=list(known),
        )


class WrongPlayers(RondelError):
    """The game is not for that many players."""

    code = "wrong-players"

    def __init__(self, players: int, allowed: Sequence[int]):
        super().__init__(
            f"{players} cannot play; {allowed[0]} to {allowed[-1]} can",
            players=players,
            least=allowed[0],
            most=allowed[-1],
        )


class UnreadableStep(RondelError):
    """The text or structure is not a step of this game at all."""

    code = "unreadable-step"

    def __init__(self, text: str):
        super().__init__(f"{text!r} is not a step of this game", text=text)


class IllegalStep(RondelError):
    """A step of this game, but not now. `legal` lists what is."""

    code = "illegal-step"

    def __init__(self, text: str, legal: Sequence[str]):
        few = ", ".join(legal[:8]) + (", …" if len(legal) > 8 else "")
        super().__init__(
            f"{text!r} is not possible now; possible: {few or 'nothing'}",
            text=text,
            legal=list(legal),
        )


class StaleStep(RondelError):
    """The step answers an earlier position than the present one."""

    code = "stale-step"

    def __init__(self, answered: int, now: int):
        super().__init__(
            f"the step answers position {answered}, the match is at {now}",
            answered=answered,
            now=now,
        )


class NotYourTurn(RondelError):
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


class UnsoundPosition(RondelError):
    """A position that no table could show. `problems` names what is wrong."""

    code = "unsound-position"

    def __init__(self, problems: Sequence[str]):
        super().__init__(f"the position is unsound: {', '.join(problems)}", problems=list(problems))


class UnreadableRecord(RondelError):
    """A record file that cannot be read on from `line`; `match` holds what could be."""

    code = "unreadable-record"

    def __init__(self, line: int, problem: str, phrase: Phrase, match: Any = None):
        super().__init__(f"line {line}: {problem}", line=line, problem=phrase)
        self.match = match


class IncompatibleRecord(RondelError):
    """A record of other rules than these."""

    code = "incompatible-record"

    def __init__(self, written: str, known: str):
        super().__init__(
            f"the record follows {written}; this is {known}", written=written, known=known
        )


class FalseDeal(RondelError):
    """A recorded outcome is not the one its dealer's secret gives."""

    code = "false-deal"

    def __init__(self, step: int, problem: str, phrase: Phrase):
        super().__init__(f"step {step}: {problem}", step=step, problem=phrase)
