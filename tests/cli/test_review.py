"""Command `rondel review`: in the terminal, as JSON and as a page."""

from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from rich.console import Console

from rondel.cli.renderer import TerminalRenderer
from rondel.cli.review import show_balance
from rondel.i18n import LANGUAGES, Translator
from rondel.match import Match
from rondel.reviews import read_review
from rondel.reviews import review as review_match
from rondel.reviews.formatting import percent

if TYPE_CHECKING:
    from tests.cli.conftest import Rondel

FEW = ("--simulations", 4)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_review_has_curves_books_and_moments_in_every_language(
    rondel: "Rondel", record: Path, language: str
) -> None:
    answer = rondel("review", record, *FEW, "--language", language)
    translator = Translator(language)
    assert answer.status == 0, answer.err
    assert "█" in answer.out and "│" in answer.out
    for key in ("review-title", "review-lucky", "review-moments"):
        assert translator.text(key) in answer.out
    assert answer.out.count("• ") >= 3
    assert f"({translator.text('review-blunder')}, " in " ".join(answer.out.split())


def test_a_review_as_json_is_one_that_can_be_read(
    rondel: "Rondel", record: Path, played: Match
) -> None:
    answer = rondel("review", record, *FEW, "--seed", 5, "--json")
    review = read_review(answer.out)
    assert (review.steps, review.seed, review.simulations) == (len(played), 5, 4)
    assert review.game == "finca" and review.is_over
    assert review == review_match(played, seed=5, simulations=4)


def test_a_review_is_written_as_a_page_and_never_over_another(
    rondel: "Rondel", record: Path, tmp_path: Path
) -> None:
    file = tmp_path / "review.html"
    assert rondel("review", record, *FEW, "--html", file).status == 0
    text = file.read_text("utf-8")
    assert text.startswith("<!doctype html>") and "<svg" in text
    refused = rondel("review", record, *FEW, "--html", file)
    assert refused.status == 2 and "[file-exists]" in refused.err
    assert file.read_text("utf-8") == text
    assert rondel("review", record, *FEW, "--html", file, "--overwrite").status == 0


def test_an_unknown_depth_and_a_missing_file_are_refused(rondel: "Rondel", record: Path) -> None:
    for wrong in ((record, "--depth", "deep"), ("nowhere.rondel",), (record, "--simulations", 0)):
        answer = rondel("review", *wrong)
        assert answer.status == 2 and answer.err.startswith("rondel: ")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_books_of_a_review_fit_eighty_columns_with_whole_names(
    played: Match, language: str
) -> None:
    account = review_match(played, simulations=4)
    names = ["Annabella the First", "Béla"]
    for width in (80, 120):
        translator = Translator(language, "finca")
        screen = TerminalRenderer(played.game, translator, names)
        written = StringIO()
        screen.console = Console(width=width, file=written)
        show_balance(screen, account)
        lines = written.getvalue().splitlines()
        assert all(len(line) <= width for line in lines)
        assert any("Annabella the First" in line for line in lines), lines
        assert any(
            percent(translator, account.seats[0].luck, signed=True) in line for line in lines
        )
