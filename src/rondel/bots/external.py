"""Client of the engine protocol: bots that are separate programs."""

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

from rondel.bots.bot import Bot, Failure, Kind, Seed
from rondel.bots.budget import Allowance, Budget
from rondel.bots.protocol import VERSION, write_match, write_steps
from rondel.bots.uniform_random import UniformRandom
from rondel.core import Position, RondelError

log = logging.getLogger("rondel.bots")

GRACE = 2.0
"""Seconds that an engine may exceed its thinking time."""
HELLO_SECONDS = 15.0
"""Seconds to the first answer. An engine that exceeds them is not started again."""
START_SECONDS = 180.0
"""Seconds to load or compile what a game needs, the first time."""
NEXT_START_SECONDS = 30.0
"""Seconds to load what a game needs if this process has seen the engine start before."""
SLOW_SECONDS = 5.0
"""Seconds after which a slow start is reported."""
WORK_SECONDS = 60.0
"""Seconds for a budget of simulations."""
MIN_SECONDS = 0.001
"""Thinking time when none is left: answer at once."""
LEAVING_SECONDS = 0.5
"""Seconds between the request to quit and the kill."""
MAX_LINES = 10_000
"""Limit of lines per step."""
LONGEST_LINE = 1 << 12
"""Longest line in characters; the rest counts as another line."""
MAX_STARTS = 3
"""Number of failures after which an engine is not started again."""

_started: set[tuple[str, str]] = set()
"""Commands and games that have started before in this process."""


class EngineFailure(Exception):
    """Internal error for a misbehaving engine."""

    def __init__(self, kind: Kind, detail: str):
        super().__init__(kind, detail)
        self.failure = Failure(kind, detail[:200])


class EngineProcess:
    """One process of an engine."""

    def __init__(self, command: Sequence[str]):
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            # A process group of its own, so that its children end with it.
            process_group=None if sys.platform == "win32" else 0,
        )
        self._heard: queue.Queue[str | None] = queue.Queue(MAX_LINES)
        self._saying: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        for work in (self._listen, self._speak):
            Thread(target=work, daemon=True).start()

    def _listen(self) -> None:
        """Read the engine's lines into the queue; None at the end."""
        assert self._process.stdout is not None
        # An engine that floods us fills the queue and then writes to a closed pipe.
        with self._process.stdout as lines, contextlib.suppress(queue.Full):
            while line := lines.readline(LONGEST_LINE):
                self._heard.put_nowait(line.decode("utf-8", "replace").strip())
            self._heard.put_nowait(None)

    def _speak(self) -> None:
        """Write lines to the engine; an engine that does not read blocks only this thread."""
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
        """Discard lines since the last answer. Raise Failed if there is a second answer."""
        while True:
            try:
                line = self._heard.get_nowait()
            except queue.Empty:
                return
            if line is None:
                raise EngineFailure("crashed", "it has ended")
            _refuse_answer(line)

    def hear(self, word: str, until: float) -> str:
        """Return the rest of the next line that begins with `word`; ignore other lines."""
        for _ in range(MAX_LINES - 1):
            try:
                line = self._heard.get(timeout=max(0.0, until - time.monotonic()))
            except queue.Empty:
                raise EngineFailure("silent", f"no {word} in time") from None
            if line is None:
                raise EngineFailure("crashed", f"it ended without {word}")
            first, _, rest = line.partition(" ")
            if first == word:
                return rest.strip()
            if first == "error":
                raise EngineFailure("rubbish", line)
            _refuse_answer(line)
        raise EngineFailure("rubbish", f"{MAX_LINES} lines and no {word}")

    def end(self) -> None:
        """Ask the process to quit, then end it with its children."""
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
        """Return True if the process has ended; its id is not reused before it is reaped."""
        if sys.platform == "win32":
            return self._process.poll() is not None
        how = os.WEXITED | os.WNOWAIT | os.WNOHANG
        return os.waitid(os.P_PID, self._process.pid, how) is not None


def _refuse_answer(line: str) -> None:
    """Raise Failed for a step that was not requested."""
    if line.partition(" ")[0] == "bestmove":
        raise EngineFailure("rubbish", f"an answer to no question: {line}")


class External:
    """Bot that asks an external engine, and uses a fallback whenever the engine fails."""

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
        """Steps that the fallback made."""
        self.starting = 0.0
        """Start-up seconds, which do not count as thinking time."""
        self._command = shlex.split(command)
        self._budget = budget
        self._allowance = Allowance(budget)
        self._fallback = fallback or UniformRandom(seed)
        self._tell = tell
        self._grace = grace
        self._hello_seconds = hello_seconds
        self._start_seconds = start_seconds
        self._engine: EngineProcess | None = None
        self._match = ""
        self._starts = 0
        self._first_grace = 0.0
        self._expected: Position | None = None

    def choose(self, position: Position) -> int:
        """Return the engine's step, or the fallback's."""
        if position != self._expected:
            self._allowance.renew()
        try:
            step = self._ask(position)
        except EngineFailure as failed:
            self._report(failed.failure)
            step = self._fallback.choose(position)
        self._expected = position.after_unchecked(step)
        return step

    def _report(self, failure: Failure) -> None:
        """Record a failure; a misbehaving process is ended and restarted later."""
        # Repeated failures are counted and reported once: a dead engine loses every step.
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
            raise EngineFailure(kind, str(error)) from None

    def _count_start(self, seconds: float) -> None:
        """Add to the start-up seconds."""
        self.starting += max(0.0, seconds)
        if seconds > SLOW_SECONDS:
            log.warning("%s took %.0f s to get ready", self.name, seconds)

    def _talk(self, position: Position) -> EngineProcess:
        """Return the engine's process, started and told about the match if needed."""
        match = write_match(position)
        began = time.monotonic()
        if self._engine is None:
            if self._starts == MAX_STARTS:
                raise EngineFailure("crashed", "it failed too often")
            self._starts += 1
            try:
                self._engine = EngineProcess(self._command)
            except OSError as error:
                raise EngineFailure("crashed", str(error)) from None
            self._match = ""
            self._greet(self._engine, began)
        if match != self._match:
            key = shlex.join(self._command), position.game.name
            later = min(NEXT_START_SECONDS, self._start_seconds)
            patience = later if key in _started else self._start_seconds
            self._first_grace = 0.0 if key in _started else later
            _started.add(key)
            self._engine.say(match)
            self._engine.hear("ok", time.monotonic() + patience)
            self._match = match
            self._count_start(time.monotonic() - began)
        return self._engine

    def _greet(self, talk: EngineProcess, began: float) -> None:
        """Wait for its first answer. An engine that stays silent would do so every time."""
        talk.say(f"hello {VERSION}")
        try:
            talk.hear("ok", began + self._hello_seconds)
        except EngineFailure as failed:
            if failed.failure.kind == "silent":
                self._starts = MAX_STARTS
            raise

    def close(self) -> None:
        """End the engine's process."""
        if self._engine is not None:
            self._engine.end()
        self._engine = None


def _limits(budget: Budget) -> str:
    if budget.seconds is not None:
        return f"seconds {max(MIN_SECONDS, budget.seconds):.3f}"
    return f"simulations {max(1, budget.simulations or 1)}"


def _legal(position: Position, answer: str) -> int:
    """Return the step of an answer. Raise UnreadableStep or IllegalStep."""
    number = position.edition.steps.number(answer)
    position.after(number)
    return number
