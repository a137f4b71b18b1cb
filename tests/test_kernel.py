"""Kernel: records, compiled rules, their cache, random numbers, and the drivers."""

import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest

import rondel
from rondel.core import Position
from rondel.games import find
from rondel.kernel.compiler import is_interpreted
from rondel.kernel.record import (
    Array,
    Record,
    array,
    i8,
    i16,
    i32,
    read_record,
    row,
    u64,
    write_record,
)
from rondel.kernel.rng import draw, draw_weighted, seeds
from rondel.kernel.rule import STALE, cache_root, prune, rule
from rondel.kernel.state import Head
from tests.waiting import TIMEOUT

finca = find("finca")


class Mill(Head):
    """Record with fields of every width."""

    sails: i8
    grain: Array = array(2, 3, of=np.int16)
    age: i32
    wind: u64
    height: i16


# Records


def test_a_record_has_the_fields_it_inherits_and_declares() -> None:
    names = {"players", "seat", "reason", "sails", "grain", "age", "wind", "height"}
    assert names <= set(Mill.dtype.names or ())
    assert Mill.dtype["grain"].shape == (2, 3)
    assert Mill.dtype["grain"].base == np.int16
    assert Mill.dtype["sails"] == np.int8


@pytest.mark.parametrize("kind", [Head, Mill, finca.state])
def test_every_field_of_every_record_of_an_array_is_aligned(kind: type[Record]) -> None:
    widths: dict[str, int] = {}
    for name in kind.dtype.names or ():
        width = kind.dtype[name].base.itemsize
        fields: Any = kind.dtype.fields
        offset = fields[name][1]
        assert offset % width == 0, name
        widths[name] = width
    assert kind.dtype.itemsize % max(widths.values()) == 0


@pytest.mark.parametrize("kind", [Head, Mill, finca.state])
def test_fields_leave_no_gap_that_a_copy_could_fill_with_anything(kind: type[Record]) -> None:
    covered = sum(kind.dtype[name].itemsize for name in kind.dtype.names or ())
    assert covered == kind.dtype.itemsize


def test_a_field_cannot_have_a_name_that_numpy_uses_itself() -> None:
    with pytest.raises(TypeError, match="'flags'"):
        type("Mast", (Head,), {"__annotations__": {"flags": i8}})


def test_new_records_are_all_zero() -> None:
    assert not any(Mill.new(3).tobytes())
    assert len(Mill.new(3)) == 3


def test_a_row_reads_and_writes_by_name() -> None:
    mills = Mill.new(2)
    row(mills, 1).sails = 4
    row(mills, 1).grain[1, 2] = -300
    assert mills["sails"].tolist() == [0, 4]
    assert mills["grain"][1].tolist() == [[0, 0, 0], [0, 0, -300]]


def test_a_record_survives_writing_and_reading() -> None:
    mills = Mill.new()
    mill = row(mills)
    mill.sails, mill.age, mill.wind = -4, 1_000_000, 1 << 60
    mill.grain[:] = [[1, 2, 3], [4, 5, 6]]
    written = write_record(mills)
    assert written["grain"] == [[1, 2, 3], [4, 5, 6]]
    assert read_record(Mill, written).tobytes() == mills.tobytes()


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ({"sails": 128}, ValueError),
        ({"sails": -129}, ValueError),
        ({"sails": [1]}, ValueError),
        ({"sails": "four"}, ValueError),
        ({"grain": [[1, 2, 3]]}, ValueError),
        ({"grain": [[1, 2, 3], [4, 5]]}, ValueError),
        ({"wind": 1 << 80}, OverflowError),
        ({"wind": -1}, ValueError),
        ({"doors": 1}, KeyError),
    ],
)
def test_a_record_that_does_not_fit_is_refused(change: object, error: type[Exception]) -> None:
    fields = write_record(Mill.new())
    assert isinstance(change, dict)
    with pytest.raises(error):
        read_record(Mill, fields | change)


def test_a_record_without_a_field_is_refused() -> None:
    fields = write_record(Mill.new())
    del fields["height"]
    with pytest.raises(KeyError):
        read_record(Mill, fields)


# Rules and their cache


