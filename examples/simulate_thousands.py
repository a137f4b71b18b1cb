"""Measure the advantage of the first seat among random players."""

import rondel

games = rondel.simulate("finca", 5000, players=3, seed=1)
wins = (games.ranks == 1).mean(axis=0)
for seat, (won, points) in enumerate(zip(wins, games.points.mean(axis=0), strict=True)):
    print(f"seat {seat}: wins {won:.1%}, {points:.1f} points")
