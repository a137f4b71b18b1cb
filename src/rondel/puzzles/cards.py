"""A puzzle as a picture: its table, whose turn it is, and what is asked."""

from rondel import rendering
from rondel.i18n import Words
from rondel.puzzles.puzzle import Puzzle, position_of


def title_of(puzzle: Puzzle, words: Words) -> str:
    """What a puzzle is called: its game, and how hard it is."""
    return words.say(f"puzzle-title-{puzzle.difficulty}", game=words.say("game-title"))


def question_of(puzzle: Puzzle, words: Words) -> str:
    """What a puzzle asks, and whom."""
    return words.say("puzzle-question", player=words.player(position_of(puzzle).seat or 0))


def card(
    puzzle: Puzzle, *, dark: bool = False, language: str = "en", size: int = rendering.WIDTH
) -> str:
    """A puzzle as one SVG, in the shape in which chats show pictures of links.

    Raises NoPicture, NotDrawable and WrongArgument.
    """
    position = position_of(puzzle)
    words = Words(language, position.game)
    return rendering.card(
        position, title_of(puzzle, words), question_of(puzzle, words),
        dark=dark, language=language, size=size,
    )  # fmt: skip
