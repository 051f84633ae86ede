"""The two ways to a table, for tests: its own screen, and every other."""

from __future__ import annotations

import socket
from typing import Any

from flask import Flask
from flask.testing import FlaskClient

from sabot_dashboard.server import Server
from sabot_dashboard.stream import OWN

ELSEWHERE: dict[str, Any] = {"environ_base": {OWN: False, "REMOTE_ADDR": "10.0.0.9"}}
"""For a request of `at_the_table`: this one is a guest's."""


def at_the_table(app: Flask) -> FlaskClient:
    """A browser at the table's own screen."""
    client = app.test_client()
    client.environ_base |= {OWN: True}  # type: ignore[dict-item]
    return client


def served(app: Flask, **options: Any) -> Server:
    """The app behind the real server, on two free ports of this machine."""
    return Server(app, own=free_port(), public=free_port(), **options)


def free_port() -> socket.socket:
    """A socket that listens on any free port of this machine."""
    return socket.create_server(("127.0.0.1", 0))
