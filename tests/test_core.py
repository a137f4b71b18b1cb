"""Game interface: steps in three forms, turns, positions, checked steps and errors."""

import copy
import json
import pickle
from collections.abc import Callable
from dataclasses import replace
from typing import Annotated, Any, ClassVar, Literal

import msgspec
import pytest

from rondel.core import (
    Chance,
    Choose,
    FalseDeal,
    FileExists,
    Game,
    GameOver,
    IllegalStep,
    IncompatibleRecord,
    Message,
    MissingExtra,
    Named,
    NoPicture,
    NotDrawable,
    NothingToUndo,
    NotYourTurn,
    Over,
    Player,
    Position,
    RondelError,
    StaleStep,
    Step,
    StepCodec,
    UnknownEdition,
    UnknownGame,
    UnreadableFile,
    UnreadableRecord,
    UnreadableStep,
    UnsoundPosition,
    UnwritableFile,
    WrongArgument,
    WrongPlayers,
    read_position,
)
from rondel.core.documents import RecordView, record_view
from rondel.games import find
from rondel.games.finca.actions import LayBlade, Move, Place
from rondel.testkit import random_match

finca = find("finca")
match = random_match(finca, 2, 1)
placing = match.position_at(32)
"""Position in which the first player places a farmer."""


# Errors

ERRORS: list[tuple[RondelError, str, dict[str, Any], str]] = [
    (
        UnknownGame("chess", ("finca", "milestones")),
        "unknown-game",
        {"name": "chess", "known": ["finca", "milestones"]},
        "unknown game 'chess'; known games: finca, milestones",
    ),
    (
        UnknownEdition("1999", ("2009",)),
        "unknown-edition",
        {"name": "1999", "known": ["2009"]},
        "unknown edition '1999'; known editions: 2009",
    ),
    (
        WrongPlayers(7, (2, 3, 4)),
        "wrong-players",
        {"players": 7, "least": 2, "most": 4},
        "the game is for 2 to 4 players, not for 7",
    ),
    (
        UnreadableStep("hop"),
        "unreadable-step",
        {"text": "hop"},
        "'hop' is not a step of this game",
    ),
    (
        IllegalStep("wind", ["move 1", "move 2"]),
        "illegal-step",
        {"text": "wind", "legal": ["move 1", "move 2"]},
        "'wind' is not possible now; possible: move 1, move 2",
    ),
    (
        IllegalStep("wind", ()),
        "illegal-step",
        {"text": "wind", "legal": []},
        "'wind' is not possible now; possible: nothing",
    ),
    (
        StaleStep(3, 5),
        "stale-step",
        {"answered": 3, "now": 5},
        "the step answers position 3, the match is at 5",
    ),
    (
        NotYourTurn(1, 0),
        "not-your-turn",
        {"seat": 1, "to_move": 0},
        "it is seat 0's turn, not seat 1's",
    ),
    (
        NotYourTurn(1, None),
        "not-your-turn",
        {"seat": 1, "to_move": None},
        "it is nobody's turn, not seat 1's",
    ),
    (
        NothingToUndo(1),
        "nothing-to-undo",
        {"seat": 1},
        "seat 1 has no step of its own to take back",
    ),
    (
        UnsoundPosition(["fruits", "carts"]),
        "unsound-position",
        {"problems": ["fruits", "carts"]},
        "the position is not valid: fruits, carts",
    ),
    (
        UnreadableRecord(12, "no such step", Message("record-short-line"), match),
        "unreadable-record",
        {"line": 12, "problem": Message("record-short-line")},
        "line 12: no such step",
    ),
    (
        IncompatibleRecord("finca rules 9", "finca rules 1"),
        "incompatible-record",
        {"written": "finca rules 9", "known": "finca rules 1"},
        "the record needs finca rules 9; this version supports finca rules 1",
    ),
    (
        FalseDeal(4, "not so", Message("record-other-secret")),
        "false-deal",
        {"step": 4, "problem": Message("record-other-secret")},
        "step 4: not so",
    ),
    (
        WrongArgument("seat", 7, "the game has 2"),
        "wrong-argument",
        {"name": "seat", "given": "7", "wanted": "the game has 2"},
        "seat cannot be 7: the game has 2",
    ),
    (
        UnreadableFile("a.rondel", "gone"),
        "unreadable-file",
        {"file": "a.rondel", "problem": "gone"},
        "a.rondel cannot be read: gone",
    ),
    (
        NotDrawable(),
        "drawing-not-built",
        {},
        "the drawing script is not built: run `make web` in the clone",
    ),
    (NoPicture("chess"), "no-picture", {"game": "chess"}, "chess has no drawn board"),
    (
        UnwritableFile("a.rondel", "full"),
        "unwritable-file",
        {"file": "a.rondel", "problem": "full"},
        "a.rondel cannot be written: full",
    ),
    (
        FileExists("a.rondel"),
        "file-exists",
        {"file": "a.rondel"},
        "a.rondel already exists",
    ),
    (
        MissingExtra("learn"),
        "missing-extra",
        {"extra": "learn"},
        'needs an extra: pip install "rondel[learn]"',
    ),
    (
        GameOver(),
        "game-over",
        {},
        "the game is over: there is no step left to choose",
    ),
]


