"""Play some games between bots at fixed seats."""

import rondel

for bots in (["regular", "random"], ["random", "regular"]):
    games = rondel.simulate("finca", 3, bots=bots, seed=1, workers=1)
    print(bots, (games.ranks == 1).mean(axis=0), games.points.tolist())
