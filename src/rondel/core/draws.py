"""Draws without replacement, for dealers that fix each draw in advance."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Draw:
    """Draw from a shuffled bag whose contents are known from the beginning.

    A game that declares its draws (`Game.next_draw`) is dealt one permutation per kind of draw: the
    item at a place then does not depend on earlier events of the game.
    """

    kind: str
    """Kind of draw: letters and hyphens."""
    place: int
    """Place that is drawn, from 0 to the size of the bag."""
    drawn: tuple[int, ...]
    """Places that were drawn before."""
    bag: tuple[tuple[int, int], ...]
    """Step numbers in the order of the rules, with the count of each in the full bag."""
