"""Time to draw a picture after warm-up: every position of the golden games, each once.

`python -m benchmarks.rendering`: median and spread in milliseconds of processor time, for SVG and
PNG, beside the time to sort a list of a million numbers.
"""

import random
import resource
import statistics
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import rondel
from rondel.rendering import png, svg

GOLDENS = Path(rondel.__file__).parent / "games"
MOMENTS = 120
PICTURES = 5


def taken(work: Callable[[], object]) -> float:
    """Return the milliseconds of processor time of some work, all threads together."""
    before = time.process_time()
    work()
    return 1000 * (time.process_time() - before)


def told(name: str, times: list[float]) -> None:
    """Print a line with the median and the range of nine in ten."""
    low, *_, high = statistics.quantiles(times, n=20)
    print(f"{name:24} {statistics.median(times):8.1f} ms  ({low:.1f} to {high:.1f})")


def main() -> None:
    """Draw and print the times."""
    numbers = [random.random() for _ in range(1_000_000)]
    told("sorting a million", [taken(lambda: sorted(numbers)) for _ in range(5)])
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for game in rondel.game_names():
        moments = [
            (position, match.names)
            for file in sorted((GOLDENS / game / "tests" / "golden").glob("*.rondel"))
            for match in [rondel.read(file)]
            for position, _, _ in match
            if not position.is_chance
        ]
        some = random.Random(7).sample(moments, min(len(moments), MOMENTS))
        first = taken(partial(svg, *some[0]))
        print(f"{game + ', first':24} {first:8.1f} ms")
        for position, names in some[:20]:
            svg(position, names)
        told(f"{game}, SVG", [taken(partial(svg, *one)) for one in some[20:]])
        told(f"{game}, PNG", [taken(partial(png, *one)) for one in some[:PICTURES]])
    after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    print(f"{'memory':24} {(after - before) / 1024:8.1f} MB")


if __name__ == "__main__":
    main()
