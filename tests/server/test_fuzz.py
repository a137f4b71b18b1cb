"""Messages made from the typed union, some damaged: each is answered, and nothing fails."""

from collections.abc import Callable
from pathlib import Path

from .fuzz import fuzz
from .playing import Server


def test_every_message_is_answered_and_none_makes_the_server_fail(
    start_server: Callable[..., Server], tmp_path: Path
) -> None:
    server = start_server(database=f"sqlite:///{tmp_path / 'x.db'}", messages_per_second=0)
    answers = fuzz(server, 500)
    assert sum(answers.values()) == 500
    # It reaches what it is meant to reach.
    assert {"done", "beat", "state", "preview", "bad-request"} <= set(answers), answers
