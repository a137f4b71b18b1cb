"""Worker processes that play games; when one is killed, another plays its game again."""

import logging
import os
import pickle
import queue
import runpy
import signal
import subprocess
import sys
from collections import Counter, deque
from collections.abc import Generator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Thread
from types import FrameType, ModuleType
from typing import IO, Any

from rondel.arena.playing import Pairing, Played, play_game
from rondel.core import RondelError

KILLED = {-signal.SIGTERM, getattr(signal, "SIGKILL", signal.SIGTERM) * -1}
"""Exit codes of processes that were killed from outside."""
MAX_KILLS = 30
"""Number of times a game is begun again when its process is killed from outside."""
MAX_CRASHES = 3
"""Number of times a game is begun again when its process crashes by itself."""
LEAVING_SECONDS = 5.0
COMMAND = "import sys; sys.path[:] = {path!r}; from rondel.arena.workers import serve; serve()"
"""Program of a worker. It only imports the caller's script if a bot is defined there."""


@dataclass(frozen=True)
class LostGame:
    """Game that could not be played, with the reason."""

    pairing: Pairing
    problem: str


class UnguardedScript(RondelError):
    """Error for a script that starts games outside `if __name__ == "__main__":` with bots of its
    own.
    """

    code = "unguarded-script"

    def __init__(self, script: str):
        super().__init__(
            f'{script} defines its own bots and starts games: put `if __name__ == "__main__":` '
            "before the lines that start them, or pass workers=1",
            script=script,
        )


_script_being_loaded: list[str] = []
"""Caller's script while a worker executes it for the bots defined there."""


def check_script() -> None:
    """Raise UnguardedScript in a worker that is executing the caller's script."""
    if _script_being_loaded:
        raise UnguardedScript(_script_being_loaded[-1])


def try_game(pairing: Pairing) -> Played | LostGame:
    """Play a game; return an error instead of raising it."""
    try:
        return play_game(pairing)
    except Exception as error:
        return LostGame(pairing, repr(error)[:500])


@dataclass(frozen=True)
class Script:
    """Main program of the caller: a module's name, a file's path, or neither."""

    module: str = ""
    path: str = ""

    @classmethod
    def of_caller(cls) -> "Script":
        """Return the program of this process; neither in a notebook, with -c or standard input."""
        main = sys.modules["__main__"]
        if (spec := getattr(main, "__spec__", None)) is not None:
            return cls(module=spec.name)
        path = getattr(main, "__file__", None)
        return cls(path=os.path.abspath(path)) if path and Path(path).is_file() else cls()

    def __bool__(self) -> bool:
        return bool(self.module or self.path)

    def load(self) -> None:
        """Execute the program as `__mp_main__` and make it this process's main module."""
        _script_being_loaded.append(Path(self.path).name or self.module)
        try:
            found = (
                runpy.run_module(self.module, run_name="__mp_main__")
                if self.module
                else runpy.run_path(self.path, run_name="__mp_main__")
            )
        except SystemExit:
            raise UnguardedScript(_script_being_loaded[-1]) from None
        finally:
            _script_being_loaded.pop()
        main = ModuleType("__mp_main__")
        vars(main).update(found)
        sys.modules["__main__"] = sys.modules["__mp_main__"] = main


class _Unpickler(pickle.Unpickler):
    """Unpickler that executes the caller's script once, when something defined there is needed."""

    def __init__(self, source: IO[bytes], script: list[Script]):
        super().__init__(source)
        self._script = script

    def find_class(self, module: str, name: str) -> Any:
        if module == "__main__" and self._script:
            self._script[-1].load()
            self._script.clear()
        return super().find_class(module, name)


def are_portable(pairings: Sequence[Pairing]) -> bool:
    """Return False if a bot exists only in this process: of a notebook, -c, or a function."""
    bots = {id(bot): bot for pairing in pairings for bot in pairing.bots}
    try:
        written = pickle.dumps(list(bots.values()))
    except (pickle.PicklingError, AttributeError, TypeError):
        return False
    return b"__main__" not in written or bool(Script.of_caller())


