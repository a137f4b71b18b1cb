"""What a game folder offers, and where games are found."""

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property, lru_cache
from importlib import import_module
from pathlib import Path
from pickle import PicklingError
from types import ModuleType
from typing import TYPE_CHECKING, Any, Generic

import numpy as np

from rondel import kernel
from rondel.contract.draws import Draw
from rondel.contract.errors import UnknownEdition, WrongPlayers
from rondel.contract.phrase import Phrase
from rondel.contract.plain import reader
from rondel.contract.steps import Numbering
from rondel.kernel.record import Cells, Record, read_record
from rondel.kernel.rule import compile_for, compiling, helped_by, specialise

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    from rondel.contract.position import Position
    from rondel.words import Words

    V = TypeVar("V", default=Any, covariant=True)
else:
    from typing import TypeVar

    V = TypeVar("V", covariant=True)
"""The type of a game's view."""


_DRIVERS = Path(kernel.__file__).parent / "drivers.py"


@dataclass(frozen=True)
class Edition:
    """One printing of a game: its box as a record, and the names its steps use.

    Examples:
        >>> steps = rondel.edition("finca").steps
        >>> steps.text(steps.number("move 3"))
        'move 3'

    """

    name: str
    box: Cells
    steps: Numbering
    facts: Any = None
    source: str = ""
    """The text of a custom edition, carried inside records; empty for a built-in one."""

    def __copy__(self) -> "Edition":
        """An edition never changes."""
        return self

    def __deepcopy__(self, memo: object) -> "Edition":
        return self


@dataclass(frozen=True)
class Rules:
    """A game's five compiled rules; kernel/drivers.py says what each does."""

    begin: Callable[..., None]
    options: Callable[..., int]
    apply: Callable[..., None]
    tally: Callable[..., None]
    problems: Callable[..., int]


@dataclass(frozen=True)
class Maps:
    """What a game offers to those who draw maps for it, as text files."""

    check: Callable[[str], list[Phrase]]
    """Everything that is wrong with a map file's text."""
    draw: Callable[[str], str]
    """The map in text. Raises what reading it raises."""
    usual: Callable[[], str]
    """The text of the built-in map file."""


