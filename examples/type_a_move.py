"""Steps are typed as text; what is not possible is refused, with what is."""

import rondel

match = rondel.Match("finca", ["Anna", "Béla"], seed=7)
match.play("place 3")
try:
    match.play("move 3")
except rondel.IllegalStep as error:
    print(error.code, error.legal)
