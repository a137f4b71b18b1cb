"""Puzzles as pictures: the table with a title and the question."""

from rondel import rendering
from rondel.i18n import Translator
from rondel.puzzles.puzzle import Puzzle, position_of


def title_of(puzzle: Puzzle, translator: Translator) -> str:
    """Return the title of a puzzle: its game and difficulty."""
    return translator.text(f"puzzle-title-{puzzle.difficulty}", game=translator.text("game-title"))


def question_of(puzzle: Puzzle, translator: Translator) -> str:
    """Return the question of a puzzle, with the player to move."""
    return translator.text(
        "puzzle-question", player=translator.player(position_of(puzzle).seat or 0)
    )


def card(
    puzzle: Puzzle, *, dark: bool = False, language: str = "en", size: int = rendering.WIDTH
) -> str:
    """Return a puzzle as one SVG in the format of link previews.

    Args:
        puzzle: Puzzle to draw.
        dark: Dark colours.
        language: Language code.
        size: Width in pixels.

    Raises:
        NoPicture: The game has no drawn board.
        NotDrawable: The drawing script has not been built.
        WrongArgument: An argument is invalid.

    """
    position = position_of(puzzle)
    translator = Translator(language, position.game)
    return rendering.card(
        position, title_of(puzzle, translator), question_of(puzzle, translator),
        dark=dark, language=language, size=size,
    )  # fmt: skip
