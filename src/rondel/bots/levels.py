"""Levels for people, from a friendly beginner to the strongest bot."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Level:
    """Level: its name (the key of its translation) and its bot."""

    name: str
    """Name of the level."""
    bot: str
    """Specification of its bot."""


LEVELS = (
    Level("beginner", "net:temperature=0.72"),
    Level("casual", "net:temperature=0.56"),
    Level("regular", "net:temperature=0.42"),
    Level("skilled", "net"),
    Level("expert", "search:100"),
    Level("master", "search:1000"),
    Level("champion", "search:2s"),
)
"""Levels, weakest first. Each wins 65 of 100 games or more against the previous one.

Levels that err choose nearly equal options, never the worst, and no step that brings nothing while
another one is legal. All but the strongest are limited by simulations, a fraction of a second per
turn, because a server hosts many.
"""
