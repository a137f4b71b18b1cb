"""Parsers of untrusted text: linear time, and only documented errors.

`make fuzz SECONDS=600` generates texts for as long as asked.
"""

import gc
import statistics
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from io import StringIO
from tempfile import NamedTemporaryFile

from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from rondel.bots import find as find_bot
from rondel.bots.engine import Engine
from rondel.bots.protocol import read_go
from rondel.core import RondelError, read_position
from rondel.games import find
from rondel.games.milestones.map import MAX_CHARACTERS, check_map, usual_text
from rondel.match import Match, read_record, write_record
from rondel.puzzles.puzzle import read_puzzles

LONG, SHORT = MAX_CHARACTERS, MAX_CHARACTERS // 2
MAX_RATIO = 3.0
"""Limit of the time ratio: linear time doubles with the length, quadratic time quadruples."""
NOISE = 0.005
"""Tolerance of a measurement in seconds."""
REPETITIONS, ATTEMPTS = 5, 4
ANY = settings(
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
USUAL = settings(ANY, derandomize=True)
HEADER = "rondel: 1\ngame: {}\nrules: 1\nedition: {}\nseat: a\nseat: b\n"
STEPS = {name: find(name).edition("").steps for name in ("finca", "milestones")}


def record_of_map(text: str) -> None:
    """Read a record whose edition is a map."""
    source = "".join(f"| {line}\n" for line in text.splitlines())
    read_record(HEADER.format("milestones", "x") + source + "\n")


def steps_of(game: str) -> Callable[[str], object]:
    """Return a reader of the steps of a record."""
    header = HEADER.format(game, find(game).edition("").name)
    return lambda text: read_record(f"{header}\n{text}\n")


HEAD = '{"rondel_puzzles":1,"game":"finca","rules":1,"margin":0,"simulations":1,"seeds":1}'


def puzzles_of(text: str) -> None:
    """Read the lines of a file of puzzles."""
    with NamedTemporaryFile() as file:
        file.write(f"{HEAD}\n{text}".encode("utf-8", "surrogatepass"))
        file.flush()
        read_puzzles(file.name)


def ask_engine(text: str) -> None:
    """Send the lines of a text to an engine."""
    engine = Engine(StringIO(), "random")
    for line in ("match finca players 2", *text.splitlines()):
        engine.hear(line)
    engine.hear("stop")


READERS: dict[str, Callable[[str], object]] = {
    "map": check_map,
    "record": read_record,
    "record of a map": record_of_map,
    "header": lambda text: read_record(HEADER.format("finca", "finca") + text),
    "steps of finca": steps_of("finca"),
    "steps of milestones": steps_of("milestones"),
    "position of finca": partial(read_position, "finca"),
    "position of milestones": partial(read_position, "milestones"),
    "puzzles": puzzles_of,
    "engine": ask_engine,
    "request to think": read_go,
    "options of a bot": lambda text: find_bot(f"search:{text}").close(),
    "notation of finca": STEPS["finca"].number,
    "notation of milestones": STEPS["milestones"].number,
}
PIECES = [
    *"\"'\\[]{}=,.#:|/*-+_ \t\r\n\x00a1éß\u2028",
    *('"""', "'''", "\r\n", '\\"', "\\u00e9", "''''", "#'''", "[[", "]]", "a1", "1_0", "x = "),
    *('name = "a"', "rows = [[1, 2]]\n", "title = ", "seat: a\n", "| a\n", "steps: ", "result: "),
    *("secret: ", "nonces: ", "taken-back: ", "place 1", "move 1\n", "9" * 50, "ﬃ", "\ud800"),
    *('{"a":', '{"table":', "position {", "position start steps ", "go among ", "seconds 1 "),
    *("match finca players 2 ", 'source "', "set noise 1", "noise=1,", "null,"),
]
units = st.lists(st.sampled_from(PIECES), min_size=1, max_size=6).map("".join)
readers = st.sampled_from(sorted(READERS))
beginnings = st.sampled_from(["", "x = ", 'x = "', "x = [", "# ", "steps: "])
match = Match("finca", seed=1)
TEXTS = [usual_text(), write_record(match), write_record(Match("milestones", seed=1))]


@st.composite
def damaged(draw: st.DrawFn) -> str:
    """Return a valid text with a part of it replaced by repeated units."""
    text = draw(st.sampled_from(TEXTS))
    at = draw(st.integers(0, len(text)))
    cut = draw(st.integers(0, 40))
    return text[:at] + draw(units) * draw(st.integers(0, 50)) + text[at + cut :]


def read(reader: str, text: str) -> None:
    """Read a text; only errors of ours may be raised."""
    with suppress(RondelError):
        READERS[reader](text)


def seconds(reader: str, text: str) -> float:
    """Return the median processor time of reading a text."""
    measured: list[float] = []
    for _ in range(REPETITIONS):
        began = time.thread_time()
        read(reader, text)
        measured.append(time.thread_time() - began)
    return statistics.median(measured)


def is_linear(reader: str, short: str, long: str) -> bool:
    """Return True if the longer text takes at most `MAX_RATIO` times as long."""
    return seconds(reader, long) <= MAX_RATIO * seconds(reader, short) + NOISE


def check_time(reader: str, before: str, unit: str) -> None:
    """Assert that a text of repeated units takes no more than linear time."""
    short, long = (before + (unit * size)[: size - len(before)] for size in (SHORT, LONG))
    gc.disable()
    try:
        assert any(is_linear(reader, short, long) for _ in range(ATTEMPTS)), (
            seconds(reader, short),
            seconds(reader, long),
        )
    finally:
        gc.enable()


@settings(USUAL, max_examples=150)
@given(readers, beginnings, units)
@example("map", "", '\\"a')
@example("record of a map", "", '\\"a')
@example("map", "x='''a'''' #''''\n", "a.")
@example("map", "x='''a'''' #''''\nx=", "[")
@example("map", "x = [", "1,")
@example("map", "x = [", "[],")
@example("map", "x = [", '"\\n",')
@example("map", 'x = """', 'a""')
@example("map", "x = ", "9")
@example("map", "", " \t")
@example("map", "", "#a\n")
@example("notation of finca", "place", " ")
@example("header", "secret: ", "a")
@example("header", "nonces: ", "- ")
@example("record", "", "\n")
@example("request to think", "", "seconds 1 ")
@example("engine", "position {", '"a":[],')
def test_twice_the_length_takes_at_most_three_times_as_long(
    reader: str, before: str, unit: str
) -> None:
    check_time(reader, before, unit)


@settings(USUAL, max_examples=400)
@given(readers, damaged() | units | st.text(max_size=60))
@example("map", "x='''a'''' #''''\nx=" + "[" * 9000 + "\n#'''")
@example("map", "x='''a'''' #''''\n" + "a." * 9000 + "\n#'''")
@example("position of finca", '{"a":' * 4000)
@example("position of milestones", '{"a":' + "[" * 9000)
@example("puzzles", '{"a":' * 4000)
@example("engine", "position " + '{"a":' * 4000)
def test_no_text_raises_anything_but_an_error_of_ours(reader: str, text: str) -> None:
    read(reader, text)


def main() -> None:
    """Generate texts for as many seconds as the command line says."""
    until = time.monotonic() + float(sys.argv[1])
    usual = settings(ANY, max_examples=200)
    check_times = usual(given(readers, beginnings, units)(check_time))
    read_texts = usual(given(readers, damaged() | units | st.text(max_size=60))(read))
    rounds = 0
    while time.monotonic() < until:
        read_texts()
        check_times()
        rounds += 400
    print(rounds, "texts read")


if __name__ == "__main__":
    main()
