"""Command `rondel mcp`: games for language models (Model Context Protocol)."""

from collections.abc import Callable
from contextlib import suppress
from functools import wraps
from threading import Lock
from typing import TYPE_CHECKING, Any, Literal, TypeVar, cast
from uuid import uuid4

from rondel import __version__
from rondel.cli.errors import NoRulesText, report_errors
from rondel.cli.files import read_text
from rondel.core import RondelError, WrongArgument
from rondel.core.extras import extras

if TYPE_CHECKING:
    from mcp.server.mcpserver import MCPServer

    from rondel.match import Match

F = TypeVar("F", bound=Callable[..., Any])
MAX_MATCHES = 100
"""Limit of matches in memory; the oldest one is dropped."""
PICTURE_WIDTH = 1200
INSTRUCTIONS = """Board games for 2 to 4 players. Begin with `games` and `rules`, then `start` one.
`look` shows the table, `steps` what can be done now and what it would do, `play` makes one step; a
turn often has several. Luck is dealt by itself. Whose turn it is stands in every answer."""


class Matches:
    """Matches of one client, by generated names."""

    def __init__(self) -> None:
        self._matches: dict[str, Match] = {}

    def begin(self, match: "Match") -> str:
        """Keep a match and return its name."""
        name = uuid4().hex[:8]
        self._matches[name] = match
        while len(self._matches) > MAX_MATCHES:
            del self._matches[next(iter(self._matches))]
        return name

    def find(self, name: str) -> "Match":
        """Return a match by its name. Raise WrongArgument."""
        if name not in self._matches:
            raise WrongArgument("match", name, "a name returned by `start`")
        return self._matches[name]


def summary(name: str, match: "Match") -> dict[str, Any]:
    """Return the state of a match as a short summary."""
    position, result = match.position, match.result
    state: dict[str, Any] = {
        "match": name,
        "game": match.game.name,
        "steps": len(match),
        "points": dict(zip(match.names, position.scores, strict=True)),
    }
    if result is not None:
        state["over"] = result.reason
        state["places"] = dict(zip(match.names, result.ranks, strict=True))
    elif match.seat is not None:
        state["turn"] = match.names[match.seat]
    return state


