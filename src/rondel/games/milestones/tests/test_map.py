"""Maps: the file format, its problems by name, and play on a custom map."""

import time
import tomllib
from pathlib import Path

import numpy as np
import pytest

from rondel.core import Message, UnknownEdition, read_position
from rondel.games.milestones.components import EDITIONS, edition, read_edition
from rondel.games.milestones.map import (
    PROBLEMS,
    Grid,
    Map,
    UnsoundMap,
    draw_map,
    problems_of,
    read_map,
    read_tile,
    sketch,
    usual_map,
    usual_text,
    workers_of,
)
from rondel.games.milestones.mapfile import parse
from rondel.games.milestones.state import MAX_VERTICES, NONE
from rondel.games.milestones.tests.table import milestones, play
from rondel.kernel.compiler import is_interpreted
from rondel.kernel.rng import seeds
from rondel.match import Match, SeededRandom, read_record, write_record
from rondel.match import read_edition as read_file

NO_END = -1
MAX_STEPS = 60 if is_interpreted() else 100_000
OWN = usual_text().replace('"reconstruction-2012"', '"my-own"')


def problems(*changes: tuple[str, str], of: str = OWN) -> list[Message]:
    """Return the problems of a map file after some replacements."""
    for old, new in changes:
        assert old in of
        of = of.replace(old, new, 1)
    return problems_of(read_map(of))


def block(rows: int, columns: int) -> str:
    """Return a map file of this size, with all bushes in its first rows."""
    grid = Grid(Map("block", [[1] * columns] * rows, [y % 2 for y in range(rows)], "a1", []))
    bushes = [grid.triangle_name(triangle) for triangle in range(15)]
    numbers = [[int(bool(x or y)) for x in range(columns)] for y in range(rows)]
    return "\n".join(
        [
            'name = "block"',
            f"rows = {numbers}",
            f"shift = {[y % 2 for y in range(rows)]}",
            'start = "a1"',
            f"bushes = {bushes}",
        ]
    )


def test_the_usual_map_has_no_problems() -> None:
    assert problems_of(usual_map()) == []
    assert problems() == []


WRONG = [
    (("rows = [", "rows = [ ["), "map-unreadable"),
    (('start = "a1"', "start = 1"), "map-unreadable"),
    (('start = "a1"', 'start = "a1"\ncolour = "red"'), "map-unreadable"),
    (("shift = [1,", "shift = [-1,"), "map-unreadable"),
]


@pytest.mark.parametrize(("change", "key"), WRONG)
def test_an_unreadable_file_is_said_to_be(change: tuple[str, str], key: str) -> None:
    with pytest.raises(UnsoundMap) as raised:
        problems(change)
    assert [problem.key for problem in raised.value.problems] == [key]


ABUSES = [
    ("x" * 30_000, "map-too-long"),
    ("a" + ".a" * 9_000 + " = 1", "map-too-intricate"),
    ('"a"' + ' . "a"' * 3_000 + " = 1", "map-too-intricate"),
    ("[a" + ".a" * 9_000 + "]", "map-too-intricate"),
    ("name = " + "[" * 9_000, "map-too-intricate"),
    ("name = " + "{a=" * 6_000, "map-too-intricate"),
    ("rows = [[" + "9" * 9_000 + "]]", "map-unreadable"),
    (OWN.replace("[0, 2,", "[0, 99999999999999999999999,"), "map-unreadable"),
    ("z" * 9_000 + " = 1", "map-unreadable"),
    (OWN.replace('start = "a1"', f'start = "{"a" * 9_000}"'), "map-unreadable"),
    (OWN + 'title = """' + "x" * 9_000 + '"""', "map-unreadable"),
    ('name = "' + "\\" * 9_001, "map-unreadable"),
    ("[[x]]", "map-too-intricate"),
    ("x = '''a'''' #''''\n" + "a" + ".a" * 6_000 + " = 1\n#'''", "map-too-intricate"),
    ("x = '''a'''' #''''\nx = " + "[" * 9_000 + "\n#'''", "map-unreadable"),
    (('\\"a' * 7_000)[:20_000], "map-unreadable"),
    ("rows = [[1, 2]", "map-unreadable"),
    ("rows = [[1 2]]", "map-unreadable"),
    ("rows = [, 1]", "map-unreadable"),
    ("rows = 1 2", "map-unreadable"),
    ("rows", "map-unreadable"),
    ("rows = ", "map-unreadable"),
    ("name = 1\nname = 1", "map-unreadable"),
    ("name = " + "1_" * 100, "map-unreadable"),
    ('name = "\ud800"', "map-unreadable"),
]


