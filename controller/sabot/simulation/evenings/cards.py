"""The truth about cards: what left the shoe, held against what is on record."""

from __future__ import annotations

from typing import NamedTuple

from sabot.core.observations import CardSeen, CutCardSeen, Observation
from sabot.instruments.line.messages import CardRead, Message, ReadFailure
from sabot.instruments.shoes.sabot_shoe import CUT
from sabot.instruments.simulated.voices import SabotShoe
from sabot.record.chain import Record
from sabot.simulation.evenings.findings import CARDS, Findings


class Drawn(NamedTuple):
    """A card that left the shoe: the shoe's number of it, and its name (empty: it could not be read)."""

    mark: str
    name: str


class Drawing(SabotShoe):
    """Our own shoe, which notes what leaves it. `forgotten` are cards that it gave up: it was restarted, or
    could not send for long. The table says so when it happens."""

    def __init__(self, boot: int) -> None:
        super().__init__(boot=boot)
        self.drawn: list[Drawn] = []
        self.forgotten: set[str] = set()

    def says(self, message: Message, t_us: int) -> bytes:
        """A numbered message."""
        if len(self.ring) == self._ring_size:
            self.forgotten.add(f"{self.boot}:{self.oldest}")
        if isinstance(message, CardRead | ReadFailure):
            name = message.name if isinstance(message, CardRead) else ""
            self.drawn.append(Drawn(f"{self.boot}:{self.next}", name))
        return super().says(message, t_us)

    def restart(self, boot: int) -> None:
        """It loses its power, and with it what was not acknowledged."""
        self.forgotten |= {f"{self.boot}:{number}" for number, _ in self.ring}
        self.ring.clear()
        self.boot, self.sent, self.dropped = boot, 0, 0


class Cards:
    """Follows the record. Each card must be the next one that left the shoe."""

    def __init__(self, shoe: Drawing, findings: Findings) -> None:
        self._shoe, self._findings = shoe, findings
        self._count = 0

    def on_record(self, record: Record, seen: Observation) -> None:
        """One more observation is on record."""
        if record.role != "sabot" or not isinstance(seen, CardSeen | CutCardSeen):
            return
        name = CUT if isinstance(seen, CutCardSeen) else str(seen.card or "")
        mark = record.mark.rpartition(":")[0]
        self._pass_forgotten(mark)
        if self._shoe.drawn[self._count : self._count + 1] == [Drawn(mark, name)]:
            self._count += 1
            return
        owed = self._shoe.drawn[self._count : self._count + 1]
        self._findings.broken(
            CARDS, f"record {record.seq} is {name or 'an unread card'} {mark}, expected {owed}"
        )

    def all_there(self) -> None:
        """All that left the shoe must be on record by now."""
        self._pass_forgotten("")
        if missing := self._shoe.drawn[self._count :]:
            self._findings.broken(CARDS, f"never put on record: {missing}")

    def _pass_forgotten(self, mark: str) -> None:
        """Pass over cards that the shoe gave up, unless this is one: it may have arrived all the same."""
        for each in self._shoe.drawn[self._count :]:
            if each.mark == mark or each.mark not in self._shoe.forgotten:
                return
            self._count += 1
