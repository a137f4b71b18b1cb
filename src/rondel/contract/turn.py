"""The one question, what now?, and its three answers."""

from dataclasses import dataclass

from rondel.contract.steps import Step


@dataclass(frozen=True)
class Choose:
    """A seat is asked: it picks one of the actions.

    Examples:
        >>> turn = rondel.Match("finca", seed=7).turn
        >>> isinstance(turn, rondel.Choose), turn.seat, turn.actions[0]
        (True, 0, Place(blade=0))

    """

    seat: int
    actions: tuple[Step, ...]


@dataclass(frozen=True)
class Chance:
    """Luck is asked: each outcome happens as often as its whole-number weight says.

    Examples:
        >>> rondel.Match("finca", deal=False).turn
        Chance(outcomes=((LayBlade(fruit='fig'), 2), ...

    """

    outcomes: tuple[tuple[Step, int], ...]


@dataclass(frozen=True)
class Over:
    """Nobody is asked: the points, the places (1 is best, equals share) and why it ended.

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
        """The seats in first place."""
        return tuple(seat for seat, rank in enumerate(self.ranks) if rank == 1)

    @property
    def shares(self) -> tuple[float, ...]:
        """Each seat's share of the victory: 1 for whoever won alone."""
        return tuple((rank == 1) / self.ranks.count(1) for rank in self.ranks)


Turn = Choose | Chance | Over
