"""Positions never change, are equal when they look alike, and go into sets."""

import rondel

frontier = {rondel.Match("finca", 2, seed=7).position}
for depth in range(1, 4):
    frontier = {position.after(step) for position in frontier for step in position.numbers}
    print(f"after {depth} steps: {len(frontier)} positions")
