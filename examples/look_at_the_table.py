"""The table as text, and as a document whose every field an editor completes."""

import rondel

match = rondel.Match("milestones", ["Anna", "Béla", "Chloé"], seed=7)
print(match)
for player in match.view.players:
    print(player.seat, player.goods, player.score.total)
