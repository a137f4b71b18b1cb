"""Benchmarks that run in pieces: what is played counts, what is torn is played again."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.waiting import PATIENCE

NIGHT = Path(__file__).parent.parent / "benchmarks" / "night.py"


def night(file: Path, *arguments: str) -> list[dict[str, Any]]:
    """A piece of the night, of the smallest games it knows; what the file then has."""
    command = [sys.executable, str(NIGHT), str(file), "--games", "milestones", "--only", "tower"]
    least = ["--budget", "1", "--share", "0.01", "--workers", "1", "--seconds", str(PATIENCE)]
    done = subprocess.run(
        [*command, *least, *arguments],
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    assert done.returncode == 0, done.stderr
    assert "map tower" in done.stdout
    return [json.loads(line) for line in file.read_text().splitlines() if line.endswith("}")]


def test_a_night_of_matches_goes_on_where_it_stopped(tmp_path: Path) -> None:
    file = tmp_path / "night.jsonl"
    played = night(file)
    assert sorted(line["number"] for line in played) == [0, 1]
    assert all(line["over"] and 0 <= line["won"] <= 1 for line in played)
    whole, torn = file.read_text().splitlines()
    file.write_text(whole + "\n" + torn[:20])
    again = night(file)
    assert sorted(line["number"] for line in again) == [0, 1]
    assert again[0] == played[0], "what was played is not played again"
    assert night(file, "--report") == again