@pytest.mark.parametrize(("text", "key"), ABUSES, ids=lambda given: given[:24])
def test_no_text_takes_long_to_refuse_or_is_told_in_full(text: str, key: str) -> None:
    began = time.process_time()
    with pytest.raises(UnsoundMap) as raised:
        read_map(text)
    # A generous bound: before the fix this took half a minute.
    assert time.process_time() - began < 2
    assert [problem.key for problem in raised.value.problems] == [key]
    assert len(str(raised.value)) < 500


def test_of_very_many_problems_some_are_named() -> None:
    bushes = ", ".join(['"a1"'] * 2_000)
    start, _, _ = OWN.partition("bushes = ")
    found = problems_of(read_map(f"{start}bushes = [{bushes}]"))
    assert len(found) == 50


def test_dots_and_braces_may_stand_in_quotes_and_comments() -> None:
    titled = OWN + 'title = "a.b {c} \\" #"  # {x.y}\n'
    assert problems_of(read_map(titled)) == []
    assert read_map(titled).title == 'a.b {c} " #'


def test_a_map_file_reads_as_toml_does() -> None:
    more = """title = '''
two 'lines'''''
"certain" = [ "numbers", # one
  'bushes',
]
"""
    text = OWN.replace("certain = []\n", "") + more
    assert parse(text) == tomllib.loads(text)
    assert parse(text.replace("\n", "\r\n")) == tomllib.loads(text)
    odd = ["x = [+1, -0, 1_0, 0x1F, []]", 'x = "\\u00e9\\t\\""', 'x = """a""b\\""""""', "x = ''"]
    for line in odd:
        assert parse(line) == tomllib.loads(line), line


CHANGES = [
    (('"my-own"', '"' + "m" * 81 + '"'), Message("map-name-too-long", {"found": 81, "most": 80})),
    (('"my-own"', '"my own"'), Message("map-nameless")),
    (('"my-own"', '"reconstruction-2012"'), None),
    (
        ("  [3, 4, 1, 3, 2, 3, 4, 3],\n]", "]"),
        Message("map-shifts", {"rows": 6, "shifts": 7}),
    ),
    (
        ("shift = [1, 0, 1,", "shift = [1, 1, 1,"),
        Message("map-rows-do-not-interlock", {"above": "a", "below": "b"}),
    ),
    (("[0, 2, 1", "[0, 0, 1"), Message("map-missing-number", {"vertex": "a2"})),
    (("[0, 2, 1", "[0, 6, 1"), Message("map-number-out-of-range", {"vertex": "a2", "number": 6})),
    (("[0, 2, 1", "[0, -1, 1"), Message("map-number-out-of-range", {"vertex": "a2", "number": -1})),
    (('start = "a1"', 'start = "h1"'), Message("map-unknown-start", {"start": "h1"})),
    (
        ('start = "a1"', 'start = "a2"'),
        Message("map-start-has-number", {"start": "a2", "number": 2}),
    ),
    (
        ('  "a2-a3-b3", ', "  "),
        Message("map-wrong-number-of-bushes", {"found": 14, "wanted": 15}),
    ),
    (('"a2-a3-b3"', '"a2-a3-c3"'), Message("map-bush-no-triangle", {"bush": "a2-a3-c3"})),
    (('"a2-a3-b3"', '"a2"'), Message("map-bush-no-triangle", {"bush": "a2"})),
    (('"a2-a3-b3"', '"b5-a4-b4"'), Message("map-bush-twice", {"bush": "a4-b4-b5"})),
    (
        ('"L1G1", ', ""),
        Message("map-wrong-number-of-workers", {"found": 34, "wanted": 35}),
    ),
    (('"L1G1"', '"L1G9"'), Message("map-unreadable-worker", {"tile": "L1G9"})),
]


