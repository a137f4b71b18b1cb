"""Conversion between trained networks and the integer weights that bots read."""

from bisect import bisect_right

import numpy as np
import torch

from rondel.bots.kernels import features_of
from rondel.bots.kernels.network import UNIT, WEIGHT
from rondel.bots.networks import Weights, whole
from rondel.core import Game
from rondel.kernel.record import Array
from rondel.learn.training.model import Network
from rondel.learn.training.tables import active_features


def largest_sum(game: Game, players: int, first: Array, bias: Array) -> float:
    """Return an upper bound of any first-layer unit: the sum of the worst row of every table."""
    starts = features_of(game).STARTS
    worst = np.maximum.reduceat(np.abs(first), starts, axis=0)
    tables = [bisect_right(starts, int(row)) - 1 for row in active_features(game, players)]
    return float((np.abs(bias) + worst[tables].sum(axis=0)).max())


def to_whole(network: Network, game: Game) -> Weights:
    """Return a network quantized to integers, as the search reads it."""
    parts = {name: part.detach().cpu().numpy() for name, part in network.state_dict().items()}
    first, bias = parts["first"].astype(np.float64), parts["first_bias"]
    most = largest_sum(game, network.players, first, bias)
    return whole(
        first, bias, parts["second.weight"].T, parts["second.bias"],
        parts["last.weight"].T, parts["last.bias"], most,
    )  # fmt: skip


def from_whole(weights: Weights) -> Network:
    """Return a trainable network from integer weights."""
    rows, width = weights.first.shape
    network = Network(rows, weights.players, width, len(weights.second_bias))
    one = 1 << weights.shift
    parts = {
        "first": weights.first / one,
        "first_bias": weights.first_bias / one,
        "second.weight": weights.second.T / WEIGHT,
        "second.bias": weights.second_bias / (UNIT * WEIGHT),
        "last.weight": weights.last.T / WEIGHT,
        "last.bias": weights.last_bias / (UNIT * WEIGHT),
    }
    network.load_state_dict(
        {name: torch.as_tensor(part.astype(np.float32)) for name, part in parts.items()}
    )
    return network
