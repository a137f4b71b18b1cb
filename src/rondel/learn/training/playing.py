"""Self-play of a network during training, and matches between networks."""

from typing import NamedTuple

import torch

from rondel.kernel.state import OVER
from rondel.learn.training.model import Network, by_seat
from rondel.learn.training.tables import Tables, Tensor

LEAD = 0.1
"""Weight of a lead in points beside the win probability."""
HALF_LEAD = 20.0
"""Lead in points that is worth half of the largest lead."""


class Evaluation(NamedTuple):
    """Network's evaluation of every option, by seat, and the option's value."""

    chances: Tensor
    points: Tensor
    worth: Tensor
    """Value for the seat that chooses."""


def worth(chances: Tensor, points: Tensor, actors: Tensor) -> Tensor:
    """Return the value of win probabilities and points for the acting seat of each row."""
    own = actors.long().unsqueeze(1)
    mine = points.gather(1, own)
    others = points.scatter(1, own, -torch.inf).max(1, keepdim=True).values
    lead = mine - others
    lead = 0.5 + 0.5 * lead / (lead.abs() + HALF_LEAD)
    return ((1.0 - LEAD) * chances.gather(1, own) + LEAD * lead).squeeze(1)


def evaluate(network: Network, tables: Tables) -> Evaluation:
    """Return a network's evaluation of the positions after every option."""
    over = tables.observers == OVER
    observers = torch.where(over, 0, tables.observers)
    rows = torch.where(over.unsqueeze(1), 0, tables.seen)
    chances, points = (by_seat(outputs, observers) for outputs in network.predict(rows))
    chances = torch.where(over.unsqueeze(1), tables.won_there, chances)
    points = torch.where(over.unsqueeze(1), tables.scored_there, points)
    actors = tables.actors[tables.owners.long()]
    return Evaluation(chances, points, worth(chances, points, actors))


def match(
    ours: Network, theirs: Network | None, tables: Tables, seed: int, longest: int = 1500
) -> tuple[float, int]:
    """Return the share of games that `ours` won, alone against `theirs`, and the number of games.

    Without a second network the opponents follow the game's hints. Our seat rotates over the
    tables.
    """
    tables.deal(seed)
    index = torch.arange(tables.tables, device=tables.device)
    seat = index % tables.players
    won = torch.zeros(tables.tables, device=tables.device)
    going = torch.ones(tables.tables, dtype=torch.bool, device=tables.device)
    for _ in range(longest):
        tables.extract_options(theirs is None)
        evaluated = evaluate(ours, tables).worth
        other = tables.leads if theirs is None else evaluate(theirs, tables).worth
        mine = (tables.actors == seat)[tables.owners.long()]
        tables.advance(tables.choose(torch.where(mine, evaluated, other)))
        ended = tables.ended & going
        won += tables.won.gather(1, seat.unsqueeze(1)).squeeze(1) * ended
        going &= ~ended
        if not going.any():
            break
    finished = int((~going).sum())
    return float(won.sum() / max(1, finished)), finished
