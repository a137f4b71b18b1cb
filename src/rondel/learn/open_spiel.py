"""OpenSpiel games (extra `learn`); importing this module registers them.

`pyspiel.load_game("python_rondel_finca(players=3,reward=margin)")`. `Choices` describes `expanded`
(on by default), `reward` and `step_limit` (0 for none); `edition` is a name, or the text of a map,
which OpenSpiel then carries in a packed form. Actions and chance outcomes are step numbers. All
information is public, so the information state is the position. OpenSpiel's Python games can be
cloned, not undone. Do not call `step` of its C++ bots, which releases the GIL: use
`bot.mcts_search(state).best_child().action`.
"""

import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Any, ClassVar

import numpy as np

from rondel.core import Game, Position, UnknownEdition
from rondel.core.extras import extras
from rondel.games import find, names
from rondel.kernel.record import Array, copied, shaped
from rondel.kernel.state import CHANCE, OVER
from rondel.learn.choices import Choices
from rondel.learn.features import features

with extras():
    import pyspiel

LONGEST = 100_000
"""Limit of decisions. Random games may take thousands of them."""
MAX_DEALS = 1_000
"""Limit of chance outcomes in one game: more than any game has tiles."""
MAX_MARGIN = 10.0
"""Limit of the margin in hundreds of points, larger than any real one."""
PACKED = "packed:"
"""Prefix of an edition's text in the form that OpenSpiel parameters allow."""


class Table:
    """State record that copies and pickles as bytes, which OpenSpiel requires."""

    __slots__ = ("cells", "decisions", "seat")

    def __init__(self, cells: Array, seat: int, decisions: int = 0):
        self.cells = cells
        """State record, as an array of one."""
        self.seat = seat
        """Seat to move; negative after the end of a game, truncated ones included."""
        self.decisions = decisions
        """Number of decisions so far."""

    def __deepcopy__(self, memo: dict[int, Any]) -> "Table":
        return Table(copied(self.cells), self.seat, self.decisions)

    def __reduce__(self) -> tuple[Any, ...]:
        return _table, (self.cells.tobytes(), self.cells.dtype, self.seat, self.decisions)


def _table(written: bytes, dtype: np.dtype[Any], seat: int, decisions: int) -> Table:
    return Table(shaped(np.frombuffer(bytearray(written), dtype)), seat, decisions)


def packed(text: str) -> str:
    """Return an edition's text in characters that OpenSpiel parameters allow; keep names."""
    if "\n" not in text:
        return text
    return PACKED + urlsafe_b64encode(zlib.compress(text.encode(), 9)).decode().rstrip("=")


def unpacked(written: str) -> str:
    """Return the text of `packed`. Raise ValueError or zlib.error."""
    if not written.startswith(PACKED):
        return written
    text = written.removeprefix(PACKED)
    return zlib.decompress(urlsafe_b64decode(text + "=" * (-len(text) % 4))).decode()


