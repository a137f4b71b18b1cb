"""Command `rondel play`: complete sessions with typed input through a pipe."""

import io
import os
import pty
import random
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from rich.console import Console

import rondel
from rondel.cli.menu import keys, notations, read_choice, show_menu
from rondel.cli.renderer import TerminalRenderer
from rondel.core import Message
from rondel.i18n import LANGUAGES, Translator
from rondel.match import Match, read_record, verify
from tests.waiting import TIMEOUT, heeding_interrupts, running

if TYPE_CHECKING:
    from tests.cli.conftest import Rondel

GAMES = Path(rondel.__file__).parent / "games"
COMMAND = [sys.executable, "-W", "error", "-m", "rondel"]
PLACING = "".join(f"place {blade}\n" for blade in (0, 0, 1, 1, 2, 2, 3, 3, 4, 4))
"""Steps that place ten farmers of two people in turn."""


def numbers(seed: int, lines: int = 3000) -> str:
    """Return random menu numbers, some of them too high."""
    luck = random.Random(seed)
    return "".join(f"{luck.randint(1, 12)}\n" for _ in range(lines))


def log(file: str) -> list[str]:
    match = read_record(Path(file).read_text("utf-8"))
    return [match.text(number) for number in match.log]


def test_a_whole_match_against_a_bot_through_a_pipe(tmp_path: Path) -> None:
    done = subprocess.run(
        [*COMMAND, "play", "finca", "--seed", "5", "--save", "m.rondel", "--language", "en"],
        input=numbers(5),
        capture_output=True,
        text=True,
        encoding="utf-8",
        cwd=tmp_path,
        timeout=TIMEOUT,
    )
    assert done.returncode == 0, done.stderr
    assert "The match is over." in done.stdout
    assert "Traceback" not in done.stderr
    match, is_proved = verify((tmp_path / "m.rondel").read_text("utf-8"))
    assert is_proved and match.position.is_over
    best = max(match.position.scores)
    assert re.search(rf"1\. +{best} points", done.stdout)
    assert not (tmp_path / "m.rondel.secret").exists()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_whole_match_in_every_language(rondel: "Rondel", language: str) -> None:
    answer = rondel(
        "play", "finca", "--seed", 9, "--save", "m", "--language", language, typed=numbers(9)
    )
    assert answer.status == 0
    over = {"en": "The match is over.", "fr": "La partie est terminée.", "hu": "véget ért."}
    assert over[language] in answer.out


