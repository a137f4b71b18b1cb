"""Hungarian grammar for words that are only known at run time."""

import re

_VOWELS = frozenset("aáeéiíoóöőuúüű")
_SPOKEN = re.compile(r"[-−]?(\d+)|([^\W\d_])")


def article(following: object) -> str:
    """Return the definite article before a word or number: "a", or "az" before a spoken vowel."""
    found = _SPOKEN.search(str(following).casefold())
    if found is None or found[0][0] in "-−":
        return "a"
    digits: str | None = found[1]
    if digits is None:
        return "az" if found[2] in _VOWELS else "a"
    # Vowels: egy, ezer, egymillió and everything that begins with öt; but tíz, száz.
    is_one_or_thousand = digits[0] == "1" and len(digits) % 3 == 1
    return "az" if digits[0] == "5" or is_one_or_thousand else "a"
