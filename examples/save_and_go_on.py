"""A match is a text file; who reads it goes on where it stopped."""

import rondel

match = rondel.Match("milestones", ["Anna", "Béla"], seed=3)
match.play(match.actions[0])
match.save("evening.rondel")
again = rondel.read("evening.rondel")
again.play(again.actions[0])
print(again.names, len(match), len(again))
