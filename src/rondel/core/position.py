"""Immutable game positions."""

from collections.abc import Sequence
from functools import cached_property
from typing import Any, Generic, overload

import msgspec
import numpy as np

from rondel.core.documents import write_fields, write_message, write_view
from rondel.core.draws import Draw
from rondel.core.errors import (
    GameOver,
    IllegalStep,
    NotYourTurn,
    UnsoundPosition,
)
from rondel.core.game import Edition, Game, V
from rondel.core.message import Message
from rondel.core.registry import find_game
from rondel.core.steps import Step
from rondel.core.turn import Chance, Choose, Over, Turn
from rondel.kernel.documents import LABELS, PROMPT, STORY
from rondel.kernel.record import Array, Fields, copied, shaped, write_record
from rondel.kernel.state import CHANCE, OVER

UNREADABLE = (LookupError, ValueError, OverflowError, TypeError, RecursionError)
"""Exceptions that reading fields of an invalid position may raise."""


class Position(Generic[V]):
    """Immutable position of a game: legal steps, points and what the players see.

    `after` returns the position after a step.

    Examples:
        >>> position = rondel.Match("finca", seed=7).position
        >>> later = position.after("place 3")
        >>> position.seat, later.seat
        (0, 1)
        >>> later == position.after(position.actions[3])
        True

    """

    def __init__(self, game: Game[V], edition: Edition, state: Array):
        self.game = game
        """Game of the position."""
        self.edition = edition
        """Edition of the game."""
        self.state = state
        """State record, as an array of one."""
        # A plain attribute: a cached property takes longer than this computation.
        self._known_asked: int | None = None
        self._known_options: tuple[list[int], list[int]] | None = None

    @cached_property
    def table(self) -> Any:
        """Return the state record, for reading its fields."""
        return Fields(self.state)

    @property
    def players(self) -> int:
        """Return the number of players."""
        return int(self.state["players"][0])

    @property
    def _asked(self) -> int:
        if self._known_asked is None:
            self._known_asked = int(self.state["seat"][0])
        return self._known_asked

    @property
    def seat(self) -> int | None:
        """Return the seat to move, or None if chance is to move or the game is over."""
        return self._asked if self._asked >= 0 else None

    @property
    def next_draw(self) -> Draw | None:
        """Return the current chance draw, or None if the game declares no draws."""
        declared = self.game.next_draw
        return declared(self) if declared and self.is_chance else None

    @property
    def is_chance(self) -> bool:
        """Return True if chance is to move."""
        return self._asked == CHANCE

    @property
    def is_over(self) -> bool:
        """Return True if the game is over."""
        return self._asked == OVER

    @property
    def _found(self) -> tuple[list[int], list[int]]:
        """Return the numbers and weights of the possible steps."""
        if self._known_options is None:
            steps, weights = self.game.buffers()
            drivers, box = self.game.drivers, self.edition.box
            found = 0 if self.is_over else drivers.ask(self.state, box, steps, weights)
            self._known_options = steps[:found].tolist(), weights[:found].tolist()
        return self._known_options

    @cached_property
    def legal_steps(self) -> tuple[tuple[int, int], ...]:
        """Return the possible step numbers with their weights (1 if a seat chooses)."""
        return tuple(zip(*self._found, strict=True))

    @cached_property
    def legal_ids(self) -> frozenset[int]:
        """Return the numbers of the possible steps."""
        return frozenset(self._found[0])

    @property
    def actions(self) -> tuple[Step, ...]:
        """Return the legal actions of the seat to move; empty if no seat is."""
        return self.turn.actions if isinstance(self.turn, Choose) else ()

    @property
    def result(self) -> Over | None:
        """Return the result of a finished game, or None."""
        return self.turn if isinstance(self.turn, Over) else None

    def check_goes_on(self) -> None:
        """Raise GameOver if the game is over."""
        if self.is_over:
            raise GameOver

    @cached_property
    def turn(self) -> Turn:
        """Return the current turn: Choose, Chance or Over."""
        if self.is_over:
            reason = self.game.reasons[int(self.state["reason"][0])]
            return Over(self.scores, self.ranks, reason)
        read = self.edition.steps.step
        if self.is_chance:
            return Chance(tuple((read(number), weight) for number, weight in self.legal_steps))
        return Choose(self._asked, tuple(read(number) for number, _ in self.legal_steps))

    @cached_property
    def _tally(self) -> tuple[Array, Array]:
        points, tiebreaks = np.zeros((2, self.players), np.int32)
        self.game.drivers.count(self.state, self.edition.box, points, tiebreaks)
        return points, tiebreaks

    @property
    def scores(self) -> tuple[int, ...]:
        """Return every seat's points as if the game ended now."""
        return tuple(self._tally[0].tolist())

    @cached_property
    def ranks(self) -> tuple[int, ...]:
        """Return every seat's place as if the game ended now."""
        ranks = np.zeros(self.players, np.int32)
        self.game.drivers.rank(self.players, *self._tally, ranks)
        return tuple(ranks.tolist())

    def after(self, step: Step | str | int, seat: int | None = None) -> "Position[V]":
        """Return the position after a legal step.

        Args:
            step: Step as a struct, a number or its notation.
            seat: Seat that makes the step; not checked if None.

        Raises:
            UnreadableStep: The step is not one of this game.
            NotYourTurn: Another seat, or chance, is to move.
            IllegalStep: The step is not legal now.

        """
        number = self.edition.steps.number(step)
        if seat is not None and seat != self.seat:
            raise NotYourTurn(seat, self.seat)
        if number not in self._found[0]:
            text = self.edition.steps.text
            raise IllegalStep(text(number), [text(n) for n, _ in self.legal_steps])
        return self.after_unchecked(number)

    def explain_illegal(self, step: Step | str | int) -> Message | None:
        """Return the rule that forbids a step now.

        Args:
            step: Step as a number, notation or struct.

        Returns:
            Message with the reason, or None if the step is legal or the game gives no reason.

        Raises:
            UnreadableStep: The step is not one of this game.

        """
        number = self.edition.steps.number(step)
        explain = self.game.explain_illegal
        return None if explain is None or number in self.legal_ids else explain(self, number)

    def after_unchecked(self, number: int) -> "Position[V]":
        """Return the position after a step that is known to be legal.

        Args:
            number: Number of a legal step.

        """
        state = copied(self.state)
        self.game.drivers.step(state, self.edition.box, number)
        return Position(self.game, self.edition, state)

    def without_cache(self) -> "Position[V]":
        """Return an equal position without cached data, for storage."""
        return Position(self.game, self.edition, self.state)

    def after_each(self, numbers: Sequence[int], states: Array | None = None) -> Array:
        """Return the states after each of several legal steps from this position.

        Args:
            numbers: Step numbers.
            states: Start states, one per step, changed in place; this position if None.

        """
        if states is None:
            states = copied(self.state, len(numbers))
        self.game.drivers.step_each(states, self.edition.box, np.array(numbers, np.int16))
        return states

    @property
    def forced_end_step(self) -> int | None:
        """Return the step that ends a game without progress, if it is legal now."""
        forced_end_step = self.game.forced_end_step
        return forced_end_step if forced_end_step in self._found[0] else None

    @property
    def problems(self) -> tuple[str, ...]:
        """Return the names of the table's defects; always empty unless it was written by hand."""
        bits = self.game.drivers.check(self.state, self.edition.box)
        return tuple(name for bit, name in enumerate(self.game.problems) if bits >> bit & 1)

    @property
    def view_json(self) -> bytes:
        """Return the view as JSON."""
        if self.game.documents is None or not self.game.documents.has_view:
            return msgspec.json.encode(self.game.view(self))
        return write_view(self)

    @property
    def view_fields(self) -> dict[str, msgspec.Raw]:
        """Return the fields of the view as JSON, by name."""
        if self.game.documents is None or not self.game.documents.has_view:
            return msgspec.json.decode(self.view_json, type=dict[str, msgspec.Raw])
        return write_fields(self)

    @property
    def labels_json(self) -> list[msgspec.Raw]:
        """Return the labels of the legal steps as JSON, in their order."""
        if self.is_over or self.game.documents is None:
            labels = [self.game.label(self, number) for number, _ in self.legal_steps]
            return [msgspec.Raw(msgspec.json.encode(label)) for label in labels]
        return msgspec.json.decode(write_message(self, LABELS), type=list[msgspec.Raw])

    def prompt_json(self, named: bool) -> msgspec.Raw:
        """Return the instruction to the player to move as JSON.

        Args:
            named: True to address the player by name, False as "you".

        """
        if self.game.documents is None:
            return msgspec.Raw(msgspec.json.encode(self.game.prompt(self, named)))
        return msgspec.Raw(write_message(self, PROMPT, int(named)))

    def story_json(self, number: int, after: "Position[V]") -> msgspec.Raw:
        """Return the narration of a step as JSON.

        Args:
            number: Number of the step.
            after: Position after the step.

        """
        if self.game.documents is None:
            return msgspec.Raw(msgspec.json.encode(self.game.story(self, number, after)))
        return msgspec.Raw(write_message(self, STORY, number, after))

    @property
    def view(self) -> V:
        """Return the typed document that a board or client shows."""
        return self.game.view(self)

    def write(self) -> str:
        """Return the position as one line of JSON."""
        return msgspec.json.encode(write_record(self.state)).decode()

    def __eq__(self, other: object) -> bool:
        """Return True if both are equal positions of one game and edition."""
        return isinstance(other, Position) and self._moment == other._moment

    @property
    def _moment(self) -> tuple[str, str, bytes]:
        return self.game.name, self.edition.name, self.state.tobytes()

    def __hash__(self) -> int:
        """Return a hash that is the same for equal positions."""
        return hash(self.state.tobytes())

    def __copy__(self) -> "Position[V]":
        """Return the position itself, because positions are immutable."""
        return self

    def __deepcopy__(self, memo: object) -> "Position[V]":
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle a position as its game, its edition's name or text, and its bytes."""
        written = self.game.write_edition(self.edition)
        return _restored, (self.game, written, self.state.tobytes())

    def __repr__(self) -> str:
        return f"<Position {self.game.name} {self.players} players, asked: {self.seat}>"


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
    """Return the position that `Position.write` wrote.

    Args:
        game: Game or its name.
        text: One line of JSON.
        edition: Edition of the position, by name, text or itself.

    Raises:
        UnsoundPosition: The text is not a possible position.

    Examples:
        >>> position = rondel.Match("finca", seed=7).position
        >>> rondel.read_position("finca", position.write()) == position
        True

    """
    game = find_game(game)
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
