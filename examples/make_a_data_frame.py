# pyright: basic
"""Convert simulated games to a data frame for pandas or Polars, a row for each game."""

import pyarrow as pa

import rondel

games = rondel.simulate("milestones", 200, seed=1)
seats = {f"points_{seat}": games.points[:, seat] for seat in range(games.points.shape[1])}
frame = pa.table({**seats, "decisions": games.decisions})
print(frame.schema)
print(frame.slice(0, 3).to_pylist())
