"""Long tournament that measures the strength of all players, in resumable pieces.

Games are played by one process per core, with search limits in processor time, and written to a
file of JSON lines as they end. The next piece continues with the missing games; all claims advance
evenly. Games that are unfinished when the time is up are begun again next time.

    python -m benchmarks.night night.jsonl --seconds 540
    python -m benchmarks.night night.jsonl --report
    python -m benchmarks.night night.jsonl --certain    # no more games of a claim that is settled
    python -m benchmarks.night night.jsonl --before ../before/src    # and the version before
    python -m benchmarks.night night.jsonl --ladder    # src/rondel/arena/ladder.json, README's rows

Use an otherwise idle machine: only then do equal times mean equal work.
"""

import argparse
import json
import os
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import log10
from pathlib import Path
from statistics import median
from typing import Any

from rich.console import Console
from rich.table import Table

from benchmarks import versions
from benchmarks.bots import Claim, count_processor_time, is_certain, play, warm
from benchmarks.maps import SHAPES, unseen
from benchmarks.pieces import Lines, do_missing, read_lines
from rondel.arena.intervals import wilson
from rondel.bots import LEVELS
from rondel.games import names

EARLIER = "the same bot of the version before"
LADDER = Path(__file__).parent.parent / "src" / "rondel" / "arena" / "ladder.json"


@dataclass(frozen=True)
class Wanted:
    """Claim with the key of its games in the file."""

    claim: Claim
    before: str = ""

    @property
    def key(self) -> str:
        """Return the claim in one line."""
        one = self.claim
        return " | ".join((one.what, one.game, one.bot, ", ".join(one.others)))

    @property
    def games(self) -> int:
        """Return the number of games."""
        return self.claim.games


def wanted(games: Sequence[str], budget: str, before: str) -> Iterator[Wanted]:
    """Yield all claims, the most informative first."""
    search, hints = f"search:{budget}", f"search:{budget},evaluator=hints"
    for game in games:
        for claim in (
            Claim("against hints", game, search, (hints,), 200, 0.70),
            Claim("against more time", game, search, ("search:2s,evaluator=hints",), 200, 0.60),
            Claim("alone of 3", game, search, (hints,) * 2, 150, 0.50),
            Claim("alone of 4", game, search, (hints,) * 3, 200, 0.40),
            Claim("net", game, "net", ("search:10000,evaluator=hints",), 200, 0.50),
        ):
            yield Wanted(claim)
        for lower, upper in pairwise(LEVELS):
            yield Wanted(Claim("ladder", game, upper.name, (lower.name,), 200, 0.65))
        if before:
            yield Wanted(Claim("version", game, hints, (EARLIER,), 200, 0.45), before)
    if "milestones" in games:
        for shape in SHAPES:
            claim = Claim(f"map {shape}", "milestones", search, (hints,), 100, 0.45, unseen(shape))
            yield Wanted(claim)


def one_game(asked: Wanted, number: int) -> dict[str, Any]:
    """Play a game and return its result."""
    claim = asked.claim
    if asked.before:
        return {"won": versions.play(Path(asked.before), claim.bot, claim.game, number)}
    done = play(claim.game, claim.bot, claim.others, number, claim.edition)
    return {
        "won": done.won,
        "points": done.points,
        "best_other": done.best_other,
        "decisions": done.decisions,
        "median_ms": round(1000 * median(done.seconds or (0.0,)), 2),
        "over": done.over,
    }


def settled(one: Wanted, found: Lines) -> bool:
    """Return True if no remaining game can change a claim's outcome."""
    return is_certain(one.claim, [line["won"] for line in found.get(one.key, {}).values()])


