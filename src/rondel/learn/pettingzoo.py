"""Our games as PettingZoo environments, one agent after another (extra `learn`)."""

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv  # type: ignore[import-untyped]
from pettingzoo.utils import wrappers  # type: ignore[import-untyped]

from rondel.contract import Position
from rondel.games import find
from rondel.kernel.record import Cells, copied
from rondel.learn.batch import Batch
from rondel.learn.features import Features
from rondel.words import Words

Observation = dict[str, Cells]


def observation_space(features: Features) -> spaces.Dict:
    """What an agent sees: the numbers of the table, and which actions it has."""
    low, high = features.bounds
    actions = (features.game.steps.actions,)
    return spaces.Dict(
        {
            "observation": spaces.Box(low, high, dtype=np.int16),
            "action_mask": spaces.Box(0, 1, actions, np.int8),
        }
    )


class RawEnv(AECEnv):  # type: ignore[misc]
    """A game whose agents `player_0`, `player_1` … are its seats; luck is dealt in between.

    An agent may be asked several times in a row. Only the end rewards: 1 for the first place down
    to -1 for the last one.
    """

    def __init__(self, game: str = "finca", players: int = 2, render_mode: str | None = None):
        super().__init__()
        self.metadata = {
            "name": f"rondel_{game}",
            "render_modes": ["ansi"],
            "is_parallelizable": False,
        }
        self.render_mode = render_mode
        self._table = Batch(find(game), players, 1, again=False)
        self._features = self._table.features
        self._luck = np.random.default_rng()
        self._action = np.zeros(1, np.int64)
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        seen = observation_space(self._features)
        acted = spaces.Discrete(self._table.game.steps.actions)
        self.observation_spaces = dict.fromkeys(self.possible_agents, seen)
        self.action_spaces = dict.fromkeys(self.possible_agents, acted)
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> Any:
        """What an agent sees."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """All actions of the game, by the numbers of their steps."""
        return self.action_spaces[agent]

    @property
    def position(self) -> Position:
        """The present moment, for those who want to see it otherwise."""
        return Position(self._table.game, self._table.edition, copied(self._table.tables.states))

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new game. The same seed gives the same luck, in this game and those after it."""
        if seed is not None:
            self._luck = np.random.default_rng(seed)
        self._table.reset(int(self._luck.integers(1 << 62)))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[int(self._table.seats[0])]

    def observe(self, agent: str) -> Observation:
        """The table from an agent's chair; the mask is empty unless it is asked."""
        seat, table = self._seat_of[agent], self._table
        if seat == table.seats[0]:
            seen, mask = table.observations[0].copy(), table.masks[0].astype(np.int8)
        else:
            seen = self._features.observe(table.tables.states, seat)
            mask = np.zeros(table.masks.shape[1], np.int8)
        return {"observation": seen, "action_mask": mask}

    def step(self, action: int | None) -> None:
        """The action of the agent that is asked. Raises IllegalStep."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        # PettingZoo says: what an agent has seen of its rewards begins anew with its own step.
        self._cumulative_rewards[agent] = 0.0
        assert action is not None, "an agent that is asked must act"
        self._action[0] = action
        self._table.step(self._action)
        if self._table.ended[0]:
            self.rewards = dict(zip(self.agents, self._table.returns[0].tolist(), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            self._accumulate_rewards()
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self.agents[int(self._table.seats[0])]

    def render(self) -> str | None:
        """The table drawn in text."""
        if self.render_mode is None:
            gymnasium.logger.warn("rendering needs a render mode: ansi")
            return None
        words = Words("en", self._table.game)
        return self._table.game.draw(self.position, words, self.possible_agents)

    def close(self) -> None:
        """Nothing is held."""


def env(game: str = "finca", players: int = 2, render_mode: str | None = None) -> AECEnv:
    """The environment with PettingZoo's usual checks around it."""
    raw = RawEnv(game, players, render_mode)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(raw))
