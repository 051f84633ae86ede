"""What `dashboard/sabot_dashboard/server.py` relies on inside waitress, by name: no other release is tried
without this test.

waitress promises none of it. `pyproject.toml` therefore holds it to the releases of 3.0.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from importlib.metadata import version
from inspect import signature
from pathlib import Path
from typing import Any

import pytest
from waitress.channel import ClientDisconnected, HTTPChannel
from waitress.server import TcpWSGIServer, create_server
from waitress.task import WSGITask

from sabot_dashboard import server

ROOT = Path(server.__file__).parents[2]

OF_THE_SERVER = {
    "channel_class",
    "effective_host",
    "effective_port",
    "run",
    "task_dispatcher",
    "trigger",
    "_map",
}
OF_A_CHANNEL = {
    "task_class",
    "received",
    "handle_write",
    "outbuf_lock",
    "total_outbufs_len",
    "write_soon",
    "close_when_flushed",
}
OF_A_TASK = {"get_environment", "finish", "service", "channel", "close_on_finish", "chunked_response"}
OURS = {"is_kept"}
USED = re.compile(r"(?:_made|\bchannel|_channel|super\(\))\.(\w+)|\b(task_class|channel_class)\b")


@pytest.fixture
def made() -> Iterator[Any]:
    """A server of waitress that serves nobody."""
    found = create_server(lambda environ, start: [], host="127.0.0.1", port=0, threads=1)
    yield found
    found.task_dispatcher.shutdown(timeout=1)
    found.close()
    found.trigger.close()


def test_the_names_are_all_that_the_server_uses():
    text = (ROOT / "dashboard" / "sabot_dashboard" / "server.py").read_text()
    used = {name for names in USED.findall(text) for name in names if name}
    assert used > {"write_soon", "trigger", "get_environment"}
    assert used - OURS <= OF_THE_SERVER | OF_A_CHANNEL | OF_A_TASK


def test_a_server_on_one_address_has_what_is_used_of_it(made):
    assert type(made) is TcpWSGIServer
    assert {name for name in OF_THE_SERVER if not hasattr(made, name)} == set()
    assert made.channel_class is HTTPChannel
    assert "timeout" in signature(made.task_dispatcher.shutdown).parameters
    assert "thunk" in signature(made.trigger.pull_trigger).parameters


def test_a_channel_has_what_is_used_of_it():
    in_instances = {"outbuf_lock"}
    assert {name for name in OF_A_CHANNEL - in_instances if not hasattr(HTTPChannel, name)} == set()
    assert in_instances <= set(HTTPChannel.__init__.__code__.co_names)
    assert HTTPChannel.task_class is WSGITask
    assert list(signature(HTTPChannel.received).parameters) == ["self", "data"]
    assert list(signature(HTTPChannel.write_soon).parameters) == ["self", "data"]
    assert issubclass(ClientDisconnected, Exception)


def test_a_task_has_what_is_used_of_it():
    in_instances = {"channel"}
    assert {name for name in OF_A_TASK - in_instances if not hasattr(WSGITask, name)} == set()
    assert list(signature(WSGITask).parameters) == ["channel", "request"]


def test_only_the_releases_that_were_looked_into_are_allowed():
    with (ROOT / "pyproject.toml").open("rb") as file:
        wanted = tomllib.load(file)["project"]["dependencies"]
    (line,) = [each for each in wanted if each.startswith("waitress")]
    assert line == "waitress>=3.0.1,<3.1"
    assert version("waitress").startswith("3.0.")
