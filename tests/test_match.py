"""Matches: playing, undoing, dealing, and record files."""

import copy
import hashlib
import hmac
import pickle
import random
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import cast

import pytest

from rondel.core import (
    Chance,
    Choose,
    Draw,
    FalseDeal,
    IllegalStep,
    IncompatibleRecord,
    Message,
    NothingToUndo,
    NotYourTurn,
    Over,
    RondelError,
    StaleStep,
    Step,
    UnknownEdition,
    UnknownGame,
    UnreadableRecord,
    UnreadableStep,
    WrongArgument,
    WrongPlayers,
)
from rondel.games import find, names
from rondel.games.finca.actions import Place
from rondel.kernel.compiler import is_interpreted
from rondel.match import (
    Match,
    SeededRandom,
    SystemRandom,
    VerifiableRandom,
    read_record,
    verify,
    write_record,
)
from rondel.match.dealer import Dealer
from rondel.testkit import random_match

finca = find("finca")
SECRET = bytes(range(32))


def begun(dealer: Dealer | None = None) -> Match:
    """Return a match of two after the deal, before any farmer is placed."""
    return Match(finca, ["Anna", "Béla"], dealer=dealer or SeededRandom(1))


def placed() -> Match:
    """Return a match in which all farmers stand, one on every blade but the last two."""
    match = begun()
    for blade in range(10):
        match.play(Place(blade))
    return match


# Playing


def test_a_match_deals_its_set_up_by_itself() -> None:
    match = begun()
    assert isinstance(match.turn, Choose)
    assert len(match) == 12 + 10 + 10
    assert match.names == ["Anna", "Béla"]
    assert match.edition.name == "mallorca-2009"


def test_a_match_waits_for_its_set_up_if_told_so() -> None:
    match = Match(finca, 3, deal=False)
    assert isinstance(match.turn, Chance)
    assert len(match) == 0
    assert match.names == ["", "", ""]


def test_a_match_is_refused_for_too_many_players_or_an_unknown_edition() -> None:
    with pytest.raises(WrongPlayers):
        Match(finca, ["Anna"] * 5)
    with pytest.raises(UnknownEdition):
        Match(finca, 2, edition="1999")


def test_luck_comes_from_the_operating_system_unless_told_otherwise() -> None:
    assert isinstance(Match(finca, deal=False).dealer, SystemRandom)
    assert Match(finca).log != Match(finca).log


def test_a_step_is_played_as_struct_text_or_number() -> None:
    matches = [begun() for _ in range(3)]
    ways: list[Step | str | int] = [Place(4), "PLACE 4", finca.steps.number(Place(4))]
    for match, step in zip(matches, ways, strict=True):
        match.play(step, seat=0, at=32)
    assert matches[0].position == matches[1].position == matches[2].position
    assert matches[0].position.seat == 1


def test_playing_deals_what_chance_brings_next() -> None:
    match = random_match(finca, 2, 1)
    at = next(at for at in range(40, len(match)) if match.position_at(at).is_chance)
    again = Match(finca, 2, dealer=SeededRandom(5), deal=False)
    for number in match.log[: at - 1]:
        again.push(number)
    again.play(match.log[at - 1])
    assert isinstance(again.turn, Choose)
    assert len(again) > at


def refused_without_change(match: Match, make: Callable[[], object]) -> RondelError:
    """Return the error of a refused call, after checking that nothing changed."""
    log, position = match.log, match.position
    with pytest.raises(RondelError) as refused:
        make()
    assert match.log == log
    assert match.position is position
    return refused.value


def test_a_refused_step_changes_nothing() -> None:
    match = begun()
    assert isinstance(refused_without_change(match, lambda: match.play("jump")), UnreadableStep)
    error = refused_without_change(match, lambda: match.play("move 3"))
    assert isinstance(error, IllegalStep)
    assert "place 3" in error.fields["legal"]
    error = refused_without_change(match, lambda: match.play("place 3", seat=1))
    assert isinstance(error, NotYourTurn)
    assert error.fields == {"seat": 1, "to_move": 0}


def test_a_step_that_answers_an_earlier_position_is_stale() -> None:
    match = begun()
    match.play("place 3", at=32)
    error = refused_without_change(match, lambda: match.play("place 3", seat=1, at=32))
    assert isinstance(error, StaleStep)
    assert error.fields == {"answered": 32, "now": 33}


