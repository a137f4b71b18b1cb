"""Example matches of a scripted client of `rondel mcp` against `casual`.

`python -m handbook.models` regenerates the pages of the stored matches; with `--play` it plays new
matches first. Client and server run in one process.
"""

import json
import sys
from pathlib import Path
from typing import Any

import anyio
from mcp import Client

from rondel.cli.mcp import server
from rondel.match import Match, read, read_record

FOLDER = Path(__file__).parents[2] / "models"
GAMES = ("finca", "milestones")
MODEL, BOT = "Model", "casual"
SEED = 3
LEVEL = "regular"
"""Bot that the script asks in place of a language model."""
LONGEST = 3000
SHOWN = 4
"""Number of calls shown in full."""
LINES = 12
"""Maximum lines of a response."""


class Told:
    """MCP client that records its calls."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self.calls: list[str] = []

    async def ask(self, tool: str, **arguments: Any) -> Any:
        """Call a tool and return its result."""
        answer = await self._client.call_tool(tool, arguments)
        assert not answer.is_error, answer.content
        found: Any = answer.structured_content
        if set(found) == {"result"}:
            found = found["result"]
        written = found if isinstance(found, str) else as_json(found, indent=1)
        self.calls.append(f"{tool} {as_json(arguments)}\n{short(written)}")
        return found


def as_json(value: Any, indent: int | None = None) -> str:
    """Return a value as JSON."""
    return json.dumps(value, ensure_ascii=False, indent=indent)


def short(text: str) -> str:
    """Shorten a long response."""
    lines = text.rstrip().splitlines()
    return "\n".join(lines[:LINES] + ["…"] * (len(lines) > LINES))


async def play(game: str) -> str:
    """Play a match with bots at both seats; return its record."""
    async with Client(server()) as client:
        told = Told(client)
        state = await told.ask("start", game=game, players=[MODEL, BOT], seed=SEED)
        name = state["match"]
        for _ in range(LONGEST):
            if "over" in state:
                break
            level = BOT if state["turn"] == BOT else LEVEL
            step = await told.ask("ask", match=name, bot=level)
            state = await told.ask("play", match=name, step=step)
        return str(await told.ask("record", match=name))


async def tell(match: Match[Any]) -> str:
    """Return the page of a stored match, by sending its steps to the current server."""
    chosen = [match.text(step) for at, step in enumerate(match.log) if is_choice(match, at)]
    async with Client(server()) as client:
        told = Told(client)
        game = match.game.name
        state = await told.ask("start", game=game, players=[MODEL, BOT], seed=SEED)
        name, lines = state["match"], list[str]()
        await told.ask("look", match=name)
        await told.ask("steps", match=name)
        for step in chosen:
            who = state["turn"]
            state = await told.ask("play", match=name, step=step)
            lines.append(f"| {who} | `{step}` | {' '.join(state['story'])} |")
        again = str(await told.ask("record", match=name))
    assert read_record(again).log == match.log, "the same seed gives other chance outcomes"
    title = game.title()
    points = ", ".join(f"{who} {count}" for who, count in state["points"].items())
    first = "\n\n".join(f"```\n{call}\n```" for call in told.calls[:SHOWN]).replace(name, "…")
    return f"""# {title}: a model against casual

A scripted client of [`rondel mcp`](../language-models.md) plays {title} against `casual`,
without a network connection. In place of a language model, the script asks the bot `{LEVEL}` for
its steps. `rondel replay` plays the [record]({game}.rondel). `make models` regenerates this page.

## The first calls

{first}

## The match

| player | step | description |
|---|---|---|
{chr(10).join(lines)}

Final points: {points}.
"""


def is_choice(match: Match[Any], at: int) -> bool:
    """Return whether a player, not chance, chose a step of the log."""
    return match.position_at(at).seat is not None


def page(game: str) -> str:
    """Return the page of a stored match."""
    return anyio.run(tell, read(FOLDER / f"{game}.rondel"))


def main() -> None:
    """Write all pages, with `--play` of new matches."""
    for game in GAMES:
        if "--play" in sys.argv[1:]:
            (FOLDER / f"{game}.rondel").write_text(anyio.run(play, game), "utf-8")
        (FOLDER / f"{game}.md").write_text(page(game), "utf-8")


if __name__ == "__main__":
    main()
