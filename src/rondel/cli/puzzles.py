"""Commands `rondel puzzles`: positions in which one turn is clearly the best."""

from pathlib import Path
from typing import Annotated

import typer
from msgspec.structs import replace

from rondel.bots import find as find_bot
from rondel.cli.draw import PICTURES, Dark, Language, Overwrite, Size, file_extension, write_picture
from rondel.cli.errors import report_errors
from rondel.cli.files import check_new
from rondel.cli.progress import progress_bar
from rondel.cli.renderer import TerminalRenderer
from rondel.games import find
from rondel.i18n import Translator
from rondel.puzzles.cards import card
from rondel.puzzles.collection import collect
from rondel.puzzles.deep import DeepSettings
from rondel.puzzles.generation import Settings
from rondel.puzzles.puzzle import (
    Puzzle,
    file_of,
    find_puzzle,
    join_files,
    read_puzzles,
    write_puzzles,
)
from rondel.puzzles.report import check_all
from rondel.puzzles.verification import check

app = typer.Typer(no_args_is_help=True, help="Positions in which one turn is clearly the best.")
USUAL, DEEP = Settings(""), DeepSettings()
Processes = Annotated[int, typer.Option(min=1, help="Worker processes.")]
Minutes = Annotated[
    float | None, typer.Option(min=0.01, help="Stop after this time; run again to continue.")
]


@app.command("make")
def make_puzzles(
    game: Annotated[str, typer.Argument(help="Game of the puzzles.")],
    output: Annotated[Path, typer.Option("--output", "-o", help="Output file.")],
    count: Annotated[int, typer.Option(min=1, help="Number of puzzles.")] = 200,
    players: Annotated[int, typer.Option(help="Number of players.")] = USUAL.players,
    seed: Annotated[int, typer.Option(help="Seed; equal seeds give equal puzzles.")] = USUAL.seed,
    bot: Annotated[str, typer.Option(help="Bot that plays the games.")] = USUAL.bot,
    margin: Annotated[
        float, typer.Option(min=0.01, max=0.9, help="Smallest loss of any other turn.")
    ] = USUAL.margin,
    simulations: Annotated[
        int, typer.Option(min=1, help="Simulations of the confirming search.")
    ] = USUAL.simulations,
    seeds: Annotated[
        int, typer.Option(min=1, help="Seeds of the confirming search.")
    ] = USUAL.seeds,
    first: Annotated[
        int, typer.Option(min=0, help="Number of turns to examine per game; 0 for all.")
    ] = USUAL.first,
    deep: Annotated[bool, typer.Option("--deep", help="Apply the deep check, too.")] = False,
    processes: Processes = 1,
    minutes: Minutes = None,
    language: Annotated[str | None, typer.Option(help="en, fr or hu.")] = None,
) -> None:
    """Find puzzles in games between bots and confirm them by deep search.

    Run the same command again to continue after an interruption.
    """
    with report_errors(language) as spoken:
        found = find(game)
        found.check_players(players)
        find_bot(bot).close()
        check_new(output)
        settings = Settings(found.name, players, seed, bot, margin, simulations, seeds, first, deep)
        screen = TerminalRenderer(found, Translator(spoken, found))
        with progress_bar() as bar:
            task = bar.add_task(screen.translator.text("cli-puzzling"), total=count)
            seconds = None if minutes is None else 60 * minutes
            known = 0
            for known in collect(settings, count, output, processes, seconds):
                bar.update(task, completed=min(known, count))
        if not output.exists():
            screen.say("cli-puzzles-unfinished", done=known, all=count)
            raise typer.Exit(1)
        made = read_puzzles(output)[1]
        for difficulty in ("easy", "medium", "hard"):
            amount = sum(puzzle.difficulty == difficulty for puzzle in made)
            screen.say(f"cli-puzzles-{difficulty}", count=amount)


