"""Our search as an engine: commands in on one side, answers out on the other."""

import sys
from collections.abc import Callable
from threading import Event, Lock, Thread
from typing import TextIO

from rondel import __version__
from rondel.bots.budget import Budget, read_budget
from rondel.bots.kernels import kernels
from rondel.bots.naming import USUAL_BUDGET
from rondel.bots.protocol import (
    LONGEST_LINE,
    VERSION,
    Misspoken,
    read_go,
    read_match,
    read_steps,
    write_steps,
)
from rondel.bots.search import Search, Thought
from rondel.contract import Edition, Game, Position, RondelError, UnknownEdition, read_position
from rondel.games import find, names

FOREVER = Budget(seconds=float("inf"))


class Engine:
    """One conversation. Thinking goes on in a thread of its own, so that it can be stopped."""

    def __init__(self, out: TextIO):
        self._out = out
        self._writing = Lock()
        self._game: Game | None = None
        self._start: Position | None = None
        self._position: Position | None = None
        self._seed: str | None = None
        self._search: Search | None = None
        self._thinking: Thread | None = None
        self._stop = Event()
        self._endless = False

    def hear(self, line: str) -> bool:
        """Obey one line; whether to go on listening."""
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
                raise Misspoken(f"no command {command[:40]!r}")
        except RondelError as error:
            self._refuse(error)
        return True

    def wait(self) -> None:
        """Until the present thought has ended; one without limits ends now."""
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
                # Nobody listens any more: thinking on would be for nothing.
                self._stop.set()

    def _refuse(self, error: RondelError) -> None:
        self._say(f"error {error.code} {' '.join(str(error).split())}")

    def _hello(self, rest: str) -> None:
        if rest not in ("", str(VERSION)):
            raise Misspoken(f"this is protocol {VERSION}")
        self._say(f"id name Rondel search {__version__}")
        for name in names():
            self._say(f"game {name} {find(name).version}")
        self._say("option seed")
        self._say(f"ok {VERSION}")

    def _set(self, rest: str) -> None:
        name, _, value = rest.partition(" ")
        if name != "seed" or not value:
            raise Misspoken(f"no option {name!r}" if name != "seed" else "set seed VALUE")
        self._seed = value
        self._search = None
        self._say("ok")

    def _match(self, rest: str) -> None:
        asked = read_match(rest)
        game = find(asked.game)
        edition = _edition(game, asked.edition, asked.source)
        self._start = game.start(asked.players, edition)
        # Now, because whoever asks for a step counts the seconds.
        kernels(game)
        self._game = game
        self._position = None
        self._search = None
        self._say("ok")

    def _look(self, rest: str) -> None:
        if self._game is None or self._start is None:
            raise Misspoken("match comes before position")
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
            raise Misspoken("go needs a position where a seat is asked")
        among = frozenset(position.edition.steps.number(step) for step in asked.among)
        if among - position.numbers:
            raise Misspoken("among names steps that are not possible")
        budget = read_budget(USUAL_BUDGET)
        self._endless = asked.infinite
        if asked.infinite:
            budget = FOREVER
        elif asked.simulations is not None or asked.seconds is not None:
            budget = Budget(asked.seconds, asked.simulations)
        if self._search is None:
            self._search = Search(FOREVER, self._seed)
        self._stop.clear()
        self._thinking = Thread(
            target=self._think, args=(self._search, position, budget, among or None), daemon=True
        )
        self._thinking.start()

    def _think(
        self, search: Search, position: Position, budget: Budget, among: frozenset[int] | None
    ) -> None:
        def tell(thought: Thought) -> None:
            self._say(info(position.edition, thought))

        thought = search.think(position, budget, among, self._stop, tell)
        tell(thought)
        self._say(f"bestmove {position.edition.steps.text(thought.step)}")


def info(edition: Edition, thought: Thought) -> str:
    """What a search has found out so far, in one line."""
    values = " ".join(f"{value:.3f}" for value in thought.values)
    points = " ".join(f"{points:.1f}" for points in thought.points)
    return (
        f"info simulations {thought.simulations} visits {thought.visits} "
        f"seconds {thought.seconds:.3f} value {values} points {points} "
        f"line {write_steps(edition, thought.line)}"
    )


def _edition(game: Game, name: str, source: str) -> Edition:
    """A built-in edition, or a custom one from its text."""
    if not source:
        return game.edition(name)
    if game.read_edition is None:
        raise UnknownEdition(name, game.editions)
    return game.read_edition(source)


def main(stdin: TextIO | None = None, stdout: TextIO | None = None) -> None:
    """Listen and answer until told to quit or nothing more comes."""
    lines = stdin or sys.stdin
    engine = Engine(stdout or sys.stdout)
    while line := lines.readline(LONGEST_LINE):
        if not engine.hear(line):
            break
    engine.wait()
