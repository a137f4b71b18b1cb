"""Engine protocol: our server for other programs, and foreign engines at our tables."""

import re
import subprocess
import sys
import time
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Timer

import pytest

from rondel.bots import Bot, Failure, FallbackBot, external, failures, find
from rondel.bots.budget import Budget
from rondel.bots.external import External
from rondel.bots.networks import chances
from rondel.cli.compiling import compile_game
from rondel.core import Position
from rondel.games import find as find_game
from rondel.games import names as games
from rondel.match import Match, SeededRandom

COMMAND = [sys.executable, "-W", "error", "-m", "rondel", "engine"]
PAGE = Path(__file__).parent.parent / "docs" / "engine-protocol.md"
TIMEOUT = 60
"""Seconds after which a test gives up on an engine."""


class Talk:
    """Session with the real program."""

    def __init__(self, process: "subprocess.Popen[str]"):
        self.process = process

    def say(self, *lines: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write("".join(f"{line}\n" for line in lines))
        self.process.stdin.flush()

    def hear(self) -> str:
        assert self.process.stdout is not None
        # A broken engine must fail the test, not block it.
        alarm = Timer(TIMEOUT, self.process.kill)
        alarm.start()
        line = self.process.stdout.readline().rstrip("\n")
        alarm.cancel()
        return line

    def hear_until(self, word: str) -> list[str]:
        """Return all lines up to the first that begins with a word."""
        lines = [self.hear()]
        while lines[-1].split(" ")[0] != word:
            assert lines[-1], lines
            lines.append(self.hear())
        return lines

    def ask(self, line: str, word: str = "ok") -> str:
        self.say(line)
        return self.hear_until(word)[-1]


@contextmanager
def talking() -> Generator[Talk]:
    with subprocess.Popen(
        COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8"
    ) as process:
        try:
            yield Talk(process)
        finally:
            process.kill()


@pytest.fixture(scope="module")
def talk() -> Iterator[Talk]:
    """Return one program for all tests that do not change its state."""
    for game in games():
        compile_game(game)
    with talking() as talk:
        talk.say("hello")
        talk.hear_until("ok")
        yield talk
        talk.say("quit")
        assert talk.process.wait(TIMEOUT) == 0


def begun(game: str, seed: int = 1) -> Match:
    return Match(find_game(game), 2, dealer=SeededRandom(seed))


def steps_of(match: Match) -> str:
    return "; ".join(match.text(number) for number in match.log)


def test_an_engine_says_who_it_is_and_which_games_it_knows(talk: Talk) -> None:
    talk.say("hello 1")
    lines = talk.hear_until("ok")
    assert lines[0].startswith("id name Rondel")
    assert [line.split()[1] for line in lines if line.startswith("game")] == list(games())
    assert lines[-1] == "ok 1"


@pytest.mark.parametrize("game", games())
def test_a_conversation_ends_with_a_step_that_is_possible(talk: Talk, game: str) -> None:
    match = begun(game)
    assert talk.ask(f"match {game} players 2") == "ok"
    assert talk.ask(f"position start steps {steps_of(match)}") == "ok"
    talk.say("go simulations 300")
    *info, best = talk.hear_until("bestmove")
    match.play(best.removeprefix("bestmove "))
    told = re.match(r"info simulations (\d+) visits \d+ seconds \S+ value (\S+) (\S+) ", info[-1])
    assert told is not None
    assert int(told[1]) == 300
    assert 0.8 < float(told[2]) + float(told[3]) < 1.2
    assert info[-1].partition(" line ")[2].startswith(best.removeprefix("bestmove "))


@pytest.mark.parametrize("game", games())
@pytest.mark.parametrize("players", [2, 3, 4])
def test_everybodys_chances_are_told_at_a_glance_and_by_the_engine(
    talk: Talk, game: str, players: int
) -> None:
    match = Match(find_game(game), players, dealer=SeededRandom(2))
    glance = chances(match.position)
    assert glance is not None and len(glance) == players
    assert sum(glance) == pytest.approx(1.0)
    assert talk.ask(f"match {game} players {players}") == "ok"
    assert talk.ask(f"position start steps {steps_of(match)}") == "ok"
    talk.say("go simulations 50")
    info = talk.hear_until("bestmove")[-2]
    told = [float(part) for part in info.partition(" value ")[2].partition(" points ")[0].split()]
    assert len(told) == players
    assert sum(told) == pytest.approx(1.0, abs=0.1)
    assert told == pytest.approx(glance, abs=0.3)


def test_a_position_can_be_given_as_it_is_written(talk: Talk) -> None:
    match = begun("finca")
    talk.ask("match finca players 2")
    assert talk.ask(f"position {match.position.write()} steps place 3") == "ok"
    match.play("place 3")
    best = talk.ask("go simulations 50", "bestmove").removeprefix("bestmove ")
    assert match.edition.steps.number(best) in match.position.legal_ids


def test_a_choice_can_be_restricted(talk: Talk) -> None:
    talk.ask("match finca players 2")
    talk.ask(f"position start steps {steps_of(begun('finca'))}")
    for step in ("place 3", "place 11"):
        assert talk.ask(f"go simulations 50 among {step}", "bestmove") == f"bestmove {step}"


def test_the_same_seed_gives_the_same_thoughts(talk: Talk) -> None:
    thoughts: list[list[str]] = []
    for _ in range(2):
        talk.ask("set seed 7")
        talk.ask("match finca players 2")
        talk.ask(f"position start steps {steps_of(begun('finca'))}")
        talk.say("go simulations 400")
        lines = talk.hear_until("bestmove")
        thoughts.append([re.sub(r"seconds \S+", "", line) for line in lines])
    assert thoughts[0] == thoughts[1]


def test_a_thought_keeps_to_its_seconds(talk: Talk) -> None:
    talk.ask("match finca players 2")
    talk.ask(f"position start steps {steps_of(begun('finca'))}")
    talk.say("go seconds 0.3")
    *info, _ = talk.hear_until("bestmove")
    seconds = re.search(r"seconds (\S+)", info[-1])
    assert seconds is not None
    assert float(seconds[1]) < 1.0


@pytest.mark.parametrize("game", games())
@pytest.mark.parametrize("nothing", ["seconds 0.000", "simulations 0"])
def test_nothing_left_to_think_with_means_at_once(talk: Talk, game: str, nothing: str) -> None:
    match = begun(game)
    talk.ask(f"match {game} players 2")
    talk.ask(f"position {match.position.write()}")
    best = talk.ask(f"go {nothing}", "bestmove")
    match.play(best.removeprefix("bestmove "))


def test_an_option_tells_its_kind_and_what_it_usually_is(talk: Talk) -> None:
    talk.say("hello")
    lines = talk.hear_until("ok")
    assert "option seed text" in lines
    assert "option overlook number 0.0" in lines
    assert talk.ask("set overlook 0.5") == "ok"
    assert talk.ask("set overlook 0") == "ok"


def test_an_endless_thought_goes_on_until_it_is_stopped(talk: Talk) -> None:
    talk.ask("match finca players 2")
    talk.ask(f"position start steps {steps_of(begun('finca'))}")
    talk.say("go infinite", "ping still there")
    assert talk.hear() == "pong still there"
    assert talk.hear().startswith("info")
    talk.say("stop")
    assert talk.hear_until("bestmove")
    assert talk.ask("ping", "pong") == "pong"


def test_a_new_command_ends_an_endless_thought(talk: Talk) -> None:
    talk.ask("match finca players 2")
    talk.ask(f"position start steps {steps_of(begun('finca'))}")
    talk.say("go infinite", "match finca players 3")
    assert talk.hear_until("bestmove")
    assert talk.hear() == "ok"


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("dance", "protocol-error"),
        ("hello 2", "protocol-error"),
        ("set", "protocol-error"),
        ("set speed 9", "protocol-error"),
        ("set noise much", "protocol-error"),
        ("match", "protocol-error"),
        ("match finca", "protocol-error"),
        ("match finca players two", "protocol-error"),
        ("match finca players 2 colour red", "protocol-error"),
        ("match chess players 2", "unknown-game"),
        ("match finca players 7", "wrong-players"),
        ("match finca players 2 edition 1900", "unknown-edition"),
        ("match finca players 2 source {", "protocol-error"),
        ('match finca players 2 source "x"', "unknown-edition"),
        ("position start steps castle", "unreadable-step"),
        ("position start steps place 3", "illegal-step"),
        ("position {}", "unsound-position"),
        ("position nonsense", "unsound-position"),
        ("position " + '{"a":' * 9000, "unsound-position"),
        ("match " + "x" * 9000 + " players 2", "unknown-game"),
        ("go seconds", "protocol-error"),
        ("go seconds -1", "protocol-error"),
        ("go seconds inf", "protocol-error"),
        ("go seconds nan", "protocol-error"),
        ("go simulations -1", "protocol-error"),
        ("go slowly", "protocol-error"),
        ("go", "protocol-error"),
        ("\x00\x01 \ufffd", "protocol-error"),
        ("x" * 100_000, "protocol-error"),
    ],
)
def test_a_bad_line_is_refused_and_the_engine_listens_on(talk: Talk, line: str, code: str) -> None:
    talk.ask("match finca players 2")
    talk.say("", line)
    answer = talk.hear()
    assert answer.startswith(f"error {code} "), answer
    assert len(answer) < 1000
    assert talk.ask("ping", "pong") == "pong"


