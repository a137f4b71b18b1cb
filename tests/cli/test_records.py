"""Commands `rondel replay` and `rondel verify`."""

import os
import pty
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from rondel.games import find
from rondel.i18n import LANGUAGES, Translator
from rondel.match import Match, VerifiableRandom, write_record
from tests.waiting import running

if TYPE_CHECKING:
    from tests.cli.conftest import Rondel


def test_replay_tells_the_whole_story(rondel: "Rondel", record: Path, played: Match) -> None:
    answer = rondel("replay", record)
    assert answer.status == 0
    assert "Anna places a farmer on blade" in answer.out
    assert answer.out.count("• ") == len(played.story(32))
    assert "The match is over." in answer.out


@pytest.mark.parametrize("language", LANGUAGES)
def test_replay_speaks_every_language(rondel: "Rondel", record: Path, language: str) -> None:
    answer = rondel("replay", record, "--step", 40, "--language", language)
    fig = {"en": "fig ", "fr": "figue", "hu": "füge"}
    assert answer.status == 0 and fig[language] in answer.out


def test_replay_shows_the_table_after_any_step(
    rondel: "Rondel", record: Path, played: Match
) -> None:
    for step in (0, 33, 120, len(played)):
        answer = rondel("replay", record, "--step", step)
        drawn = played.game.draw(
            played.position_at(step), Translator("en", played.game), played.names
        )
        assert drawn in answer.out
        assert f"Step {step} of {len(played)}" in answer.out
    assert "The match is over." in answer.out


@pytest.mark.parametrize("step", [-1, 100_000])
def test_a_step_the_record_does_not_have_is_refused(
    rondel: "Rondel", record: Path, step: int
) -> None:
    answer = rondel("replay", record, "--step", step)
    assert answer.status == 2
    assert answer.err.rstrip().endswith("[no-such-step]")


def test_a_truncated_record_is_told_as_far_as_it_goes(rondel: "Rondel", record: Path) -> None:
    lines = record.read_text("utf-8").splitlines()
    record.write_text("\n".join(lines[:60]) + "\n", "utf-8")
    answer = rondel("replay", record)
    assert "Anna places a farmer on blade" in answer.out
    assert answer.status == 2
    assert re.fullmatch(r"rondel: .*line 60.*\[unreadable-record\]\n", answer.err)


def test_at_a_terminal_replay_leafs_forwards_and_backwards(record: Path, played: Match) -> None:
    leader, follower = pty.openpty()
    command = [sys.executable, "-m", "rondel", "replay", str(record), "--language", "en"]
    surroundings = {**os.environ, "TERM": "dumb", "COLUMNS": "100", "LINES": "40"}
    with running(
        command, stdin=follower, stdout=follower, stderr=follower, env=surroundings
    ) as process:
        os.close(follower)
        shown = ""
        for typed, step in (("", 32), ("\n", 33), ("\n", 34), ("b\n", 33), ("e\n", len(played))):
            os.write(leader, typed.encode())
            while f"Step {step} of" not in shown:
                shown += os.read(leader, 4096).decode(errors="replace")
            shown = shown[shown.rindex(f"Step {step} of") + 1 :]
        os.write(leader, b"q\n")
        assert process.wait(10) == 0
        os.close(leader)


def test_verify_confirms_an_honest_record(rondel: "Rondel", record: Path, played: Match) -> None:
    answer = rondel("verify", record)
    assert answer.status == 0
    assert f"{len(played)} steps replayed: all follow the rules." in answer.out
    assert "The deal was fair" in answer.out


def test_verify_says_when_nothing_proves_the_deal(rondel: "Rondel", tmp_path: Path) -> None:
    rondel("play", "finca", "--save", "m", typed="1\n")
    answer = rondel("verify", "m", "--language", "fr")
    assert answer.status == 0
    assert "ne contient pas le secret" in answer.out
    assert "La partie n’est pas encore terminée." in answer.out


def test_verify_checks_what_players_added_to_the_luck(rondel: "Rondel", tmp_path: Path) -> None:
    dealer = VerifiableRandom(b"a secret of thirty-two bytes, or so", ("0f" * 16, "a1" * 16))
    match = Match(find("finca"), ["Anna", "Béla"], dealer=dealer)
    match.give_up("conceded", (2, 1))
    record = tmp_path / "m.rondel"
    record.write_text(write_record(match), "utf-8")
    answer = rondel("verify", record)
    assert answer.status == 0
    assert "The deal was fair" in answer.out
    assert "2 players contributed random numbers before the start." in answer.out
    assert answer.out.index("Béla") < answer.out.index("Anna")
    record.write_text(write_record(match).replace("0f0f", "1f0f", 1), "utf-8")
    assert rondel("verify", record).err.endswith("[false-deal]\n")


def swap_first_blades(text: str) -> str:
    """Return another deal: the first two different blades change places."""
    lines = text.splitlines()
    first = lines.index("") + 1
    other = next(at for at in range(first, first + 12) if lines[at] != lines[first])
    lines[first], lines[other] = lines[other], lines[first]
    return "\n".join(lines[: first + 32]) + "\n"


TAMPERED: dict[str, tuple[Callable[[str], str], str]] = {
    "a changed result": (lambda t: re.sub(r"result: \d+", "result: 999", t), "unreadable-record"),
    "another secret": (lambda t: re.sub(r"secret: ..", "secret: 00", t), "false-deal"),
    "no secret at all": (lambda t: re.sub(r"secret: .*", "secret: no", t), "unreadable-record"),
    "an illegal step": (lambda t: t.replace("\nplace", "\nmove", 1), "unreadable-record"),
    "a missing end": (lambda t: t[:-200], "unreadable-record"),
    "other rules": (lambda t: t.replace("rules: 2", "rules: 77"), "incompatible-record"),
    "another game": (lambda t: t.replace("game: finca", "game: chess"), "unknown-game"),
    "another edition": (lambda t: t.replace("mallorca-2009", "moon"), "unknown-edition"),
    "no header": (lambda t: t[t.index("\n\n") :], "unreadable-record"),
}


@pytest.mark.parametrize("what", TAMPERED)
def test_verify_refuses_a_tampered_record(rondel: "Rondel", record: Path, what: str) -> None:
    tamper, code = TAMPERED[what]
    before = record.read_text("utf-8")
    record.write_text(tamper(before), "utf-8")
    assert record.read_text("utf-8") != before
    answer = rondel("verify", record)
    assert answer.status == 2
    assert re.fullmatch(rf"rondel: .+ \[{code}\]\n", answer.err)


def test_verify_refuses_another_deal_than_the_secrets(
    rondel: "Rondel", record: Path, played: Match
) -> None:
    text = swap_first_blades(write_record(played))
    text = re.sub(r"steps: .*\nresult: .*", "steps: 32\nresult: *", text)
    record.write_text(text, "utf-8")
    answer = rondel("verify", record)
    assert answer.status == 2
    assert re.fullmatch(r"rondel: .*\[false-deal\]\n", answer.err)