@pytest.mark.parametrize(
    ("error", "code", "fields", "text"), ERRORS, ids=[code for _, code, *_ in ERRORS]
)
def test_an_error_has_its_code_its_facts_and_a_sentence(
    error: RondelError, code: str, fields: dict[str, Any], text: str
) -> None:
    assert error.code == code
    assert error.fields == fields
    assert str(error) == text
    assert msgspec.json.encode(error.fields)


def test_every_error_of_the_contract_is_tried_and_has_a_code_of_its_own() -> None:
    kinds = [kind for kind in RondelError.__subclasses__() if "core" in kind.__module__]
    assert {type(error) for error, *_ in ERRORS} == set(kinds)
    assert len({kind.code for kind in kinds}) == len(kinds)


def test_an_unreadable_record_keeps_what_could_be_read() -> None:
    assert UnreadableRecord(1, "", Message("record-short-line"), match).match is match


def test_an_error_tells_its_documented_facts_by_name() -> None:
    assert UnreadableRecord(12, "", Message("record-short-line")).line == 12
    assert IllegalStep("wind", ["move 1"]).legal == ["move 1"]
    assert UnsoundPosition(["carts"]).problems == ["carts"]


def test_an_error_can_be_told_within_a_sentence() -> None:
    message = IllegalStep("wind", ["move 1"]).message
    assert message == Message("error-illegal-step", {"text": "wind"})


def test_an_illegal_step_names_at_most_eight_alternatives_but_lists_all() -> None:
    error = IllegalStep("wind", [f"move {blade}" for blade in range(12)])
    assert str(error).endswith("move 7, …")
    assert len(error.fields["legal"]) == 12


# Steps in three forms


class Sow(Step, frozen=True, tag="sow"):
    """Sow a seed in one of at most four fields."""

    notation: ClassVar[str] = "sow {seed} in {field}"
    field: Annotated[str, Named("field", 4)]
    seed: Literal["rye", "oats"]


class Rest(Step, frozen=True, tag="rest"):
    """Do nothing."""

    notation: ClassVar[str] = "rest"


class Rain(Step, frozen=True, tag="rain"):
    """Let rain fall for some days."""

    notation: ClassVar[str] = "rain {days}"
    days: Annotated[int, msgspec.Meta(ge=1, lt=4)]


FARM = StepCodec((Sow, Rest), (Rain,))
NAMED = FARM.named({"field": ["north", "south", "west"]})


def test_numbers_follow_from_the_declarations() -> None:
    assert (FARM.first(Sow), FARM.first(Rest), FARM.first(Rain)) == (0, 8, 9)
    assert (FARM.actions, FARM.size) == (9, 12)
    assert NAMED.kinds == (Sow, Rest, Rain)


def test_rules_tell_kinds_and_fields_of_steps_by_number() -> None:
    is_sow, is_rest, is_rain = map(FARM.predicate, FARM.kinds)
    field, seed, days = (
        FARM.index_of(Sow, "field"),
        FARM.index_of(Sow, "seed"),
        FARM.index_of(Rain, "days"),
    )
    for number in NAMED:
        step = NAMED.step(number)
        told = is_sow(number), is_rest(number), is_rain(number)
        assert told == tuple(isinstance(step, kind) for kind in NAMED.kinds)
        if isinstance(step, Sow):
            assert ("north", "south", "west")[field(number)] == step.field
            assert ("rye", "oats")[seed(number)] == step.seed
        if isinstance(step, Rain):
            assert days(number) + 1 == step.days


