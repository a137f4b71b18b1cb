"""Publish events: subscribers with bounded queues, presence, and messages between processes."""

import asyncio
import contextlib
from collections import Counter, defaultdict
from collections.abc import Callable, Generator, Iterable
from typing import NamedTuple

from msgspec import Struct

from rondel.server import metrics
from rondel.server.bus.redis_bus import ALL, OnLoss, RedisBus
from rondel.server.storage.presence import PRESENT_FOR
from rondel.server.storage.rows import now


class SlowConsumer(Exception):
    """Error for a subscriber that lags too far behind; it may reconnect and resume."""


class Ending(Exception):
    """Error for subscribers of a process that stops; they may reconnect and resume."""


class AccessRevoked(Exception):
    """Error for a subscriber that has lost its access."""


class Message(NamedTuple):
    """Something to pass on: the event's number (0 if it is not in the log), and its JSON."""

    number: int
    text: bytes


GUEST = "guest:"
PRESENCE = "presence"
"""Topic of hints that someone came or went."""
TASK = "task:"
"""Prefix of topics that announce tasks of a kind."""
THOUGHT = "thought:"
"""Prefix of topics that report for whom bots have thought, and for how many milliseconds."""
LOOK = Message(-1, b"")
"""Passed on where something happened that this process does not have at hand."""


class Seen(Struct):
    """Whom a process sees: guests and how often, by table; those without a name have none."""

    tables: dict[str, list[tuple[str | None, int]]] = {}
    programs: list[str] = []
    """Guests who are there for all their tables at once."""


class Subscriber:
    """One stream's bounded queue of messages."""

    def __init__(self, most: int, guest: str | None, is_full: bool):
        self.most = most
        self.guest = guest
        self.is_full = is_full
        """True if it wants events with all that belongs to them, rather than the bare log."""
        self.is_program = False
        """True if the guest is a program, which is there for all its tables at once."""
        self.waiting: list[Message] = []
        self.last = 0
        """Number of the latest event that was sent."""
        self.gave_up: Callable[[], None] | None = None
        """Called when the reader is given up, in case its stream's own task is stuck in it."""
        self.is_slow = False
        self.is_ending = False
        self.is_barred = False
        self._sleeper: asyncio.Future[None] | None = None

    def put(self, message: Message) -> None:
        """Queue a message; give the reader up if the queue is full."""
        if self.is_barred:
            return
        if len(self.waiting) < self.most:
            self.waiting.append(message)
        elif not self.is_slow:
            self.is_slow = True
            metrics.DROPPED.inc()
            if self.gave_up is not None:
                self.gave_up()
        self._wake()

    def _wake(self) -> None:
        if self._sleeper is not None and not self._sleeper.done():
            self._sleeper.set_result(None)

    async def take(self, seconds: float) -> list[Message]:
        """Return the messages that have arrived, or none after so many seconds.

        Raises SlowConsumer, AccessRevoked or Ending.
        """
        loop = asyncio.get_running_loop()
        if not self._has_news:
            self._sleeper = loop.create_future()
            alarm = loop.call_later(seconds, self._wake)
            try:
                await self._sleeper
            finally:
                alarm.cancel()
        if self.is_slow:
            raise SlowConsumer
        self.check()
        taken, self.waiting = self.waiting, []
        if self.is_ending and not taken:
            raise Ending
        return taken

    @property
    def _has_news(self) -> bool:
        return bool(self.waiting) or self.is_slow or self.is_ending or self.is_barred

    def look(self) -> None:
        """There is something new in the log."""
        if LOOK not in self.waiting:
            self.waiting.append(LOOK)
        self._wake()

    def revoke(self) -> None:
        """Drop the queued messages and end the subscription."""
        self.is_barred = True
        self._wake()

    def check(self) -> None:
        """Raise AccessRevoked if nothing more is for this reader."""
        if self.is_barred:
            raise AccessRevoked

    def end(self) -> None:
        """End the subscription after the queued messages."""
        self.is_ending = True
        self._wake()


def guest_topic(guest: str) -> str:
    """Return the topic of a guest's own stream."""
    return GUEST + guest


