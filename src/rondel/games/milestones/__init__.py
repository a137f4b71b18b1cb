"""Milestones (2012): hire workers, lay streets, and build markets and houses beside them."""

from pathlib import Path

from rondel.core import Game, Maps
from rondel.core.documents import Documents, read_reason
from rondel.core.game import Rules
from rondel.games.milestones import documents, explanations, messages
from rondel.games.milestones.actions import STEPS
from rondel.games.milestones.components import EDITIONS, edition, read_edition
from rondel.games.milestones.drawing import draw, draw_wide
from rondel.games.milestones.draws import next_draw
from rondel.games.milestones.map import check_map, draw_map, read_map, usual_text
from rondel.games.milestones.migrations import highest_sums
from rondel.games.milestones.pieces import PIECES, texts
from rondel.games.milestones.rules import apply, legal_steps, score, setup
from rondel.games.milestones.state import State
from rondel.games.milestones.validation import PROBLEMS, validate
from rondel.games.milestones.view import view

game = Game(
    name="milestones",
    version=2,
    players=(2, 3, 4),
    folder=Path(__file__).parent,
    state=State,
    steps=STEPS,
    most_options=160,
    rules=Rules(setup, legal_steps, apply, score, validate),
    reasons=("target", "last-tile"),
    problems=PROBLEMS,
    find_edition=edition,
    editions=EDITIONS,
    view=view,
    draw=draw,
    draw_wide=draw_wide,
    explain_illegal=read_reason,
    next_draw=next_draw,
    read_edition=read_edition,
    migrations={"sack_points": highest_sums},
    documents=Documents(
        PIECES,
        texts,
        documents.view,
        messages.label,
        messages.prompt,
        messages.story,
        explanations.explain,
    ),
    maps=Maps(check_map, lambda text: draw_map(read_map(text)), usual_text),
)
