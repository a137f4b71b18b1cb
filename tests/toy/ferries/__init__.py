"""Ferries: a toy game. Sail along the lines of a map and hoist flags in its harbours."""

from pathlib import Path

from rondel.core import Edition, Game, UnknownEdition
from rondel.core.documents import Documents
from rondel.core.game import Rules

from . import documents
from .actions import HARBOURS, STEPS
from .rules import Box, State, apply, legal_steps, score, setup, validate
from .view import draw, view

WORTH = {"anse": 1, "baie": 4, "cap": 2, "dune": 5, "estran": 3, "fjord": 2}
LINES = ("anse baie", "baie cap", "cap dune", "dune estran", "estran fjord", "fjord anse",
         "baie estran")  # fmt: skip


def edition(name: str = "") -> Edition:
    """Return the only map."""
    if name not in ("", "coast"):
        raise UnknownEdition(name, ("coast",))
    box, harbours = Box.new(), list(WORTH)
    box["worth"], box["turns_each"] = list(WORTH.values()), 5
    for line in LINES:
        one, other = map(harbours.index, line.split())
        box["lines"][0, one, other] = box["lines"][0, other, one] = 1
    return Edition("coast", box, STEPS.named({"harbour": harbours}), WORTH)


game = Game(
    name="ferries",
    version=1,
    players=(2, 3, 4),
    folder=Path(__file__).parent,
    state=State,
    steps=STEPS,
    most_options=HARBOURS,
    rules=Rules(setup, legal_steps, apply, score, validate),
    reasons=("evening",),
    problems=("ferries", "flags", "turns"),
    find_edition=edition,
    editions=("coast",),
    view=view,
    draw=draw,
    documents=Documents(
        documents.PIECES,
        documents.texts,
        documents.view,
        documents.label,
        documents.prompt,
        documents.story,
    ),
)
