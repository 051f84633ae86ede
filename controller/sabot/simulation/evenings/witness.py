"""The witness: an output of the table that holds everything shown against the record, at that moment."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from sqlite3 import Connection

from sabot.core import events as verdicts
from sabot.core.events import Event
from sabot.core.observations import CardLies, CardTaken, Observation
from sabot.core.shapes.view import View
from sabot.core.table import Table, resumed
from sabot.core.view import view
from sabot.record.carry_over import alone
from sabot.record.chain import Record, canonical
from sabot.record.journal import records
from sabot.record.resume import after, read, reopened
from sabot.simulation.evenings.findings import KEPT, REPLAYED, WHOLE, WITNESS, Findings

PASSING = ("clock_ns", "halted", "lang", "table", "simulated", "training")
"""What a screen shows beyond the record: the time, and what the configuration says."""

Listener = Callable[[Record, Observation], object]


class Witness:
    """Folds the record as it grows, over all programs of an evening, and compares each view with it.

    `table` is the replay, `blind` the same without the eye. `listeners` get each observation on record.
    """

    def __init__(
        self, findings: Findings, listeners: Sequence[Listener], note: Callable[[str], object]
    ) -> None:
        self._findings, self._listeners, self._note = findings, listeners, note
        self._file: Connection | None = None
        self._tables: tuple[Table, Table] | None = None
        self.seq, self._chain = 0, ""
        self._events: list[str] = []

    @property
    def table(self) -> Table:
        """The replay up to the last record that was read."""
        assert self._tables is not None
        return self._tables[0]

    def reads(self, file: Connection) -> None:
        """A program has opened the journal: all that was read before must still be there."""
        self._file = file
        kept = [each.chain for each in records(file, "seq = ?", (self.seq,))]
        if self.seq and kept != [self._chain]:
            self._findings.broken(WHOLE, f"record {self.seq} is gone or another one")
        self.read_on()
        self._events.clear()

    def read_on(self, until: int | None = None) -> None:
        """Fold what is new on record, up to record `until`."""
        assert self._file is not None
        for record in records(self._file, "seq > ?", (self.seq,)):
            if until is not None and record.seq > until:
                return
            if record.seq != self.seq + 1:
                self._findings.broken(WHOLE, f"record {self.seq + 1} is missing")
            self.seq, self._chain = record.seq, record.chain
            self._note(f"record {record.seq} {record.kind} {record.coup} {record.role} {record.body}")
            self._fold(record)

    def publish(self, seq: int, shown: View, events: Sequence[Event] = ()) -> None:
        """The table shows this."""
        self.read_on(seq)
        if seq != self.seq:
            self._findings.broken(KEPT, f"record {seq} is shown, and {self.seq} is the last on record")
            return
        lines = [canonical(verdicts.as_dict(event)) for event in events]
        if lines != self._events:
            self._findings.broken(KEPT, f"shown with record {seq}: {lines}, on record: {self._events}")
        self._events.clear()
        self._compare(shown)

    def _compare(self, shown: View) -> None:
        replayed: View = view(self.table)
        wrong = {
            key: (shown.get(key), value)
            for key, value in replayed.items()
            if key not in PASSING and shown.get(key) != value
        }
        if wrong:
            self._findings.broken(REPLAYED, f"after record {self.seq} the screen differs: {wrong}"[:600])

    def _fold(self, record: Record) -> None:
        if record.kind == "opening":
            table = reopened(record.plain)
            self._tables = (table, table)
        elif record.kind == "note" and record.plain.get("note") == "resumed":
            table, blind = map(_resumed, self._tables or ())
            self._tables = (table, blind)
        elif record.kind == "observation":
            self._observed(record, read(record))
        elif record.kind == "event":
            self._events.append(canonical(record.plain))

    def _observed(self, record: Record, seen: Observation) -> None:
        assert self._tables is not None
        table, blind = self._tables
        table = _after(table, record, seen)
        if not isinstance(seen, CardLies | CardTaken):
            blind = _after(blind, record, seen)
        self._tables = (table, blind)
        pairs = zip(_decided(table), _decided(blind), strict=True)
        if other := [pair for pair in pairs if pair[0] != pair[1]]:
            self._findings.broken(WITNESS, f"record {record.seq} is other without the eye: {other}")
        for listener in self._listeners:
            listener(record, seen)


def _after(table: Table, record: Record, seen: Observation) -> Table:
    return after(table, seen, record.wall_ns, record.monotonic_ns, seq=record.seq)[0]


def _decided(table: Table) -> tuple[object, ...]:
    """What has been decided: the cards, the money and the result of the coup."""
    play = table.play
    hands = tuple(play.game.hand(play.coup, place) for place in play.game.PLACES)
    money = play.coup.stakes, play.coup.held, play.coup.bank
    return play.number, play.opened, play.sabot, hands, money, play.result


def _resumed(table: Table) -> Table:
    return resumed(alone(table))
