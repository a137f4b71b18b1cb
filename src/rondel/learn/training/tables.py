"""Self-play tables of a network, on the CPU or a CUDA GPU."""

from functools import cache
from types import ModuleType
from typing import Any

import numpy as np
import torch

from rondel.bots.kernels import features_of, hints_of
from rondel.core import Edition, Game
from rondel.kernel.features import MAX_NOTICED
from rondel.kernel.record import Array
from rondel.kernel.rng import seeds
from rondel.kernel.rule import compiling
from rondel.kernel.state import MAX_SEATS
from rondel.learn.kernels import HERE
from rondel.learn.kernels import tables as many_tables

Tensor = torch.Tensor


@cache
def kernels(game: Game) -> ModuleType:
    """Return the template `selfplay` with a game's rules, hints and features bound."""
    hints, features = hints_of(game), features_of(game)
    if hints is None or features is None:
        raise LookupError(f"{game.name} needs a hints.py and a features.py to be learnt")
    return game.specialise(
        HERE / "selfplay.py",
        evaluate=hints.evaluate,
        extract_features=features.extract_features,
        settle=many_tables(game).settle,
    )


def active_features(game: Game, players: int) -> Array:
    """Return the active features of seat 0 at an empty table."""
    position = game.start(players)
    seen, pad = np.zeros(MAX_NOTICED, np.int16), np.zeros((2, MAX_SEATS))
    extract_features = features_of(game).extract_features
    found = extract_features(position.state[0], position.edition.box[0], 0, seen, pad[0], pad[1])
    return seen[:found]


class Tables:
    """Simultaneous tables with every legal option tried out.

    `list_options` lists the options, `extract_options` extracts the features after each, and
    `advance` applies the chosen ones. Each call overwrites the arrays.
    """

    device = "cpu"

    def __init__(
        self, game: Game, players: int, tables: int, seed: int = 0, edition: str | Edition = ""
    ):
        self.game, self.players, self.tables = game, players, tables
        self.edition = edition if isinstance(edition, Edition) else game.edition(edition)
        self.feature_count = len(active_features(game, players))
        self.counts = self._zeros(tables, torch.int32)
        self.actors = self._zeros(tables, torch.int8)
        self.ended = self._zeros(tables, torch.bool)
        self.won = self._zeros((tables, players), torch.float32)
        self.scored = self._zeros((tables, players), torch.float32)
        self.seen_next = self._zeros((tables, self.feature_count), torch.int16)
        self.observers_next = self._zeros(tables, torch.int8)
        self._room = 0
        self._set_up(seed)

    def _zeros(self, shape: Any, dtype: torch.dtype) -> Tensor:
        return torch.zeros(shape, dtype=dtype, device=self.device)

    def _make_room(self, options: int) -> None:
        """Allocate arrays for the options of all tables together."""
        if options <= self._room:
            return
        self._room = options + options // 4
        self._seen = self._zeros((self._room, self.feature_count), torch.int16)
        self._observers = self._zeros(self._room, torch.int8)
        self._won = self._zeros((self._room, self.players), torch.float32)
        self._scored = self._zeros((self._room, self.players), torch.float32)
        self._leads = self._zeros(self._room, torch.float32)
        self._owners = self._zeros(self._room, torch.int32)
        self._widen()

    def extract_options(self, guided: bool = False) -> int:
        """List and try out the options of every table; return the number of options."""
        self._list_options()
        counts = self.counts.long()
        total = int(counts.sum())
        self._make_room(total)
        self.firsts = torch.cumsum(counts, 0) - counts
        tables = torch.arange(self.tables, device=self.device, dtype=torch.int32)
        self._owners[:total] = torch.repeat_interleave(tables, counts, output_size=total)
        self.owners = self._owners[:total]
        self._extract_options(total, guided)
        self.seen, self.observers = self._seen[:total], self._observers[:total]
        self.won_there, self.scored_there = self._won[:total], self._scored[:total]
        self.leads = self._leads[:total]
        return total

    def choose(self, worth: Tensor) -> Tensor:
        """Return the option of highest value at every table, as its index among the table's
        options.
        """
        width = int(self.counts.max())
        places = torch.arange(len(worth), device=self.device) - self.firsts[self.owners.long()]
        board = torch.full((self.tables, width), -torch.inf, device=self.device)
        board[self.owners.long(), places] = worth
        return board.argmax(1)

    # Loops on the CPU, threads on a GPU.

    def _set_up(self, seed: int) -> None:
        game = self.game
        self._states = game.state.new(self.tables)
        self._offered = np.zeros((self.tables, game.most_options), np.int16)
        self._steps, self._weights = game.buffers()
        self._trial = game.state.new(1)
        self._pad = np.zeros((2, MAX_SEATS))
        self._kernels = kernels(game)
        with compiling(f"{game.name} for training", HERE, game.folder):
            self.deal(seed)
            self.extract_options(True)
            self.advance(torch.zeros(self.tables, dtype=torch.int64))
        self.deal(seed)

    def deal(self, seed: int) -> None:
        """Deal a new game at every table."""
        self._rng = seeds(seed, self.tables)
        self._kernels.deal_all(
            self.players, self._states, self.edition.box, self._rng, self._steps, self._weights
        )

    def _widen(self) -> None:
        """Allocate more space. On the CPU this is all that is needed."""

    def _list_options(self) -> None:
        self._kernels.list_all(
            self._states, self.edition.box, self._offered, self._weights,
            self.counts.numpy(), self.actors.numpy(),
        )  # fmt: skip

    def _extract_options(self, total: int, guided: bool) -> None:
        self._kernels.extract_all(
            self.owners.numpy(), self.firsts.numpy(), self._states, self.edition.box,
            self._offered, self._trial, self._pad[0], self._pad[1], guided, self._seen.numpy(),
            self._observers.numpy(), self._won.numpy(), self._scored.numpy(), self._leads.numpy(),
        )  # fmt: skip

    def advance(self, chosen: Tensor) -> None:
        """Apply an option at every table, given by its index among that table's options."""
        self._kernels.advance_all(
            chosen.numpy(), self._states, self.edition.box, self._rng, self._offered,
            self._steps, self._weights, self._pad[0], self._pad[1], self.ended.numpy(),
            self.won.numpy(), self.scored.numpy(), self.seen_next.numpy(),
            self.observers_next.numpy(),
        )  # fmt: skip


def open_tables(
    game: Game,
    players: int,
    tables: int,
    seed: int = 0,
    edition: str | Edition = "",
    device: str = "cpu",
) -> Tables:
    """Return tables on a device: `cpu` or `cuda`."""
    if device == "cpu":
        return Tables(game, players, tables, seed, edition)
    from rondel.learn.training.cuda import CudaTables

    return CudaTables(game, players, tables, seed, edition)