def test_nobody_plays_what_chance_decides() -> None:
    match = Match(finca, 2, deal=False)
    error = refused_without_change(match, lambda: match.play("blade fig"))
    assert isinstance(error, IllegalStep)
    assert error.fields["legal"] == []


def test_a_pushed_step_is_checked_too() -> None:
    match = begun()
    assert isinstance(refused_without_change(match, lambda: match.push("move 3")), IllegalStep)


def test_nothing_is_played_after_the_end() -> None:
    match = random_match(finca, 2, 1)
    assert isinstance(refused_without_change(match, lambda: match.play("place 3")), IllegalStep)


# Looking back


def test_a_match_remembers_every_moment() -> None:
    match = placed()
    assert match.position_at(0).is_chance
    assert match.position_at(len(match)) == match.position
    assert match.log == tuple(finca.edition("").steps.number(step) for _, step, _ in match)
    for at, (before, step, after) in enumerate(match):
        assert before == match.position_at(at)
        assert before.after(step) == after == match.position_at(at + 1)


def test_popping_takes_back_any_step_even_chance() -> None:
    match = begun()
    before = match.position_at(31)
    last = match.text(match.log[-1])
    step = match.pop()
    assert finca.edition("").steps.text(finca.edition("").steps.number(step)) == last
    assert match.position == before
    for _ in range(31):
        match.pop()
    with pytest.raises(IndexError):
        match.pop()


def test_pushing_deals_nothing() -> None:
    match = Match(finca, 2, deal=False)
    match.push("blade fig")
    assert len(match) == 1
    assert match.position.is_chance


def test_a_match_tells_its_story_from_any_step() -> None:
    match = placed()
    whole, since = match.story(), match.story(len(match) - 1)
    assert whole[-len(since) :] == since
    assert len(whole) > len(since) > 0
    assert match.story(len(match)) == []


def test_a_match_says_what_it_is() -> None:
    match = begun()
    assert repr(match) == "<Match finca, 2 players, 32 steps, seat 0 to choose>"
    assert repr(Match(finca, 3, deal=False)) == "<Match finca, 3 players, 0 steps, Chance>"
    assert "Anna" in str(match)


# Undo


def test_undo_takes_back_ones_own_last_step() -> None:
    match = placed()
    before = match.position
    match.play("wind", seat=0)
    match.play("move 4", seat=0)
    match.undo(seat=0)
    match.undo(seat=0)
    assert match.position == before
    match.play("move 4")
    assert match.undo() == before.edition.steps.step(finca.steps.number("move 4"))
    assert match.position == before


def test_undo_never_goes_past_another_seat() -> None:
    match = placed()
    match.play("move 4", seat=0)
    match.play("move 5", seat=1)
    error = refused_without_change(match, lambda: match.undo(seat=0))
    assert isinstance(error, NothingToUndo)
    assert error.fields == {"seat": 0}
    match.undo(seat=1)
    assert isinstance(refused_without_change(match, lambda: match.undo(seat=1)), NothingToUndo)
    match.undo(seat=0)


def test_undo_never_goes_past_chance() -> None:
    match = begun()
    error = refused_without_change(match, lambda: match.undo())
    assert isinstance(error, NothingToUndo)
    assert error.fields == {"seat": -1}
    assert isinstance(refused_without_change(match, lambda: match.undo(seat=0)), NothingToUndo)


def test_there_is_nothing_to_undo_before_the_first_step() -> None:
    match = Match(finca, 2, deal=False)
    assert isinstance(refused_without_change(match, lambda: match.undo()), NothingToUndo)


# Dealers

WEIGHTS = ((10, 1), (20, 2), (30, 0), (40, 5))


def is_fair(dealt: Counter[int]) -> bool:
    """Return True if outcomes are as frequent as WEIGHTS; fails by chance once in a million."""
    total = sum(weight for _, weight in WEIGHTS)
    shares = {number: dealt.total() * weight / total for number, weight in WEIGHTS if weight}
    distance = sum((dealt[number] - share) ** 2 / share for number, share in shares.items())
    return set(dealt) == set(shares) and distance < 28