class Broadcaster:
    """Subscribers of this process, by topic: the id of a table or of a guest."""

    def __init__(self, url: str, most: int):
        self.most = most
        self.topics: defaultdict[str, set[Subscriber]] = defaultdict(set)
        self.stirred = asyncio.Event()
        """Set when someone came or went."""
        self._seen: dict[str, dict[str, float]] = {}
        """Times at which guests were last present, in any process, at tables with subscribers."""
        self._there: dict[str, set[str | None]] = {}
        """Guests who were present at the latest comparison."""
        self._present: dict[str, Counter[str | None]] = {}
        """Cached presence by topic, dropped at each change."""
        self._left: dict[str, dict[str, float]] = {}
        """Guests who unsubscribed here recently, and when."""
        self._elsewhere: defaultdict[str, Counter[str | None]] = defaultdict(Counter)
        """Subscribers of each table in other processes."""
        self._programs: set[str] = set()
        """Programs that listen to any process, as far as it was looked at."""
        self.restless: set[str] = set()
        """Topics whose presence has changed without a message so far."""
        self.published: dict[str, int] = {}
        """Number of the latest event published here, of topics with subscribers."""
        self._bus = RedisBus(url) if url else None
        self.heard: Callable[[str, int], None] | None = None
        """Called with signals of other processes: a topic, and a number of its own."""
        self.event_heard: Callable[[str, int, bytes], None] | None = None
        """Called with events of other processes: table, number, and message if it was made."""

    @contextlib.contextmanager
    def listening(
        self, topic: str, guest: str | None, is_full: bool = False
    ) -> Generator[Subscriber]:
        """Yield a subscriber to a topic for the duration of a stream."""
        listener = Subscriber(self.most, guest, is_full)
        self.topics[topic].add(listener)
        if self._bus is not None:
            self._bus.subscribe(topic)
        self._present.pop(topic, None)
        self.stirred.set()
        try:
            yield listener
        finally:
            self.stirred.set()
            if guest is not None and not topic.startswith(GUEST):
                self._left.setdefault(topic, {})[guest] = now()
            self.topics[topic].discard(listener)
            self._present.pop(topic, None)
            if not self.topics[topic]:
                del self.topics[topic]
                self.published.pop(topic, None)
                if self._bus is not None:
                    self._bus.unsubscribe(topic)

    def publish(
        self, topic: str, number: int, bare: Callable[[], bytes], full: bytes | None
    ) -> None:
        """Pass an event on to this process's listeners: bare, or its full message.

        Those who want a message that nobody has made yet are to look for it.
        """
        message: Message | None = None
        if topic in self.topics:
            self.published[topic] = number
        for listener in self.topics.get(topic, ()):
            if not listener.is_full:
                message = message or Message(number, bare())
                listener.put(message)
            elif full is None:
                listener.look()
            else:
                listener.put(Message(number, full))

    def send_to(self, topic: str, said: Callable[[str | None], bytes]) -> None:
        """Tell everyone who wants it something of their own."""
        for listener in self.topics.get(topic, ()):
            if listener.is_full:
                listener.put(Message(0, said(listener.guest)))

    def publish_ephemeral(self, topic: str, text: bytes) -> None:
        """Pass on something that is not in the log."""
        message = Message(0, text)
        for listener in self.topics.get(topic, ()):
            listener.put(message)

    def look(self, topic: str, number: int | None = None) -> None:
        """Wake the subscribers of a topic that have not seen event `number`."""
        for listener in self.topics.get(topic, ()):
            if number is None or listener.last < number:
                listener.look()

    def revoke(self, topic: str, may_hear: Callable[[str | None], bool]) -> None:
        """Send away who may not hear a topic any more."""
        for listener in self.topics.get(topic, ()):
            if not may_hear(listener.guest):
                listener.revoke()

    def end(self) -> None:
        """End every stream: the server is about to go."""
        for listeners in self.topics.values():
            for listener in listeners:
                listener.end()

    def hint(self, topic: str, number: int) -> None:
        """Send a signal to all other processes."""
        if self._bus is not None:
            self._bus.publish(ALL, b"%s %d" % (topic.encode(), number))

    def publish_elsewhere(self, topic: str, number: int, message: bytes = b"") -> None:
        """Send an event to the processes with subscribers of a topic.

        Without a message they read the journal at once.
        """
        if self._bus is not None:
            self._bus.publish(topic, b"%d %s" % (number, message))

    def _on_message(self, topic: str, message: bytes) -> None:
        """Act on a message of another process."""
        if topic == ALL:
            about, _, number = message.decode().rpartition(" ")
            if self.heard is not None:
                self.heard(about, int(number))
        elif topic.startswith(GUEST):
            self.look(topic)
        elif self.event_heard is not None:
            digits, _, text = message.partition(b" ")
            self.event_heard(topic, int(digits), text)

    def present(self, topic: str) -> Counter[str | None]:
        """Return the number of subscriptions of each present guest, in all processes.

        Programs are present at every table, and guests who have just left still are, with a count
        of zero. The result is cached until presence changes and must not be modified.
        """
        known = self._present.get(topic)
        if known is not None:
            return known
        found = Counter(listener.guest for listener in self.topics.get(topic, ()))
        found.update(self._elsewhere.get(topic, ()))
        for guest in (*self._leaving(topic), *self._programs):
            found.setdefault(guest, 0)
        if topic in self.topics and topic not in self._left:
            # Whoever has left just now goes without a sound.
            self._present[topic] = found
        return found

    def _leaving(self, topic: str) -> list[str]:
        """Return the guests who unsubscribed just now: reloading a page is not leaving."""
        since = now() - PRESENT_FOR
        return [guest for guest, at in self._left.get(topic, {}).items() if at > since]

    def seen(self, topic: str, guest: str) -> float | None:
        """Return when a guest was last present at a table with subscribers; None if present."""
        return None if guest in self.present(topic) else self._seen.get(topic, {}).get(guest)

    @property
    def programs(self) -> set[str]:
        """Programs that listen to this process for all their tables at once."""
        return {
            topic.removeprefix(GUEST)
            for topic, listeners in self.topics.items()
            if topic.startswith(GUEST) and any(listener.is_program for listener in listeners)
        }

    @property
    def here(self) -> dict[str, list[tuple[str | None, int]]]:
        """Return the guests present at each table, as far as this process knows."""
        found: dict[str, Counter[str | None]] = {
            topic: Counter(listener.guest for listener in listeners)
            for topic, listeners in self.topics.items()
            if not topic.startswith(GUEST)
        }
        for topic in self._left:
            for guest in self._leaving(topic):
                found.setdefault(topic, Counter()).setdefault(guest, 0)
        return {topic: list(guests.items()) for topic, guests in found.items()}

    def saw(self, seen: dict[str, dict[str, float]], others: Iterable[Seen]) -> list[str]:
        """Take note of who was seen in all processes; the answer is where that is news."""
        before = self._there
        self._seen = seen
        self._present.clear()
        self._left = {
            topic: {guest: left[guest] for guest in self._leaving(topic)}
            for topic, left in self._left.items()
            if self._leaving(topic)
        }
        self._elsewhere = defaultdict(Counter)
        self._programs = self.programs
        for other in others:
            self._programs.update(other.programs)
            for topic, guests in other.tables.items():
                self._elsewhere[topic].update(dict(guests))
        # Whoever has not been seen for too long goes without a sound.
        self._there = {topic: set(self.present(topic)) for topic in self.topics}
        return [topic for topic, there in self._there.items() if before.get(topic, there) != there]

    async def exchange(self, document: bytes) -> dict[str, bytes]:
        """Keep a document for the other processes, for a while; return theirs by their names."""
        return {} if self._bus is None else await self._bus.exchange(document)

    @property
    def is_bus_up(self) -> bool:
        """Return whether messages reach the other processes, if there can be any."""
        return self._bus is None or self._bus.is_up

    @property
    def is_alone(self) -> bool:
        """Return whether there can be no other process."""
        return self._bus is None

    def hears_all(self, topic: str) -> bool:
        """Return whether this process receives all events of a topic."""
        return self._bus is None or self._bus.is_reliable(topic)

    @property
    def listeners(self) -> int:
        """How many streams are open."""
        return sum(len(found) for found in self.topics.values())

    async def run(self, on_loss: OnLoss) -> None:
        """Exchange messages with the other processes for ever."""
        if self._bus is not None:
            await self._bus.run(self._on_message, on_loss)

    async def close(self) -> None:
        """Let go of the other processes."""
        if self._bus is not None:
            await self._bus.close()
