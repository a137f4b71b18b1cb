"""A position: one moment of a game, and what can happen next."""

from collections.abc import Callable, Sequence
from functools import cached_property, wraps
from importlib import import_module
from operator import itemgetter
from typing import Any, Generic, TypeVar, TypeVarTuple, overload

import msgspec
import numpy as np

from rondel.contract.draws import Draw
from rondel.contract.errors import (
    GameOver,
    IllegalStep,
    NotYourTurn,
    RondelError,
    UnsoundPosition,
)
from rondel.contract.game import Edition, Game, V, game_called
from rondel.contract.known import MOST_KNOWN
from rondel.contract.phrase import Phrase
from rondel.contract.steps import Step
from rondel.contract.turn import Chance, Choose, Over, Turn
from rondel.kernel.record import Cells, Fields, copied, shaped, write_record
from rondel.kernel.state import CHANCE, OVER

UNREADABLE = (LookupError, ValueError, OverflowError, TypeError, RecursionError)
"""What reading the fields of something that is no position may raise."""
T = TypeVar("T")
Ts = TypeVarTuple("Ts")


class Position(Generic[V]):
    """One moment of a game. Never changes; `after` gives the next one.

    Examples:
        >>> position = rondel.Match("finca", seed=7).position
        >>> later = position.after("place 3")
        >>> position.seat, later.seat
        (0, 1)
        >>> later == position.after(position.actions[3])
        True

    """

    def __init__(self, game: Game[V], edition: Edition, state: Cells):
        self.game = game
        self.edition = edition
        self.state = state
        # What many ask for at once; a cached property takes longer than finding it out.
        self._known_asked: int | None = None
        self._known_options: tuple[list[int], list[int]] | None = None
        self._known_plain: Any = None
        self._found_out: dict[Callable[[Any], Any], Any] = {}

    @cached_property
    def table(self) -> Any:
        """The state record, for reading its fields."""
        return Fields(self.state)

    @property
    def plain(self) -> Any:
        """The same as plain numbers and tuples, all read at once: that takes as long as seven
        fields of the record do.
        """
        if self._known_plain is None:
            self._known_plain = self.game.plain(self.state.tobytes())
        return self._known_plain

    @property
    def players(self) -> int:
        """How many play."""
        return int(self.state["players"][0])

    @property
    def _asked(self) -> int:
        if self._known_asked is None:
            self._known_asked = int(self.state["seat"][0])
        return self._known_asked

    @property
    def seat(self) -> int | None:
        """The seat that is asked, or None when chance is or the game is over."""
        return self._asked if self._asked >= 0 else None

    @property
    def next_draw(self) -> Draw | None:
        """Return the draw that chance makes now; None if the game declares no draws."""
        declared = self.game.next_draw
        return declared(self) if declared and self.is_chance else None

    @property
    def is_chance(self) -> bool:
        """Whether luck is asked."""
        return self._asked == CHANCE

    @property
    def is_over(self) -> bool:
        """Whether nobody is asked any more."""
        return self._asked == OVER

    @property
    def _found(self) -> tuple[list[int], list[int]]:
        """The numbers and the weights of what can happen now."""
        if self._known_options is None:
            steps, weights = self.game.buffers()
            drivers, box = self.game.drivers, self.edition.box
            found = 0 if self.is_over else drivers.ask(self.state, box, steps, weights)
            self._known_options = steps[:found].tolist(), weights[:found].tolist()
        return self._known_options

    @cached_property
    def options(self) -> tuple[tuple[int, int], ...]:
        """What can happen now: step numbers with their weights (1 where a seat chooses)."""
        return tuple(zip(*self._found, strict=True))

    @cached_property
    def numbers(self) -> frozenset[int]:
        """The numbers of the steps that can happen now."""
        return frozenset(self._found[0])

    @property
    def actions(self) -> tuple[Step, ...]:
        """What the seat that is asked can do; nothing if none is."""
        return self.turn.actions if isinstance(self.turn, Choose) else ()

    @property
    def result(self) -> Over | None:
        """How the game ended, if it has."""
        return self.turn if isinstance(self.turn, Over) else None

    def check_goes_on(self) -> None:
        """Raise GameOver if nobody is asked any more."""
        if self.is_over:
            raise GameOver

    @cached_property
    def turn(self) -> Turn:
        """What now?"""
        if self.is_over:
            reason = self.game.reasons[int(self.state["reason"][0])]
            return Over(self.scores, self.ranks, reason)
        read = self.edition.steps.step
        if self.is_chance:
            return Chance(tuple((read(number), weight) for number, weight in self.options))
        return Choose(self._asked, tuple(read(number) for number, _ in self.options))

    @cached_property
    def _tally(self) -> tuple[Cells, Cells]:
        points, tiebreaks = np.zeros((2, self.players), np.int32)
        self.game.drivers.count(self.state, self.edition.box, points, tiebreaks)
        return points, tiebreaks

    @property
    def scores(self) -> tuple[int, ...]:
        """Every seat's points as if the game ended now."""
        return tuple(self._tally[0].tolist())

    @cached_property
    def ranks(self) -> tuple[int, ...]:
        """Every seat's place as if the game ended now."""
        ranks = np.zeros(self.players, np.int32)
        self.game.drivers.rank(self.players, *self._tally, ranks)
        return tuple(ranks.tolist())

    def after(self, step: Step | str | int, seat: int | None = None) -> "Position[V]":
        """The checked door: the position after a step, made by `seat` if given.

        Raises UnreadableStep, NotYourTurn or IllegalStep, and changes nothing.
        """
        number = self.edition.steps.number(step)
        if seat is not None and seat != self.seat:
            raise NotYourTurn(seat, self.seat)
        if number not in self._found[0]:
            text = self.edition.steps.text
            raise IllegalStep(text(number), [text(n) for n, _ in self.options])
        return self.after_unchecked(number)

    def why_not(self, step: Step | str | int) -> Phrase | None:
        """The rule that forbids a step now; None if it is possible, or nobody can say more.

        Raises UnreadableStep.
        """
        number = self.edition.steps.number(step)
        explain = self.game.why_not
        return None if explain is None or number in self.numbers else explain(self, number)

    def after_unchecked(self, number: int) -> "Position[V]":
        """The position after a step known to be legal."""
        state = copied(self.state)
        self.game.drivers.step(state, self.edition.box, number)
        return Position(self.game, self.edition, state)

    def bare(self) -> "Position[V]":
        """The same moment without what was found out about it, for keeping."""
        return Position(self.game, self.edition, self.state)

    def after_each(self, numbers: Sequence[int], states: Cells | None = None) -> Cells:
        """The tables after each of several steps known to be legal, all from here.

        With `states`, one for each step, from these instead; they change.
        """
        if states is None:
            states = copied(self.state, len(numbers))
        self.game.drivers.step_each(states, self.edition.box, np.array(numbers, np.int16))
        return states

    def once(self, find_out: "Callable[[Position[Any]], T]") -> T:
        """What there is to find out about this moment, found out once."""
        if find_out not in self._found_out:
            self._found_out[find_out] = find_out(self)
        found: T = self._found_out[find_out]
        return found

    @property
    def closing(self) -> int | None:
        """The step that ends a game which goes nowhere, where it is offered."""
        closing = self.game.closing
        return closing if closing in self._found[0] else None

    @property
    def problems(self) -> tuple[str, ...]:
        """What is wrong with the table; nothing, unless it was written by hand."""
        bits = self.game.drivers.check(self.state, self.edition.box)
        return tuple(name for bit, name in enumerate(self.game.problems) if bits >> bit & 1)

    @property
    def view(self) -> V:
        """The typed document a board or a client needs."""
        return self.game.view(self)

    def svg(
        self,
        names: Sequence[str] = (),
        *,
        dark: bool | None = False,
        language: str = "en",
        size: int = 1600,
    ) -> str:
        """The table as the browser client draws it, as one SVG that needs nothing else.

        `dark=None` follows the reader's screen; `size` is the width in pixels.
        """
        drawn = _drawing().svg(self, names, dark=dark, language=language, size=size)
        return str(drawn)

    def png(
        self,
        names: Sequence[str] = (),
        *,
        dark: bool = False,
        language: str = "en",
        size: int = 1600,
    ) -> bytes:
        """The same picture as a PNG. Raises MissingExtra without `rondel[draw]`."""
        return bytes(_drawing().png(self, names, dark=dark, language=language, size=size))

    def html(self, names: Sequence[str] = ()) -> str:
        """The same picture for a page or a notebook, light or dark as the reader's screen is."""
        return str(_drawing().html(self, names))

    def _repr_svg_(self) -> str | None:
        """What a notebook keeps; nothing where pictures cannot be drawn."""
        try:
            return self.svg()
        except RondelError:
            return None

    def _repr_html_(self) -> str | None:
        """What a notebook shows."""
        try:
            return self.html()
        except RondelError:
            return None

    def write(self) -> str:
        """The position as one line of JSON."""
        return msgspec.json.encode(write_record(self.state)).decode()

    def __eq__(self, other: object) -> bool:
        """Whether it is the same moment of the same game."""
        return isinstance(other, Position) and self._moment == other._moment

    @property
    def _moment(self) -> tuple[str, str, bytes]:
        return self.game.name, self.edition.name, self.state.tobytes()

    def __hash__(self) -> int:
        """Equal positions have equal hashes."""
        return hash(self.state.tobytes())

    def __copy__(self) -> "Position[V]":
        """A position never changes, so it need not be copied."""
        return self

    def __deepcopy__(self, memo: object) -> "Position[V]":
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """A position travels as its game, the name or text of its edition, and its bytes."""
        written = self.game.write_edition(self.edition)
        return _restored, (self.game, written, self.state.tobytes())

    def __repr__(self) -> str:
        return f"<Position {self.game.name} {self.players} players, asked: {self.seat}>"


