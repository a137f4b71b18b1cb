"""A tournament as one page of HTML that needs nothing else: tables, and plots as SVG."""

from collections.abc import Sequence
from html import escape
from pathlib import Path

from rondel.arena import plots
from rondel.arena.standings import Interval, Standings
from rondel.games import find
from rondel.words import Words

MOST_FAULTS = 50
"""So many are listed one by one."""


class Report:
    """The page, in one language."""

    def __init__(self, found: Standings, language: str = "en"):
        self.found = found
        self.words = Words(language, find(found.game))
        self.names = called([entrant.name for entrant in found.entrants], self.words)

    def say(self, key: str, **args: object) -> str:
        """A message, safe for HTML."""
        return escape(self.words.say(f"arena-{key}", **args))

    def tenths(self, number: float) -> str:
        """A number with one decimal."""
        return self.words.say("cli-tenths", number=number)

    def percent(self, share: float) -> str:
        """A share as a percentage."""
        return self.words.say("arena-percent", share=share)

    def whole(self, number: float) -> str:
        """A number without decimals."""
        return self.words.say("arena-whole", number=round(number))

    def html(self) -> str:
        """The whole page."""
        style = Path(__file__).with_suffix(".css").read_text("utf-8")
        title = self.say("title", title=self.words.say("game-title"))
        even = self.percent(1 / self.found.players)
        parts = [
            self._section("standings", self._standings()),
            self._section("ratings", self._ratings()),
            self._section("pairs", self._pairs()),
            self._section("scores", self._scores()),
            *([self._section("sources", made)] if (made := self._sources()) else []),
            self._section("seats", self._seats(), even=even),
            self._section("lengths", self._lengths()),
            *([self._section("faults", self._faults())] if self.found.faults else []),
        ]
        return (
            f'<!doctype html>\n<html lang="{self.words.language}">\n<meta charset="utf-8">\n'
            '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
            f"<title>{title}</title>\n<style>\n{style}</style>\n<main>\n<h1>{title}</h1>\n"
            f'<p class="lead">{self._lead()}</p>\n{"".join(parts)}</main>\n</html>\n'
        )

    def _lead(self) -> str:
        found = self.found
        return self.say(
            "lead", entrants=len(found.entrants), games=found.games, deals=found.deals,
            players=found.players,
        )  # fmt: skip

    def _section(self, key: str, body: str, **args: object) -> str:
        about = self.say(f"{key}-about", **args)
        return f"<section>\n<h2>{self.say(key)}</h2>\n<p>{about}</p>\n{body}\n</section>\n"

    def _table(self, head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
        tops = "".join(f"<th>{cell}</th>" for cell in head)
        lines = ("".join(f"<td>{cell}</td>" for cell in row) for row in rows)
        body = "".join(f"<tr>{line}</tr>\n" for line in lines)
        return f"<table><thead><tr>{tops}</tr></thead>\n<tbody>{body}</tbody></table>"

    def _standings(self) -> str:
        keys = ("bot", "rating", "games", "victories", "points", "pace", "slowest", "lost-steps")
        rows = []
        for name, entrant in zip(self.names, self.found.entrants, strict=True):
            faults = f'<span class="bad">{entrant.faults}</span>' if entrant.faults else "0"
            rows.append(
                [
                    escape(name),
                    self._ranged(entrant.rating, self.tenths),
                    self.whole(entrant.games),
                    self._ranged(entrant.victories, self.percent),
                    self.tenths(entrant.points.mean),
                    self.say("seconds", seconds=entrant.seconds_per_decision),
                    self.say("seconds", seconds=entrant.slowest_game),
                    faults,
                ]
            )
        return self._table([self.say(key) for key in keys], rows)

    def _ranged(self, value: Interval, number: plots.Number) -> str:
        between = f"{number(value.low)} – {number(value.high)}"
        return f'{number(value.value)} <span class="range">{between}</span>'

    def _ratings(self) -> str:
        values = [entrant.rating for entrant in self.found.entrants]
        return plots.intervals(self.say("ratings"), self.names, values, self.tenths, None)

    def _pairs(self) -> str:
        rows = [
            [escape(name), *("–" if share is None else self.percent(share) for share in shares)]
            for name, shares in zip(self.names, self.found.ahead, strict=True)
        ]
        return self._table([self.say("bot"), *map(escape, self.names)], rows)

    def _scores(self) -> str:
        values = [entrant.points for entrant in self.found.entrants]
        return plots.boxes(self.say("scores"), self.names, values, self.whole)

    def _sources(self) -> str:
        kinds = list(self.found.entrants[0].sources)
        if not kinds:
            return ""
        keys = [f"score-{kind.replace('_', '-')}" for kind in kinds]
        told = [self.words.say(key) if self.words.has(key) else key for key in keys]
        values = [[entrant.sources[kind] for kind in kinds] for entrant in self.found.entrants]
        return plots.stacks(self.say("sources"), self.names, told, values, self.tenths)

    def _seats(self) -> str:
        seats = self.found.seats
        told = [
            self.words.say("arena-seat", seat=seat.seat, points=round(seat.points, 1))
            for seat in seats
        ]
        values = [seat.victories for seat in seats]
        even = 1 / self.found.players
        return plots.intervals(self.say("seats"), told, values, self.percent, even)

    def _lengths(self) -> str:
        return plots.histogram(self.say("lengths"), self.found.lengths, self.whole)

    def _faults(self) -> str:
        rows = [
            [
                escape(fault.bot),
                self.say(key) if self.words.has(f"arena-{key}") else escape(fault.kind),
                str(fault.step),
                f'<span class="left">{escape(fault.detail)}</span>',
            ]
            for fault in self.found.faults[:MOST_FAULTS]
            for key in [f"fault-{fault.kind}"]
        ]
        head = [self.say(key) for key in ("bot", "fault", "step", "detail")]
        return self._table(head, rows)


def called(names: Sequence[str], words: Words) -> list[str]:
    """What to call entrants: levels by their names in the language; namesakes are counted."""
    told: list[str] = []
    for at, name in enumerate(names):
        key = f"bot-{name}"
        known = words.say(key) if words.has(key) else name
        told.append(known if names.count(name) == 1 else f"{known} {names[: at + 1].count(name)}")
    return told
