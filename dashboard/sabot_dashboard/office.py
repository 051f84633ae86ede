"""What the screens ask of the rest of the program: the staff's office.

`sabot.staff.office` is such an office.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Any, Protocol

from sabot.core.reasons import Reason
from sabot.core.shapes.day import DayReport, HeadShown, Step
from sabot.core.shapes.json import Plain
from sabot.core.shapes.measured import Measured
from sabot.core.shapes.offered import Offered
from sabot.core.shapes.people import Person, Refused
from sabot.core.table import Table
from sabot_dashboard.pages.offered.wanted import PitOffers
from sabot_dashboard.programs.wanted import Past, Programs


class People(Protocol):
    """Who works here, and who has come in with a PIN."""

    def listed(self, role: str = "") -> list[Person]:
        """Everybody, or everybody of one role, by name."""

    def guards(self, role: str) -> bool:
        """Whether anybody has this role."""

    def known(self, name: str, pin: str, *, roles: Sequence[str], place: str = "") -> Person | Refused:
        """Who this is, or why they are not believed; `place` is their address, empty at the table."""

    def add(self, name: str, role: str, pin: str) -> Person:
        """Put somebody on file. Raises ValueError."""

    def remove(self, name: str) -> None:
        """Take somebody off the file. Raises ValueError."""

    def names(self) -> dict[str, str]:
        """Every pseudonym with its name."""

    def pseudonym_of(self, name: str) -> str:
        """The pseudonym of this name; empty for a name that is not on file."""

    def claimed(self, name: str) -> str:
        """A typed name, which nobody proved, as the journal has it."""

    def let_in(self, person: Person) -> str:
        """The person comes in; the cookie by which they are known."""

    def inside(self, cookie: str, *, acts: bool = True) -> Person | None:
        """Who came in with this cookie."""

    def let_out(self, cookie: str) -> None:
        """The person leaves."""

    def sealed(self, text: str) -> str:
        """The text as a cookie that only this table can have made."""

    def unsealed(self, cookie: str) -> str:
        """The text of a cookie that `sealed` made; empty for any other."""


class Records(Protocol):
    """What the supervisor looks back on."""

    def report(self, day: date | None = None, after: int = 0, *, names: bool = True) -> DayReport:
        """A gaming day, of today without one; its coups that changed after record `after`. Without `names`
        people stand in it by their pseudonyms."""

    def steps(self, coup: int) -> list[Step]:
        """One coup step by step; empty where there is none."""

    def head(self) -> HeadShown | None:
        """The newest signed head of the journal."""

    def lines(self, day: date | None = None) -> Iterator[list[str]]:
        """The day as rows."""

    def printed(self, title: str, parts: list[tuple[Any, ...]], **given: Any) -> bytes:
        """The report as PDF."""


class SetUp(Protocol):
    """The questions, the answers, and what is heard of the instruments."""

    file: Path

    def described(self) -> Plain:
        """The questions with the answers of now."""

    def code(self, address: str) -> str:
        """The QR code of an address, as an SVG element."""

    def listen(self, extra: str = "") -> None:
        """Listen on every free port, and on `extra`. Raises OSError with the reason."""

    def heard(self) -> Plain:
        """What was heard."""

    def written(self, answers: Plain) -> str:
        """Write the configuration; why it cannot be used yet, empty where it can. Raises ValueError."""

    def lacking(self) -> list[Reason]:
        """What the saved configuration needs that is not installed."""

    def lost_by_renewal(self) -> Plain:
        """What is lost if the table opens again now: `coup`, `game`, `what`; empty where nothing is."""

    def renew(self) -> bool:
        """Opens the table again. Returns False if that is impossible."""


class Sound(Protocol):
    """The calls as spoken words."""

    @property
    def on_screens(self) -> bool:
        """Whether screens may play them."""

    def wav(self, text: str, lang: str) -> bytes | None:
        """A call as sound; None where it cannot be spoken."""


class Updating(Protocol):
    """Updates of the program, asked for by page."""

    def looked(self) -> Mapping[str, Any]:
        """Whether there is a newer version (`newer`), or `why` that is not known."""

    def came(self) -> Mapping[str, Any]:
        """What came of the last update: its `state`, and what belongs to that."""

    def ask(self) -> None:
        """Ask for one. Raises RuntimeError."""


class Packed(Protocol):
    """A backup."""

    @property
    def file(self) -> Path:
        """Where it lies."""


class Workshop(Protocol):
    """The technician's view of the table."""

    @property
    def updating(self) -> Updating:
        """Updates."""

    def about(self) -> Plain:
        """Versions, and the state of the machine."""

    def lines(self) -> list[dict[str, Any]]:
        """Each line: its status, and what came of late."""

    def wheel(self) -> Plain | None:
        """What the numbers say of the wheel; None at a game of cards."""

    def log(self) -> list[str]:
        """The last lines of the log."""

    def backup(self, target: Path) -> Packed:
        """Everything that the table keeps, packed. Raises RuntimeError."""


