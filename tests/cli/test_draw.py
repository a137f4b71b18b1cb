"""Commands `rondel draw` and `rondel film`: pictures and animations in files."""

import io
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PIL import Image, ImageChops

from rondel.cli.draw import moments
from rondel.i18n import Translator
from rondel.match import Match
from rondel.rendering import film

if TYPE_CHECKING:
    from tests.cli.conftest import Rondel


def test_a_step_is_drawn_as_the_library_draws_it(
    rondel: "Rondel", record: Path, played: Match
) -> None:
    answer = rondel("draw", record, "--step", 120, "-o", "table.svg", "--dark", "--language", "hu")
    assert answer.status == 0, answer.err
    drawn = Path("table.svg").read_text("utf-8")
    assert drawn == played.svg(120, dark=True, language="hu")
    assert rondel("draw", record, "-o", "end.PNG", "--size", 200).status == 0
    with Image.open("end.PNG") as end:
        assert end.size == (200, 100)


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["-o", "table.jpg"], "unknown-format"),
        (["-o", "there.svg"], "file-exists"),
        (["-o", "nowhere/table.svg"], "unwritable-file"),
        (["-o", "table.svg", "--step", "99999"], "no-such-step"),
        (["-o", "table.svg", "--language", "xx"], "unknown-language"),
    ],
)
def test_what_cannot_be_drawn_is_refused_and_nothing_written(
    rondel: "Rondel", record: Path, arguments: list[str], code: str
) -> None:
    Path("there.svg").write_text("mine", "utf-8")
    answer = rondel("draw", record, *arguments)
    assert answer.status == 2 and answer.err.rstrip().endswith(f"[{code}]")
    assert sorted(file.name for file in Path().iterdir()) == ["there.svg", "whole.rondel"]
    assert Path("there.svg").read_text("utf-8") == "mine"


def test_a_film_shows_every_turn_and_tells_what_happened(
    rondel: "Rondel", record: Path, played: Match
) -> None:
    assert rondel("film", record, "-o", "game.html", "--language", "fr").status == 0
    page = Path("game.html").read_text("utf-8")
    assert '<html lang="fr">' in page and "<title>Finca · Anna · Béla</title>" in page
    assert not re.search(r'(?:src|href)="|url\(|import\(|fetch\(', page)
    translator = Translator("fr", played.game)
    shown = list(moments(played, translator, played.names))
    assert all(not moment.position.is_chance for moment in shown)
    told = " ".join(moment.told for moment in shown)
    assert all(translator.format(message, played.names) in told for message in played.story(32))
    assert rondel("film", record, "-o", "game.html").status == 2


def test_an_animated_film_ends_with_the_last_table(played: Match) -> None:
    shown = list(moments(played, Translator("en", played.game), played.names))[-4:]
    seen: list[int] = []
    made = film.gif(shown, played.names, size=160, pace=0.5, drawn=lambda: seen.append(1))
    gif = Image.open(io.BytesIO(made))
    assert gif.n_frames == len(seen) == 4  # type: ignore[attr-defined]
    gif.seek(3)
    last = Image.open(io.BytesIO(played.png(size=160))).convert("RGB")
    pairs = zip(gif.convert("RGB").tobytes(), last.tobytes(), strict=True)
    apart = [abs(one - other) for one, other in pairs]
    assert sum(apart) / len(apart) < 6
    assert gif.info["duration"] == 4000


@pytest.mark.parametrize("dark", [False, True])
def test_players_keep_their_colours_in_an_animated_film(dark: bool) -> None:
    match = Match("milestones", ["Anna", "Béla", "Chloé", "Dezső"], seed=7)
    shown = list(moments(match, Translator("en", match.game), match.names))
    gif = Image.open(io.BytesIO(film.gif(shown, match.names, dark=dark, size=800)))
    drawn = Image.open(io.BytesIO(match.png(dark=dark, size=800))).convert("RGB")
    apart = ImageChops.difference(gif.convert("RGB"), drawn)
    # A colour of few pixels must not turn into another one.
    assert max(high for _, high in apart.getextrema()) < 24  # type: ignore[misc]
