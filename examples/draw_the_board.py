"""Draw the board like the browser, for a page or a printer; notebooks show it by themselves."""

from pathlib import Path

import rondel

match = rondel.Match("finca", ["Anna", "Béla"], seed=7)
match.play("place 3")
Path("table.svg").write_text(match.svg(), "utf-8")
Path("by-night.svg").write_text(match.svg(dark=True, language="fr", size=800), "utf-8")
Path("before.svg").write_text(match.svg(step=len(match) - 1), "utf-8")
print(*(f"{file}: {file.stat().st_size // 1024} KB" for file in Path().glob("*.svg")))
