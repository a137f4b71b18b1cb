"""Our games as Gymnasium environments: one seat learns, bots sit at the others (extra `learn`)."""

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from rondel import bots
from rondel.bots import Bot
from rondel.contract import Position
from rondel.games import find
from rondel.kernel.record import Cells, copied
from rondel.learn.batch import Batch
from rondel.learn.pettingzoo import Observation, observation_space
from rondel.words import Words


class SeatEnv(gymnasium.Env[Observation, np.int64]):
    """One seat of a game against bots, by name; the last one sits at all seats left.

    The seat is dealt anew in each game unless it is given. Only the end rewards: 1 for the first
    place down to -1 for the last one. An action that is not possible ends the game with -1.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        game: str = "finca",
        opponents: Sequence[str] = ("greedy",),
        players: int = 2,
        seat: int | None = None,
        render_mode: str | None = None,
    ):
        self.render_mode = render_mode
        self.opponents = [*opponents, *[opponents[-1]] * (players - 1)][: players - 1]
        for name in self.opponents:
            bots.find(name).close()
        self.seat = seat
        self._table = Batch(find(game), players, 1, again=False)
        self._action = np.zeros(1, np.int64)
        self._bots: dict[int, Bot] = {}
        self.observation_space: Any = observation_space(self._table.features)
        self.action_space: spaces.Discrete[np.int64] = spaces.Discrete(
            self._table.game.steps.actions
        )

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal a new game, and let the bots act until the learner is asked."""
        super().reset(seed=seed)
        players = self._table.returns.shape[1]
        self.learner = self.seat if self.seat is not None else int(self.np_random.integers(players))
        self.close()
        others = (seat for seat in range(players) if seat != self.learner)
        for seat, name in zip(others, self.opponents, strict=True):
            self._bots[seat] = bots.find(name, int(self.np_random.integers(1 << 62)))
        self._table.reset(int(self.np_random.integers(1 << 62)))
        self._let_bots_act()
        return self._observe(), {"seat": self.learner}

    @property
    def position(self) -> Position:
        """The present moment."""
        return Position(self._table.game, self._table.edition, copied(self._table.tables.states))

    def _let_bots_act(self) -> None:
        while (seat := int(self._table.seats[0])) in self._bots:
            self._play(self._bots[seat].choose(self.position))

    def _play(self, action: int) -> None:
        self._action[0] = action
        self._table.step(self._action)

    def _observe(self) -> Observation:
        states: Cells = self._table.tables.states
        return {
            "observation": self._table.features.observe(states, self.learner),
            "action_mask": self.action_masks().astype(np.int8),
        }

    def action_masks(self) -> Cells:
        """Which actions the learner has; the name that sb3-contrib's MaskablePPO looks for."""
        mask: Cells = self._table.masks[0].copy()
        return mask

    def step(self, action: np.int64) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """The learner's action, then everybody else's until it is asked again."""
        if not self._table.masks[0, action]:
            return self._observe(), -1.0, True, False, {"seat": self.learner, "illegal": True}
        self._play(int(action))
        self._let_bots_act()
        reward = float(self._table.returns[0, self.learner])
        over = bool(self._table.ended[0])
        return self._observe(), reward, over, False, {"seat": self.learner}

    def render(self) -> Any:
        """The table drawn in text."""
        names = [self._bots[s].name if s in self._bots else "" for s in range(len(self._bots) + 1)]
        words = Words("en", self._table.game)
        return self._table.game.draw(self.position, words, names)

    def close(self) -> None:
        """Let the bots go."""
        for bot in self._bots.values():
            bot.close()
        self._bots = {}


gymnasium.register("Rondel-v0", entry_point=f"{__name__}:SeatEnv")
