"""Round robins of every group of entrants at every seat, on one machine or many."""

import math
import os
import socket
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing
from importlib import import_module
from itertools import combinations
from typing import Any

import msgspec

from rondel import bots
from rondel.arena.playing import LIMIT, Pairing, Played
from rondel.arena.workers import LostGame, are_portable, check_script, play_on_workers, try_game
from rondel.bots import BotSpec
from rondel.core import Edition, Game, RondelError
from rondel.core.extras import extras
from rondel.games import find

Progress = Callable[[Played], None]
"""Callback for each finished game."""
Results = Iterable[tuple[int, Played | LostGame]]
"""Numbered results of games."""
CONNECTING_SECONDS = 5.0
SMALL_JOB_SECONDS = 1.0
"""Playing time in seconds after which workers start, unless a number of workers is given."""
MAX_WAITING = 4
"""Games per worker that are sent ahead."""


class TooFewBots(RondelError):
    """Error for fewer bots than seats."""

    code = "too-few-bots"

    def __init__(self, entrants: int, players: int):
        super().__init__(
            f"{entrants} bots cannot fill {players} seats", entrants=entrants, players=players
        )


class GameLost(RondelError):
    """Error for a game that could not be played."""

    code = "game-lost"

    def __init__(self, problem: str):
        super().__init__(f"a game could not be played: {problem}", problem=problem)


class NoCluster(RondelError):
    """Error for a Ray cluster that cannot be reached or started."""

    code = "no-cluster"

    def __init__(self, address: str, problem: str):
        super().__init__(
            f"no Ray cluster at {address or 'this machine'}: {problem}",
            address=address,
            problem=problem,
        )


class Tournament(msgspec.Struct, frozen=True):
    """Plan of a tournament: enough to continue it elsewhere or later."""

    game: str
    """Name of the game."""
    entrants: tuple[str, ...]
    """Names of the bots."""
    games: int
    """Smallest number of games per group."""
    players: int
    """Number of seats."""
    seed: int = 0
    """Seed of the deals."""
    edition: str = ""
    """Name of a built-in edition."""
    source: str = ""
    """Text of a custom edition."""
    limit: int = LIMIT
    """Maximum steps of a game."""
    sprt: tuple[float, float] | None = None
    """Elo bounds of the sequential test that may end the tournament early."""

    def pairings(self) -> list[Pairing]:
        """Return the games, even if the bots are not available here."""
        game = find(self.game)
        box = game.edition(self.source or self.edition)
        return _schedule(game, self.entrants, self.games, self.players, box, self.seed, self.limit)

    def check(self) -> None:
        """Raise WrongPlayers, TooFewBots or UnknownBot unless the tournament can be played here."""
        check_entrants(find(self.game), self.entrants, self.players)


def round_robin(
    game: Game | str,
    entrants: Sequence[BotSpec],
    games: int,
    players: int,
    *,
    edition: str | Edition = "",
    seed: int = 0,
    limit: int = LIMIT,
) -> list[Pairing]:
    """Return at least `games` games per group: each deal is played in every rotation of the seats.

    All groups play the same deals.

    Args:
        game: Game or its name.
        entrants: Bots.
        games: Smallest number of games per group.
        players: Number of seats.
        edition: Name of an edition, text of a custom one, or an edition.
        seed: Seed.
        limit: Steps after which a game is scored as it stands.

    Raises:
        WrongPlayers: The game does not support this number.
        TooFewBots: There are fewer bots than seats.
        UnknownBot: No bot has one of the names.

    """
    game = find(game)
    check_entrants(game, entrants, players)
    box = game.edition(edition)
    return _schedule(game, entrants, games, players, box, seed, limit)


def check_entrants(game: Game | str, entrants: Sequence[BotSpec], players: int) -> None:
    """Raise WrongPlayers, TooFewBots or UnknownBot unless the entrants can fill a table.

    Args:
        game: Game or its name.
        entrants: Specifications of the bots.
        players: Number of players.

    """
    find(game).check_players(players)
    if len(entrants) < players:
        raise TooFewBots(len(entrants), players)
    for entrant in entrants:
        bots.find(entrant).close()


def _schedule(
    game: Game,
    entrants: Sequence[BotSpec],
    games: int,
    players: int,
    box: Edition,
    seed: int,
    limit: int,
) -> list[Pairing]:
    names = [bots.name_of(entrant) for entrant in entrants]
    handed_over = not all(isinstance(entrant, str) for entrant in entrants)
    return [
        Pairing(
            game.name, tuple(names[e] for e in seats), seats, deal, seed, box.name, box.source,
            limit=limit, bots=tuple(entrants[e] for e in seats) if handed_over else (),
        )
        for deal in range(math.ceil(games / players))
        for group in combinations(range(len(entrants)), players)
        for seats in _rotations(group)
    ]  # fmt: skip


