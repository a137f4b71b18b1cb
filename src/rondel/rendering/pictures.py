"""Pictures of positions: SVG, PNG and HTML for notebooks."""

import gzip
from base64 import b64encode
from collections.abc import Sequence
from typing import Any

import msgspec

from rondel.core import Position, WrongArgument
from rondel.core.extras import extras
from rondel.i18n import LANGUAGES
from rondel.rendering.engine import engine

WIDTH = 1600
"""Default width of a picture in pixels."""
_LEAST, _MOST = 16, 8192
SPACES = "\xa0\u202f"
"""Spaces that French sets before colons; Python does not consider them printable."""


def svg(
    position: Position[Any],
    names: Sequence[str] = (),
    *,
    dark: bool | None = False,
    language: str = "en",
    size: int = WIDTH,
) -> str:
    """Return a position as one self-contained SVG: no fonts, no styles, no links.

    Args:
        position: Position to draw.
        names: Players' names by seat.
        dark: Dark colours; None follows the reader's settings.
        language: Language code.
        size: Width in pixels.

    Raises:
        NoPicture: The game has no drawn board.
        NotDrawable: The drawing script has not been built.
        WrongArgument: An argument is invalid.
        MissingExtra: The extra `draw` is not installed.

    Examples:
        >>> from rondel.rendering import svg
        >>> svg(rondel.Match("milestones", seed=7).position, ["Anna", "Béla"])[:4]
        '<svg'

    """
    request = wanted(position, names, dark, language, size)
    return engine().draw(position.game.name, msgspec.json.encode(request).decode())


def card(
    position: Position[Any],
    title: str,
    question: str,
    names: Sequence[str] = (),
    *,
    dark: bool = False,
    language: str = "en",
    size: int = WIDTH,
) -> str:
    """Return an SVG with a title and a question above the table. Raise the errors of `svg`.

    Args:
        position: Position to draw.
        title: Title above the table.
        question: Question above the table.
        names: Players' names by seat.
        dark: Dark colours.
        language: Language code.
        size: Width in pixels.

    """
    request = wanted(position, names, dark, language, size)
    request["card"] = {"title": _printable(title), "question": _printable(question)}
    return engine().draw(position.game.name, msgspec.json.encode(request).decode())


def wanted(
    position: Position[Any], names: Sequence[str], dark: bool | None, language: str, size: int
) -> dict[str, Any]:
    """Return the request to the drawing script. Raise WrongArgument."""
    if language not in LANGUAGES:
        raise WrongArgument("language", language, f"one of {', '.join(LANGUAGES)}")
    if not _LEAST <= size <= _MOST:
        raise WrongArgument("size", size, f"{_LEAST} to {_MOST} pixels")
    return {
        "game": position.game.name,
        "view": position.view,
        "names": [_printable(name) for name in names],
        "language": language,
        "theme": "auto" if dark is None else "dark" if dark else "light",
        "width": size,
    }


def png(
    position: Position[Any],
    names: Sequence[str] = (),
    *,
    dark: bool = False,
    language: str = "en",
    size: int = WIDTH,
) -> bytes:
    """Return a position as a PNG.

    Args:
        position: Position to draw.
        names: Players' names by seat.
        dark: Dark colours.
        language: Language code.
        size: Width in pixels.

    Raises:
        MissingExtra: The extra `draw` is not installed.
        NoPicture: The game has no drawn board.
        NotDrawable: The drawing script has not been built.
        WrongArgument: An argument is invalid.

    Examples:
        >>> from rondel.rendering import png
        >>> png(rondel.Match("finca", seed=7).position, size=400)[1:4]
        b'PNG'

    """
    return raster(svg(position, names, dark=dark, language=language, size=size))


def raster(picture: str) -> bytes:
    """Return an SVG of ours as a PNG.

    Args:
        picture: SVG from this package.

    Raises:
        MissingExtra: The extra `draw` is not installed.

    """
    with extras():
        import resvg_py
    return bytes(resvg_py.svg_to_bytes(svg_string=picture))


def packed(content: bytes) -> str:
    """Return compressed data as text; pages decompress it themselves."""
    return b64encode(gzip.compress(content, mtime=0)).decode()


def html(position: Position[Any], names: Sequence[str] = (), *, language: str = "en") -> str:
    """Return the HTML for a notebook: full width, light or dark by the reader's settings.

    Args:
        position: Position to draw.
        names: Players' names by seat.
        language: Language code.

    """
    picture = svg(position, names, dark=None, language=language)
    return picture.replace(
        "<svg ", '<svg class="rondel" preserveAspectRatio="xMinYMin" ', 1
    ).replace("color-scheme:light dark", "color-scheme:light dark;max-width:100%;height:auto", 1)


def _printable(name: str) -> str:
    """Return a name without control characters and others that an SVG may not contain."""
    return "".join(letter for letter in name if letter.isprintable() or letter in SPACES)
