"""Commands `rondel draw` and `rondel film`: a record's table as a picture, or as an animation."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from rondel.cli import files
from rondel.cli.errors import NoSuchStep, report_errors
from rondel.cli.progress import progress_bar
from rondel.cli.replay import first_choice
from rondel.cli.seats import spoken_names
from rondel.core import FileExists, RondelError
from rondel.i18n import Translator
from rondel.match import Match
from rondel.rendering import svg

if TYPE_CHECKING:
    from rondel.rendering.film import Moment

File = Annotated[Path, typer.Argument(help="The record.")]
Dark = Annotated[bool, typer.Option("--dark", help="Use dark colours.")]
Language = Annotated[str | None, typer.Option(help="en, fr or hu.")]
Size = Annotated[int, typer.Option(min=16, max=8192, help="Width in pixels.")]
Overwrite = Annotated[bool, typer.Option("--overwrite", help="Overwrite an existing file.")]

PICTURES = [".png", ".svg"]


class UnknownFormat(RondelError):
    """Error for a file name extension that cannot be drawn."""

    code = "unknown-format"

    def __init__(self, file: Path, known: list[str]):
        super().__init__(f"{file} ends in none of {known}", file=str(file), known=known)


def draw(
    file: File,
    output: Annotated[Path, typer.Option("--output", "-o", help="Output file: .svg or .png.")],
    step: Annotated[int | None, typer.Option(help="Draw the table after this many steps.")] = None,
    size: Size = 1600,
    dark: Dark = False,
    language: Language = None,
    overwrite: Overwrite = False,
) -> None:
    """Draw the table of a record to a file, as the browser shows it."""
    with report_errors(language) as spoken:
        file_extension(output, PICTURES, overwrite)
        match, problem = files.load(file)
        at = len(match) if step is None else step
        if not 0 <= at <= len(match):
            raise NoSuchStep(at, len(match))
        names = spoken_names(match.names, Translator(spoken, match.game))
        moment = match.position_at(at)
        write_picture(output, svg(moment, names, dark=dark, language=spoken, size=size))
        if problem is not None:
            raise problem


def film(
    file: File,
    output: Annotated[Path, typer.Option("--output", "-o", help="Output file: .gif or .html.")],
    pace: Annotated[float, typer.Option(min=0.05, max=60, help="Seconds per turn.")] = 1.0,
    size: Annotated[int, typer.Option(min=16, max=1600, help="Width of a GIF in pixels.")] = 800,
    dark: Dark = False,
    language: Language = None,
    overwrite: Overwrite = False,
) -> None:
    """Make an animation of a record: a GIF, or a page with controls."""
    with report_errors(language) as spoken:
        from rondel.rendering import film as making

        kind = file_extension(output, [".gif", ".html"], overwrite)
        match, problem = files.load(file)
        translator = Translator(spoken, match.game)
        names = spoken_names(match.names, translator)
        shown = list(moments(match, translator, names))
        if kind == ".html":
            page = making.page(shown, names, language=spoken, pace=pace)
            files.write_text(output, page)
        else:
            with progress_bar() as bar:
                drawing = bar.add_task(translator.text("game-title"), total=len(shown))
                gif = making.gif(
                    shown, names,
                    dark=dark, language=spoken, size=size, pace=pace,
                    drawn=lambda: bar.advance(drawing),
                )  # fmt: skip
            files.write_bytes(output, gif)
        if problem is not None:
            raise problem


def file_extension(file: Path, known: list[str], overwrite: bool) -> str:
    """Return the file's extension. Raise UnknownFormat or FileExists."""
    if file.suffix.lower() not in known:
        raise UnknownFormat(file, known)
    if file.exists() and not overwrite:
        raise FileExists(file)
    return file.suffix.lower()


def write_picture(file: Path, picture: str) -> None:
    """Write an SVG to a file, converted to PNG if the extension says so."""
    if file.suffix.lower() == ".png":
        from rondel.rendering import raster

        files.write_bytes(file, raster(picture))
    else:
        files.write_text(file, picture)


def moments(match: Match, translator: Translator, names: list[str]) -> Iterator["Moment"]:
    """Yield the tables at which a seat is to move, and the last, with the events before each."""
    from rondel.rendering.film import Moment

    before = first_choice(match)
    yield Moment(match.position_at(before))
    for at in range(before + 1, len(match) + 1):
        if match.position_at(at).is_chance and at < len(match):
            continue
        sentences = [
            translator.format(message, names)
            for step in range(before, at)
            for message in match.game.story(
                match.position_at(step), match.log[step], match.position_at(step + 1)
            )
        ]
        yield Moment(match.position_at(at), " ".join(sentences))
        before = at
