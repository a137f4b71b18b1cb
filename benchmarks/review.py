"""Quality of reviews: balance, luck, seeded mistakes, agreement of the depths, and puzzles.

Each game is a line of JSON in a file, played by one process per core. The next piece continues with
what is missing.

    python -m benchmarks.review review.jsonl --only luck books --seconds 540
    python -m benchmarks.review review.jsonl --report

"""

import argparse
import os
import random
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from math import prod
from pathlib import Path
from statistics import mean, stdev
from typing import Any

import msgspec
from rich.console import Console
from rich.table import Table

import rondel
from benchmarks.bots import warm
from benchmarks.pieces import do_missing, read_lines
from rondel.bots.budget import Budget
from rondel.bots.search import Search
from rondel.match import Match
from rondel.puzzles import Settings, shipped
from rondel.puzzles.collection import sound
from rondel.puzzles.puzzle import DIFFICULTIES
from rondel.puzzles.verification import MIN_MARGIN, check
from rondel.reviews import WHOLE, Review, review, reviewer
from rondel.reviews.evaluator import Evaluator, expected
from rondel.reviews.reviewer import first_choice

GAMES = ("finca", "milestones")
STRONG = "search:300"
ERRING = "net:temperature=0.05"
"""Bot that plays well and errs sometimes, slightly or badly, as people do."""
LIMIT = 3000
COSTLY = 0.10
DEEP = 50_000
"""Simulations of a search ten times as deep as the full review's."""
MAKING = 90
"""Seed of new puzzles."""
BY_LOOK = ("depths", "mistakes")
"""Parts whose results are void once reviews work differently."""
LOOKS = ("evaluator.py", "reviewer.py")
CLOSE = 0.02
"""Tolerance: smaller luck counts as none, and losses that differ by less as equal."""


@dataclass(frozen=True)
class Part:
    """One claim, tested on games of one kind."""

    what: str
    game: str
    players: int
    games: int

    @property
    def name(self) -> str:
        """Return the part's name, without the version of the review."""
        return f"{self.what} | {self.game} | {self.players}"

    @property
    def key(self) -> str:
        """Return the part in one line, including the version of the review."""
        return f"{self.name} | {look(self.game)}" if self.what in BY_LOOK else self.name


@cache
def look(game: str) -> str:
    """Return a short hash of the review's code and of the networks that evaluate."""
    folder, networks = Path(reviewer.__file__).parent, rondel.game(game).folder / "networks"
    files = [*(folder / name for name in LOOKS), *sorted(networks.glob("*.npz"))]
    return sha256(b"".join(file.read_bytes() for file in files)).hexdigest()[:8]


def played(part: Part, number: int, bot: str, match: Match[Any] | None = None) -> Match[Any]:
    """Play a game of one bot against itself, from the beginning or from a match."""
    seed = f"{part.name}/{number}"
    match = match or rondel.Match(part.game, part.players, seed=seed)
    bots = [rondel.bot(bot, seed=f"{seed}/{seat}") for seat in range(part.players)]
    while not match.is_over and len(match) < LIMIT:
        assert match.seat is not None
        match.play(bots[match.seat].choose(match.position))
    return match


def balance_row(part: Part, number: int) -> dict[str, Any]:
    """Check that a game's review balances."""
    match = played(part, number, ERRING)
    found = review(match, simulations=4)
    ok = all(s.start + s.luck - s.given + s.received == s.result for s in found.seats)
    ok &= sum(found.start) == sum(found.result) == WHOLE
    ok &= all(sum(turn.change) == 0 for turn in found.turns)
    ok &= all(sum(each.luck) == 0 for each in found.luck)
    return {"ok": ok, "is_over": found.is_over, "steps": found.steps}


def luck(part: Part, number: int) -> dict[str, Any]:
    """Return each seat's luck, from evaluations of one simulation, and its variance by the odds."""
    match = played(part, number, "net")
    evaluator = Evaluator(1, 1, 0)
    sums, variances = [0] * part.players, [0.0] * part.players
    for at in range(first_choice(match), len(match)):
        before = match.position_at(at)
        if not before.is_chance:
            continue
        outcomes = [
            (evaluator.quick_value(before.after_unchecked(each)), odds)
            for each, odds in before.legal_steps
        ]
        total, centre = sum(odds for _, odds in outcomes), expected(outcomes)
        came = evaluator.quick_value(match.position_at(at + 1))
        for seat in range(part.players):
            sums[seat] += came[seat] - centre[seat]
            spread = sum(odds * (v[seat] - centre[seat]) ** 2 for v, odds in outcomes)
            variances[seat] += spread / total
    return {
        "luck": [each / WHOLE for each in sums],
        "variance": [each / WHOLE**2 for each in variances],
        "is_over": match.is_over,
    }


def biggest(found: Review, seat: int) -> list[int]:
    """Return the beginnings of a seat's three largest losses."""
    own = sorted((t for t in found.turns if t.seat == seat), key=lambda turn: -turn.loss)
    return [turn.first for turn in own[:3]]


