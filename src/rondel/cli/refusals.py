"""What the command line refuses, in one line with a code, and exit status 2."""

import os
import sys
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from typing import Any

import typer

from rondel.contract import RondelError
from rondel.games import find, names
from rondel.words import LANGUAGES, Words

REFUSED = 2


class UnknownLanguage(RondelError):
    """There are no words in that language."""

    code = "unknown-language"

    def __init__(self, name: str):
        known = list(LANGUAGES)
        super().__init__(f"no words in {name!r}; there are {known}", name=name, known=known)


class NoGame(RondelError):
    """Neither a game nor a record to go on with was named."""

    code = "no-game"

    def __init__(self, known: Sequence[str]):
        super().__init__("which game?", known=list(known))


class OtherGame(RondelError):
    """The record is one of another game."""

    code = "other-game"

    def __init__(self, name: str, recorded: str):
        super().__init__(f"a record of {recorded}, not {name}", name=name, recorded=recorded)


class NoSuchStep(RondelError):
    """The record is shorter than that."""

    code = "no-such-step"

    def __init__(self, step: int, steps: int):
        super().__init__(f"no step {step} among {steps}", step=step, steps=steps)


class NoRulesText(RondelError):
    """The game has no rules text in that language."""

    code = "no-rules-text"

    def __init__(self, name: str, language: str):
        super().__init__(f"no {language} rules of {name}", name=name, language=language)


class NoMaps(RondelError):
    """The game is not played on maps that can be drawn anew."""

    code = "no-maps"

    def __init__(self, name: str):
        super().__init__(f"{name} has no maps", name=name)


def usual_language() -> str:
    """The language of the surroundings, English if there are no words in it."""
    for variable in ("RONDEL_LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        if (language := os.environ.get(variable, "")[:2].lower()) in LANGUAGES:
            return language
    return "en"


def sentence(words: Words, error: RondelError) -> str:
    """An error in words: the rooms' own, or the command line's."""
    key = f"cli-error-{error.code}"
    if not words.has(key):
        return words.error(error)
    told = {name: listed(value) for name, value in error.fields.items()}
    return words.say(key, **told)


def listed(value: Any) -> Any:
    """Several values as one text; any other as it is."""
    parts: Any = value
    return ", ".join(map(str, parts)) if isinstance(value, list) else value


@contextmanager
def refusing(language: str | None) -> Generator[str]:
    """Speak a language, the usual one unless named, and tell every refusal in one line."""
    spoken = usual_language()
    try:
        if language is not None and language not in LANGUAGES:
            raise UnknownLanguage(language)
        spoken = language or spoken
        yield spoken
    except RondelError as error:
        game = str(error.fields.get("game"))
        words = Words(spoken, find(game) if game in names() else None)
        line = " ".join(sentence(words, error).split())
        print(f"rondel: {line} [{error.code}]", file=sys.stderr)
        raise typer.Exit(REFUSED) from None