def serve() -> None:
    """Run a worker: read pairings from standard input, write results to standard output."""

    def leave(number: int, frame: FrameType | None) -> None:
        raise SystemExit

    # The main process has already reported broken games.
    logging.getLogger("rondel.games").setLevel(logging.ERROR)
    # The main process handles Ctrl+C; when it ends this worker, engines must end as well.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, leave)
    source = os.fdopen(os.dup(0), "rb")
    results = os.fdopen(os.dup(1), "wb")
    # Bots may print and read, but must not touch the pipes.
    with open(os.devnull, "rb") as nothing:
        os.dup2(nothing.fileno(), 0)
    os.dup2(2, 1)
    try:
        sys.argv, caller = pickle.load(source)
        script = [caller] if caller else []
        while True:
            result: Played | LostGame | str
            try:
                result = try_game(_Unpickler(source, script).load())
            except (EOFError, OSError):
                break
            except RondelError as error:
                result = str(error)
            except Exception as error:
                result = repr(error)[:500]
            pickle.dump(result, results)
            results.flush()
    except (EOFError, OSError):
        pass
    sys.exit()


@contextmanager
def _uninterrupted() -> Generator[None]:
    """Block Ctrl+C for processes started inside, from their first instruction on."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class _Worker:
    """Worker process and the game it plays. A queue receives its results, then None."""

    def __init__(self, results: "queue.SimpleQueue[tuple[_Worker, Any]]"):
        command = [sys.executable, "-c", COMMAND.format(path=sys.path)]
        with _uninterrupted():
            # Its engines share its session, so they can be ended when it is killed.
            self.process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
            )
        assert self.process.stdin is not None and self.process.stdout is not None
        self._input: IO[bytes] = self.process.stdin
        self._output: IO[bytes] = self.process.stdout
        self.game: int | None = None
        self._send((sys.argv, Script.of_caller()))
        Thread(target=self._read, args=(results,), daemon=True).start()

    def _read(self, results: "queue.SimpleQueue[tuple[_Worker, Any]]") -> None:
        with suppress(EOFError, OSError, pickle.UnpicklingError), self._output:
            while True:
                results.put((self, pickle.load(self._output)))
        results.put((self, None))

    def _send(self, given: object) -> None:
        # If the process has died, the reader of its results will notice.
        with suppress(OSError):
            pickle.dump(given, self._input)
            self._input.flush()

    def begin(self, game: int, pairing: Pairing) -> None:
        self.game = game
        self._send(pairing)

    def end(self) -> int:
        """Stop the process and return its exit code."""
        with suppress(OSError):
            self._input.close()
        try:
            self.process.wait(LEAVING_SECONDS)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        _end_session(self.process.pid)
        return self.process.returncode


def _end_session(leader: int) -> None:
    """End the processes that a killed worker has left behind, where the system lists them."""
    with suppress(OSError):
        for entry in os.listdir("/proc"):
            if entry.isdigit():
                with suppress(OSError):
                    if os.getsid(int(entry)) == leader:
                        os.kill(int(entry), signal.SIGKILL)


def play_on_workers(
    pairings: Sequence[Pairing], wanted: int
) -> Generator[tuple[int, Played | LostGame]]:
    """Yield results as they arrive, with the indices of their pairings."""
    results: queue.SimpleQueue[tuple[_Worker, Any]] = queue.SimpleQueue()
    waiting = deque(range(len(pairings)))
    ends: Counter[int] = Counter()
    crashes: Counter[int] = Counter()
    workers: list[_Worker] = []
    left = len(pairings)
    # The first worker compiles the rules if needed; the others then find them in the cache.
    most = 1
    try:
        while left:
            while waiting and len(workers) < most:
                workers.append(_Worker(results))
                game = waiting.popleft()
                workers[-1].begin(game, pairings[game])
            worker, result = results.get()
            if worker not in workers:
                continue
            assert worker.game is not None
            game = worker.game
            if isinstance(result, str):
                result = LostGame(pairings[game], result)
            if result is None:
                workers.remove(worker)
                code = worker.end()
                ends[game] += 1
                crashes[game] += code not in KILLED
                if ends[game] > MAX_KILLS or crashes[game] >= MAX_CRASHES:
                    problem = f"its process ended {ends[game]} times, last with {code}"
                    result = LostGame(pairings[game], problem)
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
