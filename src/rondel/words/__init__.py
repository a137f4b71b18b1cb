"""Looking words up: Fluent catalogues of what all games share and of each game."""

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeGuard

from rondel.contract import Game, Phrase, Player, RondelError
from rondel.contract.game import game_called
from rondel.contract.phrase import Told
from rondel.words.hungarian import article

if TYPE_CHECKING:
    from fluent.runtime import FluentBundle

LANGUAGES = {"en": "English", "fr": "français", "hu": "magyar"}
MAX_ARG_LENGTH = 2000
"""Characters of a text within a message; Fluent refuses more than 2500."""
_HERE = Path(__file__).parent


class MissingWords(KeyError):
    """No catalogue of the language has this message, or it cannot be put together."""


@cache
def _bundle(language: str, folders: tuple[Path, ...]) -> "FluentBundle":
    # Whoever only simulates has no use for words, and this import takes its time.
    from fluent.runtime import FluentBundle, FluentResource

    grammar: dict[str, Any] = {"ARTICLE": article}
    bundle = FluentBundle([language], functions=grammar, use_isolating=False)
    for folder in folders:
        text = (folder / f"{language}.ftl").read_text("utf-8")
        bundle.add_resource(FluentResource(text), allow_overrides=True)
    return bundle


class Words:
    """One language's words: the shared ones, and a game's own.

    Examples:
        >>> rondel.Words("hu", "milestones").say("game-title")
        'Milestones'

    """

    def __init__(self, language: str = "en", game: Game | str | None = None):
        if language not in LANGUAGES:
            raise MissingWords(language)
        self.language = language
        folders = (_HERE,) if game is None else (_HERE, game_called(game).folder / "words")
        self._bundle = _bundle(language, folders)

    def has(self, key: str) -> bool:
        """Whether there is a message of that key."""
        return bool(self._bundle.has_message(key))

    def say(self, key: str, /, **args: Any) -> str:
        """The message in this language. Raises MissingWords."""
        pattern = self._bundle.get_message(key).value if self.has(key) else None
        if pattern is None:
            raise MissingWords(f"{self.language}: {key}")
        said, problems = self._bundle.format_pattern(
            pattern, {name: _shortened(value) for name, value in args.items()}
        )
        if problems:
            raise MissingWords(f"{self.language}: {key}: {problems[0]}")
        return str(said)

    def tell(self, phrase: Phrase, names: Sequence[str] = ()) -> str:
        """A phrase as a sentence, with the players' names."""
        args = {name: self._told(value, names) for name, value in phrase.args.items()}
        return self.say(phrase.key, **args)

    def _told(self, value: Told, names: Sequence[str]) -> int | str:
        if isinstance(value, Player):
            return self.player(value.seat, names)
        if isinstance(value, Phrase):
            return self.tell(value, names)
        if isinstance(value, list):
            return self.join([self.tell(part, names) for part in value])
        return value

    def player(self, seat: int, names: Sequence[str] = ()) -> str:
        """The name of whoever sits at a seat."""
        return names[seat] if seat < len(names) and names[seat] else self.say("seat", seat=seat + 1)

    def join(self, parts: Sequence[str]) -> str:
        """Parts as a list in a sentence."""
        if not parts:
            return self.say("list-none")
        if len(parts) == 1:
            return parts[0]
        return self.say("list-and", first=", ".join(parts[:-1]), last=parts[-1])

    def error(self, error: RondelError) -> str:
        """An error as a sentence for people."""
        fields: Mapping[str, Any] = error.fields
        if isinstance(reason := fields.get("reason"), Phrase):
            return self.tell(reason)
        args = {name: self._fact(value) for name, value in fields.items() if value is not None}
        return self.say(f"error-{error.code}", **args)

    def _fact(self, value: Any) -> int | str:
        return self._listed(value) if _is_list(value) else self._told(value, ())

    def _listed(self, names: Sequence[Any]) -> str:
        """Names in a row; a problem of a position by its words."""
        if any(isinstance(name, Phrase) for name in names):
            return ", ".join(str(self._told(name, ())) for name in names)
        keys = [f"problem-{name}" for name in names]
        said = [
            self.say(key) if self.has(key) else str(name)
            for key, name in zip(keys, names, strict=True)
        ]
        return ", ".join(said)


def _shortened(value: Any) -> Any:
    """Return an argument of a message, a long text without its end."""
    if isinstance(value, str) and len(value) > MAX_ARG_LENGTH:
        return value[: MAX_ARG_LENGTH - 1] + "…"
    return value


def _is_list(value: object) -> TypeGuard[list[Any]]:
    return isinstance(value, list)