class RondelState(pyspiel.State):
    """State of a game. Immutable data belongs to the game, so that clones are cheap."""

    def __init__(self, game: "RondelGame"):
        super().__init__(game)
        self.table = Table(copied(game.start.state), int(game.start.state["seat"][0]))
        """State record of the game."""

    def current_player(self) -> int:
        """Return the seat to move, or OpenSpiel's number for chance or the end."""
        seat = self.table.seat
        if seat >= 0:
            return seat
        return int(pyspiel.PlayerId.CHANCE if seat == CHANCE else pyspiel.PlayerId.TERMINAL)

    def is_terminal(self) -> bool:
        """Return True if the game is over or truncated."""
        return self.table.seat == OVER

    def _options(self) -> tuple[Array, Array]:
        game = self.get_game()
        steps, weights = game.buffers
        found = game.rondel.drivers.ask(self.table.cells, game.box, steps, weights)
        return steps[:found], weights[:found]

    def _legal_actions(self, player: int) -> list[int]:
        found: list[int] = np.sort(self._options()[0]).tolist()
        return found

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the chance outcomes with their probabilities."""
        steps, weights = self._options()
        chances = weights / weights.sum()
        return sorted(zip(steps.tolist(), chances.tolist(), strict=True))

    def _apply_action(self, action: int) -> None:
        game, table = self.get_game(), self.table
        table.decisions += table.seat >= 0
        game.rondel.drivers.step(table.cells, game.box, action)
        table.seat = int(table.cells["seat"][0])
        if table.seat >= 0 and game.choices.is_cut_off(table.decisions):
            table.seat = OVER

    def _action_to_string(self, player: int, action: int) -> str:
        return str(self.get_game().start.edition.steps.text(action))

    def returns(self) -> list[float]:
        """Return the rewards at the end; zeros before the end and for truncated games."""
        game, position = self.get_game(), self._position()
        if not position.is_over:
            return [0.0] * game.features.players
        paid: list[float] = game.choices.paid(position)
        return paid

    def _position(self) -> Any:
        start = self.get_game().start
        return Position(start.game, start.edition, self.table.cells)

    def __str__(self) -> str:
        return str(self._position().write())


class Observer:
    """Observer of a player's information, as OpenSpiel requires it."""

    def __init__(self, game: "RondelGame", kind: Any):
        self._features = game.features
        self._choices = game.choices
        self._recalls = kind.perfect_recall
        size = game.features.expanded if game.choices.expanded else game.features.size
        self.tensor = np.zeros(size, np.float32)
        """Current observation."""
        self.dict = {"observation": self.tensor}
        """Same observation by name, as OpenSpiel requires it."""

    def set_from(self, state: RondelState, player: int) -> None:
        """Observe a state as a player."""
        seen = self._features.observe(state.table.cells, player)
        self.tensor[:] = self._choices.shown(self._features, seen)

    def string_from(self, state: RondelState, player: int) -> str:
        """Return the history for perfect recall, else the position."""
        return f"{player}: {state.history_str() if self._recalls else state}"


def game_type(game: Game) -> Any:
    """Return the static description of a game for OpenSpiel."""
    return pyspiel.GameType(
        short_name=f"python_rondel_{game.name}",
        long_name=f"Rondel {game.name}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.players[-1],
        min_num_players=game.players[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={
            "players": game.players[0],
            "edition": "",
            "expanded": True,
            "reward": "place",
            "step_limit": 0,
        },
    )


class RondelGame(pyspiel.Game):
    """Game with a number of players. Each of our games is a subclass."""

    rondel: ClassVar[Game]
    """Game of the library."""

    def __init__(self, parameters: dict[str, Any]):
        game = self.rondel
        players = int(parameters.get("players", game.players[0]))
        self.choices = Choices(
            parameters.get("expanded", True),
            parameters.get("reward", "place"),
            parameters.get("step_limit", 0) or None,
        )
        """Options of the observations and rewards."""
        self.start = game.start(players, self._edition(parameters.get("edition", "")))
        """Position before the deal."""
        if self.start.edition.source:
            parameters = parameters | {"edition": packed(self.start.edition.source)}
        self.box = self.start.edition.box
        """Record of the components."""
        self.features = features(game, players)
        """Layout of the observations."""
        self.buffers = game.buffers()
        """Buffers for steps and weights."""
        most = MAX_MARGIN if self.choices.reward == "margin" else 1.0
        info = pyspiel.GameInfo(
            num_distinct_actions=game.steps.actions,
            max_chance_outcomes=game.steps.size,
            num_players=players,
            min_utility=-most,
            max_utility=most,
            utility_sum=0.0,
            max_game_length=self.choices.step_limit or LONGEST,
        )
        super().__init__(game_type(game), info, parameters)

    def _edition(self, written: str) -> str:
        """Return an edition's name or text. Raise UnknownEdition."""
        try:
            return unpacked(written)
        except (ValueError, zlib.error):
            raise UnknownEdition(f"{written[:40]}…", self.rondel.editions) from None

    def new_initial_state(self) -> RondelState:
        """Return the state before anything is dealt."""
        return RondelState(self)

    def max_chance_nodes_in_history(self) -> int:
        """Return an upper limit of chance steps in a game."""
        return MAX_DEALS

    def make_py_observer(self, kind: Any = None, parameters: Any = None) -> Observer:
        """Return an observer of the position, or of the history."""
        return Observer(self, kind or pyspiel.IIGObservationType(perfect_recall=False))


def _register(game: Game) -> None:
    # OpenSpiel releases registered games after Python's shutdown, which only a class survives.
    kind = type(f"Rondel{game.name.title()}", (RondelGame,), {"rondel": game})
    pyspiel.register_game(game_type(game), kind)


for _name in names():
    _register(find(_name))
