"""Games are folders found by scanning; adding one needs no edit elsewhere."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from rondel.core import UnknownGame
from rondel.games import find, names
from tests.waiting import TIMEOUT

TOY = Path(__file__).parent / "toy"


def test_games_are_found_by_their_folders() -> None:
    assert "finca" in names()
    assert list(names()) == sorted(names())
    assert find("finca").name == "finca"


def test_an_unknown_game_is_refused_with_those_there_are() -> None:
    with pytest.raises(UnknownGame) as refused:
        find("chess")
    assert refused.value.fields == {"name": "chess", "known": list(names())}


def run(
    *command: str, games: Path, folder: Path, typed: str = "", **environment: str
) -> subprocess.CompletedProcess[str]:
    """Run a Python module with a folder of additional games."""
    return subprocess.run(
        [sys.executable, "-W", "error", "-m", *command],
        input=typed,
        cwd=folder,
        env=os.environ | {"RONDEL_GAMES": str(games), "PYTHONIOENCODING": "utf-8"} | environment,
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=TIMEOUT,
    )


def with_toy(*command: str, folder: Path = TOY.parent.parent, typed: str = "") -> str:
    """Return the output of a Python module with the toy game installed."""
    ran = run(*command, games=TOY, folder=folder, typed=typed)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout


def test_a_toy_game_in_a_folder_of_its_own_passes_the_conformance_suite() -> None:
    told = with_toy("pytest", "-p", "no:cacheprovider", str(TOY))
    assert "passed" in told


@pytest.mark.parametrize(
    ("file", "right", "wrong", "test"),
    [
        ("rules.py", "baskets[s.mover] += fruits", "baskets[s.mover] += 1", "moment_is_sound"),
        ("rules.py", "steps[trees] = WALK + trees", "steps[trees] = WALK", "comes_twice"),
        ("rules.py", "found = 0\n", "found = 0\n    s.past = 1 - s.past\n", "asking_changes"),
        ("words/hu.ftl", "label-pick", "label-pack", "label_in_every"),
    ],
    ids=["a fruit is lost", "an option twice", "asking changes the table", "a word is missing"],
)
def test_a_game_that_gets_something_wrong_does_not_pass(
    tmp_path: Path, file: str, right: str, wrong: str, test: str
) -> None:
    shutil.copytree(TOY, tmp_path, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__py*"))
    text = (tmp_path / "orchard" / file).read_text("utf-8")
    assert right in text
    (tmp_path / "orchard" / file).write_text(text.replace(right, wrong), "utf-8")
    options = ["-p", "no:cacheprovider", "--rootdir", ".", "--tb=no", "-rf", "-k", test]
    told = run(
        "pytest", *options, ".", games=tmp_path, folder=tmp_path, NUMBA_DISABLE_JIT="1"
    ).stdout
    assert test in told
    assert "failed" in told
    assert "error" not in told


def test_the_toy_game_is_listed_and_explained(tmp_path: Path) -> None:
    assert "orchard" in with_toy("rondel", "games", folder=tmp_path)
    told = with_toy("rondel", "rules", "orchard", "--language", "fr", folder=tmp_path)
    assert "Verger" in told


def test_the_toy_game_is_simulated(tmp_path: Path) -> None:
    out = tmp_path / "summary.json"
    arguments = ["--games", "200", "--players", "3", "--seed", "1", "--json", str(out)]
    told = with_toy("rondel", "simulate", "orchard", *arguments, folder=tmp_path)
    assert "200" in told
    summary = json.loads(out.read_text("utf-8"))
    assert (summary["games"], summary["unended"], len(summary["seats"])) == (200, 0, 3)


def test_the_toy_game_is_played_saved_replayed_and_verified(tmp_path: Path) -> None:
    arguments = ["--seed", "3", "--save", "orchard.rondel", "--language", "en", "--players", "2"]
    told = with_toy("rondel", "play", "orchard", *arguments, folder=tmp_path, typed="1\n" * 200)
    assert "A basket is full." in told or "The orchard is bare." in told
    assert "game: orchard" in (tmp_path / "orchard.rondel").read_text("utf-8")
    told = with_toy("rondel", "replay", "orchard.rondel", "--language", "en", folder=tmp_path)
    assert "walks on by 1" in told
    assert with_toy("rondel", "verify", "orchard.rondel", folder=tmp_path)


BROKEN = {
    "syntax": ("def game(:\n", "broken-game", "SyntaxError"),
    "imports": ("import no_such_module\n", "broken-game", "no_such_module"),
    "leaves": ("raise SystemExit(3)\n", "broken-game", "SystemExit: 3"),
    "nothing": ("", "missing-game", "defines no `game`"),
    "number": ("game = 3\n", "missing-game", "defines no `game`"),
    "alias": ("from rondel.games.finca import game as game\n", "wrong-name", "'finca'"),
    "finca": ("", "duplicate-game", "another game is called 'finca'"),
}


def write_broken_games(folder: Path) -> str:
    """Write broken games and a valid one; return a RONDEL_GAMES that also has a missing folder."""
    for name, (source, _, _) in BROKEN.items():
        (folder / "broken" / name).mkdir(parents=True)
        (folder / "broken" / name / "__init__.py").write_text(source, "utf-8")
    (folder / "file").write_text("", "utf-8")
    return os.pathsep.join(
        str(one) for one in (folder / "broken", TOY, folder / "file", folder / "missing")
    )


def test_a_broken_folder_among_the_games_is_reported_and_left_out(tmp_path: Path) -> None:
    added = write_broken_games(tmp_path)
    ran = run("rondel", "games", "--language", "en", games=Path(added), folder=tmp_path)
    assert ran.returncode == 0 and "Traceback" not in ran.stderr, ran.stderr
    assert "finca: Finca" in ran.stdout and "orchard: Orchard" in ran.stdout
    errors = ran.stderr.splitlines()
    listed = " ".join(ran.stdout.split())
    for name, (_, code, problem) in BROKEN.items():
        folder = str(tmp_path / "broken" / name)
        [line] = [line for line in errors if line.startswith(f"rondel: {folder} is left out: ")]
        assert problem in line and line.endswith(f"[{code}]")
        assert listed.count(f"[{code}]") == sum(code == other[1] for other in BROKEN.values())
    for name in ("file", "missing"):
        assert f"rondel: {tmp_path / name} is left out: it is not a directory [no-folder]" in errors
    assert len(errors) == len(BROKEN) + 2
    assert listed.count("left out:") == len(errors)


def test_an_installed_distribution_adds_a_game_by_an_entry_point(tmp_path: Path) -> None:
    site = tmp_path / "site"
    shutil.copytree(TOY / "orchard", site / "their_orchard")
    about = site / "their_orchard-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: their-orchard\nVersion: 1.0\n")
    points = "[rondel.games]\norchard = their_orchard\nnowhere = no_such_package\n"
    (about / "entry_points.txt").write_text(points, "utf-8")
    path = {"PYTHONPATH": os.pathsep.join([str(site), os.environ.get("PYTHONPATH", "")])}
    ran = run("rondel", "games", "--language", "en", games=Path(), folder=tmp_path, **path)
    assert ran.returncode == 0, ran.stderr
    assert "orchard: Orchard" in ran.stdout and "finca: Finca" in ran.stdout
    assert "no_such_package is left out" in ran.stderr and "[broken-game]" in ran.stderr
    arguments = ["--seed", "3", "--save", "a.rondel", "--language", "en", "--players", "2"]
    ran = run(
        "rondel", "play", "orchard", *arguments, games=Path(), folder=tmp_path, typed="1\n" * 3,
        **path,
    )  # fmt: skip
    assert "game: orchard" in (tmp_path / "a.rondel").read_text("utf-8"), ran.stderr


def test_a_server_starts_although_a_folder_among_the_games_is_broken(tmp_path: Path) -> None:
    program = (
        "from litestar.testing import TestClient\n"
        "from rondel.server.app import make_app\n"
        "from rondel.server.settings import Settings\n"
        "with TestClient(make_app(Settings(database='sqlite:///a.db', warm=False))) as client:\n"
        "    print([game['name'] for game in client.get('/api/offer').json()['games']])\n"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program], cwd=tmp_path, capture_output=True, encoding="utf-8",
        env=os.environ | {"RONDEL_GAMES": write_broken_games(tmp_path), "NUMBA_DISABLE_JIT": "1"},
        check=False, timeout=TIMEOUT,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout == "['ferries', 'finca', 'milestones', 'orchard', 'sledges']\n"
    assert "[broken-game]" in ran.stderr
