"""Narrate a match in French and Hungarian."""

import rondel

match = rondel.Match("finca", ["Anna", "Béla"], seed=7)
for blade in (0, 6, 0, 6, 0, 6, 4, 11, 11, 10):
    match.play(f"place {blade}")
since = len(match)
match.play("move 11")
for language in ("fr", "hu"):
    translator = rondel.Translator(language, match.game)
    print(*(translator.format(message, match.names) for message in match.story(since)))
