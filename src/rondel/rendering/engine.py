"""Board components of the browser client, run by an embedded JavaScript engine."""

import os
from functools import cache
from pathlib import Path

import msgspec

from rondel.core import NoPicture, NotDrawable
from rondel.core.extras import extras

SCRIPT = Path(__file__).parent / "built" / "drawing.js"


def script(name: str = SCRIPT.name) -> str:
    """Return a built script, the drawing by default. Raise NotDrawable if it has not been built."""
    try:
        return (SCRIPT.parent / name).read_text("utf-8")
    except FileNotFoundError:
        raise NotDrawable from None


class Engine:
    """JavaScript engine with the drawing script loaded, on its own thread."""

    def __init__(self) -> None:
        with extras():
            from quickjs import Function

        call = "function call(name, request) { return drawing[name](request); }"
        self._call = Function("call", f"{script()}\n{call}", own_executor=True)
        self.games = frozenset(msgspec.json.decode(self._call("games", ""), type=list[str]))

    def draw(self, game: str, request: str) -> str:
        """Return the requested picture. Raise NoPicture."""
        if game not in self.games:
            raise NoPicture(game)
        # Reference counting frees everything; a tracing collection would find nothing.
        return str(self._call("draw", request, run_gc=False))


@cache
def engine() -> Engine:
    """Return this process's engine, started on first use. Raise MissingExtra or NotDrawable."""
    return Engine()


# A forked process does not inherit its parent's threads.
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=engine.cache_clear)
