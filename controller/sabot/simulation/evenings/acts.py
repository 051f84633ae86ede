"""The truth about acts: what a person pressed, held against what is on record."""

from __future__ import annotations

from bisect import bisect_right
from concurrent.futures import Future

from sabot.core.observations import ClockTicked, Noted, Observation, as_dict
from sabot.live.inbox import Inbox, NotKept
from sabot.record.chain import Record, canonical
from sabot.simulation.evenings.findings import ACTS, Findings


class Acts:
    """Puts acts into the inbox and follows the record. Each act there must be one that was put: acknowledged
    with the number of its record, or under way when the program ended."""

    def __init__(self, findings: Findings) -> None:
        self._findings = findings
        self._waiting: list[tuple[str, Future[int]]] = []
        self._unknown: list[str] = []
        self._on_record: dict[int, str] = {}
        self._observed: list[int] = []

    def put(self, inbox: Inbox, act: Observation) -> Future[int]:
        """A person does this."""
        receipt = inbox.put(act)
        self._waiting.append((_written(act), receipt))
        return receipt

    def on_record(self, record: Record, seen: Observation) -> None:
        """One more observation is on record."""
        self._observed.append(record.seq)
        if not record.role and not isinstance(seen, ClockTicked | Noted):
            self._on_record[record.seq] = _written(seen)

    def check(self) -> None:
        """Compare what was answered by now."""
        still = []
        for body, receipt in self._waiting:
            if not receipt.done():
                still.append((body, receipt))
            elif not isinstance(receipt.exception(), NotKept):
                self._acknowledged(receipt.result(), body)
        self._waiting = still

    def crashed(self) -> None:
        """The program has ended: what was under way may be on record or not."""
        self.check()
        self._unknown += [body for body, _ in self._waiting]
        self._waiting.clear()

    def settle(self) -> None:
        """The record has been read to its end: what is still there must be an act that was under way."""
        for seq, body in sorted(self._on_record.items()):
            if body in self._unknown:
                self._unknown.remove(body)
            else:
                self._findings.broken(ACTS, f"record {seq} is an act that nobody did, or did once: {body}")
        self._on_record.clear()
        self._unknown.clear()

    def _acknowledged(self, last: int, body: str) -> None:
        """The receipt names the last record of the step, which begins with the act."""
        seq = self._observed[bisect_right(self._observed, last) - 1]
        if self._on_record.pop(seq, None) != body:
            self._findings.broken(ACTS, f"acknowledged as record {seq}, which is another or none: {body}")


def _written(act: Observation) -> str:
    return canonical(as_dict(act))
