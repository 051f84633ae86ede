"""A client that may say of itself what it likes: which name, which client id, which topic."""

from __future__ import annotations

import queue
import ssl
from typing import Any, NamedTuple

from paho.mqtt.client import Client
from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion

from sabot.pit.trust.papers import Papers

ANSWER_S = 10.0


class Answer(NamedTuple):
    """What the broker answered: whether it did what it was asked, and in which words."""

    is_taken: bool
    words: str


SILENCE = Answer(False, "no answer")


def careless(papers: Papers | None) -> ssl.SSLContext:
    """How somebody speaks who looks at nobody's certificate, and not at the days of their own."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    if papers is not None:
        context.load_cert_chain(papers.certificate, papers.key)
    return context


class Stranger:
    """One connection to the broker at this address, with these papers; to be closed."""

    def __init__(self, address: tuple[str, int], papers: Papers, *, client_id: str = "") -> None:
        self._answers: queue.SimpleQueue[Answer] = queue.SimpleQueue()
        self._client = Client(
            CallbackAPIVersion.VERSION2,
            client_id=client_id,
            protocol=MQTTProtocolVersion.MQTTv5,
            reconnect_on_failure=False,
        )
        self._client.tls_set_context(careless(papers))
        self._client.on_connect = self._on_connect
        self._client.on_publish = self._on_publish
        self._client.connect(*address, clean_start=True)
        self._client.loop_start()
        self.connected = self._answer()
        """What the broker said to the connection."""

    def publish(self, topic: str, payload: bytes) -> Answer:
        """What the broker says to this message."""
        self._client.publish(topic, payload, qos=1)
        return self._answer()

    def close(self) -> None:
        """End it."""
        self._client.disconnect()
        self._client.loop_stop()

    def _answer(self) -> Answer:
        try:
            return self._answers.get(timeout=ANSWER_S)
        except queue.Empty:
            return SILENCE

    def _on_connect(self, _client: Client, _data: Any, _flags: Any, reason: Any, _properties: Any) -> None:
        self._answers.put(Answer(not reason.is_failure, str(reason)))

    def _on_publish(self, _client: Client, _data: Any, _mid: int, reason: Any, _properties: Any) -> None:
        self._answers.put(Answer(not reason.is_failure, str(reason)))
