"""Errors of the command line: one translated line with a code, and exit status 2."""

import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import rondel as package
from rondel.cli import errors
from rondel.cli.errors import sentence
from rondel.core import RondelError
from rondel.i18n import LANGUAGES, Translator
from tests.waiting import TIMEOUT

if TYPE_CHECKING:
    from tests.cli.conftest import Rondel

MISTAKES: dict[str, list[tuple[object, ...]]] = {
    "unknown-game": [
        ("play", "chess"),
        ("simulate", "chess"),
        ("rules", "chess"),
        ("compile", "chess"),
    ],
    "no-game": [("play",)],
    "wrong-players": [
        ("play", "finca", "--players", 9),
        ("play", "finca", "--seat", "Anna"),
        ("play", "finca", "--seat", "Anna", "--seat", "Béla", "--players", 3),
        ("simulate", "finca", "--players", 1),
    ],
    "unknown-bot": [("play", "finca", "--seat", "Anna", "--seat", "bot:oracle")],
    "unknown-edition": [
        ("play", "finca", "--edition", "moon"),
        ("simulate", "finca", "--edition", "moon"),
    ],
    "unknown-language": [
        (command, "finca", "--language", "tlh")
        for command in ("play", "simulate", "replay", "verify", "rules", "compile")
    ],
    "unreadable-file": [
        ("play", "--resume", "nothing"),
        ("replay", "nothing"),
        ("verify", "nothing"),
        ("verify", "."),
        ("verify", "picture"),
    ],
    "unreadable-record": [
        ("replay", "letter"),
        ("verify", "letter"),
        ("play", "--resume", "letter"),
    ],
    "file-exists": [("play", "finca", "--save", "letter")],
    "unwritable-file": [("play", "finca", "--save", "missing/folder/m")],
}
CASES = [(code, mistake) for code, mistakes in MISTAKES.items() for mistake in mistakes]


@pytest.mark.parametrize(("code", "mistake"), CASES, ids=lambda case: str(case)[:60])
def test_a_mistake_is_refused_in_one_line_with_its_code(
    rondel: "Rondel", code: str, mistake: tuple[object, ...]
) -> None:
    Path("letter").write_text("Dear Anna,\nI hope you are well.\n")
    Path("picture").write_bytes(b"\x89PNG\xff\xfe")
    answer = rondel(*mistake)
    assert answer.status == 2
    assert answer.out == ""
    assert re.fullmatch(rf"rondel: .+ \[{code}\]\n", answer.err)
    assert sorted(path.name for path in Path().iterdir()) == ["letter", "picture"]


def test_refusals_speak_the_language_asked_for(rondel: "Rondel") -> None:
    said = [rondel("play", "chess", "--language", language).err for language in LANGUAGES]
    assert len(set(said)) == len(LANGUAGES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_of_the_command_line_has_words(language: str) -> None:
    translator = Translator(language)
    own = [
        error
        for error in vars(errors).values()
        if isinstance(error, type) and issubclass(error, RondelError) and error is not RondelError
    ]
    fields: dict[str, Any] = dict.fromkeys(
        ("name", "known", "recorded", "file", "problem", "step", "steps", "language", "extra"), "x"
    )
    assert len(own) >= 6
    for kind in own:
        error = kind.__new__(kind)
        error.fields = fields
        assert sentence(translator, error)


def test_a_record_of_another_game_is_refused(rondel: "Rondel", record: Path) -> None:
    answer = rondel("play", "milestones", "--resume", record)
    assert answer.status == 2
    assert answer.err.rstrip().endswith("[other-game]")


def test_seats_of_a_record_are_taken_over_all_or_none(rondel: "Rondel", record: Path) -> None:
    answer = rondel("play", "--resume", record, "--seat", "Zoé")
    assert answer.status == 2
    assert answer.err.rstrip().endswith("[wrong-players]")


def test_a_try_command_leaves_no_traceback_and_its_status_to_the_shell(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-m", "rondel", "verify", "nothing"],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        timeout=TIMEOUT,
    )
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1 and "Traceback" not in done.stderr


def test_what_no_command_understands_ends_with_status_2(rondel: "Rondel") -> None:
    assert rondel("fly").status == 2
    assert rondel("play", "finca", "--players", "many").status == 2


def test_the_version_is_told(rondel: "Rondel") -> None:
    assert rondel("--version").out == f"rondel {package.__version__}\n"


@pytest.mark.parametrize("language", LANGUAGES)
def test_games_are_listed_with_what_they_are(rondel: "Rondel", language: str) -> None:
    about = {"en": "Mallorca’s", "fr": "Majorque", "hu": "Mallorca"}
    answer = rondel("games", "--language", language)
    assert re.search(r"^finca\s?: Finca, .*2–4", answer.out, re.MULTILINE)
    assert about[language] in answer.out


@pytest.mark.parametrize("language", LANGUAGES)
def test_rules_are_printed_as_they_are_written_unless_at_a_terminal(
    rondel: "Rondel", language: str
) -> None:
    folder = Path(package.__file__).parent / "games" / "finca"
    answer = rondel("rules", "finca", "--language", language)
    assert answer.out == (folder / f"rules.{language}.md").read_text("utf-8")
