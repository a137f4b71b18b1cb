"""The one question, what now?, and its three answers."""

from dataclasses import dataclass

from rondel.contract.steps import Step


@dataclass(frozen=True)
class Choose:
    """A seat is asked: it picks one of the actions."""

    seat: int
    actions: tuple[Step, ...]


@dataclass(frozen=True)
class Chance:
    """Luck is asked: each outcome happens as often as its whole-number weight says."""

    outcomes: tuple[tuple[Step, int], ...]


@dataclass(frozen=True)
class Over:
    """Nobody is asked: the points, the places (1 is best, equals share) and why it ended."""

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
