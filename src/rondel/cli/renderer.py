"""Terminal output: stories, and tables with colour if the terminal has it."""

import re
import tomllib
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import cached_property
from textwrap import TextWrapper
from typing import NamedTuple

from rich.console import Console
from rich.table import Table
from rich.text import Text

from rondel.core import Game, Message, Over, Player, Position
from rondel.i18n import Translator
from rondel.i18n.canvas import MARKS, columns, width

SEAT_STYLES = ("bold red", "bold blue", "bold green", "bold magenta")
LOW = 40
"""Lines below which a terminal gets the small drawing, if the game has one."""
USUAL, WIDE = 80, 120
"""Width of a drawing, and of a terminal with space beside it, in cells."""
NARROWEST, SHORTEST = 30, 12
"""Cells and lines below which news are not shown beside a drawing."""
EDGE = " │ "
CUT = 3
"""Letters that small drawings leave of a word."""
FRAME_STYLE = "bright_black"
FRAME = "│─╭╮╰╯├┤┬┴┼"


class Shown(NamedTuple):
    """Height of a table in lines, and of the news above it."""

    news: int
    table: int


class TerminalRenderer:
    """Console output about one game in one language."""

    def __init__(self, game: Game, translator: Translator, names: Sequence[str] = ()):
        self.console = Console(highlight=False)
        self.game = game
        self.translator = translator
        self.names = names

    @property
    def title(self) -> str:
        """Return the game's name as printed on its box."""
        key = "game-title"
        return self.translator.text(key) if self.translator.has(key) else self.game.name

    def say(self, key: str, /, style: str = "", **args: object) -> None:
        """Print a message."""
        self.print(self.translator.text(key, **args), style)

    def print(self, text: str, style: str = "", indent: int = 0) -> int:
        """Print lines unchanged, or wrapped with an indent in a terminal; return their number."""
        if self.console.is_terminal:
            wrapper = TextWrapper(
                self.console.width,
                subsequent_indent=" " * indent,
                break_long_words=False,
                break_on_hyphens=False,
            )
            text = "\n".join(map(wrapper.fill, text.splitlines()))
        said = self.colour(text) if self.console.is_terminal else Text(text)
        said.stylize(style)
        self.console.print(said, soft_wrap=True)
        return len(text.splitlines())

    def tell(self, story: Sequence[Message]) -> int:
        """Print events, one per line, and return the number of lines."""
        if self.console.is_terminal:
            return sum(self.print(self._marked(message), indent=2) for message in story)
        return sum(
            self.print("• " + self.translator.format(message, self.names)) for message in story
        )

    def thinking(self, seat: int) -> AbstractContextManager[object]:
        """Show who is thinking during a block, if the terminal can erase it afterwards."""
        if not self.console.is_terminal:
            return nullcontext()
        name = self.translator.player(seat, self.names)
        return self.console.status(self.translator.text("cli-thinking", name=name))

    def show(self, position: Position, news: Sequence[Message] = ()) -> Shown:
        """Draw the table and the news: beside it, if the terminal is wide enough."""
        drawn = self._drawn(position)
        text = self._beside(drawn, news) if self.console.is_terminal and news else None
        # The part above a low table may scroll away; the table and the options stay.
        above = self.tell(news) if text is None and self._is_low else 0
        shown = text or drawn
        self.console.print(
            self.colour(shown) if self.console.is_terminal else Text(shown), soft_wrap=True
        )
        if text is None and not self._is_low:
            self.tell(news)
        return Shown(above, len(shown.splitlines()))

    @property
    def _is_low(self) -> bool:
        return self.console.is_terminal and self.console.height < LOW

    def _drawn(self, position: Position) -> str:
        game, console = self.game, self.console
        draw = game.draw
        if self._is_low and game.draw_small:
            draw = game.draw_small
        elif console.is_terminal and console.width >= WIDE and game.draw_wide:
            draw = game.draw_wide
        return draw(position, self.translator, self.names)

    def _beside(self, drawn: str, news: Sequence[Message]) -> str | None:
        """Return the drawing with the latest news at its right, or None if there is no space."""
        room = self.console.width - USUAL - len(EDGE)
        lines = drawn.splitlines()
        high = next((at for at, line in enumerate(lines) if width(line) > USUAL), len(lines))
        if room < NARROWEST or high < SHORTEST:
            return None
        wrapper = TextWrapper(room, subsequent_indent="  ", break_on_hyphens=False)
        text = [line for message in news for line in wrapper.wrap(self._marked(message))]
        text = text if len(text) <= high else ["…", *text[1 - high :]]
        rows = list(columns(lines[:high], [EDGE + line for line in text], USUAL, 0))
        return "\n".join([line.rstrip() for line in rows] + lines[high:])

    def _marked(self, message: Message) -> str:
        """Return an event with the symbol of its player in front."""
        player, text = message.args.get("player"), self.translator.format(message, self.names)
        mark = "•"
        # Chance events mention a player who did not cause them.
        if isinstance(player, Player) and self.translator.player(player.seat, self.names) in text:
            mark = MARKS[player.seat]
        return f"{mark} {text}"

    def colour(self, drawing: str) -> Text:
        """Return a drawing with colours for the seats' symbols, the frames and the game's words."""
        text = Text(drawing)
        text.highlight_regex(f"[{FRAME}]", FRAME_STYLE)
        for mark, style in zip(MARKS, SEAT_STYLES, strict=True):
            text.highlight_regex(mark, style)
        for word, style in self._styles.items():
            text.highlight_regex(rf"(?<![^\W\d]){re.escape(word)}(?![^\W\d])", style)
        return text

    @cached_property
    def _styles(self) -> dict[str, str]:
        """Return the game's own colours: styles of messages from drawing.toml, if it exists."""
        file = self.game.folder / "drawing.toml"
        if not file.exists():
            return {}
        styles: dict[str, str] = tomllib.loads(file.read_text("utf-8"))["styles"]
        whole = {self.translator.text(key): style for key, style in styles.items()}
        # Small drawings shorten words.
        return {word[:CUT]: style for word, style in whole.items() if len(word) > CUT} | whole

    def result(self, over: Over) -> None:
        """Print the final places and points."""
        self.say("cli-over", style="bold")
        table = Table(box=None, pad_edge=False, show_header=False)
        for _ in range(2):
            table.add_column(justify="right")
        for seat in sorted(range(len(over.ranks)), key=lambda seat: over.ranks[seat]):
            name = f"{MARKS[seat]} {self.translator.player(seat, self.names)}"
            points = self.translator.text("points", count=over.scores[seat])
            style = "bold" if over.ranks[seat] == 1 else ""
            table.add_row(f"{over.ranks[seat]}.", points, self.colour(name), style=style)
        self.console.print(table)
