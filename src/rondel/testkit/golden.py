"""Golden games: whole games kept as readable records, made anew by one command.

A game's tests list theirs as GOLDENS in `tests/goldens.py` and compare them with one class:

class TestGolden(GoldenGames, game="finca"):
    '''Finca plays its golden games to the letter.'''

`python -m rondel.testkit.golden` writes them all anew; what changed is reviewed as a diff.
"""

# ruff: noqa: D102

import re
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from typing import ClassVar

import pytest

from rondel.contract import Edition, Game, Over, Position, Step
from rondel.games import find, names
from rondel.match import Match, read_record, write_record
from rondel.testkit.blind import Taste, blind_match

EVERY = 20
"""After so many steps a line of facts tells how the table stands."""


@dataclass(frozen=True)
class Golden:
    """One golden game: the first blind one, counting seeds from 0, that shows something."""

    name: str
    about: str
    players: int
    shows: Callable[[Match], bool]
    facts: Callable[[Position], str]
    taste: Taste | None = None
    edition: str | Edition = ""

    def play(self, game: Game, seed: int) -> Match:
        """The blind game of a seed."""
        return blind_match(game, self.players, seed, self.taste, self.edition)

    def find(self, game: Game) -> str:
        """The text of the golden game."""
        for seed in count():
            match = self.play(game, seed)
            if self.shows(match):
                return self.write(match, seed)
        raise AssertionError

    def write(self, match: Match, seed: int) -> str:
        """A match as a record, with a line of facts every now and then."""
        header, _, steps = write_record(match).partition("\n\n")
        lines = [header, f"# {self.about} (seed {seed})", ""]
        for at, step in enumerate(steps.splitlines(), 1):
            lines.append(step)
            if at % EVERY == 0 or at == len(match):
                lines.append(f"# {at}: {self.facts(match.position_at(at))}")
        return "\n".join(lines) + "\n"


def folder(game: Game) -> Path:
    """Where a game keeps its golden games."""
    return game.folder / "tests" / "golden"


def goldens(game: Game) -> Sequence[Golden]:
    """The golden games a game asks for."""
    module = f"rondel.games.{game.name}.tests.goldens"
    if find_spec(f"rondel.games.{game.name}.tests") is None or find_spec(module) is None:
        return ()
    found: Sequence[Golden] = import_module(module).GOLDENS
    return found


def a_tie_is_broken(match: Match) -> bool:
    """Several lead on points; the tie-break finds one winner."""
    over = match.turn
    return (
        isinstance(over, Over)
        and over.scores.count(max(over.scores)) > 1
        and over.ranks.count(1) == 1
    )


def victory_is_shared(match: Match) -> bool:
    """Several lead on points, and the tie-break finds no difference."""
    return isinstance(match.turn, Over) and len(match.turn.winners) > 1


def kinds_of(match: Match) -> set[type[Step]]:
    """The kinds of step that occur in a match."""
    return {type(step) for _, step, _ in match}


def write_goldens(game: Game) -> None:
    """Make a game's golden games anew."""
    folder(game).mkdir(exist_ok=True)
    for golden in goldens(game):
        file = folder(game) / f"{golden.name}.rondel"
        text = golden.find(game)
        old = file.read_text("utf-8") if file.exists() else ""
        file.write_text(text, "utf-8")
        print(f"{game.name} {golden.name}: {'same' if text == old else 'NEW'}")


class GoldenGames:
    """Golden games are played to the letter, and show what they are kept for."""

    game: ClassVar[Game]

    def __init_subclass__(cls, game: str) -> None:
        """Find the game of that name."""
        cls.game = find(game)

    def pytest_generate_tests(self, metafunc: pytest.Metafunc) -> None:
        """Run tests for every golden game."""
        if "golden" in metafunc.fixturenames:
            known = goldens(self.game)
            metafunc.parametrize("golden", known, ids=[golden.name for golden in known])

    def text(self, golden: Golden) -> str:
        """A golden game as it is kept."""
        return (folder(self.game) / f"{golden.name}.rondel").read_text("utf-8")

    def seed(self, golden: Golden) -> int:
        """The seed a golden game was made from."""
        written = re.search(r"^# .*\(seed (\d+)\)$", self.text(golden), re.MULTILINE)
        assert written, "the seed is not written"
        return int(written[1])

    def test_a_golden_game_replays_to_the_letter(self, golden: Golden) -> None:
        text = self.text(golden)
        assert golden.write(read_record(text), self.seed(golden)) == text

    def test_its_seed_gives_the_golden_game(self, golden: Golden) -> None:
        match = golden.play(self.game, self.seed(golden))
        assert match.log == read_record(self.text(golden)).log

    def test_a_golden_game_shows_what_it_is_kept_for(self, golden: Golden) -> None:
        match = read_record(self.text(golden))
        assert match.position.players == golden.players
        assert golden.shows(match)

    def test_every_player_count_and_every_kind_of_step_occurs_in_golden_games(self) -> None:
        matches = [read_record(self.text(golden)) for golden in goldens(self.game)]
        assert {match.position.players for match in matches} == set(self.game.players)
        assert set().union(*map(kinds_of, matches)) == set(self.game.steps.kinds)

    def test_every_way_to_end_occurs_in_golden_games(self) -> None:
        texts = [self.text(golden) for golden in goldens(self.game)]
        for reason in self.game.reasons:
            assert any(re.search(rf"^result: .* / {reason}$", text, re.MULTILINE) for text in texts)

    def test_no_golden_game_is_left_over(self) -> None:
        files = {file.stem for file in folder(self.game).iterdir()}
        assert files == {golden.name for golden in goldens(self.game)}


def main() -> None:
    """Write the golden games of the games named, or of all."""
    for name in sys.argv[1:] or names():
        write_goldens(find(name))


if __name__ == "__main__":
    main()