def test_a_seeded_dealer_deals_the_same_luck_again() -> None:
    assert begun(SeededRandom(3)).log == begun(SeededRandom(3)).log
    assert begun(SeededRandom(3)).log != begun(SeededRandom(4)).log
    assert begun(SeededRandom("tea")).log == begun(SeededRandom("tea")).log


def test_every_dealer_deals_as_often_as_the_weights_say() -> None:
    dealers: list[Dealer] = [SeededRandom(1), SystemRandom(), VerifiableRandom(SECRET)]
    for dealer in dealers:
        assert is_fair(Counter(dealer.deal(at, WEIGHTS) for at in range(8000)))


def test_a_provable_dealer_is_bound_by_its_commitment() -> None:
    old, new = VerifiableRandom(SECRET, version=1), VerifiableRandom(SECRET)
    assert old.commitment == hashlib.sha256(SECRET).hexdigest()
    assert new.commitment == hmac.new(SECRET, b"rondel dealer 2", hashlib.sha256).hexdigest()
    assert VerifiableRandom(b"another").commitment != new.commitment
    for dealer in (old, new):
        bound = VerifiableRandom.bound_by(dealer.commitment, SECRET)
        assert bound is not None and bound.version == dealer.version
        assert VerifiableRandom.bound_by(dealer.commitment, b"another") is None


def test_a_commitment_binds_one_version_of_the_dealer() -> None:
    """Use a longer secret, which could hash to the commitment of the other version."""
    padded = SECRET.ljust(64, b"\0")
    inner = hashlib.sha256(bytes(b ^ 0x36 for b in padded) + b"rondel dealer 2").digest()
    forged = bytes(b ^ 0x5C for b in padded) + inner
    commitment = VerifiableRandom(SECRET).commitment
    assert hashlib.sha256(forged).hexdigest() == commitment
    assert VerifiableRandom.bound_by(commitment, forged) is None
    with pytest.raises(WrongArgument):
        VerifiableRandom(forged, version=1)


def test_a_provable_dealer_has_a_secret_of_its_own_unless_given_one() -> None:
    assert len(VerifiableRandom().secret) == 32
    assert VerifiableRandom().secret != VerifiableRandom().secret


def test_a_provable_deal_depends_on_nothing_but_the_secret_and_the_step() -> None:
    ahead, back = VerifiableRandom(SECRET), VerifiableRandom(SECRET)
    deals = {at: ahead.deal(at, WEIGHTS) for at in range(50)}
    assert all(back.deal(at, WEIGHTS) == deals[at] for at in reversed(range(50)))
    other = VerifiableRandom(b"another")
    assert any(other.deal(at, WEIGHTS) != deals[at] for at in range(50))


def test_a_provable_dealer_draws_again_where_a_number_would_favour_some_outcomes() -> None:
    lopsided = ((1, 1 << 62), (2, 1 << 62), (3, 1 << 61))
    dealer = VerifiableRandom(SECRET)
    dealt = Counter(dealer.deal(at, lopsided) for at in range(5000))
    assert abs(dealt[1] - 2000) < 200
    assert abs(dealt[2] - 2000) < 200
    assert abs(dealt[3] - 1000) < 150


def test_a_place_beyond_all_weights_is_an_error() -> None:
    from rondel.match.dealer import _at

    assert [_at(WEIGHTS, place) for place in (0, 1, 2, 3, 7)] == [10, 20, 20, 40, 40]
    with pytest.raises(ValueError, match="beyond"):
        _at(WEIGHTS, 8)


# Verifying


def provable(dealer: VerifiableRandom | None = None) -> Match:
    """Return a finished match with a verifiable dealer."""
    match = Match(finca, ["Anna", "Béla"], dealer=dealer or VerifiableRandom(SECRET))
    while not match.position.is_over:
        options = match.position.legal_steps
        match.play(options[len(match) * 7 % len(options)][0])
    return match


FINISHED = write_record(provable())


def test_a_provable_record_proves_its_luck() -> None:
    match, proven = verify(FINISHED)
    assert proven
    assert match.position.is_over
    assert f"dealer: 2\ncommitment: {VerifiableRandom(SECRET).commitment}" in FINISHED


