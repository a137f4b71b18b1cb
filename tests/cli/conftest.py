from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from typer.testing import CliRunner

from rondel.cli import app
from rondel.games import find
from rondel.match import Match, SeededRandom, VerifiableRandom, write_record


class Answer:
    """Output and exit status of a command."""

    def __init__(self, arguments: Sequence[str], typed: str):
        result = CliRunner().invoke(app, list(arguments), input=typed)
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        self.status = result.exit_code
        self.out = result.stdout
        self.err = result.stderr


Rondel = Callable[..., Answer]


@pytest.fixture
def rondel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Rondel:
    """Return a function that runs the command in an empty folder: arguments, then typed input."""
    monkeypatch.chdir(tmp_path)
    for variable in ("RONDEL_LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG", "COLUMNS"):
        monkeypatch.delenv(variable, raising=False)

    def run(*arguments: object, typed: str = "") -> Answer:
        return Answer([str(argument) for argument in arguments], typed)

    return run


@pytest.fixture(scope="session")
def played() -> Match:
    """Return a complete match of random players with a verifiable dealer."""
    match = Match(
        find("finca"),
        ["Anna", "Béla"],
        dealer=VerifiableRandom(b"a secret of thirty-two bytes, or so"),
    )
    luck = SeededRandom("players")
    while not match.position.is_over:
        match.play(luck.deal(len(match), match.position.legal_steps))
    return match


@pytest.fixture
def record(played: Match, tmp_path: Path) -> Path:
    """Return the complete match as a file."""
    file = tmp_path / "whole.rondel"
    file.write_text(write_record(played), "utf-8")
    return file