def mistakes(part: Part, number: int) -> dict[str, Any]:
    """Replace a turn of a strong game by a random one, and review it in full."""
    choose = random.Random(f"{part.name}/{number}")
    match = played(part, number, STRONG)
    first = first_choice(match)
    begins = [
        at
        for at in range(first, len(match))
        if match.position_at(at).seat is not None
        and (at == first or match.position_at(at - 1).seat != match.position_at(at).seat)
    ]
    at = choose.choice(begins[2:-2])
    spoiled = rondel.Match(part.game, part.players, deal=False)
    for step in match.log[:at]:
        spoiled.push(step)
    seat = spoiled.seat
    assert seat is not None
    spoiled.dealer = rondel.SeededRandom(f"{number}/luck")
    while not spoiled.is_over and spoiled.seat == seat:
        spoiled.play(choose.choice(spoiled.actions))
    if spoiled.is_over:
        return {"cost": 0.0}
    # Cost of the turn by a search ten times as deep: the best turn against the played one.
    deep = Budget(simulations=DEEP)
    before = Search(deep, 1).think(match.position_at(at), deep).values[seat]
    after_chance = next(
        spoiled.position_at(n)
        for n in range(at + 1, len(spoiled) + 1)
        if spoiled.position_at(n).seat != seat
    )
    after = Search(deep, 1).think(after_chance, deep).values[seat]
    cost = before - after
    if cost < COSTLY:
        return {"cost": cost}
    played(part, number, STRONG, spoiled)
    began = time.process_time()
    found = review(spoiled, "full")
    took = time.process_time() - began
    hit = any(
        turn.first <= at < turn.end for turn in found.turns if turn.first in biggest(found, seat)
    )
    return {"cost": cost, "found": hit, "seconds": took, "turns": len(found.turns)}


def depths(part: Part, number: int) -> dict[str, Any]:
    """Review a game in both depths: the luck of all seats and the loss of every turn."""
    match = played(part, number, ERRING)
    told: dict[str, Any] = {}
    for depth in ("quick", "full"):
        began = time.process_time()
        found = review(match, depth)
        told[depth] = {
            "seconds": time.process_time() - began,
            "luck": [seat.luck / WHOLE for seat in found.seats],
            "losses": {turn.first: turn.loss / WHOLE for turn in found.turns if turn.loss},
        }
    return told


def same_sign(row: dict[str, Any]) -> bool:
    """Return True if both depths agree on whom luck helped, seat by seat, where it mattered."""
    pairs = zip(row["quick"]["luck"], row["full"]["luck"], strict=True)
    return all(a * b > 0 or min(abs(a), abs(b)) < CLOSE for a, b in pairs)


def top(losses: dict[str, float]) -> list[str]:
    """Return the beginnings of a game's three largest losses."""
    return sorted(losses, key=lambda first: -losses[first])[:3]


def same_losses(row: dict[str, Any]) -> bool:
    """Return True if each depth's three largest losses are among the other's, or within CLOSE."""
    quick: dict[str, float] = row["quick"]["losses"]
    full: dict[str, float] = row["full"]["losses"]
    return all(
        other.get(first, 0.0) > min(map(other.__getitem__, top(other)), default=0.0) - CLOSE
        for own, other in ((quick, full), (full, quick))
        for first in top(own)
    )


def puzzles(part: Part, number: int) -> dict[str, Any]:
    """Search one of a game's puzzles again."""
    every = [each for each in shipped(part.game).values() if each.players == part.players]
    puzzle = sorted(every, key=lambda each: each.id)[number]
    found = check(puzzle)
    told = {"id": puzzle.id, "margin": found.margin, "difficulty": found.difficulty}
    return told | {"rival": found.rival.texts}


def making(part: Part, number: int) -> dict[str, Any]:
    """Make puzzles from one game of bots."""
    settings = Settings(part.game, part.players, seed=MAKING, bot="net:temperature=0.02")
    began = time.process_time()
    made = [msgspec.to_builtins(each) for each in sound(settings, number)]
    return {"puzzles": made, "seconds": time.process_time() - began}


def told_books(rows: Sequence[dict[str, Any]]) -> Iterator[str]:
    """Yield the number of balanced reviews."""
    over = sum(row["is_over"] for row in rows)
    yield f"{sum(row['ok'] for row in rows)} of {len(rows)} balance, {over} played to the end"


def told_luck(rows: Sequence[dict[str, Any]]) -> Iterator[str]:
    """Yield each seat's mean, also in standard errors."""
    for seat in range(len(rows[0]["luck"])):
        values = [row["luck"][seat] for row in rows]
        error = stdev(values) / len(values) ** 0.5 if len(values) > 1 else float("nan")
        by_odds = sum(row["variance"][seat] for row in rows) ** 0.5 / len(rows)
        yield (
            f"seat {seat + 1}: {mean(values):+.2%}, standard error {error:.2%} "
            f"(by the odds {by_odds:.2%}): {mean(values) / error:+.2f}"
        )


