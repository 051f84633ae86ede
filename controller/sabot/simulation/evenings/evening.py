"""One simulated evening: a table, its people and its faults, from the seed alone."""

from __future__ import annotations

import hashlib
import logging
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import NamedTuple

from sabot.core import options as house
from sabot.core.options import House
from sabot.core.shapes.view import View
from sabot.games.register import GAMES, casino
from sabot.record.journal import JournalError
from sabot.record.keys import key_beside
from sabot.simulation.evenings.acts import Acts
from sabot.simulation.evenings.chips import Chips
from sabot.simulation.evenings.croupier import Dealer
from sabot.simulation.evenings.disk import JOURNAL, Crashed, Disk
from sabot.simulation.evenings.exports import compare_exports
from sabot.simulation.evenings.eye import SimulatedEye
from sabot.simulation.evenings.faults import Faults
from sabot.simulation.evenings.findings import Broken, Findings
from sabot.simulation.evenings.instruments import Around, Cabled, CabledShoe, CabledWheel
from sabot.simulation.evenings.program import Program
from sabot.simulation.evenings.scheduler import Clocks, Course, Scheduler
from sabot.simulation.evenings.witness import Witness

COUPS_MOST = 2
SETTLES_S = 5.0
"""After the last coup nothing goes wrong any more, and all that is under way arrives within this time."""
HAPPENS_S = 1.0
"""So often the mishaps of a room are drawn."""
CLOCK_SHARE, CLOCK_MOST_S = 0.1, 7200.0
THREAD_SHARE, WATCHDOG_S = 0.04, 3.0
"""How often a thread dies, and how long after that the program is ended and started again."""
STARTS_AGAIN_S = 1.0
FOLDER_NAME_LENGTH = 60
"""The path of the journal is as long everywhere: a record may name it, and a crash depends on sizes."""
SHARED_MEMORY = Path("/dev/shm")  # noqa: S108 - on it nothing has to wait for a disk
PRIVATE_KEY_BYTES = 32


class Result(NamedTuple):
    """How an evening went: what is broken (None: nothing), its trace, and what was counted."""

    seed: int
    game: str
    broken: Broken | None
    trace: tuple[str, ...]
    records: int
    coups: int
    programs: int
    faults: dict[str, int]

    def digest_after(self, before: str) -> str:
        """The digest of this trace and of those before it: the same for the same seeds."""
        return hashlib.sha256("\n".join((before, *self.trace)).encode()).hexdigest()


def simulated(seed: int, *, kinds: tuple[str, ...] | None = None) -> Result:
    """The evening of this seed. `kinds`: with these faults, and not those that the seed would choose."""
    with _quiet(), _folder() as folder:
        return Evening(seed, folder, kinds).run()


