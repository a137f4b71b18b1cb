"""The client's own board components, run by a small JavaScript engine inside this process."""

import os
from functools import cache
from pathlib import Path

import msgspec

from rondel.contract import NoPicture, NotDrawable

SCRIPT = Path(__file__).parent / "built" / "drawing.js"


def script() -> str:
    """The drawing itself, for an engine or a page. Raises NotDrawable."""
    try:
        return SCRIPT.read_text("utf-8")
    except FileNotFoundError:
        raise NotDrawable from None


class Engine:
    """One engine with the drawing in it: it has a thread of its own and draws one by one."""

    def __init__(self) -> None:
        from quickjs import Function

        door = "function door(name, request) { return drawing[name](request); }"
        self._call = Function("door", f"{script()}\n{door}", own_executor=True)
        self.games = frozenset(msgspec.json.decode(self._call("games", ""), type=list[str]))

    def draw(self, game: str, request: str) -> str:
        """The picture that is asked for. Raises NoPicture."""
        if game not in self.games:
            raise NoPicture(game)
        # Its garbage is counted, not traced: nothing waits to be found.
        return str(self._call("draw", request, run_gc=False))


@cache
def engine() -> Engine:
    """The engine of this process, started when something is first drawn. Raises NotDrawable."""
    return Engine()


# A forked process has not got its parent's thread.
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=engine.cache_clear)
