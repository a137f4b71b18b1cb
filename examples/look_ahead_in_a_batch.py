"""Try every table of a batch twice from one snapshot, with equal chance outcomes."""

from rondel.learn.batch import Batch

batch = Batch("milestones", players=2, tables=100, seed=1)
kept = batch.snapshot()
batch.step(batch.random_actions())
first = batch.position(5)
batch.restore(kept)
batch.step(batch.random_actions())
print(first == batch.position(5))
batch.place(first, rows=[0, 1, 2])
print(batch.position(0) == first, batch.seats[:3])