def _drawing() -> Any:
    """The room that draws: it stands above this one, so it is brought when it is asked for."""
    return import_module("rondel.drawing")


def made_of(
    *fields: str,
) -> Callable[[Callable[[Position, *Ts], T]], Callable[[Position, *Ts], T]]:
    """Marks what is made of an edition and some fields alone: made once while they stay the same.

    And of further arguments, if it takes any. What it answers never changes.
    """

    def marked(make: Callable[[Position, *Ts], T]) -> Callable[[Position, *Ts], T]:
        known: dict[Any, tuple[Edition, T]] = {}
        cuts: dict[type, Callable[[bytes], Any]] = {}

        @wraps(make)
        def found(position: Position, *more: *Ts) -> T:
            state = position.game.state
            cut = cuts.get(state)
            if cut is None:
                places = _places(state.dtype, fields) or [slice(0)]
                cut = cuts[state] = itemgetter(*places)
            # An edition is known by its place in memory, which nothing else takes while it is kept.
            key = id(position.edition), cut(position.state.tobytes()), more
            entry = known.get(key)
            if entry is None:
                if len(known) >= MOST_KNOWN:
                    known.clear()
                entry = known[key] = position.edition, make(position, *more)
            return entry[1]

        return found

    return marked


def _places(record: np.dtype[Any], fields: tuple[str, ...]) -> list[slice]:
    """Where fields lie in a record's bytes, neighbours as one: NumPy's own way takes four times as
    long.
    """
    known: Any = record.fields
    found: list[slice] = []
    for kind, at, *_ in sorted((known[field] for field in fields), key=itemgetter(1)):
        if found and found[-1].stop == at:
            found[-1] = slice(found[-1].start, at + kind.itemsize)
        else:
            found.append(slice(at, at + kind.itemsize))
    return found


def _restored(game: Game[V], edition: str, state: bytes) -> Position[V]:
    return Position(
        game, game.edition(edition), shaped(np.frombuffer(bytearray(state), game.state.dtype))
    )


@overload
def read_position(game: Game[V], text: str | bytes, edition: str | Edition = "") -> Position[V]: ...
@overload
def read_position(game: str, text: str | bytes, edition: str | Edition = "") -> Position[Any]: ...
def read_position(
    game: Game[Any] | str, text: str | bytes, edition: str | Edition = ""
) -> Position[Any]:
    """The position `write` wrote. Raises UnsoundPosition naming what is wrong.

    Examples:
        >>> position = rondel.Match("finca", seed=7).position
        >>> rondel.read_position("finca", position.write()) == position
        True

    """
    game = game_called(game)
    box = game.edition(edition)
    try:
        fields = msgspec.json.decode(text, type=dict[str, Any])
        state = game.read_state(fields, box)
    except (*UNREADABLE, msgspec.DecodeError) as error:
        raise UnsoundPosition([f"unreadable ({str(error)[:200]})"]) from None
    position = Position(game, box, state)
    if position.players not in game.players:
        raise UnsoundPosition(["players"])
    if problems := position.problems:
        raise UnsoundPosition(problems)
    return position
