"""A guest who takes all that a table gives: `python -m tools.crowding PORT SECONDS ADDRESSES`.

Half-open connections, streams, and requests that are sent without waiting for answers, from as many addresses
of this machine as are asked for. What is hung up is opened again a second later. Prints what was
reached as one JSON object.
"""

from __future__ import annotations

import asyncio
import json
import resource
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import cycle

HALF_OPEN, STREAMS_KEPT, REQUESTS_A_SECOND = 1100, 1000, 1500
CONNECTIONS_FOR_REQUESTS = 60
TICK_S = 0.02
AGAIN_S = 1.0

HALF = b"GET /display HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: "
STREAM = b"GET /events?for=display HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
REQUEST = b"GET /display HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
WAITING_MOST_BYTES = 65536


class Line(asyncio.Protocol):
    """One connection: what it says first, and what it hears."""

    def __init__(self, first: bytes, counts: Counter[str], lost: Callable[[], object]) -> None:
        self.transport: asyncio.Transport | None = None
        self._first, self._counts, self._lost = first, counts, lost

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Say the first words."""
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.write(self._first)

    def data_received(self, data: bytes) -> None:
        """Count the answers."""
        for status in (b"200", b"503"):
            self._counts[f"answers {status.decode()}"] += data.count(b"HTTP/1.1 " + status)

    def connection_lost(self, exc: Exception | None) -> None:
        """Come back later."""
        self.transport = None
        self._lost()


class Crowd:
    """All connections of the guest."""

    def __init__(self, port: int, addresses: int) -> None:
        self._port = port
        self._from = cycle(f"127.0.{1 + each // 250}.{1 + each % 250}" for each in range(addresses))
        self.counts = Counter[str]()
        self._kept: set[asyncio.Task[None]] = set()

    def keep(self, first: bytes, count: int) -> list[Line]:
        """Keep `count` connections open; the list holds those that are open, and changes."""
        lines: list[Line] = []
        for _ in range(count):
            task = asyncio.get_running_loop().create_task(self._keep(first, lines, next(self._from)))
            self._kept.add(task)
        return lines

    async def _keep(self, first: bytes, lines: list[Line], address: str) -> None:
        loop = asyncio.get_running_loop()
        while True:
            gone = asyncio.Event()
            line = Line(first, self.counts, gone.set)
            try:
                await loop.create_connection(lambda: line, "127.0.0.1", self._port, local_addr=(address, 0))  # noqa: B023
            except OSError:
                self.counts["not connected"] += 1
            else:
                lines.append(line)
                await gone.wait()
                lines.remove(line)
            await asyncio.sleep(AGAIN_S)

    async def ask(self, lines: list[Line], seconds: float) -> None:
        """Send requests at the rate, over those lines that take them."""
        loop = asyncio.get_running_loop()
        end_s, due_s = loop.time() + seconds, loop.time()
        while loop.time() < end_s:
            due_s += TICK_S
            for each in self._some(lines, round(REQUESTS_A_SECOND * TICK_S)):
                each.write(REQUEST)
                self.counts["requests"] += 1
            await asyncio.sleep(max(0.0, due_s - loop.time()))

    def _some(self, lines: list[Line], count: int) -> Iterator[asyncio.Transport]:
        able = [
            each.transport
            for each in lines
            if each.transport and each.transport.get_write_buffer_size() < WAITING_MOST_BYTES
        ]
        for _, each in zip(range(count), cycle(able), strict=False):
            yield each


async def crowd(port: int, seconds: float, addresses: int) -> dict[str, object]:
    """Take all for these seconds."""
    made = Crowd(port, addresses)
    asking = made.keep(REQUEST, CONNECTIONS_FOR_REQUESTS)
    half, streams = made.keep(HALF, HALF_OPEN), made.keep(STREAM, STREAMS_KEPT)
    most = Counter[str]()

    async def look() -> None:
        while True:
            await asyncio.sleep(0.5)
            for name, lines in (("half-open", half), ("streams", streams), ("asking", asking)):
                most[name] = max(most[name], len(lines))

    looking = asyncio.get_running_loop().create_task(look())
    await made.ask(asking, seconds)
    looking.cancel()
    requests = made.counts.pop("requests") / seconds
    return {"requests_a_second": round(requests), "opened_at_once_at_most": dict(most), **made.counts}


def main() -> None:
    """As the command line asks."""
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 8192) if hard > 0 else 8192, hard))
    port, seconds, addresses = sys.argv[1:]
    print(json.dumps(asyncio.run(crowd(int(port), float(seconds), int(addresses)))), flush=True)


if __name__ == "__main__":
    main()
