"""rondel puzzles: positions where one turn stands clearly above all others."""

from pathlib import Path
from typing import Annotated

import typer
from msgspec.structs import replace

from rondel.bots import find as find_bot
from rondel.cli.draw import PICTURES, Dark, Language, Overwrite, Size, ending, write_picture
from rondel.cli.files import check_new
from rondel.cli.progress import progress_bar
from rondel.cli.refusals import refusing
from rondel.cli.screen import Screen
from rondel.games import find
from rondel.puzzles.cards import card
from rondel.puzzles.checking import check
from rondel.puzzles.gathering import gather
from rondel.puzzles.making import Settings
from rondel.puzzles.puzzle import Puzzle, file_of, find_puzzle, read_puzzles, write_puzzles
from rondel.words import Words

app = typer.Typer(no_args_is_help=True, help="Positions where one turn stands above all others.")
USUAL = Settings("")


@app.command("make")
def make_puzzles(
    game: Annotated[str, typer.Argument(help="The game to make puzzles of.")],
    output: Annotated[Path, typer.Option("--output", "-o", help="Write them here.")],
    count: Annotated[int, typer.Option(min=1, help="How many puzzles.")] = 200,
    players: Annotated[int, typer.Option(help="How many players.")] = USUAL.players,
    seed: Annotated[int, typer.Option(help="The same seed gives the same ones.")] = USUAL.seed,
    bot: Annotated[str, typer.Option(help="Who plays the games.")] = USUAL.bot,
    margin: Annotated[
        float, typer.Option(min=0.01, max=0.9, help="What any other turn gives away, at least.")
    ] = USUAL.margin,
    simulations: Annotated[
        int, typer.Option(min=1, help="How deeply they are confirmed.")
    ] = USUAL.simulations,
    seeds: Annotated[int, typer.Option(min=1, help="From how many seeds.")] = USUAL.seeds,
    first: Annotated[
        int, typer.Option(min=0, help="Look at so many turns of each game only; 0 for all.")
    ] = USUAL.first,
    language: Annotated[str | None, typer.Option(help="en, fr or hu.")] = None,
) -> None:
    """Find puzzles in games of bots, and confirm them by deep search.

    Begun again, it goes on where it was stopped.
    """
    with refusing(language) as spoken:
        found = find(game)
        found.check_players(players)
        find_bot(bot).close()
        check_new(output)
        settings = Settings(found.name, players, seed, bot, margin, simulations, seeds, first)
        screen = Screen(found, Words(spoken, found))
        with progress_bar() as bar:
            task = bar.add_task(screen.words.say("cli-puzzling"), total=count)
            for known in gather(settings, count, output):
                bar.update(task, completed=min(known, count))
        made = read_puzzles(output)[1]
        for difficulty in ("easy", "medium", "hard"):
            amount = sum(puzzle.difficulty == difficulty for puzzle in made)
            screen.say(f"cli-puzzles-{difficulty}", count=amount)


@app.command("check")
def check_puzzles(
    puzzles: Annotated[str, typer.Argument(help="A game, for its own puzzles, or a file.")],
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="Write those that are sound here.")
    ] = None,
    sample: Annotated[int, typer.Option(min=0, help="So many of them; 0 for all.")] = 0,
    language: Annotated[str | None, typer.Option(help="en, fr or hu.")] = None,
) -> None:
    """Search all turns of puzzles anew, from other seeds and more deeply.

    Names those in which another turn is as good, and ends with status 1 if there are any.
    """
    with refusing(language) as spoken:
        if output is not None:
            check_new(output)
        file = Path(puzzles) if Path(puzzles).is_file() else file_of(find(puzzles))
        head, every = read_puzzles(file)
        screen = Screen(find(head.game), Words(spoken, find(head.game)))
        chosen = every[:: max(1, len(every) // sample)][:sample] if sample else every
        sound: list[Puzzle] = []
        with progress_bar() as bar:
            task = bar.add_task(screen.words.say("cli-puzzles-checking"), total=len(chosen))
            for puzzle in chosen:
                found = check(puzzle)
                if found.is_sound:
                    sound.append(replace(puzzle, difficulty=found.difficulty))
                else:
                    told = {"id": puzzle.id, "turn": ", ".join(found.rival.texts)}
                    screen.say("cli-puzzles-unsound", **told)
                bar.advance(task)
        screen.say("cli-puzzles-sound", count=len(sound), all=len(chosen))
        if output is not None:
            write_puzzles(output, head, sound)
        if len(sound) < len(chosen):
            raise typer.Exit(1)


@app.command("draw")
def draw_puzzle(
    game: Annotated[str, typer.Argument(help="The puzzle's game.")],
    puzzle: Annotated[str, typer.Argument(help="The puzzle's id, as in its link.")],
    output: Annotated[Path, typer.Option("--output", "-o", help="Where to: .svg or .png.")],
    size: Size = 1600,
    dark: Dark = False,
    language: Language = None,
    overwrite: Overwrite = False,
) -> None:
    """Draw a puzzle as a card to share: its table, and what is asked."""
    with refusing(language) as spoken:
        ending(output, PICTURES, overwrite)
        picture = card(find_puzzle(game, puzzle), dark=dark, language=spoken, size=size)
        write_picture(output, picture)
