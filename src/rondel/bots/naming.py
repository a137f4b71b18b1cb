"""Bots by name: a kind with options, a level, or a custom class."""

from collections.abc import Callable
from dataclasses import fields
from typing import Any

from rondel.bots.bot import Bot, Chooser, Seed, UnknownBot
from rondel.bots.budget import read_budget
from rondel.bots.custom import (
    copy_of,
    custom_options,
    import_custom,
    is_custom,
    make_custom,
    name_of,
)
from rondel.bots.external import External
from rondel.bots.greedy import UNDECIDED, Greedy
from rondel.bots.kernels import SEARCH_CONFIG
from rondel.bots.levels import LEVELS
from rondel.bots.mistakes import Mistakes
from rondel.bots.net import Net
from rondel.bots.networks import NETWORK, read_evaluator
from rondel.bots.options import Option, read_options
from rondel.bots.search import Search
from rondel.bots.uniform_random import UniformRandom

USUAL_BUDGET = "0.25s"
BUDGET = Option("budget", str, USUAL_BUDGET, is_first=True)
SEED = Option("seed", str)
TEMPERATURE = Option("temperature", float, 0.0)
EVALUATOR = Option("evaluator", str, NETWORK)
MISTAKES = tuple(Option(field.name, float, field.default) for field in fields(Mistakes))
SEARCH_OPTIONS = tuple(Option(name, type(usual), usual) for name, usual in SEARCH_CONFIG.items())
KINDS: dict[str, tuple[Option, ...]] = {
    "random": (SEED,),
    "greedy": (SEED, *MISTAKES),
    "net": (SEED, TEMPERATURE, EVALUATOR),
    "search": (BUDGET, SEED, EVALUATOR, *MISTAKES, *SEARCH_OPTIONS),
    "engine": (BUDGET, Option("command", str)),
}
"""Options of every kind; the message files describe the kinds."""

BotSpec = str | Bot | Chooser | Callable[..., Any]
"""Specification of a bot: a name, a class, or a bot of which every seat gets a copy."""

_offered: dict[str, str] = {}


def offer(name: str, bot: str) -> None:
    """Offer a bot to people under a name.

    Args:
        name: Name to offer.
        bot: Specification of the bot.

    Raises:
        UnknownBot: There is no such bot.

    """
    find(bot).close()
    _offered[name] = bot


def names() -> tuple[str, ...]:
    """Return the bots to offer to people, weakest first: random, the levels, the host's own."""
    return ("random", *(level.name for level in LEVELS), *_offered)


def find(wanted: BotSpec, seed: Seed = None) -> Bot:
    """Return a new bot for one seat of one match.

    Names are `random`, `greedy`, `net`, `search`, a level, or `engine`, an external program, with
    options after a colon: `search:0.25s`, `search:2000,seed=7`, `greedy:overlook=0.2`,
    `engine:1s:./their-engine --fast`. Custom bots are named `module:Class` or
    `module:Class:option=value`, or given as a class or as a bot to copy.

    Args:
        wanted: Name, class, or bot to copy.
        seed: Seed for repeatable play.

    Raises:
        UnknownBot: No bot has this name, or its options are wrong.

    """
    try:
        if not isinstance(wanted, str):
            if callable(wanted) and (isinstance(wanted, type) or not hasattr(wanted, "choose")):
                return make_custom(wanted, "", seed, name_of(wanted))
            return copy_of(wanted)
        return _find(_behind(wanted), seed, wanted)
    except (ValueError, OSError) as problem:
        raise _unknown(name_of(wanted), str(problem)) from None


def options(name: str) -> tuple[Option, ...]:
    """Return the options of a bot.

    Args:
        name: Name of the bot.

    Raises:
        UnknownBot: No bot has this name.

    """
    try:
        kind = _behind(name).partition(":")[0]
        if kind in KINDS:
            return KINDS[kind]
        if is_custom(_behind(name)):
            return custom_options(_behind(name))
    except ValueError as problem:
        raise _unknown(name, str(problem)) from None
    raise _unknown(name)


def _behind(name: str) -> str:
    """Return the specification behind a level or an offered name."""
    return {level.name: level.bot for level in LEVELS}.get(name) or _offered.get(name, name)


def _unknown(name: str, problem: str = "") -> UnknownBot:
    return UnknownBot(name, (*KINDS, *names()[1:], "module:Class"), problem)


def _find(written: str, seed: Seed, name: str) -> Bot:
    kind, _, options = written.partition(":")
    makers: dict[str, Callable[[str, Seed, str], Bot]] = {
        "random": _uniform_random,
        "greedy": _greedy,
        "net": _net,
        "search": _search,
        "engine": _engine,
    }
    if kind in makers:
        return makers[kind](options, seed, name)
    if is_custom(written):
        maker, options = import_custom(written)
        return make_custom(maker, options, seed, name)
    raise _unknown(name)


def _seed(named: dict[str, Any], seed: Seed) -> Seed:
    return named.get("seed", seed)


def _mistakes(named: dict[str, Any], usual: Mistakes) -> Mistakes:
    made = {option.name: named[option.name] for option in MISTAKES if option.name in named}
    return Mistakes(**made) if made else usual


def _uniform_random(options: str, seed: Seed, name: str) -> Bot:
    named = read_options(options, KINDS["random"])
    return UniformRandom(_seed(named, seed), name)


def _greedy(options: str, seed: Seed, name: str) -> Bot:
    named = read_options(options, KINDS["greedy"])
    return Greedy(_seed(named, seed), _mistakes(named, Mistakes(noise=UNDECIDED)), name)


def _net(options: str, seed: Seed, name: str) -> Bot:
    named = read_options(options, KINDS["net"])
    evaluator = read_evaluator(named.get("evaluator", NETWORK))
    return Net(_seed(named, seed), float(named.get("temperature", 0.0)), name, evaluator)


def _search(options: str, seed: Seed, name: str) -> Bot:
    named = read_options(options, KINDS["search"])
    config = {key: float(named[key]) for key in SEARCH_CONFIG if key in named}
    budget = read_budget(named.get("budget", USUAL_BUDGET))
    evaluator = read_evaluator(named.get("evaluator", NETWORK))
    return Search(budget, _seed(named, seed), _mistakes(named, Mistakes()), config, name, evaluator)


def _engine(options: str, seed: Seed, name: str) -> Bot:
    written, _, command = options.partition(":")
    budget = read_budget(written)
    if not command.strip():
        raise ValueError("which command?")
    return External(command, budget, seed=seed, name=name)
