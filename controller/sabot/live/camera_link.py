"""The eye of this table: its line, its picture for the person who sets it up, its calibration."""

from __future__ import annotations

import fcntl
import importlib.util
import json
import os
import shutil
import tempfile
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from dataclasses import asdict
from functools import partial
from pathlib import Path

from sabot.config import ConfigError, Settings, own_file
from sabot.config.answers import written
from sabot.core.reasons import reason
from sabot.core.shapes.view import View
from sabot.instruments.camera import eye
from sabot.instruments.camera.driver import DRIVER, LETTERS, SIMULATED, shown
from sabot.instruments.contract import PortSettings
from sabot.instruments.line.port import Reader
from sabot.live import wheel_camera
from sabot.live.feed import Feed, Subscription
from sabot.record.evidence import Evidence, beside, mended, taught

SHARED_MEMORY = Path("/dev/shm")  # noqa: S108 - where it is, a live picture wears no card out

DISPUTES = ("disagreement", "misplaced-card")
"""The faults with which sabot and eye contradict each other."""

AGAIN_S = 2.0
"""How often the eye gets the table's cards again, because it may have been restarted."""


class CameraLink:
    """Answers what the pages ask about the eye. `line` is None where the configuration names no camera."""

    def __init__(self, settings: Settings, live: Path | None) -> None:
        self.settings, self._live = settings, live
        self.evidence = Evidence(beside(settings.journal_path))
        self.line = line(settings, live)
        self.send: Callable[[bytes], bool] = lambda data: False
        self.reader: Reader | None = None
        self._saved: dict[str, str] = {}
        self.next_number = ""
        self._turned: Callable[[], str] = str

    @property
    def deals(self) -> bool:
        """Whether a true camera replaces the sabot or the wheel."""
        return self.line is not None and self.settings.camera.use != "witness" and not self.simulated

    @property
    def simulated(self) -> bool:
        """Whether the eye looks at a drawn cloth, or a drawn wheel."""
        return self.settings.camera.source == SIMULATED

    @property
    def spins(self) -> bool:
        """Whether the simulated table has no wheel but the drawn one."""
        return self.over_wheel and self.simulated and self.settings.camera.use == wheel_camera.OVER

    @property
    def over_wheel(self) -> bool:
        """Whether the eye looks at a wheel."""
        return wheel_camera.is_over(self.settings)

    def tell(self, command: dict[str, object]) -> bool:
        """Give the drawn wheel a command, and the direction of the last spin. Returns False while nothing is
        heard of its eye: it gets none."""
        return self.send(json.dumps({**command, "turned": self._turned()}).encode() + b"\n")

    @property
    def hears(self) -> bool:
        """Whether the eye reads its commands: a pipe that nobody empties must not fill up."""
        return self.reader is None or self.reader.watch.state in ("open", "found")

    def remember(self, turned: Callable[[], str]) -> None:
        """`turned` returns in which direction the rotor turned in the last valid spin on record; said before
        the line opens."""
        self._turned = turned
        if self.line is not None and self.over_wheel:
            self.line = self.line._replace(options={**self.line.options, "turned": turned()})

    def attended(self, reader: Reader) -> None:
        """Set the reader of the eye's line."""
        self.reader, self.send = reader, reader.send

    def status(self) -> dict[str, object]:
        """Returns what is known about the eye now; each call keeps the live picture coming for a few
        seconds."""
        known: dict[str, object] = {
            "source": shown(self.settings.camera.source),
            "use": self.settings.camera.use,
        }
        known |= {"line": self.reader.status() if self.reader else None, **self.evidence.stored()}
        if self._live is None:
            return known | {"state": "none"}
        with suppress(OSError):
            (self._live / "look").touch()
        try:
            seen: dict[str, object] = json.loads((self._live / "live.json").read_bytes())
            return known | seen
        except (OSError, ValueError):
            return known | {"state": "waiting"}

    def picture(self) -> bytes | None:
        """The live picture, a JPEG with what was found drawn in; None while there is none."""
        try:
            return (self._live / "live.jpg").read_bytes() if self._live else None
        except OSError:
            return None

    def look_for_marks(self) -> bool:
        """Have the eye look for the four marks."""
        return self.send(b'{"do":"marks"}\n')

    def take(self, corners: list[tuple[float, float]]) -> bool:
        """Give the eye these points, in pixels, as the corners of the table's rectangle."""
        spelled = " ".join(f"{x:.1f},{y:.1f}" for x, y in corners)
        return self.send(json.dumps({"do": "corners", "corners": spelled}).encode() + b"\n")

    def forget(self) -> bool:
        """Have the eye forget what the sabot taught it."""
        return self.send(b'{"do":"forget"}\n')

    def pretend(self, fault: str) -> bool:
        """Simulate a fault before the eye. Returns whether it is a simulated one."""
        return self.simulated and self.send(json.dumps({"do": "fault", "fault": fault}).encode() + b"\n")

    def keep(self) -> Path:
        """Write the corners that the eye uses now, or its view of a wheel, into the configuration. Raises
        ConfigError."""
        if self.over_wheel:
            return self._written(wheel_camera.kept(self.status()))
        corners = str(self.status().get("corners", ""))
        if not corners:
            raise ConfigError(reason("the eye does not know yet where the table lies"))
        return self._save(corners=corners)

    def speak(self, letters: str) -> Path:
        """Have the eye read court letters of this language, now and after every start. Raises ConfigError."""
        if letters not in LETTERS:
            raise ConfigError(reason("court letters are one of {names}", names=", ".join(LETTERS)))
        file = self._save(letters=letters)
        self.remind()
        return file

    def remind(self) -> None:
        """Tell the eye again the letters that were chosen since the table opened; it may be a new one."""
        if "letters" in self._saved:
            self.send(json.dumps({"do": "letters", "letters": self._saved["letters"]}).encode() + b"\n")

    def _save(self, **changed: str) -> Path:
        """Write these keys of the camera into the configuration, and those saved before. Returns the file."""
        self._saved |= changed
        return self._written({"camera": {**asdict(self.settings.camera), **self._saved}})

    def _written(self, answers: dict[str, object]) -> Path:
        file = self.settings.file or own_file()
        written(answers, file)
        return file


