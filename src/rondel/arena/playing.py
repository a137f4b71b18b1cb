"""One game between bots: who made which steps how fast, and which bot failed when."""

import time

import msgspec

from rondel import bots
from rondel.arena.dealing import SharedDeal
from rondel.bots import Bot, Guarded
from rondel.bots.bot import Seed
from rondel.contract import Edition, Game, Position
from rondel.games import find
from rondel.match import Match, Seeded, write_record
from rondel.match.dealer import Dealer

LIMIT = 100_000
"""Steps after which a game is scored as it stands; real ones take hundreds."""


class Pairing(msgspec.Struct, frozen=True):
    """A game to be played: small enough to send to another machine."""

    game: str
    seats: tuple[str, ...]
    """Bots, by their names."""
    entrants: tuple[int, ...]
    """Which of the arena's entrants they are."""
    deal: int
    seed: int = 0
    edition: str = ""
    source: str = ""
    """The text of a custom edition."""
    shared: bool = True
    """Whether all games of a deal have the same luck."""


class Fault(msgspec.Struct, frozen=True):
    """A step that a bot lost to a random one, and why."""

    bot: str
    seat: int
    step: int
    kind: str
    detail: str


class Played(msgspec.Struct, frozen=True):
    """What came of a game, by seat."""

    pairing: Pairing
    points: tuple[int, ...]
    ranks: tuple[int, ...]
    sources: tuple[dict[str, int], ...]
    """How the points were made, where the game's view tells it."""
    decisions: tuple[int, ...]
    seconds: tuple[float, ...]
    faults: tuple[Fault, ...]
    ended: bool
    record: str

    @property
    def shares(self) -> tuple[float, ...]:
        """Each seat's share of the victory."""
        winners = self.ranks.count(1)
        return tuple((rank == 1) / winners for rank in self.ranks)


class Chair:
    """A bot at a seat: timed, and replaced for a step when it fails."""

    def __init__(self, bot: Bot, seat: int, seed: Seed):
        self._bot = Guarded(bot, seed)
        self._seat = seat
        self.decisions = 0
        self.seconds = 0.0
        self.faults: list[Fault] = []

    def choose(self, position: Position, step: int) -> int:
        """The bot's step, or a random one if it has none that is possible."""
        known = len(self._bot.failures)
        began = time.perf_counter()
        number = self._bot.choose(position)
        self.seconds += time.perf_counter() - began
        self.decisions += 1
        for failure in self._bot.failures[known:]:
            self.faults.append(
                Fault(self._bot.name, self._seat, step, failure.kind, failure.detail)
            )
        return number

    def leave(self) -> None:
        """The game is over."""
        self._bot.close()


def edition_of(game: Game, pairing: Pairing) -> Edition:
    """The edition a pairing names or carries."""
    return game.edition(pairing.source or pairing.edition)


def play_game(pairing: Pairing) -> Played:
    """Play one game to its end. The same pairing gives the same game if its bots allow it."""
    game = find(pairing.game)
    edition = edition_of(game, pairing)
    deal = f"{pairing.seed}/{pairing.deal}"
    dealer: Dealer = SharedDeal(deal, edition) if pairing.shared else Seeded(deal)
    match = Match(game, pairing.seats, edition=edition, dealer=dealer)
    chairs = [
        Chair(bots.find(name, f"{deal}/{entrant}/{seat}"), seat, f"{deal}/{seat}")
        for seat, (name, entrant) in enumerate(zip(pairing.seats, pairing.entrants, strict=True))
    ]
    try:
        while (seat := match.position.seat) is not None and len(match) < LIMIT:
            match.play(chairs[seat].choose(match.position, len(match)))
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
    )


def points_made(position: Position) -> list[dict[str, int]]:
    """Each seat's points by source, as the game's view tells them; nothing if it does not."""
    seats = getattr(position.view, "players", ())
    scores = [getattr(seat, "score", None) for seat in seats]
    made = [msgspec.structs.asdict(s) if isinstance(s, msgspec.Struct) else {} for s in scores]
    return [{k: v for k, v in score.items() if k != "total"} for score in made]