class Evening:
    """The evening of one seed, with all that takes part in it."""

    def __init__(self, seed: int, folder: Path, kinds: tuple[str, ...] | None = None) -> None:
        self.seed, self.rng, self._folder = seed, Random(seed), folder
        self.game = casino()[seed % len(casino())]
        self.house = _house(self.game, self.rng)
        self.coups = self.rng.randint(1, COUPS_MOST)
        self.scheduler = Scheduler(Random(self.rng.getrandbits(64)))
        self.clocks, self.findings = Clocks(self.scheduler), Findings()
        self.faults = Faults(Random(self.rng.getrandbits(64)), kinds)
        key = self.rng.randbytes(PRIVATE_KEY_BYTES).hex().encode()
        self.disk = Disk(folder, self.scheduler, self.faults, {key_beside(Path(JOURNAL)).name: key})
        self.acts = Acts(self.findings)
        self.dealt = self._instrument()
        self.eye = SimulatedEye(self._around, self.game, self._shown)
        listeners = (self.acts.on_record, self.dealt.on_record)
        self.witness = Witness(self.findings, listeners, self._note)
        self.program: Program | None = None
        self._is_settling = False

    def run(self) -> Result:
        """Deal the evening to its end, or until something is broken."""
        broken = None
        try:
            self._played()
        except Broken as found:
            broken = found
        finally:
            self.disk.bury()
        faults = {kind: count for kind, count in self.faults.counts.items() if count}
        programs, records = self.disk.programs, self.witness.seq
        trace, coups = tuple(self.scheduler.trace), self.coups
        return Result(self.seed, self.game, broken, trace, records, coups, programs, faults)

    def _played(self) -> None:
        for each in (self.dealt.works(), self.eye.works(), self._mishaps(), self._course()):
            self.scheduler.spawn("room", each)
        while not self._is_over():
            try:
                self._go_on()
            except Crashed:
                self._crashed()
        self._closed()

    def _go_on(self) -> None:
        """Start the program if none runs, or let the next task work."""
        if self.program is None:
            self._start()
            return
        self.scheduler.turn()
        self.acts.check()
        self.findings.check()

    def _start(self) -> None:
        """Start the program, as the service does: again after a while where it refuses."""
        self.disk.start()
        try:
            program = self._opened()
        except JournalError as error:
            self._note(f"the table does not open: {error}")
            self.disk.refused()
            self.scheduler.pass_time(STARTS_AGAIN_S)
            return
        self.program = program
        self.witness.reads(program.file)
        self.acts.settle()
        program.start([(each.line, each.cable) for each in (self.dealt, self.eye)])
        self._sit_down(program)

    def _opened(self) -> Program:
        outputs = (self.witness, Chips(self.findings))
        return Program(
            self.scheduler,
            self.clocks,
            self.disk,
            self.faults,
            game=self.game,
            house=self.house,
            outputs=outputs,
        )

    def _sit_down(self, program: Program) -> None:
        """The croupier comes to the screen of this program."""
        dealer = Dealer(
            self.scheduler,
            table=lambda: program.loop.table,
            put=lambda act: self.acts.put(program.inbox, act),
            tell=self.dealt.tell,
        )
        rng = Random(self.rng.getrandbits(64))
        program.spawn("croupier", dealer.works(rng, coups=self.coups))

    def _crashed(self) -> None:
        """The program is gone. After a power cut the machine, and the shoe with it, starts again."""
        if self.program is not None:
            self.program.ended()
        self.program = None
        self.disk.bury()
        self.acts.crashed()
        for each in (self.dealt.cable, self.eye.cable):
            each.is_open = False
        if self.disk.lost_power:
            self.clocks.boot()
            self.dealt.power_cut()
            self.eye.cable.clear()

    def _course(self) -> Course:
        """Wait for the last coup; then nothing goes wrong any more, until all has arrived."""
        while not (self.program and self.program.is_over(self.coups)):
            yield HAPPENS_S
        self.faults.calm()
        yield SETTLES_S
        self._is_settling = True

    def _mishaps(self) -> Course:
        """What befalls the machine besides its lines and its disk."""
        while True:
            yield HAPPENS_S
            if self.faults.happens("clock", CLOCK_SHARE):
                self.clocks.jump(self.faults.rng.uniform(-CLOCK_MOST_S, CLOCK_MOST_S))
            if self.program and self.faults.happens("thread", THREAD_SHARE):
                self.program.kill_thread(self.faults.rng)
                self.scheduler.spawn("watchdog", self._watchdog(self.program))

    def _watchdog(self, program: Program) -> Course:
        """The service ends a program that hangs some seconds later, and starts it again."""
        yield WATCHDOG_S
        if self.program is program:
            self.disk.crash_now(power=False)

    def _is_over(self) -> bool:
        return self._is_settling and self.program is not None

    def _closed(self) -> None:
        """Close the table, and compare all that can be read of the evening."""
        assert self.program is not None
        self.dealt.all_there()
        self.acts.settle()
        self.findings.check()
        newest = self.program.feed.newest
        self.program.ended()
        self.program.journal.close()
        compare_exports(self.disk.path, self.witness.table, newest.view, self.findings)
        self.findings.check()

    def _instrument(self) -> Cabled:
        self._around = Around(self.scheduler, self.faults, self.findings)
        made = CabledShoe if GAMES[self.game].PLACES else CabledWheel
        return made(self._around, self.game, self.house)

    def _shown(self) -> View:
        return self.program.feed.newest.view if self.program else {}

    def _note(self, line: str) -> None:
        self.scheduler.note(line.replace(str(self._folder), ""))


def _house(game: str, rng: Random) -> House:
    """A house of this game. Its sabot is small, so that an evening may see more than one."""
    options = GAMES[game].Options
    given = [("close", rng.choice(("auto", "croupier")))]
    if options().decks:
        given.append(("decks", str(rng.choice((1, 2)))))
    return house.read(options, given)


@contextmanager
def _folder() -> Iterator[Path]:
    """An empty folder, in memory where that is possible. Its path has the same length everywhere."""
    root = SHARED_MEMORY if SHARED_MEMORY.is_dir() else Path(tempfile.gettempdir())
    made = Path(tempfile.mkdtemp(prefix="sabot-evening-", dir=root))
    padded = made / "e".ljust(FOLDER_NAME_LENGTH - len(str(made)), "-")
    padded.mkdir()
    try:
        yield padded
    finally:
        shutil.rmtree(made, ignore_errors=True)


@contextmanager
def _quiet() -> Iterator[None]:
    """The table's log is silent: its faults are caused on purpose, thousands of times."""
    before = logging.root.manager.disable
    logging.disable(logging.CRITICAL)
    try:
        yield
    finally:
        logging.disable(before)
