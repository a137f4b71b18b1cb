"""Names of people: readable by all and not confusable with others."""

import re
import unicodedata
from collections.abc import Iterable

from rondel.server.errors import InvalidName, InvalidText

MAX_LETTERS = 40
MAX_MARKS = 3
"""Maximum number of combining marks on one letter."""
UNSEEN = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
"""Kinds of characters that show nothing, turn the text around, or differ between machines."""
BLANK = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters and signs that look like nothing."""
JOINED = re.compile("(?<=[^\\s\u200c\u200d])[\u200c\u200d](?=[^\\s\u200c\u200d])")
"""Joiner between two characters; alone it shows nothing."""
OTHERS = "авекмнорстухіјѕԛԝԁһӏαβεζηικμνορτυχγ01iıø"
ALIKE = str.maketrans(OTHERS, "abekmhopctyxljsqwdhlabezhlkmvoptuxyolllo")
"""Letters of other alphabets, and digits, that look like a Latin letter."""


def readable(name: str) -> str:
    """Return a name normalized. Raises InvalidName if people could not read it or misread it."""
    found = unicodedata.normalize("NFC", " ".join(name.split()))
    # Some letters are written as several where they are kept.
    if not is_visible(name) or len(found) > MAX_LETTERS:
        raise InvalidName(name[:MAX_LETTERS])
    return found


def is_visible(text: str) -> bool:
    """Return whether a text shows something, and nothing in it is invisible or turns it around."""
    marks = 0
    for letter in text:
        kind = unicodedata.category(letter)
        marks = marks + 1 if kind in ("Mn", "Me") else 0
        if kind in UNSEEN or letter in BLANK or marks > MAX_MARKS:
            return False
    return any(unicodedata.category(letter)[0] in "LNSP" for letter in text)


def remark(text: str) -> str:
    """Return a remark in one line, as it is kept. Raises InvalidText where it is not all visible.

    Joiners may stand between two visible characters: some scripts and emoji are written with them.
    """
    found = unicodedata.normalize("NFC", " ".join(text.split()))
    if not is_visible(JOINED.sub("", found)):
        raise InvalidText
    return found


def look(name: str) -> str:
    """Return a name's skeleton: equal for names that could be mistaken for each other."""
    plain = unicodedata.normalize("NFKD", name).casefold()
    bare = "".join(letter for letter in plain if letter.isalnum()).translate(ALIKE)
    return bare or plain


def is_mistaken(name: str, others: Iterable[str]) -> bool:
    """Return whether a name could be taken for one of the others."""
    mine = look(name)
    return any(mine == look(other) for other in others if other)


def told_apart(name: str, others: Iterable[str]) -> str:
    """Return a name that nobody mistakes for one of the others: a number is added if need be."""
    known = list(others)
    found, number = name, 2
    while is_mistaken(found, known):
        found = f"{name[: MAX_LETTERS - 3].rstrip()} {number}"
        number += 1
    return found
