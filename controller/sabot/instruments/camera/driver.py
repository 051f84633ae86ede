"""The eye over the table (`sabot_vision.camera`, a process of its own): JSON Lines, each a beat or a card.

    {"eye":"beat","state":"fine","cards":4,"focus":310.2,"light":96.1}
    {"eye":"lies","track":"7","card":"8C","place":"punto","order":0,"picture":"3f….jpg","old":false,"ms":180}
    {"eye":"left","track":"7"}
    {"eye":"taught","what":"learned","cards":104}

`ms` is how old the picture was then.

As a witness it says where cards lie, and the table compares that with the sabot. As the sabot (over a table
without a scanner) and in its nose, each new card is a dealt card.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Iterator
from typing import Any, ClassVar, NamedTuple

from sabot.core import reasons
from sabot.core.cards import JOKER, Card, card_named
from sabot.core.observations import (
    CardLies,
    CardSeen,
    CardTaken,
    DeviceFound,
    DeviceLost,
    DeviceTroubled,
    Noted,
    Observation,
)
from sabot.core.reasons import NOTHING, Why, reason
from sabot.games.register import USUAL
from sabot.instruments.contract import DriverInfo, Listener

LINE_BYTES_MOST = 4000
"""No line is longer."""

LATENCY_MS_MOST = 60_000
"""No picture that is told is older."""

SIMULATED = "simulated"
"""The drawn source. It shows the cards that the table sends it, so it cannot be the sabot."""

TAUGHT = {"learned": "eye-learned", "forgot": "eye-forgot", "drifted": "eye-drifted"}
"""What the eye may say of its learning, as notes on record: a head judges from now on; it was forgotten by a
person; or the deck or the lamp has changed."""

USES = ("witness", "sabot", "nose")
LETTERS = ("any", "en", "fr", "nl", "de", "ru")
POINT = r"-?\d{1,6}(\.\d+)?,-?\d{1,6}(\.\d+)?"
CORNERS = rf"{POINT}(\s+{POINT}){{3}}"
ZONE = rf"(?!{POINT}\s)[^\s;]+(\s+{POINT}){{2,}}"
"""How the eye reads points, corners and a zone; a zone at home has the number of its seat."""

NETWORK = ("http://", "https://", "rtsp://", "rtsps://")
"""How the address of a camera in the network begins."""

LIMITS = {
    "width": (320, 4608),
    "height": (240, 2592),
    "fps": (1, 120),
    "exposure_us": (0, 1_000_000),
    "number": (0, 9),
    "white_balance_k": (0, 12_000),
    "focus_steps": (-1, 10_000),
}


class Options(NamedTuple):
    """`use`: `witness` of the sabot, the `sabot` itself, or the eye in its `nose`. `letters` of the courts:
    any, en, fr, nl, de.

    `width` and `height` in pixels, `fps`; `exposure_us` 0 and `focus_cm` 0: found once, then kept; `number`,
    `full_field`, `white_balance_k` and `focus_steps` as in the configuration. `width_mm` and `height_mm` are
    those of the rectangle between the four marks or `corners`; `zones`: docs/camera.md. `pictures` and `live`
    are folders, `pictures_mb` the space for the former; a witness that `learns` keeps it in
    the file `learned`; `mended`: the file of where the table lies since the last knock; `source` and `game`
    are the table's.
    """

    use: str = "witness"
    source: str = ""
    game: str = USUAL
    letters: str = "any"
    width: int = 1280
    height: int = 720
    fps: int = 15
    exposure_us: int = 0
    focus_cm: int = 0
    number: int = 0
    full_field: bool = True
    white_balance_k: int = 0
    focus_steps: int = -1
    width_mm: int = 800
    height_mm: int = 500
    corners: str = ""
    zones: str = ""
    pictures: str = ""
    pictures_mb: int = 500
    learns: bool = True
    learned: str = ""
    mended: str = ""
    live: str = ""

    def refusal(self) -> str:
        """Returns why these options are impossible; empty if they are not."""
        if self.use not in USES:
            return f"use = {self.use!r}, but {' or '.join(USES)} was expected"
        if self.use != "witness" and self.source == SIMULATED:
            return (
                f'use = "{self.use}", but the simulated camera shows what the sabot dealt, and deals nothing'
            )
        if self.letters not in LETTERS:
            return f"letters = {self.letters!r}, but one of {', '.join(LETTERS)} was expected"
        for name, (low, high) in LIMITS.items():
            if not low <= getattr(self, name) <= high:
                return f"{name} = {getattr(self, name)}, but {low} to {high} was expected"
        return address_refusal(self.source) or layout_refusal(self.corners.strip(), self.zones)


def address_refusal(source: str) -> str:
    """Why a source cannot be the address of a camera in the network; empty when it can, or is none."""
    scheme, is_address, rest = source.partition("://")
    if not is_address:
        return ""
    if not is_network(source):
        return f"source begins with {scheme}://, but one of {', '.join(NETWORK)} was expected"
    host = re.split("[/?#]", rest.rpartition("@")[2])[0]
    return "" if host else f"source names no camera after {scheme}://"


def layout_refusal(corners: str, zones: str) -> str:
    """Why corners or zones cannot be read; empty when they can, or none are given."""
    if corners and not re.fullmatch(CORNERS, corners):
        return (
            f"corners = {corners[:60]!r}, but four points of a picture, clockwise from the upper left, were "
            "expected, such as 100,80 1180,80 1180,640 100,640"
        )
    for zone in filter(None, map(str.strip, zones.split(";"))):
        if not re.fullmatch(ZONE, zone):
            return (
                f"zones holds {zone[:60]!r}, but a name and two or more corners in millimetres were "
                "expected, such as punto 0,0 390,500, and a semicolon between zones"
            )
    return ""


def is_network(source: str) -> bool:
    """Whether a source is the address of a camera in the network."""
    return source.lower().startswith(NETWORK)


def shown(source: str) -> str:
    """Returns a source that everyone may read: an address without user, password and the part after its path;
    only the beginning if the password may hold a bare `/`, `?` or `#`."""
    if not is_network(source):
        return source
    scheme, _, rest = source.partition("://")
    host = re.split("[/?#]", rest)[0]
    path = re.split("[?#]", rest.removeprefix(host))[0]
    if "@" in path or ("@" in rest and "@" not in host):
        return f"{scheme}://…"
    return f"{scheme}://{host.rpartition('@')[2]}{path}"


class Lines(Listener):
    """The lines of any eye: beats, and what `SAYS` knows besides."""

    NAME = "camera"
    SAYS: ClassVar[dict[str, Callable[[Any, dict[str, object]], Iterator[Observation]]]] = {}

    def __init__(self, source: str, role: str, mark: str = "") -> None:
        super().__init__(role)
        self._source = source
        self.beat: dict[str, object] = {}
        self._state = "fine"

    def feed(self, data: bytes) -> list[Observation]:
        """Returns the observations in these further bytes."""
        self.tally.bytes += len(data)
        *ended, rest = (bytes(self._buffer) + data).split(b"\n")
        self._buffer[:] = rest[: LINE_BYTES_MOST + 1]  # enough to know, at its end, that it was too long
        seen: list[Observation] = []
        for line in ended:
            seen += self._read(line)
        return seen

    def cut(self) -> list[Observation]:
        """The process ended; the next one starts with an empty memory."""
        self._state = "fine"
        return super().cut()

    def _read(self, line: bytes) -> Iterator[Observation]:
        try:
            line = line if len(line) <= LINE_BYTES_MOST else b""
            plain = json.loads(line, parse_float=_number, parse_constant=_number)
            kind = ({"beat": Lines._beaten} | self.SAYS)[plain["eye"]]
        except (ValueError, KeyError, TypeError, RecursionError):
            self.tally.refused["garbled"] += 1
            return
        self.tally.frames += 1
        yield from kind(self, plain)

    def _beaten(self, plain: dict[str, object]) -> Iterator[Observation]:
        self.beat = plain
        state, why = str(plain.get("state", "fine")), reasons.found(plain, "why")
        if state == self._state:
            return
        before, self._state = self._state, state
        if state == "lost":
            yield DeviceLost(self.role, why)
        elif before == "lost":
            yield DeviceFound(self.role, self.NAME, shown(self._source))
        if state not in ("lost", "fine"):
            yield DeviceTroubled(self.role, why)
        elif state == "fine" and before != "lost":
            yield DeviceTroubled(self.role, why or reason("the pictures are good again"), since_ok=True)


def _number(text: str) -> float | None:
    """A number of a line; None for `NaN`, `Infinity` and what is too large, which no screen can read."""
    number = float(text)
    return number if math.isfinite(number) else None


class Parser(Lines):
    """The lines of one eye."""

    def __init__(self, options: Options | None = None, role: str = "camera", mark: str = "") -> None:
        self.options = options or Options()
        super().__init__(self.options.source, role)
        self._dealt = set[str]()
        self._asks = False

    def cut(self) -> list[Observation]:
        """The process ended; the next one starts with an empty memory."""
        self._dealt.clear()
        return super().cut()

    def silent(self, why: Why) -> list[Observation]:
        """After a silence it must report everything again, because a lost eye's cards are forgotten."""
        self._asks = True
        return []

    def replies(self) -> bytes:
        """Returns the bytes to send back now, once."""
        asks, self._asks = self._asks, False
        return b'{"do":"tell"}\n' if asks else b""

    def _lies(self, plain: dict[str, object]) -> Iterator[Observation]:
        track, card = str(plain.get("track", "")), _card(plain.get("card"))
        dealt = JOKER if plain.get("card") == str(JOKER) else card
        place = str(plain.get("place", ""))
        if self.options.use != "witness" and track not in self._dealt:
            self._dealt.add(track)
            if not plain.get("old"):
                note = NOTHING if dealt else reason("the eye sees it and is not sure")
                yield CardSeen(dealt, place or None, self.role, note)
        order, ms = plain.get("order"), plain.get("ms")
        if isinstance(ms, int) and 0 <= ms <= LATENCY_MS_MOST:
            self.tally.latency.took(ms / 1000)
        picture = str(plain.get("picture", ""))
        yield CardLies(card, place, order if isinstance(order, int) else 0, track, picture, self.role)

    def _left(self, plain: dict[str, object]) -> Iterator[Observation]:
        yield CardTaken(str(plain.get("track", "")), self.role)

    def _taught(self, plain: dict[str, object]) -> Iterator[Observation]:
        what, cards = TAUGHT.get(str(plain.get("what"))), plain.get("cards")
        if what and isinstance(cards, int):
            yield Noted(what, counted=cards)

    SAYS: ClassVar = {"lies": _lies, "left": _left, "taught": _taught}


def _card(name: object) -> Card | None:
    return card_named(name) if isinstance(name, str) else None


DRIVER = DriverInfo(
    name="camera",
    role="camera",
    baud=115200,
    about="the eye over the table, or in the nose of the sabot",
    options=Options,
    parser=Parser,
    silence_s=10.0,  # that of a start; an eye that hangs later is ended before (eye.SILENT_S)
    speaks=True,
    extra="camera",
)