@app.command("check")
def check_puzzles(
    puzzles: Annotated[str, typer.Argument(help="Game, or a file of puzzles.")],
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="Output file for the valid puzzles.")
    ] = None,
    sample: Annotated[int, typer.Option(min=0, help="Number of puzzles to check; 0 for all.")] = 0,
    deep: Annotated[
        bool, typer.Option("--deep", help="Search every turn at full depth and play lines out.")
    ] = False,
    simulations: Annotated[
        int, typer.Option(min=5, help="Simulations of the deep check.")
    ] = DEEP.simulations,
    games: Annotated[
        int, typer.Option(min=0, help="Playouts of each line in the deep check.")
    ] = DEEP.games,
    report: Annotated[
        Path | None,
        typer.Option(help="File of the deep check's results, continued if it exists."),
    ] = None,
    processes: Processes = 1,
    minutes: Minutes = None,
    language: Annotated[str | None, typer.Option(help="en, fr or hu.")] = None,
) -> None:
    """Search all turns of puzzles again, with other seeds and more simulations.

    List those in which another turn is as good; exit status 1 if there are any.
    """
    with report_errors(language) as spoken:
        if output is not None:
            check_new(output)
        file = Path(puzzles) if Path(puzzles).is_file() else file_of(find(puzzles))
        head, every = read_puzzles(file)
        screen = TerminalRenderer(find(head.game), Translator(spoken, find(head.game)))
        chosen = every[:: max(1, len(every) // sample)][:sample] if sample else every
        kept = {puzzle.id: puzzle for puzzle in chosen}
        sound: list[Puzzle] = []
        if deep:
            report = report or file.with_name(file.name + ".checking")
            seconds = None if minutes is None else 60 * minutes
            settings = DeepSettings(simulations, games=games)
            results = check_all(chosen, settings, report, processes, seconds)
        else:
            results = (check(puzzle).result for puzzle in chosen)
        done = 0
        with progress_bar() as bar:
            task = bar.add_task(screen.translator.text("cli-puzzles-checking"), total=len(chosen))
            for found in results:
                if found.is_sound:
                    sound.append(replace(kept[found.id], difficulty=found.difficulty))
                else:
                    facts = {"id": found.id, "turn": ", ".join(found.rival)}
                    screen.say(f"cli-puzzles-{found.problem}", **facts)
                done += 1
                bar.advance(task)
        if done < len(chosen):
            screen.say("cli-puzzles-unfinished", done=done, all=len(chosen))
            raise typer.Exit(1)
        screen.say("cli-puzzles-sound", count=len(sound), all=len(chosen))
        if output is not None:
            write_puzzles(output, head, sound)
        if len(sound) < len(chosen):
            raise typer.Exit(1)


@app.command("join")
def join_puzzles(
    files: Annotated[list[Path], typer.Argument(help="Files of puzzles of one game.")],
    output: Annotated[Path, typer.Option("--output", "-o", help="Output file.")],
    language: Annotated[str | None, typer.Option(help="en, fr or hu.")] = None,
) -> None:
    """Write the puzzles of several files to one."""
    with report_errors(language):
        check_new(output)
        write_puzzles(output, *join_files([read_puzzles(file) for file in files]))


@app.command("draw")
def draw_puzzle(
    game: Annotated[str, typer.Argument(help="The puzzle's game.")],
    puzzle: Annotated[str, typer.Argument(help="Id of the puzzle, as in its link.")],
    output: Annotated[Path, typer.Option("--output", "-o", help="Output file: .svg or .png.")],
    size: Size = 1600,
    dark: Dark = False,
    language: Language = None,
    overwrite: Overwrite = False,
) -> None:
    """Draw a puzzle as a card to share: its table and its question."""
    with report_errors(language) as spoken:
        file_extension(output, PICTURES, overwrite)
        picture = card(find_puzzle(game, puzzle), dark=dark, language=spoken, size=size)
        write_picture(output, picture)
