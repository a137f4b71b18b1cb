"""Conformance suite. One class adds it to a game's tests:

class TestFinca(Conformance, game="finca"):
    '''Run the conformance suite on Finca.'''

"""

# ruff: noqa: D102

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, ClassVar

import msgspec
import pytest

from rondel.core import (
    Chance,
    Choose,
    Game,
    IllegalStep,
    Over,
    Position,
    UnreadableStep,
    read_position,
)
from rondel.games import find
from rondel.i18n import LANGUAGES, Translator
from rondel.kernel.compiler import is_interpreted
from rondel.match import Match, SeededRandom, read_record, write_record
from rondel.testkit.random_play import Preference, play_randomly, random_match
from rondel.testkit.replay import fingerprint, replay_elsewhere
from rondel.testkit.soak import soak

GAMES = 2 if is_interpreted() else 300
"""Random games per player count that are checked after every step."""
SEEDS = (1, 2)
"""Seeds of the random games, per player count, that all tests examine."""


@cache
def _match(game: Game, players: int, seed: int, preference: Preference | None) -> Match:
    return random_match(game, players, seed, preference)


class Conformance:
    """Conformance tests. Subclasses name the game, and a preference if needed."""

    game: ClassVar[Game]
    """Game under test."""
    preference: ClassVar[Preference | None] = None
    """Preference of the players, for games in which random play does not get far."""
    nowhere: ClassVar[Mapping[int, Sequence[str]]] = {}
    """Steps after the deal that lead to where a game might never end, by number of players."""

    def __init_subclass__(cls, game: str) -> None:
        """Find the game by its name."""
        cls.game = find(game)

    def pytest_generate_tests(self, metafunc: pytest.Metafunc) -> None:
        """Parametrize tests by player count and language.

        Args:
            metafunc: Test function, from pytest.

        """
        for name, values in (("players", self.game.players), ("language", tuple(LANGUAGES))):
            if name in metafunc.fixturenames:
                metafunc.parametrize(name, values)

    def matches(self, players: int) -> list[Match]:
        """Return some complete games.

        Args:
            players: Number of players.

        """
        preference = type(self).preference
        return [_match(self.game, players, seed, preference) for seed in SEEDS]

    def positions(self, players: int) -> Iterator[Position]:
        """Yield every position of some complete games.

        Args:
            players: Number of players.

        """
        for match in self.matches(players):
            for at in range(len(match) + 1):
                yield match.position_at(at)

    def test_it_is_named_like_its_folder(self) -> None:
        assert self.game.name == self.game.folder.name
        assert self.game.version >= 1

    def test_every_edition_it_lists_is_there(self) -> None:
        assert self.game.edition("").name in self.game.editions
        for name in self.game.editions:
            assert self.game.edition(name).name == name

    def test_blind_games_end_and_every_table_on_the_way_is_sound(self, players: int) -> None:
        assert soak(self.game, players, GAMES).sum() > 0

    def test_a_game_can_always_be_ended(self, players: int) -> None:
        """Check that games can be ended, even where they might go round in circles."""
        going = [match.position_at(at) for match in self.matches(players) for at in (0, -2)]
        going += [match.position_at(len(match) // 2) for match in self.matches(players)]
        if players in self.nowhere:
            stuck = Match(self.game, players, dealer=SeededRandom(1))
            for step in self.nowhere[players]:
                stuck.play(step)
            going.append(stuck.position)
        for position in going:
            assert play_randomly(position, SEEDS[0]).is_over

    def test_every_moment_is_sound(self, players: int) -> None:
        for position in self.positions(players):
            assert position.problems == ()

    def test_no_option_comes_twice_and_there_are_not_too_many(self, players: int) -> None:
        for position in self.positions(players):
            numbers = [number for number, _ in position.legal_steps]
            assert len(numbers) == len(set(numbers)) <= self.game.most_options
            assert numbers or position.is_over

    def test_seats_choose_actions_and_luck_outcomes(self, players: int) -> None:
        steps = self.game.edition("").steps
        assert 0 < steps.actions <= steps.size
        for position in self.positions(players):
            for number, weight in position.legal_steps:
                assert 0 <= number < steps.size
                assert (number < steps.actions) == (position.seat is not None)
                assert weight >= 1
                assert position.is_chance or weight == 1

    def test_turn_tells_what_the_options_are(self, players: int) -> None:
        number = self.game.edition("").steps.number
        for position in self.positions(players):
            turn = position.turn
            if isinstance(turn, Choose):
                assert turn.seat == position.seat
                assert 0 <= turn.seat < players
                told = [(number(step), 1) for step in turn.actions]
            elif isinstance(turn, Chance):
                assert position.is_chance
                told = [(number(step), weight) for step, weight in turn.outcomes]
            else:
                assert position.is_over
                told = []
            assert tuple(told) == position.legal_steps
            assert {n for n, _ in told} == position.legal_ids

    def test_every_other_step_is_refused(self, players: int) -> None:
        match = self.matches(players)[0]
        for at in range(0, len(match) + 1, 7):
            position = match.position_at(at)
            before = position.state.tobytes()
            for number in position.edition.steps:
                if number not in position.legal_ids:
                    with pytest.raises(IllegalStep):
                        position.after(number)
            assert position.state.tobytes() == before

    def test_a_game_ends_with_places_that_fit_the_points(self, players: int) -> None:
        for match in self.matches(players):
            over = match.turn
            assert isinstance(over, Over)
            assert over.reason in self.game.reasons
            assert len(over.scores) == len(over.ranks) == players
            assert 1 in over.ranks
            for a in range(players):
                for b in range(players):
                    if over.scores[a] > over.scores[b]:
                        assert over.ranks[a] < over.ranks[b]
                assert over.ranks[a] == 1 + sum(rank < over.ranks[a] for rank in over.ranks)

    def test_the_same_seed_gives_the_same_game(self, players: int) -> None:
        preference = type(self).preference
        again = random_match(self.game, players, SEEDS[0], preference)
        assert again.log == self.matches(players)[0].log
        assert again.position == self.matches(players)[0].position

    def test_replay_equals_play(self, players: int) -> None:
        for match in self.matches(players):
            again = Match(self.game, players, deal=False)
            for at, (_, step, after) in enumerate(match):
                again.push(step)
                assert again.position == after, f"step {at}"

    def test_asking_changes_nothing(self, players: int) -> None:
        match = self.matches(players)[0]
        for before, step, after in match:
            position = Position(self.game, before.edition, before.state.copy())
            untouched = position.state.tobytes()
            _ = position.turn, position.scores, position.ranks, position.problems
            assert position.after(step) == after
            assert position.state.tobytes() == untouched

    def test_positions_survive_writing_and_reading(self, players: int) -> None:
        for position in self.positions(players):
            again = read_position(self.game, position.write())
            assert again == position
            assert again.legal_steps == position.legal_steps

    def test_records_survive_writing_and_reading(self, players: int) -> None:
        for match in self.matches(players):
            again = read_record(write_record(match))
            assert again.log == match.log
            assert again.position == match.position
            assert write_record(again) == write_record(match)

    def test_number_struct_and_text_are_the_same_step(self) -> None:
        for name in self.game.editions:
            steps = self.game.edition(name).steps
            known = list(steps)
            assert len(set(known)) == len(known)
            for number in known:
                step, text = steps.step(number), steps.text(number)
                assert steps.number(step) == steps.number(text) == steps.number(number) == number
                assert str(step) == text
                assert steps.number(f"  {text.upper()} ") == number
                assert msgspec.json.decode(msgspec.json.encode(step), type=steps.union) == step
            for nonsense in ("", "no such step", steps.size, -1):
                with pytest.raises(UnreadableStep):
                    steps.number(nonsense)

    def test_compiled_play_equals_interpreted_play(self) -> None:
        matches = [self.matches(players)[0] for players in self.game.players]
        here = [
            [fingerprint(match.position_at(at)) for at in range(len(match) + 1)]
            for match in matches
        ]
        for ours, theirs in zip(here, replay_elsewhere(matches), strict=True):
            assert ours == theirs

    def test_views_are_typed_documents(self, players: int) -> None:
        view: Any = self.game.start(players).view
        kind: Any = view.__class__
        assert issubclass(kind, msgspec.Struct)
        assert msgspec.json.schema(kind)
        for match in self.matches(players):
            for at in range(0, len(match) + 1, 3):
                view = match.position_at(at).view
                assert msgspec.json.decode(msgspec.json.encode(view), type=kind) == view

    def test_every_step_is_told_in_every_language(self, players: int, language: str) -> None:
        translator = Translator(language, self.game)
        told = 0
        for match in self.matches(players):
            for message in match.story():
                assert translator.format(message, match.names).strip()
                told += 1
        assert told

    def test_every_option_has_a_label_in_every_language(self, players: int, language: str) -> None:
        translator = Translator(language, self.game)
        match = self.matches(players)[0]
        for at in range(0, len(match), 3):
            position = match.position_at(at)
            labels = [
                translator.format(self.game.label(position, n)) for n, _ in position.legal_steps
            ]
            assert all(label.strip() for label in labels)
            assert len(set(labels)) == len(labels), "two options read the same"

    def test_what_is_forbidden_is_explained_in_every_language(
        self, players: int, language: str
    ) -> None:
        translator = Translator(language, self.game)
        match = self.matches(players)[0]
        for at in range(0, len(match) + 1, 29):
            position = match.position_at(at)
            for number in list(position.edition.steps)[at % 31 :: 31]:
                reason = position.explain_illegal(number)
                if reason is not None:
                    assert number not in position.legal_ids
                    assert translator.format(reason, match.names).strip()

    def test_what_is_expected_is_told_in_every_language(self, players: int, language: str) -> None:
        translator = Translator(language, self.game)
        for match in self.matches(players):
            for at in range(len(match) + 1):
                for named in (True, False):
                    message = self.game.prompt(match.position_at(at), named)
                    assert translator.format(message, match.names).strip()

    def test_its_title_ends_and_problems_have_words_in_every_language(self, language: str) -> None:
        translator = Translator(language, self.game)
        assert translator.text("game-title")
        for reason in self.game.reasons:
            assert translator.text(f"end-{reason}")
        for problem in self.game.problems:
            assert translator.text(f"problem-{problem}")

    def test_every_message_that_rules_write_has_words_in_every_language(
        self, language: str
    ) -> None:
        translator = Translator(language, self.game)
        documents = self.game.documents
        keys = documents.pieces.messages if documents else set[str]()
        assert [key for key in sorted(keys) if not translator.has(key)] == []

    def test_the_table_is_drawn_in_every_language(self, players: int, language: str) -> None:
        translator = Translator(language, self.game)
        match = self.matches(players)[0]
        for at in range(0, len(match) + 1, 20):
            assert self.game.draw(match.position_at(at), translator, match.names).strip()
        assert str(match).strip()

    def test_its_rules_are_told_in_every_language(self, language: str) -> None:
        text = (self.game.folder / f"rules.{language}.md").read_text("utf-8")
        assert text.startswith("# ")