def test_the_usual_language_is_that_of_the_surroundings(
    rondel: "Rondel", monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANG", "hu_HU.UTF-8")
    assert "következik: letesz egy gazdát" in rondel("play", "finca").out


def test_people_share_a_keyboard(rondel: "Rondel") -> None:
    answer = rondel("play", "finca", "--seat", "Anna", "--seat", "Béla", typed="place 3\n1\n")
    assert "Anna places a farmer on blade 3" in answer.out
    assert "Béla places a farmer on blade 0" in answer.out
    assert answer.out.count("Anna must place") == 2


def test_players_without_names_are_counted(rondel: "Rondel") -> None:
    answer = rondel("play", "finca", "--players", 3, typed="1\n1\n")
    assert "Player 3 must place" in answer.out


def test_bots_can_play_among_themselves(rondel: "Rondel") -> None:
    seats = ["--seat", "bot:random", "--seat", "bot:random", "--seat", "bot:random"]
    answer = rondel("play", "finca", *seats, "--seed", 1, "--save", "m")
    assert "random bot 2 places a farmer" in answer.out
    assert "The match is over." in answer.out
    assert log("m")[-1] == "done"


def test_the_same_seed_deals_the_same_table(rondel: "Rondel") -> None:
    answers = [
        rondel("play", "finca", "--seed", 7, "--save", name, typed="1\n2\n3\n") for name in "abc"
    ]
    assert log("a") == log("b") == log("c")
    assert answers[0].out.replace("m a", "m b") != rondel("play", "finca", "--seed", 8).out


def test_a_step_can_be_typed_by_number_in_full_or_by_its_beginning(rondel: "Rondel") -> None:
    rondel(
        "play", "finca", "--players", 2, "--save", "m", typed="4\n  PLACE   7 \npl 5\nplace 11\n"
    )
    assert log("m")[32:] == ["place 3", "place 7", "place 11"]
    rondel("play", "--resume", "m", typed="place 4\n" * 7 + "w\nl\n")
    assert log("m")[-1] == "wind"


def test_an_unclear_beginning_names_what_it_could_be(rondel: "Rondel") -> None:
    answer = rondel("play", "finca", "--players", 2, "--save", "m", typed="place 1\nplac\n")
    assert "“plac” could be place 0, place 1, place 2, place 3, place 4, place 5, …." in answer.out
    assert log("m")[32:] == ["place 1"]


def test_what_is_no_step_is_refused_and_asked_again(rondel: "Rondel") -> None:
    typed = "fly to the moon\nmove 3\n99\nplace 2\n"
    answer = rondel("play", "finca", "--players", 2, "--save", "m", typed=typed)
    assert "“fly to the moon” is not a step of this game. [unreadable-step]" in answer.out
    assert "Not now. Your turn: place a farmer on any blade" in answer.out
    assert "“99” is not a step of this game. [unreadable-step]" in answer.out
    assert log("m")[32:] == ["place 2"]


def test_undo_takes_back_ones_own_steps_and_no_further(rondel: "Rondel") -> None:
    typed = PLACING + "gust 0\nundo\nwind\nmove 0\nundo\nundo\nundo\nmove 1\n"
    answer = rondel("play", "finca", "--players", 2, "--save", "m", typed=typed)
    assert re.findall(r"Taken back: (.*)", answer.out) == ["gust 0", "move 0", "wind"]
    assert answer.out.count("[nothing-to-undo]") == 1
    assert log("m")[-2:] == ["place 4", "move 1"]


def test_a_person_who_has_just_played_can_undo_at_the_next_ones_prompt(rondel: "Rondel") -> None:
    typed = "place 3\nundo\nplace 5\n"
    rondel("play", "finca", "--players", 2, "--save", "m", typed=typed)
    assert log("m")[32:] == ["place 5"]


def test_a_bots_step_cannot_be_undone(rondel: "Rondel") -> None:
    answer = rondel("play", "finca", "--save", "m", typed="place 3\nundo\n")
    assert "There is no step of yours to take back. [nothing-to-undo]" in answer.out
    assert len(log("m")) == 34


def test_commands_are_understood_in_the_language_spoken(rondel: "Rondel") -> None:
    typed = "aide\nplace 3\nannuler\njournal 1\ntable\nenregistrer\nquitter\nplace 4\n"
    answer = rondel("play", "finca", "--players", 2, "--save", "m", "--language", "fr", typed=typed)
    assert "annuler votre dernier coup" in answer.out
    assert re.search(r"Annulé\s: place 3", answer.out)
    assert "Enregistrée dans m" in answer.out
    assert answer.out.rstrip().endswith("rondel play --resume m")
    assert len(log("m")) == 32


def test_the_log_tells_as_many_steps_as_asked_for(rondel: "Rondel") -> None:
    answer = rondel("play", "finca", "--players", 2, typed="place 3\nplace 4\nlog 2\nquit\n")
    told = answer.out[answer.out.rindex("> • Player 1") :]
    assert re.findall(r"blade (\d)", told) == ["3", "4"]


def test_an_empty_line_shows_the_choices_again(rondel: "Rondel") -> None:
    answer = rondel("play", "finca", "--players", 2, typed="\n")
    assert answer.out.count("  1  place 0 ") == 2
    assert answer.out.count("│11 ") == 1


def test_saving_under_another_name_goes_on_there(rondel: "Rondel") -> None:
    typed = "place 1\nsave other\nplace 2\n"
    rondel("play", "finca", "--players", 2, "--save", "m", typed=typed)
    assert log("m")[32:] == ["place 1"]
    assert log("other")[32:] == ["place 1", "place 2"]


def test_saving_never_overwrites_another_file(rondel: "Rondel") -> None:
    Path("letter").write_text("dear")
    answer = rondel("play", "finca", "--save", "m", typed="save letter\nsave m\n")
    assert "letter exists already; nothing was overwritten. [file-exists]" in answer.out
    assert "Saved in m" in answer.out
    assert Path("letter").read_text() == "dear"


def test_the_end_of_input_saves_and_resuming_goes_on_with_the_same_deal(rondel: "Rondel") -> None:
    halves = numbers(4)[:60], numbers(4)[60:]
    first = rondel("play", "finca", "--seed", 4, "--save", "m", typed=halves[0])
    assert "The match is saved. Go on with: rondel play --resume m" in first.out
    assert "secret:" not in Path("m").read_text()
    second = rondel("play", "finca", "--resume", "m", typed=halves[1])
    commitments = [re.search("Seal: ([0-9a-f]{64})", text.out) for text in (first, second)]
    assert commitments[0] and commitments[1] and commitments[0][1] == commitments[1][1]
    match, is_proved = verify(Path("m").read_text())
    assert is_proved and match.position.is_over


def test_without_its_secret_a_match_goes_on_but_says_so(rondel: "Rondel") -> None:
    rondel("play", "finca", "--save", "m", typed="1\n")
    Path("m.secret").unlink()
    answer = rondel("play", "--resume", "m", typed="1\n")
    assert "the match cannot be verified later" in answer.out
    assert len(log("m")) == 36


def test_other_people_can_take_over_the_seats(rondel: "Rondel") -> None:
    rondel("play", "finca", "--save", "m", typed="1\n")
    answer = rondel("play", "--resume", "m", "--seat", "Zoé", "--seat", "Emil", typed="1\n")
    assert "Emil must" in answer.out


def test_a_damaged_record_goes_on_from_its_readable_part_in_a_new_file(
    rondel: "Rondel", record: Path
) -> None:
    lines = record.read_text("utf-8").splitlines()
    broken = "\n".join([*lines[:80], "move nowhere", *lines[81:]])
    record.write_text(broken, "utf-8")
    answer = rondel("play", "--resume", record, "--save", "mended", typed="quit\n")
    assert answer.status == 0
    assert "line 81" in answer.err and answer.err.rstrip().endswith("[unreadable-record]")
    assert record.read_text("utf-8") == broken
    first = lines.index("") + 1
    assert log("mended")[:60] == lines[first : first + 60]


def test_a_finished_record_shows_its_result_again(
    rondel: "Rondel", record: Path, played: Match
) -> None:
    answer = rondel("play", "--resume", record)
    assert "The match is over." in answer.out
    assert f"{max(played.position.scores)} points" in answer.out


def test_an_interrupt_saves_and_says_so(tmp_path: Path) -> None:
    command = [*COMMAND, "play", "finca", "--save", "m", "--language", "en"]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with heeding_interrupts(), running(command, **pipes, cwd=tmp_path) as process:
        assert process.stdin and process.stdout
        process.stdin.write(b"place 3\n")
        process.stdin.flush()
        printed = b""
        while printed.count(b" must ") < 2:
            line = process.stdout.readline()
            assert line, printed.decode()
            printed += line
        process.send_signal(signal.SIGINT)
        rest = process.stdout.read().decode()
    assert process.returncode == 0
    assert "The match is saved." in rest
    assert log(str(tmp_path / "m"))[32] == "place 3"


def test_a_terminal_gets_colours_and_a_pipe_does_not(tmp_path: Path) -> None:
    command = [*COMMAND, "play", "finca", "--seed", "1", "--language", "en"]
    plain = subprocess.run(
        command, input="quit\n", capture_output=True, text=True, cwd=tmp_path, timeout=TIMEOUT
    )
    assert "\x1b[" not in plain.stdout
    leader, follower = pty.openpty()
    surroundings = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "100", "LINES": "40"}
    surroundings.pop("NO_COLOR", None)
    command += ["--save", "other"]
    with running(command, stdin=follower, stdout=follower, cwd=tmp_path, env=surroundings):
        os.close(follower)
        os.write(leader, b"quit\n")
        shown = b""
        while b"--resume" not in shown:
            shown += os.read(leader, 4096)
        os.close(leader)
    assert b"\x1b[" in shown
    assert "║" in shown.decode()


