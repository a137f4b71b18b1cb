"""Tournament folder: plan, records and journal of the games."""

import re
from collections.abc import Sequence
from hashlib import blake2b
from pathlib import Path

import msgspec

from rondel.arena.playing import Pairing, Played, circling, points_made
from rondel.arena.tournament import Tournament
from rondel.core import RondelError
from rondel.match import Match, read_record
from rondel.match.files import write_text, writing

SUFFIX = ".rondel"
RECORDS = "records"
TOURNAMENT = "tournament.json"
JOURNAL = "games.jsonl"
_DEAL = re.compile(r"deal-(\d+)")


class NoRecords(RondelError):
    """Error for a folder without records."""

    code = "no-records"

    def __init__(self, folder: Path, unreadable: int = 0):
        super().__init__(
            f"{folder} has no records of games", folder=str(folder), unreadable=unreadable
        )


class NoTournament(RondelError):
    """Error for a folder that holds no tournament to continue."""

    code = "no-tournament"

    def __init__(self, folder: Path):
        super().__init__(f"{folder} has no readable {TOURNAMENT}", folder=str(folder))


class MixedRecords(RondelError):
    """Error for records of different games or numbers of players in one folder."""

    code = "mixed-records"

    def __init__(self, kinds: Sequence[str]):
        super().__init__(
            f"records of {', '.join(kinds)} cannot be rated together", kinds=list(kinds)
        )


class _Line(msgspec.Struct, frozen=True):
    """Line of the journal: data of a game and the name of its record."""

    file: str
    digest: str
    played: Played


def record_name(pairing: Pairing) -> str:
    """Return a record's name: the deal, then the entrants in the order of their seats."""
    seats = "-".join(str(entrant + 1) for entrant in pairing.entrants)
    return f"deal-{pairing.deal + 1:04}-seats-{seats}{SUFFIX}"


def file_of(played: Played) -> str:
    """Return the name of the file for a game's record."""
    return played.file or record_name(played.pairing)


def _digest(text: str) -> str:
    return blake2b(text.encode(), digest_size=8).hexdigest()


class Folder:
    """Folder of a tournament. Writing raises UnwritableFile."""

    def __init__(self, path: Path):
        self.path = path

    @property
    def records(self) -> Path:
        """Return the folder of the records: their own folder, or this one with all below."""
        inner = self.path / RECORDS
        return inner if inner.is_dir() else self.path

    def begin(self, tournament: Tournament) -> None:
        """Create the folder and write the plan."""
        with writing(self.path):
            (self.path / RECORDS).mkdir(parents=True, exist_ok=True)
        text = msgspec.json.format(msgspec.json.encode(tournament)).decode()
        write_text(self.path / TOURNAMENT, text + "\n")

    def tournament(self) -> Tournament:
        """Return the plan. Raise NoTournament."""
        try:
            return msgspec.json.decode((self.path / TOURNAMENT).read_bytes(), type=Tournament)
        except (OSError, msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            raise NoTournament(self.path) from None

    def keep(self, played: Played) -> None:
        """Write a finished game: first its record, then its journal line."""
        file = record_name(played.pairing)
        write_text(self.path / RECORDS / file, played.record)
        pairing = msgspec.structs.replace(played.pairing, source="", bots=())
        data = msgspec.structs.replace(played, record="", pairing=pairing)
        line = msgspec.json.encode(_Line(file, _digest(played.record), data))
        journal = self.path / JOURNAL
        with writing(journal), journal.open("ab") as opened:
            opened.write(line + b"\n")

    def forget(self, played: Played) -> None:
        """Delete a game that does not count after all."""
        (self.path / RECORDS / record_name(played.pairing)).unlink(missing_ok=True)

    def read(self, tournament: Tournament | None = None) -> tuple[list[str], list[Played], int]:
        """Return the entrants, the games with readable records, and the number of unreadable
        records.

        Raises:
            NoRecords: The folder has no records.
            MixedRecords: The records are of different games or numbers of players.

        """
        journal = self._journal()
        entrants = list(tournament.entrants) if tournament is not None else []
        games: list[Played] = []
        unreadable = 0
        files = sorted(self.records.rglob(f"*{SUFFIX}"))
        for at, file in enumerate(files):
            try:
                text = file.read_text("utf-8")
                line = journal.get(file.name)
                if tournament is not None and line is not None and line.digest == _digest(text):
                    games.append(msgspec.structs.replace(line.played, record=text))
                else:
                    games.append(_replayed(text, file.name, at, entrants, tournament))
            except (OSError, UnicodeDecodeError, RondelError):
                unreadable += 1
        if not games:
            raise NoRecords(self.path, unreadable)
        kinds = sorted({f"{game.pairing.game} ({len(game.points)})" for game in games})
        if len(kinds) > 1:
            raise MixedRecords(kinds)
        order = (
            {record_name(p): at for at, p in enumerate(tournament.pairings())} if tournament else {}
        )
        games.sort(key=lambda game: order.get(record_name(game.pairing), len(order)))
        return entrants, games, unreadable

    def _journal(self) -> dict[str, _Line]:
        """Return the journal by record name, without lines cut off by a crash."""
        try:
            lines = (self.path / JOURNAL).read_bytes().splitlines()
        except OSError:
            return {}
        found: dict[str, _Line] = {}
        for line in lines:
            try:
                read = msgspec.json.decode(line, type=_Line)
            except (msgspec.DecodeError, RecursionError):
                continue
            found[read.file] = read
        return found


def _replayed(
    text: str, file: str, at: int, entrants: list[str], tournament: Tournament | None
) -> Played:
    """Return the game that a record describes; add new entrants to the list."""
    match = read_record(text)
    if not match.position.is_over and len(match) < (tournament.limit if tournament else 0):
        raise NoRecords(Path(file))
    seats = _seated(match, file, entrants, tournament)
    deal = _DEAL.search(file)
    asked = [before.seat for before, _, _ in match]
    players = range(match.position.players)
    pairing = Pairing(
        match.game.name, tuple(match.names), seats, int(deal[1]) - 1 if deal else at,
        tournament.seed if tournament else 0, match.edition.name,
    )  # fmt: skip
    return Played(
        pairing=pairing,
        points=match.position.scores,
        ranks=match.position.ranks,
        sources=tuple(points_made(match.position)),
        decisions=tuple(asked.count(seat) for seat in players),
        seconds=tuple(0.0 for _ in players),
        faults=(),
        ended=match.position.is_over,
        record=text,
        circling=circling(match),
        file=file,
    )


def _seated(
    match: Match, file: str, entrants: list[str], tournament: Tournament | None
) -> tuple[int, ...]:
    """Return the entrants by seat, from the record's name or from the seats' names."""
    if tournament is not None:
        found = re.search(r"seats-([\d-]+)", file)
        seats = tuple(int(seat) - 1 for seat in found[1].split("-")) if found else ()
        if [entrants[seat] for seat in seats if 0 <= seat < len(entrants)] == match.names:
            return seats
        raise NoTournament(Path(file))
    seats = ()
    for seat, name in enumerate(match.names):
        called = name or f"seat {seat + 1}"
        known = [at for at, entrant in enumerate(entrants) if entrant == called and at not in seats]
        if not known:
            entrants.append(called)
            known = [len(entrants) - 1]
        seats = (*seats, known[0])
    return seats