@rule
def grind(mill: Mill, grain: int) -> int:
    """Store grain and return the total."""
    mill.height += grain
    return mill.height


def test_a_rule_reads_and_writes_a_record() -> None:
    mills = Mill.new()
    assert grind(mills[0], 5) == 5
    assert grind(mills[0], 2) == 7
    assert mills["height"][0] == 7


@pytest.mark.skipif(is_interpreted(), reason="the compiler is off")
def test_a_rule_copies_a_record_in_one_piece() -> None:
    @numba.njit
    def repeat(states: Array) -> None:
        states[1] = states[0]

    states = finca.state.new(2)
    states["seat"][0] = 3
    repeat(states)
    assert states[1] == states[0]
    assert "memcpy" in "".join(repeat.inspect_llvm().values())


def test_compiled_rules_are_kept_where_rondel_cache_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RONDEL_CACHE", "elsewhere")
    assert cache_root() == Path("elsewhere")
    monkeypatch.delenv("RONDEL_CACHE")
    assert cache_root().name == "rondel"


def test_a_home_that_cannot_be_written_is_told_once_and_stops_nobody(tmp_path: Path) -> None:
    (tmp_path / "home").write_text("no folder")
    (tmp_path / "passing").mkdir()
    program = "import rondel; print(len(rondel.Match('finca', 2, seed=1)))"
    settings = {
        "RONDEL_CACHE": str(tmp_path / "home" / "cache"),
        "TMPDIR": str(tmp_path / "passing"),
        "NUMBA_DISABLE_JIT": "1",
    }
    done = subprocess.run(
        [sys.executable, "-c", program],
        env=os.environ | settings, capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert done.stdout == "32\n"
    assert done.stderr.count("RONDEL_CACHE names another folder") == 1
    assert list((tmp_path / "passing").iterdir()) == [], "nothing is left lying about"


RULES = """
from rondel.kernel.rule import rule
from tiny.helper import amount

@rule
def twice(x):
    return amount(x) * 2
"""
HELPER = """
from rondel.kernel.rule import rule

@rule
def amount(x):
    return x + {amount}
"""
TEMPLATE = """
from rondel.kernel.rule import rule

@rule
def play(x):
    return twice(x) + 1
"""
MAIN = """
import sys
from pathlib import Path
from rondel.kernel.rule import specialise
from tiny import rules

here = Path(__file__).parent
drivers = specialise(here / "template" / "drivers.py", "tiny", here / "tiny", twice=rules.twice)
sys.modules[drivers.__name__] = drivers
print(drivers.play(3), sum(drivers.play.stats.cache_hits.values()))
"""


LATER = """
import sys
from pathlib import Path
from rondel.kernel.rule import specialise
from tiny import helper, rules

here = Path(__file__).parent
drivers = specialise(here / "later" / "drivers.py", "later", here / "tiny", twice=rules.twice)
sys.modules[drivers.__name__] = drivers
kept = sum(rules.twice.stats.cache_hits.values()) if drivers.play(3) == 9 else -1
assert (rules.twice(3), helper.amount(3)) == (8, 4), "what rules call can be called by Python too"
assert drivers.play(5) == 13
print(drivers.play(3), kept)
"""


def write_tiny(folder: Path) -> None:
    """Write a tiny game with its own kernel."""
    (folder / "rondel").mkdir(parents=True)
    shutil.copy(rondel.__file__, folder / "rondel")
    shutil.copytree(Path(rondel.__file__).parent / "kernel", folder / "rondel" / "kernel")
    files = {
        "main.py": MAIN,
        "later.py": LATER,
        "tiny/__init__.py": "",
        "tiny/rules.py": RULES,
        "tiny/helper.py": HELPER.format(amount=1),
        "template/drivers.py": TEMPLATE,
        "later/drivers.py": TEMPLATE,
    }
    for name, text in files.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text)


def run_tiny(folder: Path, cache: Path, program: str = "main.py") -> tuple[int, int]:
    """Return the tiny game's answer and the number of rules that came from the cache."""
    ran = subprocess.run(
        [sys.executable, program],
        cwd=folder,
        env=os.environ
        | {
            "PYTHONPATH": str(folder),
            "RONDEL_CACHE": str(cache),
            "NUMBA_DISABLE_JIT": "0",
        },
        capture_output=True,
        text=True,
        check=False,
        timeout=TIMEOUT,
    )
    assert ran.returncode == 0, ran.stderr
    answer, hits = ran.stdout.split()
    return int(answer), int(hits)