def test_an_exchanged_outcome_is_found() -> None:
    match = provable()
    dealt, wished = match.position_at(0).legal_steps[0], match.position_at(0).legal_steps[1]
    forged = Match(finca, match.names, dealer=match.dealer, deal=False)
    forged.push(next(number for number, _ in (dealt, wished) if number != match.log[0]))
    text = write_record(forged).replace("\n\n", f"\nsecret: {SECRET.hex()}\n\n")
    with pytest.raises(FalseDeal) as refused:
        verify(text)
    assert refused.value.fields["step"] == 1


def test_a_false_secret_is_found() -> None:
    with pytest.raises(FalseDeal) as refused:
        verify(FINISHED.replace(SECRET.hex(), b"another".hex()))
    assert refused.value.fields["step"] == 0


def test_a_record_without_a_secret_proves_nothing() -> None:
    match, proven = verify(write_record(random_match(finca, 2, 1)))
    assert not proven
    assert match.position.is_over


def test_the_secret_is_told_only_once_the_game_is_over() -> None:
    match = begun(VerifiableRandom(SECRET))
    assert SECRET.hex() not in write_record(match)
    assert "commitment:" in write_record(match)
    assert f"secret: {SECRET.hex()}" in FINISHED


def test_a_resumed_provable_match_stays_provable() -> None:
    match = begun(VerifiableRandom(SECRET))
    resumed = read_record(write_record(match), SECRET)
    assert isinstance(resumed.dealer, VerifiableRandom)
    assert isinstance(read_record(write_record(match)).dealer, SystemRandom)
    assert isinstance(read_record(write_record(match), b"another").dealer, SystemRandom)
    assert isinstance(read_record(FINISHED).dealer, VerifiableRandom)


def drawn(match: Match) -> dict[tuple[str, int], str]:
    """Return the chance outcome at each place of each kind of draw."""
    return {
        (draw.kind, draw.place): str(step)
        for before, step, _ in match
        if (draw := before.next_draw) is not None
    }


def played_blindly(game: str, seed: int, dealer: VerifiableRandom) -> Match:
    """Play a match randomly to its end, or for 600 steps."""
    match = Match(game, 2, dealer=dealer)
    luck = random.Random(seed)
    while not match.is_over and len(match) < 600:
        match.play(luck.choice(match.position.legal_steps)[0])
    return match


@pytest.mark.parametrize("game", names())
def test_two_lines_of_play_at_one_deal_meet_the_same_nth_tile(game: str) -> None:
    lines = [played_blindly(game, seed, VerifiableRandom(SECRET, NONCES[:2])) for seed in range(4)]
    assert len({line.log for line in lines}) == len(lines)
    first, *others = [drawn(line) for line in lines]
    for other in others:
        both = first.keys() & other.keys()
        assert {place: first[place] for place in both} == {place: other[place] for place in both}
    by_step = [
        played_blindly(game, seed, VerifiableRandom(SECRET, NONCES[:2], 1)) for seed in range(4)
    ]
    assert len({drawn(line).items() >= drawn(by_step[0]).items() for line in by_step}) > 1


@pytest.mark.parametrize("game", names())
def test_a_declared_draw_tells_exactly_what_is_left(game: str) -> None:
    for before, step, _ in played_blindly(game, 9, VerifiableRandom(SECRET)):
        if not before.is_chance:
            continue
        draw, dealer = before.next_draw, VerifiableRandom(SECRET)
        assert draw is not None
        assert draw.place not in draw.drawn
        items = dealer._shuffle(draw.kind, draw.bag)
        left = Counter(items) - Counter(items[place] for place in draw.drawn)
        assert left == Counter(dict(before.legal_steps))
        assert items[draw.place] == before.edition.steps.number(step)


def test_a_shuffled_bag_has_every_order_equally_often() -> None:
    outcomes = ((1, 2), (2, 1), (3, 1))
    counted: Counter[tuple[int, ...]] = Counter()
    for secret in range(6000):
        dealer = VerifiableRandom(secret.to_bytes(4, "big"))
        counted[tuple(dealer._shuffle("tile", outcomes))] += 1
    assert len(counted) == 12
    assert sum((count - 500) ** 2 / 500 for count in counted.values()) < 31  # p < 0.001
    for place in range(4):
        first = Counter(order[place] for order in counted.elements())
        shares = {number: 1500 * weight for number, weight in outcomes}
        assert sum((first[n] - share) ** 2 / share for n, share in shares.items()) < 14