def line(settings: Settings, live: Path | None = None) -> PortSettings | None:
    """The line of the eye as its process is to be started; None without a camera. Raises ConfigError."""
    section = settings.camera
    if not section.source:
        return None
    if wheel_camera.is_over(settings):
        return wheel_camera.line(settings, source(settings), live)
    options = asdict(section)
    options |= {"game": settings.table.game, "live": str(live or ""), "source": source(settings)}
    options["pictures"] = str(beside(settings.journal_path))
    options["mended"] = str(mended(settings.journal_path))
    options["learned"] = str(taught(settings.journal_path)) if section.learns else ""
    try:
        DRIVER.read_options(options)
    except ValueError as error:
        raise ConfigError(f"{settings.file or 'the configuration'}: camera: {error}") from None
    return PortSettings("camera", eye.SCHEME + shown(source(settings)), "camera", options=options)


def source(settings: Settings) -> str:
    """The source as the eye gets it: a relative path begins at the folder of the configuration. It may
    hold a password: `shown` is for people."""
    name = settings.camera.source
    if name in ("picamera", SIMULATED) or name.isdigit() or name.startswith("/") or "://" in name:
        return name
    return str(settings.beside(name))


def absent(settings: Settings) -> str:
    """Returns why the camera cannot be had now: its device, folder or film is not there; empty for one that
    only a program of the camera could find, such as one in the network."""
    name = source(settings)
    if not settings.camera.source or name in ("picamera", SIMULATED) or "://" in name:
        return ""
    path = f"/dev/video{name}" if name.isdigit() else name
    return "" if Path(path).exists() else str(reason("{source} is not there: is the cable in?", source=path))


