"""Time and simulation budgets of bots."""

import re
from dataclasses import dataclass
from math import ceil

SHARE = 0.75
"""Fraction of a turn's remaining budget that one step may use."""

_WRITTEN = re.compile(r"(?:(?P<seconds>\d+(?:\.\d+)?)s|(?P<simulations>\d+))(?P<step>/step)?")


@dataclass(frozen=True)
class Budget:
    """Seconds or simulations, per turn or per step."""

    seconds: float | None = None
    simulations: int | None = None
    per_step: bool = False

    def __str__(self) -> str:
        """Return the budget as text for `read_budget`."""
        amount = str(self.simulations) if self.seconds is None else f"{self.seconds:g}s"
        return amount + "/step" * self.per_step


def read_budget(text: str) -> Budget:
    """Return a budget written "0.25s", "2000", "0.1s/step" or "500/step". Raise ValueError."""
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
    """Remaining budget of the current turn.

    The number of steps of a turn is unknown, so each step may use a fraction of what is left: the
    first step decides most, and later ones find an expanded tree.
    """

    def __init__(self, budget: Budget):
        self._budget = budget
        self.renew()

    def renew(self) -> None:
        """Begin a new turn."""
        self.seconds = self._budget.seconds
        self.simulations = self._budget.simulations

    def for_step(self) -> Budget:
        """Return the budget of the next step."""
        if self._budget.per_step:
            self.renew()
            return self._budget
        if self.seconds is not None:
            return Budget(seconds=self.seconds * SHARE)
        assert self.simulations is not None
        return Budget(simulations=ceil(self.simulations * SHARE))

    def spend(self, seconds: float, simulations: int) -> None:
        """Subtract what was used."""
        if self.seconds is not None:
            self.seconds = max(0.0, self.seconds - seconds)
        if self.simulations is not None:
            self.simulations = max(0, self.simulations - simulations)
