"""Recordings of a wheel, spin by spin: what `sabot wheel` prints.

Two kinds: what a Cammegh wheel sent (`time TAB payload`, one arrival a line), and the edges of our own
sensor (`t_us,sensor`). Each goes through the parser that also reads a live line.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from pathlib import Path
from typing import TypedDict

from sabot.core.observations import BallSeen, Observation, WheelFault, WheelSeen
from sabot.core.progress import Advance, Progress, silent
from sabot.core.shapes.json import Plain
from sabot.games.wheel.terms import BETS_OPEN, SPIN_BEGUN
from sabot.instruments.wheel import edges as wheel_edges
from sabot.instruments.wheel import inference as wheel_inference
from sabot.instruments.wheel.cammegh import DRIVER, Options, Parser
from sabot.instruments.wheel.sabot_wheel import DRIVER as SENSOR

TWO_WITNESSES_CONFIDENCE, ONE_WITNESS_CONFIDENCE = 1.0, 0.9
"""How much a number of the Cammegh wheel is trusted: two lines gave it, or one."""

SILENT_S = 5.0


class Onset(TypedDict):
    """A fault, and the time of the recording at which it began."""

    fault: str
    at: str


class Spin(TypedDict):
    """One spin of a recording of lines; None: not known."""

    number: int | str | None
    spin: int | None
    at: str | None
    rotor_rpm: float | None
    direction: str | None
    laps: int | None
    confidence: float
    faults: list[str]
    onsets: list[Onset]


HEAD_BYTES = 65_536
"""Bytes at the beginning of a recording that tell its kind: the first lines may be damaged."""


def format_of(path: Path) -> str:
    """Which kind of recording this is, by its beginning. Raises OSError, and ValueError where it is none."""
    with path.open("rb") as file:
        lines = file.read(HEAD_BYTES).splitlines() or [b""]
    if lines[0].strip().replace(b" ", b"").startswith(b"t_us,sensor"):
        return "edges"
    for time, tab, _ in (line.partition(b"\t") for line in lines):
        if tab and _seconds(time.decode("utf-8", "replace").strip()) is not None:
            return "cammegh"
    raise ValueError(
        f"{path}: no recording of a wheel: expected lines of time TAB payload, or CSV with t_us,sensor"
    )


def spins(
    path: Path,
    *,
    form: str = "",
    options: Mapping[str, object] | None = None,
    progress: Progress = silent,
) -> Iterator[Mapping[str, object]]:
    """Every spin of the recording as plain values, in order. Raises OSError and ValueError, one line."""
    chosen = form or format_of(path)
    if chosen == "edges":
        yield from _from_edges(path, options or {}, progress)
    else:
        with progress("reading bytes", path.stat().st_size) as advance:
            yield from _from_lines(path, options or {}, advance)


# --- edges --------------------------------------------------------------------------------------------


def _from_edges(path: Path, given: Mapping[str, object], progress: Progress) -> Iterator[Plain]:
    options = SENSOR.read_options(given)
    assert isinstance(options, wheel_edges.Options)
    edges = wheel_inference.seen(wheel_edges.read(path))
    for number, spin in enumerate(wheel_inference.spins(edges, options, progress=progress), start=1):
        yield {
            "number": _number(spin.number),
            "spin": number,
            "at": spin.at_us if spin.number is not None else spin.begun_us,
            "rotor_rpm": spin.rotor_rpm or None,
            "direction": spin.direction or None,
            "laps": spin.laps or None,
            "confidence": spin.confidence,
            "faults": list(spin.faults),
            "why": spin.why or None,
            "begun_us": spin.begun_us,
            "rnvp_us": spin.rnvp_us,
            "dropped_us": spin.dropped_us,
            "known_us": spin.known_us,
            "zone": spin.zone or None,
        }


# --- lines --------------------------------------------------------------------------------------------


def _from_lines(path: Path, given: Mapping[str, object], advance: Advance) -> Iterator[Spin]:
    options = DRIVER.read_options(given)
    assert isinstance(options, Options)
    parser, rounds = Parser(options), Rounds()
    at, before, last_s = "", "", None
    with path.open("rb") as lines:
        for line in lines:
            time, tab, payload = line.rstrip(b"\r\n").partition(b"\t")
            if tab:
                at = time.decode("utf-8", "replace").strip()
            now_s = _seconds(at)
            if now_s is not None and last_s is not None and now_s - last_s > SILENT_S:
                why = f"nothing was heard for {now_s - last_s:.1f} s"
                yield from rounds.took(parser.silent(why), _later(before, SILENT_S))
            before, last_s = at, now_s
            yield from rounds.took(parser.feed((payload if tab else time) + b"\r\n"), at)
            advance(len(line))
    yield from rounds.took(parser.concluded(), at, confidence=ONE_WITNESS_CONFIDENCE)
    yield from rounds.closed()


def _seconds(text: str) -> float | None:
    """A time of the recording in seconds: ISO 8601, or a number."""
    try:
        return float(text)
    except ValueError:
        pass
    try:
        return datetime.fromisoformat(text).timestamp()
    except ValueError:
        return None


def _later(text: str, seconds: float) -> str:
    """Returns a time of the recording `seconds` later, in the same notation."""
    try:
        return f"{float(text) + seconds:.3f}"
    except ValueError:
        return (datetime.fromisoformat(text) + timedelta(seconds=seconds)).isoformat(timespec="milliseconds")


def _number(text: str | None) -> int | str | None:
    """A number as in the results of roulette: 17 and 0 are numbers, 00 and 000 are text."""
    if not text:
        return None
    return int(text) if text.isdecimal() and text not in ("00", "000") else text


def _count(text: str) -> int | None:
    return int(text) if text.isdecimal() else None


class Rounds:
    """Observations of a wheel, gathered to one line a spin. A spin that brought neither a ball in play nor a
    fault is none."""

    def __init__(self) -> None:
        self._line = _fresh()
        self._begun = False

    def took(
        self, seen: list[Observation], at: str, *, confidence: float = TWO_WITNESSES_CONFIDENCE
    ) -> Iterator[Spin]:
        """These observations came at that time; the spins that ended with them."""
        for each in seen:
            if isinstance(each, WheelSeen):
                yield from self._phase(each)
            elif isinstance(each, BallSeen):
                self._line |= {"number": _number(each.pocket), "at": at, "confidence": confidence}
                self._begun = True
            elif isinstance(each, WheelFault) and not each.since_ok:
                self._fault(each, at)

    def closed(self) -> Iterator[Spin]:
        """The spin under way, where it is one; another begins."""
        line, begun = self._line, self._begun
        self._line, self._begun = _fresh(), False
        if begun:
            yield line

    def _phase(self, seen: WheelSeen) -> Iterator[Spin]:
        if seen.phase == BETS_OPEN:
            yield from self.closed()
        if seen.phase == SPIN_BEGUN:
            if self._line["number"] is not None:
                yield from self.closed()
            self._begun = True
        self._line |= {
            "spin": _count(seen.spin),
            "direction": seen.direction or None,
            "rotor_rpm": seen.rotor_rpm,
        }

    def _fault(self, fault: WheelFault, at: str) -> None:
        self._line["faults"].append(fault.name)
        self._line["onsets"].append({"fault": fault.name, "at": at})
        self._line["spin"] = self._line["spin"] or _count(fault.spin)
        self._line["at"] = self._line["at"] or at
        self._begun |= fault.name != "silent"


def _fresh() -> Spin:
    return {
        "number": None,
        "spin": None,
        "at": None,
        "rotor_rpm": None,
        "direction": None,
        "laps": None,
        "confidence": 0.0,
        "faults": [],
        "onsets": [],
    }
