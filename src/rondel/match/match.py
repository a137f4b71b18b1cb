"""A match: one game being played, as an append-only log of steps."""

from collections.abc import Iterator, Sequence

from rondel.contract import (
    Choose,
    Edition,
    Game,
    IllegalStep,
    NothingToUndo,
    Over,
    Phrase,
    Position,
    StaleStep,
    Step,
    Turn,
)
from rondel.match.dealer import Dealer, System
from rondel.words import Words


class Match:
    """A game being played by named seats. Chance is dealt by itself unless told otherwise."""

    def __init__(
        self,
        game: Game,
        players: int | Sequence[str] = 2,
        *,
        edition: str | Edition = "",
        dealer: Dealer | None = None,
        deal: bool = True,
    ):
        count = players if isinstance(players, int) else len(players)
        self.game = game
        self.names = [""] * count if isinstance(players, int) else list(players)
        self.dealer: Dealer = dealer or System()
        self._positions = [game.start(count, edition)]
        self._log: list[int] = []
        self.given_up: Over | None = None
        """How it ended for a reason outside the rules: someone gave up or ran out of time."""
        self.taken_back = 0
        """How often someone took back more than steps of their own."""
        if deal:
            self.deal()

    @property
    def edition(self) -> Edition:
        """The printing of the game that is played."""
        return self.position.edition

    @property
    def position(self) -> Position:
        """The present moment."""
        return self._positions[-1]

    @property
    def turn(self) -> Turn:
        """What now?"""
        return self.position.turn

    @property
    def over(self) -> Over | None:
        """How it ended, by the rules or outside them; None while it goes on."""
        turn = self.turn
        return turn if isinstance(turn, Over) else self.given_up

    def give_up(self, reason: str, ranks: Sequence[int]) -> None:
        """End it for a reason outside the rules, with the places that follow from it."""
        if not self.position.is_over:
            self.given_up = Over(tuple(self.position.scores), tuple(ranks), reason)

    @property
    def log(self) -> tuple[int, ...]:
        """The numbers of all steps so far."""
        return tuple(self._log)

    def __len__(self) -> int:
        """How many steps have been made, chance included."""
        return len(self._log)

    def position_at(self, at: int) -> Position:
        """The moment after `at` steps."""
        return self._positions[at]

    def __iter__(self) -> Iterator[tuple[Position, Step, Position]]:
        """Every step with the moments before and after it."""
        for at, number in enumerate(self._log):
            yield self._positions[at], self.edition.steps.step(number), self._positions[at + 1]

    def push(self, step: Step | str | int) -> None:
        """Make one step happen, a player's or chance's, and nothing after it."""
        number = self.edition.steps.number(step)
        self._append(number, self.position.after(number))

    def _append(self, number: int, after: Position) -> None:
        self._positions.append(after)
        self._log.append(number)
        self._go_on()

    def _go_on(self) -> None:
        if self.given_up is not None:
            # The dealer's secret is told by then: luck from here on must be nobody's to know.
            self.given_up, self.dealer = None, System()

    def pop(self) -> Step:
        """Take back the last step, whoever made it."""
        if not self._log:
            raise IndexError("no step has been made")
        self._positions.pop()
        self._go_on()
        return self.edition.steps.step(self._log.pop())

    def deal(self) -> None:
        """Let the dealer answer while chance is asked."""
        while self.position.is_chance:
            self.push(self.dealer.deal(len(self._log), self.position.options))

    def play(self, step: Step | str | int, seat: int | None = None, at: int | None = None) -> None:
        """The checked door for players: one action, then whatever chance deals.

        `seat` says who plays and `at` how many steps they had seen; both are checked if given.
        Raises UnreadableStep, NotYourTurn, IllegalStep or StaleStep, and changes nothing.
        """
        if at is not None and at != len(self._log):
            raise StaleStep(at, len(self._log))
        number = self.edition.steps.number(step)
        if self.position.is_chance:
            raise IllegalStep(self.edition.steps.text(number), ())
        self._append(number, self.position.after(number, seat))
        self.deal()

    def undo(self, seat: int | None = None) -> Step:
        """Take back the last step if it is a player's own: never past chance or another seat."""
        maker = self._positions[-2].seat if self._log else None
        if maker is None or (seat is not None and maker != seat):
            raise NothingToUndo(-1 if seat is None else seat)
        return self.pop()

    def story(self, since: int = 0) -> list[Phrase]:
        """What to tell of the steps from `since` on."""
        told: list[Phrase] = []
        for at in range(since, len(self._log)):
            told += self.game.story(self._positions[at], self._log[at], self._positions[at + 1])
        return told

    def text(self, number: int) -> str:
        """A step in notation."""
        return self.edition.steps.text(number)

    def __str__(self) -> str:
        """The table drawn in text."""
        return self.game.draw(self.position, Words("en", self.game), self.names)

    def __repr__(self) -> str:
        turn = self.turn
        asked = f"seat {turn.seat} to choose" if isinstance(turn, Choose) else type(turn).__name__
        count = self.position.players
        return f"<Match {self.game.name}, {count} players, {len(self)} steps, {asked}>"