@pytest.mark.parametrize(("change", "problem"), CHANGES)
def test_every_problem_has_a_name(change: tuple[str, str], problem: Message | None) -> None:
    assert (problem in problems(change)) if problem else problems(change) == []


def test_a_name_that_is_taken_must_be_changed_when_the_map_is() -> None:
    changed = problems(("[0, 2, 1", "[0, 3, 1"), of=usual_text())
    assert changed == [Message("map-name-taken", {"name": "reconstruction-2012"})]


def test_a_map_needs_room_for_every_section() -> None:
    assert problems_of(read_map(block(7, 7))) == []
    found = problems_of(read_map(block(6, 8)))
    assert found == [Message("map-too-few-vertices", {"found": 48, "least": 49})]


def test_a_map_has_at_most_128_vertices() -> None:
    assert problems_of(read_map(block(8, 16))) == []
    found = problems_of(read_map(block(13, 10)))
    assert found == [Message("map-too-many-vertices", {"found": 130, "most": 128})]


def test_a_map_has_at_most_as_many_rows_as_there_are_letters() -> None:
    found = problems_of(read_map(block(27, 2)))
    assert Message("map-too-many-rows", {"found": 27, "most": 26}) in found


def test_a_start_without_neighbours_and_what_cannot_be_reached_are_named() -> None:
    far = OWN.replace("shift = [1, 0,", "shift = [101, 0,")
    alone = problems(
        ("  [0, 2, 1, 2, 3, 4, 2, 5],\n", "  [0],\n"), ("shift = [1, 0,", "shift = [101, 0,")
    )
    assert Message("map-start-without-neighbours", {"start": "a1"}) in alone
    cut = problems_of(read_map(far))
    assert Message("map-disconnected", {"vertex": "b1"}) in cut
    assert Message("map-disconnected", {"vertex": "a2"}) not in cut


def test_all_problems_are_listed_with_their_fields() -> None:
    shown = [problem for _, problem in CHANGES if problem]
    for problem in shown:
        assert tuple(problem.args) == PROBLEMS[problem.key]
    tried = {problem.key for problem in shown} | {
        "map-unreadable",
        "map-too-long",
        "map-too-intricate",
        "map-name-taken",
        "map-too-many-rows",
        "map-too-few-vertices",
        "map-too-many-vertices",
        "map-start-without-neighbours",
        "map-disconnected",
    }
    assert tried == set(PROBLEMS)


def test_every_problem_of_a_map_is_named_at_once() -> None:
    with pytest.raises(UnsoundMap) as raised:
        read_edition(OWN.replace("[0, 2, 1", "[0, 0, 9").replace('"L1G1"', '"X"'))
    keys = [problem.key for problem in raised.value.problems]
    assert keys == ["map-missing-number", "map-number-out-of-range", "map-unreadable-worker"]
    assert "map-missing-number a2" in str(raised.value)


def test_a_vertex_has_up_to_six_neighbours_clockwise_from_the_east() -> None:
    grid = Grid(usual_map())
    names = [vertex.name for vertex in grid.vertices]
    around = [names[grid.neighbour(grid.index["c3"], direction)] for direction in range(6)]
    assert around == ["c4", "d4", "d3", "c2", "b3", "b4"]
    assert [names[other] for other in grid.neighbours(0)] == ["a2", "b2", "b1"]
    assert grid.neighbour(0, 3) == NONE


def test_triangles_are_named_by_their_corners_in_any_order() -> None:
    grid = Grid(usual_map())
    triangle = grid.find_triangle("c3-B3 -c2".replace(" ", ""))
    assert grid.triangle_name(triangle) == "b3-c2-c3"
    around = {grid.triangle_at(grid.index["c3"], direction) for direction in range(6)}
    assert triangle in around
    assert len(around) == 6


def test_a_tile_is_two_workers() -> None:
    assert read_tile("Q5L8") == ((0, 5), (1, 8))
    for wrong in ("Q5", "Q5L9", "q5l5", "Q5L5 "):
        assert read_tile(wrong) is None


def test_worker_tiles_may_be_left_out() -> None:
    assert workers_of(read_map(block(7, 7))) == usual_map().workers


