"""Language models play through the Model Context Protocol."""

import json
import os
import sys
from base64 import b64decode
from typing import Any

import anyio
import pytest
from handbook.models import FOLDER, GAMES, page
from mcp import Client, StdioServerParameters
from mcp.types import ImageContent

from rondel.bots import names
from rondel.cli.mcp import MAX_MATCHES, Matches, server
from rondel.match import Match, read_record

TIMEOUT = 120
LONGEST = 3000


async def call(client: Client, tool: str, **arguments: Any) -> Any:
    """Return a tool's answer: text, or parsed JSON."""
    answer = await client.call_tool(tool, arguments)
    assert not answer.is_error, answer.content
    if answer.structured_content is not None:
        found = answer.structured_content
        return found["result"] if set(found) == {"result"} else found
    return answer.content[0].text  # type: ignore[union-attr]


async def refused(client: Client, tool: str, **arguments: Any) -> str:
    """Return the message of a tool that refuses."""
    answer = await client.call_tool(tool, arguments)
    assert answer.is_error
    return str(answer.content[0].text)  # type: ignore[union-attr]


async def whole_game(game: str) -> None:
    with anyio.fail_after(TIMEOUT):
        async with Client(server()) as client:
            begun = await call(client, "start", game=game, players=["Model", "casual"], seed=3)
            name, state = begun["match"], begun
            for _ in range(LONGEST):
                if "over" in state:
                    break
                level = "casual" if state["turn"] == "casual" else "regular"
                step = await call(client, "ask", match=name, bot=level)
                state = await call(client, "play", match=name, step=step)
                assert state["story"]
            assert sorted(state["places"].values())[0] == 1
            assert await call(client, "steps", match=name) == []
            record = await call(client, "record", match=name)
            assert read_record(record).is_over
            assert "no step left" in await refused(client, "ask", match=name)


@pytest.mark.parametrize("game", ["finca", "milestones"])
def test_a_client_plays_a_whole_game(game: str) -> None:
    anyio.run(whole_game, game)


@pytest.mark.parametrize("game", GAMES)
def test_a_recorded_match_in_the_docs_is_what_the_server_says_today(game: str) -> None:
    written = (FOLDER / f"{game}.md").read_text("utf-8")
    assert page(game) == written, "make models tells it anew"


async def around_the_table() -> None:
    with anyio.fail_after(TIMEOUT):
        async with Client(server()) as client:
            about = {tool.name: tool.description for tool in (await client.list_tools()).tools}
            assert all(about.values()) and all(bot in str(about["ask"]) for bot in names())
            assert {one["game"] for one in await call(client, "games")} == {"finca", "milestones"}
            assert "Finca" in await call(client, "rules", game="finca")
            assert "../" in await refused(client, "rules", game="finca", language="../en")
            begun = await call(client, "start", game="finca", players=["Anna", "Béla"], seed=7)
            name = begun["match"]
            assert "Anna" in await call(client, "look", match=name)
            offered = await call(client, "steps", match=name)
            assert offered[0]["step"] == "place 0" and offered[0]["does"]
            state = await call(client, "play", match=name, step="place 3")
            assert state["turn"] == "Béla" and "Anna" in state["story"][0]
            assert (await call(client, "undo", match=name))["turn"] == "Anna"
            assert "possible: place 0" in await refused(client, "play", match=name, step="move 3")
            assert "start" in await refused(client, "look", match="nobody")
            assert "chess" in await refused(client, "start", game="chess", players=["a", "b"])
            for same in (["casual", "casual "], ["Anna", ""]):
                told = await refused(client, "start", game="finca", players=same)
                assert "a different name for each player" in told
            assert "simulations" in await refused(client, "analyse", match=name, simulations=0)
            for program in ("engine:1s:true", "antigravity:Bot", "net:evaluator=x.npz"):
                told = await refused(client, "ask", match=name, bot=program)
                assert "there is random, beginner" in told and "[unknown-bot]" in told
            drawn = await client.call_tool("picture", {"match": name, "dark": True})
            assert not drawn.is_error and isinstance(drawn.content[0], ImageContent)
            assert drawn.content[0].mime_type == "image/png"
            assert b64decode(drawn.content[0].data).startswith(b"\x89PNG")
            await call(client, "play", match=name, step="place 3")
            account = await call(client, "review", match=name)
            assert set(account["books"]) == {"Anna", "Béla"} and "moments" in account
            assert (await call(client, "undo", match=name))["turn"] == "Anna"
            thought = await call(client, "analyse", match=name, simulations=30)
            assert set(thought["chances"]) == {"Anna", "Béla"} and thought["lines"]


def test_a_client_looks_around_and_is_refused_in_words() -> None:
    anyio.run(around_the_table)


async def over_pipes() -> None:
    with anyio.fail_after(TIMEOUT):
        there = StdioServerParameters(
            command=sys.executable, args=["-m", "rondel", "mcp"], env=dict(os.environ)
        )
        async with Client(there) as client:
            assert json.loads(json.dumps(await call(client, "games")))


def test_the_command_speaks_on_its_standard_streams() -> None:
    anyio.run(over_pipes)


def test_matches_that_nobody_needs_any_more_are_let_go() -> None:
    matches = Matches()
    match = Match("finca", 2, seed=1)
    first = matches.begin(match)
    assert matches.find(first) is match
    last = first
    for _ in range(MAX_MATCHES):
        last = matches.begin(match)
    assert matches.find(last) is match
    with pytest.raises(ValueError, match="start"):
        matches.find(first)
