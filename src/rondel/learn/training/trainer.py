"""Training loop: self-play, gradient steps, and matches that decide which network to keep."""

import copy
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from math import cos, pi
from pathlib import Path
from pickle import UnpicklingError
from typing import Any, cast

import torch
from torch.nn import functional

from rondel.bots.kernels import features_of
from rondel.bots.kernels.network import POINTS
from rondel.core import Edition, Game, WrongArgument
from rondel.games import find
from rondel.learn.training.model import Network, by_observer
from rondel.learn.training.playing import evaluate, match
from rondel.learn.training.settings import Settings
from rondel.learn.training.tables import Tensor, open_tables

KEEP_AT = 0.5
"""Share of games won against the kept network from which a newer one replaces it."""
SLOW_START = 20
"""Warm-up rounds of the learning rate, because units that die early never recover."""
POINTS_NOISE = 40.0
"""Noise in points that corresponds to a noise of 1 in win probability while hints choose."""


@dataclass
class Progress:
    """Progress of the training."""

    part: float = 0.0
    """Fraction of the training that is done, from 0 to 1."""
    seconds: float = 0.0
    """Seconds of training, earlier runs included, without compilation."""
    rounds: int = 0
    decisions: int = 0
    games: int = 0
    pace: float = 0.0
    """Decisions per second, learning included."""
    loss: float = 0.0
    """Cross-entropy of the win probabilities; uniform predictions give the log of the number of
    players.
    """
    against_hints: float = 0.0
    """Share of games won alone against the game's hints."""
    against_kept: float = 0.0
    """Share of games that the latest network won alone against the kept one."""
    kept: int = 0
    """Number of times that a newer network was kept."""