def test_a_dealer_that_takes_a_match_over_deals_what_is_left_by_its_weights() -> None:
    """Deal the first tiles by another dealer, so that no permutation fits them."""
    outcomes = ((1, 1), (2, 3))
    draw = Draw("tile", 4, (0, 1, 2, 3), ((1, 5), (2, 3)))
    dealt = Counter(
        VerifiableRandom(secret.to_bytes(4, "big")).deal(9, outcomes, draw)
        for secret in range(4000)
    )
    assert abs(dealt[1] - 1000) < 100


def test_records_of_the_first_dealer_are_verified_as_before() -> None:
    text = write_record(provable(VerifiableRandom(SECRET, NONCES[:2], version=1)))
    assert "\ndealer:" not in text
    match, proven = verify(text)
    assert proven and isinstance(match.dealer, VerifiableRandom) and match.dealer.version == 1
    for at, number in enumerate(match.log):
        if match.position_at(at).is_chance:
            assert (
                VerifiableRandom(SECRET, NONCES[:2]).deal(at, match.position_at(at).legal_steps)
                == number
            )
    with pytest.raises(FalseDeal):
        verify(text.replace("commitment:", "dealer: 2\ncommitment:"))
    with pytest.raises(FalseDeal):
        verify(FINISHED.replace("dealer: 2\n", ""))


NONCES = ("a1" * 16, "", "b2" * 32)


def test_what_players_add_changes_the_luck_and_not_the_commitment() -> None:
    plain, mixed = VerifiableRandom(SECRET), VerifiableRandom(SECRET, NONCES)
    assert mixed.commitment == plain.commitment
    luck = [[dealer.deal(at, WEIGHTS) for at in range(50)] for dealer in (plain, mixed)]
    assert luck[0] != luck[1]
    other = VerifiableRandom(SECRET, ("a1" * 16, "", "b3" * 32))
    assert [other.deal(at, WEIGHTS) for at in range(50)] != luck[1]
    assert [VerifiableRandom(SECRET, ("", "", "")).deal(at, WEIGHTS) for at in range(50)] == luck[0]
    assert is_fair(Counter(mixed.deal(at, WEIGHTS) for at in range(8000)))


def test_a_deal_with_nonces_is_the_one_the_documentation_describes() -> None:
    text = f"{NONCES[0]} - {NONCES[2]}"
    key = hmac.new(SECRET, text.encode(), hashlib.sha256).digest()
    for at in range(20):
        drawn = int.from_bytes(hmac.new(key, f"{at}/0".encode(), hashlib.sha256).digest()[:8])
        number = VerifiableRandom(SECRET, NONCES).deal(at, [(place, 1) for place in range(16)])
        assert number == drawn % 16


def test_a_record_keeps_what_players_added_and_proves_the_luck_with_it() -> None:
    nonces = (NONCES[0], "")
    match = provable(VerifiableRandom(SECRET, nonces))
    text = write_record(match)
    assert f"nonces: {NONCES[0]} -\n" in text
    again, proven = verify(text)
    assert proven and isinstance(again.dealer, VerifiableRandom) and again.dealer.nonces == nonces
    for false in ("b2" * 16, "-"):
        with pytest.raises(FalseDeal):
            verify(text.replace(NONCES[0], false))


@pytest.mark.parametrize("nonces", ["", "-", "- - -", "xyz -", f"{'a' * 31} -", f"{'A' * 32} -"])
def test_nonces_that_cannot_be_are_refused(nonces: str) -> None:
    text = FINISHED.replace("\nsecret:", f"\nnonces: {nonces}\nsecret:")
    with pytest.raises(UnreadableRecord):
        read_record(text)


def test_the_record_of_a_game_given_up_has_its_result_and_its_secret() -> None:
    match = begun(VerifiableRandom(SECRET))
    match.give_up("conceded", (2, 1))
    assert match.over == Over(match.position.scores, (2, 1), "conceded")
    text = write_record(match)
    assert "result: 8 8 / 2 1 / conceded\n" in text and f"secret: {SECRET.hex()}" in text
    again, proven = verify(text)
    assert proven and again.over == match.over
    for wrong in ("8 9 / 2 1 / conceded", "8 8 / 2 2 / conceded", "8 8 / 3 1 / conceded",
                  "8 8 / 1 / conceded", "8 8 / 2 1 / bored"):  # fmt: skip
        with pytest.raises(UnreadableRecord):
            read_record(text.replace("8 8 / 2 1 / conceded", wrong))


