"""Custom bots: a class named `module:Class`, or a class or an object."""

import copy
import os
import re
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any

from rondel.bots.bot import Bot, Failure, Seed
from rondel.bots.options import Option, options_of, read_options
from rondel.core import Position

_WRITTEN = re.compile(r"(?P<module>[^\W\d][\w.]*):(?P<maker>[^\W\d][\w.]*)(?::(?P<options>.*))?")


class CustomBot:
    """Adapter of a custom bot, whose `choose` may return a number, notation or a struct."""

    def __init__(self, bot: Any, name: str):
        if not callable(getattr(bot, "choose", None)):
            raise ValueError("it cannot choose")
        self.name = name
        self.bot = bot

    @property
    def failures(self) -> Sequence[Failure]:
        """Return the failures that the bot itself reports."""
        found: Sequence[Failure] = getattr(self.bot, "failures", [])
        return found

    def choose(self, position: Position) -> int:
        """Return the bot's step."""
        return position.edition.steps.number(self.bot.choose(position))

    def close(self) -> None:
        """Close the bot, if it has such a method."""
        if callable(close := getattr(self.bot, "close", None)):
            close()


def is_custom(written: str) -> bool:
    """Return True if a name is that of a custom class."""
    return _WRITTEN.fullmatch(written) is not None


def import_custom(written: str) -> tuple[Callable[..., Any], str]:
    """Return the class of a name, and the options written after it. Raise ValueError.

    Modules are searched for in Python's path, then in the current folder.
    """
    read = _WRITTEN.fullmatch(written)
    assert read is not None
    here = os.getcwd()
    if here not in sys.path and "" not in sys.path:
        sys.path.append(here)
    try:
        found: Any = import_module(read["module"])
        for part in read["maker"].split("."):
            found = getattr(found, part)
    except Exception as error:
        raise ValueError(f"{type(error).__name__}: {error}") from None
    if not callable(found):
        raise ValueError(f"{read['maker']} makes no bots")
    return found, read["options"] or ""


def make_custom(maker: Callable[..., Any], options: str, seed: Seed, name: str) -> Bot:
    """Return a new bot of a class, with the seed if it accepts one. Raise ValueError."""
    known = options_of(maker)
    values = read_options(options, known)
    if any(option.name == "seed" for option in known):
        values.setdefault("seed", seed)
    try:
        return CustomBot(maker(**values), name)
    except ValueError:
        raise
    except Exception as error:
        raise ValueError(f"{type(error).__name__}: {error}") from None


def custom_options(written: str) -> tuple[Option, ...]:
    """Return the options of a class by its name. Raise ValueError."""
    return options_of(import_custom(written)[0])


def copy_of(bot: Any) -> Bot:
    """Return a copy of a bot, because every seat of every match needs its own."""
    try:
        return CustomBot(copy.deepcopy(bot), name_of(bot))
    except Exception as error:
        raise ValueError(f"it cannot be copied ({error})") from None


def name_of(wanted: Any) -> str:
    """Return the display name of a custom bot.

    Args:
        wanted: Specification of the bot.

    """
    if isinstance(wanted, str):
        return wanted
    if isinstance(name := getattr(wanted, "name", None), str) and name:
        return name
    maker: Any = wanted if hasattr(wanted, "__qualname__") else wanted.__class__
    return f"{maker.__module__}:{maker.__qualname__}"
