"""Examples in docstrings give the results that they show."""

import doctest
from pathlib import Path

import pytest
from handbook.documented import examples, missing

import rondel

SHOWN = dict(examples())


@pytest.mark.parametrize("name", SHOWN)
def test_an_example_gives_what_its_docstring_shows(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    session = doctest.DocTestParser().get_doctest(SHOWN[name], {"rondel": rondel}, name, name, 0)
    assert session.examples
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    assert runner.run(session).failed == 0


def test_every_public_function_has_an_example() -> None:
    assert missing(lambda path: path) == []
    assert {"rondel.match.match.Match", "rondel.api.simulate"} <= SHOWN.keys()