LIVE = "sabot-eye-live-"
"""How the names of the folders of live pictures begin."""


def opened(settings: Settings, parts: ExitStack) -> CameraLink:
    """The camera link of a table that opens. Closing it removes its folder for the live picture.

    Raises ConfigError."""
    if not settings.camera.source:
        return CameraLink(settings, None)
    memory = SHARED_MEMORY if os.access(SHARED_MEMORY, os.W_OK) else None
    return CameraLink(settings, _folder(memory or Path(tempfile.gettempdir()), parts))


def _folder(memory: Path, parts: ExitStack) -> Path:
    """A folder for the live picture. A lock says that its table runs: folders without one were left by tables
    that were killed, and are removed."""
    for left in memory.glob(f"{LIVE}*"):
        with suppress(OSError), ExitStack() as looking:
            _locked(left, looking)
            shutil.rmtree(left, ignore_errors=True)
    made = Path(tempfile.mkdtemp(prefix="sabot-eye-", dir=memory))
    _locked(made, parts)
    live = made.rename(made.with_name(LIVE + made.name.removeprefix("sabot-eye-")))
    parts.callback(shutil.rmtree, live, ignore_errors=True)
    return live


def _locked(folder: Path, parts: ExitStack) -> None:
    """Lock it for as long as this process holds the parts. Raises OSError where another one does."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    parts.callback(os.close, handle)
    fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


def checked(settings: Settings, *, wired: Sequence[PortSettings]) -> None:
    """Refuse a camera that is impossible at this table. Raises ConfigError."""
    wheel_camera.checked(settings, wired)
    line(settings)
    if wired and settings.camera.source == SIMULATED:
        why = "a simulated camera shows what the simulated table does: it is for a table without instruments"
        raise ConfigError(f"{settings.file or 'the configuration'}: camera.source: {why}")


def cameras() -> list[str]:
    """Returns the possible values of `[camera] source` on this machine; the Pi's own connector first."""
    of_the_pi = ["picamera"] if importlib.util.find_spec("picamera2") else []
    return of_the_pi + sorted(str(each) for each in Path("/dev").glob("video[0-9]*"))


def laid(camera: CameraLink, feed: Feed, parts: ExitStack) -> None:
    """Tell the eye the table's cards, from its own thread; lay them on the cloth of a simulated one. A drawn
    wheel beside a simulated one spins with it."""
    if camera.over_wheel:
        wheel_camera.followed(camera, feed, parts)
    elif camera.line is not None:
        feed.attended("cloth", partial(_tell, camera), parts)


def _tell(camera: CameraLink, looks: Subscription) -> None:
    view: View = {}
    while not looks.closed:
        update = looks.get(AGAIN_S)
        view = update.view if update else view
        if camera.simulated and camera.hears:
            camera.send(json.dumps({"do": "lay", "cards": lying(view)}).encode() + b"\n")
        if camera.hears:
            camera.remind()
            camera.send(json.dumps({"do": "hold", **held(view)}).encode() + b"\n")


def held(view: View) -> dict[str, object]:
    """Returns what the table has on the cloth: the cards of the coup by name and place, its number, whether
    more may come, and whether a card is in dispute or was named by a person. An eye that is the sabot does
    not deal these cards again; a witness may learn from them."""
    lies = [[place["name"], name] for place in view.get("places", ()) for name in place["cards"]]
    disputed = any(each["kind"] in DISPUTES for each in view.get("faults", ())) or bool(view.get("manual"))
    known = {"cards": [name for _, name in lies], "coup": view.get("coup", 0)}
    return known | {"open": view.get("result") is None, "places": lies, "disputed": disputed}


def lying(view: View) -> list[list[str]]:
    """The places and names of the cards that lie open, the one dealt last at the end."""
    hands = [place for place in view.get("places", ()) if not place["face_down"]]
    cards = [[place["name"], name] for place in hands for name in place["cards"]]
    return sorted(cards, key=lambda card: card[1] == view.get("last_card"))
