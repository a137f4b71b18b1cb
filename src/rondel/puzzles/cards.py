"""A puzzle as a picture: its table, whose turn it is, and what is asked."""

from rondel import rendering
from rondel.i18n import Translator
from rondel.puzzles.puzzle import Puzzle, position_of


def title_of(puzzle: Puzzle, translator: Translator) -> str:
    """What a puzzle is called: its game, and how hard it is."""
    return translator.text(f"puzzle-title-{puzzle.difficulty}", game=translator.text("game-title"))


def question_of(puzzle: Puzzle, translator: Translator) -> str:
    """What a puzzle asks, and whom."""
    return translator.text(
        "puzzle-question", player=translator.player(position_of(puzzle).seat or 0)
    )


def card(
    puzzle: Puzzle, *, dark: bool = False, language: str = "en", size: int = rendering.WIDTH
) -> str:
    """A puzzle as one SVG, in the shape in which chats show pictures of links.

    Raises NoPicture, NotDrawable and WrongArgument.
    """
    position = position_of(puzzle)
    translator = Translator(language, position.game)
    return rendering.card(
        position, title_of(puzzle, translator), question_of(puzzle, translator),
        dark=dark, language=language, size=size,
    )  # fmt: skip
