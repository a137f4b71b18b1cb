"""Messages that rules write, compared with those that plain Python makes."""

import random
from itertools import pairwise

import pytest

from rondel.games.milestones import story
from rondel.games.milestones.forbidding import explain_illegal
from rondel.games.milestones.tests import busy
from rondel.games.milestones.tests.table import milestones


@pytest.mark.parametrize("players", [2, 3, 4])
def test_rules_write_the_messages_that_plain_python_makes(players: int) -> None:
    whim = random.Random(players)
    match = busy.match(players)
    numbers = [match.edition.steps.number(step) for _, step, _ in match]
    moments = pairwise(busy.positions(players))
    for (position, after), number in zip(moments, numbers, strict=True):
        for each, _ in position.legal_steps[:: whim.randrange(1, 9)]:
            assert milestones.label(position, each) == story.label(position, each)
        assert milestones.story(position, number, after) == story.story(position, number, after)
        named = bool(whim.randrange(2))
        assert milestones.prompt(position, named) == story.prompt(position, named)
        for each in list(position.edition.steps)[whim.randrange(99) :: 99]:
            if each not in position.legal_ids:
                assert position.explain_illegal(each) == explain_illegal(position, each)
