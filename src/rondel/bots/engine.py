"""Server of the engine protocol: a bot, by default our search, behind commands and answers."""

import sys
from collections.abc import Callable
from contextlib import redirect_stdout
from functools import partial
from threading import Event, Lock, Thread
from typing import TextIO

from rondel import __version__
from rondel.bots.bot import Bot
from rondel.bots.budget import Budget, read_budget
from rondel.bots.custom import is_custom
from rondel.bots.kernels import kernels
from rondel.bots.naming import USUAL_BUDGET, options
from rondel.bots.naming import find as find_bot
from rondel.bots.protocol import (
    LONGEST_LINE,
    VERSION,
    ProtocolError,
    read_go,
    read_match,
    read_steps,
    write_steps,
)
from rondel.bots.search import Search, Thought
from rondel.core import Edition, Game, Position, RondelError, UnknownEdition, read_position
from rondel.games import find, names

MAX_PROBLEM = 500
"""Longest error message in characters; it quotes the input."""
FOREVER = Budget(seconds=float("inf"))


class Engine:
    """Session of the engine protocol. Searches run on their own thread, so that they can be
    stopped.
    """

    def __init__(self, out: TextIO, bot: str = "search"):
        self._out = out
        self._name = bot
        self._options = {option.name: option for option in options(bot) if not option.is_first}
        self._chosen: dict[str, str] = {}
        self._writing = Lock()
        self._game: Game | None = None
        self._start: Position | None = None
        self._position: Position | None = None
        self._bot: Bot | None = None
        self._thinking: Thread | None = None
        self._stop = Event()
        self._endless = False

    def hear(self, line: str) -> bool:
        """Execute one line; return False to end the session."""
        command, _, rest = line.strip().partition(" ")
        obey: dict[str, Callable[[str], None]] = {
            "hello": self._hello,
            "set": self._set,
            "match": self._match,
            "position": self._look,
            "go": self._go,
        }
        try:
            if command == "quit":
                self._stop.set()
                if isinstance(self._bot, Search):
                    self.wait()
                return False
            if command == "stop":
                self._stop.set()
                self.wait()
            elif command == "ping":
                self._say(f"pong {rest}".strip())
            elif command in obey:
                self.wait()
                obey[command](rest.strip())
            elif command:
                raise ProtocolError(f"no command {command[:40]!r}")
        except RondelError as error:
            self._refuse(error)
        return True

    def wait(self) -> None:
        """Wait for the current search; stop one without limits."""
        if self._endless:
            self._stop.set()
        if self._thinking is not None:
            self._thinking.join()
        self._thinking = None

    def _say(self, line: str) -> None:
        with self._writing:
            try:
                self._out.write(line + "\n")
                self._out.flush()
            except BrokenPipeError:
                # The client is gone, so further search is pointless.
                self._stop.set()

    def _refuse(self, error: RondelError) -> None:
        problem = " ".join(str(error).split())
        self._say(f"error {error.code} {problem[:MAX_PROBLEM]}")

    def _hello(self, rest: str) -> None:
        if rest not in ("", str(VERSION)):
            raise ProtocolError(f"this is protocol {VERSION}")
        ours = self._name == "search"
        self._say(f"id name {f'Rondel search {__version__}' if ours else self._name}")
        for name in names():
            self._say(f"game {name} {find(name).version}")
        for option in self._options.values():
            usual = "" if option.default is None else f" {option.default}"
            self._say(f"option {option.name} {option.kind}{usual}")
        self._say(f"ok {VERSION}")

    def _set(self, rest: str) -> None:
        name, _, value = rest.partition(" ")
        if name not in self._options or not value:
            raise ProtocolError(f"no option {name!r}" if value else f"set {name or 'OPTION'} VALUE")
        chosen = {**self._chosen, name: value}
        try:
            self._options[name].read(value)
        except ValueError as problem:
            raise ProtocolError(str(problem)) from None
        self._chosen = chosen
        self._bot = None
        self._say("ok")

    def _make(self) -> Bot:
        """Return a bot with the options that were set."""
        named = ",".join(f"{k}={v}" for k, v in self._chosen.items() if k != "seed")
        taken = self._name.count(":") > is_custom(self._name)
        written = f"{self._name}{',' if taken else ':'}{named}" if named else self._name
        return find_bot(written, self._chosen.get("seed"))

    def _match(self, rest: str) -> None:
        asked = read_match(rest)
        game = find(asked.game)
        edition = _edition(game, asked.edition, asked.source)
        self._start = game.start(asked.players, edition)
        self._warm(game)
        self._game = game
        self._position = None
        self._bot = self._make()
        self._say("ok")

    def _warm(self, game: Game) -> None:
        """Compile and load what a game needs now, before the client measures a step."""
        start = game.start(game.players[0])
        read_position(game, start.write())
        if not is_custom(self._name) and self._name != "random":
            kernels(game)

    def _look(self, rest: str) -> None:
        if self._game is None or self._start is None:
            raise ProtocolError("match comes before position")
        written, _, steps = f"{rest} ".partition(" steps ")
        if written.strip() == "start":
            position = self._start
        else:
            position = read_position(self._game, written, self._start.edition)
        for step in read_steps(steps):
            position = position.after(step)
        self._position = position
        self._say("ok")

    def _go(self, rest: str) -> None:
        asked = read_go(rest)
        position = self._position
        if position is None or position.seat is None:
            raise ProtocolError("go needs a position where a seat is asked")
        among = frozenset(position.edition.steps.number(step) for step in asked.among)
        if among - position.legal_ids:
            raise ProtocolError("among names steps that are not possible")
        budget = read_budget(USUAL_BUDGET)
        self._endless = asked.infinite
        if asked.infinite:
            budget = FOREVER
        elif asked.simulations is not None or asked.seconds is not None:
            budget = Budget(asked.seconds, asked.simulations)
        bot = self._bot = self._bot or self._make()
        self._stop.clear()
        work = (
            partial(self._think, bot, position, budget, among or None)
            if isinstance(bot, Search)
            else partial(self._choose, bot, position, among)
        )
        self._thinking = Thread(target=work, daemon=True)
        self._thinking.start()

    def _think(
        self, search: Search, position: Position, budget: Budget, among: frozenset[int] | None
    ) -> None:
        def tell(thought: Thought) -> None:
            self._say(info(position.edition, thought))

        thought = search.think(position, budget, among, self._stop, tell)
        tell(thought)
        self._say(f"bestmove {position.edition.steps.text(thought.step)}")

    def _choose(self, bot: Bot, position: Position, among: frozenset[int]) -> None:
        """Ask a bot that has no budget."""
        try:
            step = bot.choose(position)
            if step not in (among or position.legal_ids):
                raise ProtocolError(f"{bot.name} chose {step!r}, which is not possible")
        except RondelError as error:
            self._refuse(error)
        except Exception as error:
            self._say(f"error bot-failed {' '.join(repr(error).split())}")
        else:
            self._say(f"bestmove {position.edition.steps.text(step)}")