def shown(
    match: Match,
    width: int,
    height: int,
    news: int = 0,
    language: str = "en",
    prompt: Message | None = None,
    whole: bool = False,
) -> list[str]:
    """Return the lines that a terminal of this size shows of a table, with the latest news and the
    menu.
    """
    translator = Translator(language, match.game)
    screen = TerminalRenderer(match.game, translator, match.names)
    file = io.StringIO()
    screen.console = Console(
        file=file, force_terminal=True, width=width, height=height, color_system=None
    )
    told, above = screen.show(match.position, match.story(len(match) - news))
    if prompt is not None:
        above += screen.print(translator.format(prompt, match.names))
    show_menu(screen, match.position, None if whole else above, told)
    return file.getvalue().splitlines()


@pytest.mark.parametrize(("height", "lines"), [(24, 14), (45, 31)])
def test_a_low_terminal_is_shown_the_small_drawing(height: int, lines: int) -> None:
    match = Match("finca", ["Anna", "Béla"], seed=1)
    assert len(shown(match, 80, height, whole=True)) == lines + len(match.position.legal_ids)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("record", "news"), [("three-players", 3), ("four-players", 2)])
def test_finca_its_choices_and_the_last_news_fit_a_terminal_of_eighty_by_24(
    record: str, news: int, language: str
) -> None:
    file = GAMES / "finca" / "tests" / "golden" / f"{record}.rondel"
    match = read_record(file.read_text("utf-8"))
    last = match.position
    shortened = 0
    while len(match) > 60:
        match.pop()
        if len(match) % 4 == 0 and match.position.seat is not None:
            prompt = match.game.prompt(match.position, True)
            lines = shown(match, 80, 24, language=language, prompt=prompt)
            assert len(lines) < 24 and max(map(len, lines)) <= 80
            shortened += lines[-1].startswith("…")
            told = shown(match, 80, 24, news=3, language=language, prompt=prompt)
            above = told.index(lines[0])
            assert min(above, news) + len(told) - above < 24
    assert last.is_over and shortened


