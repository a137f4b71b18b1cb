"""Play steps from text; an illegal step raises an error with the legal ones."""

import rondel

match = rondel.Match("finca", ["Anna", "Béla"], seed=7)
match.play("place 3")
try:
    match.play("move 3")
except rondel.IllegalStep as error:
    print(error.code, error.legal)
