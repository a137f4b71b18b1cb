"""Who sits at the table: people, and bots named `bot:NAME`."""

import random
from collections.abc import Sequence
from typing import Protocol

from rondel.cli.refusals import UnknownBot
from rondel.contract import Game, Position
from rondel.words import Words

PREFIX = "bot:"
USUAL_BOT = PREFIX + "random"


class Bot(Protocol):
    """Whoever chooses without being asked at the keyboard."""

    def choose(self, position: Position) -> int:
        """The number of the step it makes."""
        ...


class RandomBot:
    """Any choice is as good as another."""

    def __init__(self, seed: str | None):
        self._random = random.Random(seed)

    def choose(self, position: Position) -> int:
        """A step at random."""
        return self._random.choice(position.options)[0]


BOTS = {"random": RandomBot}


def usual_seats(game: Game, players: int | None) -> list[str]:
    """As many people as asked for, or one person against bots."""
    if players is not None:
        game.check_players(players)
        return [""] * players
    return ["", *[USUAL_BOT] * (game.players[0] - 1)]


def plain_name(name: str) -> str:
    """A name that fits in one line, on screens and in records."""
    return " ".join("".join(c if c.isprintable() else " " for c in name).split())


def find_bots(seats: Sequence[str], seed: int | None) -> dict[int, Bot]:
    """The bots among the seats, each with luck of its own. Raises UnknownBot."""
    bots: dict[int, Bot] = {}
    for seat, name in enumerate(seats):
        if name.startswith(PREFIX):
            kind = name.removeprefix(PREFIX)
            if kind not in BOTS:
                raise UnknownBot(kind, list(BOTS))
            bots[seat] = BOTS[kind](None if seed is None else f"{seed}/{seat}")
    return bots


def spoken_names(seats: Sequence[str], words: Words) -> list[str]:
    """What to call each seat; bots of one name are told apart by their seats' numbers."""
    spoken = []
    for seat, name in enumerate(seats):
        if name.startswith(PREFIX):
            bot = words.say("cli-bot", bot=name.removeprefix(PREFIX))
            spoken.append(bot if seats.count(name) == 1 else f"{bot} {seat + 1}")
        else:
            spoken.append(plain_name(name))
    return spoken