def test_enter_shows_the_choices_that_had_no_room() -> None:
    file = GAMES / "finca" / "tests" / "golden" / "two-players.rondel"
    match = read_record(file.read_text("utf-8"))
    while len(match) > 102:
        match.pop()
    assert shown(match, 80, 24)[-1] == "… and 21 more choices: Enter shows them all"
    whole = "\n".join(shown(match, 80, 24, whole=True))
    assert all(step in whole for step in notations(match.position))


@pytest.mark.parametrize("game", ["finca", "milestones"])
def test_news_stand_beside_the_table_where_there_is_room_and_above_it_where_there_is_none(
    game: str,
) -> None:
    file = GAMES / game / "tests" / "golden" / "three-players.rondel"
    match = read_record(file.read_text("utf-8"))
    while len(match) > 173 or match.position.seat is None:
        match.pop()
    told = Translator("en", match.game).format(match.story(len(match) - 1)[-1], match.names)
    start = " ".join(told.split()[:3])
    wide = shown(match, 120, 40, news=4)
    assert len(wide) <= 40 and max(map(len, wide)) <= 120
    assert sum(start in line and line.index(start) > 80 for line in wide) == 1
    low = shown(match, 80, 24, news=1)
    assert any(start in line for line in low[:2])
    both = shown(match, 120, 30, news=1)
    assert sum(start in line for line in both) == 1, "told once"


def test_every_choice_has_a_key_of_its_own() -> None:
    steps = ["move 0", "move 11", "cart", "go castle", "go 3", "buy stone", "buy sand", "sack c4"]
    assert keys(steps) == ["m0", "m11", "c", "gc", "g3", "bst", "bsa", "sc4"]
    assert keys(["house a2-a3-b3"]) == [""]
    file = GAMES / "milestones" / "tests" / "golden" / "two-players.rondel"
    match = read_record(file.read_text("utf-8"))
    for at in range(0, len(match), 17):
        position = match.position_at(at)
        pressed = [key for key in keys(notations(position)) if key]
        assert len(set(pressed)) == len(pressed)
        for key in pressed:
            chosen = read_choice(position, key)
            assert isinstance(chosen, str)
            position.after(chosen)
