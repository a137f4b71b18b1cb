"""Programs in examples/ run, and stay short."""

import contextlib
import io
import re
import runpy
from pathlib import Path

import pytest

from rondel.core.extras import EXTRAS
from tests.programs import without

ROOT = Path(__file__).parent.parent
PROGRAMS = sorted((ROOT / "examples").glob("*.py"))
MAX_LINES = 15
NEEDS = {
    "enter_the_arena": "arena",
    "learn_a_seat": "learn",
    "learn_every_seat": "learn",
    "make_a_data_frame": "parquet",
}
"""Extra without which a program does not run; all others need none."""


def test_the_page_of_the_programs_names_the_extras_they_need() -> None:
    page = (ROOT / "docs" / "examples.md").read_text("utf-8")
    assert set(re.findall(r"`rondel\[(\w+)\]`", page)) == set(NEEDS.values())


@pytest.mark.parametrize("extra", ["", *sorted(set(NEEDS.values()))])
def test_what_programs_import_needs_no_extra_but_the_one_that_is_named(extra: str) -> None:
    absent = {name for other, names in EXTRAS.items() if other != extra for name in names}
    programs = [one for one in PROGRAMS if NEEDS.get(one.stem, "") == extra]
    sources = "\n".join(program.read_text("utf-8") for program in programs)
    imports = re.findall(r"^(?:import|from) .+$", sources, re.MULTILINE)
    done = without(tuple(sorted(absent)), "\n".join(imports))
    assert done.returncode == 0, done.stderr


def test_there_are_twenty_programs_at_least() -> None:
    assert len(PROGRAMS) >= 20


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.stem)
def test_a_short_program_runs_and_shows_something(
    program: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = program.read_text("utf-8").splitlines()
    assert len(lines) <= MAX_LINES
    monkeypatch.chdir(tmp_path)
    shown = io.StringIO()
    with contextlib.redirect_stdout(shown):
        runpy.run_path(str(program), run_name="__main__")
    assert shown.getvalue().strip()
