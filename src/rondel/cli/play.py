"""Command `rondel play`: a match in the terminal, hot-seat or against bots."""

import hashlib
import sys
from pathlib import Path
from typing import Annotated

import typer

from rondel.cli import files
from rondel.cli.errors import NoGame, OtherGame, report_errors
from rondel.cli.renderer import TerminalRenderer
from rondel.cli.seats import find_bots, plain_name, print_evaluator_note, spoken_names, usual_seats
from rondel.cli.session import Session
from rondel.core import Game, WrongPlayers
from rondel.games import find, names
from rondel.i18n import Translator
from rondel.match import Match, VerifiableRandom


def play(
    game: Annotated[str | None, typer.Argument(help="The game to play.")] = None,
    players: Annotated[int | None, typer.Option(help="Number of people at one keyboard.")] = None,
    seat: Annotated[
        list[str] | None,
        typer.Option(help="Player of the next seat: a name, or bot:NAME. Repeatable."),
    ] = None,
    language: Annotated[str | None, typer.Option(help="en, fr or hu.")] = None,
    edition: Annotated[str, typer.Option(help="Name of an edition, or its file.")] = "",
    seed: Annotated[int | None, typer.Option(help="Seed for repeatable chance outcomes.")] = None,
    save: Annotated[Path | None, typer.Option(help="File for the record.")] = None,
    resume: Annotated[Path | None, typer.Option(help="Resume this record.")] = None,
) -> None:
    """Play a game in the terminal, with friends at one keyboard or against bots."""
    with report_errors(language) as spoken:
        if resume is not None:
            session = resumed_session(game, resume, save, seat, seed, spoken)
        elif game is not None:
            session = new_session(find(game), players, seat, edition, seed, save, spoken)
        else:
            raise NoGame(names())
        session.run()


def dealer(seed: int | None) -> VerifiableRandom:
    """Return a verifiable dealer; a seed gives a public secret."""
    if seed is None:
        return VerifiableRandom()
    return VerifiableRandom(hashlib.sha256(f"rondel seed {seed}".encode()).digest())


def new_session(
    game: Game,
    players: int | None,
    seat: list[str] | None,
    edition: str,
    seed: int | None,
    save: Path | None,
    language: str,
) -> Session:
    """Return a session of a new match, after the first deal."""
    seats = [plain_name(name) for name in seat] if seat else usual_seats(game, players)
    if players is not None and players != len(seats):
        raise WrongPlayers(len(seats), (players,))
    bots = find_bots(seats, seed)
    file = files.check_new(save or files.new_file(game.name))
    match = Match(game, seats, edition=files.read_edition(game, edition), dealer=dealer(seed))
    translator = Translator(language, game)
    print_evaluator_note(
        game, match.edition, len(seats), [bot.name for bot in bots.values()], translator
    )
    return Session(
        match, bots, file, TerminalRenderer(game, translator, spoken_names(seats, translator))
    )


def resumed_session(
    game: str | None,
    record: Path,
    save: Path | None,
    seat: list[str] | None,
    seed: int | None,
    language: str,
) -> Session:
    """Return a session of a saved match, as far as it can be read."""
    match, problem = files.load(record)
    if game is not None and game != match.game.name:
        raise OtherGame(game, match.game.name)
    if seat:
        if len(seat) != len(match.names):
            raise WrongPlayers(len(seat), (len(match.names),))
        match.names[:] = [plain_name(name) for name in seat]
    bots = find_bots(match.names, seed)
    translator = Translator(language, match.game)
    screen = TerminalRenderer(match.game, translator, spoken_names(match.names, translator))
    file = save or record
    if problem is not None:
        # A damaged record is kept; the readable part continues in a new file.
        file = files.check_new(save or files.new_file(match.game.name))
        warning = translator.text("cli-mended", problem=translator.error(problem), step=len(match))
        print(f"rondel: {warning} [{problem.code}]", file=sys.stderr)
    elif save is not None and save != record:
        files.check_new(save)
    match.deal()
    return Session(match, bots, file, screen)
