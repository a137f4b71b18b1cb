"""Use positions in sets: they are immutable and compare by value."""

import rondel

frontier = {rondel.Match("finca", 2, seed=7).position}
for depth in range(1, 4):
    frontier = {position.after(step) for position in frontier for step in position.legal_ids}
    print(f"after {depth} steps: {len(frontier)} positions")
