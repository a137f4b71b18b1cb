"""The ladder of bots for people, from a friendly beginner to the strongest."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Level:
    """A rung: its name (a key; the words files have what to call it) and the bot behind it."""

    name: str
    bot: str


LEVELS = (
    Level("beginner", "net:soft=0.8"),
    Level("casual", "net:soft=0.6"),
    Level("regular", "net:soft=0.4"),
    Level("skilled", "net"),
    Level("expert", "search:100"),
    Level("master", "search:1000"),
    Level("champion", "search:2s"),
)
"""Weakest first. Each wins 65 of 100 games or more against the one before.

Those that err do so by what looks nearly as good, never by the worst that can be done.
All but the strongest think by simulations, a fraction of a second a turn: a server hosts many.
"""