def test_a_game_given_up_goes_on_with_luck_that_nobody_knows() -> None:
    match = begun(VerifiableRandom(SECRET))
    match.give_up("timed-out", (1, 2))
    again = read_record(write_record(match))
    again.play(again.position.legal_steps[0][0])
    assert again.over is None and isinstance(again.dealer, SystemRandom)
    assert "secret:" not in write_record(again)


def test_a_record_tells_how_often_more_than_own_steps_were_taken_back() -> None:
    match = begun()
    assert "taken-back" not in write_record(match)
    match.taken_back = 3
    text = write_record(match)
    assert "\ntaken-back: 3\n" in text and read_record(text).taken_back == 3
    assert read_record(text.replace("back: 3", "back: many")).taken_back == 0


# Records


@pytest.mark.parametrize("match", [begun(), placed(), random_match(finca, 4, 1)], ids=repr)
def test_a_record_holds_the_whole_match(match: Match) -> None:
    again = read_record(write_record(match))
    assert again.log == match.log
    assert again.names == match.names
    assert again.position == match.position
    assert again.game is match.game


def test_a_match_goes_on_from_its_record() -> None:
    match = read_record(write_record(placed()))
    match.play("move 4")
    assert len(match) == len(placed()) + 1


def test_a_record_reads_as_people_write_it() -> None:
    text = write_record(placed())
    header, _, steps = text.partition("\n\n")
    steps = steps.upper().replace("PLACE", "place  ")
    loose = f"# by hand\n{header}\ndate: today\n\n{steps}# the end\n"
    assert read_record(loose).position == placed().position
    assert read_record(text.replace("\n", "\r\n")).position == placed().position
    short = text.replace("steps: 42\n", "").replace("result: *\n", "")
    assert read_record(short).log == placed().log


@pytest.mark.parametrize(
    ("old", "new", "error"),
    [
        ("rondel: 1\n", "", UnreadableRecord),
        ("game: finca\n", "", UnreadableRecord),
        ("rules: 2\n", "", UnreadableRecord),
        ("edition: mallorca-2009\n", "", UnreadableRecord),
        ("rondel: 1\n", "rondel: 1\nrondel: 1\n", UnreadableRecord),
        ("rondel: 1\n", "rondel 1\n", UnreadableRecord),
        ("rondel: 1\n", " rondel: 1\n", UnreadableRecord),
        ("rondel: 1\n", "rondel: 99\n", IncompatibleRecord),
        ("rules: 2\n", "rules: 99\n", IncompatibleRecord),
        ("game: finca\n", "game: chess\n", UnknownGame),
        ("mallorca-2009", "1999", UnknownEdition),
        ("seat: Béla\n", "", WrongPlayers),
        ("steps: 42\n", "steps: 43\n", UnreadableRecord),
        ("steps: 42\n", "steps: many\n", UnreadableRecord),
        ("result: *\n", "result: 8 8 / 1 1 / last-finca\n", UnreadableRecord),
        ("result: *\n", "result: *\nsecret: xyz\n", UnreadableRecord),
        ("seat: Anna\n", "| a board of one's own\nseat: Anna\n", UnreadableRecord),
        ("place 4\n", "place 44\n", UnreadableRecord),
        ("place 4\n", "move 4\n", UnreadableRecord),
        ("place 4\n", "\n", UnreadableRecord),
    ],
)
def test_a_damaged_record_is_refused(old: str, new: str, error: type[RondelError]) -> None:
    text = write_record(placed())
    assert text.count(old) == 1
    with pytest.raises(error):
        read_record(text.replace(old, new))


def test_an_unreadable_step_is_named_by_its_line_and_what_stands_before_is_kept() -> None:
    text = write_record(placed()).replace("place 4\n", "place 44\n")
    with pytest.raises(UnreadableRecord) as refused:
        read_record(text)
    error = refused.value
    assert text.splitlines()[error.fields["line"] - 1] == "place 44"
    assert error.match.log == placed().log[:36]