def test_a_stale_kernel_never_runs(tmp_path: Path) -> None:
    tiny, cache = tmp_path / "here", tmp_path / "cache"
    write_tiny(tiny)
    assert run_tiny(tiny, cache) == (9, 0)
    assert run_tiny(tiny, cache) == (9, 1)
    (tiny / "tiny" / "helper.py").write_text(HELPER.format(amount=10))
    assert run_tiny(tiny, cache) == (27, 0)
    assert run_tiny(tiny, cache) == (27, 1)
    with (tiny / "rondel" / "kernel" / "state.py").open("a") as kernel:
        kernel.write("\nMORE = 1\n")
    assert run_tiny(tiny, cache) == (27, 0)


def test_copies_of_the_same_sources_share_what_is_compiled(tmp_path: Path) -> None:
    for place in ("here", "there"):
        write_tiny(tmp_path / place)
    assert run_tiny(tmp_path / "here", tmp_path / "cache") == (9, 0)
    assert run_tiny(tmp_path / "there", tmp_path / "cache") == (9, 1)


def test_what_rules_call_is_kept_for_rules_compiled_later(tmp_path: Path) -> None:
    tiny, cache = tmp_path / "here", tmp_path / "cache"
    write_tiny(tiny)
    assert run_tiny(tiny, cache, "later.py") == (9, 0)
    assert run_tiny(tiny, cache) == (9, 0)
    shutil.rmtree(next((cache / "kernels").glob("tiny-*/later")))
    assert run_tiny(tiny, cache, "later.py") == (9, 1)
    assert run_tiny(tiny, cache, "later.py") == (9, 0), "all of it came from the cache"


# Random numbers


def chi_square(counts: Array, expected: Array) -> float:
    """Return the chi-square statistic of counts against expected counts."""
    return float(((counts - expected) ** 2 / expected).sum())


def test_seeds_give_different_streams_that_never_stand_still() -> None:
    streams = np.concatenate([seeds(seed, 50) for seed in range(50)])
    assert len(set(streams.tolist())) == len(streams)
    assert (streams != 0).all()


def test_the_same_seed_draws_the_same_numbers() -> None:
    a, b = seeds(7, 1), seeds(7, 1)
    assert [draw(a, 0, 100) for _ in range(50)] == [draw(b, 0, 100) for _ in range(50)]


def test_streams_are_drawn_from_one_by_one() -> None:
    luck = seeds(7, 2)
    before = luck.copy()
    draw(luck, 1, 6)
    assert luck[0] == before[0]
    assert luck[1] != before[1]


def test_a_draw_below_one_is_zero() -> None:
    assert {draw(seeds(seed, 1), 0, 1) for seed in range(20)} == {0}


@pytest.mark.parametrize("below", [2, 6, 42])
def test_every_number_is_drawn_as_often_as_the_others(below: int) -> None:
    luck, draws = seeds(1, 1), 1000 * below
    counts = np.bincount([draw(luck, 0, below) for _ in range(draws)], minlength=below)
    assert len(counts) == below
    # A fair draw exceeds this about once in ten thousand seeds; the seed is fixed.
    assert chi_square(counts, np.full(below, 1000.0)) < below + 6 * np.sqrt(below) + 10


def test_a_weighted_draw_follows_its_weights() -> None:
    luck, weights = seeds(2, 1), np.array([1, 0, 5, 14, 99], np.int32)
    counts = np.bincount([draw_weighted(luck, 0, weights, 4) for _ in range(20_000)], minlength=4)
    assert len(counts) == 4
    assert counts[1] == 0
    expected = np.array([1000.0, 5000.0, 14_000.0])
    assert chi_square(counts[[0, 2, 3]], expected) < 20


# Drivers


