"""Translation: Fluent message files shared by all games and those of each game."""

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeGuard

from rondel.core import Game, Message, Player, RondelError
from rondel.core.message import MessageArg
from rondel.core.registry import find_game
from rondel.i18n.hungarian import article

if TYPE_CHECKING:
    from fluent.runtime import FluentBundle

LANGUAGES = {"en": "English", "fr": "français", "hu": "magyar"}
MAX_ARG_LENGTH = 2000
"""Longest text argument of a message, in characters; Fluent refuses more than 2500."""
_HERE = Path(__file__).parent


class MissingMessage(KeyError):
    """Error for a message that no file of the language has or that cannot be formatted."""


@cache
def _bundle(language: str, folders: tuple[Path, ...]) -> "FluentBundle":
    # Imported late: simulations need no messages, and this import is slow.
    from fluent.runtime import FluentBundle, FluentResource

    grammar: dict[str, Any] = {"ARTICLE": article}
    bundle = FluentBundle([language], functions=grammar, use_isolating=False)
    for folder in folders:
        text = (folder / f"{language}.ftl").read_text("utf-8")
        bundle.add_resource(FluentResource(text), allow_overrides=True)
    return bundle


class Translator:
    """Translator for one language, with the shared messages and those of one game.

    Args:
        language: Language code: "en", "fr" or "hu".
        game: Name of the game whose messages are added, if any.

    Examples:
        >>> rondel.Translator("hu", "milestones").text("game-title")
        'Milestones'

    """

    def __init__(self, language: str = "en", game: Game | str | None = None):
        if language not in LANGUAGES:
            raise MissingMessage(language)
        self.language = language
        """Language of the messages: `en`, `fr` or `hu`."""
        folders = (_HERE,) if game is None else (_HERE, find_game(game).folder / "words")
        self._bundle = _bundle(language, folders)

    def has(self, key: str) -> bool:
        """Return True if a message with this key exists.

        Args:
            key: Message key.

        """
        return bool(self._bundle.has_message(key))

    def text(self, key: str, /, **args: Any) -> str:
        """Return a message in this language.

        Args:
            key: Message key.
            args: Values of the message's variables.

        Raises:
            MissingMessage: The message does not exist or cannot be formatted.

        """
        pattern = self._bundle.get_message(key).value if self.has(key) else None
        if pattern is None:
            raise MissingMessage(f"{self.language}: {key}")
        text, problems = self._bundle.format_pattern(
            pattern, {name: _shortened(value) for name, value in args.items()}
        )
        if problems:
            raise MissingMessage(f"{self.language}: {key}: {problems[0]}")
        return str(text)

    def format(self, message: Message, names: Sequence[str] = ()) -> str:
        """Return a message with arguments as a sentence.

        Args:
            message: Message key and arguments.
            names: Players' names by seat; missing ones become "Seat 1" and so on.

        """
        args = {name: self._argument(value, names) for name, value in message.args.items()}
        return self.text(message.key, **args)

    def _argument(self, value: MessageArg, names: Sequence[str]) -> int | str:
        if isinstance(value, Player):
            return self.player(value.seat, names)
        if isinstance(value, Message):
            return self.format(value, names)
        if isinstance(value, list):
            return self.join([self.format(part, names) for part in value])
        return value

    def player(self, seat: int, names: Sequence[str] = ()) -> str:
        """Return the name of the player at a seat.

        Args:
            seat: Seat number.
            names: Players' names by seat; missing ones become "Player 1" and so on.

        """
        return (
            names[seat] if seat < len(names) and names[seat] else self.text("seat", seat=seat + 1)
        )

    def join(self, parts: Sequence[str]) -> str:
        """Return the parts as a list inside a sentence.

        Args:
            parts: Parts of the list.

        """
        if not parts:
            return self.text("list-none")
        if len(parts) == 1:
            return parts[0]
        return self.text("list-and", first=", ".join(parts[:-1]), last=parts[-1])

    def error(self, error: RondelError) -> str:
        """Return an error as a sentence for people.

        Args:
            error: Error to describe.

        """
        fields: Mapping[str, Any] = error.fields
        if isinstance(reason := fields.get("reason"), Message):
            return self.format(reason)
        args = {name: self._fact(value) for name, value in fields.items() if value is not None}
        return self.text(f"error-{error.code}", **args)

    def _fact(self, value: Any) -> int | str:
        return self._listed(value) if _is_list(value) else self._argument(value, ())

    def _listed(self, names: Sequence[Any]) -> str:
        """Return names as a list; problems of a position become their own messages."""
        if any(isinstance(name, Message) for name in names):
            return ", ".join(str(self._argument(name, ())) for name in names)
        keys = [f"problem-{name}" for name in names]
        text = [
            self.text(key) if self.has(key) else str(name)
            for key, name in zip(keys, names, strict=True)
        ]
        return ", ".join(text)


def _shortened(value: Any) -> Any:
    """Return a message argument, shortened if it is a long text."""
    if isinstance(value, str) and len(value) > MAX_ARG_LENGTH:
        return value[: MAX_ARG_LENGTH - 1] + "…"
    return value


def _is_list(value: object) -> TypeGuard[list[Any]]:
    return isinstance(value, list)
