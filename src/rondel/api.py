"""Functions of `import rondel` that accept names instead of objects."""

from collections.abc import Sequence
from typing import Any

from rondel import bots as players
from rondel.arena.simulate import Simulated, batches_of_bots, concatenate
from rondel.arena.simulate import simulate as simulate_randomly
from rondel.bots import Bot, BotSpec
from rondel.core import Edition, Game, WrongArgument
from rondel.games import find


def bot(name: BotSpec, seed: int | str | None = None) -> Bot:
    """Return a new bot for one seat of one match.

    Levels are beginner, casual, regular, skilled, expert, master and champion; docs/write-a-bot.md
    describes further bots and their options.

    Args:
        name: Name of a bot, `"module:Class"`, a class, or a bot to copy.
        seed: Seed for repeatable play.

    Raises:
        UnknownBot: No bot has this name, or its options are wrong.

    Examples:
        >>> match = rondel.Match("finca", seed=7)
        >>> rondel.bot("expert", seed=1).choose(match.position) in match.position.legal_ids
        True

    """
    return players.find(name, seed)


def edition(game: Game[Any] | str, wanted: str | Edition = "") -> Edition:
    """Return an edition of a game. Open no files; `rondel.read_edition` does.

    Args:
        game: Game or its name.
        wanted: Name of an edition, text of a custom one, or an edition; "" for the default.

    Raises:
        UnknownGame: No game has this name.
        UnknownEdition: The game has no such edition.

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
    bots: Sequence[BotSpec] = (),
    edition: str | Edition = "",
    seed: int = 0,
    workers: int | None = None,
) -> Simulated:
    """Play many games and return a row of results for each.

    Args:
        game: Game or its name.
        games: Number of games.
        players: Number of seats; the game's smallest, or one per bot, if None.
        bots: Bot for each seat; uniform random players if empty.
        edition: Name of an edition, text of a custom one, or an edition.
        seed: Equal seeds give equal games.
        workers: Number of threads or processes; one per core if None.

    Raises:
        UnknownGame: No game has this name.
        UnknownBot: No bot has one of the names.
        WrongArgument: An argument is invalid.
        WrongPlayers: The game does not support this number of players.

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
        return simulate_randomly(found, games, count, edition=edition, seed=seed, threads=workers)
    if players not in (None, len(bots)):
        raise WrongArgument("bots", list(bots), f"{players} seats need as many")
    return concatenate(
        batches_of_bots(found, games, bots, edition=edition, seed=seed, workers=workers)
    )
