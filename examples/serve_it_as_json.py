"""Encode a position and its actions as JSON for a board."""

import msgspec

import rondel

match = rondel.Match("milestones", ["Anna", "Béla"], seed=7)
print(msgspec.json.encode(match.view)[:200])
print(msgspec.json.encode(match.actions))
print(match.position.write()[:80])
