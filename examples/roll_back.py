"""Take a step back, and try two ways without changing the match."""

import rondel

match = rondel.Match("finca", 2, seed=7)
match.play("place 3")
print("taken back:", match.undo(seat=0))
for blade in (0, 5):
    other = match.copy()
    other.play(f"place {blade}")
    print(len(match), len(other), other.view.blades[blade].farmers)
