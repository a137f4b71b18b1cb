"""What environments let one choose: how to observe, what pays, and when to stop."""

from dataclasses import dataclass
from operator import index
from typing import Any, Literal, get_args

import numpy as np

from rondel.contract import Position, WrongArgument
from rondel.contract.extras import extras
from rondel.kernel.record import Cells
from rondel.learn.features import Features, returns
from rondel.learn.placing import is_whole

with extras():
    from gymnasium import spaces

Observation = dict[str, Cells]
Reward = Literal["place", "margin"]
MARGIN = 100
"""Points that are worth as much as a first place."""


@dataclass(frozen=True)
class Choices:
    """How a learner meets a game.

    `expanded`: observations as networks like them, instead of the table's own numbers.
    `reward`: for the place, 1 for the first down to -1 for the last, or for the margin, the points
    ahead of the others' mean in hundreds. Both add up to 0, and only the end pays.
    `step_limit`: decisions after which a game is cut off.
    """

    expanded: bool = False
    reward: Reward = "place"
    step_limit: int | None = None

    def __post_init__(self) -> None:
        """Raise WrongArgument for what cannot be meant."""
        if self.reward not in get_args(Reward):
            raise WrongArgument("reward", self.reward, "'place' or 'margin'")
        limit: object = self.step_limit
        if limit is not None and not (is_whole(limit) and limit >= 1):
            raise WrongArgument("step_limit", limit, "a whole number, at least 1, or None")

    def space(self, features: Features) -> spaces.Dict:
        """What an agent sees: the table, and which actions it has."""
        kind: Any = np.float32 if self.expanded else np.int16
        low, high = features.expanded_bounds if self.expanded else features.bounds
        seen = spaces.Box(low, high, dtype=kind)
        actions = (features.game.steps.actions,)
        return spaces.Dict({"observation": seen, "action_mask": spaces.Box(0, 1, actions, np.int8)})

    def shown(self, features: Features, seen: Cells) -> Cells:
        """Observations as they were asked for."""
        return features.expand(seen) if self.expanded else seen

    def paid(self, position: Position[Any]) -> list[float]:
        """What an ended game pays each seat."""
        if self.reward == "margin":
            return margins(np.array(position.scores)).tolist()  # type: ignore[no-any-return]
        return returns(np.array(position.ranks)).tolist()  # type: ignore[no-any-return]

    def is_cut_off(self, decisions: int) -> bool:
        """Whether a game of so many decisions goes no further."""
        return self.step_limit is not None and decisions >= self.step_limit


def whole_action(action: Any) -> int:
    """The number of a step; what would have to be cut is refused. Raises WrongArgument."""
    try:
        return index(action)
    except TypeError:
        raise WrongArgument("action", action, "the number of a step, a whole one") from None


def margins(points: Cells) -> Cells:
    """Points ahead of the others' mean, in hundreds; the last axis is the seats', its sum is 0."""
    others = (points.sum(axis=-1, keepdims=True) - points) / (points.shape[-1] - 1)
    return np.asarray((points - others) / MARGIN)
