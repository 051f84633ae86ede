"""The contract of every driver: a pure parser of bytes, with a tally, and a line in the registry.

A parser takes any bytes, in any pieces, and returns observations; it never raises. The same bytes give the
same observations, no matter how they are split. It has no clock, no port and no thread: `watch` adds the
time, `port` the line.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

from sabot.core.observations import Observation
from sabot.core.reasons import Why
from sabot.core.shapes.measured import Timed

LATENCY_BOUNDS_S = (0.05, 0.1, 0.15, 0.2, 0.3, 0.5, 0.75, 1.0, 1.5, 2.0)


class Program(NamedTuple):
    """What a board of our own said of its program: the version of its link, what it calls itself (empty where
    that link is not known here), and its version with what its self-test found."""

    link_version: int
    kind: str
    version: str


@dataclass(slots=True)
class Tally:
    """What came over a line so far; `refused` counts by the name of the refusal, `about` is what the
    instrument says about itself, `program` what a board of our own runs, `latency` how old it says that its
    messages are."""

    bytes: int = 0
    frames: int = 0
    repeats: int = 0
    refused: Counter[str] = field(default_factory=Counter)
    about: str = ""
    program: Program | None = None
    latency: Timed = field(default_factory=lambda: Timed(LATENCY_BOUNDS_S), compare=False)

    def as_dict(self) -> dict[str, object]:
        """The same as plain JSON values."""
        return {
            "bytes": self.bytes,
            "frames": self.frames,
            "repeats": self.repeats,
            "refused": dict(self.refused),
            "about": self.about,
        }


class Parser(Protocol):
    """One line of one instrument, as far as it has been read."""

    tally: Tally
    mark: str
    """The instrument's own number of the last message taken; a restarted controller gives it back as
    `mark`."""

    def feed(self, data: bytes) -> list[Observation]:
        """Returns the observations in these further bytes."""

    def settled(self, mark: str) -> None:
        """All up to this mark is on record, so the instrument may forget it."""

    def replies(self) -> bytes:
        """Returns the bytes to send back now, once; empty for an instrument that we only listen to."""

    def cut(self) -> list[Observation]:
        """The line was lost: half a message is given up, never joined to what comes later."""

    def silent(self, why: Why) -> list[Observation]:
        """No whole message came for longer than the instrument is ever quiet. Returns further observations
        about it."""


class Listener:
    """The base of parsers that only listen: nothing to send, nothing numbered."""

    def __init__(self, role: str) -> None:
        self.role = role
        self.tally = Tally()
        self.mark = ""
        self._buffer = bytearray()

    def settled(self, mark: str) -> None:
        """Nothing is acknowledged to such an instrument."""

    def replies(self) -> bytes:
        """Returns the bytes to send back now: none."""
        return b""

    def silent(self, why: Why) -> list[Observation]:
        """Nothing besides the loss itself."""
        return []

    def cut(self) -> list[Observation]:
        """The line was lost: half a message is given up."""
        if self._buffer:
            self.tally.refused["half"] += 1
        self._buffer.clear()
        return []


class LineListener(Listener):
    """The base of parsers whose messages are lines, ended by CR, LF or both. One of more than `bytes_most`
    bytes is given up."""

    def __init__(self, role: str, *, bytes_most: int) -> None:
        super().__init__(role)
        self._bytes_most = bytes_most
        self._overlong = False

    def feed(self, data: bytes) -> list[Observation]:
        """Returns the observations in these further bytes."""
        self.tally.bytes += len(data)
        *ended, rest = data.replace(b"\r", b"\n").split(b"\n")
        seen: list[Observation] = []
        for piece in ended:
            seen += self._closed(piece)
        self._extend(rest)
        return seen

    def cut(self) -> list[Observation]:
        """The line was lost: half a line is given up."""
        self._overlong = False
        return super().cut()

    def whole(self, line: bytes) -> list[Observation]:
        """What a line says; an empty one too."""
        raise NotImplementedError

    def too_long(self) -> list[Observation]:
        """What a line that was given up says."""
        self.tally.refused["long"] += 1
        return []

    def _extend(self, piece: bytes) -> None:
        self._buffer += piece
        if len(self._buffer) > self._bytes_most:
            self._overlong = True
            self._buffer.clear()

    def _closed(self, piece: bytes) -> list[Observation]:
        self._extend(piece)
        line, overlong = bytes(self._buffer), self._overlong
        self._buffer.clear()
        self._overlong = False
        return self.too_long() if overlong else self.whole(line)


class LineSettings(NamedTuple):
    """The settings of a serial line, besides its speed.

    `parity` is `none`, `even`, `odd`, `mark` or `space`; `flow` is `none`, `rtscts`, `dsrdtr` or `xonxoff`;
    `dtr` and `rts` are `on` or `off`.
    """

    data_bits: int = 8
    parity: str = "none"
    stop_bits: int = 1
    flow: str = "none"
    dtr: str = "on"
    rts: str = "on"

    def refusal(self) -> tuple[str, str]:
        """Returns the impossible setting, and why; both empty if all are possible."""
        for name, flow in (("rts", "rtscts"), ("dtr", "dsrdtr")):
            if self.flow == flow and getattr(self, name) == "off":
                return name, f'"off" cannot be with flow = "{flow}", which moves that wire: leave {name} out'
        return "", ""

    def described(self) -> str:
        """Returns the settings for a person: `8N1`, `7E1 rtscts, DTR off`."""
        text = f"{self.data_bits}{self.parity[0].upper()}{self.stop_bits}"
        text += f" {self.flow}" if self.flow != "none" else ""
        return text + "".join(
            f", {name.upper()} off" for name in ("dtr", "rts") if getattr(self, name) == "off"
        )


class DriverInfo(NamedTuple):
    """One driver. `silence_s`: it is lost after this time without a frame; None: it sends only when something
    happens.

    `usb` are product names by which `auto` finds it; `speaks`: it cannot work without answers from us;
    `ends`: the byte that ends each of its messages, where every message must carry its own mark; `longest`:
    the bytes of its longest message, where that is not short; `extra`: the extra without which it does not
    work (`sabot.config.extras`); `types`: its port is an input device, as a keyboard's is, and no serial
    line; `line`: how its serial line is set, unless the configuration says otherwise.
    """

    name: str
    role: str
    baud: int
    about: str
    options: type[Any]  # a NamedTuple whose fields all have defaults
    parser: Callable[[Any, str, str], Parser]  # each driver's takes its own options
    silence_s: float | None = None
    usb: tuple[str, ...] = ()
    speaks: bool = False
    ends: bytes = b""
    longest: int = 0
    extra: str = ""
    types: bool = False
    line: LineSettings = LineSettings()

    def made(self, given: Mapping[str, object] | None = None, *, role: str = "", mark: str = "") -> Parser:
        """Returns a new parser with these options. Raises ValueError for an impossible option."""
        return self.parser(self.read_options(given or {}), role or self.role, mark)

    def read_options(self, given: Mapping[str, object]) -> NamedTuple:
        """The options `given` over the defaults; raises ValueError naming the option and what was
        expected."""
        defaults: NamedTuple = self.options()
        values = {}
        for name, value in given.items():
            key = name.replace("-", "_")
            if key not in defaults._fields:
                known = ", ".join(defaults._fields) or "none"
                raise ValueError(f"driver {self.name} has no option {name!r}; it knows: {known}")
            values[key] = _checked(f"driver {self.name}: {name}", value, getattr(defaults, key))
        options = defaults._replace(**values)
        check = getattr(options, "refusal", None)
        if check is not None and (refusal := check()):
            raise ValueError(f"driver {self.name}: {refusal}")
        return options


def _checked(what: str, value: object, default: object) -> object:
    expected = Mapping if isinstance(default, Mapping) else type(default)
    if isinstance(value, bool) != isinstance(default, bool) or not isinstance(value, expected):
        name = "a table" if expected is Mapping else expected.__name__
        raise ValueError(f"{what} = {value!r}, but {name} was expected")
    return value


class PortSettings(NamedTuple):
    """One instrument of the table's configuration.

    `port`: a device path, `usb:PRODUCT[:SERIAL]`, `usb:VVVV:PPPP[:SERIAL]`, `auto`, `socket://HOST:PORT` or
    `replay://FILE[?speed=N]`. `baud` and `line` None: the driver's own. `may_send`: whether a commercial
    instrument may be sent anything at all.
    """

    driver: str
    port: str
    role: str = ""
    baud: int | None = None
    options: Mapping[str, object] = {}
    may_send: bool = False
    line: LineSettings | None = None
