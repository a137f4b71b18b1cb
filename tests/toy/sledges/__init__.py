"""Sledges: a toy game. Race down a slope with a die, and choose when to wax the runners."""

from collections.abc import Sequence
from pathlib import Path

from rondel.core import Edition, Game, Position, UnknownEdition
from rondel.core.documents import Documents
from rondel.core.game import Rules
from rondel.i18n import Translator

from . import documents
from .actions import STEPS
from .rules import PIPS, Box, State, apply, legal_steps, score, setup, validate


def edition(name: str = "") -> Edition:
    """Return the only edition."""
    if name not in ("", "hill"):
        raise UnknownEdition(name, ("hill",))
    box = Box.new()
    box["length"], box["most_wax"] = 25, 3
    return Edition("hill", box, STEPS)


def draw(position: Position, translator: Translator, names: Sequence[str]) -> str:
    """Draw each sledge on its track."""
    places = position.table.places[: position.players].tolist()
    return "\n".join(
        f"{'-' * place}>  {translator.player(seat, names)}" for seat, place in enumerate(places)
    )


game = Game(
    name="sledges",
    version=1,
    players=(2, 3, 4),
    folder=Path(__file__).parent,
    state=State,
    steps=STEPS,
    most_options=PIPS,
    rules=Rules(setup, legal_steps, apply, score, validate),
    reasons=("arrived",),
    problems=("sledges", "die", "end"),
    find_edition=edition,
    editions=("hill",),
    draw=draw,
    documents=Documents(
        documents.PIECES,
        label=documents.label,
        prompt=documents.prompt,
        story=documents.story,
    ),
)