@dataclass(frozen=True)
class Game(Generic[V]):
    """The rules of one game, and everything the other rooms need to know about it.

    Examples:
        >>> finca = rondel.game("finca")
        >>> finca.name, finca.version, finca.editions
        ('finca', 2, ('mallorca-2009',))

    """

    name: str
    version: int
    """Of the rules' behaviour: it grows whenever an old record could replay otherwise."""
    players: tuple[int, ...]
    folder: Path
    """Where the game lives, words and rules texts included."""
    state: type[Record]
    steps: Numbering
    most_options: int
    """No turn ever has more options than this."""
    rules: Rules
    reasons: tuple[str, ...]
    """Names of the ways to end, as the state's `reason` numbers them."""
    problems: tuple[str, ...]
    """Names of the bits that the rule `problems` answers."""
    edition_called: Callable[[str], Edition]
    """The edition of a name ('' for the usual one). Raises UnknownEdition."""
    editions: tuple[str, ...]
    """The usual one first."""
    view: Callable[["Position[Any]"], V]
    """The typed document (a msgspec struct) that boards and clients see."""
    story: Callable[["Position", int, "Position"], list[Phrase]]
    """What to tell of a step: (position before, step number, position after)."""
    label: Callable[["Position", int], Phrase]
    """What a step would do, for menus: (position, step number)."""
    prompt: Callable[["Position", bool], Phrase]
    """What is expected now: of the player by name (True), or of you."""
    draw: Callable[["Position", "Words", Sequence[str]], str]
    """The table as text: (position, words, names of the seats)."""
    draw_small: Callable[["Position", "Words", Sequence[str]], str] | None = None
    """The same in fewer lines, for terminals of 80 by 24; None if `draw` fits them."""
    draw_wide: Callable[["Position", "Words", Sequence[str]], str] | None = None
    """The same for terminals of 120 by 40, with room at the right of its upper part."""
    read_edition: Callable[[str], Edition] | None = None
    """A custom edition from the text of its file, as records carry it; None if there are none."""
    maps: Maps | None = None
    """Where the board is a map that can be drawn anew."""
    why_not: Callable[["Position", int], Phrase | None] | None = None
    """The rule that forbids a step now, in a sentence: (position, number of an illegal step)."""
    closing: int | None = None
    """The step that ends a game which goes nowhere; bots make it whenever it is offered."""
    next_draw: Callable[["Position"], Draw] | None = None
    """The draw that chance makes now, if all of the game's draws are from shuffled bags."""
    added: Mapping[str, Callable[[dict[str, Any], Edition], Any]] = field(
        default_factory=dict[str, Any], hash=False
    )
    """Fields of the state that version 1 did not have: what they are at a table without them."""

    def edition(self, wanted: str | Edition = "") -> Edition:
        """An edition by its name, by the text of a custom one, or as it is. Opens no files.

        Raises UnknownEdition, and what the game says of a text.
        """
        if isinstance(wanted, Edition):
            if wanted.box.dtype != self.edition_called(self.editions[0]).box.dtype:
                raise UnknownEdition(wanted.name, self.editions)
            return wanted
        if "\n" in wanted:
            return self.read(wanted)
        return self.edition_called(wanted or self.editions[0])

    def read(self, text: str) -> Edition:
        """The custom edition of a text. Raises UnknownEdition if the game has none."""
        if self.read_edition is None:
            raise UnknownEdition(f"{text[:40]}…", self.editions)
        return _read_once(self.read_edition, text)

    def write_edition(self, edition: Edition) -> str:
        """What `edition` makes an edition of again: its text or its name. Raises PicklingError."""
        written = edition.source or edition.name
        if self.edition(written).box.tobytes() != edition.box.tobytes():
            raise PicklingError(f"the edition {edition.name!r} has no text to travel by")
        return written

    def __reduce__(self) -> tuple[Any, ...]:
        """A game travels by its name."""
        if _installed(self.name) is not self:
            raise PicklingError(f"{self!r} is not an installed game")
        return _installed, (self.name,)

    def __copy__(self) -> "Game[V]":
        """There is one of each game."""
        return self

    def __deepcopy__(self, memo: object) -> "Game[V]":
        return self

    @cached_property
    def drivers(self) -> ModuleType:
        """The kernel drivers with this game's rules bound in, compiled as far as playing needs."""
        drivers = self.specialise(_DRIVERS)
        state, box, players = self.state.new(), self.edition("").box, self.players[0]
        points, tiebreaks, ranks = np.zeros((3, players), np.int32)
        with compiling(self.name, self.folder) as anew:
            # What can happen and what a step does are two halves that share little.
            half = f"from rondel.games import find; find({self.name!r}).compile_asking()"
            with helped_by(half if anew else ""):
                drivers.start(state, box, players)
                drivers.count(state, box, points, tiebreaks)
                drivers.rank(players, points, tiebreaks, ranks)
                if anew:
                    compile_for(drivers.step, state, box, 0)
            steps, weights = self.buffers()
            drivers.ask(state, box, steps, weights)
            drivers.step_each(state, box, steps[:0])
            drivers.step(state, box, int(steps[0]))
            if anew:
                # A view may have rules of its own.
                from rondel.contract.position import Position

                vars(self)["drivers"] = drivers
                self.view(Position(self, self.edition(""), state))
        return drivers

    def compile_asking(self) -> None:
        """Compile what tells the options, and no more."""
        drivers = self.specialise(_DRIVERS)
        compile_for(drivers.ask, self.state.new(), self.edition("").box, *self.buffers())

    def buffers(self) -> tuple[Cells, Cells]:
        """Room for the step numbers and weights of any turn."""
        return np.empty(self.most_options, np.int16), self._ones.copy()

    @cached_property
    def plain(self) -> Callable[[bytes], Any]:
        """Reads a state's bytes into plain numbers and tuples, by the names of its fields."""
        return reader(self.state.dtype)

    @cached_property
    def _ones(self) -> Cells:
        return np.ones(self.most_options, np.int32)

    def specialise(self, template: Path, **bindings: Any) -> ModuleType:
        """A template module with this game's rules bound in."""
        rules = {rule.name: getattr(self.rules, rule.name) for rule in fields(self.rules)}
        name = f"rondel.compiled.{self.name}"
        module = specialise(template, name, self.folder, **rules, **bindings)
        sys.modules[module.__name__] = module
        return module

    def read_state(self, fields: dict[str, Any], edition: Edition) -> Cells:
        """The state `write_record` wrote, under these rules or earlier ones.

        Raises LookupError, ValueError, OverflowError or TypeError.
        """
        missing = {name: of for name, of in self.added.items() if name not in fields}
        return read_record(
            self.state, {**fields, **{name: of(fields, edition) for name, of in missing.items()}}
        )

    def check_players(self, players: int) -> None:
        """Raise WrongPlayers unless that many can play."""
        if isinstance(players, float) or players not in self.players:
            raise WrongPlayers(players, self.players)

    def start(self, players: int, edition: str | Edition = "") -> "Position[V]":
        """The position before anything is dealt."""
        from rondel.contract.position import Position

        self.check_players(players)
        box = self.edition(edition)
        state = self.state.new()
        self.drivers.start(state, box.box, players)
        return Position(self, box, state)

    def __repr__(self) -> str:
        return f"<Game {self.name}, rules {self.version}>"


def _installed(name: str) -> Game:
    game: Game = import_module(f"rondel.games.{name}").game
    return game


@lru_cache(64)
def _read_once(read: Callable[[str], Edition], text: str) -> Edition:
    """Searches know a table again by its box, so equal texts give one edition."""
    return read(text)


def game_called(wanted: Game[Any] | str) -> Game[Any]:
    """A game by its name, or as it is. Raises UnknownGame.

    Games stand above this room, so they are looked for when one is asked for.
    """
    found: Game[Any] = import_module("rondel.games").find(wanted)
    return found
