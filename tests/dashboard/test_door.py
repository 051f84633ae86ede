"""A connection that is closed leaves nothing behind: guests open and close thousands."""

from __future__ import annotations

import asyncio
import weakref
from collections.abc import Callable

import pytest
from uvicorn.server import ServerState

from sabot_dashboard.serving.door import Door, Doorkeeper, Limits, Served


class Wire(asyncio.Transport):
    """A connection without a network."""

    def get_extra_info(self, name: str, default: object = None) -> object:
        return ("10.0.0.9", 4321) if name == "peername" else default

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None: ...

    def close(self) -> None: ...

    def abort(self) -> None: ...


async def app(scope: object, receive: object, send: object) -> None:
    """Answers nothing."""


def opened(*, connections: int) -> Door:
    """The door of one who came, at a listener for this number of connections."""
    config = Served(app, loop="asyncio", ws="none", lifespan="off", interface="asgi3", log_config=None)
    config.doorkeeper = Doorkeeper(Limits(connections=connections))
    door = Door(config, ServerState(), {})
    door.connection_made(Wire())
    return door


def is_refused(door: Door) -> None:
    """One too many: there is no place."""


def speaks_half(door: Door) -> None:
    """The head of a request does not end."""
    door.data_received(b"GET /display HTTP/1.1\r\nX-Slow: ")


def looks(door: Door) -> None:
    """A stream, which knows its connection, and is called by it."""
    door.when_ready(lambda: door.write(b"late"))
    door.when_gone(lambda: door.answered())


@pytest.mark.parametrize(("connections", "does"), [(0, is_refused), (1, speaks_half), (1, looks)])
def test_a_connection_that_is_lost_is_gone_without_a_search_for_garbage(
    connections: int, does: Callable[[Door], None]
) -> None:
    def comes_and_goes() -> weakref.ref[Door]:
        door = opened(connections=connections)
        does(door)
        door.connection_lost(None)
        return weakref.ref(door)

    async def is_left() -> bool:
        return comes_and_goes()() is not None

    assert not asyncio.run(is_left())
