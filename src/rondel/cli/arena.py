"""Command `rondel arena`: rated round robins of bots, with records and a report."""

import csv
import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
import typer
from rich import box
from rich.table import Table
from rich.text import Text
from typer.core import TyperGroup

from rondel.arena.folder import Folder, file_of, record_name
from rondel.arena.playing import LIMIT, Pairing, Played
from rondel.arena.strength import decided_after
from rondel.arena.tournament import Tournament, check_cluster
from rondel.arena.tournament import run as play_here
from rondel.arena.tournament import run_on_ray as play_on_ray
from rondel.arena.workers import LostGame
from rondel.cli import files
from rondel.cli.errors import report_errors
from rondel.cli.progress import progress_bar
from rondel.cli.renderer import TerminalRenderer
from rondel.cli.seats import print_evaluator_note
from rondel.core import Edition, RondelError, UnreadableFile
from rondel.core.extras import extras
from rondel.games import find
from rondel.i18n import Translator

if TYPE_CHECKING:
    from rondel.arena.intervals import Interval
    from rondel.arena.standings import Standings

INTERRUPTED = 130
SHORTEST_NAME = 14
"""Width for a bot's name; longer names are wrapped."""


class UnreadableTest(RondelError):
    """Error for a text that is not two strengths."""

    code = "unreadable-test"

    def __init__(self, text: str):
        super().__init__(f"{text!r} is not two strengths such as 0:20", text=text)


class NoEntrants(RondelError):
    """Error for a call without bots and without a tournament to resume."""

    code = "no-entrants"

    def __init__(self) -> None:
        super().__init__("a game and bots are needed, or a tournament to resume")


class _Arena(TyperGroup):
    """Command group whose subcommand can be left out: any other word is a game."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Insert the subcommand's name where it was left out."""
        if args and args[0] not in self.commands and args[0] != "--help":
            args = ["play", *args]
        return super().parse_args(ctx, args)


app = typer.Typer(
    cls=_Arena,
    no_args_is_help=True,
    help="Let bots play each other: rondel arena finca regular search:0.25s",
)


@app.command("play")
def arena(
    game: Annotated[str | None, typer.Argument(help="The game to play.")] = None,
    bots: Annotated[list[str] | None, typer.Argument(help="Names of the bots.")] = None,
    games: Annotated[
        int | None, typer.Option(min=1, help="Games per group of bots; 100 by default.")
    ] = None,
    players: Annotated[int | None, typer.Option(help="Number of players at a table.")] = None,
    out: Annotated[Path | None, typer.Option(help="New folder for records and report.")] = None,
    resume: Annotated[Path | None, typer.Option(help="Folder of a tournament to resume.")] = None,
    seed: Annotated[int, typer.Option(help="Seed; equal seeds give equal deals.")] = 0,
    limit: Annotated[
        int, typer.Option(min=1, help="Steps after which a game is rated as it stands.")
    ] = LIMIT,
    sprt: Annotated[
        str,
        typer.Option(
            metavar="LOW:HIGH",
            help="End early once it is decided whether the first bot is LOW or HIGH Elo stronger.",
        ),
    ] = "",
    workers: Annotated[
        int | None, typer.Option(min=1, help="Number of processes; one per core by default.")
    ] = None,
    ray: Annotated[bool, typer.Option("--ray", help="Play on a Ray cluster.")] = False,
    edition: Annotated[str, typer.Option(help="Name of an edition, or its file.")] = "",
    language: Annotated[str | None, typer.Option(help="en, fr or hu.")] = None,
) -> None:
    """Let bots play each other with rotating seats and shared deals, and rate them.

    The name of this command can be left out: rondel arena finca regular search:0.25s
    """
    with report_errors(language) as spoken:
        check_extras(ray)
        chosen: Edition | None = None
        if resume is not None:
            folder = Folder(resume)
            plan = folder.tournament()
            if games is not None:
                plan = msgspec.structs.replace(plan, games=games)
        elif game is None or not bots:
            raise NoEntrants
        else:
            found = find(game)
            count = found.players[0] if players is None else players
            chosen = files.read_edition(found, edition)
            plan = Tournament(
                found.name, tuple(bots), games or 100, count, seed, chosen.name, chosen.source,
                limit, read_test(sprt),
            )  # fmt: skip
            usual = Path(f"arena-{game}-{datetime.now():%Y-%m-%d-%H%M%S}")
            folder = Folder(files.check_new(out or usual))
        plan.check()
        pairings = plan.pairings()
        folder.begin(plan)
        title = find(plan.game)
        screen = TerminalRenderer(title, Translator(spoken, title))
        if chosen is not None:
            print_evaluator_note(title, chosen, plan.players, plan.entrants, screen.translator)
        hold_tournament(screen, plan, pairings, folder, workers, ray, spoken)


