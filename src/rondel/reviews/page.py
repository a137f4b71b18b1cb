"""Review as a self-contained HTML page: the curve, the balance and the key moments."""

from collections.abc import Sequence
from html import escape
from pathlib import Path
from typing import Any

from rondel.core import MissingExtra, NoPicture, NotDrawable, Position
from rondel.i18n import Translator
from rondel.i18n.canvas import MARKS
from rondel.match import Match
from rondel.rendering import svg
from rondel.rendering.pictures import packed
from rondel.reviews.document import Review, ReviewMoment, ReviewPiece
from rondel.reviews.evaluator import WHOLE
from rondel.reviews.formatting import (
    balance_row,
    evaluated_by,
    headings,
    moments,
    percent,
    pieces,
    verdict,
)

WIDTH, HEIGHT = 960, 300
LEFT, RIGHT, TOP, BOTTOM = 52, 12, 14, 46
KNOB = 10
PICTURE = 900
"""Width of the table pictures in pixels."""
GRID = (0, 25, 50, 75, 100)
STYLE = (Path(__file__).parent / "page.css").read_text("utf-8")
UNPACK = """<script type="module">
for (const picture of document.querySelectorAll("img[data-packed]")) {
  const bytes = Uint8Array.from(atob(picture.dataset.packed), (letter) => letter.charCodeAt(0));
  const drawn = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  const file = new Blob([await new Response(drawn).arrayBuffer()], { type: "image/svg+xml" });
  picture.src = URL.createObjectURL(file);
}
</script>"""
"""Script that decompresses the pictures, which make a page ten times as large otherwise."""


def page(review: Review, match: Match[Any], translator: Translator, names: Sequence[str]) -> str:
    """Return the page as HTML.

    Args:
        review: Review of the match.
        match: Reviewed match.
        translator: Translator for the texts.
        names: Players' names by seat.

    """
    display_names = [translator.player(seat, names) for seat in range(len(review.seats))]
    game = translator.text("game-title") if translator.has("game-title") else match.game.name
    title = f"{game} · {translator.text('review-title')}"
    sentences = list(moments(translator, review, names))
    return "\n".join(
        [
            f'<!doctype html>\n<html lang="{translator.language}">\n<head>\n<meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{escape(title)}</title>",
            f"<style>\n{STYLE}</style>\n</head>\n<body>\n<main>",
            f"<h1>{escape(title)}</h1>",
            f'<p class="lead">{escape(evaluated_by(translator, review))}</p>',
            f"<section>\n<h2>{escape(translator.text('review-chances'))}</h2>",
            _legend(display_names),
            _curve(review, translator, display_names, sentences),
            "</section>",
            f"<section>\n{_table(review, translator, display_names)}",
            f"<p>{escape(translator.text('review-books'))}</p>\n</section>",
            f"<section>\n{_moments(review, match, translator, names, sentences)}\n</section>",
            f"</main>\n{UNPACK}\n</body>\n</html>\n",
        ]
    )


def _legend(display_names: Sequence[str]) -> str:
    items = "".join(
        f'<li class="ink{seat}">{MARKS[seat]} {escape(name)}</li>'
        for seat, name in enumerate(display_names)
    )
    return f'<ul class="legend">{items}</ul>'


def _place(review: Review, at: int, chances: int) -> tuple[float, float]:
    """Return the coordinates of a point of the curve."""
    first, last = review.curve[0].at, review.curve[-1].at
    across = LEFT + (WIDTH - LEFT - RIGHT) * (at - first) / max(1, last - first)
    share = min(1.0, max(0.0, chances / WHOLE))
    return across, TOP + (HEIGHT - TOP - BOTTOM) * (1 - share)


