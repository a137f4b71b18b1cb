"""Long measurements in pieces of as many seconds as there are, on as many cores as there are.

What is done is a line of JSON in a file. The next piece goes on with what is missing, all parts
advancing alike. What is not done when the time is up is given up and begun anew next time.
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
"""What is done: by part, by number."""


class Part(Protocol):
    """Something to be measured on so many games."""

    @property
    def key(self) -> str:
        """What it is, in one line."""
        ...

    @property
    def games(self) -> int:
        """How many games it takes."""
        ...


P = TypeVar("P", bound=Part)


def read_lines(path: Path) -> Lines:
    """What is done. A torn last line is left out."""
    found: Lines = defaultdict(dict)
    for text in path.read_text("utf-8").splitlines() if path.exists() else ():
        try:
            line = json.loads(text)
        except ValueError:
            continue
        found[line["claim"]][line["number"]] = line
    return found


def missing(asked: Sequence[P], found: Lines) -> list[tuple[P, int]]:
    """The games that are left, so that all parts advance alike."""
    left = [
        (number / one.games, one, number)
        for one in asked
        for number in range(one.games)
        if number not in found.get(one.key, {})
    ]
    return [(one, number) for _, one, number in sorted(left, key=lambda game: game[0])]


def expected(one: Part, found: Lines) -> float:
    """The seconds a game of a part has taken so far, on average."""
    lines = found.get(one.key, {}).values()
    took: float = sum(line["took"] for line in lines)
    return took / max(1, len(lines))


def timed(work: Callable[[P, int], dict[str, Any]], one: P, number: int) -> dict[str, Any]:
    """A game, as a line of the file."""
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
    """Do what is missing until the time is up; lines are written as games end.

    Of a part that is settled by what is found, no more games are begun.
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
                # What cannot end in time would only keep a core busy.
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
