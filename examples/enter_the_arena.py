"""Rate a custom bot in the arena, with shared deals at every seat."""

import rondel
from rondel.arena.standings import standings
from rondel.arena.tournament import round_robin, run


class Last:
    def choose(self, position: rondel.Position) -> int:
        return max(position.legal_ids)


games = run(round_robin("finca", [Last, "greedy", "random"], games=4, players=2), workers=1)
for one in standings(["last", "greedy", "random"], games).entrants:
    print(f"{one.name}: Elo {one.elo.value:.0f} ({one.elo.low:.0f} to {one.elo.high:.0f})")
