"""Show the table as text, and as a document whose fields editors complete."""

import rondel

match = rondel.Match("milestones", ["Anna", "Béla", "Chloé"], seed=7)
print(match)
for player in match.view.players:
    print(player.seat, player.goods, player.score.total)
