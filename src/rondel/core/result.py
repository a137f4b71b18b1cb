"""Messages about the result of a game."""

from collections.abc import Iterator

from rondel.core.phrase import Phrase, Player, Told, players_at
from rondel.core.turn import Over


def result(over: Over, **tiebreak: Told) -> Iterator[Phrase]:
    """Yield the reason for the end and the winners; `tiebreak` is what decided among equals."""
    yield Phrase(f"end-{over.reason}")
    points = over.scores[over.winners[0]]
    if over.winners[1:]:
        yield Phrase("result-shared", {"players": players_at(over.winners), "points": points})
        return
    winner: dict[str, Told] = {"player": Player(over.winners[0]), "points": points}
    if over.scores.count(points) > 1:
        yield Phrase("result-tie-broken", {**winner, **tiebreak})
    else:
        yield Phrase("result-winner", winner)
