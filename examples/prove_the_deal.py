"""Commit to the chance outcomes before the first step, and verify them afterwards."""

import rondel

match = rondel.Match("finca", ["Anna", "Béla"], dealer=rondel.VerifiableRandom(bytes(32)))
bots = [rondel.bot("random", seed) for seed in (1, 2)]
while match.seat is not None:
    match.play(bots[match.seat].choose(match.position))
again, is_proven = rondel.verify(rondel.write_record(match))
print(len(again), "steps, the deal is", "proven" if is_proven else "not proven")
