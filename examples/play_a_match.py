"""Let two bots play a match of Finca."""

import rondel

match = rondel.Match("finca", ["Anna", "Béla"], seed=7)
bots = [rondel.bot("regular", seed=1), rondel.bot("beginner", seed=2)]
while match.seat is not None:
    match.play(bots[match.seat].choose(match.position))
assert match.result is not None
for name, points, place in zip(match.names, match.result.scores, match.result.ranks, strict=True):
    print(f"{place}. {name}, {points} points")