def test_steps_beyond_the_legal_ones_are_no_choice(talk: Talk) -> None:
    talk.ask("match finca players 2")
    talk.ask(f"position start steps {steps_of(begun('finca'))}")
    talk.say("go simulations 5 among done")
    assert talk.hear().startswith("error protocol-error")


def test_a_script_can_be_piped_in_and_bytes_that_are_no_text_do_no_harm() -> None:
    script = f"match finca players 2\nposition start steps {steps_of(begun('finca'))}\n"
    typed = b"\xff\xfe\n" + script.encode() + b"go simulations 30"
    done = subprocess.run(COMMAND, input=typed, capture_output=True, timeout=TIMEOUT)
    assert done.returncode == 0
    lines = done.stdout.decode().splitlines()
    assert lines[0].startswith("error protocol-error")
    assert lines[-1].startswith("bestmove place ")


def test_an_engine_whose_listener_has_gone_ends_quietly() -> None:
    with subprocess.Popen(
        COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdin and process.stdout and process.stderr
        process.stdout.close()
        process.stdin.write(b"hello\nping\nquit\n")
        process.stdin.close()
        assert process.wait(TIMEOUT) == 0
        assert process.stderr.read() == b""


HOSTILE = """
import sys, time
print(flush=True)
for line in sys.stdin:
    command, _, rest = line.strip().partition(" ")
    if command == "go":
        {go}
    elif command == "quit":
        break
    else:
        print("ok", flush=True)
"""


def engine(
    tmp_path: Path, go: str, script: str = HOSTILE, start_seconds: float = TIMEOUT
) -> External:
    """Return a foreign engine that runs this code when asked for a step."""
    file = tmp_path / "their_engine.py"
    file.write_text(script.replace("{go}", go), "utf-8")
    return External(
        f"{sys.executable} {file}",
        Budget(seconds=0.05),
        seed=1,
        grace=10.0,
        hello_seconds=start_seconds,
        start_seconds=start_seconds,
    )


def play(match: Match, bots: list[Bot], steps: int) -> None:
    until = len(match) + steps
    while len(match) < until and not match.position.is_over:
        seat = match.position.seat
        assert seat is not None
        match.play(bots[seat].choose(match.position), seat)


FIRST = 'print("bestmove", rest.partition("among ")[2].split(";")[0], flush=True)'


def test_an_engine_that_behaves_loses_nothing(tmp_path: Path) -> None:
    bot = engine(tmp_path, FIRST)
    match = begun("finca")
    play(match, [bot, find("random", 1)], 40)
    bot.close()
    assert failures(bot) == []
    assert match.text(match.log[-40]) == "place 0"


def misbehaving(
    ready: str = "pass", hello: str = "ok()", match: str = "ok()", look: str = "ok()", go: str = ""
) -> str:
    """Return the text of an engine that misbehaves at one point."""
    return f"""
import os, signal, subprocess, sys, time
def say(text):
    print(text, flush=True)
def ok():
    say("ok")
def first(rest):
    return rest.partition("among ")[2].split(";")[0]
def grandchild():
    return subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
{ready}
for line in sys.stdin:
    command, _, rest = line.strip().partition(" ")
    if command == "hello": {hello}
    elif command == "match": {match}
    elif command == "position": {look}
    elif command == "go": {go or "say('bestmove ' + first(rest))"}
    elif command == "quit": break
"""


MISBEHAVING = {
    "crashes": (misbehaving(go="raise SystemExit(1)"), "crashed"),
    "aborts": (misbehaving(go="os.abort()"), "crashed"),
    "hangs": (misbehaving(go="time.sleep(600)"), "silent"),
    "hangs and will not be told": (
        misbehaving("signal.signal(signal.SIGTERM, signal.SIG_IGN)", go="time.sleep(600)"),
        "silent",
    ),
    "garbage": (misbehaving(go="say('bestmove to the moon')"), "rubbish"),
    "no text": (
        misbehaving(go="sys.stdout.buffer.write(bytes(range(256)) + b'\\nbestmove \\xff\\n');"
                    " sys.stdout.flush()"),
        "rubbish",
    ),
    "nothing": (misbehaving(go="say('bestmove')"), "rubbish"),
    "an error": (misbehaving(go="say('error protocol-error what?')"), "rubbish"),
    "an illegal step": (misbehaving(go="say('bestmove done')"), "illegal"),
    "endless line": (
        misbehaving(go="[sys.stdout.write('x' * 4096) for _ in iter(int, 1)]"), "rubbish"
    ),
    "endless lines": (misbehaving(go="[say('info') for _ in iter(int, 1)]"), "rubbish"),
    "endless agreement": (
        misbehaving("[say('ok') for _ in iter(int, 1)]"), "rubbish"
    ),
    "closes its output": (misbehaving(go="os.close(1); time.sleep(600)"), "crashed"),
    "closes its input": (misbehaving(match="os.close(0); ok(); time.sleep(600)"), "crashed"),
    "never says hello": (misbehaving("time.sleep(600)"), "silent"),
    "is gone at once": (misbehaving("raise SystemExit"), "crashed"),
    "never gets ready": (misbehaving(match="time.sleep(600)"), "silent"),
    "answers twice": (misbehaving(go="[say('bestmove ' + first(rest)) for _ in '12']"), "rubbish"),
    "answers before it is asked": (misbehaving(look="say('bestmove place 0'); ok()"), "rubbish"),
    "forks and leaves": (
        misbehaving(go="grandchild(); os._exit(0)"), "silent"
    ),
    "forks and hangs": (misbehaving(go="grandchild(); time.sleep(600)"), "silent"),
}  # fmt: skip


class Watched:
    """Bot that counts its turns and is asked at each."""

    name = "watched"

    def __init__(self) -> None:
        self.chosen: list[int] = []

    def choose(self, position: Position) -> int:
        self.chosen.append(position.legal_steps[-1][0])
        return self.chosen[-1]

    def close(self) -> None:
        pass


@pytest.mark.parametrize("how", MISBEHAVING)
def test_an_engine_that_misbehaves_loses_its_own_steps_and_nobody_elses(
    tmp_path: Path, how: str
) -> None:
    script, kind = MISBEHAVING[how]
    told: list[Failure] = []
    bot = engine(tmp_path, "", script, start_seconds=2.0 if kind == "silent" else TIMEOUT)
    bot._tell = told.append
    bot._grace = 0.5 if kind == "silent" else TIMEOUT
    watched = Watched()
    other = FallbackBot(watched)
    match = begun("finca")
    start = len(match)
    began = time.monotonic()
    play(match, [bot, other], 8)
    bot.close()
    assert time.monotonic() - began < TIMEOUT
    assert failures(other) == [] and list(match.log[start + 1 :: 2]) == watched.chosen
    assert told == bot.failures and bot.failures
    assert bot.failures[0].kind == kind, bot.failures


def running(group: int) -> list[int]:
    """Return the processes of a group that have not ended."""
    found = subprocess.run(
        ["ps", "-e", "-o", "pid=,pgid=,stat="],
        capture_output=True,
        text=True,
        check=True,
        timeout=TIMEOUT,
    )
    rows = [line.split() for line in found.stdout.splitlines()]
    return [int(pid) for pid, of, state in rows if int(of) == group and state[0] != "Z"]


@pytest.mark.parametrize("how", ["forks and leaves", "forks and hangs"])
def test_grandchildren_end_with_their_engine(tmp_path: Path, how: str) -> None:
    bot = engine(tmp_path, "", MISBEHAVING[how][0])
    bot._grace = bot._start_seconds = 3.0
    match = begun("finca")
    bot._talk(match.position)
    assert bot._engine is not None
    group = bot._engine._process.pid
    assert running(group) == [group]
    bot.choose(match.position)
    assert [failure.kind for failure in bot.failures] == ["silent"]
    until = time.monotonic() + TIMEOUT
    while running(group) and time.monotonic() < until:
        time.sleep(0.05)
    assert running(group) == []


def test_an_engine_that_is_slow_once_is_told_and_loses_nothing(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(external, "SLOW_SECONDS", 0.5)
    slow = misbehaving("waits = [2.6]", go="time.sleep(sum(waits)); waits.clear();"
                       " say('bestmove ' + first(rest))")  # fmt: skip
    bot = engine(tmp_path, "", slow)
    bot._grace = 2.0
    match = begun("finca")
    play(match, [bot, find("random", 1)], 4)
    bot.close()
    assert failures(bot) == []
    assert bot.starting > 2.5
    assert any("to get ready" in record.getMessage() for record in caplog.records)


def test_an_engine_that_never_says_hello_is_started_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    bot = engine(tmp_path, "", "import time; time.sleep(600)", start_seconds=0.3)
    match = begun("finca")
    began = time.monotonic()
    play(match, [bot, find("random", 1)], 10)
    bot.close()
    assert [failure.kind for failure in bot.failures] == ["silent", *["crashed"] * 4]
    told = [record.getMessage() for record in caplog.records]
    assert len(told) == 2 and all("lost a step" in line for line in told), "the same is told once"
    assert time.monotonic() - began < TIMEOUT


def test_an_engine_that_crashes_is_started_again_a_few_times(tmp_path: Path) -> None:
    bot = engine(tmp_path, "", "raise SystemExit")
    play(begun("finca"), [bot, find("random", 1)], 10)
    bot.close()
    assert [failure.kind for failure in bot.failures] == ["crashed"] * 5
    assert [f.detail == "it failed too often" for f in bot.failures] == [False] * 3 + [True] * 2


def test_a_program_that_is_not_there_is_reported() -> None:
    bot = find("engine:0.1s:/no/such/program --fast", 1)
    position = begun("finca").position
    assert bot.choose(position) in position.legal_ids
    assert [failure.kind for failure in failures(bot)] == ["crashed"]


def test_our_own_engine_sits_at_our_table() -> None:
    command = " ".join(COMMAND)
    bot = find(f"engine:200:{command}", 1)
    match = begun("finca")
    play(match, [bot, find("random", 1)], 30)
    bot.close()
    assert failures(bot) == []


def test_our_own_engine_with_its_time_used_up_loses_nothing() -> None:
    bot = find(f"engine:0.02s:{' '.join(COMMAND)}", 1)
    match = begun("milestones")
    play(match, [bot, find("random", 1)], 60)
    bot.close()
    assert failures(bot) == []


def test_the_smallest_engine_of_the_guide_plays(tmp_path: Path) -> None:
    script = PAGE.read_text("utf-8").partition("```python\n")[2].partition("```")[0]
    bot = engine(tmp_path, "", script)
    match = begun("milestones")
    play(match, [bot, find("random", 1)], 30)
    bot.close()
    assert failures(bot) == []


class Broken:
    """Bot with a bug."""

    name = "broken"

    def __init__(self) -> None:
        self.asked = 0

    def choose(self, position: Position) -> int:
        self.asked += 1
        if self.asked % 2:
            raise ZeroDivisionError("oh")
        return -5

    def close(self) -> None:
        raise OSError("stuck")


def test_a_bot_of_ones_own_that_fails_loses_its_steps_only() -> None:
    bot = FallbackBot(Broken(), seed=1)
    match = begun("finca")
    play(match, [bot, FallbackBot(find("random", 1))], 8)
    bot.close()
    assert [failure.kind for failure in failures(bot)] == ["crashed", "illegal"] * 2
    assert bot.failures[0].detail == "ZeroDivisionError('oh')"
