"""Three kinds of turn: a seat chooses, chance decides, or the game is over."""

from dataclasses import dataclass

from rondel.core.steps import Step


@dataclass(frozen=True)
class Choose:
    """Turn in which a seat chooses one of the actions.

    Attributes:
        seat: Seat to move.
        actions: Legal actions.

    Examples:
        >>> turn = rondel.Match("finca", seed=7).turn
        >>> isinstance(turn, rondel.Choose), turn.seat, turn.actions[0]
        (True, 0, Place(blade=0))

    """

    seat: int
    actions: tuple[Step, ...]


@dataclass(frozen=True)
class Chance:
    """Turn in which chance decides; outcomes are as likely as their integer weights.

    Attributes:
        outcomes: Pairs of an outcome and its weight.

    Examples:
        >>> rondel.Match("finca", deal=False).turn
        Chance(outcomes=((LayBlade(fruit='fig'), 2), ...

    """

    outcomes: tuple[tuple[Step, int], ...]


@dataclass(frozen=True)
class Over:
    """Result of a finished game.

    Attributes:
        scores: Points by seat.
        ranks: Places by seat, from 1; equals share a place.
        reason: Name of the way the game ended.

    Examples:
        >>> over = rondel.Over(scores=(61, 74, 74), ranks=(3, 1, 1), reason="fincas")
        >>> over.winners, over.shares
        ((1, 2), (0.0, 0.5, 0.5))

    """

    scores: tuple[int, ...]
    ranks: tuple[int, ...]
    reason: str

    @property
    def winners(self) -> tuple[int, ...]:
        """Return the seats in first place."""
        return tuple(seat for seat, rank in enumerate(self.ranks) if rank == 1)

    @property
    def shares(self) -> tuple[float, ...]:
        """Return each seat's share of the victory: 1.0 for a sole winner."""
        return tuple((rank == 1) / self.ranks.count(1) for rank in self.ranks)


Turn = Choose | Chance | Over
"""Type of `Position.turn`."""
