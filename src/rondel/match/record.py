"""Record files: a match as plain text, one step per line. docs/records.md has the grammar."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from rondel.contract import (
    Edition,
    FalseDeal,
    Game,
    IncompatibleRecord,
    Over,
    Phrase,
    RondelError,
    UnknownEdition,
    UnreadableRecord,
    WrongArgument,
)
from rondel.games import find
from rondel.match.dealer import (
    Dealer,
    Provable,
    System,
    dealt_number,
    read_nonces,
    write_nonces,
)
from rondel.match.match import Match

FORMAT = "1"
UNFINISHED = "*"
MOST_STEPS = 100_000
"""Of a record; a long game has some thousands."""
MOST_HEADER_LINES = 2_000
"""A map of one's own among them."""
GIVEN_UP = ("conceded", "timed-out", "absent")
"""Why a match may end outside the rules; points are then those on the table."""
STEP_LIMIT = "step-limit"
"""Why a match ends that has as many steps as its server allows; the points on the table count."""
TIMES = re.compile("[0-9]{1,6}")
PLACES = ("1", "2", "3", "4", "5", "6", "7", "8")


def _unreadable(
    line: int, key: str, problem: str, match: Match | None = None, **args: int | str
) -> UnreadableRecord:
    """What is wrong with a line, for programs in English and as a phrase for people."""
    return UnreadableRecord(line, problem, Phrase(f"record-{key}", dict(args)), match)


@dataclass
class Header:
    """What stands above the steps."""

    fields: dict[str, str] = field(default_factory=dict[str, str])
    seats: list[str] = field(default_factory=list[str])
    source: list[str] = field(default_factory=list[str])
    """The text of a custom edition."""

    def need(self, name: str, line: int) -> str:
        """A field that must be there. Raises UnreadableRecord."""
        if name not in self.fields:
            raise _unreadable(line, "no-field", f"the header has no {name!r}", name=name)
        return self.fields[name]


def result_of(match: Match) -> str:
    """The result as the header tells it: points by seat, places by seat, reason."""
    return UNFINISHED if match.over is None else write_result(match.over)


def write_result(over: Over) -> str:
    """Points by seat, places by seat, reason."""
    points, places = (" ".join(map(str, row)) for row in (over.scores, over.ranks))
    return f"{points} / {places} / {over.reason}"


def write_record(match: Match) -> str:
    """The match as text. A provable dealer's secret is written only once the game is over.

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
    if isinstance(dealer, Provable):
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
    """The header, up to the empty line that ends it, and that line's number."""
    header = Header()
    number = 0
    for number, line in lines:
        if not line:
            break
        if number > MOST_HEADER_LINES:
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
    """The match a header describes, before its first step."""
    if (written := header.need("rondel", line)) != FORMAT:
        raise IncompatibleRecord(f"record format {written[:20]}", f"record format {FORMAT}")
    game = find(header.need("game", line))
    rules = header.need("rules", line)
    # Every version so far only added steps, so what an earlier one wrote reads as it was meant.
    if rules not in map(str, range(1, game.version + 1)):
        known = f"{game.name} rules {game.version}"
        raise IncompatibleRecord(f"{game.name} rules {rules[:20]}", known)
    edition = _edition(game, header.need("edition", line), header, line)
    match = Match(game, header.seats, edition=edition, dealer=dealer, deal=False)
    match.began_under = int(rules)
    return match


def _dealer(header: Header, secret: bytes | None, line: int) -> Dealer:
    """A provable dealer if its secret is known, so that a resumed match stays provable."""
    fields = header.fields
    try:
        known = secret or bytes.fromhex(fields.get("secret", ""))
    except ValueError:
        raise _unreadable(line, "bad-secret", "the secret is not hexadecimal") from None
    try:
        nonces = read_nonces(fields["nonces"], len(header.seats)) if "nonces" in fields else ()
    except ValueError:
        raise _unreadable(line, "bad-nonces", "the nonces cannot be read") from None
    found = Provable.bound_by(fields.get("commitment", ""), known, nonces)
    if found is not None and str(found.version) == fields.get("dealer", "1"):
        return found
    return System()


def _checked(text: object) -> str:
    if not isinstance(text, str):
        raise WrongArgument("text", text, "the text of a record; rondel.read(file) reads a file")
    return text


def read_record(text: str, secret: bytes | None = None, most_steps: int = MOST_STEPS) -> Match:
    """The match a record tells, ready to go on. `secret` resumes a provable dealer.

    Raises UnreadableRecord with the line; its `match` holds every step before that line.

    Examples:
        >>> match = rondel.Match("finca", seed=7)
        >>> rondel.read_record(rondel.write_record(match)).position == match.position
        True

    """
    # A line without its end may have lost a part and still read as another step.
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
            raise UnreadableRecord(number, str(error), error.phrase, match) from None
    if cut_off:
        raise _unreadable(number + 1, "short-line", "the file ends within this line", match)
    _compare(match, header, number)
    return match


def _times(header: Header, name: str) -> int:
    """Return how often something happened, as a field tells; 0 if it cannot be read."""
    found = header.fields.get(name, "0")
    return int(found) if TIMES.fullmatch(found) else 0


def _compare(match: Match, header: Header, line: int) -> None:
    """What the header promises must be what the steps gave."""
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
    """End a match as its header says, if it names a reason outside the rules."""
    _, _, rest = result.partition(" / ")
    places, _, reason = rest.partition(" / ")
    ranks = [int(place) for place in places.split() if place in PLACES]
    is_known = reason in (*GIVEN_UP, STEP_LIMIT)
    if is_known and len(ranks) == len(match.names) >= max(ranks) and min(ranks) == 1:
        match.give_up(reason, ranks)


def verify(text: str) -> tuple[Match, bool]:
    """Replay a record and draw its luck again; whether a revealed secret proves the deal.

    Raises UnreadableRecord, or FalseDeal where an outcome is not the secret's.

    Examples:
        >>> match = rondel.Match("finca", dealer=rondel.Provable())
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
    if not isinstance(match.dealer, Provable):
        problem = "the secret does not fit the commitment"
        raise FalseDeal(0, problem, Phrase("record-other-secret"))
    for at, number in enumerate(match.log):
        position = match.position_at(at)
        if position.is_chance and dealt_number(match.dealer, position, at) != number:
            text = match.text(number)
            problem = f"{text!r} is not what the secret deals"
            raise FalseDeal(at + 1, problem, Phrase("record-other-outcome", {"text": text}))
    return match, True
