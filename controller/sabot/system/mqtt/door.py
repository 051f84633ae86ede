"""The door: keeps a broker told, in a thread of its own, and goes on when the broker is there again."""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol

from sabot.core.shapes.json import Plain
from sabot.core.shapes.view import View
from sabot.live.feed import Subscription, Update
from sabot.system.mqtt.house import house
from sabot.system.mqtt.topics import OFFLINE, ONLINE, Topics
from sabot.system.webhooks.receiver import DeliveryError
from sabot.system.webhooks.sender import Sender

log = logging.getLogger(__name__)

LOOK_S = 0.1
"""The line is looked at this often, and the table told at most this often: a broker needs no more, and the
loop of a fast table needs the processor."""

WAIT_S, ANSWER_S, LEAVE_S = 0.05, 10.0, 2.0
"""How long one look for an answer takes; how long the broker may take to answer for news, and at the end for
the last word."""

MOST_WAITING = 20
"""Messages without an answer: with more of them the table is not told again, for the broker is slow."""


class Wire(Protocol):
    """A line to the broker, which says in the log why there is none. `trouble`: what the broker did not take;
    empty: it took everything."""

    waiting: int
    trouble: str

    @property
    def is_there(self) -> bool:
        """Whether there is a connection, which the broker may not have accepted yet."""

    def is_new(self, wait_s: float) -> bool:
        """Look at the line, connecting it where it is lost. Returns whether the broker has accepted it since
        the last look."""

    def publish(self, topic: str, payload: bytes, *, retain: bool = False) -> None:
        """Hand a message to the broker, if there is one."""

    def close(self) -> None:
        """Let go of the broker."""


class Words(NamedTuple):
    """How the table is put: `shown` is what everybody may see, `device` what Home Assistant is told; None:
    it is not told anything."""

    shown: Callable[[Update], Plain]
    device: Callable[[View], Plain] | None


class Door:
    """One broker and one table. `senders` send the news; `newest` is the table as it stands."""

    def __init__(
        self,
        wire: Wire,
        topics: Topics,
        words: Words,
        *,
        newest: Callable[[], Update],
        clock_s: Callable[[], float] = time.monotonic,
    ) -> None:
        self._wire, self._topics, self._words = wire, topics, words
        self._newest, self._clock_s = newest, clock_s
        self.senders: Sequence[Sender] = ()
        self._published: dict[str, bytes] = {}
        self._last: Update | None = None
        self._due_s = 0.0
        self._is_up, self._is_new, self._said = False, False, ""
        self._is_closed: Callable[[], bool] = lambda: False

    def attend(self, place: Subscription) -> None:
        """Keep the broker told until the table is closed."""
        self._is_closed = lambda: place.closed
        for each in self.senders:
            each.begin()
        try:
            while not place.closed:
                if not self.turn():
                    place.get(LOOK_S)
                while place.get(0):
                    pass
            self._leave()
        finally:
            self._wire.close()

    def turn(self) -> bool:
        """One look, if it is time: at the line, at the table, at the news. Returns whether more news may
        wait."""
        if self._clock_s() < self._due_s:
            return False
        self._due_s = self._clock_s() + LOOK_S
        self._look(0)
        self._say()
        if not self._is_up:
            return False
        if self._is_new:
            self._is_new = False
            self._begin()
        self._show()
        behind = [each.turn() for each in self.senders]
        is_behind = any(behind)
        self._due_s = 0.0 if is_behind else self._due_s
        return is_behind

    def send(self, kind: str, body: Plain) -> None:
        """Publish news of this kind, and wait until the broker has it. Raises DeliveryError, at once when the
        table is closed: the next one may open before a slow broker has answered, and its `online` must come
        after the `offline` of this one."""
        self._settle(ANSWER_S, gives_up=self._is_closed)  # what comes then is the answer for this message
        if self._is_closed():
            raise DeliveryError("the table is closed")
        self._wire.trouble = ""
        self._wire.publish(self._topics.of(kind), _bytes(body))
        if not self._settle(ANSWER_S, gives_up=self._is_closed):
            raise DeliveryError("the broker has not answered for a message")
        why, self._wire.trouble = self._wire.trouble, ""
        if why:
            raise DeliveryError(why)

    def _settle(self, limit_s: float, *, gives_up: Callable[[], bool] = lambda: False) -> bool:
        """Whether the broker has answered for everything, in this time and before this gives up."""
        end_s = self._clock_s() + limit_s
        while self._is_up and self._wire.waiting and self._clock_s() < end_s and not gives_up():
            self._look(WAIT_S)
        return self._is_up and not self._wire.waiting

    def _look(self, wait_s: float) -> None:
        is_new = self._wire.is_new(wait_s)
        if is_new:
            self._wire.trouble = ""
        self._is_new = self._is_new or is_new
        self._is_up = (self._is_up or is_new) and self._wire.is_there

    def _say(self) -> None:
        """The log says once what the broker does not take, and each time that it is there."""
        trouble = self._wire.trouble
        if trouble and trouble != self._said:
            log.warning("mqtt: %s", trouble)
            self._said = trouble
        if self._is_new:
            log.info("mqtt: the broker is there")
            self._said = ""

    def _begin(self) -> None:
        """What stands at the broker from now on, in place of what stood there."""
        self._published, self._last = {}, None
        self._wire.publish(self._topics.of("availability"), ONLINE, retain=True)
        if self._words.device is None:
            for topic in (self._topics.discovery, self._topics.of("house")):
                self._wire.publish(topic, b"", retain=True)

    def _show(self) -> None:
        """The table, where the broker has another one."""
        now = self._newest()
        if not now.view or now is self._last or self._wire.waiting > MOST_WAITING:
            return
        self._last = now
        shown = self._words.shown(now)
        self._publish(self._topics.of("state"), shown, besides=("record",))
        if self._words.device is not None:
            self._publish(self._topics.discovery, self._words.device(now.view))
            self._publish(self._topics.of("house"), {**house(now.view, shown)})

    def _publish(self, topic: str, body: Plain, *, besides: Sequence[str] = ()) -> None:
        """Publish this where anything has changed `besides` these keys."""
        new = _bytes({key: each for key, each in body.items() if key not in besides})
        if self._published.get(topic) != new:
            self._published[topic] = new
            self._wire.publish(topic, _bytes(body), retain=True)

    def _leave(self) -> None:
        """Say that the table is closed, and give the broker a moment to take it."""
        if not self._is_up:
            return
        self._wire.publish(self._topics.of("availability"), OFFLINE, retain=True)
        self._settle(LEAVE_S)


class Publishing:
    """A broker as one who is sent news."""

    kind = "mqtt"

    def __init__(self, door: Door, name: str) -> None:
        self._door, self.name = door, name

    def send(self, key: str, news: Plain) -> None:
        """Raises DeliveryError. The topic names the kind."""
        self._door.send(str(news["type"]), news)


def _bytes(body: Plain) -> bytes:
    return json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode()
