"""Steps in three forms: a struct for people, a number for kernels, and a line of text.

A game declares its steps as small structs whose fields have few possible values. Numbers and
notation are derived from the declarations, so the three forms always agree.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import Annotated, Any, ClassVar, Literal, TypeVar, get_args, get_origin, get_type_hints

import msgspec

from rondel.core.errors import UnreadableStep
from rondel.kernel.rule import rule

T = TypeVar("T")


class Step(msgspec.Struct, frozen=True, tag_field="step"):
    """Player's action or chance outcome.

    Attributes:
        notation: Template of the step's text, with a {field} for each field.

    Examples:
        >>> match = rondel.Match("finca", seed=7)
        >>> match.actions[3]
        Place(blade=3)
        >>> str(match.actions[3]), match.actions[3].notation, match.actions[3].blade
        ('place 3', 'place {blade}', 3)
        >>> match.edition.steps.number("place 3") == match.edition.steps.number(match.actions[3])
        True

    """

    notation: ClassVar[str] = ""
    since: ClassVar[int] = 1
    """First version of the rules that has this step."""

    def __str__(self) -> str:
        """Return the notation."""
        return self.notation.format_map(msgspec.structs.asdict(self))


@dataclass(frozen=True)
class Named:
    """Marker for a text field with an edition's values: `Annotated[str, Named("village", 10)]`."""

    what: str
    """Kind of name, as in the edition's names."""
    most: int
    """Numbers reserved for the values."""


def _values(hint: Any, names: Mapping[str, Sequence[str]]) -> tuple[list[Any], int]:
    """Return a field's possible values and the amount of numbers reserved for it."""
    if get_origin(hint) is Literal:
        return list(get_args(hint)), len(get_args(hint))
    if get_origin(hint) is Annotated:
        for mark in get_args(hint)[1:]:
            if isinstance(mark, Named):
                return list(names.get(mark.what, ())), mark.most
            if isinstance(mark, msgspec.Meta) and mark.ge is not None and mark.lt is not None:
                values = list(range(int(mark.ge), int(mark.lt)))
                return values, len(values)
    raise TypeError(f"a step's field needs few known values, not {hint}")


class _Kind:
    """Class of steps with its range of numbers."""

    def __init__(self, kind: type[Step], first: int, names: Mapping[str, Sequence[str]]):
        hints = get_type_hints(kind, include_extras=True)
        fields = [field.name for field in msgspec.structs.fields(kind)]
        domains = [_values(hints[name], names) for name in fields]
        self.kind = kind
        self.first = first
        self.size = 1
        for _, most in domains:
            self.size *= most
        self.units: dict[str, tuple[int, int]] = {}
        """Difference in number between a field's neighbouring values, and how many there are."""
        unit = self.size
        for name, (_, most) in zip(fields, domains, strict=True):
            unit //= most
            self.units[name] = unit, most
        self.numbered: dict[int, Step] = {}
        for indices in product(*(range(len(values)) for values, _ in domains)):
            number = 0
            for index, (_, most) in zip(indices, domains, strict=True):
                number = number * most + index
            chosen = (values[index] for index, (values, _) in zip(indices, domains, strict=True))
            self.numbered[first + number] = kind(*chosen)