def _rotations(group: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    return (group[at:] + group[:at] for at in range(len(group)))


def run(
    pairings: Sequence[Pairing],
    workers: int | None = None,
    progress: Progress = lambda played: None,
    *,
    lose: Callable[[LostGame], None] | None = None,
    stop: Callable[[], bool] = lambda: False,
) -> list[Played]:
    """Play all games in several processes and return the results in the given order.

    A killed process is replaced and its game begun again. Without `workers`, the games of the first
    second are played in this process, and so are all games of bots that other processes cannot
    import, such as a class defined in a notebook. A script that passes bots it defines itself needs
    `if __name__ == "__main__":`.

    Args:
        pairings: Games to play.
        workers: Number of processes; one per core if None.
        progress: Called with each result.
        lose: Called with each game that cannot be played.
        stop: No further game begins once this returns True.

    Raises:
        GameLost: A game could not be played, and `lose` is not given.

    Examples:
        >>> from rondel.arena.tournament import round_robin, run
        >>> games = run(round_robin("finca", ["greedy", "random"], games=2, players=2), workers=1)
        >>> len(games)
        2

    """
    check_script()
    with closing(_results(pairings, workers)) as results:
        return _collected(results, progress, lose, stop)


def _results(
    pairings: Sequence[Pairing], workers: int | None
) -> Generator[tuple[int, Played | LostGame]]:
    """Play games in this process, then on workers if many are left; yield results as games end."""
    wanted = min(workers or os.cpu_count() or 1, len(pairings))
    seconds = SMALL_JOB_SECONDS if workers is None else 0.0
    if wanted == 1 or not are_portable(pairings):
        seconds = math.inf
    until = time.monotonic() + seconds
    here = 0
    while here < len(pairings) and time.monotonic() < until:
        yield here, try_game(pairings[here])
        here += 1
    left = pairings[here:]
    if not left:
        return
    with closing(play_on_workers(left, wanted)) as results:
        for at, result in results:
            yield here + at, result


def check_cluster() -> None:
    """Raise NoCluster if nothing listens at RAY_ADDRESS; Ray itself would try for minutes."""
    address = os.environ.get("RAY_ADDRESS", "")
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if not host or not port.isdigit():
        return
    try:
        socket.create_connection((host.strip("[]"), int(port)), CONNECTING_SECONDS).close()
    except (OSError, OverflowError) as error:
        raise NoCluster(address, str(error)) from None


def run_on_ray(
    pairings: Sequence[Pairing],
    progress: Progress = lambda played: None,
    *,
    lose: Callable[[LostGame], None] | None = None,
    stop: Callable[[], bool] = lambda: False,
) -> list[Played]:
    """Play all games on a Ray cluster: the one of RAY_ADDRESS, or a local one (extra `ray`).

    Arguments and results are those of `run`.

    Args:
        pairings: Games to play.
        progress: Callback after each game.
        lose: Callback for a game that could not be played.
        stop: Callback that ends the tournament early.

    """
    with extras():
        ray: Any = import_module("ray")

    begun_here = not ray.is_initialized()
    if begun_here:
        check_cluster()
        try:
            ray.init(log_to_driver=False, include_dashboard=False)
        except Exception as error:
            problem = str(error).strip().partition("\n")[0]
            raise NoCluster(os.environ.get("RAY_ADDRESS", ""), problem) from None
    try:
        # Ray replaces killed workers and nodes and plays their games again.
        far = ray.remote(max_retries=-1)(try_game)
        return _collected(_from_ray(ray, far, pairings), progress, lose, stop)
    finally:
        if begun_here:
            ray.shutdown()


def _from_ray(
    ray: Any, far: Any, pairings: Sequence[Pairing]
) -> Iterator[tuple[int, Played | LostGame]]:
    """Yield results as they arrive, with a bounded number of games submitted ahead."""
    most = MAX_WAITING * max(1, int(ray.cluster_resources().get("CPU", 1)))
    waiting: dict[object, int] = {}
    for at, pairing in enumerate(pairings):
        waiting[far.remote(pairing)] = at
        while len(waiting) >= most:
            yield from _ready(ray, pairings, waiting)
    while waiting:
        yield from _ready(ray, pairings, waiting)


def _ready(
    ray: Any, pairings: Sequence[Pairing], waiting: dict[object, int]
) -> Iterator[tuple[int, Played | LostGame]]:
    done, _ = ray.wait(list(waiting))
    for reference in done:
        at = waiting.pop(reference)
        try:
            found = ray.get(reference)
        except ray.exceptions.RayError as error:
            found = LostGame(pairings[at], str(error).strip().partition("\n")[0])
        yield at, found


def _collected(
    results: Results,
    progress: Progress,
    lose: Callable[[LostGame], None] | None,
    stop: Callable[[], bool],
) -> list[Played]:
    """Return results in the order of their pairings."""
    found: dict[int, Played] = {}
    for at, result in results:
        if isinstance(result, Played):
            found[at] = result
            progress(result)
            if stop():
                break
        elif lose is None:
            raise GameLost(result.problem)
        else:
            lose(result)
    return [found[at] for at in sorted(found)]
