"""Review as text: the balance as a table, the key moments as sentences."""

from collections.abc import Iterator, Sequence

from rondel.i18n import Words
from rondel.review.account import Review, ReviewMoment, ReviewSeat, ReviewTurn
from rondel.review.judge import WHOLE

COLUMNS = (
    "start", "lucky", "own", "others", "result",
    "lost", "points", "inaccuracies", "mistakes", "blunders",
)  # fmt: skip


def percent(words: Words, chances: int, signed: bool = False) -> str:
    """Return a probability as people write it, with a sign if wanted."""
    sign = ("minus" if chances < 0 else "plus") if signed else "none"
    number = abs(chances) * 100 / WHOLE if signed else chances * 100 / WHOLE
    return words.say("review-percent", number=number, sign=sign)


def decimal(words: Words, number: float) -> str:
    """Return points with one decimal digit, as people write them."""
    return words.say("review-decimal", number=number)


def pieces(words: Words, turn: ReviewTurn) -> list[str]:
    """Return a line for each part of a turn with a loss: played, better, and the points."""
    return [
        words.say(
            "review-piece",
            played=percent(words, piece.played.chances[turn.seat]),
            better=percent(words, piece.best.chances[turn.seat]),
            loss=percent(words, piece.loss),
            points=decimal(words, piece.points_lost),
        )
        for piece in turn.pieces
    ]


def headings(words: Words, review: Review) -> list[str]:
    """Return the headings of the balance, including the player's column."""
    named = ["standing" if c == "result" and not review.is_over else c for c in COLUMNS]
    return [words.say(f"review-{name}") for name in ("player", *named)]


def books(words: Words, seat: ReviewSeat) -> list[str]:
    """Return a seat's line of the balance."""
    return [
        percent(words, seat.start),
        percent(words, seat.luck, signed=True),
        percent(words, -seat.given, signed=True),
        percent(words, seat.received, signed=True),
        percent(words, seat.result),
        percent(words, seat.lost // max(1, seat.turns)),
        decimal(words, seat.points_lost),
        str(seat.inaccuracies),
        str(seat.mistakes),
        str(seat.blunders),
    ]


def moments(words: Words, review: Review, names: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Yield the key moments: number of steps before each, and its sentence."""
    for moment in review.moments:
        yield moment.at, words.tell(moment.told, names)


def verdict(words: Words, review: Review, moment: ReviewMoment) -> str:
    """Return the class of a turn's loss, "perhaps" if in doubt; empty for chance steps."""
    turn = review.turns[moment.index] if moment.kind == "turn" else None
    if turn is None or turn.reason:
        return ""
    return words.say(f"review-{turn.name}" if turn.is_sure else f"review-maybe-{turn.name}")


def judged(words: Words, review: Review) -> str:
    """Return the sentence about the evaluator and its simulations."""
    return words.say(
        "review-judged", judge=review.judge, simulations=review.simulations,
        seed=str(review.seed), version=review.version,
    )  # fmt: skip