def report(asked: Sequence[Wanted], path: Path) -> None:
    """Print a table of all claims."""
    found = read_lines(path)
    table = Table()
    for head in ("claim", "game", "bot", "against", "games", "won", "95 %", "wanted", "ms"):
        table.add_column(head, justify="right")
    for one in asked:
        lines = found.get(one.key, {}).values()
        if not lines:
            continue
        share = wilson(sum(line["won"] for line in lines), len(lines))
        claim = one.claim
        table.add_row(
            claim.what, claim.game, claim.bot, f"{len(claim.others)} x {claim.others[0]}",
            f"{len(lines)} of {claim.games}", f"{share.value:.1%}",
            f"{share.low:.1%} to {share.high:.1%}", f"{claim.share:.0%}",
            f"{median(line.get('median_ms', 0.0) for line in lines):.1f}",
        )  # fmt: skip
    Console(width=150).print(table)


def ladder_of(path: Path, games: Sequence[str]) -> tuple[dict[str, dict[str, int]], list[str]]:
    """Return the arena's Elo scale from the levels' matches, and the rows of the README's table.

    Half a victory and half a defeat are added to each result, so that no strength is infinite.
    """
    found = read_lines(path)
    steps: dict[str, dict[str, float]] = {game: {LEVELS[0].name: 0.0} for game in games}
    rows: list[str] = []
    for lower, upper in pairwise(LEVELS):
        row = [f"| `{upper.name}` against `{lower.name}`"]
        for game in games:
            claim = Claim("ladder", game, upper.name, (lower.name,), 0, 0.0)
            lines = found.get(Wanted(claim).key, {}).values()
            if not lines or lower.name not in steps[game]:
                return _from_regular(steps), rows
            share = wilson(won := sum(line["won"] for line in lines), len(lines))
            odds = (won + 0.5) / (len(lines) - won + 0.5)
            steps[game][upper.name] = steps[game][lower.name] + 400 * log10(odds)
            between = f"{100 * share.low:.0f} to {100 * share.high:.0f}"
            row.append(
                f" {won:g} of {len(lines)} | {share.value:.0%}".replace("%", f" % ({between})")
            )
        rows.append(" |".join(row) + " |")
    return _from_regular(steps), rows


def _from_regular(steps: dict[str, dict[str, float]]) -> dict[str, dict[str, int]]:
    """Return the scale with `regular` at 1500, and only levels that all games have."""
    shared = {one.name for one in LEVELS if all(one.name in levels for levels in steps.values())}
    return {
        game: {
            name: round(1500 + elo - levels.get("regular", 0.0))
            for name, elo in levels.items()
            if name in shared
        }
        for game, levels in steps.items()
    }


def main() -> None:
    """Play for a while, then print the results."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path, help="JSON lines: what was played, and will be")
    parser.add_argument("--seconds", type=float, default=540.0)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--games", nargs="*", default=list(names()))
    parser.add_argument("--budget", default="0.25s", help="what search may use in a turn")
    parser.add_argument("--only", nargs="*", default=[], help="claims whose line has such a word")
    parser.add_argument("--share", type=float, default=1.0, help="this part of the games")
    parser.add_argument("--before", default="", help="the src folder of the version before")
    parser.add_argument("--certain", action="store_true", help="stop a claim once it is certain")
    parser.add_argument("--clock", action="store_true", help="time on the wall")
    parser.add_argument("--report", action="store_true", help="only tell what is known")
    parser.add_argument("--ladder", action="store_true", help="write the arena's scale")
    told = parser.parse_args()
    if told.ladder:
        scale, rows = ladder_of(told.file, told.games)
        LADDER.write_text(json.dumps(scale, indent=2) + "\n", "utf-8")
        print(*rows, sep="\n")
        return
    asked = [
        replace(one, claim=replace(one.claim, games=max(2, round(told.share * one.claim.games))))
        for one in wanted(told.games, told.budget, told.before)
        if not told.only or any(word in one.key for word in told.only)
    ]
    if not told.report:
        began = time.monotonic()
        warm(told.games)
        if told.before:
            for game in told.games:
                versions.play(Path(told.before), "search:5,evaluator=hints", game, 0)
        left = told.seconds - (time.monotonic() - began)
        initially = None if told.clock else count_processor_time
        more = (settled,) if told.certain else ()
        do_missing(asked, one_game, told.file, left, told.workers, initially, *more)
    report(asked, told.file)


if __name__ == "__main__":
    main()
