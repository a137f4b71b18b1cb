"""Options of all environments: observation, reward and step limit."""

from dataclasses import dataclass
from operator import index
from typing import Any, Literal, get_args

import numpy as np

from rondel.core import Position, WrongArgument
from rondel.core.extras import extras
from rondel.kernel.record import Array
from rondel.learn.features import Features, returns
from rondel.learn.snapshots import is_whole

with extras():
    from gymnasium import spaces

Observation = dict[str, Array]
Reward = Literal["place", "margin"]
MARGIN = 100
"""Margin in points that counts as much as a first place."""


@dataclass(frozen=True)
class Choices:
    """Options of an environment.

    Attributes:
        expanded: Observe one-hot and scaled numbers instead of the table's raw numbers.
        reward: "place", 1 for the first down to -1 for the last; or "margin", the points ahead of
            the others' mean in hundreds. Both sum to 0 and are paid only at the end.
        step_limit: Number of decisions after which a game is truncated.

    """

    expanded: bool = False
    reward: Reward = "place"
    step_limit: int | None = None

    def __post_init__(self) -> None:
        """Raise WrongArgument for an invalid option."""
        if self.reward not in get_args(Reward):
            raise WrongArgument("reward", self.reward, "'place' or 'margin'")
        limit: object = self.step_limit
        if limit is not None and not (is_whole(limit) and limit >= 1):
            raise WrongArgument("step_limit", limit, "a whole number, at least 1, or None")

    def space(self, features: Features) -> spaces.Dict:
        """Return the space of an agent's observation and action mask."""
        kind: Any = np.float32 if self.expanded else np.int16
        low, high = features.expanded_bounds if self.expanded else features.bounds
        seen = spaces.Box(low, high, dtype=kind)
        actions = (features.game.steps.actions,)
        return spaces.Dict({"observation": seen, "action_mask": spaces.Box(0, 1, actions, np.int8)})

    def shown(self, features: Features, seen: Array) -> Array:
        """Return observations in the chosen form."""
        return features.expand(seen) if self.expanded else seen

    def paid(self, position: Position[Any]) -> list[float]:
        """Return each seat's reward at the end of a game."""
        if self.reward == "margin":
            return margins(np.array(position.scores)).tolist()  # type: ignore[no-any-return]
        return returns(np.array(position.ranks)).tolist()  # type: ignore[no-any-return]

    def is_cut_off(self, decisions: int) -> bool:
        """Return True if a game of so many decisions is truncated."""
        return self.step_limit is not None and decisions >= self.step_limit


def whole_action(action: Any) -> int:
    """Return an action as an integer. Raise WrongArgument if that would lose a fraction."""
    try:
        return index(action)
    except TypeError:
        raise WrongArgument("action", action, "a whole number, the number of a step") from None


def margins(points: Array) -> Array:
    """Return points ahead of the others' mean, in hundreds; seats on the last axis, sum 0."""
    others = (points.sum(axis=-1, keepdims=True) - points) / (points.shape[-1] - 1)
    return np.asarray((points - others) / MARGIN)
