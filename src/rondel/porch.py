"""What `import rondel` offers beyond the rooms' own names: doors that take names for everything."""

from collections.abc import Sequence
from typing import Any

from rondel import bots as players
from rondel.arena.simulate import Simulated, batches_of_bots, together
from rondel.arena.simulate import simulate as play_blindly
from rondel.bots import Bot, Wanted
from rondel.contract import Edition, Game, WrongArgument
from rondel.games import find


def bot(name: Wanted, seed: int | str | None = None) -> Bot:
    """A new bot for one seat of one match.

    Levels are beginner, casual, regular, skilled, expert, master and champion; docs/write-a-bot.md
    tells of others and their options, and of your own: `"module:Class"`, a class, or a bot to copy.
    Raises UnknownBot.

    Examples:
        >>> match = rondel.Match("finca", seed=7)
        >>> rondel.bot("expert", seed=1).choose(match.position) in match.position.numbers
        True

    """
    return players.find(name, seed)


def edition(game: Game[Any] | str, wanted: str | Edition = "") -> Edition:
    """An edition of a game by its name, by the text of a custom one, or as it is.

    Opens no files: `rondel.read_edition(game, file)` does. Raises UnknownEdition.

    Examples:
        >>> rondel.edition("finca").name
        'mallorca-2009'

    """
    return find(game).edition(wanted)


def simulate(
    game: Game[Any] | str,
    games: int = 1000,
    *,
    players: int | None = None,
    bots: Sequence[Wanted] = (),
    edition: str | Edition = "",
    seed: int = 0,
    workers: int | None = None,
) -> Simulated:
    """Play many games, blindly or with a bot for each seat; a row of results for each.

    The same seed gives the same games.

    Examples:
        >>> played = rondel.simulate("finca", 100, players=3, seed=1)
        >>> played.points.shape
        (100, 3)
        >>> rondel.simulate("finca", 2, bots=["greedy", "random"], workers=1).ranks.shape
        (2, 2)

    """
    found = find(game)
    if isinstance(bots, str):
        raise WrongArgument("bots", bots, "a list with a bot's name for each seat")
    for name, number in (("games", games), ("seed", seed)):
        if not hasattr(number, "__index__"):
            raise WrongArgument(name, number, "a whole number")
    if games < 1:
        raise WrongArgument("games", games, "at least one game")
    games, seed = int(games), int(seed)
    if not bots:
        count = found.players[0] if players is None else players
        return play_blindly(found, games, count, edition=edition, seed=seed, threads=workers)
    if players not in (None, len(bots)):
        raise WrongArgument("bots", list(bots), f"{players} seats need as many")
    return together(
        batches_of_bots(found, games, bots, edition=edition, seed=seed, workers=workers)
    )
