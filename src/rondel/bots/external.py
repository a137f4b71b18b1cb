"""A foreign engine at our table: a program that speaks the engine protocol."""

import contextlib
import logging
import queue
import shlex
import subprocess
import time
from collections.abc import Callable, Sequence
from threading import Thread

from rondel.bots.blind import Blind
from rondel.bots.bot import Bot, Failure, Kind, Seed
from rondel.bots.budget import Allowance, Budget
from rondel.bots.protocol import VERSION, write_match, write_steps
from rondel.contract import Position, RondelError

log = logging.getLogger("rondel.bots")

GRACE = 1.0
"""Seconds an engine may take beyond its thinking time to answer."""
START_SECONDS = 60.0
"""Seconds it may take to get ready: ours compiles its rules when it has never run before."""
WORK_SECONDS = 60.0
"""Seconds it may take for a budget of simulations."""
MOST_LINES = 10_000
"""More lines than this for one step are rubbish."""
LONGEST_LINE = 1 << 12
"""Characters; what goes on after them is another line."""
MOST_STARTS = 3
"""An engine that has failed so often is not started again."""


class Failed(Exception):
    """Raised inside this module when an engine misbehaves."""

    def __init__(self, kind: Kind, detail: str):
        super().__init__(kind, detail)
        self.failure = Failure(kind, detail[:200])


class Conversation:
    """One run of an engine's program."""

    def __init__(self, command: Sequence[str]):
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        self._heard: queue.Queue[str | None] = queue.Queue(MOST_LINES)
        Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        """Collect what the engine says; None when it says no more."""
        assert self._process.stdout is not None
        # An engine that floods us fills the queue and then talks to a closed pipe.
        with self._process.stdout as lines, contextlib.suppress(queue.Full):
            while line := lines.readline(LONGEST_LINE):
                self._heard.put_nowait(line.decode("utf-8", "replace").strip())
            self._heard.put_nowait(None)

    def forget(self) -> None:
        """Pass over whatever was said before now."""
        with contextlib.suppress(queue.Empty):
            while self._heard.get_nowait() is not None:
                pass
            self._heard.put_nowait(None)

    def say(self, line: str) -> None:
        """Send a line. Raises Failed when nobody listens."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(line.encode() + b"\n")
            self._process.stdin.flush()
        except OSError:
            raise Failed("crashed", "it does not listen any more") from None

    def hear(self, word: str, until: float) -> str:
        """What follows a word at the start of a line; other lines are passed over."""
        for _ in range(MOST_LINES - 1):
            try:
                line = self._heard.get(timeout=max(0.0, until - time.monotonic()))
            except queue.Empty:
                raise Failed("silent", f"no {word} in time") from None
            if line is None:
                raise Failed("crashed", f"it ended without {word}")
            first, _, rest = line.partition(" ")
            if first == word:
                return rest.strip()
            if first == "error":
                raise Failed("rubbish", line)
        raise Failed("rubbish", f"{MOST_LINES} lines and no {word}")

    def end(self) -> None:
        """Ask it to quit, and end it if it does not."""
        try:
            self.say("quit")
            self._process.wait(0.5)
        except (Failed, subprocess.TimeoutExpired):
            self._process.kill()
            self._process.wait()
        assert self._process.stdin is not None
        with contextlib.suppress(OSError):
            self._process.stdin.close()


class External:
    """A bot that asks a foreign engine, and makes a fallback's step whenever that fails."""

    def __init__(
        self,
        command: str,
        budget: Budget,
        *,
        seed: Seed = None,
        fallback: Bot | None = None,
        name: str = "",
        tell: Callable[[Failure], None] | None = None,
        grace: float = GRACE,
        start_seconds: float = START_SECONDS,
    ):
        self.name = name or f"engine:{budget}:{command}"
        self.failures: list[Failure] = []
        """Every step the fallback had to make."""
        self._command = shlex.split(command)
        self._budget = budget
        self._allowance = Allowance(budget)
        self._fallback = fallback or Blind(seed)
        self._tell = tell
        self._grace = grace
        self._start_seconds = start_seconds
        self._conversation: Conversation | None = None
        self._match = ""
        self._starts = 0
        self._expected: Position | None = None

    def choose(self, position: Position) -> int:
        """The engine's step, or the fallback's."""
        if position != self._expected:
            self._allowance.renew()
        try:
            step = self._ask(position)
        except Failed as failed:
            self._report(failed.failure)
            step = self._fallback.choose(position)
        self._expected = position.after_unchecked(step)
        return step

    def _report(self, failure: Failure) -> None:
        """Remember what went wrong; a program in disorder is ended and started anew later."""
        self.failures.append(failure)
        log.warning("%s lost a step: %s (%s)", self.name, failure.kind, failure.detail)
        if failure.kind != "illegal":
            self.close()
        if self._tell is not None:
            self._tell(failure)

    def _ask(self, position: Position) -> int:
        talk = self._talk(position)
        talk.forget()
        talk.say(f"position {position.write()}")
        talk.hear("ok", time.monotonic() + self._grace)
        budget = self._allowance.for_step()
        legal = write_steps(position.edition, [number for number, _ in position.options])
        limit = WORK_SECONDS if budget.seconds is None else budget.seconds
        talk.say(f"go {_limits(budget)} among {legal}")
        began = time.monotonic()
        answer = talk.hear("bestmove", began + limit + self._grace)
        self._allowance.spend(time.monotonic() - began, budget.simulations or 0)
        try:
            return _legal(position, answer)
        except RondelError as error:
            kind: Kind = "illegal" if error.code == "illegal-step" else "rubbish"
            raise Failed(kind, str(error)) from None

    def _talk(self, position: Position) -> Conversation:
        """The engine's program, started if need be and told which match this is."""
        match = write_match(position)
        until = time.monotonic() + self._start_seconds
        if self._conversation is None:
            if self._starts == MOST_STARTS:
                raise Failed("crashed", "it failed too often")
            self._starts += 1
            try:
                self._conversation = Conversation(self._command)
            except OSError as error:
                raise Failed("crashed", str(error)) from None
            self._conversation.say(f"hello {VERSION}")
            self._conversation.hear("ok", until)
            self._match = ""
        if match != self._match:
            self._conversation.say(match)
            self._conversation.hear("ok", until)
            self._match = match
        return self._conversation

    def close(self) -> None:
        """End the engine's program."""
        if self._conversation is not None:
            self._conversation.end()
        self._conversation = None


def _limits(budget: Budget) -> str:
    if budget.seconds is not None:
        return f"seconds {budget.seconds:.3f}"
    return f"simulations {max(1, budget.simulations or 1)}"


def _legal(position: Position, answer: str) -> int:
    """The step an answer names. Raises UnreadableStep or IllegalStep."""
    number = position.edition.steps.number(answer)
    position.after(number)
    return number
