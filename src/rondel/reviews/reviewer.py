"""Review of a match: evaluation of each position once, then the balance."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from os import PathLike, fspath
from typing import Any, NamedTuple

from rondel import __version__
from rondel.bots.networks import knows
from rondel.core import Message, Player, Position, WrongArgument
from rondel.match import Match, read, read_record
from rondel.match.record import GIVEN_UP
from rondel.reviews.document import (
    MAX_MOMENTS,
    STROKE,
    Review,
    ReviewLine,
    ReviewLuck,
    ReviewMark,
    ReviewMoment,
    ReviewPiece,
    ReviewSeat,
    ReviewTurn,
    loss_class,
)
from rondel.reviews.evaluator import WHOLE, Chances, Evaluator, expected, shared

DEPTHS = {"quick": (800, 100), "full": (5000, 600)}
"""Simulations per position and per chance outcome, by depth."""
MAX_SIMULATIONS = 1_000_000
MAX_TOLD = 3
"""Number of steps that a sentence names."""
DOUBT = WHOLE * 2 // 100
"""Difference between two evaluations of a turn that is always within tolerance."""


QUICK = 2_100_000
"""Budget of a quick review in evaluated positions; what the first pass leaves is used for the
second.
"""
LUCKY = 40_000
"""Simulations shared by the chance steps, if that gives each outcome more."""
CLOSER = 6
"""Number of pieces with the largest apparent losses that are always evaluated again."""
FIRST_LOOK = 0.4
"""Fraction of the work that the first pass takes, if a second one follows."""

Watch = Callable[[int, int], None]
"""Callback with the finished and the total number of steps; an exception stops the review."""


class Piece(NamedTuple):
    """Consecutive steps of one seat without chance steps or other seats in between."""

    seat: int
    first: int
    end: int


@dataclass(frozen=True)
class EvaluatedPiece:
    """Evaluation of a piece."""

    piece: Piece
    value: Chances
    """Value of the position before the piece, as used in the balance."""
    played: Chances
    best: Chances
    line: tuple[int, ...]
    """Best line; empty if it was played."""
    points: float = 0.0
    """Expected points that the best line would have gained."""

    @property
    def loss(self) -> int:
        """Return the seat's loss against the best line."""
        return self.best[self.piece.seat] - self.played[self.piece.seat]


def review(
    match: "Match[Any] | str | PathLike[str]",
    depth: str = "quick",
    *,
    seed: int = 0,
    simulations: int | None = None,
    watch: Watch | None = None,
) -> Review:
    """Review a match: losses of turns, luck and their balance.

    Equal seeds and depths give equal reviews.

    Args:
        match: Match, or the text or file of a record.
        depth: "quick" (seconds) or "full" (up to a minute).
        seed: Seed of the searches.
        simulations: Simulations per position, instead of a depth.
        watch: Progress callback; an exception that it raises stops the review.

    Raises:
        WrongArgument: The depth is unknown.
        UnreadableFile: The file cannot be read.
        UnreadableRecord: The record is wrong.

    Examples:
        >>> match = rondel.Match("finca", ["Anna", "Béla"], seed=7)
        >>> match.play("place 0")
        >>> match.play("place 6")
        >>> account = rondel.review(match, simulations=20)
        >>> [(turn.seat, turn.played.steps) for turn in account.turns]
        [(0, ('place 0',)), (1, ('place 6',))]

    """
    match = _match(match)
    many, glance = simulations_of(depth, simulations)
    return _Reviewer(match, depth, many, glance, seed, watch or (lambda _done, _all: None)).write()


def simulations_of(depth: str, simulations: int | None = None) -> tuple[int, int]:
    """Return the simulations per position and per chance outcome. Raise WrongArgument."""
    if depth not in DEPTHS:
        raise WrongArgument("depth", depth, f"one of {', '.join(DEPTHS)}")
    many, glance = DEPTHS[depth]
    if simulations is None:
        return many, glance
    if not 1 <= simulations <= MAX_SIMULATIONS:
        raise WrongArgument("simulations", simulations, f"1 to {MAX_SIMULATIONS}")
    return simulations, min(glance, simulations)


