"""rondel engine: our search behind the engine protocol, for other programs to talk to."""

import io
import os
import sys


def engine() -> None:
    """Speak the engine protocol on standard input and output: say "hello", "quit" to leave."""
    # Imported here: the compiler that bots need takes a second to load.
    from rondel.bots.engine import main

    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(encoding="utf-8", errors="replace")
    try:
        main()
    finally:
        # Whoever listened may be gone; the interpreter would complain about that when it ends.
        try:
            sys.stdout.flush()
        except BrokenPipeError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