@app.command()
def report(
    folder: Annotated[Path, typer.Argument(help="A folder of records.")],
    out: Annotated[
        Path | None, typer.Option(help="Output folder; the records' own by default.")
    ] = None,
    language: Annotated[str | None, typer.Option(help="en, fr or hu.")] = None,
) -> None:
    """Make standings and a report from any folder of records."""
    with report_errors(language) as spoken:
        if not folder.is_dir():
            raise UnreadableFile(folder, "no folder")
        plan = None
        with suppress(RondelError):
            plan = Folder(folder).tournament()
        entrants, played, unreadable = Folder(folder).read(plan)
        game = find(played[0].pairing.game)
        screen = TerminalRenderer(game, Translator(spoken, game))
        planned = len(plan.pairings()) if plan else 0
        if unreadable:
            screen.say("arena-unreadable", "red", count=unreadable)
        where = out or folder
        with files.writing(where):
            where.mkdir(parents=True, exist_ok=True)
        finish(screen, entrants, played, where, spoken, planned, plan.sprt if plan else None)


def read_test(text: str) -> tuple[float, float] | None:
    """Return two strengths written as "0:20". Raise UnreadableTest."""
    if not text:
        return None
    low, _, high = text.partition(":")
    try:
        read = float(low), float(high)
    except ValueError:
        raise UnreadableTest(text) from None
    if not -2000 <= read[0] < read[1] <= 2000:
        raise UnreadableTest(text)
    return read


def check_extras(ray: bool) -> None:
    """Raise MissingExtra or NoCluster if rating or Ray is unavailable."""
    import_module("rondel.arena.standings")
    if ray:
        with extras():
            import_module("ray")
        check_cluster()


def hold_tournament(
    screen: TerminalRenderer,
    plan: Tournament,
    pairings: Sequence[Pairing],
    folder: Folder,
    workers: int | None,
    ray: bool,
    language: str,
) -> None:
    """Play the remaining games and report the results, also after an interruption."""
    kept = already_played(folder, plan, pairings)
    lost: list[LostGame] = []
    interrupted = False
    try:
        run(screen, plan, pairings, kept, folder, lost.append, workers, ray)
    except KeyboardInterrupt:
        interrupted = True
        # A record that was being written counts if it is complete.
        kept = already_played(folder, plan, pairings)
    played = [kept[name] for name in map(record_name, pairings) if name in kept]
    after = stops_after(plan, pairings, played)
    if after is not None:
        for game in played:
            if game.pairing.deal >= after:
                folder.forget(game)
        played = [game for game in played if game.pairing.deal < after]
        screen.say("arena-decided", deals=after)
    if lost:
        screen.say("arena-games-lost", "red", count=len(lost), problem=lost[0].problem)
    if played:
        finish(
            screen, plan.entrants, played, folder.path, language,
            len(pairings) if after is None else len(played), plan.sprt,
        )  # fmt: skip
    if interrupted:
        screen.say("arena-interrupted", folder=str(folder.path))
        raise typer.Exit(INTERRUPTED)
    if not played:
        raise typer.Exit(1)


def already_played(
    folder: Folder, plan: Tournament, pairings: Sequence[Pairing]
) -> dict[str, Played]:
    """Return the finished games of a tournament by the names of their records."""
    wanted = {record_name(pairing) for pairing in pairings}
    with suppress(RondelError):
        _, played, _ = folder.read(plan)
        named = {record_name(game.pairing): game for game in played}
        return {name: game for name, game in named.items() if name in wanted}
    return {}


def stops_after(
    plan: Tournament, pairings: Sequence[Pairing], played: Sequence[Played]
) -> int | None:
    """Return the number of deals that decided the test, or None."""
    if plan.sprt is None or not pairings:
        return None
    whole = sum(pairing.deal == 0 for pairing in pairings)
    return decided_after(len(plan.entrants), played, plan.sprt, whole)


def run(
    screen: TerminalRenderer,
    plan: Tournament,
    pairings: Sequence[Pairing],
    kept: dict[str, Played],
    folder: Folder,
    lose: Callable[[LostGame], None],
    workers: int | None,
    ray: bool,
) -> None:
    """Play behind a progress bar; write every record as soon as its game is over."""
    left = [pairing for pairing in pairings if record_name(pairing) not in kept]

    def stop() -> bool:
        return stops_after(plan, pairings, list(kept.values())) is not None

    with progress_bar() as bar:
        task = bar.add_task(
            screen.translator.text("arena-playing"), total=len(pairings), completed=len(kept)
        )

        def keep(played: Played) -> None:
            folder.keep(played)
            kept[record_name(played.pairing)] = played
            bar.advance(task)

        if stop() or not left:
            return
        if ray:
            play_on_ray(left, keep, lose=lose, stop=stop)
        else:
            # Always in workers: a bot that ends its process must not end the tournament.
            play_here(left, workers or os.cpu_count(), keep, lose=lose, stop=stop)


