"""Step a thousand tables at once: observations, masks and returns as arrays."""

from rondel.learn.batch import Batch

batch = Batch("finca", players=2, tables=1000, seed=1)
ended = 0
for _ in range(300):
    batch.step(batch.random_actions())
    ended += int(batch.ended.sum())
print(ended, "games ended;", batch.observations.shape, batch.masks.sum(axis=1).mean())