class Trainer:
    """Trainer of one network. `run` trains until time is up; `save` and `load` allow resuming."""

    def __init__(
        self,
        settings: Settings,
        device: str = "cpu",
        edition: Edition | None = None,
        start: Network | None = None,
    ):
        self.settings = settings
        self.device = device
        self.game: Game = find(settings.game)
        cast(Any, torch).manual_seed(settings.seed)
        box: str | Edition = edition or settings.edition
        self.tables = open_tables(
            self.game, settings.players, settings.tables, settings.seed, box, device
        )
        self.judges = open_tables(
            self.game, settings.players, settings.match_games, settings.seed + 1, box, device
        )
        rows = features_of(self.game).ROWS
        if start is not None:
            check_start(start, self.game, settings.players)
        fresh = Network(rows, settings.players, settings.width, settings.depth)
        self.network = (start or fresh).to(device)
        self.kept = copy.deepcopy(self.network)
        self.optimiser = _optimiser(self.network, settings)
        self.progress = Progress()
        self.warm = start is not None
        noise = torch.tensor(settings.noise, device=device)
        self._noise = noise[torch.arange(settings.tables, device=device) % len(noise)]
        self._compared = 0.0

    def run(self, tell: Callable[[Progress], None] = lambda progress: None) -> Network:
        """Train until the time is up and return the kept network."""
        whole = 60.0 * self.settings.minutes
        # The first round compiles.
        self._learn(self._play())
        began = time.monotonic() - self.progress.seconds
        while self.progress.part < 1.0:
            self._learn(self._play())
            self.progress.rounds += 1
            self.progress.seconds = time.monotonic() - began
            self.progress.part = min(1.0, self._part(whole))
            self.progress.pace = self.progress.decisions / max(self.progress.seconds, 1e-9)
            due = self.progress.part >= self._compared + self.settings.every
            due &= self.warm or self.progress.rounds > 2 * self.settings.guided
            if due or self.progress.part >= 1.0:
                self._compared = self.progress.part
                self.compare()
            tell(self.progress)
        return self.kept

    def _part(self, whole: float) -> float:
        """Return the fraction of the training that is done."""
        if self.settings.rounds:
            return self.progress.rounds / self.settings.rounds
        return self.progress.seconds / whole

    def compare(self) -> None:
        """Keep the current network if it is no worse than the kept one."""
        seed = self.progress.decisions + 1
        against, _ = match(self.network, self.kept, self.judges, seed)
        self.progress.against_kept = against
        if against * self.settings.players >= 2 * KEEP_AT:
            self.kept = copy.deepcopy(self.network)
            self.progress.kept += 1
            self.progress.against_hints, _ = match(self.kept, None, self.judges, seed + 1)

    def _play(self) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        """Play some decisions at every table; return features, observers and what followed."""
        settings, tables = self.settings, self.tables
        guided = not self.warm and self.progress.rounds < settings.guided
        noise = self._noise * (settings.calm if self.progress.part > 0.75 else 1.0)
        seen: list[torch.Tensor] = []
        observers: list[torch.Tensor] = []
        chances: list[torch.Tensor] = []
        points: list[torch.Tensor] = []
        next_seen: list[torch.Tensor] = []
        next_observers: list[torch.Tensor] = []
        ended: list[torch.Tensor] = []
        won: list[torch.Tensor] = []
        scored: list[torch.Tensor] = []
        for _ in range(settings.steps):
            total = tables.extract_options(guided)
            evaluated = evaluate(self.network, tables)
            owners = tables.owners.long()
            gumbel = -torch.log(-torch.log(torch.rand(total, device=self.device) + 1e-9) + 1e-9)
            gumbel *= noise[owners]
            wish = tables.leads + POINTS_NOISE * gumbel if guided else evaluated.worth + gumbel
            chosen = tables.choose(wish)
            rows = tables.firsts + chosen
            seen.append(tables.seen[rows])
            observers.append(tables.observers[rows])
            chances.append(evaluated.chances[rows])
            points.append(evaluated.points[rows])
            tables.advance(chosen)
            next_seen.append(tables.seen_next.clone())
            next_observers.append(tables.observers_next.clone())
            ended.append(tables.ended.clone())
            won.append(tables.won.clone())
            scored.append(tables.scored.clone())
            self.progress.games += int(tables.ended.sum())
        self.progress.decisions += settings.steps * settings.tables
        thought = torch.stack([torch.cat(pair, 1) for pair in zip(chances, points, strict=True)])
        result = torch.stack([torch.cat(pair, 1) for pair in zip(won, scored, strict=True)])
        goal = self._goals(thought, result, torch.stack(ended))
        # Positions after a choice, and those of the next seat after chance steps.
        seen_all = torch.cat([torch.cat(seen[:-1]), torch.cat(next_seen[:-1])])
        observers_all = torch.cat([torch.cat(observers[:-1]), torch.cat(next_observers[:-1])])
        goals = goal[:-1].reshape(-1, goal.shape[2]).repeat(2, 1)
        chosen = (observers_all >= 0).nonzero().squeeze(1)
        return seen_all[chosen], observers_all[chosen], goals[chosen], chosen

    def _goals(self, thought: Tensor, result: Tensor, ended: Tensor) -> Tensor:
        """Return the TD(λ) targets: the result, mixed with later predictions."""
        goals = torch.empty_like(thought)
        over = ended.unsqueeze(2)
        goals[-1] = torch.where(over[-1], result[-1], thought[-1])
        trace = self.settings.trace
        for step in range(len(thought) - 2, -1, -1):
            later = (1.0 - trace) * thought[step + 1] + trace * goals[step + 1]
            goals[step] = torch.where(over[step], result[step], later)
        return goals

    def _learn(self, lesson: tuple[Tensor, Tensor, Tensor, Tensor]) -> None:
        """Train on the collected positions once, in random order."""
        seen, observers, goals, _ = lesson
        settings = self.settings
        turn = 0.5 + 0.5 * cos(pi * self.progress.part)
        turn *= min(1.0, (1 + self.progress.rounds) / SLOW_START)
        for group in self.optimiser.param_groups:
            group["lr"] = settings.last_rate + (settings.rate - settings.last_rate) * turn
        order = torch.randperm(len(seen), device=self.device)
        losses: list[torch.Tensor] = []
        for first in range(0, len(order) - settings.batch + 1, settings.batch):
            some = order[first : first + settings.batch]
            players = settings.players
            chances = by_observer(goals[some, :players], observers[some])
            points = by_observer(goals[some, players:], observers[some])
            predicted, predicted_points = self.network(seen[some])
            loss = -(chances * predicted).sum(1).mean()
            off = functional.mse_loss(predicted_points, points / POINTS)
            self.optimiser.zero_grad(set_to_none=True)
            (loss + settings.points * off).backward()
            cast(Any, self.optimiser).step()
            self.network.clamp_weights()
            losses.append(loss.detach())
        if losses:
            self.progress.loss = float(torch.stack(losses).mean())

    def save(self, path: Path) -> None:
        """Write a checkpoint, from which training continues after a crash."""
        whole: dict[str, Any] = {
            "settings": asdict(self.settings),
            "progress": asdict(self.progress),
            "network": self.network.state_dict(),
            "kept": self.kept.state_dict(),
            "optimiser": self.optimiser.state_dict(),
            "compared": self._compared,
            "warm": self.warm,
        }
        part = path.with_suffix(".part")
        torch.save(whole, part)
        part.replace(path)

    def load(self, path: Path) -> None:
        """Load a checkpoint. Raise ValueError if it belongs to another game."""
        try:
            whole = torch.load(path, map_location=self.device, weights_only=True)
            learnt, asked = Settings(**whole["settings"]), self.settings
            if (learnt.game, learnt.players) != (asked.game, asked.players):
                raise ValueError(f"it is {learnt.game} for {learnt.players} players")
            rows, width = whole["network"]["first"].shape
            depth = len(whole["network"]["second.bias"])
            if rows != len(self.network.first):
                raise ValueError(f"{rows} things were noticed then, and are not now")
            self.network = Network(rows, asked.players, width, depth).to(self.device)
            self.kept = copy.deepcopy(self.network)
            self.optimiser = _optimiser(self.network, asked)
            self.network.load_state_dict(whole["network"])
            self.kept.load_state_dict(whole["kept"])
            self.optimiser.load_state_dict(whole["optimiser"])
            self.progress = Progress(**whole["progress"])
            self._compared = whole["compared"]
            self.warm = whole["warm"]
        except (KeyError, OSError, RuntimeError, TypeError, ValueError, UnpicklingError) as problem:
            raise ValueError(f"{path} is no checkpoint to go on from: {problem}") from None


def check_start(start: Network, game: Game, players: int) -> None:
    """Raise WrongArgument if training cannot continue from a network."""
    rows = features_of(game).ROWS
    if (len(start.first), start.players) != (rows, players):
        known = f"{len(start.first)} rows for {start.players} players"
        raise WrongArgument("start", known, f"{game.name} has {rows} rows now, for {players}")


def _optimiser(network: Network, settings: Settings) -> torch.optim.Adam:
    return torch.optim.Adam(network.parameters(), settings.rate, betas=(0.9, 0.99), eps=1e-6)