def finish(
    screen: TerminalRenderer,
    bots: Sequence[str],
    played: Sequence[Played],
    folder: Path,
    language: str,
    planned: int = 0,
    sprt: tuple[float, float] | None = None,
) -> None:
    """Rate the entrants, show the standings and write the report."""
    from rondel.arena.report import Report, called
    from rondel.arena.standings import standings

    found = standings(bots, played, planned=planned, sprt=sprt)
    numbers = msgspec.json.format(msgspec.json.encode(found)).decode()
    files.write_text(folder / "standings.json", numbers + "\n")
    files.write_text(folder / "report.html", Report(found, language).html())
    write_games(folder / "games.csv", played)
    names = called([entrant.name for entrant in found.entrants], screen.translator)
    show(screen, found, names)
    for line, colour in remarks(screen.translator, found, names):
        screen.print(line, colour)
    screen.say("arena-written", report=str(folder / "report.html"))


def remarks(
    translator: Translator, found: "Standings", names: Sequence[str]
) -> list[tuple[str, str]]:
    """Return the remarks below the table, each with a colour."""
    by_entrant = {
        entrant.entrant: name for entrant, name in zip(found.entrants, names, strict=True)
    }
    lines = [(translator.text("arena-scale" if found.anchored else "arena-scale-mean"), "")]
    for test in found.tests:
        key = {None: "open", True: "higher", False: "lower"}[test.decided]
        lines.append(
            (
                translator.text(
                    f"arena-test-{key}", one=by_entrant[test.one], other=by_entrant[test.other],
                    deals=test.deals,
                ),
                "",
            )
        )  # fmt: skip
    if found.games < found.planned:
        lines.append(
            (translator.text("arena-partly", games=found.games, planned=found.planned), "red")
        )
    if found.faults:
        lines.append((translator.text("arena-lost", count=len(found.faults)), "red"))
    if found.unended:
        circlers = [n for n, e in zip(names, found.entrants, strict=True) if e.circled]
        lines.append(
            (
                translator.text(
                    "arena-unended-remark", count=found.unended, circling=len(circlers),
                    bots=translator.join(circlers),
                ),
                "red",
            )
        )  # fmt: skip
    return lines


def show(screen: TerminalRenderer, found: "Standings", names: Sequence[str]) -> None:
    """Print the standings as a table of at most 80 columns."""
    say = screen.translator.text
    table = Table(
        title=say("arena-title", title=screen.title),
        title_justify="left",
        box=box.SIMPLE_HEAD,
        padding=0,
        pad_edge=False,
    )
    lost, unended = bool(found.faults), bool(found.unended)
    keys = ["bot", "elo", "rating", "games", "victories", "points", "pace"]
    for key in keys + ["lost-steps"] * lost + ["unended"] * unended:
        right = key != "bot"
        table.add_column(
            say(f"arena-short-{key}"), justify="right" if right else "left", no_wrap=right,
            overflow="fold", min_width=None if right else SHORTEST_NAME,
        )  # fmt: skip
    for name, entrant in zip(names, found.entrants, strict=True):
        elo = entrant.elo
        cells: list[str | Text] = [
            Text(name),
            say(
                "arena-elo-range", elo=f"{elo.value:.0f}", margin=f"{(elo.high - elo.low) / 2:.0f}"
            ),
            say("cli-tenths", number=entrant.rating.value),
            str(entrant.games),
            victory_share(screen.translator, entrant.victories),
            say("cli-tenths", number=entrant.points.mean),
            say("arena-pause", seconds=entrant.seconds_per_decision),
        ]
        if lost:
            cells.append(Text(str(entrant.faults), "red" if entrant.faults else ""))
        if unended:
            cells.append(Text(str(entrant.unended), "red" if entrant.unended else ""))
        table.add_row(*cells)
    screen.console.print(table)
    screen.say("arena-columns")


def victory_share(translator: Translator, share: "Interval") -> str:
    """Return a share of victories with its interval, in percent."""
    value, low, high = (round(100 * part) for part in (share.value, share.low, share.high))
    return translator.text("arena-won", value=value, low=low, high=high)


def write_games(file: Path, played: Sequence[Played]) -> None:
    """Write a line for each seat of each game."""
    with files.writing(file), file.open("w", encoding="utf-8", newline="") as opened:
        lines = csv.writer(opened)
        lines.writerow(
            (
                "record", "deal", "seat", "bot", "points", "place", "decisions", "seconds",
                "faults", "ended", "circling",
            )
        )  # fmt: skip
        for game in played:
            for seat, bot in enumerate(game.pairing.seats):
                lines.writerow(
                    (
                        file_of(game),
                        game.pairing.deal + 1,
                        seat + 1,
                        bot,
                        game.points[seat],
                        game.ranks[seat],
                        game.decisions[seat],
                        f"{game.seconds[seat]:.4f}",
                        sum(fault.seat == seat for fault in game.faults),
                        int(game.ended),
                        int(seat in game.circling),
                    )
                )
