"""What may happen in a match: steps through the checked door, dealing, taking back.

A match and a server's table both ask here, and only keep what comes of it in their own ways.
"""

from collections.abc import Iterator, Sequence

from rondel.contract import IllegalStep, NothingToUndo, Position
from rondel.match.dealer import Dealer, dealt_number


def walked(position: Position, numbers: Sequence[int], seat: int | None) -> Position:
    """The position after a seat's steps, made one by one, none of them in chance's stead.

    Raises NotYourTurn or IllegalStep.
    """
    for number in numbers:
        if position.is_chance:
            raise IllegalStep(position.edition.steps.text(number), ())
        position = position.after(number, seat)
    return position


def dealt(position: Position, dealer: Dealer, length: int) -> Iterator[tuple[int, Position]]:
    """What the dealer answers while chance is asked, `length` steps into the match: each outcome,
    and the position after it.
    """
    while position.is_chance:
        number = dealt_number(dealer, position, length)
        position = position.after_unchecked(number)
        length += 1
        yield number, position


def taken_back(
    makers: Sequence[int | None], seat: int, whole_turn: bool = False
) -> tuple[int, bool]:
    """How many steps remain when a seat takes back its last one, and whether all are its own.

    `makers` names the seat of each step, None where chance spoke. With `whole_turn` all goes back
    to where someone else was asked, whatever chance said in between. Raises NothingToUndo.
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
