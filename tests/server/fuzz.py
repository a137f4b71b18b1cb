"""Fuzzer of table sockets: messages made from the typed union, right, nearly right and wrong.

`python -m tests.server.fuzz 10000` sends so many to a server of its own.
"""

import json
import random
import sys
import time
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, get_args

import msgspec
from websockets.sync.client import ClientConnection

from rondel.server.protocol.commands import SocketRequest
from rondel.server.protocol.messages import Answer, SocketMessage

from .playing import MINE, Server, Visitor
from .processes import start_process

BATCH = 50
SECONDS = 60
"""For the answers to one batch."""
ODD: list[Any] = [
    None, True, False, 0, 1, -1, 7, 8, 2**31 - 1, 2**31, 2**53, 2**63 - 1, 2**63, 2**64, 2**80,
    -(2**63), 0.5, 1e308, "", " ", "x", "step", "turn", "move 1", "\u0000", "\u202e", "é" * 250,
    "x" * 600, [], [[]], [None], ["move 1"] * 101, {}, {"step": "Move"}, {"step": {"step": []}},
    {"": ""}, {"a": {"b": {"c": [1, 2, {"d": None}]}}},
]  # fmt: skip
ANSWERS = {kind.__struct_config__.tag for kind in get_args(Answer)}
read_message = msgspec.json.Decoder(SocketMessage).decode


class Fuzzer:
    """Makes messages for a table, always the same for a seed."""

    def __init__(self, seed: int):
        self._luck = random.Random(seed)
        self._kinds = get_args(SocketRequest)
        self.state: Any = None

    def message(self) -> bytes:
        """One message."""
        kind = self._luck.choice(self._kinds)
        info: Any = msgspec.inspect.type_info(kind)
        body = {"kind": info.tag}
        for field in info.fields:
            if field.required or self._luck.random() < 0.6:
                body[field.encode_name] = self._value(field.encode_name)
        if self._luck.random() < 0.1:
            body[str(self._luck.choice(ODD))] = self._luck.choice(ODD)
        if self._luck.random() < 0.05:
            body["kind"] = self._luck.choice(ODD)
        return self._damaged(json.dumps(body).encode())

    def _value(self, name: str) -> Any:
        if self._luck.random() < 0.3:
            return self._luck.choice(ODD)
        moment: Any = self.state["moment"] or {"turn": {"seat": None, "actions": []}}
        texts: list[Any] = [action["text"] for action in moment["turn"]["actions"]] or ["move 1"]
        steps: list[Any] = [action["step"] for action in moment["turn"]["actions"]] or [{}]
        usual: dict[str, Any] = {
            "id": self._luck.randrange(2**31),
            "after": self.state["sequence"],
            "seat": moment["turn"]["seat"],
            "steps": [self._luck.choice([*texts, *steps])],
            "what": self._luck.choice(["step", "turn"]),
            "key": f"k{self._luck.randrange(1000)}",
            "text": "hello",
            "yes": self._luck.choice([True, False]),
        }
        return usual.get(name, self._luck.choice(ODD))

    def _damaged(self, text: bytes) -> bytes:
        """Return the text, or now and then a part of it, or with a letter changed."""
        chance = self._luck.random()
        at = self._luck.randrange(len(text))
        if chance < 0.03:
            return text[:at]
        if chance < 0.08:
            return text[:at] + bytes([self._luck.randrange(256)]) + text[at + 1 :]
        return text


def fuzz(server: Server, count: int, seed: int = 1) -> Counter[str]:
    """Send so many messages; how often each kind of answer came. Every one has an answer."""
    ana, fuzzer = Visitor(server), Fuzzer(seed)
    answers: Counter[str] = Counter()
    while answers.total() < count:
        table = ana.table(MINE, MINE)["id"]
        with ana.socket(table) as talk:
            while answers.total() < count and is_playing(fuzzer, ana, table):
                batch = [fuzzer.message() for _ in range(min(BATCH, count - answers.total()))]
                for message in batch:
                    talk.send(message)
                answers.update(answers_to(talk, batch))
    log = server.log.read_text("utf-8")
    assert "Traceback" not in log, log[-5000:]
    return answers


def is_playing(fuzzer: Fuzzer, visitor: Visitor, table: str) -> bool:
    """Return whether the match continues, by the fuzzer's latest state."""
    fuzzer.state = visitor.state(table)
    return bool(fuzzer.state["table"]["status"] == "playing")


def answers_to(talk: ClientConnection, batch: list[bytes]) -> list[str]:
    """Return the answer to each message of a batch: the kind, or the code of the refusal."""
    found: list[str] = []
    until = time.monotonic() + SECONDS
    while len(found) < len(batch):
        assert time.monotonic() < until, f"only {found} was answered to {batch}"
        heard = talk.recv(timeout=SECONDS)
        read_message(heard)
        told = json.loads(heard)
        # The event that a command with a key has made is its answer.
        if told.get("key"):
            found.append("done")
        # A beat with a time was not asked for.
        elif told["kind"] in ANSWERS and not told.get("at"):
            found.append(told["error"]["code"] if "error" in told else told["kind"])
    return found


def main() -> None:
    """Send as many messages as the command line says."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    with TemporaryDirectory() as folder:
        database = f"sqlite:///{folder}/fuzz.db"
        server = start_process(Path(folder) / "log", database=database, messages_per_second=0)
        try:
            print(count, "messages:", dict(fuzz(server, count, seed=count)))
        finally:
            server.stop()


if __name__ == "__main__":
    main()