def info(edition: Edition, thought: Thought) -> str:
    """Return the state of a search as one line."""
    values = " ".join(f"{value:.3f}" for value in thought.values)
    points = " ".join(f"{points:.1f}" for points in thought.points)
    return (
        f"info simulations {thought.simulations} visits {thought.visits} "
        f"seconds {thought.seconds:.3f} value {values} points {points} "
        f"line {write_steps(edition, thought.line)}"
    )


def _edition(game: Game, name: str, source: str) -> Edition:
    """Return a built-in edition, or a custom one from its text."""
    if not source:
        return game.edition(name)
    if game.read_edition is None:
        raise UnknownEdition(name, game.editions)
    return game.read_edition(source)


def main(bot: str = "search", stdin: TextIO | None = None, stdout: TextIO | None = None) -> None:
    """Serve the protocol until "quit" or the end of the input.

    Args:
        bot: Name of the bot.
        stdin: Input; the standard one if None.
        stdout: Output; the standard one if None.

    Raises:
        UnknownBot: No bot has this name.

    """
    find_bot(bot).close()
    lines = stdin or sys.stdin
    engine = Engine(stdout or sys.stdout, bot)
    # Output of a custom bot must not mix with the protocol.
    with redirect_stdout(sys.stderr):
        while line := lines.readline(LONGEST_LINE):
            if not engine.hear(line):
                return
        engine.wait()
