"""Interface of a game folder."""

import sys
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property, lru_cache
from pathlib import Path
from pickle import PicklingError
from types import ModuleType
from typing import TYPE_CHECKING, Any, Generic

import numpy as np

from rondel import kernel
from rondel.core.documents import (
    TEMPLATE,
    Documents,
    compile_messages,
    compile_view,
    read_label,
    read_prompt,
    read_story,
    record_view,
)
from rondel.core.draws import Draw
from rondel.core.errors import UnknownEdition, WrongPlayers
from rondel.core.message import Message
from rondel.core.steps import StepCodec
from rondel.kernel.record import Array, Record, read_record
from rondel.kernel.rule import compile_for, compiling, helped_by, specialise

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    from rondel.core.position import Position
    from rondel.i18n import Translator

    V = TypeVar("V", default=Any, covariant=True)
else:
    from typing import TypeVar

    V = TypeVar("V", covariant=True)
"""Type of a game's view."""


_GENERATED: Any = record_view
_DRIVERS = Path(kernel.__file__).parent / "drivers.py"


@dataclass(frozen=True)
class Edition:
    """Edition of a game: its components as a record, and the names that its steps use.

    Attributes:
        name: Name of the edition.
        box: Record of the components.
        steps: Codec of the steps, with this edition's names.
        facts: Further data of the game, if any.

    Examples:
        >>> steps = rondel.edition("finca").steps
        >>> steps.text(steps.number("move 3"))
        'move 3'

    """

    name: str
    box: Array
    steps: StepCodec
    facts: Any = None
    source: str = ""
    """Text of a custom edition, carried inside records; empty for a built-in one."""
    desks: deque[Any] = field(default_factory=deque[Any], compare=False, repr=False)
    """Memory for writing documents that is not in use."""

    def __getstate__(self) -> dict[str, Any]:
        """Return what a copy in another process needs."""
        return {**vars(self), "desks": deque()}

    def __copy__(self) -> "Edition":
        """Return the edition itself, because editions are immutable."""
        return self

    def __deepcopy__(self, memo: object) -> "Edition":
        return self


@dataclass(frozen=True)
class Rules:
    """Five compiled rules of a game, described in kernel/drivers.py."""

    setup: Callable[..., None]
    legal_steps: Callable[..., int]
    apply: Callable[..., None]
    score: Callable[..., None]
    validate: Callable[..., int]


@dataclass(frozen=True)
class Maps:
    """Functions of a game whose maps can be drawn by users, as text files."""

    check: Callable[[str], list[Message]]
    """Return everything that is wrong with a map file's text."""
    draw: Callable[[str], str]
    """Return the map as text. Raise the errors of reading the file."""
    usual: Callable[[], str]
    """Return the text of the built-in map file."""


