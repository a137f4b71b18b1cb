"""Review as text: the balance as a table, the key moments as sentences."""

from collections.abc import Iterator, Sequence

from rondel.i18n import Translator
from rondel.reviews.document import Review, ReviewMoment, ReviewSeat, ReviewTurn
from rondel.reviews.evaluator import WHOLE

COLUMNS = (
    "start", "lucky", "own", "others", "result",
    "lost", "points", "inaccuracies", "mistakes", "blunders",
)  # fmt: skip


def percent(translator: Translator, chances: int, signed: bool = False) -> str:
    """Return a probability as people write it, with a sign if wanted."""
    sign = ("minus" if chances < 0 else "plus") if signed else "none"
    number = abs(chances) * 100 / WHOLE if signed else chances * 100 / WHOLE
    return translator.text("review-percent", number=number, sign=sign)


def decimal(translator: Translator, number: float) -> str:
    """Return points with one decimal digit, as people write them."""
    return translator.text("review-decimal", number=number)


def pieces(translator: Translator, turn: ReviewTurn) -> list[str]:
    """Return a line for each part of a turn with a loss: played, better, and the points."""
    return [
        translator.text(
            "review-piece",
            played=percent(translator, piece.played.chances[turn.seat]),
            better=percent(translator, piece.best.chances[turn.seat]),
            loss=percent(translator, piece.loss),
            points=decimal(translator, piece.points_lost),
        )
        for piece in turn.pieces
    ]


def headings(translator: Translator, review: Review) -> list[str]:
    """Return the headings of the balance, including the player's column."""
    named = ["standing" if c == "result" and not review.is_over else c for c in COLUMNS]
    return [translator.text(f"review-{name}") for name in ("player", *named)]


def balance_row(translator: Translator, seat: ReviewSeat) -> list[str]:
    """Return a seat's line of the balance."""
    return [
        percent(translator, seat.start),
        percent(translator, seat.luck, signed=True),
        percent(translator, -seat.given, signed=True),
        percent(translator, seat.received, signed=True),
        percent(translator, seat.result),
        percent(translator, seat.lost // max(1, seat.turns)),
        decimal(translator, seat.points_lost),
        str(seat.inaccuracies),
        str(seat.mistakes),
        str(seat.blunders),
    ]


def moments(
    translator: Translator, review: Review, names: Sequence[str]
) -> Iterator[tuple[int, str]]:
    """Yield the key moments: number of steps before each, and its sentence."""
    for moment in review.moments:
        yield moment.at, translator.format(moment.told, names)


def verdict(translator: Translator, review: Review, moment: ReviewMoment) -> str:
    """Return the class of a turn's loss, "perhaps" if in doubt; empty for chance steps."""
    turn = review.turns[moment.index] if moment.kind == "turn" else None
    if turn is None or turn.reason:
        return ""
    return translator.text(f"review-{turn.name}" if turn.is_sure else f"review-maybe-{turn.name}")


def evaluated_by(translator: Translator, review: Review) -> str:
    """Return the sentence about the evaluator and its simulations."""
    return translator.text(
        "review-judged", judge=review.judge, simulations=review.simulations,
        seed=str(review.seed), version=review.version,
    )  # fmt: skip
