"""Tournament report: one self-contained HTML page with tables and SVG plots."""

from collections.abc import Sequence
from html import escape
from pathlib import Path

from rondel.arena import plots
from rondel.arena.intervals import Interval
from rondel.arena.standings import Standings
from rondel.games import find
from rondel.i18n import Translator

MAX_FAULTS = 50
"""Number of faults that are listed one by one."""


class Report:
    """Report page in one language."""

    def __init__(self, found: Standings, language: str = "en"):
        self.found = found
        self.translator = Translator(language, find(found.game))
        self.names = called([entrant.name for entrant in found.entrants], self.translator)

    def say(self, key: str, **args: object) -> str:
        """Return a message, escaped for HTML."""
        return escape(self.translator.text(f"arena-{key}", **args))

    def tenths(self, number: float) -> str:
        """Return a number with one decimal."""
        return self.translator.text("cli-tenths", number=number)

    def percent(self, share: float) -> str:
        """Return a share as a percentage."""
        return self.translator.text("arena-percent", share=share)

    def whole(self, number: float) -> str:
        """Return a number without decimals."""
        return self.translator.text("arena-whole", number=round(number))

    def html(self) -> str:
        """Return the whole page."""
        style = Path(__file__).with_suffix(".css").read_text("utf-8")
        title = self.say("title", title=self.translator.text("game-title"))
        even = self.percent(1 / self.found.players)
        parts = [
            self._section("standings", self._standings()),
            self._section("strengths", self._strengths()),
            self._section("ratings", self._ratings()),
            self._section("pairs", self._pairs()),
            self._section("certainty", self._certainty()),
            self._section("scores", self._scores()),
            *([self._section("sources", made)] if (made := self._sources()) else []),
            self._section("seats", self._seats(), even=even),
            self._section("lengths", self._lengths()),
            *([self._section("endless", self._endless())] if self.found.endless else []),
            *([self._section("faults", self._faults())] if self.found.faults else []),
        ]
        return (
            f'<!doctype html>\n<html lang="{self.translator.language}">\n<meta charset="utf-8">\n'
            '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
            f"<title>{title}</title>\n<style>\n{style}</style>\n<main>\n<h1>{title}</h1>\n"
            f'<p class="lead">{self._lead()}</p>\n{"".join(parts)}</main>\n</html>\n'
        )

    def _lead(self) -> str:
        found = self.found
        lead = self.say(
            "lead", entrants=len(found.entrants), games=found.games, deals=found.deals,
            players=found.players,
        )  # fmt: skip
        if found.games < found.planned:
            partly = self.say("partly", games=found.games, planned=found.planned)
            lead += f' <strong class="bad">{partly}</strong>'
        return lead

    def _section(self, key: str, body: str, **args: object) -> str:
        about = self.say(f"{key}-about", **args)
        return f"<section>\n<h2>{self.say(key)}</h2>\n<p>{about}</p>\n{body}\n</section>\n"

    def _table(self, head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
        tops = "".join(f"<th>{cell}</th>" for cell in head)
        lines = ("".join(f"<td>{cell}</td>" for cell in row) for row in rows)
        body = "".join(f"<tr>{line}</tr>\n" for line in lines)
        return f"<table><thead><tr>{tops}</tr></thead>\n<tbody>{body}</tbody></table>"

    def _standings(self) -> str:
        keys = ["bot", "elo", "rating", "games", "victories", "points", "pace", "slowest"]
        started = any(entrant.slowest_start for entrant in self.found.entrants)
        keys += ["start"] * started + ["lost-steps", "unended"]
        rows: list[list[str]] = []
        for name, entrant in zip(self.names, self.found.entrants, strict=True):
            start = self.say("seconds", seconds=entrant.slowest_start)
            rows.append(
                [
                    escape(name),
                    self._ranged(entrant.elo, _elo),
                    self._ranged(entrant.rating, self.tenths),
                    self.whole(entrant.games),
                    self._ranged(entrant.victories, self.percent),
                    self.tenths(entrant.points.mean),
                    self.say("seconds", seconds=entrant.seconds_per_decision),
                    self.say("seconds", seconds=entrant.slowest_game),
                    *([start] if started else []),
                    _alarming(entrant.faults),
                    _alarming(entrant.unended),
                ]
            )
        return self._table([self.say(key) for key in keys], rows)

    def _ranged(self, value: Interval, number: plots.Number) -> str:
        between = f"{number(value.low)} – {number(value.high)}"
        return f'{number(value.value)} <span class="range">{between}</span>'

    def _strengths(self) -> str:
        values = [entrant.elo for entrant in self.found.entrants]
        return plots.intervals(self.say("strengths"), self.names, values, _elo, None)

    def _certainty(self) -> str:
        rows = [
            [escape(name), *("–" if one == at else self._sure(s) for at, s in enumerate(shares))]
            for one, (name, shares) in enumerate(
                zip(self.names, self.found.probabilities, strict=True)
            )
        ]
        return self._table([self.say("bot"), *map(escape, self.names)], rows)

    def _sure(self, share: float) -> str:
        """Return a probability, rounded so that it never shows more certainty than the samples
        allow.
        """
        if share > 0.999:
            return f"&gt; {self.translator.text('cli-tenths', number=99.9)} %"
        return (
            f"&lt; {self.translator.text('cli-tenths', number=0.1)} %"
            if share < 0.001
            else self.percent(share)
        )

    def _endless(self) -> str:
        rows: list[list[str]] = []
        for game in self.found.endless[:MAX_FAULTS]:
            circling = self.translator.join([game.seats[seat] for seat in game.circling])
            rows.append(
                [
                    escape(game.record),
                    self.whole(game.decisions),
                    f'<span class="left">{escape(", ".join(game.seats))}</span>',
                    escape(circling) if game.circling else self.say("nobody"),
                ]
            )
        head = [self.say(key) for key in ("record", "decisions", "bot", "circling")]
        return self._table(head, rows)

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
        labels = [self.translator.text(key) if self.translator.has(key) else key for key in keys]
        values = [[entrant.sources[kind] for kind in kinds] for entrant in self.found.entrants]
        return plots.stacks(self.say("sources"), self.names, labels, values, self.tenths)

    def _seats(self) -> str:
        seats = self.found.seats
        labels = [
            self.translator.text("arena-seat", seat=seat.seat, points=round(seat.points, 1))
            for seat in seats
        ]
        values = [seat.victories for seat in seats]
        even = 1 / self.found.players
        return plots.intervals(self.say("seats"), labels, values, self.percent, even)

    def _lengths(self) -> str:
        return plots.histogram(self.say("lengths"), self.found.lengths, self.whole)

    def _faults(self) -> str:
        """Return the faults grouped by kind: how many, and the first step of each."""
        kinds: dict[tuple[str, str, str], list[int]] = {}
        for fault in self.found.faults:
            kinds.setdefault((fault.bot, fault.kind, fault.detail), []).append(fault.step)
        rows = [
            [
                escape(bot),
                self.say(key) if self.translator.has(f"arena-{key}") else escape(kind),
                self.whole(len(steps)),
                str(steps[0]),
                f'<span class="left">{escape(detail)}</span>',
            ]
            for (bot, kind, detail), steps in list(kinds.items())[:MAX_FAULTS]
            for key in [f"fault-{kind}"]
        ]
        head = [self.say(key) for key in ("bot", "fault", "often", "first-step", "detail")]
        return self._table(head, rows)


def _elo(number: float) -> str:
    return f"{number:.0f}"


def _alarming(count: int) -> str:
    return f'<span class="bad">{count}</span>' if count else "0"


def called(names: Sequence[str], translator: Translator) -> list[str]:
    """Return the display names of entrants: levels are translated, duplicates numbered."""
    labels: list[str] = []
    for at, name in enumerate(names):
        key = f"bot-{name}"
        known = translator.text(key) if translator.has(key) else name
        labels.append(known if names.count(name) == 1 else f"{known} {names[: at + 1].count(name)}")
    return labels
