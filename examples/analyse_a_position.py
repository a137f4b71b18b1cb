"""Evaluate a position for all seats, and each of its options."""

import rondel

match = rondel.Match("finca", ["Anna", "Béla"], seed=7)
for blade in (0, 6, 0, 6, 0, 6, 4, 11, 11, 10):
    match.play(f"place {blade}")
found = rondel.analyse(match, budget=500)
print(found)
for line in found.lines[:3]:
    print(f"{line.text}: gives away {found.loss(line.step):.1%}")
