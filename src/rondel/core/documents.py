"""Documents about positions that a game's rules write: views, labels, prompts and stories."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from rondel import kernel
from rondel.kernel.documents import write_nothing
from rondel.kernel.state import MAX_SEATS
from rondel.kernel.writer import Pieces, written, written_fields

if TYPE_CHECKING:
    from rondel.core.game import Edition, Game
    from rondel.core.position import Position

TEMPLATE = Path(kernel.__file__).parent / "documents.py"
TABLES, STEPS = 6, 4
"""Number of states and of lists of steps to work with."""


@dataclass(frozen=True)
class Documents:
    """Rules that write a game's documents, described in kernel/documents.py."""

    pieces: Pieces
    """Texts that the rules write."""
    texts: Callable[["Edition"], Mapping[str, Sequence[str]]]
    """Return the texts of an edition, by group."""
    view: Callable[..., None] = write_nothing
    label: Callable[..., None] = write_nothing
    prompt: Callable[..., None] = write_nothing
    story: Callable[..., None] = write_nothing
    explain: Callable[..., None] = write_nothing


class Desk:
    """Memory in which the documents of one edition are written, one at a time."""

    def __init__(self, game: "Game[Any]", edition: "Edition", documents: Documents):
        self.out = documents.pieces.writer(documents.texts(edition))
        self.tables = game.state.new(TABLES)
        self.steps = np.empty((STEPS, game.most_options), np.int16)
        self.weights = np.empty(game.most_options, np.int32)
        self.sums = np.zeros((3, MAX_SEATS), np.int32)


def write(position: "Position[Any]", document: str, *more: Any) -> bytes:
    """Return a document about a position as JSON; `document` names a function of the template."""
    desk = _take(position)
    _run(position, desk, document, *more)
    text = written(desk.out)
    position.edition.desks.append(desk)
    return text


def write_fields(position: "Position[Any]") -> tuple[bytes, ...]:
    """Return the fields of a position's view as JSON, each with its name."""
    desk = _take(position)
    _run(position, desk, "write_view")
    fields = written_fields(desk.out)
    position.edition.desks.append(desk)
    return fields


def _take(position: "Position[Any]") -> Desk:
    """Return memory that no other thread uses."""
    edition, game = position.edition, position.game
    try:
        desk: Desk = edition.desks.pop()
    except IndexError:
        assert game.documents is not None
        desk = Desk(game, edition, game.documents)
    return desk


def _run(position: "Position[Any]", desk: Desk, document: str, *more: Any) -> None:
    box, rules = position.edition.box, position.game.writers
    getattr(rules, document)(
        desk.out, desk.tables, position.state, box, desk.steps, desk.weights, desk.sums, *more
    )
