"""PettingZoo environment, one agent after another (extra `learn`)."""

from copy import deepcopy
from typing import Any, cast

import numpy as np

from rondel.core import Edition, Position
from rondel.core.extras import extras
from rondel.games import find
from rondel.i18n import Translator
from rondel.kernel.record import Array
from rondel.learn.batch import Batch
from rondel.learn.choices import Choices, Observation, Reward, whole_action

with extras():
    import gymnasium
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers


class RawEnv(AECEnv[str, Observation, "int | None"]):
    """Environment whose agents `player_0`, `player_1` … are the seats; chance is dealt in between.

    An agent may act several times in a row. Only the end gives rewards. `Choices` describes
    `expanded`, `reward` and `step_limit`; `edition` is a name, or the text of a map.
    """

    agent_selection: str
    """Agent to act."""
    rewards: dict[str, float]
    """Rewards of the last step by agent."""
    terminations: dict[str, bool]
    """True for agents whose game is over."""
    truncations: dict[str, bool]
    """True for agents whose game was truncated."""

    def __init__(
        self,
        game: str,
        players: int = 2,
        render_mode: str | None = None,
        *,
        edition: str | Edition = "",
        expanded: bool = False,
        reward: Reward = "place",
        step_limit: int | None = None,
    ):
        cast(Any, super()).__init__()
        self.choices = Choices(expanded, reward, step_limit)
        """Options of the observations and rewards."""
        self.metadata = {
            "name": f"rondel_{game}",
            "render_modes": ["ansi"],
            "is_parallelizable": False,
        }
        """Metadata for PettingZoo."""
        self.render_mode = render_mode
        """Render mode, `ansi` or None."""
        self._attach(Batch(find(game), players, 1, again=False, edition=edition))
        self._features = self._table.features
        self._rng = np.random.default_rng()
        self._action = np.zeros(1, np.int64)
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        """Names of all agents."""
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        seen: Any = self.choices.space(self._features)
        acted: Any = spaces.Discrete(self._table.game.steps.actions)
        self.observation_spaces = {agent: seen for agent in self.possible_agents}  # noqa: C420
        """Observation spaces by agent."""
        self.action_spaces = {agent: acted for agent in self.possible_agents}  # noqa: C420
        """Action spaces by agent."""
        self.state_space = seen["observation"]
        """Space of `state`."""
        self.agents: list[str] = []
        """Agents of the current game."""
        self._decisions = 0

    def _attach(self, table: Batch) -> None:
        """Set the table, and cache its frequently read arrays."""
        self._table = table
        self._seen, self._mask = table.observations[0], table.masks[0].view(np.int8)
        self._asked = table.seats.item()

    def observation_space(self, agent: str) -> Any:
        """Return the space of an agent's observations.

        Args:
            agent: Name of the agent.

        """
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return the space of actions: all step numbers of the game.

        Args:
            agent: Name of the agent.

        """
        return self.action_spaces[agent]

    @property
    def position(self) -> Position:
        """Return the current position."""
        return self._table.position(0)

    def state(self) -> Array:
        """Return the whole table as the first seat sees it; nothing is hidden."""
        states = self._table.tables.states
        return self.choices.shown(self._features, self._features.observe(states, 0))

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new game. Equal seeds give equal chance outcomes in all later games.

        Args:
            seed: Equal seeds give equal results.
            options: Options of the environment; none are known.

        """
        if seed is not None:
            self._rng = np.random.default_rng(seed)
        self._table.reset(int(self._rng.integers(1 << 62)))
        self._asked = self._table.seats.item()
        self._decisions = 0
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self._asked]

    def observe(self, agent: str) -> Observation:
        """Return the table from an agent's point of view; the mask is empty unless it is to move.

        After the end the mask is full, so that sampling from it still works.

        Args:
            agent: Name of the agent.

        """
        seat = self._seat_of[agent]
        if seat == self._asked:
            seen, mask = self._seen.copy(), self._mask.copy()
        else:
            seen = self._features.observe(self._table.tables.states, seat)
            mask = np.full(len(self._mask), self._asked < 0, np.int8)
        if self.choices.expanded:
            seen = self._features.expand(seen)
        return {"observation": seen, "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Make an action of the agent to move. Raise IllegalStep or WrongArgument.

        Args:
            action: Number of a step.

        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._action[0] = whole_action(action)
        self._table.step_whole(self._action)
        # Required by PettingZoo: an agent's cumulative reward restarts with its own step.
        self._cumulative_rewards[agent] = 0.0
        self._asked = self._table.seats.item()
        self._decisions += 1
        if self._asked < 0:
            by_place = self.choices.reward == "place"
            paid = self._table.returns[0].tolist() if by_place else self.choices.paid(self.position)
            self.rewards = dict(zip(self.agents, paid, strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            self._accumulate_rewards()
            self.agent_selection = self.agents[0]
        elif self._decisions == self.choices.step_limit:
            self.truncations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self.agents[self._asked]

    def render(self) -> str | None:
        """Return the table as text."""
        if self.render_mode is None:
            gymnasium.logger.warn("rendering needs a render mode: ansi")
            return None
        translator = Translator("en", self._table.game)
        return self._table.game.draw(self.position, translator, self.possible_agents)

    def close(self) -> None:
        """Do nothing: there are no resources to release."""

    def __copy__(self) -> "RawEnv":
        """Return a copy with its own table."""
        return deepcopy(self)

    def __getstate__(self) -> dict[str, Any]:
        """Return the state without the arrays that belong to the table."""
        return {name: value for name, value in vars(self).items() if name not in ("_seen", "_mask")}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Set the copied or unpickled table."""
        self.__dict__.update(state)
        self._attach(self._table)


def env(
    game: str, players: int = 2, render_mode: str | None = None, **choices: Any
) -> AECEnv[str, Observation, "int | None"]:
    """Return the environment with PettingZoo's usual wrappers.

    Args:
        game: Name of the game.
        players: Number of players.
        render_mode: "ansi" or None.
        choices: Further arguments of RawEnv.

    Examples:
        >>> from rondel.learn.pettingzoo import env
        >>> table = env("finca", players=3)
        >>> table.reset(seed=1)
        >>> table.agent_selection
        'player_0'

    """
    raw = RawEnv(game, players, render_mode, **choices)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(raw))
