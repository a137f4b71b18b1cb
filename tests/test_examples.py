"""The short programs in examples/ run, and stay short."""

import contextlib
import io
import runpy
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PROGRAMS = sorted((ROOT / "examples").glob("*.py"))
MOST_LINES = 15


def test_there_are_twenty_programs_at_least() -> None:
    assert len(PROGRAMS) >= 20


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.stem)
def test_a_short_program_runs_and_shows_something(
    program: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = program.read_text("utf-8").splitlines()
    assert len(lines) <= MOST_LINES
    monkeypatch.chdir(tmp_path)
    shown = io.StringIO()
    with contextlib.redirect_stdout(shown):
        runpy.run_path(str(program), run_name="__main__")
    assert shown.getvalue().strip()
