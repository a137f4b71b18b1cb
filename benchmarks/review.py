"""Do reviews keep their promises? Books, luck, seeded mistakes, and whether two depths agree.

    python -m benchmarks.review books --games 200
    python -m benchmarks.review luck --games 2000
    python -m benchmarks.review mistakes --games 50
    python -m benchmarks.review depths --games 100

Each game that is done is a line of JSON in --state, so that a run can be stopped and goes on.
"""

import argparse
import json
import random
import time
from collections.abc import Callable
from pathlib import Path
from statistics import mean, stdev
from typing import Any

import rondel
from rondel.bots.budget import Budget
from rondel.bots.search import Search
from rondel.match import Match
from rondel.review import WHOLE, Review, review
from rondel.review.reviewing import _Reviewing, first_choice

GAMES = ("finca", "milestones")
STRONG = "search:300"
LIMIT = 3000
COSTLY = 0.10


def played(game: str, players: int, seed: str, bot: str, match: Match[Any] | None = None) -> Any:
    """A game of one bot against itself, from the beginning or from where a match stands."""
    match = match or rondel.Match(game, players, seed=seed)
    bots = [rondel.bot(bot, seed=f"{seed}/{seat}") for seat in range(players)]
    while not match.is_over and len(match) < LIMIT:
        assert match.seat is not None
        match.play(bots[match.seat].choose(match.position))
    return match


def books(game: str, number: int) -> dict[str, Any]:
    """Whether a game's books balance; the numbers of players take turns."""
    match = played(game, 2 + number % 3, f"books/{number}", "net")
    found = review(match, simulations=4)
    ok = all(s.start + s.luck - s.given + s.received == s.result for s in found.seats)
    ok &= sum(found.result) == WHOLE
    return {"ok": ok, "is_over": found.is_over, "players": len(found.seats), "steps": found.steps}


def luck(game: str, number: int) -> dict[str, Any]:
    """What luck brought each seat of a game for two, at a glance of one simulation."""
    match = played(game, 2, f"luck/{number}", "net")
    writing = _Reviewing(match, "quick", 1, 1, 0, lambda _done, _all: None)
    first = first_choice(match)
    chances = [at for at in range(first, len(match)) if match.position_at(at).is_chance]
    found = [each for at in chances for each in writing._luck_from(at, at + 1)]
    return {"luck": sum(each.luck[0] for each in found) / WHOLE, "steps": len(found)}


def biggest(found: Review, seat: int) -> list[int]:
    """Where the three biggest losses of a seat begin."""
    own = sorted((t for t in found.turns if t.seat == seat), key=lambda turn: -turn.loss)
    return [turn.first for turn in own[:3]]


def mistakes(game: str, number: int) -> dict[str, Any]:
    """A strong game with one turn replaced by a random one, reviewed in full."""
    choose = random.Random(f"{game}/{number}")
    match = played(game, 2, f"mistakes/{number}", STRONG)
    first = first_choice(match)
    begins = [
        at
        for at in range(first, len(match))
        if match.position_at(at).seat is not None
        and (at == first or match.position_at(at - 1).seat != match.position_at(at).seat)
    ]
    at = choose.choice(begins[2:-2])
    spoiled = rondel.Match(game, 2, deal=False)
    for step in match.log[:at]:
        spoiled.push(step)
    seat = spoiled.seat
    assert seat is not None
    spoiled.dealer = rondel.Seeded(f"{number}/luck")
    while not spoiled.is_over and spoiled.seat == seat:
        spoiled.play(choose.choice(spoiled.actions))
    if spoiled.is_over:
        return {"cost": 0.0}
    # What a search ten times as deep says that the turn cost: the best against what was played.
    deep = Budget(simulations=50_000)
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
    played(game, 2, f"mistakes/{number}/on", STRONG, spoiled)
    began = time.process_time()
    found = review(spoiled, "full")
    took = time.process_time() - began
    hits = [
        rank
        for rank, start in enumerate(biggest(found, seat))
        for turn in found.turns
        if turn.first == start and turn.first <= at < turn.end
    ]
    return {"cost": cost, "found": bool(hits), "seconds": took, "turns": len(found.turns)}


def depths(game: str, number: int) -> dict[str, Any]:
    """One game reviewed by both depths: the sign of luck, and the three biggest losses."""
    match = played(game, 2, f"depths/{number}", "net:soft=0.05")
    seconds, found = [], []
    for depth in ("quick", "full"):
        began = time.process_time()
        found.append(review(match, depth))
        seconds.append(time.process_time() - began)
    quick, full = found
    sign = quick.seats[0].luck * full.seats[0].luck > 0
    losses = sorted(quick.turns, key=lambda t: -t.loss), sorted(full.turns, key=lambda t: -t.loss)
    top = [{turn.first for turn in turns[:3]} for turns in losses]
    return {
        "sign": sign,
        "luck": [each.seats[0].luck / WHOLE for each in found],
        "shared": len(top[0] & top[1]),
        "named": len({t.first for t in losses[0][:6]} & top[1]),
        "seconds": seconds,
        "turns": len(quick.turns),
    }


def summed(what: str, rows: list[dict[str, Any]]) -> str:
    """What came of it, in a line."""
    if what == "books":
        return f"{sum(row['ok'] for row in rows)} of {len(rows)} balance"
    if what == "luck":
        values = [row["luck"] for row in rows]
        error = stdev(values) / len(values) ** 0.5 if len(values) > 1 else float("nan")
        return f"{len(rows)} games: mean {mean(values):+.4f}, standard error {error:.4f}"
    if what == "mistakes":
        costly = [row for row in rows if row["cost"] >= COSTLY]
        seconds = [row["seconds"] for row in costly] or [float("nan")]
        hits = sum(row["found"] for row in costly)
        return (
            f"{len(rows)} replaced, {len(costly)} cost {COSTLY:.0%} or more; {hits} named among "
            f"the seat's three biggest losses; {mean(seconds):.1f} s a full review, processor time"
        )
    quick, full = zip(*(row["seconds"] for row in rows), strict=True)
    shared = [row["shared"] for row in rows]
    agree = sum(row["sign"] for row in rows)
    return (
        f"{len(rows)} games: luck's sign agrees in {agree}; of the three biggest losses "
        f"{mean(shared):.2f} shared, all in {shared.count(3)}, two or more in "
        f"{sum(s >= 2 for s in shared)}; {mean(quick):.1f} s quick, {mean(full):.1f} s full"
    )


WORK: dict[str, Callable[[str, int], dict[str, Any]]] = {
    "books": books, "luck": luck, "mistakes": mistakes, "depths": depths,
}  # fmt: skip


def main() -> None:
    """Do it, and say what came of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=WORK)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--game", choices=GAMES, action="append")
    parser.add_argument("--state", type=Path, default=Path("review.jsonl"))
    asked = parser.parse_args()
    kept: dict[tuple[str, str, int], dict[str, Any]] = {}
    if asked.state.exists():
        for line in asked.state.read_text("utf-8").splitlines():
            row = json.loads(line)
            kept[row["what"], row["game"], row["number"]] = row
    for game in asked.game or GAMES:
        rows = []
        for number in range(asked.games):
            key = asked.what, game, number
            if key not in kept:
                kept[key] = WORK[asked.what](game, number)
                named = dict(zip(("what", "game", "number"), key, strict=True))
                with asked.state.open("a", encoding="utf-8") as out:
                    print(json.dumps({**named, **kept[key]}), file=out)
            rows.append(kept[key])
        print(f"{asked.what}, {game}: {summed(asked.what, rows)}", flush=True)


if __name__ == "__main__":
    main()
