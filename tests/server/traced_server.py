"""Run a server that notes which of its files and which statements execute.

SIGUSR1 writes the list and clears it.

usage: traced_server.py FILE, with settings in the environment
"""

import signal
import sys
import threading
from pathlib import Path
from types import FrameType
from typing import Any

from sqlalchemy import Engine, event

import rondel.server
from rondel.server import serve
from rondel.server.settings import read_settings

SERVER = str(Path(rondel.server.__file__).parent)
executed: set[str] = set()
"""Files by their paths in the package, and statements."""


def note(frame: FrameType, event: str, argument: Any) -> None:
    """Note the file of a called function."""
    name = frame.f_code.co_filename
    if event == "call" and name.startswith(SERVER):
        executed.add(name.removeprefix(SERVER + "/"))


def note_statement(
    connection: Any, cursor: Any, statement: str, given: Any, context: Any, many: bool
) -> None:
    """Note a statement."""
    executed.add(" ".join(statement.split()))


def write_list(number: int, frame: FrameType | None) -> None:
    """Write what executed since the last signal."""
    output = Path(sys.argv[1])
    partial = output.with_suffix(".partial")
    partial.write_text("\n".join(sorted(executed)))
    executed.clear()
    partial.rename(output)


if __name__ == "__main__":
    signal.signal(signal.SIGUSR1, write_list)
    event.listen(Engine, "before_cursor_execute", note_statement)
    threading.setprofile(note)
    sys.setprofile(note)
    serve(read_settings())
