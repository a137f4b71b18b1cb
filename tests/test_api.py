"""Public names of `import rondel`, and its import time."""

import copy
import json
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any, cast

import pytest

import rondel
from rondel import core
from rondel.arena.simulate import batches_of_bots, simulate
from rondel.arena.tournament import check_entrants
from rondel.core import RondelError
from rondel.learn.features import Features, features
from rondel.testkit import random_match, soak

OFFERED: list[str] = vars(rondel)["__all__"]


def python(*lines: str) -> Any:
    """Run lines in a fresh interpreter and return their printed JSON."""
    command = [sys.executable, "-c", "\n".join(("import json, sys", *lines))]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120)
    return json.loads(done.stdout)


def test_importing_rondel_brings_neither_the_compiler_nor_arrays() -> None:
    loaded = python("import rondel", "print(json.dumps(sorted(sys.modules)))")
    heavy = {"numba", "numpy", "msgspec", "litestar", "sqlalchemy", "typer", "rich", "fluent"}
    assert heavy & set(loaded) == set()
    assert [name for name in loaded if name.startswith("rondel")] == ["rondel"]


def test_every_public_name_is_there_and_listed() -> None:
    for name in OFFERED:
        assert getattr(rondel, name).__doc__, name
        assert name in dir(rondel)
    with pytest.raises(AttributeError, match="Match"):
        vars(rondel)["__getattr__"]("chess")


def test_type_checkers_see_the_names_that_are_brought() -> None:
    source = Path(rondel.__file__).read_text("utf-8")
    declared = source.partition("if TYPE_CHECKING:")[2].partition("else:")[0]
    shown = {line.split()[-1] for line in declared.splitlines() if " as " in line}
    assert shown | {"game", "game_names"} == set(OFFERED)


def test_every_error_of_core_is_public() -> None:
    refusals = {
        name
        for name, kind in vars(core).items()
        if isinstance(kind, type) and issubclass(kind, RondelError)
    }
    assert refusals <= set(OFFERED)


def test_the_names_of_all_games_are_listed() -> None:
    shown = python(
        "import rondel",
        "before = rondel.game_names()",
        "import rondel.games",
        "print(json.dumps([before, rondel.game_names(), rondel.games.names()]))",
    )
    assert shown == [["finca", "milestones"]] * 3


def test_names_stand_for_games_bots_and_editions() -> None:
    match = rondel.Match("finca", ["Anna", "Béla"], seed=7)
    assert match.game is rondel.game("finca") is rondel.game(match.game)
    assert match.seat == 0 and len(match.actions) == 12
    assert match.view.players[0].fruits["fig"] == 0
    assert rondel.edition("finca") is match.edition
    bot = rondel.bot("beginner", seed=1)
    match.play(bot.choose(match.position))
    assert match.seat == 1 and match.result is None and not match.is_over
    with pytest.raises(rondel.UnknownGame, match="finca, milestones"):
        rondel.Match("chess")
    with pytest.raises(rondel.UnknownBot, match="expert"):
        rondel.bot("deep blue")


def test_wherever_a_game_is_taken_its_name_will_do() -> None:
    match = random_match("finca", 2, seed=1)
    assert rondel.read_position("finca", match.position.write()) == match.position
    assert rondel.Translator("fr", "milestones").has("game-title")
    assert Features("finca", 2).size == features("finca", 2).size > 0
    random_result = simulate("finca", 3, seed=1)
    assert random_result.points.tolist() == simulate(match.game, 3, seed=1).points.tolist()
    assert next(batches_of_bots("finca", 1, ["random"] * 2, workers=1)).points.shape == (1, 2)
    assert soak("finca", 2, 1).sum() > 0
    check_entrants("finca", ["random", "greedy"], 2)
    for takes_a_name in (lambda: rondel.Translator("en", "chess"), lambda: soak("chess", 2, 1)):
        with pytest.raises(rondel.UnknownGame):
            takes_a_name()


def test_the_same_seed_gives_the_same_match() -> None:
    first, second, third = (rondel.Match("finca", 2, seed=seed) for seed in (7, 7, 8))
    assert first.log == second.log != third.log
    with pytest.raises(rondel.WrongArgument, match="dealer"):
        rondel.Match("finca", 2, seed=1, dealer=rondel.SeededRandom(2))
    with pytest.raises(rondel.WrongArgument, match="list of names"):
        rondel.Match("finca", "Anna")


def test_a_match_is_saved_and_read_again(tmp_path: Path) -> None:
    match = rondel.Match("finca", ["Anna", "Béla"], dealer=rondel.VerifiableRandom(bytes(32)))
    match.play("place 3")
    file = tmp_path / "evening.rondel"
    match.save(file)
    for named in (file, str(file)):
        again = rondel.read(named)
        assert again.log == match.log and again.names == match.names
        again.play(again.actions[0])
        assert isinstance(again.dealer, rondel.VerifiableRandom)
    with pytest.raises(rondel.UnreadableFile, match="missing"):
        rondel.read(tmp_path / "missing.rondel")
    with pytest.raises(OSError, match="cannot be written"):
        match.save(tmp_path / "missing" / "evening.rondel")


def test_games_are_simulated_by_name() -> None:
    random_result = rondel.simulate("finca", 30, players=3, seed=1)
    assert random_result.points.shape == (30, 3)
    bots = rondel.simulate("finca", 1, bots=["random", "random"], workers=1)
    assert bots.points.shape == (1, 2)
    with pytest.raises(rondel.WrongArgument, match="each seat"):
        rondel.simulate("finca", 1, bots="random")
    with pytest.raises(rondel.WrongArgument, match="3 seats"):
        rondel.simulate("finca", 1, bots=["random"], players=3)
    with pytest.raises(rondel.WrongArgument, match="at least one"):
        rondel.simulate("finca", 0)
    for games, seed in ((1.5, 0), (1, "x")):
        with pytest.raises(rondel.WrongArgument, match="whole"):
            rondel.simulate("finca", cast(int, games), seed=cast(int, seed))


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: rondel.Match("chess"),
        lambda: rondel.Match("finca", 9),
        lambda: rondel.Match("finca", edition="1999"),
        lambda: rondel.Match("finca", edition="a = 1\n"),
        lambda: rondel.Match("finca", edition=rondel.edition("milestones")),
        lambda: rondel.Match("finca").play("jump"),
        lambda: rondel.Match("finca").play("move 3"),
        lambda: rondel.Match("finca").play("place 3", seat=1),
        lambda: rondel.read_record("nothing"),
        lambda: rondel.read_position(rondel.game("finca"), "{}"),
    ],
)
def test_what_people_get_wrong_is_a_value_error_that_travels(wrong: Any) -> None:
    with pytest.raises(ValueError) as refused:  # noqa: PT011
        wrong()
    error = refused.value
    assert isinstance(error, RondelError) and error.code != "error"
    for again in (copy.copy(error), pickle.loads(pickle.dumps(error))):
        assert type(again) is type(error)
        assert str(again) == str(error)
        assert again.fields == error.fields


def test_missing_files_and_extras_are_what_python_calls_them() -> None:
    file = pickle.loads(pickle.dumps(rondel.UnreadableFile("a.rondel", "no such file")))
    assert isinstance(file, OSError) and str(file) == "a.rondel cannot be read: no such file"
    extra = pickle.loads(pickle.dumps(rondel.MissingExtra("learn")))
    assert isinstance(extra, ImportError) and "rondel[learn]" in str(extra)
