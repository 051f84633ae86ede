"""The shoe or the wheel of a simulated evening, on its cable."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from sabot.core.observations import BallSeen, Observation
from sabot.core.options import House
from sabot.instruments.at_table import suited
from sabot.instruments.contract import PortSettings
from sabot.instruments.simulated.instrument import Command
from sabot.instruments.simulated.shoe import Shoe
from sabot.instruments.simulated.wheel import CammeghVoice, SabotWheelVoice, Wheel
from sabot.instruments.wheel.edges import Options as WheelOptions
from sabot.instruments.wheel.physics import Sensors
from sabot.record.chain import Record
from sabot.simulation.evenings.cable import Cable
from sabot.simulation.evenings.cards import Cards, Drawing
from sabot.simulation.evenings.faults import Faults
from sabot.simulation.evenings.findings import NUMBERS, Findings
from sabot.simulation.evenings.scheduler import Course, Scheduler

BEAT_S = 0.12
"""An instrument looks at its clock and its line this often."""
PULLED_SHARE, PULLED_MOST_S = 0.005, 3.0
RESTARTED_SHARE = 0.003
OWN_SENSOR_SHARE = 0.15
"""How many of the wheels have our own sensor."""
WHEEL_SPEED = 8.0
"""The wheel turns this much faster than the clock."""
MARKED_BYTES = ("lost", "late", "doubled", "reordered", "flipped")
PLAIN_BYTES = ("lost", "late")
"""What the bytes of a line may meet: those of our own boards have a checksum, those of a plain line none."""


class Around(NamedTuple):
    """What every part of an evening works with."""

    scheduler: Scheduler
    faults: Faults
    findings: Findings


class Cabled:
    """An instrument of any kind on its cable. `line` is what the table reads."""

    def __init__(
        self, around: Around, instrument: Shoe | Wheel, *, line: PortSettings, meets: tuple[str, ...]
    ) -> None:
        self.around, self.instrument, self.line = around, instrument, line
        self.cable = Cable(around.scheduler, around.faults, meets)
        self._was_open = False

    def works(self) -> Course:
        """It hears, speaks, loses its cable and its power."""
        while True:
            yield BEAT_S
            if self.around.faults.happens("pulled", PULLED_SHARE):
                self.cable.pull()
                yield self.around.faults.rng.random() * PULLED_MOST_S
            self.cable.plug()
            self._speaks()

    def tell(self, command: Command) -> None:
        """The croupier does something at it."""
        self.cable.to_table.put(self.instrument.obey(command, self.around.scheduler.now_s))

    def on_record(self, record: Record, seen: Observation) -> None:
        """One more observation is on record."""

    def all_there(self) -> None:
        """Everything was quiet for long: all must be on record."""

    def power_cut(self) -> None:
        """The table's machine loses its power."""
        self.cable.clear()

    def _speaks(self) -> None:
        now_s, cable, instrument = self.around.scheduler.now_s, self.cable, self.instrument
        if cable.is_open and not self._was_open:
            cable.to_table.put(instrument.plugged(now_s))
        self._was_open = cable.is_open
        if heard := cable.to_instrument.take():
            cable.to_table.put(instrument.hears(heard, now_s))
        said = instrument.step(now_s)
        if cable.is_open:
            cable.to_table.put(said)


class CabledShoe(Cabled):
    """Our own shoe. It keeps each message until the table has it on record."""

    def __init__(self, around: Around, game: str, rules: House) -> None:
        self._drawing = Drawing(_boot(around.faults.rng))
        shoe = Shoe(self._drawing, iter(()), rng=Random(around.faults.rng.getrandbits(64)))
        shoe.obey({"do": "pause"}, 0.0)
        options = suited("sabot-shoe", {}, game=game, rules=rules)
        line = PortSettings("sabot-shoe", "the shoe", "sabot", options=options)
        super().__init__(around, shoe, line=line, meets=MARKED_BYTES)
        self._cards = Cards(self._drawing, around.findings)
        self.on_record = self._cards.on_record  # type: ignore[method-assign]
        self.all_there = self._cards.all_there  # type: ignore[method-assign]

    def _speaks(self) -> None:
        if self.around.faults.happens("restarted", RESTARTED_SHARE):
            self.restart()
        super()._speaks()

    def power_cut(self) -> None:
        """It has its power from the table."""
        super().power_cut()
        self.restart()

    def restart(self) -> None:
        """It loses its power for a moment; not twice before it has said anything (docs/simulation.md)."""
        if not self._drawing.sent:
            return
        self.around.scheduler.note("the shoe is restarted")
        self._drawing.restart(_boot(self.around.faults.rng))
        self._was_open = False


class CabledWheel(Cabled):
    """A wheel with a plain line, or our own sensor."""

    def __init__(self, around: Around, game: str, rules: House) -> None:
        rng = Random(around.faults.rng.getrandbits(64))
        is_ours = rng.random() < OWN_SENSOR_SHARE
        ours = SabotWheelVoice(Sensors(), rng, speed=WHEEL_SPEED, boot=_boot(rng))
        wheel = Wheel(
            ours if is_ours else CammeghVoice(),
            rng=rng,
            speed=WHEEL_SPEED,
            idle=True,
            wheel=WheelOptions(pockets=rules.pockets),
        )
        name = "sabot-wheel" if is_ours else "cammegh"
        line = PortSettings(name, "the wheel", "wheel", options={"pockets": rules.pockets})
        super().__init__(around, wheel, line=line, meets=MARKED_BYTES if is_ours else PLAIN_BYTES)
        self._published = 0

    def on_record(self, record: Record, seen: Observation) -> None:
        """A number on record must be that of a spin, each once, in their order."""
        if not isinstance(seen, BallSeen) or record.role != "wheel":
            return
        spins = [each["number"] for each in self.instrument.happened if each["event"] == "launched"]
        if seen.pocket in spins[self._published :]:
            self._published = spins.index(seen.pocket, self._published) + 1
        else:
            self.around.findings.broken(NUMBERS, f"record {record.seq}: {seen.pocket}, spun: {spins}")


def _boot(rng: Random) -> int:
    return rng.getrandbits(32)
