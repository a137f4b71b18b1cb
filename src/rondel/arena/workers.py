"""Processes of this machine that play games: when one is killed, another plays its game again."""

import os
import signal
import sys
from collections import Counter, deque
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnContext
from types import FrameType

from rondel.arena.playing import Pairing, Played, play_game

KILLED = {-signal.SIGTERM, getattr(signal, "SIGKILL", signal.SIGTERM) * -1}
"""Exit codes of processes that somebody else has ended."""
MOST_KILLS = 30
"""So often a game is begun again when somebody ends its process."""
MOST_CRASHES = 3
"""So often when the process ends by itself: then the game is to blame."""
LEAVING_SECONDS = 5.0


@dataclass(frozen=True)
class Lost:
    """A game that could not be played, and why."""

    pairing: Pairing
    problem: str


def attempt(pairing: Pairing) -> Played | Lost:
    """Play a game; an error is told, not raised."""
    try:
        return play_game(pairing)
    except Exception as error:
        return Lost(pairing, repr(error)[:500])


def _work(pipe: Connection) -> None:
    """A worker's life: games in, results out, until nobody asks any more."""

    def leave(number: int, frame: FrameType | None) -> None:
        raise SystemExit

    # Whatever engines start here can be told by their session, and ended when we are killed.
    if hasattr(os, "setsid"):
        os.setsid()
    # Ctrl+C is the main process's affair; when that ends us, engines must end as well.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, leave)
    try:
        while True:
            pipe.send(attempt(pipe.recv()))
    except (EOFError, OSError):
        sys.exit()


@contextmanager
def _uninterrupted() -> Generator[None]:
    """What is started here never hears of Ctrl+C, not even before it can say so itself."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class _Worker:
    """A process, and the game it plays."""

    def __init__(self, context: SpawnContext):
        self.pipe, far = context.Pipe()
        self.process = context.Process(target=_work, args=(far,), daemon=True)
        with _uninterrupted():
            self.process.start()
        far.close()
        self.game: int | None = None

    def begin(self, game: int, pairing: Pairing) -> None:
        self.game = game
        # If it has died, whoever waits for it will see.
        with suppress(OSError):
            self.pipe.send(pairing)

    def heard(self) -> Played | Lost | None:
        """Its result, or None if it has died over it."""
        try:
            found: Played | Lost = self.pipe.recv()
        except (EOFError, OSError):
            return None
        return found

    def end(self) -> int:
        """Let go of a process; how it ended."""
        self.pipe.close()
        self.process.join(LEAVING_SECONDS)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()
        if self.process.pid is not None:
            _end_session(self.process.pid)
        return self.process.exitcode or 0


def _end_session(leader: int) -> None:
    """End what a worker that was killed has left behind, where the system lists its processes."""
    with suppress(OSError):
        for entry in os.listdir("/proc"):
            if entry.isdigit():
                with suppress(OSError):
                    if os.getsid(int(entry)) == leader:
                        os.kill(int(entry), signal.SIGKILL)


def play_on_workers(
    pairings: Sequence[Pairing], wanted: int
) -> Iterator[tuple[int, Played | Lost]]:
    """Results as they come, with the numbers of their pairings."""
    context = get_context("spawn")
    waiting = deque(range(len(pairings)))
    ends: Counter[int] = Counter()
    crashes: Counter[int] = Counter()
    workers: list[_Worker] = []
    left = len(pairings)
    # The first compiles the rules if need be; then they are in the cache for all the others.
    most = 1
    try:
        while left:
            while waiting and len(workers) < most:
                workers.append(_Worker(context))
                game = waiting.popleft()
                workers[-1].begin(game, pairings[game])
            ready = wait([worker.pipe for worker in workers])
            for worker in [worker for worker in workers if worker.pipe in ready]:
                assert worker.game is not None
                game = worker.game
                if (result := worker.heard()) is None:
                    workers.remove(worker)
                    code = worker.end()
                    ends[game] += 1
                    crashes[game] += code not in KILLED
                    if ends[game] > MOST_KILLS or crashes[game] >= MOST_CRASHES:
                        problem = f"its process ended {ends[game]} times, last with {code}"
                        result = Lost(pairings[game], problem)
                    else:
                        waiting.appendleft(game)
                        continue
                elif waiting:
                    following = waiting.popleft()
                    worker.begin(following, pairings[following])
                else:
                    workers.remove(worker)
                    worker.end()
                most = wanted
                left -= 1
                yield game, result
    finally:
        for worker in workers:
            worker.process.terminate()
        for worker in workers:
            worker.end()