def server() -> "MCPServer[Any]":
    """Return a server for one client. Raise MissingExtra."""
    with extras():
        from mcp.server.mcpserver import Image, MCPServer
        from mcp.server.mcpserver.exceptions import ToolError
    # Imported late: the compiler takes a second to load.
    from rondel.bots import UnknownBot
    from rondel.bots import find as find_bot
    from rondel.bots import names as levels
    from rondel.bots.analysis import analyse as think
    from rondel.games import find
    from rondel.games import names as known
    from rondel.i18n import Translator
    from rondel.match import Match, write_record
    from rondel.reviews.formatting import balance_row, headings, moments
    from rondel.reviews.reviewer import review as review_match

    made: MCPServer[Any] = MCPServer("rondel", instructions=INSTRUCTIONS, version=__version__)
    matches = Matches()
    one_at_a_time = Lock()

    def tool(function: F) -> F:
        """Register a function as a tool; errors are returned with their codes."""

        @wraps(function)
        def wrapper(*args: Any, **named: Any) -> Any:
            try:
                with one_at_a_time:
                    return function(*args, **named)
            except RondelError as error:
                raise ToolError(f"{error} [{error.code}]") from None

        return made.tool()(cast(F, wrapper))

    def stories(match: Match, since: int) -> list[str]:
        translator = Translator("en", match.game)
        return [translator.format(message, match.names) for message in match.story(since)]

    @tool
    def games() -> list[dict[str, Any]]:
        """List the games with their numbers of players and editions."""
        found = [find(name) for name in known()]
        return [{"game": g.name, "players": g.players, "editions": g.editions} for g in found]

    @tool
    def rules(game: str, language: str = "en") -> str:
        """Return the rules of a game as a text of a few pages; language en, fr or hu."""
        file = find(game).folder / f"rules.{language}.md"
        if language not in ("en", "fr", "hu") or not file.exists():
            raise NoRulesText(game, language)
        return read_text(file)

    @tool
    def start(game: str, players: list[str], seed: int | None = None) -> dict[str, Any]:
        """Start a match between named players. Equal seeds give equal chance outcomes."""
        # Answers name seats by their players.
        if len({name.strip() for name in players} - {""}) < len(players):
            raise WrongArgument("players", players, "a different name for each player")
        match = Match(game, players, seed=seed)
        return summary(matches.begin(match), match)

    @tool
    def look(match: str) -> str:
        """Return the table drawn in text."""
        return str(matches.find(match))

    @tool
    def picture(match: str, dark: bool = False) -> Image:
        """Return the table as a picture (PNG), as the browser shows it."""
        return Image(data=matches.find(match).png(dark=dark, size=PICTURE_WIDTH), format="png")

    @tool
    def steps(match: str) -> list[dict[str, str]]:
        """List the legal steps of the player to move: the notation to play each, and its effect."""
        found = matches.find(match)
        translator, position = Translator("en", found.game), found.position
        if found.is_over:
            return []
        return [
            {
                "step": found.text(n),
                "does": translator.format(found.game.label(position, n), found.names),
            }
            for n, _ in position.legal_steps
        ]

    @tool
    def play(match: str, step: str) -> dict[str, Any]:
        """Make one step for the player to move, in the notation of `steps`."""
        found = matches.find(match)
        since = len(found)
        found.play(step)
        return summary(match, found) | {"story": stories(found, since)}

    @tool
    def undo(match: str) -> dict[str, Any]:
        """Take back the last step, unless chance or another player has acted since."""
        found = matches.find(match)
        found.undo()
        return summary(match, found)

    @tool
    def ask(match: str, bot: str = "casual") -> str:
        """Return the step that a bot would make.

        Weakest first: random, beginner, casual, regular, skilled, expert, master, champion.
        """
        found = matches.find(match)
        # `find_bot` also accepts programs and files of this machine, which a model must not start.
        if bot not in levels():
            raise UnknownBot(bot, levels())
        player = find_bot(bot, len(found))
        try:
            return found.text(player.choose(found.position))
        finally:
            player.close()

    @tool
    def analyse(match: str, simulations: int = 1000) -> dict[str, Any]:
        """Return all players' win probabilities and expected points, and the best lines."""
        if not 1 <= simulations <= 1_000_000:
            raise WrongArgument("simulations", simulations, "1 to 1000000")
        found = matches.find(match)
        thought = think(found, simulations)
        text = found.edition.steps
        return {
            "chances": dict(zip(found.names, thought.chances, strict=True)),
            "points": dict(zip(found.names, thought.points, strict=True)),
            "lines": [
                {"chances": line.chances, "steps": [text.text(text.number(s)) for s in line.steps]}
                for line in thought.lines[:5]
            ],
        }

    @tool
    def review(match: str, depth: Literal["quick", "full"] = "quick") -> dict[str, Any]:
        """Return the loss of each turn so far, the luck and the key moments."""
        found = matches.find(match)
        account, translator = review_match(found, depth), Translator("en", found.game)
        titles = headings(translator, account)[1:]
        lines = [
            dict(zip(titles, balance_row(translator, seat), strict=True)) for seat in account.seats
        ]
        return {
            "books": dict(zip(found.names, lines, strict=True)),
            "moments": [
                {"after": at, "told": sentence}
                for at, sentence in moments(translator, account, found.names)
            ],
        }

    @tool
    def record(match: str) -> str:
        """Return the match as a record file, for `rondel replay`."""
        return write_record(matches.find(match))

    return made


def mcp() -> None:
    """Let language models play: Model Context Protocol on standard input and output."""
    with report_errors(None), suppress(BrokenPipeError, KeyboardInterrupt):
        server().run("stdio")
