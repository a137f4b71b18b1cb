"""How much a bot may think."""

import re
from dataclasses import dataclass
from math import ceil

SHARE = 0.75
"""The part of what is left of a turn's budget that one step may use."""

_WRITTEN = re.compile(r"(?:(?P<seconds>\d+(?:\.\d+)?)s|(?P<simulations>\d+))(?P<step>/step)?")


@dataclass(frozen=True)
class Budget:
    """Seconds or simulations, for a whole turn of the seat or for each step of it."""

    seconds: float | None = None
    simulations: int | None = None
    per_step: bool = False

    def __str__(self) -> str:
        """As `read_budget` reads it."""
        amount = str(self.simulations) if self.seconds is None else f"{self.seconds:g}s"
        return amount + "/step" * self.per_step


def read_budget(text: str) -> Budget:
    """A budget written "0.25s", "2000", "0.1s/step" or "500/step". Raises ValueError."""
    read = _WRITTEN.fullmatch(text)
    if read is None:
        raise ValueError(f"{text!r} is no budget")
    if read["seconds"] is not None:
        budget = Budget(seconds=float(read["seconds"]), per_step=bool(read["step"]))
    else:
        budget = Budget(simulations=int(read["simulations"]), per_step=bool(read["step"]))
    if not (budget.seconds or budget.simulations):
        raise ValueError("a bot needs some time to think")
    return budget


class Allowance:
    """What is left of a budget in the present turn.

    Nobody knows how many steps a turn will have, so each may use a part of what is left: the first
    decides most, and later ones find the tree already grown.
    """

    def __init__(self, budget: Budget):
        self._budget = budget
        self.renew()

    def renew(self) -> None:
        """A new turn begins."""
        self.seconds = self._budget.seconds
        self.simulations = self._budget.simulations

    def for_step(self) -> Budget:
        """What the next step may use."""
        if self._budget.per_step:
            self.renew()
            return self._budget
        if self.seconds is not None:
            return Budget(seconds=self.seconds * SHARE)
        assert self.simulations is not None
        return Budget(simulations=ceil(self.simulations * SHARE))

    def spend(self, seconds: float, simulations: int) -> None:
        """So much was used."""
        if self.seconds is not None:
            self.seconds = max(0.0, self.seconds - seconds)
        if self.simulations is not None:
            self.simulations = max(0, self.simulations - simulations)
