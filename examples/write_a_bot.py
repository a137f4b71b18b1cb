"""Let a custom bot play against a built-in one."""

import rondel


class Eager:
    def choose(self, position: rondel.Position) -> int:
        return max(position.legal_ids, key=lambda n: position.after(n).scores[position.seat or 0])


match = rondel.Match("finca", ["Eager", "random"], seed=7)
while match.seat is not None:
    match.play((Eager(), rondel.bot("random", len(match)))[match.seat].choose(match.position))
print(match.result)
