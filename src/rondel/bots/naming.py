"""Bots by name: a kind and its options, or a level of the ladder."""

from collections.abc import Callable
from dataclasses import fields

from rondel.bots.blind import Blind
from rondel.bots.bot import Bot, Seed, UnknownBot
from rondel.bots.budget import read_budget
from rondel.bots.external import External
from rondel.bots.greedy import UNDECIDED, Greedy
from rondel.bots.kernels import PLAN
from rondel.bots.levels import LEVELS
from rondel.bots.mistakes import Mistakes
from rondel.bots.search import Search

KINDS = ("random", "greedy", "search", "engine")
MISTAKES = tuple(field.name for field in fields(Mistakes))
USUAL_BUDGET = "0.25s"


def names() -> tuple[str, ...]:
    """The bots a person can be offered, weakest first: chance itself, then the levels."""
    return ("random", *(level.name for level in LEVELS))


def find(name: str, seed: Seed = None) -> Bot:
    """A new bot of that name, for one seat of one match. Raises UnknownBot.

    `random`, `greedy`, `search`, a level, or `engine`, a foreign one, with options after a colon:
    `search:0.25s`, `search:2000,seed=7`, `greedy:overlook=0.2`, `engine:1s:./their-engine --fast`.
    """
    for level in LEVELS:
        if level.name == name:
            return _find(level.bot, seed, name)
    return _find(name, seed, name)


def _find(written: str, seed: Seed, name: str) -> Bot:
    kind, _, options = written.partition(":")
    makers: dict[str, Callable[[str, Seed, str], Bot]] = {
        "random": _blind,
        "greedy": _greedy,
        "search": _search,
        "engine": _engine,
    }
    if kind not in makers:
        raise UnknownBot(name, (*KINDS, *names()[1:]))
    try:
        return makers[kind](options, seed, name)
    except (ValueError, OSError) as problem:
        raise UnknownBot(name, (*KINDS, *names()[1:]), str(problem)) from None


def _read(options: str, *known: str) -> tuple[str, dict[str, str]]:
    """Options written "first,key=value,key=value": the nameless one, and the named ones."""
    nameless = ""
    named: dict[str, str] = {}
    for option in filter(None, options.split(",")):
        key, equals, value = option.partition("=")
        if equals:
            if key not in known:
                raise ValueError(f"no option {key!r}")
            named[key] = value
        elif nameless or "" not in known:
            raise ValueError(f"no option {option!r}")
        else:
            nameless = option
    return nameless, named


def _seed(named: dict[str, str], seed: Seed) -> Seed:
    return named.get("seed", seed)


def _mistakes(named: dict[str, str], usual: Mistakes) -> Mistakes:
    made = {key: float(named[key]) for key in MISTAKES if key in named}
    return Mistakes(**made) if made else usual


def _blind(options: str, seed: Seed, name: str) -> Bot:
    _, named = _read(options, "seed")
    return Blind(_seed(named, seed), name)


def _greedy(options: str, seed: Seed, name: str) -> Bot:
    _, named = _read(options, "seed", *MISTAKES)
    return Greedy(_seed(named, seed), _mistakes(named, Mistakes(blur=UNDECIDED)), name)


def _search(options: str, seed: Seed, name: str) -> Bot:
    written, named = _read(options, "", "seed", *MISTAKES, *PLAN)
    plan = {key: float(named[key]) for key in PLAN if key in named}
    budget = read_budget(written or USUAL_BUDGET)
    return Search(budget, _seed(named, seed), _mistakes(named, Mistakes()), plan, name)


def _engine(options: str, seed: Seed, name: str) -> Bot:
    written, _, command = options.partition(":")
    budget = read_budget(written)
    if not command.strip():
        raise ValueError("which command?")
    return External(command, budget, seed=seed, name=name)