def _match(given: "Match[Any] | str | PathLike[str]") -> Match[Any]:
    if isinstance(given, Match):
        return given
    if isinstance(given, str) and "\n" in given:
        return read_record(given)
    try:
        fspath(given)
    except TypeError:
        raise WrongArgument("match", given, "a match, a record's text or its file") from None
    return read(given)


def pieces_of(match: Match[Any], first: int) -> Iterator[Piece]:
    """Yield the pieces: steps of a seat between chance steps and other seats' turns."""
    began = first
    seats = [match.position_at(at).seat for at in range(len(match))]
    for at in range(first, len(match)):
        seat = seats[at]
        if seat is not None and (at == first or seats[at - 1] != seat):
            began = at
        if seat is not None and (at + 1 == len(match) or seats[at + 1] != seat):
            yield Piece(seat, began, at + 1)


def first_choice(match: Match[Any]) -> int:
    """Return the number of steps that are dealt before the first choice."""
    dealt = (at for at in range(len(match) + 1) if not match.position_at(at).is_chance)
    return next(dealt, len(match))


def mean(one: Chances, other: Chances, seat: int) -> Chances:
    """Return the mean of two evaluations; a remainder goes to a seat."""
    halves = [(a + b) // 2 for a, b in zip(one, other, strict=True)]
    halves[seat] += WHOLE - sum(halves)
    return tuple(halves)


def minus(one: Chances, other: Chances) -> Chances:
    """Return the difference of two evaluations."""
    return tuple(a - b for a, b in zip(one, other, strict=True))


def plus(*several: Chances) -> Chances:
    """Return the sum of evaluations."""
    return tuple(map(sum, zip(*several, strict=True)))


class _Reviewer:
    """Review in progress."""

    def __init__(
        self, match: Match[Any], depth: str, many: int, glance: int, seed: int, watch: Watch
    ):
        self.match = match
        self.depth, self.many, self.glance, self.seed = depth, many, glance, seed
        self.watch = watch
        self.first = first_choice(match)
        self.is_quick = (many, glance) == DEPTHS["quick"]
        if self.is_quick:
            self.glance = min(max(glance, LUCKY // max(1, self._outcomes())), DEPTHS["full"][1])
        self.evaluator = Evaluator(many, self.glance, seed)
        self.nothing = (0,) * match.position.players

    def write(self) -> Review:
        """Evaluate every piece and every chance step, then compute the balance."""
        match = self.match
        evaluated: list[EvaluatedPiece] = []
        luck: list[ReviewLuck] = []
        done = self.first
        for piece in pieces_of(match, self.first):
            luck += self._luck_from(done, piece.first)
            evaluated.append(self._evaluated(piece, self.evaluator))
            done = piece.end
            self._report_progress(done)
        luck += self._luck_from(done, len(match))
        if self.is_quick:
            self._evaluate_again(evaluated, luck)
        result = self._result()
        start = evaluated[0].value if evaluated else self._value(self.first)
        turns = self._turns(evaluated, luck, result)
        return Review(
            version=__version__,
            game=match.game.name,
            rules=match.rules,
            edition=match.edition.name,
            names=tuple(match.names),
            depth=self.depth,
            simulations=self.many,
            glance=self.glance,
            seed=self.seed,
            judge="network" if self._is_known() else "hints",
            whole=WHOLE,
            steps=len(match),
            is_over=match.over is not None,
            reason="" if match.over is None else match.over.reason,
            start=start,
            result=result,
            seats=tuple(_balance(seat, start, result, turns, luck) for seat in range(len(start))),
            turns=tuple(turns),
            luck=tuple(luck),
            curve=tuple(self._curve(evaluated, result)),
            moments=tuple(_moments(turns, luck)),
        )

    def _is_known(self) -> bool:
        at = self.match.position
        return knows(at.game, at.players, at.edition)

    def _value(self, at: int) -> Chances:
        return self.evaluator.value(self.match.position_at(at))

    def _result(self) -> Chances:
        """Return the result of the match, or its current value."""
        over = self.match.over
        return shared(over) if over is not None else self._value(len(self.match))

    def _luck_from(self, first: int, end: int) -> Iterator[ReviewLuck]:
        """Yield the luck of each chance step: its value minus the exact mean over the odds."""
        match = self.match
        for at in range(first, end):
            before, after = match.position_at(at), match.position_at(at + 1)
            number = match.log[at]
            mean = expected(
                [
                    (self.evaluator.quick_value(before.after_unchecked(each)), weight)
                    for each, weight in before.legal_steps
                ]
            )
            yield ReviewLuck(
                at=at,
                step=match.text(number),
                seat=self._last_asked(at),
                weight=dict(before.legal_steps)[number],
                total=sum(weight for _, weight in before.legal_steps),
                luck=minus(self.evaluator.quick_value(after), mean),
                told=tuple(match.game.story(before, number, after)),
            )
            self._report_progress(at + 1)

    def _last_asked(self, at: int) -> int:
        while (seat := self.match.position_at(at).seat) is None:
            at -= 1
        return seat

    def _outcomes(self) -> int:
        """Return the number of possible chance outcomes."""
        positions = map(self.match.position_at, range(self.first, len(self.match)))
        return sum(len(position.legal_steps) for position in positions if position.is_chance)

    def _report_progress(self, steps: int, again: float = 0.0) -> None:
        """Report progress: finished steps of the first pass, and the fraction of the second."""
        first = FIRST_LOOK if self.is_quick else 1.0
        every = len(self.match)
        self.watch(int(first * steps + (1 - first) * every * again), every)

    def _evaluate_again(self, evaluated: list[EvaluatedPiece], luck: list[ReviewLuck]) -> None:
        """Evaluate the pieces with the largest apparent losses again, within the budget."""
        evaluator = Evaluator(*DEPTHS["full"], self.seed)
        budget = max(1, QUICK - self.evaluator.weighed)
        left, most = {*range(len(evaluated))}, max(CLOSER, len(evaluated) // 3)
        done = 0.0
        while left and done < 1:
            seems = self._apparent_losses(evaluated, luck)
            index = max(left, key=lambda each: (seems[each], -each))
            left.remove(index)
            evaluated[index] = self._evaluated(evaluated[index].piece, evaluator)
            again = len(evaluated) - len(left)
            done = max(
                again / min(most, len(evaluated)), min(again / CLOSER, evaluator.weighed / budget)
            )
            self._report_progress(len(self.match), min(1.0, done))

    def _apparent_losses(
        self, evaluated: list[EvaluatedPiece], luck: list[ReviewLuck]
    ) -> list[int]:
        """Return each piece's loss, or the seat's drop over this or the next piece, if larger."""
        ends = self._ends(evaluated, luck)
        falls = [minus(each.value, end) for each, end in zip(evaluated, ends, strict=True)]
        lost: list[int] = []
        for each, fall, following in zip(evaluated, falls, [*falls[1:], self.nothing], strict=True):
            seat = each.piece.seat
            lost.append(max(each.loss, fall[seat], fall[seat] + following[seat]))
        return lost

    def _evaluated(self, piece: Piece, evaluator: Evaluator) -> EvaluatedPiece:
        """Evaluate a piece: the position before it, the one it led to, and the best one."""
        position, end = (self.match.position_at(at) for at in (piece.first, piece.end))
        made = evaluator.best_turn(position)
        if end.seat is not None:
            evaluator.best_turn(end)  # The value is needed later, and one search gives both.
        root, played = evaluator.value(position), evaluator.value(end)
        best, line = evaluator.value(made[-1][1]), tuple(number for number, _ in made)
        points = evaluator.points(made[-1][1])[piece.seat] - evaluator.points(end)[piece.seat]
        if made[-1][1] == end or best[piece.seat] <= played[piece.seat]:
            best, line, points = played, (), 0.0
        # A search's mean is biased low, since it includes worse moves; the best end found is biased
        # high, since it is a maximum.
        return EvaluatedPiece(
            piece, mean(root, best, piece.seat), played, best, line, round(points, 1)
        )

    def _ends(self, evaluated: list[EvaluatedPiece], luck: list[ReviewLuck]) -> list[Chances]:
        """Return the balance's value after each piece, before the next chance step."""
        if not evaluated:
            return []
        by_step = {each.at: each.luck for each in luck}
        values = [*(each.value for each in evaluated[1:]), self._value(len(self.match))]
        starts = [*(each.piece.first for each in evaluated[1:]), len(self.match)]
        ends: list[Chances] = []
        for each, value, start in zip(evaluated, values, starts, strict=True):
            brought = [by_step[at] for at in range(each.piece.end, start)]
            ends.append(minus(value, plus(self.nothing, *brought)))
        return ends

    def _turns(
        self, evaluated: list[EvaluatedPiece], luck: list[ReviewLuck], result: Chances
    ) -> list[ReviewTurn]:
        """Return the pieces as complete turns with their changes in the balance."""
        ends = self._ends(evaluated, luck)
        turns: list[ReviewTurn] = []
        group: list[tuple[EvaluatedPiece, Chances]] = []
        for index, each in enumerate(evaluated):
            group.append((each, ends[index]))
            following = evaluated[index + 1] if index + 1 < len(evaluated) else None
            if following is None or following.piece.seat != each.piece.seat:
                turns.append(self._turn(group))
                group = []
        over = self.match.given_up
        if over is not None and over.reason in GIVEN_UP and not self.match.position.is_over:
            turns.append(self._end_outside_rules(over.reason, result))
        return turns

    def _turn(self, group: list[tuple[EvaluatedPiece, Chances]]) -> ReviewTurn:
        first, last = group[0][0], group[-1][0]
        seat = first.piece.seat
        change = plus(*(minus(after, each.value) for each, after in group))
        losses = [each.loss for each, _ in group]
        loss, given = sum(losses), -change[seat]
        worst = group[losses.index(max(losses))][0]
        played, best = self._lines(worst)
        pieces: list[ReviewPiece] = []
        for each, _ in group:
            line, better = self._lines(each)
            if better is not None:
                pieces.append(ReviewPiece(line, better, each.loss, each.points))
        return ReviewTurn(
            seat=seat,
            first=first.piece.first,
            end=last.piece.end,
            before=first.value,
            after=group[-1][1],
            change=change,
            given=given,
            loss=loss,
            name=loss_class(loss),
            is_sure=abs(given - loss) <= max(DOUBT, loss // 2),
            played=played,
            best=best,
            pieces=tuple(pieces),
            points_lost=round(sum(piece.points_lost for piece in pieces), 1),
        )

    def _lines(self, evaluated: EvaluatedPiece) -> tuple[ReviewLine, ReviewLine | None]:
        """Return the line of a piece as played and the better one, narrated where they differ."""
        piece = evaluated.piece
        position = self.match.position_at(piece.first)
        log = self.match.log[piece.first : piece.end]
        played = ReviewLine(
            tuple(map(self.match.text, log)), piece.first, evaluated.played,
            tuple(_told(position, log, evaluated.line)),
        )  # fmt: skip
        if not evaluated.line:
            return played, None
        return played, ReviewLine(
            tuple(map(self.match.text, evaluated.line)), piece.first, evaluated.best,
            tuple(_told(position, evaluated.line, log)),
        )  # fmt: skip

    def _end_outside_rules(self, reason: str, result: Chances) -> ReviewTurn:
        """Return the end outside the rules as a turn, with the loss of the seat that caused it."""
        at = len(self.match)
        before = self._value(at)
        change = minus(result, before)
        seat = change.index(min(change))
        line = ReviewLine((), at, result, ())
        return ReviewTurn(
            seat=seat, first=at, end=at, before=before, after=result, change=change,
            given=-change[seat], loss=-change[seat], name=loss_class(-change[seat]), is_sure=True,
            played=line, reason=reason,
        )  # fmt: skip

    def _curve(self, evaluated: list[EvaluatedPiece], result: Chances) -> Iterator[ReviewMark]:
        """Yield all win probabilities at every choice and at the end."""
        for each in evaluated:
            yield ReviewMark(each.piece.first, each.value)
        yield ReviewMark(len(self.match), result)


def _told(position: Position, line: Sequence[int], other: Sequence[int]) -> list[Message]:
    """Return the narration of a line's steps, without those that the other line also has."""
    rest = list(other)
    own: list[Message] = []
    all_steps: list[Message] = []
    for number in line:
        told = Message("review-step", {"label": position.game.label(position, number)})
        all_steps.append(told)
        if number in rest:
            rest.remove(number)
        else:
            own.append(told)
        position = position.after_unchecked(number)
    return own or all_steps


def _balance(
    seat: int,
    start: Chances,
    result: Chances,
    turns: Sequence[ReviewTurn],
    luck: Sequence[ReviewLuck],
) -> ReviewSeat:
    own = [turn for turn in turns if turn.seat == seat]
    names = [turn.name for turn in own]
    return ReviewSeat(
        start=start[seat],
        luck=sum(each.luck[seat] for each in luck),
        given=sum(turn.given for turn in own),
        received=sum(turn.change[seat] for turn in turns if turn.seat != seat),
        result=result[seat],
        turns=len(own),
        lost=sum(turn.loss for turn in own),
        inaccuracies=names.count("inaccuracy"),
        mistakes=names.count("mistake"),
        blunders=names.count("blunder"),
        points_lost=round(sum(turn.points_lost for turn in own), 1),
    )


def _moments(turns: Sequence[ReviewTurn], luck: Sequence[ReviewLuck]) -> list[ReviewMoment]:
    """Return the key moments in order of play."""
    found = [
        ReviewMoment("turn", index, turn.first, turn.loss, _turn_told(turn))
        for index, turn in enumerate(turns)
        if turn.name != "good"
    ]
    for index, each in enumerate(luck):
        touched = max(range(len(each.luck)), key=lambda seat: abs(each.luck[seat]))
        if abs(each.luck[touched]) >= STROKE:
            told = _luck_told(each, touched)
            found.append(ReviewMoment("luck", index, each.at, each.luck[touched], told))
    found.sort(key=lambda moment: -abs(moment.size))
    return sorted(found[:MAX_MOMENTS], key=lambda moment: (moment.at, moment.kind))


def _percents(chances: int) -> int:
    """Return a probability in whole percent, without its sign."""
    return round(abs(chances) * 100 / WHOLE)


def _shortened(told: Sequence[Message]) -> list[Message]:
    """Return at most as many steps as fit in one sentence."""
    return [*told] if len(told) <= MAX_TOLD else [*told[: MAX_TOLD - 1], Message("review-more")]


def _turn_told(turn: ReviewTurn) -> Message:
    args: dict[str, Any] = {"player": Player(turn.seat), "loss": _percents(turn.loss)}
    if turn.reason:
        return Message(f"review-{turn.reason}", args)
    args["played"] = _shortened(turn.played.told)
    args["better"] = _shortened(turn.best.told) if turn.best else []
    return Message("review-loss" if turn.is_sure else "review-loss-unsure", args)


def _luck_told(luck: ReviewLuck, seat: int) -> Message:
    args: dict[str, Any] = {
        "player": Player(seat),
        "luck": _percents(luck.luck[seat]),
        "told": list(luck.told),
        "weight": luck.weight,
        "total": luck.total,
    }
    return Message("review-luck" if luck.luck[seat] > 0 else "review-bad-luck", args)


__all__ = ["DEPTHS", "Watch", "first_choice", "pieces_of", "review", "simulations_of"]
