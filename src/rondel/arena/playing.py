"""One game between bots, with the time of every bot and its failures."""

import time
from typing import Any

import msgspec

from rondel import bots
from rondel.arena.dealing import SharedDeal
from rondel.bots import Bot, FallbackBot
from rondel.bots.bot import Seed
from rondel.core import Edition, Game, Position, RondelError
from rondel.games import find
from rondel.match import Match, SeededRandom, write_record
from rondel.match.dealer import Dealer

LIMIT = 20_000
"""Steps after which a game is scored as it stands; random players take up to 8,000."""


class Pairing(msgspec.Struct, frozen=True):
    """Game to be played, small enough to send to another machine."""

    game: str
    seats: tuple[str, ...]
    """Names of the bots by seat."""
    entrants: tuple[int, ...]
    """Indices of the arena's entrants by seat."""
    deal: int
    seed: int = 0
    edition: str = ""
    source: str = ""
    """Text of a custom edition."""
    shared: bool = True
    """Give all games of a deal the same chance outcomes."""
    limit: int = LIMIT
    """Steps after which the game is scored as it stands."""
    bots: tuple[Any, ...] = ()
    """Bots by seat, if objects were given instead of names."""


class Fault(msgspec.Struct, frozen=True):
    """Step at which a bot failed and a random step replaced its own."""

    bot: str
    seat: int
    step: int
    kind: str
    detail: str


class Played(msgspec.Struct, frozen=True):
    """Result of a game, by seat."""

    pairing: Pairing
    points: tuple[int, ...]
    ranks: tuple[int, ...]
    sources: tuple[dict[str, int], ...]
    """Points by source, if the game's view lists them."""
    decisions: tuple[int, ...]
    seconds: tuple[float, ...]
    faults: tuple[Fault, ...]
    ended: bool
    record: str
    circling: tuple[int, ...] = ()
    """Seats without a further point in the second half of a game that did not end."""
    starting: tuple[float, ...] = ()
    """Start-up seconds of external engines; not part of `seconds`."""
    file: str = ""
    """File of the record, if not the tournament's usual one."""

    @property
    def shares(self) -> tuple[float, ...]:
        """Return each seat's share of the victory."""
        winners = self.ranks.count(1)
        return tuple((rank == 1) / winners for rank in self.ranks)


class SeatedBot:
    """Bot at a seat, timed; a random step replaces one that it fails to make."""

    def __init__(self, bot: Bot, seat: int, seed: Seed):
        self._asked = bot
        self._bot = FallbackBot(bot, seed)
        self._seat = seat
        self.decisions = 0
        self.seconds = 0.0
        self.faults: list[Fault] = []

    def choose(self, position: Position, step: int) -> int:
        """Return the bot's step, or a random one if the bot has no legal step."""
        known = len(self._bot.failures)
        began, ready = time.perf_counter(), self.starting
        number = self._bot.choose(position)
        self.seconds += time.perf_counter() - began - (self.starting - ready)
        self.decisions += 1
        for failure in self._bot.failures[known:]:
            self.faults.append(
                Fault(self._bot.name, self._seat, step, failure.kind, failure.detail)
            )
        return number

    @property
    def starting(self) -> float:
        """Return the start-up seconds of an external engine."""
        seconds: float = getattr(self._asked, "starting", 0.0)
        return seconds

    def leave(self) -> None:
        """Close the bot at the end of the game."""
        self._bot.close()


class MissingBot:
    """Stand-in for a bot that could not be created: each of its steps is a fault."""

    def __init__(self, name: str, problem: str):
        self.name = name
        self._problem = problem

    def choose(self, position: Position) -> int:
        """Return nothing, which counts as a fault."""
        raise RuntimeError(self._problem)

    def close(self) -> None:
        """Do nothing."""


def edition_of(game: Game, pairing: Pairing) -> Edition:
    """Return the edition that a pairing names or carries."""
    return game.edition(pairing.source or pairing.edition)


def play_game(pairing: Pairing) -> Played:
    """Play one game to its end. Equal pairings give equal games if the bots are deterministic."""
    game = find(pairing.game)
    edition = edition_of(game, pairing)
    deal = f"{pairing.seed}/{pairing.deal}"
    dealer: Dealer = SharedDeal(deal, edition) if pairing.shared else SeededRandom(deal)
    match = Match(game, pairing.seats, edition=edition, dealer=dealer)
    chairs: list[SeatedBot] = []
    try:
        for seat, entrant in enumerate(pairing.entrants):
            bot = seated(pairing, seat, f"{deal}/{entrant}/{seat}")
            chairs.append(SeatedBot(bot, seat, f"{deal}/{seat}"))
        while (asked := match.position.seat) is not None and len(match) < pairing.limit:
            match.play(chairs[asked].choose(match.position, len(match)))
    finally:
        for chair in chairs:
            chair.leave()
    return Played(
        pairing=pairing,
        points=match.position.scores,
        ranks=match.position.ranks,
        sources=tuple(points_made(match.position)),
        decisions=tuple(chair.decisions for chair in chairs),
        seconds=tuple(chair.seconds for chair in chairs),
        faults=tuple(fault for chair in chairs for fault in chair.faults),
        ended=match.position.is_over,
        record=write_record(match),
        circling=circling(match),
        starting=tuple(chair.starting for chair in chairs),
    )


def seated(pairing: Pairing, seat: int, seed: Seed) -> Bot:
    """Return a new bot for a seat, or an Absent if the bot cannot be created."""
    try:
        return bots.find((pairing.bots or pairing.seats)[seat], seed)
    except RondelError as error:
        return MissingBot(pairing.seats[seat], str(error))


def circling(match: Match) -> tuple[int, ...]:
    """Return the seats whose points did not change in the second half of an endless game."""
    if match.position.is_over:
        return ()
    moments = [match.position_at(at).scores for at in range(len(match) // 2, len(match) + 1)]
    return tuple(
        seat for seat in range(match.position.players) if len({m[seat] for m in moments}) == 1
    )


def points_made(position: Position) -> list[dict[str, int]]:
    """Return each seat's points by source, if the game's view lists them, else nothing."""
    seats = getattr(position.view, "players", ())
    scores = [getattr(seat, "score", None) for seat in seats]
    made = [msgspec.structs.asdict(s) if isinstance(s, msgspec.Struct) else {} for s in scores]
    return [{k: v for k, v in score.items() if k != "total"} for score in made]
