"""Network architecture: an embedding sum, two small layers, win probabilities and points."""

from typing import Any, cast

import torch
from torch import nn
from torch.nn import functional

from rondel.bots.kernels.network import POINTS

Tensor = torch.Tensor

CEILING = 4.0
"""Upper limit of a unit's activation, so that integers can represent it."""
STEEPEST = 3.9
"""Limit of weights after the first layer."""
CHUNK = 16_384


class _RowSum(torch.autograd.Function):
    """Embedding sum of the active features. In the backward pass a GPU multiplies matrices faster
    than it gathers.
    """

    @staticmethod
    def forward(ctx: Any, weight: Tensor, rows: Tensor) -> Tensor:
        ctx.save_for_backward(rows)
        ctx.shape = weight.shape
        return functional.embedding_bag(rows, weight, mode="sum")

    @staticmethod
    def backward(ctx: Any, *grads: Tensor) -> tuple[Tensor, None]:
        (rows,) = ctx.saved_tensors
        total = torch.zeros(ctx.shape, device=rows.device)
        if rows.device.type == "cpu":
            spread = grads[0].unsqueeze(1).expand(-1, rows.shape[1], -1)
            total.index_add_(0, rows.reshape(-1), spread.reshape(-1, ctx.shape[1]))
            return total, None
        for first in range(0, len(rows), CHUNK):
            part = rows[first : first + CHUNK].long()
            one_hot = torch.zeros(
                (len(part), ctx.shape[0]), dtype=torch.bfloat16, device=rows.device
            )
            one_hot.scatter_add_(1, part, torch.ones_like(part, dtype=torch.bfloat16))
            total += (one_hot.T @ grads[0][first : first + CHUNK].bfloat16()).float()
        return total, None


class Network(nn.Module):
    """Network that predicts all seats' win probabilities and points from active features.

    Seats are numbered from the observer clockwise.
    """

    def __init__(self, rows: int, players: int, width: int = 128, depth: int = 32):
        super().__init__()
        self.players = players
        self.first = nn.Parameter(torch.randn(rows, width) * 0.05)
        self.first_bias = nn.Parameter(torch.full((width,), 0.3))
        self.second = nn.Linear(width, depth)
        self.last = nn.Linear(depth, 2 * players)
        with torch.no_grad():
            self.second.bias.fill_(0.5)
            self.last.weight *= 0.1
            self.last.bias.zero_()

    def forward(self, rows: Tensor) -> tuple[Tensor, Tensor]:
        """Return the logits of the win probabilities, and the points in units, of all seats."""
        total: Tensor = cast(Any, _RowSum).apply(self.first, rows.int())
        hidden = (total + self.first_bias).clamp(0.0, CEILING)
        hidden = self.second(hidden).clamp(0.0, CEILING)
        outputs = self.last(hidden)
        return torch.log_softmax(outputs[:, : self.players], 1), outputs[:, self.players :]

    @torch.no_grad()
    def predict(self, rows: Tensor) -> tuple[Tensor, Tensor]:
        """Return all seats' win probabilities and points, in half precision if faster."""
        if rows.device.type == "cpu":
            chances, points = self(rows)
            return chances.exp(), points * POINTS
        half = torch.bfloat16
        total = functional.embedding_bag(rows.int(), self.first.to(half), mode="sum")
        hidden = (total + self.first_bias.to(half)).clamp(0.0, CEILING)
        second, last = self.second, self.last
        hidden = functional.linear(hidden, second.weight.to(half), second.bias.to(half))
        outputs = functional.linear(hidden.clamp(0.0, CEILING).float(), last.weight, last.bias)
        return torch.softmax(outputs[:, : self.players], 1), outputs[:, self.players :] * POINTS

    @torch.no_grad()
    def clamp_weights(self) -> None:
        """Clamp the weights to the range of the integer format."""
        self.second.weight.clamp_(-STEEPEST, STEEPEST)
        self.last.weight.clamp_(-STEEPEST, STEEPEST)


def by_seat(outputs: Tensor, observers: Tensor) -> Tensor:
    """Return predictions numbered from the observer as predictions by seat."""
    players = outputs.shape[1]
    seats = torch.arange(players, device=outputs.device)
    return outputs.gather(1, (seats - observers.long().unsqueeze(1)) % players)


def by_observer(known: Tensor, observers: Tensor) -> Tensor:
    """Return values by seat as values numbered from the observer."""
    players = known.shape[1]
    seats = torch.arange(players, device=known.device)
    return known.gather(1, (seats + observers.long().unsqueeze(1)) % players)
