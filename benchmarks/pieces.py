"""Resumable long measurements on all cores.

Each result is a line of JSON in a file. The next piece continues with what is missing; all parts
advance evenly. Work that is unfinished when the time is up is begun again next time.
"""

import json
import multiprocessing
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, Protocol, TypeVar

WAITING_SECONDS = 1.0

Lines = dict[str, dict[int, dict[str, Any]]]
"""Results by part and number."""


class Part(Protocol):
    """Measurement on a number of games."""

    @property
    def key(self) -> str:
        """Return the part in one line."""
        ...

    @property
    def games(self) -> int:
        """Return the number of games."""
        ...


P = TypeVar("P", bound=Part)


def read_lines(path: Path) -> Lines:
    """Return the results of a file, without a cut-off last line."""
    found: Lines = defaultdict(dict)
    for text in path.read_text("utf-8").splitlines() if path.exists() else ():
        try:
            line = json.loads(text)
        except ValueError:
            continue
        found[line["claim"]][line["number"]] = line
    return found


def missing(asked: Sequence[P], found: Lines) -> list[tuple[P, int]]:
    """Return the missing games in an order in which all parts advance evenly."""
    left = [
        (number / one.games, one, number)
        for one in asked
        for number in range(one.games)
        if number not in found.get(one.key, {})
    ]
    return [(one, number) for _, one, number in sorted(left, key=lambda game: game[0])]


def expected(one: Part, found: Lines) -> float:
    """Return the mean seconds of a game of a part so far."""
    lines = found.get(one.key, {}).values()
    took: float = sum(line["took"] for line in lines)
    return took / max(1, len(lines))


def timed(work: Callable[[P, int], dict[str, Any]], one: P, number: int) -> dict[str, Any]:
    """Return a game's result as a line of the file."""
    began = time.monotonic()
    done = work(one, number)
    took = round(time.monotonic() - began, 3)
    return {"claim": one.key, "number": number} | done | {"took": took}


def do_missing(
    asked: Sequence[P],
    work: Callable[[P, int], dict[str, Any]],
    path: Path,
    seconds: float,
    workers: int,
    initially: Callable[[], None] | None = None,
    settled: Callable[[P, Lines], bool] = lambda one, found: False,
) -> None:
    """Do what is missing until the time is up, and write each line as its game ends.

    No further games of a settled part begin.
    """
    end = time.monotonic() + seconds
    found = read_lines(path)
    left = missing(asked, found)
    results: SimpleQueue[dict[str, Any] | BaseException] = SimpleQueue()
    context = multiprocessing.get_context("spawn")
    with path.open("a", encoding="utf-8") as file, context.Pool(workers, initially) as pool:
        if file.tell() and not path.read_bytes().endswith(b"\n"):
            file.write("\n")
        playing = 0
        while (rest := end - time.monotonic()) > 0:
            while playing < workers:
                # Work that cannot end in time would only occupy a core.
                fit = (game for game in left if expected(game[0], found) < rest)
                if (game := next((g for g in fit if not settled(g[0], found)), None)) is None:
                    break
                left.remove(game)
                pool.apply_async(
                    timed, (work, *game), callback=results.put, error_callback=results.put
                )
                playing += 1
            if not playing:
                break
            try:
                line = results.get(timeout=min(rest, WAITING_SECONDS))
            except Empty:
                continue
            playing -= 1
            if isinstance(line, BaseException):
                raise line
            found[line["claim"]][line["number"]] = line
            file.write(json.dumps(line) + "\n")
            file.flush()
        # Leaving the pool ends its processes.
