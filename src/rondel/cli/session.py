"""Interactive session in the terminal: people and bots move in turn until the match is over."""

from collections.abc import Callable, Mapping
from pathlib import Path

from rondel.bots import Bot
from rondel.cli import files
from rondel.cli.errors import sentence
from rondel.cli.menu import Unclear, notations, plain, read_choice, show_menu
from rondel.cli.renderer import TerminalRenderer
from rondel.core import IllegalStep, NothingToUndo, Over, RondelError
from rondel.match import Match, VerifiableRandom

PROMPT = "> "
LOGGED = 20
"""Number of steps that `log` prints by default."""


class Left(Exception):
    """Exception to leave the table."""


class Session:
    """Session: a match with its bots, its record file and its output."""

    def __init__(self, match: Match, bots: Mapping[int, Bot], file: Path, screen: TerminalRenderer):
        self.match = match
        self.bots = bots
        self.file = file
        self.screen = screen
        self.shown_steps = len(match)
        self.undoing: int | None = None
        self.commands: dict[str, Callable[[str], None]] = {
            "undo": self.undo,
            "table": lambda rest: self.show(),
            "log": self.log,
            "save": self.save,
            "help": lambda rest: self.help(),
            "quit": self.quit,
        }

    def run(self) -> None:
        """Play until the match is over or everybody leaves. Save in either case."""
        self.greet()
        try:
            while not self.match.position.is_over:
                self.take_turn()
        except (EOFError, KeyboardInterrupt, Left) as reason:
            if not isinstance(reason, Left):
                self.screen.console.print()
            files.save(self.match, self.file)
            self.screen.say("cli-left", file=str(self.file))
            return
        self.finish()

    def greet(self) -> None:
        """Save, and print the file and the dealer's commitment."""
        files.save(self.match, self.file)
        if isinstance(self.match.dealer, VerifiableRandom):
            self.screen.say("cli-commitment", commitment=self.match.dealer.commitment)
        else:
            self.screen.say("cli-unprovable")
        self.screen.say("cli-saving", file=str(self.file))
        if len(self.bots) < self.match.position.players:
            self.screen.say("cli-hint", help=self.screen.translator.text("cli-command-help"))

    def take_turn(self) -> None:
        """Make one step of the seat to move."""
        seat = self.match.position.seat
        assert seat is not None, "chance has been dealt"
        if seat not in self.bots:
            self.show()
            self.ask(seat)
            return
        with self.screen.thinking(seat):
            step = self.bots[seat].choose(self.match.position)
        self.play(step, seat)
        if len(self.bots) == self.match.position.players:
            self.show_events()

    def show_events(self) -> None:
        """Print the events since the table was last shown."""
        self.screen.tell(self.match.story(self.shown_steps))
        self.shown_steps = len(self.match)

    def play(self, step: str | int, seat: int) -> None:
        """Make a step and save it."""
        try:
            self.match.play(step, seat)
        except IllegalStep as error:
            raise error.because(self.match.position.explain_illegal(step)) from None
        self.undoing = None
        self.keep()

    def keep(self) -> None:
        """Save after a step. After a failure the match continues; leaving tries again."""
        try:
            files.save(self.match, self.file)
        except RondelError as error:
            self.show_error(error)

    def show_error(self, error: RondelError) -> None:
        """Print an error."""
        self.screen.print(f"{sentence(self.screen.translator, error)} [{error.code}]", "red")

    def show(self) -> None:
        """Show the table, the events since the last time, and the options."""
        position = self.match.position
        self.screen.console.print()
        news, lines = self.screen.show(position, self.match.story(self.shown_steps))
        self.shown_steps = len(self.match)
        if position.seat is not None:
            prompt = self.match.game.prompt(position, True)
            lines += self.screen.print(
                self.screen.translator.format(prompt, self.screen.names), "bold"
            )
            show_menu(self.screen, position, lines, news)

    def ask(self, seat: int) -> None:
        """Read lines until one changes the match."""
        before = self.match.log
        while self.match.log == before:
            typed = input(PROMPT)
            try:
                self.run_line(typed, seat)
            except Unclear as unclear:
                self.screen.say("cli-unclear", "red", text=unclear.text, options=unclear.options)
            except RondelError as error:
                self.show_error(error)

    def run_line(self, typed: str, seat: int) -> None:
        """Execute a typed line: a step or a command."""
        first, *rest = typed.split(maxsplit=1) or [""]
        is_step = plain(typed) in map(plain, notations(self.match.position))
        if not first:
            show_menu(self.screen, self.match.position)
        elif not is_step and (command := self.find_command(plain(first))):
            command("".join(rest).strip())
        else:
            self.play(read_choice(self.match.position, typed), seat)

    def find_command(self, word: str) -> Callable[[str], None] | None:
        """Return the command of that name, in English or in the session's language."""
        for name, command in self.commands.items():
            if word in (name, plain(self.screen.translator.text(f"cli-command-{name}"))):
                return command
        return None

    def undo(self, rest: str) -> None:
        """Take back the last step of a person, never beyond that person's own."""
        log = self.match.log
        maker = self.match.position_at(len(log) - 1).seat if log else None
        if maker is None or maker in self.bots or self.undoing not in (None, maker):
            raise NothingToUndo(self.match.position.seat or 0)
        step = self.match.text(log[-1])
        self.match.undo(maker)
        self.undoing = maker
        self.shown_steps = min(self.shown_steps, len(self.match))
        self.keep()
        self.screen.say("cli-undone", step=step)

    def log(self, rest: str) -> None:
        """Print the story of the last steps; the argument is their number."""
        wanted = int(rest) if rest.isdecimal() else LOGGED
        self.screen.tell(self.match.story(max(0, len(self.match) - wanted)))

    def save(self, rest: str) -> None:
        """Save, from now on to another file if one is named."""
        if rest and Path(rest) != self.file:
            self.file = files.check_new(Path(rest))
        files.save(self.match, self.file)
        self.screen.say("cli-saved", file=str(self.file))

    def help(self) -> None:
        """Print the available commands."""
        say = self.screen.translator.text
        self.screen.say("cli-help", game=self.match.game.name)
        for name in self.commands:
            self.screen.print(f"  {say(f'cli-command-{name}'):<10} {say(f'cli-about-{name}')}")

    def quit(self, rest: str) -> None:
        """Leave the table."""
        raise Left

    def finish(self) -> None:
        """Show the last table and the result."""
        self.show()
        files.save(self.match, self.file)
        over = self.match.turn
        assert isinstance(over, Over)
        self.screen.result(over)
        self.screen.say("cli-finished", file=str(self.file))
