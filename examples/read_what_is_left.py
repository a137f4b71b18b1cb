"""Read a damaged record up to the damage."""

import rondel

match = rondel.Match("finca", ["Anna", "Béla"], seed=7)
match.play("place 3")
damaged = rondel.write_record(match).replace("place 3", "place 33")
try:
    rondel.read_record(damaged)
except rondel.UnreadableRecord as error:
    print(f"line {error.line}: {len(error.match)} of {len(match)} steps could be read")
