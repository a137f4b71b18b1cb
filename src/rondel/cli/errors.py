"""Errors of the command line: printed in one line with a code, exit status 2."""

import os
import sys
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from typing import Any

import typer

from rondel.core import RondelError
from rondel.games import find, names
from rondel.i18n import LANGUAGES, Translator

REFUSED = 2


class UnknownLanguage(RondelError):
    """Error for a language without messages."""

    code = "unknown-language"

    def __init__(self, name: str):
        known = list(LANGUAGES)
        super().__init__(
            f"unknown language {name!r}; known languages: {known}", name=name, known=known
        )


class NoGame(RondelError):
    """Error for a call without a game and without a record to resume."""

    code = "no-game"

    def __init__(self, known: Sequence[str]):
        super().__init__("which game?", known=list(known))


class OtherGame(RondelError):
    """Error for a record of another game."""

    code = "other-game"

    def __init__(self, name: str, recorded: str):
        super().__init__(f"a record of {recorded}, not {name}", name=name, recorded=recorded)


class NoSuchStep(RondelError):
    """Error for a step beyond the end of a record."""

    code = "no-such-step"

    def __init__(self, step: int, steps: int):
        super().__init__(f"no step {step} among {steps}", step=step, steps=steps)


class NoRulesText(RondelError):
    """Error for a game without a rules text in the language."""

    code = "no-rules-text"

    def __init__(self, name: str, language: str):
        super().__init__(f"no {language} rules of {name}", name=name, language=language)


class NoMaps(RondelError):
    """Error for a game without custom maps."""

    code = "no-maps"

    def __init__(self, name: str):
        super().__init__(f"{name} has no maps", name=name)


def usual_language() -> str:
    """Return the language of the environment, or English if it has no messages."""
    for variable in ("RONDEL_LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        if (language := os.environ.get(variable, "")[:2].lower()) in LANGUAGES:
            return language
    return "en"


def sentence(translator: Translator, error: RondelError) -> str:
    """Return an error as a sentence, from the shared messages or those of the command line."""
    key = f"cli-error-{error.code}"
    if not translator.has(key):
        return translator.error(error)
    fields = {name: listed(value) for name, value in error.fields.items()}
    return translator.text(key, **fields)


def listed(value: Any) -> Any:
    """Return several values as one text; any other value unchanged."""
    parts: Any = value
    return ", ".join(map(str, parts)) if isinstance(value, list) else value


@contextmanager
def report_errors(language: str | None) -> Generator[str]:
    """Choose the language, by default that of the environment, and print errors in one line."""
    spoken = usual_language()
    try:
        if language is not None and language not in LANGUAGES:
            raise UnknownLanguage(language)
        spoken = language or spoken
        yield spoken
    except RondelError as error:
        game = str(error.fields.get("game"))
        translator = Translator(spoken, find(game) if game in names() else None)
        line = " ".join(sentence(translator, error).split())
        print(f"rondel: {line} [{error.code}]", file=sys.stderr)
        raise typer.Exit(REFUSED) from None
