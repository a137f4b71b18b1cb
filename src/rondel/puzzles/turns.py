"""Complete turns: all positions that a seat can reach before another seat or chance decides."""

from dataclasses import dataclass

from rondel.core import Position, WrongArgument

MAX_TABLES = 1200
"""Limit of positions within one turn; larger turns are not enumerated."""


@dataclass(frozen=True)
class Turn:
    """One of the shortest sequences of steps to a position at the end of a turn."""

    steps: tuple[int, ...]
    """Numbers of the steps."""
    after: Position
    """Position at the end of the turn."""

    @property
    def texts(self) -> list[str]:
        """Return the steps in notation."""
        return [self.after.edition.steps.text(number) for number in self.steps]


def turns(position: Position, most: int = MAX_TABLES) -> list[Turn] | None:
    """Return a turn for every position that the seat to move can reach, or None if too many.

    A turn ends when another seat or chance is to move, or when the game is over.

    Args:
        position: Position at the start of the turn.
        most: Limit of positions.

    """
    seat = position.seat
    if seat is None:
        raise WrongArgument("position", position, "a position in which a seat is asked")
    seen = {position.state.tobytes()}
    found: list[Turn] = []
    under_way = [Turn((), position)]
    while under_way:
        following: list[Turn] = []
        for turn in under_way:
            for number, _ in turn.after.legal_steps:
                after = turn.after.after_unchecked(number)
                table = after.state.tobytes()
                if table in seen:
                    continue
                seen.add(table)
                longer = Turn((*turn.steps, number), after)
                (following if after.seat == seat else found).append(longer)
            if len(seen) > most:
                return None
        under_way = following
    return found
