"""Command `rondel compile`, as a host runs it in advance."""

import io
from typing import TYPE_CHECKING

import pytest
from rich.console import Console
from rich.progress import Progress

from rondel.cli import compiling, progress
from rondel.kernel.rule import cache_root

if TYPE_CHECKING:
    from tests.cli.conftest import Rondel


def test_everything_is_ready_and_said_so_in_ones_language(rondel: "Rondel") -> None:
    answer = rondel("compile", "--language", "hu")
    assert answer.status == 0
    assert [line.partition(":")[0] for line in answer.out.splitlines()] == ["Finca", "Milestones"]
    assert all("kész" in line for line in answer.out.splitlines())
    kept = {
        folder.parent.name.rpartition("-")[0] for folder in cache_root().glob("kernels/*/ready")
    }
    assert {"finca", "milestones"} <= kept


def test_each_part_that_is_done_is_told(rondel: "Rondel", monkeypatch: pytest.MonkeyPatch) -> None:
    screen = io.StringIO()
    bars: list[Progress] = []

    def seen() -> Progress:
        bar = progress.waiting_bar()
        bar.live.console = Console(file=screen, force_terminal=True, width=100)
        bars.append(bar)
        return bar

    monkeypatch.setattr(compiling, "waiting_bar", seen)
    assert rondel("compile", "finca", "--language", "en").status == 0
    (bar,) = bars
    assert [(task.completed, task.total) for task in bar.tasks] == [(3, 3)]
    assert "3/3" in screen.getvalue()