def test_an_edition_names_fewer_things_than_there_are_numbers_for() -> None:
    assert (NAMED.actions, NAMED.size) == (FARM.actions, FARM.size)
    assert list(NAMED) == [0, 1, 2, 3, 4, 5, 8, 9, 10, 11]
    assert list(FARM) == [8, 9, 10, 11]
    with pytest.raises(UnreadableStep):
        NAMED.step(6)
    with pytest.raises(UnreadableStep):
        NAMED.text(6)


def test_a_step_is_read_as_struct_text_or_number() -> None:
    for given in (Sow("south", "oats"), "sow oats in south", "  SOW  oats in\tsouth ", 3):
        assert NAMED.number(given) == 3
    assert NAMED.step(3) == Sow("south", "oats")
    assert NAMED.text(3) == "sow oats in south"
    assert NAMED.text(10) == "rain 2"


@pytest.mark.parametrize(
    "nonsense",
    ["", "sow", "sow oats in east", Sow("east", "oats"), Place(3), 6, 99, -1, None, ["rest"], 1.5],
)
def test_what_is_no_step_is_refused_as_unreadable(nonsense: Any) -> None:
    with pytest.raises(UnreadableStep):
        NAMED.number(nonsense)


def test_a_very_long_text_is_not_repeated_in_full() -> None:
    with pytest.raises(UnreadableStep) as refused:
        NAMED.number("x" * 10_000)
    assert len(refused.value.fields["text"]) == 200


def test_steps_are_typed_documents() -> None:
    text = msgspec.json.encode(Sow("west", "rye"))
    assert json.loads(text) == {"step": "sow", "field": "west", "seed": "rye"}
    assert msgspec.json.decode(text, type=NAMED.union) == Sow("west", "rye")
    assert msgspec.json.decode(b'{"step": "rain", "days": 2}', type=NAMED.union) == Rain(2)
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(b'{"step": "rain", "days": 9}', type=NAMED.union)


def test_two_steps_may_not_share_a_notation() -> None:
    class Nap(Step, frozen=True, tag="nap"):
        notation: ClassVar[str] = "Rest"

    with pytest.raises(AssertionError, match="share a notation"):
        StepCodec((Rest, Nap), ()).number("rest")


@pytest.mark.parametrize("hint", [int, str, Annotated[int, msgspec.Meta(ge=0)]])
def test_a_field_needs_few_known_values(hint: Any) -> None:
    kind: Any = msgspec.defstruct("Wild", [("many", hint)], bases=(Step,), frozen=True, tag="w")
    with pytest.raises(TypeError, match="few known values"):
        StepCodec((kind,), ())


# Games


@pytest.mark.parametrize("players", [-1, 0, 1, 5])
def test_a_game_is_for_its_number_of_players_only(players: int) -> None:
    with pytest.raises(WrongPlayers) as refused:
        finca.start(players)
    assert refused.value.fields == {"players": players, "least": 2, "most": 4}


def test_a_game_is_played_in_an_edition_by_name_or_as_it_is() -> None:
    edition = finca.edition("mallorca-2009")
    assert finca.start(2) == finca.start(2, "mallorca-2009") == finca.start(2, edition)
    with pytest.raises(UnknownEdition) as refused:
        finca.start(2, "1999")
    assert refused.value.fields == {"name": "1999", "known": ["mallorca-2009"]}


def test_a_game_says_what_it_is() -> None:
    assert repr(finca) == "<Game finca, rules 2>"


# Positions: turns


def test_chance_is_asked_first() -> None:
    start = finca.start(3)
    assert isinstance(start.turn, Chance)
    assert start.turn.outcomes[0] == (LayBlade("fig"), 2)
    assert (start.players, start.seat, start.is_chance, start.is_over) == (3, None, True, False)
    assert repr(start) == "<Position finca 3 players, asked: None>"


