"""Pictures without a browser: portable, complete and reproducible."""

import io
import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import msgspec
import pytest
from PIL import Image

import rondel
from benchmarks.maps import unseen
from rondel.core import NoPicture, NotDrawable, WrongArgument
from rondel.i18n import LANGUAGES
from rondel.rendering import engine, svg
from rondel.rendering.pictures import wanted
from tests.waiting import TIMEOUT

GAMES = Path(rondel.__file__).parent / "games"
GOLDENS = sorted(GAMES.glob("*/tests/golden/*.rondel"))
SPACE = "{http://www.w3.org/2000/svg}"
EVERY_GAME = pytest.mark.parametrize("game", ["finca", "milestones"])
NAMES = ["Anna", "Béla", "Gergő", "Zoë"]


def drawn_plainly(picture: str) -> ElementTree.Element:
    """Return the picture if any program can show it: no styles, scripts, fonts or links."""
    root = ElementTree.fromstring(picture)
    known = {"svg", "g", "defs", "pattern", "marker", "path", "circle", "ellipse", "rect", "line"}
    shapes = {"polygon", "polyline", "linearGradient", "radialGradient", "stop", "clipPath"}
    assert {element.tag.removeprefix(SPACE) for element in root.iter()} <= known | shapes
    for forbidden in ("var(", "class=", "NaN", "undefined", "⟦", "http://www.w3.org/1999", "null"):
        assert forbidden not in picture
    assert set(re.findall(r"url\((.)", picture)) <= {"#"}
    assert not re.search(r'transform="[^"]*(?:deg|px)', picture)
    return root


@pytest.mark.parametrize("record", GOLDENS, ids=lambda file: f"{file.parts[-4]}-{file.stem}")
def test_every_golden_game_is_drawn_at_any_moment(record: Path) -> None:
    match = rondel.read(record)
    for step in (0, len(match) // 3, 2 * len(match) // 3, len(match)):
        drawn_plainly(match.svg(step))


@EVERY_GAME
def test_a_picture_speaks_every_language_and_changes_with_the_game(game: str) -> None:
    match = rondel.Match(game, NAMES[:3], seed=7)
    pictures = {language: match.svg(language=language) for language in LANGUAGES}
    for picture in pictures.values():
        drawn_plainly(picture)
    if game == "milestones":
        assert len(set(pictures.values())) == len(LANGUAGES)
    match.play(match.actions[0])
    assert match.svg() != pictures["en"]
    assert match.svg() == match.svg() == svg(match.position, match.names)


@EVERY_GAME
def test_dark_is_dark_and_both_is_one_picture_that_says_both(game: str) -> None:
    match = rondel.Match(game, 4, seed=7)
    light, dark, both = (match.svg(dark=wanted) for wanted in (False, True, None))
    corner = Image.open(io.BytesIO(match.png(dark=True))).convert("L").getpixel((1590, 4))
    assert isinstance(corner, int | float) and corner < 80
    assert light != dark and "light-dark" not in light + dark
    assert "light-dark(#f6eeda,#221b14)" in both
    assert re.sub(r' style="[^"]*"', "", both) == light


def test_a_picture_is_as_wide_as_asked() -> None:
    match = rondel.Match("finca", 2, seed=7)
    root = drawn_plainly(match.svg(size=500))
    assert (root.get("width"), root.get("height")) == ("500", "250")
    assert Image.open(io.BytesIO(match.png(size=320))).size == (320, 160)


def test_names_are_letters_not_markup_and_unknown_letters_stay_text() -> None:
    harmless = rondel.Match("finca", ['<script x="&">', "a>b\x00\x1b\ud800"], seed=7).svg()
    drawn_plainly(harmless)
    foreign = rondel.Match("finca", ["江南", "</svg>…"], seed=7).svg()
    texts = [element.text for element in ElementTree.fromstring(foreign).iter(f"{SPACE}text")]
    assert texts == ["江南"]


def test_what_cannot_be_drawn_is_refused() -> None:
    match = rondel.Match("finca", 2, seed=7)
    wrongs: tuple[dict[str, Any], ...] = (
        {"size": 5}, {"size": 10**6}, {"language": "xx"}, {"step": -1}, {"step": 10**6}
    )  # fmt: skip
    for wrong in wrongs:
        with pytest.raises(WrongArgument):
            match.svg(**wrong)
    with pytest.raises(NoPicture):
        engine.engine().draw("chess", "{}")


def test_many_threads_draw_what_one_draws() -> None:
    matches = [
        rondel.Match(game, 2, seed=seed) for game in ("finca", "milestones") for seed in range(3)
    ]
    alone = [match.svg() for match in matches]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(rondel.Match.svg, matches)) == alone


def test_a_forked_process_draws_too() -> None:
    program = (
        "import os, rondel\n"
        "match = rondel.Match('finca', 2, seed=7)\n"
        "here = match.svg()\n"
        "if os.fork() == 0: os._exit(0 if match.svg() == here else 1)\n"
        "raise SystemExit(os.waitstatus_to_exitcode(os.wait()[1]))\n"
    )
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", program], timeout=TIMEOUT, check=False
    )
    assert done.returncode == 0


def test_without_the_built_script_it_says_how_to_build_it(monkeypatch: pytest.MonkeyPatch) -> None:
    match = rondel.Match("finca", 2, seed=7)
    monkeypatch.setattr(engine, "SCRIPT", Path("nowhere.js"))
    engine.engine.cache_clear()
    try:
        with pytest.raises(NotDrawable, match="make web"):
            match.svg()
        assert match._repr_svg_() is None and match._repr_html_() is None
    finally:
        monkeypatch.undo()
        engine.engine.cache_clear()


def test_what_is_drawn_once_for_all_pictures_belongs_to_its_own_map() -> None:
    maps = rondel.game("milestones").maps
    assert maps is not None
    usual = maps.usual()
    for text in (usual, unseen("hexagon"), usual):
        match = rondel.Match("milestones", 2, edition=rondel.edition("milestones", text), seed=7)
        request = msgspec.json.encode(wanted(match.position, (), False, "en", 1600)).decode()
        alone = engine.Engine().draw("milestones", request)
        assert engine.engine().draw("milestones", request) == alone
