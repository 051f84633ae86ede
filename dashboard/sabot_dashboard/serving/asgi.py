"""The words of ASGI that we use: what a server says of a request, and how it is read and answered."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import Protocol, TypedDict

Header = tuple[bytes, bytes]
Message = Mapping[str, object]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]


class Connection(Protocol):
    """The connection of a request, as its door gives it to the app."""

    @property
    def is_unencrypted(self) -> bool:
        """Whether it is plain HTTP at a listener that encrypts."""

    def begun(self) -> None:
        """A request is complete up to its body; it is being answered."""

    def answered(self) -> None:
        """The answer is sent; the next request may come."""

    @property
    def is_gone(self) -> bool:
        """Whether the browser has hung up."""

    @property
    def is_busy(self) -> bool:
        """Whether the browser has not yet taken what was written."""

    def write(self, data: bytes) -> None:
        """Write a part of an answer that has begun, as it is, without ever waiting."""

    def when_ready(self, then: Callable[[], object]) -> None:
        """Call `then` each time the browser has taken everything."""

    def when_gone(self, then: Callable[[], object]) -> None:
        """Call `then` when the browser hangs up, at once if it already has."""

    def hang_up(self) -> None:
        """End the connection at once."""


class State(TypedDict):
    """What a door adds to each of its requests."""

    connection: Connection


class Scope(TypedDict):
    """One request."""

    type: str
    http_version: str
    method: str
    scheme: str
    path: str
    query_string: bytes
    headers: list[Header]
    client: tuple[str, int] | None
    server: tuple[str, int | None] | None
    state: State


def start(status: int, headers: Iterable[Header]) -> Message:
    """How an answer begins."""
    return {"type": "http.response.start", "status": status, "headers": list(headers)}


def part(data: bytes, *, more: bool = True) -> Message:
    """A part of an answer. An empty one says nothing, and is taken when the one before is on its way."""
    return {"type": "http.response.body", "body": data, "more_body": more}