def test_a_seat_is_asked_to_choose() -> None:
    assert placing.turn == Choose(0, tuple(Place(blade) for blade in range(12)))
    assert (placing.seat, placing.is_chance, placing.is_over) == (0, False, False)
    assert repr(placing) == "<Position finca 2 players, asked: 0>"


def test_a_finished_game_asks_nobody_and_tells_who_won() -> None:
    position = match.position
    assert isinstance(position.turn, Over)
    assert position.turn == Over(position.scores, position.ranks, "last-finca")
    assert (position.legal_steps, position.legal_ids) == ((), frozenset())
    assert (position.seat, position.is_chance, position.is_over) == (None, False, True)


def test_winners_are_the_seats_in_first_place() -> None:
    assert Over((9, 3, 9), (1, 3, 1), "").winners == (0, 2)


# Positions: checked steps


def refused_without_change(position: Position, make: Callable[[], object]) -> RondelError:
    """Return the error of a refused call, after checking that nothing changed."""
    before, options = position.state.tobytes(), position.legal_steps
    with pytest.raises(RondelError) as refused:
        make()
    assert position.state.tobytes() == before
    assert position.legal_steps == options
    return refused.value


def test_a_step_leads_to_a_new_position_and_leaves_the_old_one_alone() -> None:
    before = placing.state.tobytes()
    after = placing.after("place 3", seat=0)
    assert placing.state.tobytes() == before
    assert after.table.farmers[3, 0] == 1
    assert after == placing.after(Place(3)) == placing.after(finca.steps.number(Place(3)))


def test_an_unreadable_step_is_refused() -> None:
    error = refused_without_change(placing, lambda: placing.after("place 12"))
    assert isinstance(error, UnreadableStep)
    assert error.fields == {"text": "place 12"}


def test_an_illegal_step_is_refused_with_what_would_be_legal() -> None:
    error = refused_without_change(placing, lambda: placing.after(Move(3)))
    assert isinstance(error, IllegalStep)
    assert error.fields["text"] == "move 3"
    assert error.fields["legal"] == [f"place {blade}" for blade in range(12)]


def test_another_seats_step_is_refused() -> None:
    error = refused_without_change(placing, lambda: placing.after("place 3", seat=1))
    assert isinstance(error, NotYourTurn)
    assert error.fields == {"seat": 1, "to_move": 0}


def test_a_seat_cannot_answer_for_chance() -> None:
    start = finca.start(2)
    error = refused_without_change(start, lambda: start.after("blade fig", seat=0))
    assert isinstance(error, NotYourTurn)
    assert error.fields == {"seat": 0, "to_move": None}


def test_nothing_can_happen_after_the_end() -> None:
    over = match.position
    error = refused_without_change(over, lambda: over.after("place 3"))
    assert isinstance(error, IllegalStep)
    assert error.fields["legal"] == []
    error = refused_without_change(over, lambda: over.after("place 3", seat=0))
    assert isinstance(error, NotYourTurn)


# Positions: equality, writing and reading


def test_equal_positions_are_one_in_a_set() -> None:
    assert len({placing.after("place 3"), placing.after("place 3"), placing.after("place 4")}) == 2
    assert placing != placing.after("place 3")
    assert placing != "placing"


def test_positions_of_different_editions_differ() -> None:
    edition = replace(finca.edition(""), name="another")
    assert finca.start(2, edition) != finca.start(2)


def test_a_position_is_one_line_of_json() -> None:
    text = placing.write()
    assert "\n" not in text
    assert json.loads(text)["players"] == 2
    assert read_position(finca, text) == placing
    assert read_position(finca, text.encode(), "mallorca-2009") == placing
    assert read_position(finca, text, finca.edition("")) == placing