class StepCodec:
    """Codec between steps, numbers and notation: players' actions first, then chance outcomes."""

    def __init__(
        self,
        actions: Sequence[type[Step]],
        outcomes: Sequence[type[Step]],
        names: Mapping[str, Sequence[str]] | None = None,
    ):
        self.kinds = (*actions, *outcomes)
        """Classes of steps: actions, then chance outcomes."""
        self._actions, self._outcomes = tuple(actions), tuple(outcomes)
        self._by_kind: dict[type[Step], _Kind] = {}
        self.size = 0
        """Number of all steps."""
        self.actions = 0
        """Number of players' actions, which come first."""
        for kind in self.kinds:
            entry = _Kind(kind, self.size, names or {})
            self._by_kind[kind] = entry
            self.size += entry.size
            if kind in self._actions:
                self.actions = self.size

    def named(self, names: Mapping[str, Sequence[str]]) -> "StepCodec":
        """Return a codec with the same numbers and an edition's names.

        Args:
            names: The edition's names by kind.

        """
        return StepCodec(self._actions, self._outcomes, names)

    def first(self, kind: type[Step]) -> int:
        """Return the lowest number of a class of steps.

        Args:
            kind: Class of steps.

        """
        return self._by_kind[kind].first

    def predicate(self, kind: type[Step]) -> Callable[[int], bool]:
        """Return a rule that returns True for the numbers of a class of steps.

        Args:
            kind: Class of steps.

        """
        first = self.first(kind)
        end = first + self._by_kind[kind].size

        def is_kind(number: int) -> bool:
            return first <= number < end

        return _rule_about(kind, is_kind)

    @property
    def kind_index(self) -> Callable[[int], int]:
        """Return a rule that returns the index of a step number's class in `kinds`."""
        firsts = tuple(map(self.first, self.kinds))

        def kind_index(number: int) -> int:
            kind = -1
            for first in firsts:
                kind += number >= first
            return kind

        return _rule_about(self.kinds[0], kind_index)

    def index_of(self, kind: type[Step], field: str) -> Callable[[int], int]:
        """Return a rule that returns the index of a field's value from a step number.

        Args:
            kind: Class of steps.
            field: Name of the field.

        """
        first = self.first(kind)
        unit, most = self._by_kind[kind].units[field]

        def index(number: int) -> int:
            return (number - first) // unit % most

        return _rule_about(kind, index, field)

    @cached_property
    def _steps(self) -> dict[int, Step]:
        return {n: s for entry in self._by_kind.values() for n, s in entry.numbered.items()}

    @cached_property
    def _numbers(self) -> dict[Step, int]:
        return {step: number for number, step in self._steps.items()}

    @cached_property
    def _texts(self) -> dict[int, str]:
        return {number: str(step) for number, step in self._steps.items()}

    @cached_property
    def _by_text(self) -> dict[str, int]:
        by_text = {_plain(text): number for number, text in self._texts.items()}
        assert len(by_text) == len(self._texts), "two steps share a notation"
        return by_text

    def __iter__(self) -> Any:
        """Iterate over every number that stands for a step."""
        return iter(self._steps)

    def step(self, number: int) -> Step:
        """Return the struct of a number.

        Args:
            number: Number of a step.

        """
        try:
            return self._steps[number]
        except KeyError:
            raise UnreadableStep(str(number)) from None

    def text(self, number: int) -> str:
        """Return the notation of a number.

        Args:
            number: Number of a step.

        """
        try:
            return self._texts[number]
        except KeyError:
            raise UnreadableStep(str(number)) from None

    def number(self, step: "Step | str | int") -> int:
        """Return the number of a step in any form.

        Args:
            step: Step as a number, notation or struct.

        Raises:
            UnreadableStep: The step is not one of this game.

        """
        try:
            if isinstance(step, str):
                found = self._by_text.get(step)
                return self._by_text[_plain(step)] if found is None else found
            if isinstance(step, Step):
                return self._numbers[step]
            return step if step in self._steps else self._numbers[step]  # type: ignore[index]
        except (KeyError, TypeError):
            raise UnreadableStep(str(step)[:200]) from None

    @cached_property
    def union(self) -> Any:
        """Return the union type of all steps, for typed documents and JSON Schema."""
        union: Any = self.kinds[0]
        for kind in self.kinds[1:]:
            union = union | kind
        return union


def _rule_about(
    kind: type[Step], function: Callable[[int], T], field: str = ""
) -> Callable[[int], T]:
    """Return a rule with a name of its own; compiled rules of one name would be mistaken."""
    function.__module__ = kind.__module__
    function.__qualname__ = f"{kind.__qualname__}_{field}_{function.__name__}"
    return rule(function)


def _plain(text: str) -> str:
    return re.sub(r"\s+", " ", text.strip()).casefold()
