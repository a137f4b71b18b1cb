"""Round robins: every group of entrants, every seat, on this machine or on many."""

import math
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from itertools import combinations
from multiprocessing import get_context

from rondel import bots
from rondel.arena.playing import Pairing, Played, play_game
from rondel.contract import Edition, Game, RondelError

Progress = Callable[[Played], None]
MOST_WAITING = 4
"""Games sent ahead for each worker."""


class TooFewBots(RondelError):
    """Fewer bots than seats."""

    code = "too-few-bots"

    def __init__(self, entrants: int, players: int):
        super().__init__(
            f"{entrants} bots cannot fill {players} seats", entrants=entrants, players=players
        )


def round_robin(
    game: Game,
    entrants: Sequence[str],
    games: int,
    players: int,
    *,
    edition: str | Edition = "",
    seed: int = 0,
) -> list[Pairing]:
    """At least `games` games for every group: each deal is played in every rotation of its seats.

    All groups play the same deals. Raises WrongPlayers, TooFewBots and UnknownBot.
    """
    game.check_players(players)
    if len(entrants) < players:
        raise TooFewBots(len(entrants), players)
    for name in entrants:
        bots.find(name).close()
    box = game.edition(edition)
    return [
        Pairing(
            game.name, tuple(entrants[e] for e in seats), seats, deal, seed, box.name, box.source
        )
        for deal in range(math.ceil(games / players))
        for group in combinations(range(len(entrants)), players)
        for seats in _rotations(group)
    ]


def _rotations(group: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    return (group[at:] + group[:at] for at in range(len(group)))


def run(
    pairings: Sequence[Pairing],
    workers: int | None = None,
    progress: Progress = lambda played: None,
) -> list[Played]:
    """Play all games on so many processes, all cores unless told; results in the given order."""
    wanted = min(workers or os.cpu_count() or 1, len(pairings))
    if wanted <= 1:
        return _collected(pairings, ((at, play_game(p)) for at, p in enumerate(pairings)), progress)
    # Compiled once here, the rules are in the cache for everybody.
    first = play_game(pairings[0])
    progress(first)
    rest = pairings[1:]
    with ProcessPoolExecutor(wanted, get_context("spawn")) as pool:
        places = {pool.submit(play_game, pairing): at for at, pairing in enumerate(rest)}
        try:
            done = ((places[future], future.result()) for future in as_completed(places))
            return [first, *_collected(rest, done, progress)]
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise


def run_on_ray(
    pairings: Sequence[Pairing], progress: Progress = lambda played: None
) -> list[Played]:
    """The same on a Ray cluster: the one RAY_ADDRESS names, or a local one (extra `ray`)."""
    import ray

    begun_here = not ray.is_initialized()
    if begun_here:
        ray.init(log_to_driver=False, include_dashboard=False)
    try:
        far = ray.remote(play_game)
        return _collected(pairings, _from_ray(ray, far, pairings), progress)
    finally:
        if begun_here:
            ray.shutdown()


def _from_ray(ray, far, pairings: Sequence[Pairing]) -> Iterator[tuple[int, Played]]:  # type: ignore[no-untyped-def]
    """Results as they come, never more waiting than the cluster can soon play."""
    most = MOST_WAITING * max(1, int(ray.cluster_resources().get("CPU", 1)))
    waiting: dict[object, int] = {}
    for at, pairing in enumerate(pairings):
        waiting[far.remote(pairing)] = at
        while len(waiting) >= most:
            yield from _ready(ray, waiting)
    while waiting:
        yield from _ready(ray, waiting)


def _ready(ray, waiting: dict[object, int]) -> Iterator[tuple[int, Played]]:  # type: ignore[no-untyped-def]
    done, _ = ray.wait(list(waiting))
    for reference in done:
        yield waiting.pop(reference), ray.get(reference)


def _collected(
    pairings: Sequence[Pairing], results: Iterable[tuple[int, Played]], progress: Progress
) -> list[Played]:
    """Results put into the order of their pairings."""
    found: dict[int, Played] = {}
    for at, played in results:
        found[at] = played
        progress(played)
    return [found[at] for at in range(len(pairings))]
