"""Play Milestones on a custom map."""

from pathlib import Path

import rondel

maps = rondel.game("milestones").maps
assert maps is not None
Path("own.toml").write_text(maps.usual().replace("reconstruction-2012", "our-valley"), "utf-8")
own = rondel.read_edition("milestones", "own.toml")
match = rondel.Match("milestones", 2, edition=own, seed=1)
print(match.edition.name, maps.check(own.source), len(match.actions))
