"""Three maps of Milestones that no network was trained on, of different shapes.

A ribbon of three long rows, a tower of narrow ones, and a hexagon with the market in its middle.
Numbers and bushes are dealt from a fixed seed.

Draw them with `python -m benchmarks.maps`.
"""

from collections.abc import Sequence
from random import Random

from rondel.games.milestones.map import Grid, Map, draw_map, problems_of, read_map
from rondel.games.milestones.state import BUSHES

SEED = 2012
NUMBERS = (1, 1, 1, 2, 2, 2, 3, 3, 4, 4, 5)
SHAPES: dict[str, tuple[Sequence[int], Sequence[int], str]] = {
    "ribbon": ((17, 18, 17), (1, 0, 1), "b1"),
    "tower": ((4, 5) * 6, (1, 0) * 6, "a1"),
    "hexagon": ((5, 6, 7, 8, 9, 8, 7, 6, 5), (4, 3, 2, 1, 0, 1, 2, 3, 4), "e5"),
}
"""Length of each row, its offset to the right, and the place of the market."""


def unseen(shape: str) -> str:
    """Return the map file of this shape."""
    lengths, shift, start = SHAPES[shape]
    random = Random(f"{SEED} {shape}")
    market = "abcdefghijklmnop".index(start[0]), int(start[1:]) - 1
    rows = [
        [0 if (y, x) == market else random.choice(NUMBERS) for x in range(length)]
        for y, length in enumerate(lengths)
    ]
    grid = Grid(Map(shape, rows, list(shift), start, []))
    chosen = random.sample(range(len(grid.triangles)), BUSHES)
    bushes = [grid.triangle_name(triangle) for triangle in sorted(chosen)]
    fields = {"name": f"unseen-{shape}", "rows": rows, "shift": list(shift), "start": start}
    return "\n".join(f"{key} = {value!r}" for key, value in (fields | {"bushes": bushes}).items())


if __name__ == "__main__":
    for name in SHAPES:
        chart = read_map(unseen(name))
        print(name, problems_of(chart), draw_map(chart), sep="\n")
