"""Documents about positions that a game's rules write: views, labels, prompts and stories."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np
from msgspec import Raw

from rondel import kernel
from rondel.core.message import Message
from rondel.kernel.documents import LABEL, PROMPT, REASON, STORY, write_nothing
from rondel.kernel.record import Array, write_record
from rondel.kernel.rule import compile_for
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
    texts: Callable[["Edition"], Mapping[str, Sequence[str]]] = lambda _: {}
    """Return the texts of an edition, by group."""
    view: Callable[..., None] = write_nothing
    label: Callable[..., None] = write_nothing
    prompt: Callable[..., None] = write_nothing
    story: Callable[..., None] = write_nothing
    explain: Callable[..., None] = write_nothing

    @property
    def has_view(self) -> bool:
        """Return True if rules write the view."""
        return self.view is not write_nothing


class RecordPlayer(msgspec.Struct, frozen=True):
    """Score and place of a seat, as if the game ended now."""

    score: dict[str, int]
    place: int


class RecordView(msgspec.Struct, frozen=True):
    """View of a game that declares none: the numbers of its state, by field."""

    game: str
    edition: str
    players: tuple[RecordPlayer, ...]
    seat: int | None
    """Seat to move; None if chance is to move or the game is over."""
    table: dict[str, Any]


def record_view(position: "Position[Any]") -> RecordView:
    """Return the view that is generated from the state's record."""
    ranked = zip(position.scores, position.ranks, strict=True)
    return RecordView(
        game=position.game.name,
        edition=position.edition.name,
        players=tuple(RecordPlayer({"total": points}, place) for points, place in ranked),
        seat=position.seat,
        table=write_record(position.state),
    )


class Desk:
    """Memory in which the documents of one edition are written, one at a time."""

    def __init__(self, game: "Game[Any]", edition: "Edition", documents: Documents):
        self.out = documents.pieces.writer(documents.texts(edition))
        self.tables = game.state.new(TABLES)
        self.steps = np.empty((STEPS, game.most_options), np.int16)
        self.weights = np.empty(game.most_options, np.int32)
        self.sums = np.zeros((3, MAX_SEATS), np.int32)
        self.fields: tuple[str, ...] = ()

    def arguments(self, states: Array, box: Array) -> tuple[Array, ...]:
        """Return the arguments that both functions of the template have."""
        return self.out, self.tables, states, box, self.steps, self.weights, self.sums


def write_view(position: "Position[Any]") -> bytes:
    """Return the view of a position as JSON."""
    desk = _take(position)
    position.game.writers.write_view(*desk.arguments(position.state, position.edition.box))
    text = written(desk.out)
    position.edition.desks.append(desk)
    return text


def write_message(
    position: "Position[Any]",
    document: int,
    number: int = 0,
    after: "Position[Any] | None" = None,
) -> bytes:
    """Return a document of kernel/documents.py, which is not the view, as JSON."""
    desk = _take(position)
    arguments = desk.arguments(position.state, position.edition.box)
    position.game.writers.write_message(*arguments, document, number, (after or position).state)
    text = written(desk.out)
    position.edition.desks.append(desk)
    return text


def write_fields(position: "Position[Any]") -> dict[str, Raw]:
    """Return the fields of a position's view as JSON, by name."""
    desk = _take(position)
    position.game.writers.write_view(*desk.arguments(position.state, position.edition.box))
    fields = written_fields(desk.out)
    if not desk.fields:
        desk.fields = tuple(msgspec.json.decode(written(desk.out), type=dict[str, Raw]))
    position.edition.desks.append(desk)
    return dict(zip(desk.fields, map(Raw, fields), strict=True))


def _take(position: "Position[Any]") -> Desk:
    """Return memory that no other thread uses."""
    edition, game = position.edition, position.game
    try:
        desk: Desk = edition.desks.pop()
    except IndexError:
        assert game.documents is not None
        desk = Desk(game, edition, game.documents)
    return desk


def compile_view(game: "Game[Any]") -> None:
    """Compile the function that writes views."""
    compile_for(game.writers.write_view, *_blank(game))


def compile_messages(game: "Game[Any]") -> None:
    """Compile the function that writes messages."""
    compile_for(game.writers.write_message, *_blank(game), 0, 0, game.state.new())


def _blank(game: "Game[Any]") -> tuple[Array, ...]:
    edition = game.edition("")
    assert game.documents is not None
    return Desk(game, edition, game.documents).arguments(game.state.new(), edition.box)


def read_label(position: "Position[Any]", number: int) -> Message:
    """Return the effect of a step, for menus."""
    return msgspec.json.decode(write_message(position, LABEL, number), type=Message)


def read_prompt(position: "Position[Any]", named: bool = True) -> Message:
    """Return the instruction to the player to move: by name, or as "you"."""
    return msgspec.json.decode(write_message(position, PROMPT, int(named)), type=Message)


def read_story(before: "Position[Any]", number: int, after: "Position[Any]") -> list[Message]:
    """Return the narration of a step."""
    return msgspec.json.decode(write_message(before, STORY, number, after), type=list[Message])


def read_reason(position: "Position[Any]", number: int) -> Message | None:
    """Return the rule that forbids a step now, if the game gives one."""
    found = write_message(position, REASON, number)
    return msgspec.json.decode(found, type=Message) if found else None
