"""Messages that rules write, compared with those that plain Python makes."""

import random

import pytest

from rondel.games.finca import story
from rondel.games.finca.forbidding import explain_illegal
from rondel.games.finca.tests.table import finca


@pytest.mark.parametrize("players", [2, 3, 4])
def test_rules_write_the_messages_that_plain_python_makes(players: int) -> None:
    whim = random.Random(players)
    position = finca.start(players)
    while not position.is_over:
        numbers = [number for number, _ in position.legal_steps]
        number = whim.choice(numbers)
        after = position.after_unchecked(number)
        assert [finca.label(position, each) for each in numbers] == [
            story.label(position, each) for each in numbers
        ]
        assert finca.story(position, number, after) == story.story(position, number, after)
        for named in (True, False):
            assert finca.prompt(position, named) == story.prompt(position, named)
        for each in list(position.edition.steps)[whim.randrange(19) :: 19]:
            if each not in position.legal_ids:
                assert position.explain_illegal(each) == explain_illegal(position, each)
        position = after
    assert finca.prompt(position, True) == story.prompt(position, True)
