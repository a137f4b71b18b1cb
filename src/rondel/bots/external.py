"""A foreign engine at our table: a program that speaks the engine protocol."""

import contextlib
import logging
import os
import queue
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from threading import Thread

from rondel.bots.blind import Blind
from rondel.bots.bot import Bot, Failure, Kind, Seed
from rondel.bots.budget import Allowance, Budget
from rondel.bots.protocol import VERSION, write_match, write_steps
from rondel.contract import Position, RondelError

log = logging.getLogger("rondel.bots")

GRACE = 2.0
"""Seconds an engine may take beyond its thinking time to answer."""
HELLO_SECONDS = 15.0
"""Seconds until its first word. One that has said nothing by then is not started again."""
START_SECONDS = 180.0
"""Seconds it may take, once, to load or compile what a game needs."""
NEXT_START_SECONDS = 30.0
"""The same when this process has seen it start before; also beyond its very first step."""
SLOW_SECONDS = 5.0
"""A start that takes longer is told."""
WORK_SECONDS = 60.0
"""Seconds it may take for a budget of simulations."""
LEAST_SECONDS = 0.001
"""What it is told when nothing is left of its time: answer at once."""
LEAVING_SECONDS = 0.5
"""Seconds between asking it to quit and ending it."""
MOST_LINES = 10_000
"""More lines than this for one step are rubbish."""
LONGEST_LINE = 1 << 12
"""Characters; what goes on after them is another line."""
MOST_STARTS = 3
"""An engine that has failed so often is not started again."""

_started: set[tuple[str, str]] = set()
"""Commands and games whose generous first start is behind them in this process."""


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
            # A group of its own: whatever it starts ends with it.
            process_group=None if sys.platform == "win32" else 0,
        )
        self._heard: queue.Queue[str | None] = queue.Queue(MOST_LINES)
        self._saying: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        for work in (self._listen, self._speak):
            Thread(target=work, daemon=True).start()

    def _listen(self) -> None:
        """Collect what the engine says; None when it says no more."""
        assert self._process.stdout is not None
        # An engine that floods us fills the queue and then talks to a closed pipe.
        with self._process.stdout as lines, contextlib.suppress(queue.Full):
            while line := lines.readline(LONGEST_LINE):
                self._heard.put_nowait(line.decode("utf-8", "replace").strip())
            self._heard.put_nowait(None)

    def _speak(self) -> None:
        """Send what is to be said; one who does not read keeps nobody waiting but this thread."""
        assert self._process.stdin is not None
        try:
            with self._process.stdin as pipe:
                while (line := self._saying.get()) is not None:
                    pipe.write(line)
                    pipe.flush()
        except (OSError, ValueError):
            with contextlib.suppress(queue.Full):
                self._heard.put_nowait(None)

    def say(self, line: str) -> None:
        """Send a line."""
        self._saying.put(line.encode() + b"\n")

    def check_quiet(self) -> None:
        """Pass over what was said since the last answer. Raises Failed for a second answer."""
        while True:
            try:
                line = self._heard.get_nowait()
            except queue.Empty:
                return
            if line is None:
                raise Failed("crashed", "it has ended")
            _refuse_answer(line)

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
            _refuse_answer(line)
        raise Failed("rubbish", f"{MOST_LINES} lines and no {word}")

    def end(self) -> None:
        """Ask it to quit, and end it and whatever it has started."""
        self.say("quit")
        self._saying.put(None)
        until = time.monotonic() + LEAVING_SECONDS
        while not self._has_left() and time.monotonic() < until:
            time.sleep(0.005)
        if sys.platform == "win32":
            self._process.kill()
        else:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()

    def _has_left(self) -> bool:
        """Whether the program has ended; its number stays its own, so that its group can be."""
        if sys.platform == "win32":
            return self._process.poll() is not None
        how = os.WEXITED | os.WNOWAIT | os.WNOHANG
        return os.waitid(os.P_PID, self._process.pid, how) is not None


