"""Gymnasium environment: one seat learns, bots play the others (extra `learn`)."""

from collections.abc import Sequence
from copy import deepcopy
from typing import Any, cast

import numpy as np

from rondel import bots
from rondel.bots import Bot
from rondel.core import Edition, Game, Position, WrongArgument
from rondel.core.extras import extras
from rondel.games import find
from rondel.i18n import Translator
from rondel.kernel.record import Array
from rondel.learn.batch import Batch
from rondel.learn.choices import Choices, Observation, Reward, whole_action

with extras():
    import gymnasium
    from gymnasium import spaces


def check_opponents(opponents: Any, game: Game[Any], players: int) -> list[str]:
    """Return a bot for each of the other seats; the last one plays all remaining seats.

    Args:
        opponents: Specifications of the bots.
        game: Game or its name.
        players: Number of players.

    """
    game.check_players(players)
    if isinstance(opponents, str) or not isinstance(opponents, Sequence):
        raise WrongArgument("opponents", opponents, "a list of bots' names, such as ['greedy']")
    given = [*cast("Sequence[str]", opponents)]
    if not 0 < len(given) < players:
        raise WrongArgument("opponents", given, f"1 to {players - 1} bots for {players} players")
    named = [*given, *[given[-1]] * players][: players - 1]
    for name in named:
        bots.find(name).close()
    return named


def check_seat(seat: int | None, players: int) -> int | None:
    """Return a seat at the table, or None for a random one.

    Args:
        seat: Seat number, or None.
        players: Number of players.

    Raises:
        WrongArgument: The argument is invalid.

    """
    if seat is not None and (isinstance(seat, bool) or seat not in range(players)):
        raise WrongArgument("seat", seat, f"0 to {players - 1}, or None for a new one each game")
    return seat


class SeatEnv(gymnasium.Env[Observation, np.int64]):
    """Environment in which one seat plays against bots.

    Each game draws a new seat unless one is given. Only the end gives a reward. An illegal action
    ends the game with -1. `Choices` describes `expanded`, `reward` and `step_limit`.

    Args:
        game: Game or its name.
        opponents: Names of bots; the last one plays all remaining seats.
        players: Number of players.
        seat: Seat of the learner; a random one if None.
        edition: Name of an edition, or the text of a map.

    Examples:
        >>> from rondel.learn.gymnasium import SeatEnv
        >>> env = SeatEnv("finca", opponents=["greedy"])
        >>> seen, told = env.reset(seed=1)
        >>> seen["observation"].shape, seen["action_mask"].shape
        ((240,), (185,))

    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012
    """Metadata for Gymnasium."""

    def __init__(
        self,
        game: str,
        opponents: Sequence[str] = ("greedy",),
        players: int = 2,
        seat: int | None = None,
        render_mode: str | None = None,
        *,
        edition: str | Edition = "",
        expanded: bool = False,
        reward: Reward = "place",
        step_limit: int | None = None,
    ):
        self.render_mode = render_mode
        """Render mode, `ansi` or None."""
        self.choices = Choices(expanded, reward, step_limit)
        """Options of the observations and rewards."""
        self.opponents = check_opponents(opponents, find(game), players)
        """Names of the bots at the other seats."""
        self.seat = check_seat(seat, players)
        """Fixed seat of the learner; None for a random one per game."""
        self.learner = seat or 0
        """Seat of the learner in the current game."""
        self._table = Batch(find(game), players, 1, again=False, edition=edition)
        self._action = np.zeros(1, np.int64)
        self._decisions = 0
        self._bots: dict[int, Bot] = {}
        self.observation_space: Any = self.choices.space(self._table.features)
        """Space of the observations."""
        self.action_space: spaces.Space[np.int64] = spaces.Discrete(self._table.game.steps.actions)
        """Space of the actions."""

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal a new game and let the bots act until the learner is to move.

        Args:
            seed: Equal seeds give equal results.
            options: Options of the environment; none are known.

        """
        super().reset(seed=seed)
        players = self._table.returns.shape[1]
        self.learner = self.seat if self.seat is not None else int(self.np_random.integers(players))
        self.close()
        others = (seat for seat in range(players) if seat != self.learner)
        for seat, name in zip(others, self.opponents, strict=True):
            self._bots[seat] = bots.find(name, int(self.np_random.integers(1 << 62)))
        self._table.reset(int(self.np_random.integers(1 << 62)))
        self._decisions = 0
        self._let_bots_act()
        return self._observe(), {"seat": self.learner}

    @property
    def position(self) -> Position:
        """Return the current position."""
        return self._table.position(0)

    def _let_bots_act(self) -> None:
        while (seat := int(self._table.seats[0])) in self._bots:
            self._play(self._bots[seat].choose(self.position))

    def _play(self, action: int) -> None:
        self._action[0] = action
        self._table.step(self._action)

    def _observe(self) -> Observation:
        features = self._table.features
        seen = features.observe(self._table.tables.states, self.learner)
        return {
            "observation": self.choices.shown(features, seen),
            "action_mask": self.action_masks().astype(np.int8),
        }

    def action_masks(self) -> Array:
        """Return the legal actions of the learner as a mask, named for sb3-contrib's MaskablePPO.

        After the end all actions are marked, so that sampling from the mask still works.
        """
        mask: Array = self._table.masks[0] | (self._table.seats[0] < 0)
        return mask

    def step(self, action: np.int64) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Make the learner's action, then the bots' until the learner is to move again.

        Args:
            action: Number of a legal step.

        Raises:
            WrongArgument: The action is not an integer.
            ResetNeeded: `reset` has not been called yet.

        """
        if not self._bots:
            raise gymnasium.error.ResetNeeded("call reset before step")
        made, possible = whole_action(action), self._table.masks[0]
        if not (0 <= made < len(possible) and possible[made]):
            return self._observe(), -1.0, True, False, {"seat": self.learner, "illegal": True}
        self._play(made)
        self._let_bots_act()
        self._decisions += 1
        over = bool(self._table.ended[0])
        reward = self.choices.paid(self.position)[self.learner] if over else 0.0
        cut_off = not over and self.choices.is_cut_off(self._decisions)
        return self._observe(), reward, over, cut_off, {"seat": self.learner}

    def render(self) -> Any:
        """Return the table as text."""
        names = [self._bots[s].name if s in self._bots else "" for s in range(len(self._bots) + 1)]
        translator = Translator("en", self._table.game)
        return self._table.game.draw(self.position, translator, names)

    def close(self) -> None:
        """Close the bots."""
        for bot in self._bots.values():
            bot.close()
        self._bots = {}

    def __copy__(self) -> "SeatEnv":
        """Return a copy with its own table and bots; bots that search begin with an empty tree."""
        return deepcopy(self)


register: Any = cast(Any, gymnasium).register
register("Rondel-v0", entry_point=f"{__name__}:SeatEnv")
register("RondelTables-v0", vector_entry_point="rondel.learn.vector:TablesEnv")
