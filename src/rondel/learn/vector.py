"""Vectorized Gymnasium environment of many tables (extra `learn`)."""

from copy import deepcopy
from typing import Any

import numpy as np

from rondel.core import Edition
from rondel.core.extras import extras
from rondel.kernel.record import Array
from rondel.learn.batch import Batch
from rondel.learn.choices import Choices, Observation, Reward

with extras():
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space


class TablesEnv(VectorEnv[Observation, Array, Array]):
    """Vectorized environment in which one policy plays every seat.

    `gymnasium.make_vec("RondelTables-v0", num_envs=1024, game="finca")`. Observations are those of
    the seat to move; `infos["seat"]` names it. The action that ends a game is rewarded, and
    `infos["returns"]` holds every seat's return. Where a game ends or is truncated, a new one
    begins in the same step; `infos["final_obs"]` holds the last observation. Without `copy`,
    observations are the batch's own memory, overwritten by the next step. `Choices` describes
    `expanded`, `reward` and `step_limit`.

    Examples:
        >>> from rondel.learn.vector import TablesEnv
        >>> tables = TablesEnv(8, "finca")
        >>> seen, told = tables.reset(seed=1)
        >>> seen["observation"].shape
        (8, 240)

    """

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012
    """Metadata for Gymnasium."""

    def __init__(
        self,
        num_envs: int,
        game: str,
        players: int = 2,
        *,
        edition: str | Edition = "",
        expanded: bool = False,
        reward: Reward = "place",
        step_limit: int | None = None,
        copy: bool = True,
    ):
        self.choices = Choices(expanded, reward, step_limit)
        """Options of the observations and rewards."""
        self.batch = Batch(game, players, num_envs, edition=edition, again=False)
        """Tables of the environment."""
        self.num_envs = len(self.batch)
        """Number of tables."""
        self._copy = copy
        self.single_observation_space = self.choices.space(self.batch.features)
        """Observation space of one table."""
        self.single_action_space = spaces.Discrete(self.batch.game.steps.actions)
        """Action space of one table."""
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        """Observation space of all tables."""
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        """Action space of all tables."""
        self._decisions = np.zeros(self.num_envs, np.int64)

    def reset(
        self, *, seed: Any = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal a new game at every table. Equal seeds and actions give equal games.

        Args:
            seed: Equal seeds give equal results.
            options: Options of the environment; none are known.

        """
        super().reset(seed=seed)
        self.batch.reset(int(self.np_random.integers(1 << 62)))
        self._decisions[:] = 0
        return self._observe(), {"seat": self.batch.seats.copy()}

    def step(self, actions: Array) -> tuple[Observation, Array, Array, Array, dict[str, Any]]:
        """Make one action at every table. Raise IllegalStep, and then make none.

        Args:
            actions: Number of a step for each table.

        """
        batch, limit = self.batch, self.choices.step_limit
        acted = batch.seats.copy()
        batch.step(actions)
        self._decisions += 1
        ended = batch.ended.copy()
        cut_off = np.zeros_like(ended) if limit is None else ~ended & (self._decisions >= limit)
        rewards = np.zeros(self.num_envs)
        infos: dict[str, Any] = {}
        if len(over := np.flatnonzero(ended | cut_off)):
            paid = self._paid(ended)
            rewards[ended] = paid[ended, acted[ended]]
            infos |= {"returns": paid, "_returns": ended}
            infos |= {"final_obs": self._last(over, acted), "_final_obs": ended | cut_off}
            batch.deal(over)
            self._decisions[over] = 0
        infos["seat"] = batch.seats.copy()
        return self._observe(), rewards, ended, cut_off, infos

    def _observe(self) -> Observation:
        seen = self.choices.shown(self.batch.features, self.batch.observations)
        masks = self.batch.masks.view(np.int8)
        if self._copy:
            seen, masks = seen.copy(), masks.copy()
        return {"observation": seen, "action_mask": masks}

    def _paid(self, ended: Array) -> Array:
        """Return every seat's return where a game has ended."""
        paid = self.batch.returns.copy()
        if self.choices.reward != "place":
            for table in np.flatnonzero(ended).tolist():
                paid[table] = self.choices.paid(self.batch.position(table))
        return paid

    def _last(self, over: Array, acted: Array) -> Array:
        """Return the last observations of ended games; masks are full where no seat is to move."""
        batch, features = self.batch, self.batch.features
        last = np.full(self.num_envs, None, object)
        for table in over.tolist():
            asked = int(batch.seats[table])
            chair = asked if asked >= 0 else int(acted[table])
            seen = features.observe(batch.tables.states[table : table + 1], chair)
            last[table] = {
                "observation": self.choices.shown(features, seen),
                "action_mask": (batch.masks[table] | (asked < 0)).astype(np.int8),
            }
        return last

    def __copy__(self) -> "TablesEnv":
        """Return a copy with its own tables."""
        return deepcopy(self)
