from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from typer.testing import CliRunner

from rondel.cli import app
from rondel.games import find
from rondel.match import Match, Provable, Seeded, write_record


class Answer:
    """What a command printed, and its exit status."""

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
    """The command, run in an empty folder: arguments, then what is typed."""
    monkeypatch.chdir(tmp_path)
    for variable in ("RONDEL_LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG", "COLUMNS"):
        monkeypatch.delenv(variable, raising=False)

    def run(*arguments: object, typed: str = "") -> Answer:
        return Answer([str(argument) for argument in arguments], typed)

    return run


@pytest.fixture(scope="session")
def played() -> Match:
    """A whole match with a provable dealer, its players as blind as its dealer."""
    match = Match(
        find("finca"), ["Anna", "Béla"], dealer=Provable(b"a secret of thirty-two bytes, or so")
    )
    luck = Seeded("players")
    while not match.position.is_over:
        match.play(luck.deal(len(match), match.position.options))
    return match


@pytest.fixture
def record(played: Match, tmp_path: Path) -> Path:
    """The whole match as a file."""
    file = tmp_path / "whole.rondel"
    file.write_text(write_record(played), "utf-8")
    return file
