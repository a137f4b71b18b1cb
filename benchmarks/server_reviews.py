"""Effect of a hundred simultaneous reviews on a bot's response time.

python -m benchmarks.server_reviews --bot master --replies 30 --rounds 3

Rounds with and without reviews alternate on one server, so that other load affects both. Reviews
are full reviews of games that were given up after some steps.
"""

import argparse
import random
import tempfile
import time
from collections.abc import Iterator
from statistics import mean, median
from typing import Any

import httpx

from benchmarks.server import PORT, start_ours

MINE = {"kind": "person", "mine": True}
STEPS = 12
LOOK_EVERY = 0.004
TIMEOUT = 600.0


class Person:
    """Client of a person who plays and requests reviews."""

    def __init__(self) -> None:
        self.http = httpx.Client(base_url=f"http://127.0.0.1:{PORT}", timeout=60)
        self.ask("PUT", "/api/me", {"name": "Ana"})

    def ask(self, method: str, path: str, body: object = None) -> Any:
        """Send a request and return the answer."""
        answer = self.http.request(method, path, json=body)
        answer.raise_for_status()
        return answer.json()

    def table(self, other: dict[str, Any]) -> str:
        """Create a table."""
        wanted = {"game": "finca", "seats": [MINE, other], "visibility": "public"}
        return str(self.ask("POST", "/api/tables", wanted)["id"])

    def play(self, table: str, luck: random.Random) -> None:
        """Play a random step."""
        state = self.ask("GET", f"/api/tables/{table}")
        turn = state["moment"]["turn"]
        step = luck.choice(turn["actions"])["text"]
        body = {"after": state["sequence"], "steps": [step], "seat": turn["seat"]}
        self.ask("POST", f"/api/tables/{table}/commands", {"kind": "play", **body})

    def given_up(self, number: int) -> str:
        """Create a game to be reviewed."""
        table, luck = self.table(MINE), random.Random(number)
        for _ in range(STEPS):
            self.play(table, luck)
        self.ask("POST", f"/api/tables/{table}/commands", {"kind": "resign", "seat": 0})
        return table

    def replies(self, bot: str, count: int, seed: int) -> Iterator[float]:
        """Yield the response time in seconds of each turn of a bot, in games against it."""
        luck = random.Random(seed)
        table = self.table({"kind": "bot", "bot": bot})
        while count:
            state = self.ask("GET", f"/api/tables/{table}")
            if state["moment"]["turn"]["kind"] == "over":
                table = self.table({"kind": "bot", "bot": bot})
            elif state["moment"]["turn"]["seat"] != 0:
                time.sleep(LOOK_EVERY)
            else:
                self.play(table, luck)
                began = time.monotonic()
                while self.is_bot_asked(table):
                    assert time.monotonic() < began + TIMEOUT
                    time.sleep(LOOK_EVERY)
                yield time.monotonic() - began
                count -= 1

    def is_bot_asked(self, table: str) -> bool:
        """Return True if the bot's turn is not over yet."""
        turn = self.ask("GET", f"/api/tables/{table}")["moment"]["turn"]
        return bool(turn.get("seat") == 1)


def main() -> None:
    """Measure and print the results."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bot", default="master")
    parser.add_argument("--reviews", type=int, default=100)
    parser.add_argument("--replies", type=int, default=30)
    parser.add_argument("--rounds", type=int, default=3)
    told = parser.parse_args()
    limits = dict.fromkeys(("reviews_per_hour", "strong_seats", "daily_per_address"), "0")
    limits |= {"reviews_waiting": str(told.reviews), "thinking_per_hour": "1000000"}
    with tempfile.TemporaryDirectory() as folder:
        process = start_ours(folder, PORT, **limits, warm="true")
        try:
            ana = Person()
            tables = [ana.given_up(number) for number in range(told.reviews)]
            list(ana.replies(told.bot, 3, 99))
            alone: list[float] = []
            beside: list[float] = []
            for number in range(told.rounds):
                alone += ana.replies(told.bot, told.replies, number)
                for table in tables:
                    ana.ask("POST", f"/api/tables/{table}/review", {"depth": "full"})
                beside += ana.replies(told.bot, told.replies, number)
                path = "/api/tables/{}/review?depth=full"
                found = [ana.ask("GET", path.format(table))["status"] for table in tables]
                assert found.count("waiting") > 0, "all reviews were done too soon"
                for table in tables:
                    ana.ask("DELETE", path.format(table))
                print(f"round {number + 1}: {found.count('done')} reviews done", flush=True)
        finally:
            process.terminate()
            process.wait(60)
    for name, seconds in (("alone", alone), (f"beside {told.reviews} reviews", beside)):
        late = sorted(seconds)[int(0.95 * len(seconds))]
        print(
            f"{told.bot} {name}: median {1000 * median(seconds):.0f} ms, mean "
            f"{1000 * mean(seconds):.0f} ms, 95 % within {1000 * late:.0f} ms ({len(seconds)})"
        )
    print(f"ratio of the medians: {median(beside) / median(alone):.2f}")


if __name__ == "__main__":
    main()
