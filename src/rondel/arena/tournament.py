"""Round robins: every group of entrants, every seat, on this machine or on many."""

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
from rondel.arena.workers import Lost, are_portable, attempt, check_script, play_on_workers
from rondel.bots import Wanted
from rondel.contract import Edition, Game, RondelError
from rondel.contract.extras import extras
from rondel.games import find

Progress = Callable[[Played], None]
Results = Iterable[tuple[int, Played | Lost]]
CONNECTING_SECONDS = 5.0
SMALL_JOB_SECONDS = 1.0
"""Unless a number of workers is asked for, none starts before games have taken this long."""
MOST_WAITING = 4
"""Games sent ahead for each worker."""


class TooFewBots(RondelError):
    """Fewer bots than seats."""

    code = "too-few-bots"

    def __init__(self, entrants: int, players: int):
        super().__init__(
            f"{entrants} bots cannot fill {players} seats", entrants=entrants, players=players
        )


class GameLost(RondelError):
    """A game could not be played."""

    code = "game-lost"

    def __init__(self, problem: str):
        super().__init__(f"a game could not be played: {problem}", problem=problem)


class NoCluster(RondelError):
    """The Ray cluster cannot be reached or begun."""

    code = "no-cluster"

    def __init__(self, address: str, problem: str):
        super().__init__(
            f"no Ray cluster at {address or 'this machine'}: {problem}",
            address=address,
            problem=problem,
        )


class Tournament(msgspec.Struct, frozen=True):
    """What is to be played: enough to go on with it elsewhere or another day."""

    game: str
    entrants: tuple[str, ...]
    games: int
    players: int
    seed: int = 0
    edition: str = ""
    source: str = ""
    limit: int = LIMIT
    sprt: tuple[float, float] | None = None
    """The two strengths, in Elo, between which the test decides that may end it early."""

    def pairings(self) -> list[Pairing]:
        """Its games, whether or not its bots are here."""
        game = find(self.game)
        box = game.edition(self.source or self.edition)
        return _schedule(game, self.entrants, self.games, self.players, box, self.seed, self.limit)

    def check(self) -> None:
        """Raise WrongPlayers, TooFewBots or UnknownBot unless it can be played here."""
        check_entrants(find(self.game), self.entrants, self.players)


def round_robin(
    game: Game | str,
    entrants: Sequence[Wanted],
    games: int,
    players: int,
    *,
    edition: str | Edition = "",
    seed: int = 0,
    limit: int = LIMIT,
) -> list[Pairing]:
    """At least `games` games for every group: each deal is played in every rotation of its seats.

    All groups play the same deals. Raises WrongPlayers, TooFewBots and UnknownBot.
    """
    game = find(game)
    check_entrants(game, entrants, players)
    box = game.edition(edition)
    return _schedule(game, entrants, games, players, box, seed, limit)


def check_entrants(game: Game | str, entrants: Sequence[Wanted], players: int) -> None:
    """Raise WrongPlayers, TooFewBots or UnknownBot unless they can fill tables of a game."""
    find(game).check_players(players)
    if len(entrants) < players:
        raise TooFewBots(len(entrants), players)
    for entrant in entrants:
        bots.find(entrant).close()


def _schedule(
    game: Game,
    entrants: Sequence[Wanted],
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
    lose: Callable[[Lost], None] | None = None,
    stop: Callable[[], bool] = lambda: False,
) -> list[Played]:
    """Play all games on so many processes, all cores unless told; results in the given order.

    A process that is killed is replaced, and its game begun again. Games that cannot be played are
    told to `lose`; without it they raise GameLost. No game is begun once `stop` says so.

    Without `workers`, the games of the first second are played in this process. So are all games
    of bots that no other process can load, such as a class defined in a notebook. A script that
    hands over bots it defines itself needs `if __name__ == "__main__":`; others do not.

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
) -> Generator[tuple[int, Played | Lost]]:
    """Play games in this process, then on workers if many are left; yield them as they end."""
    wanted = min(workers or os.cpu_count() or 1, len(pairings))
    seconds = SMALL_JOB_SECONDS if workers is None else 0.0
    if wanted == 1 or not are_portable(pairings):
        seconds = math.inf
    until = time.monotonic() + seconds
    here = 0
    while here < len(pairings) and time.monotonic() < until:
        yield here, attempt(pairings[here])
        here += 1
    left = pairings[here:]
    if not left:
        return
    with closing(play_on_workers(left, wanted)) as results:
        for at, result in results:
            yield here + at, result


def check_cluster() -> None:
    """Raise NoCluster if nobody listens where RAY_ADDRESS says; Ray would try for minutes."""
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
    lose: Callable[[Lost], None] | None = None,
    stop: Callable[[], bool] = lambda: False,
) -> list[Played]:
    """The same on a Ray cluster: the one RAY_ADDRESS names, or a local one (extra `ray`)."""
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
        # Killed workers and nodes are Ray's affair: it plays their games again.
        far = ray.remote(max_retries=-1)(attempt)
        return _collected(_from_ray(ray, far, pairings), progress, lose, stop)
    finally:
        if begun_here:
            ray.shutdown()


def _from_ray(
    ray: Any, far: Any, pairings: Sequence[Pairing]
) -> Iterator[tuple[int, Played | Lost]]:
    """Results as they come, never more waiting than the cluster can soon play."""
    most = MOST_WAITING * max(1, int(ray.cluster_resources().get("CPU", 1)))
    waiting: dict[object, int] = {}
    for at, pairing in enumerate(pairings):
        waiting[far.remote(pairing)] = at
        while len(waiting) >= most:
            yield from _ready(ray, pairings, waiting)
    while waiting:
        yield from _ready(ray, pairings, waiting)


def _ready(
    ray: Any, pairings: Sequence[Pairing], waiting: dict[object, int]
) -> Iterator[tuple[int, Played | Lost]]:
    done, _ = ray.wait(list(waiting))
    for reference in done:
        at = waiting.pop(reference)
        try:
            found = ray.get(reference)
        except ray.exceptions.RayError as error:
            found = Lost(pairings[at], str(error).strip().partition("\n")[0])
        yield at, found


def _collected(
    results: Results,
    progress: Progress,
    lose: Callable[[Lost], None] | None,
    stop: Callable[[], bool],
) -> list[Played]:
    """Results put into the order of their pairings."""
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
