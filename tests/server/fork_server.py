"""Fork server: one process imports the code, and forks each server of the tests.

An import takes longer than most tests. A forked server is an ordinary process: it reads its
settings from its environment, and may be killed.
"""

import atexit
import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
import warnings
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any


class ForkedProcess:
    """Server's process, as far as tests handle it."""

    def __init__(self, server: "ForkServer", pid: int):
        self._server = server
        self.pid = pid
        self.returncode: int | None = None

    def poll(self) -> int | None:
        """How it ended, if it has."""
        if self.returncode is None:
            self.returncode = self._server.ask(ended=self.pid)
        return self.returncode

    def wait(self, seconds: float) -> int:
        """How it ended, once it has."""
        until = time.monotonic() + seconds
        while (found := self.poll()) is None:
            if time.monotonic() > until:
                raise subprocess.TimeoutExpired("a server", seconds)
            time.sleep(0.01)
        return found

    def send_signal(self, number: int) -> None:
        """Send it a signal, if it is still there."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        """Give it no chance to finish anything."""
        self.send_signal(signal.SIGKILL)


class ForkServer:
    """Process that forks servers."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        pipe = subprocess.PIPE
        self._process = subprocess.Popen([sys.executable, __file__], stdin=pipe, stdout=pipe)
        atexit.register(self.close)

    def ask(self, **request: Any) -> Any:
        """Return the answer to a request."""
        with self._lock:
            assert self._process.stdin and self._process.stdout
            self._process.stdin.write(json.dumps(request).encode() + b"\n")
            self._process.stdin.flush()
            return json.loads(self._process.stdout.readline())

    def start(self, program: str, log: Path, environment: dict[str, str]) -> ForkedProcess:
        """Return a new server or worker, about to start."""
        given = {"arguments": [program], "out": str(log), "errors": str(log)}
        return ForkedProcess(self, self.ask(**given, environment=environment))

    def run(self, *arguments: str, seconds: float, **more: str) -> subprocess.CompletedProcess[str]:
        """Return the command `rondel` with all warnings as errors, once it has ended."""
        with tempfile.TemporaryDirectory() as folder:
            out, errors = Path(folder) / "out", Path(folder) / "errors"
            given = {"arguments": ["rondel", *arguments], "out": str(out), "errors": str(errors)}
            born = ForkedProcess(self, self.ask(**given, environment=os.environ | more))
            code = born.wait(seconds)
            told = out.read_text("utf-8"), errors.read_text("utf-8")
        return subprocess.CompletedProcess(arguments, code, *told)

    def close(self) -> None:
        """End it, and whatever still runs."""
        self._process.communicate(timeout=60)


@cache
def fork_server() -> ForkServer:
    """Return the one of this process."""
    return ForkServer()


def fork(arguments: list[str], out: str, errors: str, environment: dict[str, str]) -> int:
    """Fork a server, a worker or a command; the answer is its process number."""
    if pid := os.fork():
        return pid
    code = 1
    try:
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        for number, path in ((1, out), (2, errors)):
            os.dup2(os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o644), number)
        os.environ.clear()
        os.environ.update(environment)
        sys.path[:0] = environment.get("PYTHONPATH", "").split(os.pathsep)
        sys.argv = arguments
        become(arguments[0])
        code = 0
    except SystemExit as left:
        code = left.code if isinstance(left.code, int) else int(left.code is not None)
    except BaseException as error:
        sys.excepthook(type(error), error, error.__traceback__)
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


def become(program: str) -> None:
    """Be a server, a worker or a command until it ends."""
    from rondel.cli import main
    from rondel.server import serve, work
    from rondel.server.settings import read_settings

    if program == "rondel":
        warnings.simplefilter("error")
        main()
    else:
        (work if program == "worker" else serve)(read_settings())


def grow_up() -> None:
    """Do once what every server would do before it serves; no thread may be left running."""
    for needed in (
        "psycopg",
        "redis.asyncio",
        "uvicorn.loops.auto",
        "uvicorn.protocols.http.auto",
        "uvicorn.protocols.websockets.auto",
    ):
        import_module(needed)

    import rondel.cli
    import rondel.server.run
    from rondel.games import find
    from rondel.server.app import make_app
    from rondel.server.settings import Settings
    from rondel.server.storage.engine import Database
    from rondel.server.storage.migrate import migrate

    assert find("finca").drivers and rondel.server.run and rondel.cli
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(database=f"sqlite:///{folder}/x.db", offer="finca")
        make_app(settings)
        database = Database(settings.database)
        migrate(database)
        database.close()
    assert threading.active_count() == 1


def main() -> None:
    """Fork and look after servers until nobody asks any more."""
    grow_up()
    alive: set[int] = set()
    for line in sys.stdin:
        request = json.loads(line)
        answer: int | None
        if "ended" in request:
            pid, status = os.waitpid(request["ended"], os.WNOHANG)
            answer = os.waitstatus_to_exitcode(status) if pid else None
            alive.discard(pid)
        else:
            answer = fork(**request)
            alive.add(answer)
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()
    for pid in alive:
        os.kill(pid, signal.SIGKILL)


if __name__ == "__main__":
    main()
