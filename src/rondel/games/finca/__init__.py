"""Finca (2009): harvest Mallorca's fruit on a windmill and deliver it by donkey cart."""

from pathlib import Path

from rondel.core import Game
from rondel.core.documents import Documents, read_reason
from rondel.core.game import Rules
from rondel.games.finca import documents, messages
from rondel.games.finca.actions import END, STEPS
from rondel.games.finca.components import EDITIONS, edition
from rondel.games.finca.drawing import draw
from rondel.games.finca.draws import next_draw
from rondel.games.finca.migrations import no_circles
from rondel.games.finca.pieces import PIECES, texts
from rondel.games.finca.rules import apply, legal_steps, score, setup
from rondel.games.finca.state import State
from rondel.games.finca.terminal_small import draw_small
from rondel.games.finca.validation import PROBLEMS, validate
from rondel.games.finca.view import view

game = Game(
    name="finca",
    version=2,
    players=(2, 3, 4),
    folder=Path(__file__).parent,
    state=State,
    steps=STEPS,
    most_options=140,
    rules=Rules(setup, legal_steps, apply, score, validate),
    reasons=("last-finca", "going-round"),
    forced_end_step=END,
    migrations={"circles": no_circles},
    problems=PROBLEMS,
    find_edition=edition,
    editions=EDITIONS,
    view=view,
    draw=draw,
    explain_illegal=read_reason,
    next_draw=next_draw,
    draw_small=draw_small,
    documents=Documents(
        PIECES,
        texts,
        documents.view,
        messages.label,
        messages.prompt,
        messages.story,
        messages.explain,
    ),
)
