"""Pickle matches and positions for other processes."""

from pickle import dumps, loads

import rondel

match = rondel.Match("finca", 2, seed=7)
chances: dict[str, float] = {}
for step in match.actions:
    there: rondel.Position = loads(dumps(match.position.after(step)))
    chances[str(step)] = rondel.analyse(there, 30).chances[0]
print(max(chances, key=lambda step: chances[step]))
