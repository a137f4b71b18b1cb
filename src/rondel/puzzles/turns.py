"""Whole turns: what a seat can do until somebody else, or chance, is asked."""

from dataclasses import dataclass

from rondel.core import Position, WrongArgument

MAX_TABLES = 1200
"""Tables that one turn may lead over; a turn with more is not looked through."""


@dataclass(frozen=True)
class Turn:
    """A shortest way to one of the tables that a turn can lead to."""

    steps: tuple[int, ...]
    after: Position

    @property
    def texts(self) -> list[str]:
        """Its steps in notation."""
        return [self.after.edition.steps.text(number) for number in self.steps]


def turns(position: Position, most: int = MAX_TABLES) -> list[Turn] | None:
    """Every table that the seat's turn can lead to, once each; None if there are too many.

    A turn ends where chance or another seat is asked, or nobody any more.
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