def test_the_drawing_shows_every_crossing_and_bush() -> None:
    drawn = draw_map(usual_map())
    for vertex in Grid(usual_map()).vertices:
        assert f"{vertex.name}:{vertex.number or 'M'}" in drawn
    assert drawn.count("*") == 15
    assert max(map(len, drawn.splitlines())) <= 80


def test_a_map_with_problems_can_still_be_drawn() -> None:
    assert "a1:M" in draw_map(read_map(OWN.replace('"a2-a3-b3"', '"x"')))
    assert draw_map(read_map(block(7, 7).replace(str([0] + [1] * 6), "[]"))) != ""
    assert draw_map(Map("none", [], [], "a1", [])) == ""


def test_streets_are_drawn_heavily() -> None:
    grid = Grid(usual_map())
    a1, a2, b2 = (grid.index[name] for name in ("a1", "a2", "b2"))
    plain = sketch(grid, {}, {})
    paved = sketch(grid, {}, {}, {(a1, a2), (a2, b2), (a1, b2)})
    assert not set("━╲╱") & set(plain)
    assert {mark: paved.count(mark) for mark in "━╲╱"} == {"━": 7, "╲": 3, "╱": 3}


def test_the_usual_edition_carries_no_source_and_an_own_one_does() -> None:
    assert edition("").name == EDITIONS[0]
    assert edition(EDITIONS[0]).source == ""
    assert (milestones.edition(OWN).name, milestones.edition(OWN).source) == ("my-own", OWN)


def test_an_edition_is_a_name_a_text_or_an_edition_and_opens_no_files(tmp_path: Path) -> None:
    own = milestones.edition(OWN)
    assert milestones.edition(OWN) is own is milestones.edition(own)
    file = tmp_path / "own.toml"
    file.write_text(OWN, "utf-8")
    with pytest.raises(UnknownEdition):
        milestones.edition(str(file))
    assert read_file("milestones", file) is own


def test_what_an_owner_knows_for_certain_is_said() -> None:
    own = read_edition(OWN.replace("certain = []", 'certain = ["numbers", "bushes"]'))
    assert own.facts["confidence"]["numbers"] == "certain"
    assert own.facts["confidence"]["workers"] == "reconstruction"


def test_tiles_that_are_alike_are_one_outcome_with_more_weight() -> None:
    own = read_edition(OWN.replace('"L1Q1"', '"L1G1"').replace('"C1Q2"', '"L1G1"'))
    position = milestones.start(2, own)
    position = play(position, *[f"bonus {kind}" for kind in BONUSES])
    weights = {own.steps.text(number): weight for number, weight in position.legal_steps}
    assert weights["tile L1G1"] == 3
    assert sum(weights.values()) == 35
    position = play(position, "tile L1G1", "tile L1G1", "tile L8S8", "tile G8S8", "tile Q7Q8")
    position = play(position, "tile L1G1", "tile L7Q7", "tile S7S7", "tile C7L8", "tile G7C8")
    assert "tile L1G1" not in {own.steps.text(number) for number, _ in position.legal_steps}


BONUSES = ["quarryman", "lumberjack", "sand-worker", "grain-grower", "coiner"] * 3


@pytest.mark.parametrize("size", [(7, 7), (8, 16), (2, 64), (16, 8)])
def test_matches_are_played_on_maps_of_any_size(size: tuple[int, int]) -> None:
    own = read_edition(block(*size))
    assert len(own.facts["grid"].vertices) <= MAX_VERTICES
    steps = np.zeros(milestones.most_options, np.int16)
    weights = np.ones(milestones.most_options, np.int32)
    seen = np.zeros(milestones.steps.size, np.int64)
    wrong = milestones.drivers.checked_playouts(
        milestones.state.new(), own.box, 2, seeds(1, 1), steps, weights, MAX_STEPS, 3, seen
    )
    assert wrong == (NO_END if is_interpreted() else 0)


def test_a_match_on_an_own_map_survives_writing_and_reading() -> None:
    match = Match(milestones, 2, edition=read_edition(block(8, 16)), dealer=SeededRandom(1))
    while len(match) < 60:
        match.play(match.position.legal_steps[0][0])
    again = read_record(write_record(match))
    assert again.edition.name == "block"
    assert again.log == match.log
    assert again.position == match.position
    assert read_position(milestones, match.position.write(), match.edition) == match.position
