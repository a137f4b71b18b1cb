"""rondel compile, as a host runs it before the evening."""

from typing import TYPE_CHECKING

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
