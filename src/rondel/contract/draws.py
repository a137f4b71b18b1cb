"""Draws of chance without replacement, as dealers see them that fix each draw in advance."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Draw:
    """One draw from a shuffled bag whose contents and places are known from the beginning.

    A game that declares its draws (`Game.next_draw`) is dealt one permutation for each kind: the
    item at a place is then the same whatever happened elsewhere before.
    """

    kind: str
    """The kind of draw: letters and hyphens."""
    place: int
    """The place that is drawn, from 0 to the size of the bag."""
    drawn: tuple[int, ...]
    """Places that were drawn before."""
    bag: tuple[tuple[int, int], ...]
    """Step numbers in the order of the rules, and how many of each the full bag holds."""
