"""Orchard: a toy game. Walk around five trees, pick fruits, and mind the wind at the gate."""

from pathlib import Path

from rondel.core import Edition, Game, UnknownEdition
from rondel.core.game import Rules

from .actions import STEPS, TREES
from .rules import Box, State, apply, legal_steps, score, setup, validate
from .telling import draw, label, prompt, story, view

USUAL = "apple 5\ncherry 3\npear 4\nplum 2\nquince 4\n"


def read_edition(text: str, name: str = "own") -> Edition:
    """Return an orchard from lines like "apple 5": five trees with their numbers of fruits."""
    trees = {tree: int(fruits) for tree, fruits in (line.split() for line in text.splitlines())}
    if len(trees) != TREES or not all(0 < fruits < 20 for fruits in trees.values()):
        raise UnknownEdition(name, EDITIONS)
    box = Box.new()
    box["fruits"][0] = list(trees.values())
    source = text if name == "own" else ""
    return Edition(name, box, STEPS.named({"tree": list(trees)}), trees, source)


EDITIONS = ("autumn",)


def edition(name: str = "") -> Edition:
    """Return the built-in orchard."""
    if name not in ("", *EDITIONS):
        raise UnknownEdition(name, EDITIONS)
    return read_edition(USUAL, EDITIONS[0])


game = Game(
    name="orchard",
    version=1,
    players=(2, 3, 4),
    folder=Path(__file__).parent,
    state=State,
    steps=STEPS,
    most_options=TREES,
    rules=Rules(setup, legal_steps, apply, score, validate),
    reasons=("bare", "full"),
    problems=("fruits", "walkers", "duty"),
    find_edition=edition,
    editions=EDITIONS,
    view=view,
    story=story,
    label=label,
    prompt=prompt,
    draw=draw,
    read_edition=read_edition,
)
