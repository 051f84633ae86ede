"""The office: what stands behind the table, as the pages of the dashboard ask for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import date
from pathlib import Path
from typing import Any, NamedTuple

from sabot.config import ConfigError, Settings, extras, own_file
from sabot.config.answers import standing
from sabot.core.reasons import Reason, as_dict
from sabot.core.shapes.day import DayReport, HeadShown, Step
from sabot.core.shapes.measured import Measured
from sabot.core.shapes.offered import Offered
from sabot.core.table import Table
from sabot.instruments.contract import PortSettings
from sabot.instruments.line.port import Reader
from sabot.instruments.registry import DRIVERS
from sabot.live import camera_link
from sabot.live.camera_link import CameraLink
from sabot.live.speech import Spoken
from sabot.printing import qr
from sabot.record import abandoned, shift
from sabot.record.heads_on_record import newest
from sabot.record.naming import by_name, with_names
from sabot.record.shift import days, paper
from sabot.record.shift.past import Past
from sabot.school.school import School
from sabot.staff import erasing, offers, payouts, people, programs
from sabot.staff.people import People
from sabot.staff.pit_offers import PitOffers
from sabot.staff.programs import Programs
from sabot.staff.seats_file import SeatsFile
from sabot.staff.workshop import Workshop
from sabot.system import first_start as setting_up
from sabot.system import notices
from sabot.system.first_start import PortListener
from sabot.system.update.asking import Updating


class Records:
    """What the supervisor looks back on, in the journal of this table."""

    def __init__(self, path: Path, named: Callable[[str], str]) -> None:
        self._path, self._shifts, self._named = path, shift.Shifts(path), named

    def report(self, day: date | None = None, after: int = 0, *, names: bool = True) -> DayReport:
        """The coups, faults and notes of a gaming day, of today without one; of the coups only those that
        have changed after record `after`. Without `names` people stand in it by their pseudonyms."""
        found = self._shifts.report(day, after=after)
        return with_names(found, self._named) if names else found

    def steps(self, coup: int) -> list[Step]:
        """One coup step by step; empty where there is none. Raises JournalError."""
        found = shift.steps(self._path, coup)
        return [{**each, "seen": by_name(each["seen"], self._named)} for each in found]

    def head(self) -> HeadShown | None:
        """The newest signed head; None where nothing was signed lately."""
        signed = newest(self._path)
        return signed and {"seq": signed.head[0], "text": signed.text, "svg": qr.svg(signed.text)}

    def lines(self, day: date | None = None) -> Iterator[list[str]]:
        """The day as rows."""
        return days.lines(self.report(day))

    def printed(self, title: str, parts: list[tuple[Any, ...]], **given: Any) -> bytes:
        """The report as PDF."""
        return paper.printed(title, [paper.Part(*part) for part in parts], **given)


class SetUp:
    """The set-up: the questions, the answers, and the search for instruments."""

    def __init__(self, settings: Settings, access: TableAccess) -> None:
        self._settings, self._table = settings, access
        self.file = settings.file or own_file()
        self._listener = PortListener(game=settings.table.game, rules=settings.options)

    @staticmethod
    def code(address: str) -> str:
        """The QR code of an address, as an SVG element."""
        return qr.svg(address)

    def described(self) -> dict[str, object]:
        """The questions with the answers of now; what the table reads, and how it may be told to renew."""
        return setting_up.described(self._settings, file=self.file) | {
            "drivers": [
                {"name": each.name, "role": each.role, "about": each.about} for each in DRIVERS.values()
            ],
            "reads": self.reads(),
            "cameras": camera_link.cameras(),
            "renews": self._table.renew is not None,
        }

    def reads(self) -> list[dict[str, object]]:
        """The lines that the table itself reads now."""
        return [reader.status() for reader in self._table.readers]

    def written(self, answers: dict[str, object]) -> str:
        """Write the configuration; why its instruments or its camera cannot be had now, empty if they
        can. Raises ConfigError, and writes nothing, for what cannot be."""
        settings = setting_up.written(answers, self.file)
        try:
            camera_link.checked(settings, wired=self._table.check(settings))
        except ConfigError as error:
            return str(error)
        return ""

    def lost_by_renewal(self) -> dict[str, object]:
        """What is lost if the table opens again with the file as it stands: the number of the `coup`, its
        `game`, and `what` lies on the table. Empty where nothing is."""
        table, new = self._table.table(), standing(self.file)
        if new is None or not abandoned.would_be_lost(table):
            return {}
        play = table.play
        if (play.game.NAME, play.options) == (new.table.game, new.options):
            return {}
        return {"coup": play.number, "game": play.game.NAME, "what": abandoned.left(table)}

    def lacking(self) -> list[Reason]:
        """What the saved configuration needs that is not installed, and the command that installs it here."""
        settings = standing(self.file) or self._settings
        try:
            return [extras.missing(each.extra) for each in notices.lacking(settings)]
        except ConfigError:
            return []  # what cannot be was said when it was written

    def listen(self, extra: str = "") -> None:
        """Listen on every port that the table does not read itself, and on `extra`. Raises OSError where the
        ports of this machine cannot be listed now."""
        self._listener.listen(taken=[str(each["where"]) for each in self.reads()], extra=extra)

    def heard(self) -> dict[str, object]:
        """What is listened to, and what was heard."""
        return self._listener.heard()

    def close(self) -> None:
        """Listen no more, even where a page that is still at work asks for it."""
        self._listener.close()

    def renew(self) -> bool:
        """Opens the table again with its present configuration. Returns False if that is impossible."""
        self._listener.stop()
        if self._table.renew is None:
            return False
        self._table.renew()
        return True


class TableAccess(NamedTuple):
    """What the office is given of the running table: the table as it stands, the `readers` of its lines,
    what `check`s whether a configuration's instruments are there, and what opens the table again, the
    school where there is one, the `notices` with which it opened, and its numbers (`measured`)."""

    table: Callable[[], Table]
    readers: Sequence[Reader] = ()
    check: Callable[[Settings], Sequence[PortSettings]] = lambda settings: ()
    renew: Callable[[], object] | None = None
    school: School | None = None
    camera: CameraLink | None = None
    notices: Sequence[str] = ()
    measured: Callable[[], Measured] = Measured


class Office(NamedTuple):
    """All that `create_app` is given besides the feed and the inbox. `name` is the table's."""

    name: str
    people: People
    shifts: Records
    setup: SetUp
    sound: Spoken
    workshop: Workshop
    table: Callable[[], Table]
    seats: SeatsFile
    programs: Programs
    past: Past
    pit_offers: PitOffers
    school: School | None = None
    camera: CameraLink | None = None
    measured: Callable[[], Measured] = Measured

    def traces(self, name: str) -> str:
        """What stands for this name on record. Raises PeopleError where nobody is called so."""
        return erasing.traces(self.people, self.school, name)

    def erase(self, name: str) -> None:
        """Forget this name. Raises PeopleError and SchoolError."""
        erasing.erase(self.people, self.school, name)

    def payouts(self, stakes: list[tuple[str, str]], number: str = "") -> dict[str, object]:
        """What these stakes return at the table as it stands. Raises PayoutError."""
        return payouts.payouts(self.table().play, stakes, number=number)

    def rack(self) -> tuple[int, list[int], list[str]]:
        """How many seats the table has, the chips of its limits in minor units, and its chances."""
        play = self.table().play
        return offers.seats(play), offers.chips(play), offers.chances(play)

    def offers(self, seat: int | None = None, *, is_silent: bool = False) -> Offered:
        """What may be staked and called now from this seat, or in silent mode all that can be: `refused` says
        why of each chance, `calls` are in the words of the notation."""
        refused, calls = (offers.everything if is_silent else offers.offers)(self.table(), seat)
        return {"refused": {where: as_dict(why) for where, why in refused.items()}, "calls": calls}


class Known(NamedTuple):
    """Who is let in: the people with their PINs, and other programs with their keys."""

    people: People
    programs: Programs


def known(journal: Path) -> Known:
    """Those on file beside this journal. Raises PeopleError where a file was damaged."""
    return Known(People(people.beside(journal)), Programs(programs.beside(journal)))


def office(settings: Settings, access: TableAccess, let_in: Known) -> Office:
    """The office of this table."""
    journal = settings.journal_path
    return Office(
        settings.table.name,
        let_in.people,
        Records(journal, let_in.people.named),
        SetUp(settings, access),
        Spoken(settings),
        Workshop(settings, access.readers, access.notices),
        access.table,
        SeatsFile(journal),
        let_in.programs,
        Past(journal),
        PitOffers(settings, table=access.table, renew=access.renew, updating=Updating(settings)),
        access.school,
        access.camera or CameraLink(settings, None),
        access.measured,
    )