def _curve(
    review: Review,
    translator: Translator,
    display_names: Sequence[str],
    sentences: Sequence[tuple[int, str]],
) -> str:
    ends = ", ".join(
        f"{name}: {percent(translator, start)} → {percent(translator, result)}"
        for name, start, result in zip(display_names, review.start, review.result, strict=True)
    )
    parts = [
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(ends, quote=True)}">'
    ]
    for share in GRID:
        _, down = _place(review, 0, share * WHOLE // 100)
        parts.append(
            f'<path class="grid" d="M{LEFT} {down:.1f}H{WIDTH - RIGHT}"/>'
            f'<text class="tick" x="{LEFT - 8}" y="{down + 4:.1f}" text-anchor="end">{share}</text>'
        )
    for seat in range(len(display_names)):
        points = [_place(review, mark.at, mark.chances[seat]) for mark in review.curve]
        drawn = "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
        parts.append(f'<path class="line line{seat}" d="M{drawn}"/>')
    across = [_place(review, at, 0)[0] for at, _ in sentences]
    floor, down = HEIGHT - BOTTOM, HEIGHT - KNOB - 2
    for number, ((_, sentence), x, aside) in enumerate(
        zip(sentences, across, _apart(across), strict=True), 1
    ):
        parts.append(
            f'<a href="#moment-{number}"><title>{escape(sentence)}</title>'
            f'<path class="moment" d="M{x:.1f} {TOP}V{floor}L{aside:.1f} {down}"/>'
            f'<circle class="knob" cx="{aside:.1f}" cy="{down}" r="{KNOB}"/>'
            f'<text class="number" x="{aside:.1f}" y="{down + 4.5}" '
            f'text-anchor="middle">{number}</text></a>'
        )
    return "\n".join([*parts, "</svg>"])


def _apart(across: Sequence[float]) -> list[float]:
    """Return the markers' positions: below their moments, moved aside if they overlap."""
    space = 2 * KNOB + 1
    places: list[float] = []
    for x in across:
        places.append(max(x, places[-1] + space) if places else x)
    most: float = WIDTH - KNOB
    for number in reversed(range(len(places))):
        places[number] = most = min(places[number], most)
        most -= space
    return places


def _table(review: Review, translator: Translator, display_names: Sequence[str]) -> str:
    head = "".join(f'<th scope="col">{escape(each)}</th>' for each in headings(translator, review))
    rows = "".join(
        f'<tr><th scope="row" class="ink{seat}">{MARKS[seat]} {escape(display_names[seat])}</th>'
        + "".join(f"<td>{escape(cell)}</td>" for cell in balance_row(translator, line))
        + "</tr>"
        for seat, line in enumerate(review.seats)
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"


def _moments(
    review: Review,
    match: Match[Any],
    translator: Translator,
    names: Sequence[str],
    sentences: Sequence[tuple[int, str]],
) -> str:
    if not sentences:
        return f"<p>{escape(translator.text('review-no-moments'))}</p>"
    items = "\n".join(
        f'<li id="moment-{number}"><p>{escape(sentence)} '
        f"<strong>{escape(verdict(translator, review, moment))}</strong> "
        f"<small>({escape(translator.text('review-after', step=at))})</small></p>"
        f"{_pictures(review, match, translator, names, moment)}</li>"
        for number, (moment, (at, sentence)) in enumerate(
            zip(review.moments, sentences, strict=True), 1
        )
    )
    return f"<h2>{escape(translator.text('review-moments'))}</h2>\n<ol>\n{items}\n</ol>"


def _pictures(
    review: Review,
    match: Match[Any],
    translator: Translator,
    names: Sequence[str],
    moment: ReviewMoment,
) -> str:
    """Return pictures of the table after a moment, as played and after the better line."""
    if moment.kind == "luck":
        return _figure(match.position_at(moment.at + 1), translator, names, "")
    turn = review.turns[moment.index]
    sentences = pieces(translator, turn)
    return "".join(
        f"<p>{escape(line)}</p>{_pair(match, translator, names, turn.seat, piece)}"
        for line, piece in zip(sentences, turn.pieces, strict=True)
    )


def _pair(
    match: Match[Any], translator: Translator, names: Sequence[str], seat: int, piece: ReviewPiece
) -> str:
    """Return pictures of the table after a part of a turn, as played and after the better line."""
    better = match.position_at(piece.best.first)
    for step in piece.best.steps:
        better = better.after(step)
    played = match.position_at(piece.played.first + len(piece.played.steps))
    shown = (("review-as-played", played, piece.played), ("review-better", better, piece.best))
    figures = [
        _figure(
            at,
            translator,
            names,
            translator.text(key, chance=percent(translator, line.chances[seat])),
        )
        for key, at, line in shown
    ]
    return f'<div class="pair">{"".join(figures)}</div>'


def _figure(
    position: Position[Any], translator: Translator, names: Sequence[str], caption: str
) -> str:
    """Return a picture of a table, or nothing if it cannot be drawn."""
    try:
        drawn = svg(position, names, dark=None, language=translator.language, size=PICTURE)
    except (MissingExtra, NoPicture, NotDrawable):
        return ""
    title = f"<figcaption>{escape(caption)}</figcaption>" if caption else ""
    picture = f'<img alt="" data-packed="{packed(drawn.encode())}">'
    return f"<figure>{title}{picture}</figure>"
