"""Positions as pictures: SVG, PNG, and what notebooks show."""

import gzip
from base64 import b64encode
from collections.abc import Sequence
from typing import Any

import msgspec

from rondel.contract import Position, WrongArgument
from rondel.contract.extras import extras
from rondel.drawing.engine import engine
from rondel.words import LANGUAGES

WIDTH = 1600
"""How many pixels a picture is wide, unless told otherwise."""
_LEAST, _MOST = 16, 8192
SPACES = "\xa0\u202f"
"""Those that French keeps before its colons; Python does not call them printable."""


def svg(
    position: Position[Any],
    names: Sequence[str] = (),
    *,
    dark: bool | None = False,
    language: str = "en",
    size: int = WIDTH,
) -> str:
    """A position as one SVG that needs nothing else: no fonts, no styles, no links.

    `dark=None` follows the reader's screen; `size` is the width in pixels. Raises NoPicture,
    NotDrawable and WrongArgument.

    Examples:
        >>> from rondel.drawing import svg
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
    """A position as an SVG with a title and a question above it. Raises what `svg` does."""
    request = wanted(position, names, dark, language, size)
    request["card"] = {"title": _printable(title), "question": _printable(question)}
    return engine().draw(position.game.name, msgspec.json.encode(request).decode())


def wanted(
    position: Position[Any], names: Sequence[str], dark: bool | None, language: str, size: int
) -> dict[str, Any]:
    """What the drawing is asked. Raises WrongArgument."""
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
    """A position as a PNG, `size` pixels wide. Raises MissingExtra as well as what `svg` does.

    Examples:
        >>> from rondel.drawing import png
        >>> png(rondel.Match("finca", seed=7).position, size=400)[1:4]
        b'PNG'

    """
    return raster(svg(position, names, dark=dark, language=language, size=size))


def raster(picture: str) -> bytes:
    """An SVG of ours as a PNG. Raises MissingExtra."""
    with extras():
        import resvg_py
    return bytes(resvg_py.svg_to_bytes(svg_string=picture))


def packed(content: bytes) -> str:
    """What a page carries and unpacks by itself, as text."""
    return b64encode(gzip.compress(content, mtime=0)).decode()


def html(position: Position[Any], names: Sequence[str] = (), *, language: str = "en") -> str:
    """What a notebook shows: as wide as there is room, light or dark as the screen is."""
    picture = svg(position, names, dark=None, language=language)
    return picture.replace(
        "<svg ", '<svg class="rondel" preserveAspectRatio="xMinYMin" ', 1
    ).replace("color-scheme:light dark", "color-scheme:light dark;max-width:100%;height:auto", 1)


def _printable(name: str) -> str:
    """A name without what no picture may hold, such as control characters."""
    return "".join(letter for letter in name if letter.isprintable() or letter in SPACES)
