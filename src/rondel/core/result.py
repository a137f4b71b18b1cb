"""Messages about the result of a game."""

from collections.abc import Iterator

from rondel.core.message import Message, MessageArg, Player, players_at
from rondel.core.turn import Over


def result(over: Over, **tiebreak: MessageArg) -> Iterator[Message]:
    """Yield the reason for the end and the winners; `tiebreak` is what decided among equals."""
    yield Message(f"end-{over.reason}")
    points = over.scores[over.winners[0]]
    if over.winners[1:]:
        yield Message("result-shared", {"players": players_at(over.winners), "points": points})
        return
    winner: dict[str, MessageArg] = {"player": Player(over.winners[0]), "points": points}
    if over.scores.count(points) > 1:
        yield Message("result-tie-broken", {**winner, **tiebreak})
    else:
        yield Message("result-winner", winner)
