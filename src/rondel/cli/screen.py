"""What people see: stories, and tables with colour where the terminal has it."""

import re
import tomllib
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import cached_property
from textwrap import TextWrapper

from rich.console import Console
from rich.table import Table
from rich.text import Text

from rondel.contract import Game, Over, Phrase, Position
from rondel.words import Words
from rondel.words.canvas import MARKS

SEAT_STYLES = ("bold red", "bold blue", "bold green", "bold magenta")
LOW = 40
"""Lines below which a terminal is shown the small drawing, if the game has one."""
FRAME_STYLE = "bright_black"
FRAME = "│─╭╮╰╯├┤┬┴┼"


class Screen:
    """A console that speaks one language about one game."""

    def __init__(self, game: Game, words: Words, names: Sequence[str] = ()):
        self.console = Console(highlight=False)
        self.game = game
        self.words = words
        self.names = names

    @property
    def title(self) -> str:
        """The game's name as printed on its box."""
        key = "game-title"
        return self.words.say(key) if self.words.has(key) else self.game.name

    def say(self, key: str, /, style: str = "", **args: object) -> None:
        """Print a message."""
        self.print(self.words.say(key, **args), style)

    def print(self, text: str, style: str = "", indent: int = 0) -> None:
        """Print lines as they are; at a terminal, wrapped with an indent."""
        if self.console.is_terminal:
            wrapper = TextWrapper(
                self.console.width,
                subsequent_indent=" " * indent,
                break_long_words=False,
                break_on_hyphens=False,
            )
            text = "\n".join(map(wrapper.fill, text.splitlines()))
        self.console.print(Text(text, style), soft_wrap=True)

    def tell(self, story: Sequence[Phrase]) -> None:
        """Print what happened, a line for each event."""
        for phrase in story:
            self.print("• " + self.words.tell(phrase, self.names), "italic", indent=2)

    def thinking(self, seat: int) -> AbstractContextManager[object]:
        """Say who is thinking, for as long as it lasts, where the terminal can take it back."""
        if not self.console.is_terminal:
            return nullcontext()
        name = self.words.player(seat, self.names)
        return self.console.status(self.words.say("cli-thinking", name=name))

    def show(self, position: Position) -> None:
        """Draw the table."""
        draw = self.game.draw
        if self.console.is_terminal and self.console.height < LOW and self.game.draw_small:
            draw = self.game.draw_small
        drawn = draw(position, self.words, self.names)
        shown = self.colour(drawn) if self.console.is_terminal else Text(drawn)
        self.console.print(shown, soft_wrap=True)

    def colour(self, drawing: str) -> Text:
        """A drawing with its seats' marks, its frames and the game's words in colour."""
        text = Text(drawing)
        text.highlight_regex(f"[{FRAME}]", FRAME_STYLE)
        for mark, style in zip(MARKS, SEAT_STYLES, strict=True):
            text.highlight_regex(mark, style)
        for word, style in self._styles.items():
            text.highlight_regex(rf"\b{re.escape(word)}\b", style)
        return text

    @cached_property
    def _styles(self) -> dict[str, str]:
        """The game's own colours: drawing.toml gives messages and their styles, if it exists."""
        file = self.game.folder / "drawing.toml"
        if not file.exists():
            return {}
        styles: dict[str, str] = tomllib.loads(file.read_text("utf-8"))["styles"]
        return {self.words.say(key): style for key, style in styles.items()}

    def result(self, over: Over) -> None:
        """The final places and points."""
        self.say("cli-over", style="bold")
        table = Table(box=None, pad_edge=False, show_header=False)
        for _ in range(2):
            table.add_column(justify="right")
        for seat in sorted(range(len(over.ranks)), key=lambda seat: over.ranks[seat]):
            name = f"{MARKS[seat]} {self.words.player(seat, self.names)}"
            points = self.words.say("points", count=over.scores[seat])
            style = "bold" if over.ranks[seat] == 1 else ""
            table.add_row(f"{over.ranks[seat]}.", points, self.colour(name), style=style)
        self.console.print(table)
