"""Toy game of docs/add-a-game.md, written out as the page describes."""

import re
from pathlib import Path

ROOT = Path(__file__).parent.parent
NAMED_FILE = re.compile(r"^`(\S+)`\n\n```\w*\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def write_carousel(folder: Path) -> None:
    """Write the game's files into a folder of games; its board belongs to the client."""
    guide = (ROOT / "docs" / "add-a-game.md").read_text("utf-8")
    for name, text in NAMED_FILE.findall(guide):
        if not name.startswith("carousel/"):
            continue
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")