def told_mistakes(rows: Sequence[dict[str, Any]]) -> Iterator[str]:
    """Yield the number of mistakes found."""
    costly = [row for row in rows if row["cost"] >= COSTLY]
    seconds = [row["seconds"] for row in costly] or [float("nan")]
    yield (
        f"{len(rows)} replaced, {len(costly)} cost {COSTLY:.0%} or more, "
        f"{sum(row['found'] for row in costly)} named; {mean(seconds):.1f} s a full review"
    )


def told_depths(rows: Sequence[dict[str, Any]]) -> Iterator[str]:
    """Yield the agreement of the depths, and the cost of each."""
    strictly = [prod(row[d]["luck"][0] for d in ("quick", "full")) > 0 for row in rows]
    shared = [
        len(set(top(row["quick"]["losses"])) & set(top(row["full"]["losses"]))) for row in rows
    ]
    both = sum(same_sign(row) and same_losses(row) for row in rows)
    yield (
        f"sign {sum(map(same_sign, rows))} (first seat to the letter {sum(strictly)}), losses "
        f"{sum(map(same_losses, rows))} (to the letter {shared.count(3)}, two or more of three "
        f"{sum(each >= 2 for each in shared)}), both {both} of {len(rows)}"
    )
    for depth in ("quick", "full"):
        seconds = [row[depth]["seconds"] for row in rows]
        yield f"{depth}: {mean(seconds):.1f} s of processor time, at most {max(seconds):.1f}"


def told_puzzles(rows: Sequence[dict[str, Any]]) -> Iterator[str]:
    """Yield the number of puzzles without a second solution, and those with one."""
    unsound = [row for row in rows if row["margin"] < MIN_MARGIN]
    yield f"{len(rows) - len(unsound)} of {len(rows)} beat all other turns by {MIN_MARGIN:.0%}"
    if unsound:
        yield "not: " + ", ".join(f"{row['id']} ({row['margin']:+.1%})" for row in unsound)
    yield ", ".join(
        f"{sum(row['difficulty'] == name for row in rows)} {name}" for name in DIFFICULTIES
    )


def told_making(rows: Sequence[dict[str, Any]]) -> Iterator[str]:
    """Yield the number of puzzles made, and the cost per game."""
    made = sum(len(row["puzzles"]) for row in rows)
    yield f"{made} puzzles; {mean(row['seconds'] for row in rows):.1f} s a game"


Work = Callable[[Part, int], dict[str, Any]]
MessageArg = Callable[[Sequence[dict[str, Any]]], Iterator[str]]
PROMISES: dict[str, tuple[Work, MessageArg, dict[int, int]]] = {
    "luck": (luck, told_luck, {2: 2000, 3: 2000, 4: 2000}),
    "books": (balance_row, told_books, {2: 200, 3: 200, 4: 200}),
    "depths": (depths, told_depths, {2: 100}),
    "mistakes": (mistakes, told_mistakes, {2: 60}),
    "puzzles": (puzzles, told_puzzles, {}),
    "making": (making, told_making, {2: 120}),
}
"""Work, report and number of games by players, for each claim."""


def puzzles_of(game: str) -> Counter[int]:
    """Return the number of a game's puzzles by number of players."""
    return Counter(puzzle.players for puzzle in shipped(game).values())


def try_out(part: Part, number: int) -> dict[str, Any]:
    """Return the result of a game."""
    return PROMISES[part.what][0](part, number)


def report(asked: Sequence[Part], path: Path) -> None:
    """Print a table of all claims."""
    found = read_lines(path)
    table = Table()
    for head in ("promise", "game", "players", "games", "seen"):
        table.add_column(head)
    for one in asked:
        if rows := list(found.get(one.key, {}).values()):
            seen = "\n".join(PROMISES[one.what][1](rows))
            games = f"{len(rows)} of {one.games}"
            table.add_row(one.what, one.game, str(one.players), games, seen)
    Console(width=150).print(table)


def main() -> None:
    """Work for a while, then print the results."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path, help="JSON lines: what was tried, and will be")
    parser.add_argument("--only", nargs="*", choices=PROMISES, default=list(PROMISES)[:-1])
    parser.add_argument("--games", nargs="*", choices=GAMES, default=list(GAMES))
    parser.add_argument("--players", nargs="*", type=int, default=[2, 3, 4])
    parser.add_argument("--share", type=float, default=1.0, help="this part of the games")
    parser.add_argument("--seconds", type=float, default=540.0)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--report", action="store_true", help="only tell what is known")
    told = parser.parse_args()
    asked = [
        Part(what, game, players, max(2, round(told.share * games)))
        for what in told.only
        for game in told.games
        for players, games in (PROMISES[what][2] or puzzles_of(game)).items()
        if players in told.players
    ]
    if not told.report:
        began = time.monotonic()
        warm(told.games)
        left = told.seconds - (time.monotonic() - began)
        do_missing(asked, try_out, told.file, left, told.workers)
    report(asked, told.file)


if __name__ == "__main__":
    main()
