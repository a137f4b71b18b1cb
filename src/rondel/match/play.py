"""Operations of match play: checked steps, dealing and undo.

Matches and the server's tables both use these functions and store the results in their own ways.
"""

from collections.abc import Iterator, Sequence

from rondel.core import IllegalStep, NothingToUndo, Position
from rondel.match.dealer import Dealer, dealt_number


def play_steps(position: Position, numbers: Sequence[int], seat: int | None) -> Position:
    """Return the position after several steps of a seat, none of them a chance step.

    Raises:
        NotYourTurn: Another seat, or chance, is to move.
        IllegalStep: A step is not legal.

    """
    for number in numbers:
        if position.is_chance:
            raise IllegalStep(position.edition.steps.text(number), ())
        position = position.after(number, seat)
    return position


def deal_chance_steps(
    position: Position, dealer: Dealer, length: int
) -> Iterator[tuple[int, Position]]:
    """Yield the dealer's outcomes and the positions after them, until a seat is to move.

    `length` is the number of steps made before.
    """
    while position.is_chance:
        number = dealt_number(dealer, position, length)
        position = position.after_unchecked(number)
        length += 1
        yield number, position


def undo_length(
    makers: Sequence[int | None], seat: int, whole_turn: bool = False
) -> tuple[int, bool]:
    """Return the number of steps that remain after an undo, and True if all undone steps are the
    seat's own.

    Args:
        makers: Seat of each step, None for chance.
        seat: Seat that takes back.
        whole_turn: Take back to the previous seat's turn, chance steps included.

    Raises:
        NothingToUndo: The seat has no step to take back.

    """
    last = len(makers) - 1
    while last >= 0 and makers[last] != seat:
        last -= 1
    if last < 0:
        raise NothingToUndo(seat)
    keep = at = last
    while whole_turn and at > 0 and makers[at - 1] in (seat, None):
        at -= 1
        keep = at if makers[at] == seat else keep
    return keep, all(maker == seat for maker in makers[keep:])
