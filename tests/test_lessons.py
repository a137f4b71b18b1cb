"""Tutorials: recorded games with explanations, step by step."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from fluent.syntax import FluentParser, ast

from rondel.i18n import LANGUAGES
from rondel.match import Match, read_record

HOME = Path(__file__).parents[1] / "src" / "rondel" / "games"
TAUGHT = sorted(lesson.parent.parent.name for lesson in HOME.glob("*/lessons/first.rondel"))
GAMES = pytest.mark.parametrize("game", TAUGHT)
LEARNER = 0
SAY = "# say: "
CONCEPTS = {
    "finca": "place move cart fill fill-any done wind gust land large less fill-less",
    "milestones": "draft lay go hire street via to house market take sack discard cover done",
}
"""Step tags that a learner must meet once."""


def folder(game: str) -> Path:
    """Return the folder of a game's lesson."""
    return HOME / game / "lessons"


def record(game: str) -> str:
    """Return the lesson's recorded game."""
    return (folder(game) / "first.rondel").read_text("utf-8")


def said(game: str) -> list[str | None]:
    """Return the explanation before each step, and after the last."""
    words: list[str | None] = []
    waiting = None
    for line in record(game).partition("\n\n")[2].splitlines():
        if line.startswith(SAY):
            waiting = line.removeprefix(SAY)
        else:
            words.append(waiting)
            waiting = None
    return [*words, waiting]


def learner_steps(match: Match) -> Iterator[int]:
    """Yield the indices of the learner's steps."""
    return (at for at in range(len(match)) if match.position_at(at).seat == LEARNER)


def messages(game: str, language: str) -> dict[str, ast.Message]:
    """Return the lesson's messages in a language, after checking that all parse."""
    text = (folder(game) / f"{language}.ftl").read_text("utf-8")
    body = FluentParser().parse(text).body
    assert not [entry for entry in body if isinstance(entry, ast.Junk)]
    return {entry.id.name: entry for entry in body if isinstance(entry, ast.Message)}


def test_every_lesson_says_what_it_has_to_show_and_every_game_with_a_say_has_one() -> None:
    assert sorted(CONCEPTS) == TAUGHT


@GAMES
def test_every_step_of_a_lesson_is_legal(game: str) -> None:
    match = read_record(record(game))
    assert len(match) == len(said(game)) - 1
    assert match.names[LEARNER] == ""
    assert all(name for seat, name in enumerate(match.names) if seat != LEARNER)


@GAMES
def test_the_teacher_speaks_before_every_step_of_the_learner_and_at_the_end(game: str) -> None:
    words = said(game)
    silent = [at for at in learner_steps(read_record(record(game))) if words[at] is None]
    assert silent == []
    assert words[-1] is not None


@GAMES
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_teacher_speaks_every_language(game: str, language: str) -> None:
    wanted = [f"lesson-{word}" for word in said(game) if word is not None]
    assert len(set(wanted)) == len(wanted)
    assert list(messages(game, language)) == wanted


@GAMES
def test_the_teacher_never_says_the_same_in_two_languages(game: str) -> None:
    tongues = [messages(game, language) for language in LANGUAGES]
    for key in tongues[0]:
        texts = {serialised(words[key]) for words in tongues}
        assert len(texts) == len(LANGUAGES), key


def serialised(message: ast.Message) -> str:
    """Return the plain text of a message without variables."""
    assert message.value is not None
    [element] = message.value.elements
    assert isinstance(element, ast.TextElement)
    return element.value


@GAMES
def test_the_learner_does_everything_once(game: str) -> None:
    match = read_record(record(game))
    steps = match.edition.steps
    made = {steps.step(match.log[at]).__struct_config__.tag for at in learner_steps(match)}
    assert made >= set(CONCEPTS[game].split())


@GAMES
def test_a_lesson_takes_a_dozen_turns_or_two(game: str) -> None:
    match = read_record(record(game))
    seats = [match.position_at(at).seat for at in range(len(match))]
    played = [seat for seat in seats if seat is not None]
    turns = sum(
        after == LEARNER and before != LEARNER
        for before, after in zip([None, *played], played, strict=False)
    )
    assert 8 <= turns <= 20
