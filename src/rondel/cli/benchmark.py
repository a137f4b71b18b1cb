"""Command `rondel benchmark`: one agent against fixed opponents, for comparable results."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer
from rich import box
from rich.table import Table
from rich.text import Text

from rondel.arena import benchmark as fixed
from rondel.arena.folder import Folder, record_name
from rondel.arena.workers import LostGame
from rondel.cli import files
from rondel.cli.arena import INTERRUPTED, already_played, run, victory_share
from rondel.cli.errors import report_errors
from rondel.cli.renderer import TerminalRenderer
from rondel.core import FileExists, RondelError
from rondel.games import find
from rondel.i18n import Translator

if TYPE_CHECKING:
    from rondel.arena.tournament import Tournament


def benchmark(
    game: Annotated[str, typer.Argument(help="The game to play.")],
    agent: Annotated[str, typer.Option(help="Agent: a bot's name, module:Class or engine:…")],
    deals: Annotated[
        int, typer.Option(min=1, help="Deals per opponent; fewer than the default are a trial.")
    ] = fixed.DEALS,
    out: Annotated[
        Path | None,
        typer.Option(help="Folder for records and result; an unfinished one is resumed."),
    ] = None,
    workers: Annotated[
        int | None, typer.Option(min=1, help="Number of processes; one per core by default.")
    ] = None,
    language: Annotated[str | None, typer.Option(help="en, fr or hu.")] = None,
) -> None:
    """Measure an agent against fixed bots on fixed deals, under a version to cite in papers."""
    with report_errors(language) as spoken:
        found = find(game)
        plan = fixed.plan(found, agent, deals)
        plan.check()
        pairings = fixed.pairings(plan)
        slug = "".join(c if c.isalnum() or c in ".-" else "-" for c in agent)[:40]
        path = out or Path(f"benchmark-{found.name}-{fixed.VERSION}-{slug}")
        folder = Folder(path)
        check_own(folder, plan)
        folder.begin(plan)
        screen = TerminalRenderer(found, Translator(spoken, found))
        kept = already_played(folder, plan, pairings)
        lost: list[LostGame] = []
        interrupted = False
        try:
            run(screen, plan, pairings, kept, folder, lost.append, workers, False)
        except KeyboardInterrupt:
            interrupted = True
            kept = already_played(folder, plan, pairings)
        if lost:
            screen.say("arena-games-lost", "red", count=len(lost), problem=lost[0].problem)
        if kept:
            played = [kept[name] for name in map(record_name, pairings) if name in kept]
            result = fixed.result(found, plan, played)
            text = msgspec.json.format(msgspec.json.encode(result)).decode()
            files.write_text(path / "result.json", text + "\n")
            show(screen, result)
            screen.say("benchmark-written", file=str(path / "result.json"))
        if interrupted or lost or not kept:
            raise typer.Exit(INTERRUPTED if interrupted else 1)


def check_own(folder: Folder, plan: "Tournament") -> None:
    """Raise FileExists if the folder holds something else."""
    if not folder.path.exists():
        return
    try:
        previous = folder.tournament()
    except RondelError:
        raise FileExists(folder.path) from None
    if msgspec.structs.replace(previous, games=plan.games) != plan:
        raise FileExists(folder.path)


def show(screen: TerminalRenderer, result: fixed.Result) -> None:
    """Print the result as a table."""
    say = screen.translator.text
    table = Table(
        title=say("benchmark-title", name=result.benchmark, agent=result.agent),
        title_justify="left", box=box.SIMPLE_HEAD, padding=0, pad_edge=False,
    )  # fmt: skip
    for key in ("opponent", "games", "won", "points"):
        table.add_column(say(f"benchmark-{key}"), justify="left" if key == "opponent" else "right")
    for one in result.opponents:
        table.add_row(
            Text(one.opponent),
            str(one.games),
            victory_share(screen.translator, one.victories),
            say("benchmark-margin", mine=one.points, theirs=one.opponent_points),
        )
    screen.console.print(table)
    value = result.score
    screen.say("benchmark-score", "bold", score=value.value, low=value.low, high=value.high)
    if result.games < result.planned:
        screen.say("benchmark-trial", "red", games=result.games, planned=result.planned)
    if result.lost_steps:
        screen.say("arena-lost", "red", count=result.lost_steps)
