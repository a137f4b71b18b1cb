"""Match: an append-only log of steps."""

from collections.abc import Iterator, Sequence
from copy import deepcopy
from os import PathLike
from typing import TYPE_CHECKING, Any, Generic, Literal, overload

from rondel import rendering
from rondel.core import (
    Choose,
    Edition,
    Game,
    Message,
    Over,
    Position,
    RondelError,
    StaleStep,
    Step,
    Turn,
    WrongArgument,
)
from rondel.core.game import V
from rondel.games import find
from rondel.i18n import Translator
from rondel.match.dealer import Dealer, SeededRandom, SystemRandom
from rondel.match.play import deal_chance_steps, play_steps, undo_length

if TYPE_CHECKING:
    from rondel.games.finca.view import View as FincaView
    from rondel.games.milestones.view import View as MilestonesView

Players = int | Sequence[str]


class Match(Generic[V]):
    """Match between named seats. Chance steps are dealt automatically.

    Args:
        game: Game or its name.
        players: Number of seats, or a list of names.
        edition: Name of an edition, text of a custom one, or an edition.
        seed: Seed for repeatable outcomes; without one they come from the operating system.
        dealer: Dealer to use instead of a seed.
        deal: Deal chance steps at the start.

    Raises:
        UnknownGame: No game has this name.
        UnknownEdition: The game has no such edition.
        WrongPlayers: The game does not support this number of players.
        WrongArgument: An argument is invalid.

    Examples:
        >>> match = rondel.Match("finca", ["Anna", "Béla"], seed=7)
        >>> match.actions[0]
        Place(blade=0)
        >>> match.play("place 3")
        >>> match
        <Match finca, 2 players, 33 steps, seat 1 to choose>

    """

    @overload
    def __init__(
        self: "Match[FincaView]",
        game: Literal["finca"],
        players: Players = 2,
        *,
        edition: str | Edition = "",
        seed: int | str | None = None,
        dealer: Dealer | None = None,
        deal: bool = True,
    ) -> None: ...

    @overload
    def __init__(
        self: "Match[MilestonesView]",
        game: Literal["milestones"],
        players: Players = 2,
        *,
        edition: str | Edition = "",
        seed: int | str | None = None,
        dealer: Dealer | None = None,
        deal: bool = True,
    ) -> None: ...

    @overload
    def __init__(
        self,
        game: Game[V],
        players: Players = 2,
        *,
        edition: str | Edition = "",
        seed: int | str | None = None,
        dealer: Dealer | None = None,
        deal: bool = True,
    ) -> None: ...

    @overload
    def __init__(
        self: "Match[Any]",
        game: str,
        players: Players = 2,
        *,
        edition: str | Edition = "",
        seed: int | str | None = None,
        dealer: Dealer | None = None,
        deal: bool = True,
    ) -> None: ...

    def __init__(
        self,
        game: Game[Any] | str,
        players: Players = 2,
        *,
        edition: str | Edition = "",
        seed: int | str | None = None,
        dealer: Dealer | None = None,
        deal: bool = True,
    ):
        if seed is not None and dealer is not None:
            raise WrongArgument("seed", seed, "no seed beside a dealer")
        if isinstance(players, str):
            raise WrongArgument("players", players, "a number of seats, or a list of names")
        count = players if isinstance(players, int) else len(players)
        self.game: Game[V] = find(game)
        """Game that is played."""
        self.names = [""] * count if isinstance(players, int) else [str(name) for name in players]
        """Names of the players by seat."""
        self.dealer: Dealer = dealer or (SystemRandom() if seed is None else SeededRandom(seed))
        """Dealer of chance steps."""
        self._positions: list[Position[V]] = [self.game.start(count, edition)]
        self._log: list[int] = []
        self.began_under = self.game.version
        """Version of the rules at the beginning of the match."""
        self.given_up: Over | None = None
        """Result outside the rules, such as resignation or timeout; None if there is none."""
        self.taken_back = 0
        """Number of times that someone took back steps that were not all their own."""
        self.helped = 0
        """Number of hints and of turns that a bot played for a person."""
        if deal:
            self.deal()

    @property
    def edition(self) -> Edition:
        """Return the edition that is played."""
        return self.position.edition

    @property
    def position(self) -> Position[V]:
        """Return the current position."""
        return self._positions[-1]

    @property
    def turn(self) -> Turn:
        """Return the current turn: Choose, Chance or Over."""
        return self.position.turn

    @property
    def over(self) -> Over | None:
        """Return the result, by the rules or outside them; None while the match goes on."""
        turn = self.turn
        return turn if isinstance(turn, Over) else self.given_up

    def give_up(self, reason: str, ranks: Sequence[int]) -> None:
        """End the match for a reason outside the rules.

        Args:
            reason: One of GIVEN_UP or STEP_LIMIT.
            ranks: Places by seat.

        """
        if not self.position.is_over:
            self.given_up = Over(tuple(self.position.scores), tuple(ranks), reason)

    @property
    def seat(self) -> int | None:
        """Return the seat to move, or None if chance is to move or the game is over."""
        return self.position.seat

    @property
    def actions(self) -> tuple[Step, ...]:
        """Return the legal actions of the seat to move; empty if there is none or the match is
        over.
        """
        return () if self.is_over else self.position.actions

    @property
    def is_over(self) -> bool:
        """Return True if the match is over, by the rules or outside them."""
        return self.over is not None

    @property
    def result(self) -> Over | None:
        """Return the points, places and reason for the end, or None while the match goes on."""
        return self.over

    @property
    def view(self) -> V:
        """Return the typed document of the table that boards and clients show.

        Examples:
            >>> rondel.Match("finca", seed=7).view.players[0].fruits["fig"]
            0

        """
        return self.position.view

    @property
    def log(self) -> tuple[int, ...]:
        """Return the numbers of all steps so far."""
        return tuple(self._log)

    @property
    def rules(self) -> int:
        """Return the version of the rules that the match follows, raised by steps of newer
        versions.
        """
        step = self.edition.steps.step
        return max(self.began_under, *(step(number).since for number in set(self._log)), 1)

    def __len__(self) -> int:
        """Return the number of steps made, chance included."""
        return len(self._log)

    def position_at(self, at: int) -> Position[V]:
        """Return the position after `at` steps.

        Args:
            at: Number of steps.

        """
        return self._positions[at]

    def __iter__(self) -> Iterator[tuple[Position[V], Step, Position[V]]]:
        """Yield every step with the positions before and after it.

        Examples:
            >>> match = rondel.Match("finca", seed=7)
            >>> sum(before.is_chance for before, step, after in match)
            32

        """
        for at, number in enumerate(self._log):
            yield self._positions[at], self.edition.steps.step(number), self._positions[at + 1]

    def push(self, step: Step | str | int) -> None:
        """Make one step of a player or of chance, without dealing afterwards.

        Args:
            step: Step as a number, notation or struct.

        """
        number = self.edition.steps.number(step)
        self._append(number, self.position.after(number))

    def _append(self, number: int, after: Position) -> None:
        self._positions.append(after)
        self._log.append(number)
        self._go_on()

    def _go_on(self) -> None:
        if self.given_up is not None:
            # The dealer's secret is public by then, so later outcomes must come from another
            # source.
            self.given_up, self.dealer = None, SystemRandom()

    def pop(self) -> Step:
        """Remove and return the last step."""
        if not self._log:
            raise IndexError("no step has been made")
        self._positions.pop()
        self._go_on()
        return self.edition.steps.step(self._log.pop())

    def deal(self) -> None:
        """Let the dealer make all pending chance steps."""
        for number, after in deal_chance_steps(self.position, self.dealer, len(self._log)):
            self._append(number, after)

    def play(self, step: Step | str | int, seat: int | None = None, at: int | None = None) -> None:
        """Make a player's action, then deal all chance steps that follow.

        Args:
            step: Step as a struct, a number or its notation.
            seat: Seat that makes the step; not checked if None.
            at: Number of steps that the player has seen; not checked if None.

        Raises:
            UnreadableStep: The step is not one of this game.
            NotYourTurn: Another seat, or chance, is to move.
            IllegalStep: The step is not legal now.
            StaleStep: The match has moved on since `at`.

        Examples:
            >>> match = rondel.Match("finca", seed=7)
            >>> match.play("place 3", seat=0)
            >>> match.play("move 3", seat=1)
            Traceback (most recent call last):
            rondel.core.errors.IllegalStep: 'move 3' is not possible now; possible: place 0, ...

        """
        if at is not None and at != len(self._log):
            raise StaleStep(at, len(self._log))
        number = self.edition.steps.number(step)
        self._append(number, play_steps(self.position, [number], seat))
        self.deal()

    def undo(self, seat: int | None = None) -> Step:
        """Take back the last step if it is a player's own.

        Args:
            seat: Seat that takes back; the one that moved last if None.

        Returns:
            Step that was taken back.

        Raises:
            NothingToUndo: Chance or another seat made the last step.

        Examples:
            >>> match = rondel.Match("finca", seed=7)
            >>> match.play("place 3")
            >>> match.undo()
            Place(blade=3)

        """
        makers = [position.seat for position in self._positions[-2:-1]]
        wanted = makers[0] if seat is None and makers else seat
        undo_length(makers, -1 if wanted is None else wanted)
        return self.pop()

    def story(self, since: int = 0) -> list[Message]:
        """Return the narration of the steps from `since` on.

        Args:
            since: Number of steps before the first one to narrate.

        Examples:
            >>> match = rondel.Match("finca", ["Anna", "Béla"], seed=7)
            >>> english = rondel.Translator("en", "finca")
            >>> match.play("place 3")
            >>> [english.format(message, match.names) for message in match.story(since=32)]
            ['Anna ...']

        """
        messages: list[Message] = []
        for at in range(since, len(self._log)):
            messages += self.game.story(self._positions[at], self._log[at], self._positions[at + 1])
        return messages

    def copy(self) -> "Match[V]":
        """Return an independent copy whose dealer will make the same draws."""
        copied: Match[V] = object.__new__(type(self))
        vars(copied).update(vars(self))
        copied.names = self.names.copy()
        copied.dealer = deepcopy(self.dealer)
        copied._positions = self._positions.copy()
        copied._log = self._log.copy()
        return copied

    def __copy__(self) -> "Match[V]":
        """Return `copy()`, because logs are never shared."""
        return self.copy()

    def __deepcopy__(self, memo: object) -> "Match[V]":
        return self.copy()

    def __getstate__(self) -> dict[str, Any]:
        """Pickle a match as its first position and its log."""
        return vars(self) | {"_positions": self._positions[0]}

    def __setstate__(self, written: dict[str, Any]) -> None:
        vars(self).update(written)
        positions = [written["_positions"]]
        for number in self._log:
            positions.append(positions[-1].after_unchecked(number))
        self._positions = positions

    def save(self, file: str | PathLike[str]) -> None:
        """Write the match as a record file, atomically.

        Args:
            file: Path to write to.

        Raises:
            UnwritableFile: The file cannot be written.

        Examples:
            >>> match = rondel.Match("finca", seed=7)
            >>> match.save("evening.rondel")
            >>> rondel.read("evening.rondel").position == match.position
            True

        """
        from rondel.match.files import save

        save(self, file)

    def svg(
        self,
        step: int | None = None,
        *,
        dark: bool | None = False,
        language: str = "en",
        size: int = 1600,
    ) -> str:
        """Return the table as one self-contained SVG, drawn like the browser client's.

        Args:
            step: Number of steps after which to draw; the current position if None.
            dark: Dark colours; None follows the reader's settings.
            language: Language code.
            size: Width in pixels.

        Raises:
            NoPicture: The game has no drawn board.
            MissingExtra: The extra `draw` is not installed.
            NotDrawable: The drawing script has not been built.

        Examples:
            >>> picture = rondel.Match("finca", ["Anna", "Béla"], seed=7).svg(dark=True)
            >>> picture[:4]
            '<svg'

        """
        moment = self._moment(step)
        return rendering.svg(moment, self.names, dark=dark, language=language, size=size)

    def png(
        self,
        step: int | None = None,
        *,
        dark: bool = False,
        language: str = "en",
        size: int = 1600,
    ) -> bytes:
        """Return the table as a PNG.

        Args:
            step: Number of steps after which to draw; the current position if None.
            dark: Dark colours.
            language: Language code.
            size: Width in pixels.

        Raises:
            NoPicture: The game has no drawn board.
            MissingExtra: The extra `draw` is not installed.
            NotDrawable: The drawing script has not been built.

        """
        moment = self._moment(step)
        return rendering.png(moment, self.names, dark=dark, language=language, size=size)

    def _moment(self, step: int | None) -> Position[V]:
        if step is not None and not 0 <= step <= len(self):
            raise WrongArgument("step", step, f"0 to {len(self)}")
        return self.position if step is None else self.position_at(step)

    def _repr_svg_(self) -> str | None:
        """Return the SVG that a notebook stores, or None if the table cannot be drawn."""
        try:
            return self.svg()
        except RondelError:
            return None

    def _repr_html_(self) -> str | None:
        """Return the HTML that a notebook shows, or None if the table cannot be drawn."""
        try:
            return rendering.html(self.position, self.names)
        except RondelError:
            return None

    def text(self, number: int) -> str:
        """Return the notation of a step.

        Args:
            number: Number of a step.

        """
        return self.edition.steps.text(number)

    def __str__(self) -> str:
        """Return the table as text."""
        return self.game.draw(self.position, Translator("en", self.game), self.names)

    def __repr__(self) -> str:
        turn = self.turn
        asked = f"seat {turn.seat} to choose" if isinstance(turn, Choose) else type(turn).__name__
        count = self.position.players
        return f"<Match {self.game.name}, {count} players, {len(self)} steps, {asked}>"
