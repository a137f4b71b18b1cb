"""Animations of a game: an animated GIF, or a page that draws every position."""

import io
import re
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from html import escape
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

from rondel.core import Position
from rondel.core.extras import extras
from rondel.i18n import Translator
from rondel.rendering.engine import script
from rondel.rendering.pictures import packed, raster, svg, wanted

if TYPE_CHECKING:
    from PIL.Image import Image as Picture

PAGE = Path(__file__).parent / "film.html"
COLOURS = 255
MAX_NAMED = COLOURS // 2
NAMED = re.compile("#[0-9a-f]{6}")
"""Colours in our SVG."""
LAST = 4.0
"""Seconds to show the last picture."""


@dataclass(frozen=True)
class Moment:
    """Position of an animation with the events since the previous one."""

    position: Position[Any]
    """Position to draw."""
    told: str = ""
    """Description of the events."""


def page(
    moments: Sequence[Moment], names: Sequence[str], *, language: str = "en", pace: float = 1.0
) -> str:
    """Return an animation as one self-contained HTML page.

    Args:
        moments: Positions with their events.
        names: Players' names by seat.
        language: Language code.
        pace: Seconds per position.

    Examples:
        >>> from rondel.rendering.film import Moment, page
        >>> match = rondel.Match("finca", ["Anna", "Béla"], seed=7)
        >>> film = page([Moment(after) for _, _, after in match], match.names)
        >>> film[:15]
        '<!doctype html>'

    """
    first = moments[0].position
    translator = Translator(language, first.game)
    film = {
        "script": script(),
        "request": wanted(first, names, None, language, 1600) | {"view": None},
        "frames": list(_changes(moments)),
        "told": [moment.told for moment in moments],
        "pace": round(pace * 1000),
    }
    title = " · ".join([translator.text("game-title"), *(name for name in names if name)])
    parts = {
        "LANGUAGE": language,
        "TITLE": escape(title),
        "FILM": packed(msgspec.json.encode(film)),
        "SCRIPT": script("film.js"),
    }
    return re.sub("|".join(parts), lambda found: parts[found[0]], PAGE.read_text("utf-8"))


def _changes(moments: Iterable[Moment]) -> Iterable[dict[str, Any]]:
    """Yield every view as its differences from the previous one."""
    before: dict[str, Any] = {}
    for moment in moments:
        view = msgspec.to_builtins(moment.position.view)
        yield {name: value for name, value in view.items() if before.get(name, ...) != value}
        before = view


def gif(
    moments: Sequence[Moment],
    names: Sequence[str],
    *,
    dark: bool = False,
    language: str = "en",
    size: int = 800,
    pace: float = 1.0,
    drawn: Callable[[], object] = lambda: None,
) -> bytes:
    """Return an animation as a GIF.

    Args:
        moments: Positions with their events.
        names: Players' names by seat.
        dark: Dark colours.
        language: Language code.
        size: Width in pixels.
        pace: Seconds per position.
        drawn: Called after each picture.

    Raises:
        MissingExtra: The extra `draw` is not installed.

    """
    with extras():
        from PIL import Image

    def draw(moment: Moment) -> str:
        return svg(moment.position, names, dark=dark, language=language, size=size)

    def shot(picture: str) -> "Picture":
        return Image.open(io.BytesIO(raster(picture))).convert("RGB")

    def frame(moment: Moment) -> "Picture":
        taken = shot(draw(moment)).quantize(palette=palette, dither=Image.Dither.NONE)
        drawn()
        return taken

    # One palette for all frames, otherwise static parts flicker.
    some = [draw(moments[place]) for place in (0, len(moments) // 2, -1)]
    palette = _palette(set(NAMED.findall("".join(some))), [shot(picture) for picture in some])
    with ThreadPoolExecutor() as pool:
        frames = list(pool.map(frame, moments))
    for before, after in reversed(list(pairwise(frames))):
        # Unchanged pixels are transparent, which makes the file a tenth as large.
        same = np.asarray(before) == np.asarray(after)
        after.putdata(np.where(same, COLOURS, np.asarray(after)).ravel())
    lasting = [round(pace * 1000)] * (len(frames) - 1) + [round(LAST * 1000)]
    file = io.BytesIO()
    frames[0].save(
        file, "GIF", save_all=True, append_images=frames[1:], duration=lasting,
        loop=0, transparency=COLOURS, disposal=1, optimize=False,
    )  # fmt: skip
    return file.getvalue()


def _palette(named: set[str], shots: Sequence["Picture"]) -> "Picture":
    """Return a palette with all colours that the SVG names, then the most useful others."""
    from PIL import Image

    sheet = Image.new("RGB", (shots[0].width, sum(shot.height for shot in shots)))
    for place, shot in enumerate(shots):
        sheet.paste(shot, (0, place * shot.height))
    points = np.asarray(sheet).reshape(-1, 3)
    seen, counts = np.unique(points, axis=0, return_counts=True)
    often = seen[np.argsort(-counts, kind="stable")].tolist()
    kept = [one for one in often if "#{:02x}{:02x}{:02x}".format(*one) in named][:MAX_NAMED]
    left = COLOURS - len(kept)
    # A median cut over all pixels would turn a few blue ones among many green ones green.
    others = sheet.quantize(left, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE).getpalette()
    palette = Image.new("P", (1, 1))
    palette.putpalette([value for one in kept for value in one] + (others or [])[: 3 * left])
    return palette
