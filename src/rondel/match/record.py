"""Record files: a match as plain text, one step per line. docs/records.md has the grammar."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from rondel.core import (
    Edition,
    FalseDeal,
    Game,
    IncompatibleRecord,
    Message,
    Over,
    RondelError,
    UnknownEdition,
    UnreadableRecord,
    WrongArgument,
)
from rondel.games import find
from rondel.match.dealer import (
    Dealer,
    SystemRandom,
    VerifiableRandom,
    dealt_number,
    read_nonces,
    write_nonces,
)
from rondel.match.match import Match

FORMAT = "1"
UNFINISHED = "*"
MAX_STEPS = 100_000
"""Limit of steps in a record; a long game has a few thousand."""
MAX_HEADER_LINES = 2_000
"""Limit of header lines, custom maps included."""
GIVEN_UP = ("conceded", "timed-out", "absent")
"""Reasons to end a match outside the rules; the points on the table then count."""
STEP_LIMIT = "step-limit"
"""Reason for the end of a match with as many steps as its server allows; the points on the table
count.
"""
TIMES = re.compile("[0-9]{1,6}")
PLACES = ("1", "2", "3", "4", "5", "6", "7", "8")


def _unreadable(
    line: int, key: str, problem: str, match: Match | None = None, **args: int | str
) -> UnreadableRecord:
    """Return the error about a line, in English for programs and as a message for people."""
    return UnreadableRecord(line, problem, Message(f"record-{key}", dict(args)), match)


@dataclass
class Header:
    """Header of a record, above the steps."""

    fields: dict[str, str] = field(default_factory=dict[str, str])
    seats: list[str] = field(default_factory=list[str])
    source: list[str] = field(default_factory=list[str])
    """Text of a custom edition, by lines."""

    def need(self, name: str, line: int) -> str:
        """Return a required field. Raise UnreadableRecord if it is missing."""
        if name not in self.fields:
            raise _unreadable(line, "no-field", f"the header has no {name!r}", name=name)
        return self.fields[name]


def result_of(match: Match) -> str:
    """Return the result as the header states it: points by seat, places by seat, reason."""
    return UNFINISHED if match.over is None else write_result(match.over)


def write_result(over: Over) -> str:
    """Return points by seat, places by seat and reason as text."""
    points, places = (" ".join(map(str, row)) for row in (over.scores, over.ranks))
    return f"{points} / {places} / {over.reason}"


def write_record(match: Match) -> str:
    """Return the match as text; a verifiable dealer's secret is only included after the end.

    Args:
        match: Match to write.

    Examples:
        >>> print(rondel.write_record(rondel.Match("finca", ["Anna", "Béla"], seed=7)))
        rondel: 1
        game: finca
        ...

    """
    dealer = match.dealer
    lines = [
        f"rondel: {FORMAT}",
        f"game: {match.game.name}",
        f"rules: {match.rules}",
        f"edition: {match.edition.name}",
        *(f"| {line}" for line in match.edition.source.splitlines()),
        *(f"seat: {' '.join(name.split())}" for name in match.names),
        f"steps: {len(match)}",
        f"result: {result_of(match)}",
    ]
    if match.taken_back:
        lines.append(f"taken-back: {match.taken_back}")
    if match.helped:
        lines.append(f"helped: {match.helped}")
    if isinstance(dealer, VerifiableRandom):
        if dealer.version > 1:
            lines.append(f"dealer: {dealer.version}")
        lines.append(f"commitment: {dealer.commitment}")
        if dealer.nonces:
            lines.append(f"nonces: {write_nonces(dealer.nonces)}")
        if match.over is not None:
            lines.append(f"secret: {dealer.secret.hex()}")
    lines.append("")
    lines += [match.text(number) for number in match.log]
    return "\n".join(lines) + "\n"


def _numbered(text: str) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(text.splitlines(), 1):
        if not line.startswith("#"):
            yield number, line.rstrip()


def _read_header(lines: Iterator[tuple[int, str]]) -> tuple[Header, int]:
    """Return the header and the number of the empty line that ends it."""
    header = Header()
    number = 0
    for number, line in lines:
        if not line:
            break
        if number > MAX_HEADER_LINES:
            raise _unreadable(number, "long-header", "the header has no end")
        if line.startswith("|"):
            header.source.append(line[1:].removeprefix(" "))
            continue
        name, colon, value = line.partition(":")
        if not colon or name.strip() != name:
            text = line[:60]
            raise _unreadable(number, "no-header", f"{text!r} is no header line", text=text)
        if name == "seat":
            header.seats.append(value.strip())
        elif name in header.fields:
            name = name[:60]
            raise _unreadable(number, "twice", f"{name!r} stands twice", name=name)
        else:
            header.fields[name] = value.strip()
    else:
        raise _unreadable(number, "short-header", "the file ends within its header")
    return header, number


def _edition(game: Game, name: str, header: Header, line: int) -> Edition:
    if not header.source:
        if name not in game.editions:
            raise UnknownEdition(name, game.editions)
        return game.edition(name)
    if game.read_edition is None:
        problem = f"{game.name} has no custom editions"
        raise _unreadable(line, "no-editions", problem, game=game.name)
    return game.read("\n".join(header.source) + "\n")


def _begin(header: Header, line: int, dealer: Dealer | None) -> Match:
    """Return the match that a header describes, before its first step."""
    if (written := header.need("rondel", line)) != FORMAT:
        raise IncompatibleRecord(f"record format {written[:20]}", f"record format {FORMAT}")
    game = find(header.need("game", line))
    rules = header.need("rules", line)
    # Newer versions have only added steps, so records of older ones keep their meaning.
    if rules not in map(str, range(1, game.version + 1)):
        known = f"{game.name} rules {game.version}"
        raise IncompatibleRecord(f"{game.name} rules {rules[:20]}", known)
    edition = _edition(game, header.need("edition", line), header, line)
    match = Match(game, header.seats, edition=edition, dealer=dealer, deal=False)
    match.began_under = int(rules)
    return match


def _dealer(header: Header, secret: bytes | None, line: int) -> Dealer:
    """Return a verifiable dealer if the secret is known, to keep resumed matches verifiable."""
    fields = header.fields
    try:
        known = secret or bytes.fromhex(fields.get("secret", ""))
    except ValueError:
        raise _unreadable(line, "bad-secret", "the secret is not hexadecimal") from None
    try:
        nonces = read_nonces(fields["nonces"], len(header.seats)) if "nonces" in fields else ()
    except ValueError:
        raise _unreadable(line, "bad-nonces", "the nonces cannot be read") from None
    found = VerifiableRandom.bound_by(fields.get("commitment", ""), known, nonces)
    if found is not None and str(found.version) == fields.get("dealer", "1"):
        return found
    return SystemRandom()


def _checked(text: object) -> str:
    if not isinstance(text, str):
        raise WrongArgument("text", text, "the text of a record; rondel.read(file) reads a file")
    return text


def read_record(text: str, secret: bytes | None = None, most_steps: int = MAX_STEPS) -> Match:
    """Return the match of a record, ready to continue.

    Args:
        text: Text of the record.
        secret: Secret of a verifiable dealer, to resume its match.
        most_steps: Limit of steps.

    Raises:
        UnreadableRecord: A line is wrong; the error's `match` holds the steps before it.
        IncompatibleRecord: The record follows other rules.

    Examples:
        >>> match = rondel.Match("finca", seed=7)
        >>> rondel.read_record(rondel.write_record(match)).position == match.position
        True

    """
    # A line without a line break may be cut off and still look like another step.
    text, _, cut_off = _checked(text).rpartition("\n")
    lines = _numbered(text + "\n")
    header, number = _read_header(lines)
    match = _begin(header, number, _dealer(header, secret, number))
    match.taken_back, match.helped = _times(header, "taken-back"), _times(header, "helped")
    for number, line in lines:
        if not line:
            continue
        if len(match) == most_steps:
            problem = f"more than {most_steps} steps are too many"
            raise _unreadable(number, "too-long", problem, match, most=most_steps)
        try:
            match.push(line)
        except RondelError as error:
            raise UnreadableRecord(number, str(error), error.message, match) from None
    if cut_off:
        raise _unreadable(number + 1, "short-line", "the file ends within this line", match)
    _compare(match, header, number)
    return match


def _times(header: Header, name: str) -> int:
    """Return the count in a header field; 0 if it is missing or not a number."""
    found = header.fields.get(name, "0")
    return int(found) if TIMES.fullmatch(found) else 0


def _compare(match: Match, header: Header, line: int) -> None:
    """Raise UnreadableRecord if the header contradicts the steps."""
    promised = header.fields.get("steps", str(len(match)))
    if promised != str(len(match)):
        promised = promised[:20]
        problem = f"the file ends after {len(match)} of {promised} steps"
        raise _unreadable(line, "cut-off", problem, match, found=len(match), promised=promised)
    result = header.fields.get("result", UNFINISHED)
    _give_up(match, result)
    if result not in (UNFINISHED, result_of(match)):
        found, result = result_of(match), result[:100]
        problem = f"the header says {result!r}, the steps give {found!r}"
        raise _unreadable(line, "other-result", problem, match, found=found, promised=result)


def _give_up(match: Match, result: str) -> None:
    """End a match as its header says, if the reason is outside the rules."""
    _, _, rest = result.partition(" / ")
    places, _, reason = rest.partition(" / ")
    ranks = [int(place) for place in places.split() if place in PLACES]
    is_known = reason in (*GIVEN_UP, STEP_LIMIT)
    if is_known and len(ranks) == len(match.names) >= max(ranks) and min(ranks) == 1:
        match.give_up(reason, ranks)


def verify(text: str) -> tuple[Match, bool]:
    """Replay a record and check its chance outcomes.

    Args:
        text: Text of the record.

    Returns:
        Match, and True if a revealed secret proves all outcomes.

    Raises:
        UnreadableRecord: A line is wrong.
        FalseDeal: An outcome contradicts the secret.

    Examples:
        >>> match = rondel.Match("finca", dealer=rondel.VerifiableRandom())
        >>> bot = rondel.bot("random", seed=1)
        >>> while not match.is_over:
        ...     match.play(bot.choose(match.position))
        >>> _, is_proven = rondel.verify(rondel.write_record(match))
        >>> is_proven
        True

    """
    match = read_record(text)
    header, _ = _read_header(_numbered(text))
    if "secret" not in header.fields:
        return match, False
    if not isinstance(match.dealer, VerifiableRandom):
        problem = "the secret does not fit the commitment"
        raise FalseDeal(0, problem, Message("record-other-secret"))
    for at, number in enumerate(match.log):
        position = match.position_at(at)
        if position.is_chance and dealt_number(match.dealer, position, at) != number:
            text = match.text(number)
            problem = f"{text!r} is not what the secret deals"
            raise FalseDeal(at + 1, problem, Message("record-other-outcome", {"text": text}))
    return match, True