def playouts(games: int, limit: int, seed: int = 1) -> tuple[int, Array, Array, Array]:
    """Play random games of Finca; return the unfinished ones, points, ranks and decisions."""
    points, ranks = np.zeros((2, games, 2), np.int32)
    decisions = np.zeros(games, np.int64)
    steps, weights = finca.buffers()
    unended = finca.drivers.playouts(
        finca.state.new(),
        finca.edition("").box,
        2,
        seeds(seed, 1),
        steps,
        weights,
        limit,
        points,
        np.zeros(2, np.int32),
        ranks,
        decisions,
    )
    return unended, points, ranks, decisions


GAMES = 2 if is_interpreted() else 50


def test_playouts_end_with_points_and_places() -> None:
    unended, points, ranks, decisions = playouts(GAMES, 10_000)
    assert unended == 0
    assert (points > 0).all()
    assert (ranks.min(axis=1) == 1).all()
    assert (decisions > 40).all()


def test_playouts_repeat_with_the_same_luck() -> None:
    first, again, other = playouts(2, 10_000), playouts(2, 10_000), playouts(2, 10_000, seed=2)
    assert (first[1] == again[1]).all()
    assert (first[3] == again[3]).all()
    assert (first[3] != other[3]).any()


def test_playouts_say_how_many_games_did_not_end() -> None:
    unended, _, _, decisions = playouts(2, 33)
    assert unended == 2
    assert decisions.tolist() == [1, 1]


def checked_playouts(box: Array, limit: int) -> tuple[int, Position, int]:
    """Play one checked random game; return the defects, the position and the number of steps."""
    state, seen = finca.state.new(), np.zeros(finca.steps.size, np.int64)
    steps, weights = finca.buffers()
    wrong = finca.drivers.checked_playouts(
        state, box, 2, seeds(1, 1), steps, weights, limit, 1, seen
    )
    return wrong, Position(finca, finca.edition(""), state), int(seen.sum())


def test_checked_playouts_find_nothing_wrong_with_sound_games() -> None:
    wrong, position, steps = checked_playouts(finca.edition("").box, 10_000)
    assert wrong == 0
    assert position.is_over
    assert steps > 100


def test_checked_playouts_tell_a_game_that_does_not_end() -> None:
    wrong, position, steps = checked_playouts(finca.edition("").box, 40)
    assert (wrong, steps) == (-1, 40)
    assert position.seat == 0


def test_checked_playouts_stop_at_the_first_unsound_table() -> None:
    box = finca.edition("").box.copy()
    box["copies"][0, 0] += 1
    wrong, position, steps = checked_playouts(box, 10_000)
    assert wrong == 1 << finca.problems.index("tiles")
    assert steps == 1
    assert position.is_chance


def test_places_are_shared_by_equals() -> None:
    ranks = np.zeros(4, np.int32)
    points, tiebreaks = np.array([[5, 9, 9, 5], [1, 2, 2, 0]], np.int32)
    finca.drivers.rank(4, points, tiebreaks, ranks)
    assert ranks.tolist() == [3, 1, 1, 4]


def test_only_the_accelerator_uses_private_parts_of_numba() -> None:
    private = re.compile(r"numba\.core|numba\.np|numba\.typed|numba\._[^_]|_nrt|\._ary\b")
    root = Path(__file__).parents[1]
    sources = [
        *root.glob("src/**/*.py"),
        *root.glob("tests/**/*.py"),
        *root.glob("benchmarks/*.py"),
    ]
    touching = {file for file in sources if private.search(file.read_text("utf-8"))}
    tests = {Path(__file__), root / "tests/test_interpreted.py"}
    assert touching - tests == {root / "src/rondel/kernel/accelerator.py"}


def test_compiled_rules_that_nobody_used_for_long_are_thrown_away(tmp_path: Path) -> None:
    names = ("used", "unused", "unfinished", "forgotten")
    for name in names:
        (tmp_path / name).mkdir()
    for name in names[:2]:
        (tmp_path / name / "ready").touch()
    long_ago = time.time() - STALE - 60
    os.utime(tmp_path / "unused" / "ready", (long_ago, long_ago))
    os.utime(tmp_path / "used", (long_ago, long_ago))
    os.utime(tmp_path / "forgotten", (long_ago, long_ago))
    prune(tmp_path)
    assert {folder.name for folder in tmp_path.iterdir()} == {"used", "unfinished"}
