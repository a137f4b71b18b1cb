"""Our games as Gymnasium environments: one seat learns, bots sit at the others (extra `learn`)."""

from collections.abc import Sequence
from copy import deepcopy
from typing import Any, cast

import numpy as np

from rondel import bots
from rondel.bots import Bot
from rondel.contract import Edition, Game, Position, WrongArgument
from rondel.contract.extras import extras
from rondel.games import find
from rondel.kernel.record import Cells
from rondel.learn.batch import Batch
from rondel.learn.choices import Choices, Observation, Reward, whole_action
from rondel.words import Words

with extras():
    import gymnasium
    from gymnasium import spaces


def check_opponents(opponents: Any, game: Game[Any], players: int) -> list[str]:
    """A bot for each of the other seats; the last one named sits at all that are left."""
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
    """A seat at the table, or None for any. Raises WrongArgument."""
    if seat is not None and (isinstance(seat, bool) or seat not in range(players)):
        raise WrongArgument("seat", seat, f"0 to {players - 1}, or None for a new one each game")
    return seat


class SeatEnv(gymnasium.Env[Observation, np.int64]):
    """One seat of a game against bots, by name; the last one sits at all seats left.

    The seat is dealt anew in each game unless it is given. Only the end rewards. An action that is
    not possible ends the game with -1. `Choices` tells what `expanded`, `reward` and `step_limit`
    mean; `edition` is a name, or the text of a map.

    Examples:
        >>> from rondel.learn.gymnasium import SeatEnv
        >>> env = SeatEnv("finca", opponents=["greedy"])
        >>> seen, told = env.reset(seed=1)
        >>> seen["observation"].shape, seen["action_mask"].shape
        ((240,), (185,))

    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        game: str = "finca",
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
        self.choices = Choices(expanded, reward, step_limit)
        self.opponents = check_opponents(opponents, find(game), players)
        self.seat = check_seat(seat, players)
        self.learner = seat or 0
        self._table = Batch(find(game), players, 1, again=False, edition=edition)
        self._action = np.zeros(1, np.int64)
        self._decisions = 0
        self._bots: dict[int, Bot] = {}
        self.observation_space: Any = self.choices.space(self._table.features)
        self.action_space: spaces.Space[np.int64] = spaces.Discrete(self._table.game.steps.actions)

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
        self._decisions = 0
        self._let_bots_act()
        return self._observe(), {"seat": self.learner}

    @property
    def position(self) -> Position:
        """The present moment."""
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

    def action_masks(self) -> Cells:
        """Which actions the learner has; the name that sb3-contrib's MaskablePPO looks for.

        All of them once the game is over: whoever draws one without looking shall find one.
        """
        mask: Cells = self._table.masks[0] | (self._table.seats[0] < 0)
        return mask

    def step(self, action: np.int64) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """The learner's action, then everybody else's until it is asked again.

        Raises WrongArgument for what is no whole number, and ResetNeeded before the first game.
        """
        if not self._bots:
            raise gymnasium.error.ResetNeeded("no game has been dealt: reset comes first")
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
        """The table drawn in text."""
        names = [self._bots[s].name if s in self._bots else "" for s in range(len(self._bots) + 1)]
        words = Words("en", self._table.game)
        return self._table.game.draw(self.position, words, names)

    def close(self) -> None:
        """Let the bots go."""
        for bot in self._bots.values():
            bot.close()
        self._bots = {}

    def __copy__(self) -> "SeatEnv":
        """A copy has a table and bots of its own; one that searches grows its tree anew."""
        return deepcopy(self)


register: Any = cast(Any, gymnasium).register
register("Rondel-v0", entry_point=f"{__name__}:SeatEnv")
register("RondelTables-v0", vector_entry_point="rondel.learn.vector:TablesEnv")