def edited(**changes: Any) -> str:
    """Return a position's text with some fields changed; None removes a field."""
    fields = json.loads(placing.write()) | changes
    return json.dumps({name: value for name, value in fields.items() if value is not None})


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "unreadable"),
        ("not json", "unreadable"),
        ("[]", "unreadable"),
        ('{"a":' * 9000, "unreadable"),
        ("{}", "unreadable"),
        (edited(bonus=None), "unreadable"),
        (edited(donkeys=3), "unreadable"),
        (edited(bonus=[1]), "unreadable"),
        (edited(bonus="many"), "unreadable"),
        (edited(bonus=1000), "unreadable"),
        (edited(bonus=10**30), "unreadable"),
        (edited(bonus={}), "unreadable"),
        (edited(players=5), "players"),
        (edited(players=-1), "players"),
        (edited(centre=3), "carts"),
        (edited(seat=2), "seats"),
    ],
)
def test_a_position_that_cannot_be_is_refused_with_what_is_wrong(text: str, problem: str) -> None:
    with pytest.raises(UnsoundPosition) as refused:
        read_position(finca, text)
    assert any(problem in named for named in refused.value.fields["problems"])


def test_everything_wrong_with_a_position_is_named() -> None:
    with pytest.raises(UnsoundPosition) as refused:
        read_position(finca, edited(centre=3, wood=9))
    assert refused.value.fields["problems"] == ["carts", "fincas"]


def test_a_position_knows_its_view() -> None:
    assert msgspec.json.encode(placing.view)


# Messages


def test_phrases_are_typed_documents() -> None:
    message = Message("takes", {"who": Player(1), "fruits": [Message("figs", {"count": 2})]})
    assert msgspec.json.decode(msgspec.json.encode(message), type=Message) == message


def test_a_game_found_twice_is_the_same_game() -> None:
    again: Game = find("finca")
    assert again is finca


# Copies


def test_positions_survive_copying_and_travelling() -> None:
    for position in (placing, match.position, match.position_at(0)):
        for again in (copy.copy(position), copy.deepcopy(position)):
            assert again is position
        travelled = pickle.loads(pickle.dumps(position))
        assert travelled == position and travelled.game is finca
        assert travelled.edition is position.edition
        assert travelled.legal_steps == position.legal_steps


def test_a_position_on_a_map_of_ones_own_travels_with_the_map() -> None:
    milestones = find("milestones")
    assert milestones.maps is not None
    own = milestones.edition(milestones.maps.usual().replace('"reconstruction-2012"', '"mine"'))
    position = milestones.start(3, own)
    again = pickle.loads(pickle.dumps(position))
    assert again == position and again.edition.name == "mine"
    assert again.edition.source == own.source


def test_what_could_not_be_restored_does_not_travel() -> None:
    box = finca.edition().box.copy()
    box["finca_points"] += 1
    for homeless in (
        Position(finca, replace(finca.edition(), box=box), placing.state),
        replace(finca, name="finca", version=99),
    ):
        with pytest.raises(pickle.PicklingError):
            pickle.dumps(homeless)


def test_games_and_editions_are_never_doubled() -> None:
    assert copy.deepcopy(finca) is finca is pickle.loads(pickle.dumps(finca))
    assert copy.copy(finca.edition()) is finca.edition() is copy.deepcopy(finca.edition())
    assert (
        pickle.loads(pickle.dumps(finca.edition())).box.tobytes() == finca.edition().box.tobytes()
    )


def test_an_edition_of_another_game_is_refused() -> None:
    with pytest.raises(UnknownEdition, match="mallorca"):
        finca.start(2, find("milestones").edition())
    with pytest.raises(UnknownEdition, match="mallorca"):
        finca.edition("some = 'text'\n")


def test_a_position_says_what_can_be_done_and_how_it_ended() -> None:
    assert placing.actions == tuple(Place(blade) for blade in range(12))
    assert placing.result is None
    assert match.position.actions == () and isinstance(match.position.result, Over)
    assert match.position_at(0).actions == ()
    placing.check_goes_on()
    with pytest.raises(GameOver):
        match.position.check_goes_on()


def test_a_game_without_a_view_has_one_generated_from_its_state() -> None:
    generated: Any = record_view
    bare: Any = replace(finca, view=generated, documents=None)
    position: Any = Position(bare, bare.edition(""), placing.state)
    view = position.view
    assert view.seat == placing.seat and view.table["supply"] == placing.state["supply"][0].tolist()
    assert [player.score["total"] for player in view.players] == [*placing.scores]
    assert msgspec.json.decode(position.view_json, type=RecordView) == view
    assert set(position.view_fields) == set(RecordView.__struct_fields__)
