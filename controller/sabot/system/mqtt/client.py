"""What every client of the broker is given: who it is, and how the line is encrypted. And one try whether the
broker can be had."""

from __future__ import annotations

import queue
import ssl
from typing import Any

from paho.mqtt.client import Client
from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion

from sabot.system.mqtt.access import Access

CONNECT_S, ANSWER_S = 3.0, 5.0


def fitted(client: Client, to: Access) -> Client:
    """The client, ready for this broker."""
    client.connect_timeout = CONNECT_S
    if to.user:
        client.username_pw_set(to.user, to.password or None)
    if to.context is not None:
        client.tls_set_context(to.context)
    return client


def refusal(to: Access) -> str:
    """Why this broker cannot be had now, after its name; empty where it accepts the table."""
    answers = queue.SimpleQueue[str]()

    def heard(_client: Client, _data: Any, _flags: Any, reason: Any, _properties: Any) -> None:
        answers.put(refused(reason) if reason.is_failure else "")

    client = fitted(Client(CallbackAPIVersion.VERSION2, protocol=MQTTProtocolVersion.MQTTv5), to)
    client.on_connect = heard
    try:
        client.connect(to.host, to.port)
    except (OSError, ValueError) as error:
        return unreached(error)
    client.loop_start()
    try:
        return answers.get(timeout=ANSWER_S)
    except queue.Empty:
        return "does not answer: is it a broker of MQTT 5?"
    finally:
        client.disconnect()
        client.loop_stop()


def unreached(error: Exception) -> str:
    """Why there is no line to a broker, after its name."""
    if isinstance(error, ssl.SSLCertVerificationError):
        return f"has a certificate that is not trusted: {error.verify_message}"
    why = error.strerror if isinstance(error, OSError) else ""
    return f"cannot be reached: {why or error}"


def refused(reason: object) -> str:
    """That a broker does not accept the table, and why, after its name."""
    return f"refuses the table: {reason}"