@dataclass(frozen=True)
class Game(Generic[V]):
    """Rules of one game and everything else that the library needs to know about it.

    Examples:
        >>> finca = rondel.game("finca")
        >>> finca.name, finca.version, finca.editions
        ('finca', 2, ('mallorca-2009',))

    """

    name: str
    """Name of the game."""
    version: int
    """Version of the rules; grows whenever an old record could replay differently."""
    players: tuple[int, ...]
    """Supported numbers of players."""
    folder: Path
    """Folder of the game, with its message files and rules texts."""
    state: type[Record]
    """Class of the state record."""
    steps: StepCodec
    """Codec of the steps."""
    most_options: int
    """Upper limit of options in any turn."""
    rules: Rules
    """Compiled rules."""
    reasons: tuple[str, ...]
    """Names of the ways to end, indexed by the state's `reason`."""
    problems: tuple[str, ...]
    """Names of the bits that the rule `validate` returns."""
    find_edition: Callable[[str], Edition]
    """Return the edition with a name ('' for the default one). Raise UnknownEdition."""
    editions: tuple[str, ...]
    """Names of the built-in editions, the default first."""
    draw: Callable[["Position", "Translator", Sequence[str]], str]
    """Return the table as text: (position, translator, names of the seats)."""
    view: Callable[["Position[Any]"], V] = _GENERATED
    """Return the typed document (a msgspec struct) that boards and clients show. Without it, one is
    generated from the state.
    """
    story: Callable[["Position", int, "Position"], list[Message]] = read_story
    """Return the sentences about a step: (position before, step number, position after)."""
    label: Callable[["Position", int], Message] = read_label
    """Return the effect of a step, for menus: (position, step number)."""
    prompt: Callable[["Position", bool], Message] = read_prompt
    """Return the instruction for the player to move: by name (True) or as "you"."""
    draw_small: Callable[["Position", "Translator", Sequence[str]], str] | None = None
    """Return the table in fewer lines, for terminals of 80 by 24; None if `draw` fits them."""
    draw_wide: Callable[["Position", "Translator", Sequence[str]], str] | None = None
    """Return the table for terminals of 120 by 40, with free space in the upper right."""
    read_edition: Callable[[str], Edition] | None = None
    """Return a custom edition from the text of its file; None if the game has none."""
    maps: Maps | None = None
    """Functions for custom maps, if the board is a map."""
    explain_illegal: Callable[["Position", int], Message | None] | None = None
    """Return the rule that forbids a step now: (position, number of an illegal step)."""
    forced_end_step: int | None = None
    """Number of the step that ends a game without progress; bots make it whenever it is legal."""
    next_draw: Callable[["Position"], Draw] | None = None
    """Return the current chance draw, if all of the game's draws are from shuffled bags."""
    documents: Documents | None = None
    """Rules that write the game's documents, if it has any."""
    migrations: Mapping[str, Callable[[dict[str, Any], Edition], Any]] = field(
        default_factory=dict[str, Any], hash=False
    )
    """Functions that compute fields which states of version 1 lack."""

    def edition(self, wanted: str | Edition = "") -> Edition:
        """Return an edition by name, by the text of a custom one, or unchanged. Open no files.

        Args:
            wanted: Name, text of a custom edition, or an edition; "" for the default one.

        Raises:
            UnknownEdition: The game has no such edition.
            RondelError: The text of a custom edition is wrong.

        """
        if isinstance(wanted, Edition):
            if wanted.box.dtype != self.find_edition(self.editions[0]).box.dtype:
                raise UnknownEdition(wanted.name, self.editions)
            return wanted
        if "\n" in wanted:
            return self.read(wanted)
        return self.find_edition(wanted or self.editions[0])

    def read(self, text: str) -> Edition:
        """Return the custom edition of a text.

        Args:
            text: Text to read.

        Raises:
            UnknownEdition: The game has no custom editions.

        """
        if self.read_edition is None:
            raise UnknownEdition(f"{text[:40]}…", self.editions)
        return _read_once(self.read_edition, text)

    def write_edition(self, edition: Edition) -> str:
        """Return the text or name from which `edition` restores this edition.

        Args:
            edition: Edition to write.

        Raises:
            PicklingError: The edition has neither.

        """
        written = edition.source or edition.name
        if self.edition(written).box.tobytes() != edition.box.tobytes():
            raise PicklingError(f"the edition {edition.name!r} has no text to travel by")
        return written

    def __reduce__(self) -> tuple[Any, ...]:
        """Refuse: only the registry of games knows how to pickle a game, by its name."""
        raise PicklingError(f"{self!r} is not an installed game")

    def __copy__(self) -> "Game[V]":
        """Return the game itself: each game is a singleton."""
        return self

    def __deepcopy__(self, memo: object) -> "Game[V]":
        return self

    @cached_property
    def drivers(self) -> ModuleType:
        """Return the kernel drivers with this game's rules, compiled as far as playing needs."""
        drivers = self.specialise(_DRIVERS)
        state, box, players = self.state.new(), self.edition("").box, self.players[0]
        points, tiebreaks, ranks = np.zeros((3, players), np.int32)
        with compiling(self.name, self.folder) as anew:
            # Legal steps and the effect of a step share little code, so they compile in parallel.
            with helped_by(self.compile_half if anew else None):
                drivers.start(state, box, players)
                drivers.count(state, box, points, tiebreaks)
                drivers.rank(players, points, tiebreaks, ranks)
                if anew:
                    compile_for(drivers.step, state, box, 0)
                    if self.documents is not None:
                        compile_view(self)
            steps, weights = self.buffers()
            drivers.ask(state, box, steps, weights)
            drivers.step_each(state, box, steps[:0])
            drivers.step(state, box, int(steps[0]))
            if anew and self.documents is not None:
                compile_messages(self)
        return drivers

    @cached_property
    def writers(self) -> ModuleType:
        """Return the functions that write documents, with this game's rules."""
        found = self.documents
        assert found is not None
        return self.specialise(
            TEMPLATE, view=found.view, label=found.label, prompt=found.prompt, story=found.story,
            explain=found.explain,
        )  # fmt: skip

    def compile_half(self) -> None:
        """Compile the rules that list legal steps and those that write messages."""
        drivers = self.specialise(_DRIVERS)
        compile_for(drivers.ask, self.state.new(), self.edition("").box, *self.buffers())
        if self.documents is not None:
            compile_messages(self)

    def buffers(self) -> tuple[Array, Array]:
        """Return arrays for the step numbers and weights of any turn."""
        return np.empty(self.most_options, np.int16), self._ones.copy()

    @cached_property
    def _ones(self) -> Array:
        return np.ones(self.most_options, np.int32)

    def specialise(self, template: Path, **bindings: Any) -> ModuleType:
        """Return a copy of a template module with this game's rules bound.

        Args:
            template: File of the template.
            bindings: Further names to bind.

        """
        rules = {rule.name: getattr(self.rules, rule.name) for rule in fields(self.rules)}
        name = f"rondel.compiled.{self.name}"
        module = specialise(template, name, self.folder, **rules, **bindings)
        sys.modules[module.__name__] = module
        return module

    def read_state(self, fields: dict[str, Any], edition: Edition) -> Array:
        """Return the state that `write_record` wrote under these or earlier rules.

        Args:
            fields: Fields by name.
            edition: Edition that the state belongs to.

        Raises:
            LookupError: A field is missing.
            ValueError: A field has the wrong shape.
            OverflowError: A number is too large.
            TypeError: A field has the wrong type.

        """
        missing = {name: of for name, of in self.migrations.items() if name not in fields}
        return read_record(
            self.state, {**fields, **{name: of(fields, edition) for name, of in missing.items()}}
        )

    def check_players(self, players: int) -> None:
        """Raise WrongPlayers unless the game supports this number of players.

        Args:
            players: Number of players to check.

        """
        if isinstance(players, float) or players not in self.players:
            raise WrongPlayers(players, self.players)

    def start(self, players: int, edition: str | Edition = "") -> "Position[V]":
        """Return the position before anything is dealt.

        Args:
            players: Number of players.
            edition: Name of an edition, text of a custom one, or an edition.

        Raises:
            WrongPlayers: The game does not support this number.
            UnknownEdition: The game has no such edition.

        """
        from rondel.core.position import Position

        self.check_players(players)
        box = self.edition(edition)
        state = self.state.new()
        self.drivers.start(state, box.box, players)
        return Position(self, box, state)

    def __repr__(self) -> str:
        return f"<Game {self.name}, rules {self.version}>"


@lru_cache(64)
def _read_once(read: Callable[[str], Edition], text: str) -> Edition:
    """Return one shared edition for equal texts, because search caches compare editions by
    identity.
    """
    return read(text)
