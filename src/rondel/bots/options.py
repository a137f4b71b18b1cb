"""Options of bots: names, types and descriptions."""

import types
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from inspect import Parameter, signature
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

_KINDS: dict[Any, str] = {int: "whole", float: "number", bool: "yes-or-no", str: "text"}

EARLIER_NAMES = {
    "blur": "noise",
    "caution": "unvisited_penalty",
    "decay": "discount",
    "doubt": "prior_temperature",
    "horizon": "rollout_turns",
    "judge": "evaluator",
    "notice": "prediction_visits",
    "others": "opponent_beam_width",
    "patience": "expansion_visits",
    "reach": "tree_turns",
    "soft": "temperature",
    "trust": "prior_weight",
}
"""Earlier names of options, which stored tables and tournaments may contain."""


@dataclass(frozen=True)
class Option:
    """Option of a bot, written `name=value` after its name."""

    name: str
    """Name of the option."""
    type: Any = str
    """Python type of the value."""
    default: object = None
    """Value if the option is not given."""
    about: str = ""
    """Description by the author of the bot."""
    is_first: bool = False
    """True if the option is written first, without its name."""

    @property
    def kind(self) -> str:
        """Return the type: whole, number, yes-or-no, text, or the words to choose from."""
        found = [t for t in _alternatives(self.type) if t is not type(None)]
        if found and get_origin(found[0]) is Literal:
            return "|".join(map(str, get_args(found[0])))
        return _KINDS.get(found[0] if found else str, "text")

    def read(self, written: str) -> Any:
        """Return the value of a text.

        Args:
            written: Text of the value.

        Raises:
            ValueError: The text is not a value of this option.

        """
        if _alternatives(self.type) == (bool,) and written in ("yes", "no"):
            return written == "yes"
        try:
            return msgspec.convert(written, self.type, strict=False)
        except msgspec.ValidationError:
            raise ValueError(f"{self.name}={written} is not {self.kind}") from None


def _alternatives(wanted: Any) -> tuple[Any, ...]:
    return get_args(wanted) if get_origin(wanted) in (Union, types.UnionType) else (wanted,)


def read_options(written: str, known: Sequence[Option]) -> dict[str, Any]:
    """Return the values written "first,name=value,name=value". Raise ValueError."""
    by_name = {option.name: option for option in known}
    first = next((option for option in known if option.is_first), None)
    read: dict[str, Any] = {}
    for part in filter(None, written.split(",")):
        name, equals, value = part.partition("=")
        option = by_name.get(name, by_name.get(EARLIER_NAMES.get(name, ""))) if equals else first
        if option is None or option.name in read:
            raise ValueError(f"no option {part!r}")
        read[option.name] = option.read(value if equals else part)
    return read


def options_of(maker: Callable[..., Any]) -> tuple[Option, ...]:
    """Return the options of a class of bots: its constructor's parameters with types and defaults.

    `Annotated[int, "how far it looks"]` adds a description.
    """
    made = getattr(maker, "__init__", maker) if isinstance(maker, type) else maker
    try:
        hints = get_type_hints(made, include_extras=True)
    except (NameError, TypeError):
        hints = {}
    found: list[Option] = []
    for parameter in signature(maker).parameters.values():
        if parameter.kind in (Parameter.VAR_POSITIONAL, Parameter.VAR_KEYWORD):
            continue
        wanted, about = hints.get(parameter.name, str), ""
        if get_origin(wanted) is Annotated:
            wanted, *said = get_args(wanted)
            about = next((words for words in said if isinstance(words, str)), "")
        default = None if parameter.default is Parameter.empty else parameter.default
        found.append(Option(parameter.name, wanted, default, about))
    return tuple(found)
