"""Many carriers in one process, a thread each: `sabot bench pit` would fill its own machine with 200
processes. Each is the carrier of a table, with a line of its own; only what the pit said is noted beside it.

    python -m sabot.bench.pit.carriers HOUSE PORT NOTES JOURNAL...

A table is called as its journal's file is. At SIGTERM it writes NOTES: for each table `[seq, pit_ns]` of
every `have`, in the order in which they came.
"""

from __future__ import annotations

import json
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from sabot.pit import messages
from sabot.pit.carrier import Carrier
from sabot.pit.line import Broker, Event, Line, Message
from sabot.pit.outbox import Outbox
from sabot.pit.topics import Station

Note = tuple[int, int]
"""A number of a record, and when the pit had committed it (wall clock, nanoseconds)."""


class NotedLine(Line):
    """A line that notes each `have` when it arrives."""

    notes: list[Note]

    def events(self, wait_s: float) -> Iterator[Event]:
        """What has happened, noted."""
        for event in super().events(wait_s):
            if isinstance(event, Message) and event.topic.endswith("/have"):
                self._note(event.payload)
            yield event

    def _note(self, payload: bytes) -> None:
        with suppress(messages.MalformedError):
            plain = messages.plain_of(payload)
            seq, pit_ns = plain.get("seq"), plain.get("pit_ns")
            if isinstance(seq, int) and isinstance(pit_ns, int):
                self.notes.append((seq, pit_ns))


def carry(station: Station, journal: Path, broker: Broker, is_over: threading.Event) -> NotedLine:
    """Start to carry this journal in a thread of its own; its line."""
    carrier = Carrier(station, Outbox(journal))
    line = NotedLine(broker, (station.topic("have"), station.topic("ask")), will=carrier.will)
    line.notes = []

    def run() -> None:
        while not is_over.is_set():
            carrier.serve(line)

    threading.Thread(target=run, daemon=True).start()
    return line


def main(words: list[str]) -> None:
    """The command line."""
    house, port, notes, *journals = words
    is_over = threading.Event()
    signal.signal(signal.SIGTERM, lambda *_: is_over.set())
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    broker = Broker(port=int(port))
    lines = {
        path.stem: carry(Station(house, path.stem), path, broker, is_over) for path in map(Path, journals)
    }
    while not is_over.wait(0.2):
        continue
    Path(notes).write_text(json.dumps({name: line.notes for name, line in lines.items()}), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