class Evidence(Protocol):
    """The pictures that prove a dispute."""

    def picture(self, name: str) -> bytes | None:
        """The picture of this name."""


class Camera(Protocol):
    """The camera: what it sees and where the table lies in its picture."""

    @property
    def evidence(self) -> Evidence:
        """Its pictures."""

    @property
    def settings(self) -> Any:
        """The configuration of the table."""

    @property
    def over_wheel(self) -> bool:
        """Whether it looks at a wheel."""

    def status(self) -> dict[str, Any]:
        """What it says of itself."""

    def picture(self) -> bytes | None:
        """What it sees now."""

    def look_for_marks(self) -> bool:
        """Let it look for the marks; False without a camera, or while nothing is heard of it."""

    def take(self, corners: list[tuple[float, float]]) -> bool:
        """Let these corners be the table's; False as for the marks."""

    def forget(self) -> bool:
        """Let it forget what the sabot taught it; False as for the marks."""

    def pretend(self, fault: str) -> bool:
        """Let a simulated camera have this fault; False for any other, and as for the marks."""

    def keep(self) -> Path:
        """Write the corners into the configuration; the file. Raises ValueError or OSError."""

    def speak(self, letters: str) -> Path:
        """Read court letters of this language, also after a start; the file. Raises ValueError or OSError."""


class SeatsKept(Protocol):
    """Which telephone holds which seat, kept through a restart."""

    def read(self) -> Mapping[int, Sequence[str]]:
        """By seat, the digest of the telephone that holds it, and after it that of one that asks for it."""

    def write(self, seats: Mapping[int, Sequence[str]]) -> None:
        """Keep these from now on."""


class Office(Protocol):
    """All that the pages behind the table need. A house without a school or a camera has none."""

    @property
    def name(self) -> str:
        """The table's."""

    @property
    def people(self) -> People: ...

    @property
    def shifts(self) -> Records: ...

    @property
    def setup(self) -> SetUp: ...

    @property
    def sound(self) -> Sound: ...

    @property
    def workshop(self) -> Workshop: ...

    @property
    def table(self) -> Callable[[], Table]:
        """The table as it stands."""

    @property
    def seats(self) -> SeatsKept: ...

    @property
    def programs(self) -> Programs: ...

    @property
    def past(self) -> Past: ...

    @property
    def pit_offers(self) -> PitOffers: ...

    @property
    def measured(self) -> Callable[[], Measured]:
        """The numbers of now."""

    @property
    def school(self) -> Any:
        """The school, where there is one."""
        return None

    @property
    def camera(self) -> Camera | None:
        """The camera, where there is one."""
        return None

    def traces(self, name: str) -> str:
        """What stands for this name on record. Raises ValueError where nobody is called so."""

    def erase(self, name: str) -> None:
        """Forget this name. Raises ValueError."""

    def payouts(self, stakes: list[tuple[str, str]], number: str = "") -> Plain:
        """What these stakes return. Raises ValueError."""

    def rack(self) -> tuple[int, list[int], list[str]]:
        """How many seats the table has, the chips of its limits in minor units, and its chances."""

    def offers(self, seat: int | None = None, *, is_silent: bool = False) -> Offered:
        """What may be staked and called now from this seat, or in silent mode all that can be."""
