"""The ladder of bots for people, from a friendly beginner to the strongest."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Level:
    """A rung: its name (a key; the words files have what to call it) and the bot behind it."""

    name: str
    bot: str


LEVELS = (
    Level("beginner", "greedy:overlook=0.6,blur=6"),
    Level("casual", "greedy:overlook=0.35,blur=3"),
    Level("regular", "greedy:overlook=0.12,blur=1"),
    Level("skilled", "search:1000"),
    Level("expert", "search:10000"),
    Level("master", "search:2s"),
)
"""Weakest first. Each wins at least two games of three against the one before it.

All but the strongest think by simulations, a fraction of a second a turn: a server hosts many.
"""
