"""Save a match as a text file and continue it."""

import rondel

match = rondel.Match("milestones", ["Anna", "Béla"], seed=3)
match.play(match.actions[0])
match.save("evening.rondel")
again = rondel.read("evening.rondel")
again.play(again.actions[0])
print(again.names, len(match), len(again))
