"""Plot a histogram of winners' points as a picture for the browser."""

from pathlib import Path

import rondel
from rondel.arena.plots import histogram

games = rondel.simulate("finca", 2000, seed=1)
best = [int(points) for points in games.points.max(axis=1)]
Path("points.svg").write_text(histogram("Winners' points", best, str), "utf-8")
print(f"points.svg: {min(best)} to {max(best)} points")
