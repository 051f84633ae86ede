"""A real Mosquitto, and somebody who listens to it."""

from __future__ import annotations

import json
import queue
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("paho.mqtt", reason="the extra mqtt is missing: make setup EXTRA=mqtt")

from paho.mqtt.client import Client, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion

from sabot.pit.services import BrokerService, MissingError

LIMIT_S = 60.0


def free_port() -> int:
    """A port that nobody listens at."""
    with socket.socket() as line:
        line.bind(("127.0.0.1", 0))
        return int(line.getsockname()[1])


@contextmanager
def mosquitto(folder: Path, more: str = "") -> Iterator[BrokerService]:
    """A broker on this machine; `more` is added to its configuration. It is started by `up`."""
    try:
        service = BrokerService(folder, free_port())
    except MissingError as error:
        pytest.skip(str(error))
    file = folder / "mosquitto.conf"
    text = file.read_text("utf-8")
    if "allow_anonymous" in more:
        text = text.replace("allow_anonymous true\n", "")
    file.write_text(f"{text}{more}", "utf-8")
    try:
        yield service
    finally:
        service.end(9)


class Listener:
    """A program that hears everything under `#`. `retained` is what stands under each topic now."""

    def __init__(self, service: BrokerService, *, user: str = "", password: str = "") -> None:
        self._came = queue.SimpleQueue[tuple[str, bytes]]()
        self.heard: list[tuple[str, Any]] = []
        self.retained: dict[str, Any] = {}
        self._client = Client(CallbackAPIVersion.VERSION2, protocol=MQTTProtocolVersion.MQTTv5)
        if user:
            self._client.username_pw_set(user, password)
        ready = threading.Event()
        self._client.on_connect = lambda client, *_: client.subscribe("#", qos=1)
        self._client.on_subscribe = lambda *_: ready.set()
        self._client.on_message = self._keep
        self._client.connect(*service.broker.address)
        self._client.loop_start()
        assert ready.wait(LIMIT_S)

    def _keep(self, _client: Client, _data: Any, message: MQTTMessage) -> None:
        self._came.put((message.topic, bytes(message.payload)))

    def until(self, is_true: Callable[[], bool]) -> None:
        """Take what comes until this is true."""
        while not is_true():
            topic, payload = self._came.get(timeout=LIMIT_S)
            plain: Any = payload.decode()
            if plain[:1] == "{":
                plain = json.loads(plain)
            self.heard.append((topic, plain))
            self.retained[topic] = plain

    def under(self, topic: str) -> list[Any]:
        """Everything that was heard under this topic."""
        return [plain for name, plain in self.heard if name == topic]

    def close(self) -> None:
        self._client.disconnect()
        self._client.loop_stop()


@contextmanager
def listening(service: BrokerService, **given: str) -> Iterator[Listener]:
    """Somebody who listens until the block ends."""
    listener = Listener(service, **given)
    try:
        yield listener
    finally:
        listener.close()
