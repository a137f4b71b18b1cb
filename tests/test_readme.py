"""Examples of the README and the guides give the results that they show."""

import doctest
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from rondel.cli import app
from rondel.games import find
from rondel.i18n import LANGUAGES
from tests.guide import write_carousel
from tests.waiting import TIMEOUT

ROOT = Path(__file__).parent.parent
GAMES = ROOT / "src" / "rondel" / "games"
PAGES = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *GAMES.glob("*/*.md")]
SESSION = re.compile(r"^```python\n(>>> .*?)^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)")
PARAGRAPH = re.compile(r"§\d+(?:\.\d+)?")


def page_name(page: Path) -> str:
    return str(page.relative_to(ROOT))


def anchors(page: Path) -> set[str]:
    headings = re.findall(r"^#+ (.*)$", page.read_text("utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in headings}


SESSIONS = [page_name(page) for page in PAGES if SESSION.search(page.read_text("utf-8"))]
SESSIONS.remove("docs/write-a-bot.md")
"""Pages with sessions; tests/test_bots.py runs that guide, which needs a file written before."""


@pytest.mark.parametrize("name", SESSIONS)
def test_a_session_gives_what_the_page_shows(name: str) -> None:
    session = "\n".join(SESSION.findall((ROOT / name).read_text("utf-8")))
    examples = doctest.DocTestParser().get_doctest(session, {}, name, name, 0)
    assert examples.examples
    assert doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(examples).failed == 0


def test_the_bot_of_the_first_page_enters_the_arena_and_sits_down(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "start" / "bots.md").read_text("utf-8")
    program = page.partition("`mine.py`:\n\n```python\n")[2].partition("```")[0]
    (tmp_path / "mine.py").write_text(program, "utf-8")
    told = re.findall(r"^rondel (arena|play) (.+)$", page, re.MULTILINE)
    assert [command for command, _ in told] == ["arena", "play"]
    shorter = {"arena": ["--games", "2", "--workers", "1"], "play": ["--seed", "7"]}
    for command, rest in told:
        ran = subprocess.run(
            [sys.executable, "-m", "rondel", command, *rest.split(), *shorter[command]],
            cwd=tmp_path, input="quit\n", capture_output=True, text=True, check=False,
            timeout=TIMEOUT, env=os.environ | {"PYTHONIOENCODING": "utf-8"},
        )  # fmt: skip
        assert ran.returncode == 0, ran.stdout + ran.stderr
        assert "Eager" in ran.stdout


@pytest.mark.parametrize("page", PAGES, ids=page_name)
def test_links_lead_somewhere(page: Path) -> None:
    for file, anchor in LINK.findall(page.read_text("utf-8")):
        target = (page.parent / file).resolve() if file else page
        assert target.exists(), file
        assert target.suffix == ".png" or not anchor or anchor in anchors(target), anchor


LESSON = """
from rondel.games import find
from rondel.match import read_record
folder = find("carousel").folder / "lessons"
lesson = (folder / "first.rondel").read_text("utf-8")
assert read_record(lesson).names == ["", "Ilka"]
said = [line.removeprefix("# say: ") for line in lesson.splitlines() if "# say: " in line]
for language in ("en", "fr", "hu"):
    words = (folder / f"{language}.ftl").read_text("utf-8")
    spoken = [line.partition(" = ")[0] for line in words.splitlines()]
    assert spoken == [f"lesson-{key}" for key in said]
"""
SEEN = """
from rondel.games import find
from rondel.learn.features import describe, features
print(describe(features(find("carousel"), 2)))
"""


def test_the_toy_game_of_the_guide_passes_its_tests(tmp_path: Path) -> None:
    write_carousel(tmp_path)
    environment = {**os.environ, "RONDEL_GAMES": str(tmp_path), "NUMBA_DISABLE_JIT": "1"}
    options = ["-W", "error", "-p", "no:cacheprovider", "--rootdir", str(tmp_path), "-q"]
    tests = ["-m", "pytest", *options, str(tmp_path)]
    golden = ["-m", "rondel.testkit.golden", "carousel"]
    page = (ROOT / "docs" / "start" / "games.md").read_text("utf-8")
    assert f"python {' '.join(golden)}\npytest mygames\n" in page
    for command in (golden, tests, ["-c", LESSON], ["-c", SEEN]):
        ran = subprocess.run(
            [sys.executable, *command],
            env=environment, capture_output=True, text=True, check=False, timeout=TIMEOUT,
        )  # fmt: skip
        assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "where the pawn stands" in ran.stdout


@pytest.mark.parametrize("rules", sorted(GAMES.glob("*/RULES.md")), ids=page_name)
def test_every_paragraph_the_code_cites_stands_in_the_rules(rules: Path) -> None:
    paragraphs = set(PARAGRAPH.findall(rules.read_text("utf-8")))
    for source in rules.parent.rglob("*.py"):
        assert set(PARAGRAPH.findall(source.read_text("utf-8"))) <= paragraphs, source


@pytest.mark.parametrize("english", sorted(GAMES.glob("*/rules.en.md")), ids=page_name)
def test_the_rules_have_the_same_chapters_in_every_language(english: Path) -> None:
    shapes = {
        language: re.findall(
            r"^#+ ", english.with_name(f"rules.{language}.md").read_text("utf-8"), re.MULTILINE
        )
        for language in LANGUAGES
    }
    assert len(shapes["en"]) > 5
    assert all(shape == shapes["en"] for shape in shapes.values())


def test_the_picture_of_the_packages_has_every_package() -> None:
    linted = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]
    layers = linted["contracts"][0]["layers"]
    packages = [
        package.removeprefix("rondel.") for layer in layers for package in layer.split(" | ")
    ]
    picture = (ROOT / "docs" / "pictures" / "packages.svg").read_text("utf-8")
    assert packages == re.findall(r'class="name">(.*?)<', picture)


def test_the_page_of_commands_lists_every_command() -> None:
    page = (ROOT / "docs" / "command-line.md").read_text("utf-8")
    told = set(re.findall(r"^\| `rondel (\w+)", page, re.M))
    known = {one.name or one.callback.__name__ for one in app.registered_commands if one.callback}
    assert told == known | {str(group.name) for group in app.registered_groups}


@pytest.mark.parametrize("game", ["finca", "milestones"])
def test_the_notation_that_records_explain_is_the_games_own(game: str) -> None:
    page = (ROOT / "docs" / "records.md").read_text("utf-8")
    table = page.partition(f"### {game.title()}\n\n")[2].partition("\n\n")[0]
    cells = [row.split("|")[1] for row in table.splitlines()]
    shown = [text for cell in cells for text in re.findall(r"`(.*?)`", cell)]
    steps = find(game).edition("").steps
    assert {type(steps.step(steps.number(text))) for text in shown} == set(steps.kinds)


FIGURE = re.compile(
    r"(\d+(?:\.\d+)?)(?:\s(?:and|to)\s(\d+(?:\.\d+)?))?\s(?:times the pace|million|thousand|%)"
)


@pytest.mark.parametrize("name", ["write-a-bot.md", "train-an-agent.md"])
def test_figures_in_the_guides_are_those_of_the_benchmarks(name: str) -> None:
    measured = (ROOT / "benchmarks" / "README.md").read_text("utf-8")
    known = {float(number) for number in re.findall(r"\d+(?:\.\d+)?", measured)}
    page = (ROOT / "docs" / name).read_text("utf-8")
    figures = [number for pair in FIGURE.findall(page) for number in pair if number]
    assert figures
    for figure in figures:
        digits = len(figure.partition(".")[2])
        assert float(figure) in {round(number, digits) for number in known}, figure