def test_a_shortened_record_says_how_much_is_missing_and_keeps_the_rest() -> None:
    text = write_record(placed())
    with pytest.raises(UnreadableRecord, match="ends after 40 of 42 steps") as refused:
        read_record(text[: text.index("place 8")])
    assert refused.value.match.log == placed().log[:40]


def test_a_record_of_too_many_steps_is_read_only_so_far() -> None:
    match = placed()
    with pytest.raises(UnreadableRecord) as raised:
        read_record(write_record(match), most_steps=5)
    assert raised.value.fields["problem"] == Message("record-too-long", {"most": 5})
    assert raised.value.match.log == match.log[:5]
    assert read_record(write_record(match), most_steps=len(match)).log == match.log


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("rondel: 1", "rondel: " + "1" * 100_000),
        ("rules: ", "rules: " + "1" * 100_000),
        ("steps: ", "steps: " + "1" * 100_000),
        ("result: ", "result: " + "1" * 100_000),
        ("game: ", "x" * 100_000 + ": 1\n" + "x" * 100_000 + ": 1\ngame: "),
        ("game: ", "| a\n" * 100_000 + "game: "),
    ],
    ids=lambda text: text[:12],
)
def test_what_is_wrong_with_a_record_is_told_in_short(old: str, new: str) -> None:
    text = write_record(placed())
    assert old in text
    with pytest.raises(RondelError) as raised:
        read_record(text.replace(old, new, 1))
    assert len(str(raised.value)) < 500
    assert len(repr(raised.value.fields)) < 500


def test_a_record_cut_anywhere_is_refused_and_never_read_wrong() -> None:
    whole = placed()
    text = write_record(whole)
    for end in range(0, len(text), 9 if is_interpreted() else 1):
        with pytest.raises(RondelError) as refused:
            read_record(text[:end])
        kept = getattr(refused.value, "match", None)
        assert kept is None or kept.log == whole.log[: len(kept)]


def test_a_record_with_any_letter_changed_is_refused_or_reads_as_a_match() -> None:
    text = write_record(placed())
    for at in range(0, len(text), 3):
        try:
            match = read_record(text[:at] + "~" + text[at + 1 :])
        except RondelError:
            continue
        assert match.log == placed().log


# Copies


def copies(match: Match) -> list[Match]:
    """Return a match copied in every way."""
    return [match.copy(), copy.copy(match), copy.deepcopy(match), pickle.loads(pickle.dumps(match))]


@pytest.mark.parametrize(
    "dealer",
    [SeededRandom(3), VerifiableRandom(SECRET), SystemRandom()],
    ids=["seeded", "provable", "system"],
)
def test_a_copy_goes_its_own_way_and_leaves_the_original_alone(dealer: Dealer) -> None:
    match = begun(dealer)
    match.play("place 3")
    log, position = match.log, match.position
    for other in copies(match):
        assert (other.log, other.position, other.names) == (log, position, match.names)
        other.play("place 4")
        other.names[0] = "Chloé"
        other.undo()
        other.pop()
        assert (match.log, match.position) == (log, position)
        assert match.names == ["Anna", "Béla"]


def test_a_copy_meets_the_luck_the_original_would_have_met() -> None:
    match = placed()
    others = copies(match)
    for moving in [*others, match]:
        luck = random.Random(5)
        while not moving.is_over:
            moving.play(luck.choice(moving.position.legal_steps)[0])
    assert {other.log for other in others} == {match.log}
    assert all(other.position_at(40) == match.position_at(40) for other in others)
    assert {other.result for other in others} == {match.result} != {None}


def test_a_match_that_was_given_up_stays_so_in_its_copies() -> None:
    match = placed()
    match.give_up("resigned", (2, 1))
    for other in copies(match):
        assert other.is_over and other.actions == ()
        assert other.result == match.result is not None


def test_a_record_is_text_and_a_file_has_a_reader_of_its_own() -> None:
    with pytest.raises(WrongArgument, match=r"rondel\.read"):
        read_record(cast(str, Path("evening.rondel")))


def test_an_unreadable_record_says_on_which_line() -> None:
    with pytest.raises(UnreadableRecord) as refused:
        read_record(write_record(begun()) + "jump\n")
    assert refused.value.line == refused.value.fields["line"] > 32
