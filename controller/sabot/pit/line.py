"""The line to the broker, of a carrier or of the collector: MQTT 5, connected again whenever it was lost.

Each connection has a client of its own and begins clean: a client that outlives its connection sends again
what it kept, and cannot change that. Nothing the broker says is a receipt, so nothing is lost by it.
"""

from __future__ import annotations

import ipaddress
import logging
import queue
import random
import socket
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from paho.mqtt.client import Client, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties
from paho.mqtt.reasoncodes import ReasonCode

from sabot.pit.trust import refusal
from sabot.pit.trust.certificates import TrustError
from sabot.pit.trust.papers import Papers

log = logging.getLogger(__name__)

KEEPALIVE_S = 15
PAUSE_S, LONGEST_PAUSE_S = 0.2, 30.0
"""Between two tries to connect: doubled each time, and a random part of it, so that forty tables do not come
at once."""


class Broker(NamedTuple):
    """Where the broker listens, and what this machine shows it; None: nothing, for a try on one machine."""

    host: str = "127.0.0.1"
    port: int = 1883
    papers: Papers | None = None

    @property
    def address(self) -> tuple[str, int]:
        """Where it listens."""
        return self.host, self.port


def broker_named(text: str, papers: Papers | None = None) -> Broker:
    """`127.0.0.1:1883` as a broker. Raises ValueError, also for another machine without certificates: nothing
    would be encrypted, and nobody would prove who they are."""
    host, _, port = text.rpartition(":")
    if not host or not port.isdigit() or not 0 < int(port) < 65536:
        raise ValueError(f"{text}: expected HOST:PORT, such as 127.0.0.1:1883")
    if papers is None and not is_this_machine(host):
        raise ValueError(
            f"{text}: without a certificate only 127.0.0.1 is allowed: anybody on the network could read the"
            " records and write false ones. `sabot pit enrol request` asks for one"
        )
    return Broker(host.strip("[]"), int(port), papers)


def is_this_machine(host: str) -> bool:
    """Whether this address never leaves the machine."""
    if host == "localhost":
        return True
    with suppress(ValueError):
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    return False


class Connected:
    """The broker has answered; what was subscribed to comes from now on."""


class Message(NamedTuple):
    """What came under a topic."""

    topic: str
    payload: bytes


Event = Connected | Message

Will = tuple[str, bytes]
"""A topic, and what the broker publishes there."""


_WITH_WILL = ReasonCode(PacketTypes.DISCONNECT, "Disconnect with will message")
"""The reason with which a client that has a will disconnects. After any other, the broker drops the will, and
the client seems to be there for ever."""


class _Own(NamedTuple):
    """What concerns the line alone: a message of this client was answered for, or its connection ended."""

    client: Client
    is_gone: bool


class Line:
    """One line; not for two threads at once. The broker publishes `will` when this end dies or closes."""

    def __init__(self, broker: Broker, topics: Sequence[str], *, will: Will | None = None) -> None:
        self.broker, self.topics, self.will = broker, topics, will
        self.waiting = 0
        """How many messages the broker has not yet answered for."""
        self._events: queue.SimpleQueue[Event | _Own] = queue.SimpleQueue()
        self._client: Client | None = None
        self._pause_s, self._next_try = PAUSE_S, 0.0
        self._is_answered = False
        self.answered = 0
        """How many connections the broker has taken."""
        self.refused = ""
        """Why the broker takes no connection of this machine, if it said so."""

    @property
    def is_there(self) -> bool:
        """Whether there is a connection to the broker."""
        return self._client is not None

    def events(self, wait_s: float) -> Iterator[Event]:
        """What has happened: waits for the first of it for so long, and takes no more than is there. Connects
        where there is no connection."""
        self._keep()
        with suppress(queue.Empty):
            yield from self._heard(self._events.get(timeout=wait_s))
            while True:
                yield from self._heard(self._events.get_nowait())

    def publish(self, topic: str, payload: bytes, *, retain: bool = False, expires_s: int = 0) -> None:
        """Hand a message to the broker, if there is one. The broker drops it after `expires_s` seconds; 0:
        never."""
        if self._client is not None:
            self.waiting += 1
            properties = Properties(PacketTypes.PUBLISH)  # type: ignore[no-untyped-call]
            if expires_s:
                properties.MessageExpiryInterval = expires_s
            self._client.publish(topic, payload, qos=1, retain=retain, properties=properties)

    def close(self) -> None:
        """Let go of the broker."""
        client, self._client = self._client, None
        if client is not None:
            client.disconnect(_WITH_WILL if self.will else None)
            client.loop_stop()

    def _heard(self, event: Event | _Own) -> Iterator[Event]:
        if not isinstance(event, _Own):
            if isinstance(event, Connected):
                self._pause_s, self._is_answered, self.refused = PAUSE_S, True, ""
                self.answered += 1
            yield event
        elif event.client is self._client:  # and not one that was given up before
            self.waiting -= 1
            if event.is_gone:
                self._client = None
                event.client.loop_stop()
                self._wait(self._why_refused())

    def _keep(self) -> None:
        if self._client is not None or time.monotonic() < self._next_try:
            return
        try:
            client = self._new()
            client.connect(*self.broker.address, keepalive=KEEPALIVE_S, clean_start=True)
        except TrustError as error:
            self._wait(str(error))
        except OSError as error:
            self._wait(self._why_unreached(error))
        else:
            self._client, self.waiting, self._is_answered = client, 0, False
            client.loop_start()

    def _why_unreached(self, error: OSError) -> str:
        """What is said where the broker is not reached; empty: nothing, for it may be away."""
        return refusal.words(error)

    def _why_refused(self) -> str:
        """Asks the broker once more, where it has hung up before it answered."""
        papers = self.broker.papers
        return refusal.why(self.broker.address, papers) if papers and not self._is_answered else ""

    def _wait(self, why: str) -> None:
        """`why`: who refused whom, said once."""
        if why and why != self.refused:
            log.error("%s:%d: %s", *self.broker.address, why)
        self.refused = why
        self._next_try = time.monotonic() + self._pause_s * random.uniform(0.5, 1)
        self._pause_s = min(2 * self._pause_s, LONGEST_PAUSE_S)

    def _new(self) -> Client:
        client = Client(
            CallbackAPIVersion.VERSION2, protocol=MQTTProtocolVersion.MQTTv5, reconnect_on_failure=False
        )
        if self.broker.papers is not None:
            client.tls_set_context(self.broker.papers.context())
        if self.will is not None:
            client.will_set(*self.will, qos=1, retain=True)
        client.on_connect = self._on_connect
        client.on_disconnect = self._on_disconnect
        client.on_message = self._on_message
        client.on_publish = self._on_publish
        client.on_socket_open = _without_delay
        return client

    # --- called by the client's own thread

    def _on_connect(self, client: Client, _data: Any, _flags: Any, reason: Any, _properties: Any) -> None:
        if reason.is_failure:
            return
        for topic in self.topics:
            client.subscribe(topic, qos=1)
        self._events.put(Connected())

    def _on_disconnect(self, client: Client, *_: Any) -> None:
        self._events.put(_Own(client, is_gone=True))

    def _on_message(self, _client: Client, _data: Any, message: MQTTMessage) -> None:
        self._events.put(Message(message.topic, bytes(message.payload)))

    def _on_publish(self, client: Client, *_: Any) -> None:
        self._events.put(_Own(client, is_gone=False))


def _without_delay(_client: Client, _data: Any, given: Any) -> None:
    """Small messages at once: with Nagle's algorithm a record comes twice as late."""
    with suppress(OSError):
        given.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
