"""Seats of a match: people, and bots named `bot:NAME`."""

import sys
from collections.abc import Sequence

from rondel import bots
from rondel.bots import LEVELS, Bot
from rondel.bots.networks import evaluator_kind
from rondel.core import Edition, Game
from rondel.i18n import Translator

PREFIX = "bot:"
USUAL_BOT = PREFIX + "regular"


def usual_seats(game: Game, players: int | None) -> list[str]:
    """Return as many people as asked for, or one person against bots."""
    if players is not None:
        game.check_players(players)
        return [""] * players
    return ["", *[USUAL_BOT] * (game.players[0] - 1)]


def plain_name(name: str) -> str:
    """Return a name that fits in one line, on screens and in records."""
    return " ".join("".join(c if c.isprintable() else " " for c in name).split())


def find_bots(seats: Sequence[str], seed: int | None) -> dict[int, Bot]:
    """Return the bots among the seats, each with its own seed. Raise UnknownBot."""
    return {
        seat: bots.find(name.removeprefix(PREFIX), None if seed is None else f"{seed}/{seat}")
        for seat, name in enumerate(seats)
        if name.startswith(PREFIX)
    }


def spoken_names(seats: Sequence[str], translator: Translator) -> list[str]:
    """Return the display name of each seat; bots of one name get their seats' numbers."""
    spoken: list[str] = []
    for seat, name in enumerate(seats):
        if name.startswith(PREFIX):
            key = f"bot-{name.removeprefix(PREFIX)}"
            called = translator.text(key) if translator.has(key) else name.removeprefix(PREFIX)
            bot = translator.text("cli-bot", bot=called)
            spoken.append(bot if seats.count(name) == 1 else f"{bot} {seat + 1}")
        else:
            spoken.append(plain_name(name))
    return spoken


def print_evaluator_note(
    game: Game, edition: Edition, players: int, names: Sequence[str], translator: Translator
) -> None:
    """Print a note if bots need networks that were not trained on this edition."""
    stands = evaluator_kind(game, players, edition)
    ours = {"net", "search", *(level.name for level in LEVELS)}
    if stands != "learnt" and any(name.partition(":")[0] in ours for name in names):
        print(translator.text(f"cli-bots-{stands}"), file=sys.stderr)
