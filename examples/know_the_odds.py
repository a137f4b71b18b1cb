"""Read the odds of chance steps."""

import rondel

match = rondel.Match("finca", 2, deal=False)
turn = match.turn
assert isinstance(turn, rondel.Chance)
total = sum(weight for _, weight in turn.outcomes)
for outcome, weight in turn.outcomes:
    print(outcome, f"{weight / total:.0%}")