def _refuse_answer(line: str) -> None:
    """Raises Failed for a step that nobody has asked for just now."""
    if line.partition(" ")[0] == "bestmove":
        raise Failed("rubbish", f"an answer to no question: {line}")


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
        hello_seconds: float = HELLO_SECONDS,
        start_seconds: float = START_SECONDS,
    ):
        self.name = name or f"engine:{budget}:{command}"
        self.failures: list[Failure] = []
        """Every step the fallback had to make."""
        self.starting = 0.0
        """Seconds it has spent on getting ready; they count as nobody's thinking."""
        self._command = shlex.split(command)
        self._budget = budget
        self._allowance = Allowance(budget)
        self._fallback = fallback or Blind(seed)
        self._tell = tell
        self._grace = grace
        self._hello_seconds = hello_seconds
        self._start_seconds = start_seconds
        self._conversation: Conversation | None = None
        self._match = ""
        self._starts = 0
        self._first_grace = 0.0
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
        # The same again is counted, not told again: an engine that is gone loses every step.
        if self.failures[-1:] != [failure]:
            log.warning("%s lost a step: %s (%s)", self.name, failure.kind, failure.detail)
        self.failures.append(failure)
        if failure.kind != "illegal":
            self.close()
        if self._tell is not None:
            self._tell(failure)

    def _ask(self, position: Position) -> int:
        talk = self._talk(position)
        talk.check_quiet()
        patience = self._grace + self._first_grace
        talk.say(f"position {position.write()}")
        talk.hear("ok", time.monotonic() + patience)
        budget = self._allowance.for_step()
        legal = write_steps(position.edition, [number for number, _ in position.legal_steps])
        limit = WORK_SECONDS if budget.seconds is None else budget.seconds
        talk.say(f"go {_limits(budget)} among {legal}")
        began = time.monotonic()
        answer = talk.hear("bestmove", began + limit + patience)
        took = time.monotonic() - began
        if self._first_grace:
            self._first_grace = 0.0
            self._count_start(took - limit)
            took = min(took, limit)
        self._allowance.spend(took, budget.simulations or 0)
        try:
            return _legal(position, answer)
        except RondelError as error:
            kind: Kind = "illegal" if error.code == "illegal-step" else "rubbish"
            raise Failed(kind, str(error)) from None

    def _count_start(self, seconds: float) -> None:
        """So much of its time went into getting ready."""
        self.starting += max(0.0, seconds)
        if seconds > SLOW_SECONDS:
            log.warning("%s took %.0f s to get ready", self.name, seconds)

    def _talk(self, position: Position) -> Conversation:
        """The engine's program, started if need be and told which match this is."""
        match = write_match(position)
        began = time.monotonic()
        if self._conversation is None:
            if self._starts == MOST_STARTS:
                raise Failed("crashed", "it failed too often")
            self._starts += 1
            try:
                self._conversation = Conversation(self._command)
            except OSError as error:
                raise Failed("crashed", str(error)) from None
            self._match = ""
            self._greet(self._conversation, began)
        if match != self._match:
            key = shlex.join(self._command), position.game.name
            later = min(NEXT_START_SECONDS, self._start_seconds)
            patience = later if key in _started else self._start_seconds
            self._first_grace = 0.0 if key in _started else later
            _started.add(key)
            self._conversation.say(match)
            self._conversation.hear("ok", time.monotonic() + patience)
            self._match = match
            self._count_start(time.monotonic() - began)
        return self._conversation

    def _greet(self, talk: Conversation, began: float) -> None:
        """Hear it say hello. One that stays silent now would do so every time."""
        talk.say(f"hello {VERSION}")
        try:
            talk.hear("ok", began + self._hello_seconds)
        except Failed as failed:
            if failed.failure.kind == "silent":
                self._starts = MOST_STARTS
            raise

    def close(self) -> None:
        """End the engine's program."""
        if self._conversation is not None:
            self._conversation.end()
        self._conversation = None


def _limits(budget: Budget) -> str:
    if budget.seconds is not None:
        return f"seconds {max(LEAST_SECONDS, budget.seconds):.3f}"
    return f"simulations {max(1, budget.simulations or 1)}"


def _legal(position: Position, answer: str) -> int:
    """The step an answer names. Raises UnreadableStep or IllegalStep."""
    number = position.edition.steps.number(answer)
    position.after(number)
    return number
