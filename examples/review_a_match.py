"""Review a match: luck, and the turn with the largest loss."""

import rondel
from rondel.reviews import WHOLE

match = rondel.Match("finca", ["Anna", "Béla"], seed=7)
bots = [rondel.bot("random", seed) for seed in (1, 2)]
while match.seat is not None:
    match.play(bots[match.seat].choose(match.position))
review = rondel.review(match, simulations=10)
for name, seat in zip(match.names, review.seats, strict=True):
    print(f"{name}: {seat.luck / WHOLE:+.0%} by luck, {seat.blunders} blunders")
worst = max(review.turns, key=lambda turn: turn.loss)
print("the worst turn:", match.names[worst.seat], *worst.played.steps)
