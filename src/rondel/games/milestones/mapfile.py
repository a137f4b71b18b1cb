"""Parser of map files: the subset of TOML that maps need, in linear time."""

import re
import tomllib
from collections.abc import Iterator
from typing import Any, NamedTuple

MAX_DEPTH = 8
"""Maximum depth of nested lists; a map needs two."""
MAX_WORD = 100
"""Longest key or number in characters."""
_TOKEN = re.compile(
    r"""
      (?P<blank>  [ \t]++ | \#[^\x00-\x08\x0a-\x1f\x7f]*+ )
    | (?P<newline>\r?\n )
    | (?P<long>   \"""(?:[^"\\]|\\.|"(?!""))*+"{3,5} | '''(?:[^']|'(?!''))*+'{3,5} )
    | (?P<string> "(?:[^"\\\n]|\\.)*+" | '[^'\n]*+' )
    | (?P<word>   [A-Za-z0-9_+-]++ )
    | (?P<mark>   [=,\[\]] )
    """,
    re.VERBOSE | re.DOTALL,
)
"""Possessive quantifiers: no text makes the pattern try a character twice within a token."""
_NUMBER = re.compile(r"[+-]?(?:0|[1-9][0-9]{0,8})")
_PLAIN_STRING = re.compile(r"""(["'])[^\\\x00-\x08\x0a-\x1f\x7f]*\1""")


class MapSyntaxError(ValueError):
    """Error for a text that is no map file. The message names the line."""


class TooIntricate(MapSyntaxError):
    """Error for a text with dotted keys, tables or deeply nested lists, which maps do not need."""


class _Token(NamedTuple):
    kind: str
    text: str
    line: int


def parse(text: str) -> dict[str, Any]:
    """Return the keys and values of a map file. Raise MapSyntaxError.

    Examples:
        >>> parse('start = "a1"  # the market')
        {'start': 'a1'}

    """
    found: dict[str, Any] = {}
    tokens = _tokens(text)
    for token in tokens:
        if token.kind == "newline":
            continue
        if token.text == "[":
            raise TooIntricate(f"line {token.line}: a map file has no tables")
        if token.kind not in ("word", "string"):
            raise MapSyntaxError(f"line {token.line}: a key is expected")
        key = token.text if token.kind == "word" else _scalar(token)
        if key in found:
            raise MapSyntaxError(f"line {token.line}: the key {key[:40]!r} stands twice")
        if next(tokens, token).text != "=":
            raise MapSyntaxError(f"line {token.line}: = is expected after the key")
        found[key] = _value(tokens, token.line)
        end = next(tokens, None)
        if end is not None and end.kind != "newline":
            raise MapSyntaxError(f"line {end.line}: the line goes on after its value")
    return found


def _tokens(text: str) -> Iterator[_Token]:
    """Yield the tokens of a text without blanks and comments. Raise MapSyntaxError."""
    at, line = 0, 1
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None:
            if text[at] in ".{}":
                raise TooIntricate(f"line {line}: a map file has no dotted keys and no braces")
            raise MapSyntaxError(f"line {line}: {text[at : at + 20]!r} cannot be read")
        kind, found = str(match.lastgroup), match[0]
        if kind != "blank":
            yield _Token(kind, found, line)
        line += found.count("\n")
        at = match.end()


def _value(tokens: Iterator[_Token], line: int) -> Any:
    """Return the next value, a list with all its items. Raise MapSyntaxError."""
    lists: list[list[Any]] = []
    """Lists that are open, the innermost last."""
    is_expected = True
    for token in tokens:
        if token.kind == "newline" and lists:
            continue
        if is_expected and token.text == "[":
            if len(lists) == MAX_DEPTH:
                raise TooIntricate(f"line {token.line}: lists are nested too deeply")
            lists.append([])
            continue
        if lists and token.text == "]":
            value: Any = lists.pop()
        elif lists and not is_expected and token.text == ",":
            is_expected = True
            continue
        elif is_expected and token.kind in ("word", "string", "long"):
            value = _scalar(token)
        else:
            raise MapSyntaxError(f"line {token.line}: {token.text[:20]!r} is not expected here")
        if not lists:
            return value
        lists[-1].append(value)
        is_expected = False
    raise MapSyntaxError(f"line {line}: the value has no end")


def _scalar(token: _Token) -> Any:
    """Return the value of one string or number. Raise MapSyntaxError."""
    if token.kind == "word" and _NUMBER.fullmatch(token.text):
        return int(token.text)
    if token.kind == "word" and len(token.text) > MAX_WORD:
        raise MapSyntaxError(f"line {token.line}: {token.text[:20]!r} is too long")
    if token.kind == "string" and _PLAIN_STRING.fullmatch(token.text):
        return token.text[1:-1]
    try:
        # One token has no structure, so that this takes linear time.
        return tomllib.loads(f"value = {token.text}")["value"]
    except ValueError as error:
        raise MapSyntaxError(f"line {token.line}: {str(error)[:80]}") from None
