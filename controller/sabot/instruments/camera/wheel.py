"""The eye over a wheel (`sabot_vision.wheel.camera`, a process of its own): JSON Lines, each a beat or an
observation as the journal has it.

    {"eye":"beat","state":"fine"}
    {"eye":"wheel","seen":{"kind":"BallSeen","pocket":"17"}}

As the wheel it tells phases, faults and the number. As a witness beside another instrument it tells the
number alone, and the table compares the two.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from functools import partial
from typing import ClassVar, NamedTuple

from sabot.core.observations import (
    BallLies,
    BallSeen,
    Observation,
    WheelFault,
    WheelSeen,
    from_dict,
)
from sabot.core.reasons import Reason, Why, reason
from sabot.core.shapes.json import record
from sabot.games.wheel.terms import (
    AT_REST,
    BALL_DROPPED,
    BETS_OPEN,
    FAULTS,
    RNVP_DUE,
    SPIN_BEGUN,
    layout_refusal,
    order,
)
from sabot.instruments.camera.driver import LIMITS, Lines, address_refusal
from sabot.instruments.contract import DriverInfo

NAME = "wheel-camera"
USES = ("wheel", "witness")
RUNS = (SPIN_BEGUN, RNVP_DUE, BALL_DROPPED)
"""The phases in which a spin is under way."""

NOT_ALTERNATED, MISSED, NOT_SEEN = "not-alternated", "number-missed", "spin-not-seen"

BEAT_S, WAITS_S = 0.5, 3.5
"""The eye beats so often; so long after the time for scattering a ball may still come to rest."""

NUMBER = r"-?\d+(\.\d+)?(e[-+]\d+)?"
VIEW = rf"\s*{NUMBER}(\s+{NUMBER}){{7}}\s*"

_missed = partial(reason, "the camera lost sight of the spin: name the number by hand")


class Options(NamedTuple):
    """`use`: the `wheel`, or a `witness` beside it. `view` is where the camera stands over the wheel; `name`,
    `pockets` and the others as for our sensors (`sabot.instruments.wheel.edges`); the camera's own as for the
    eye over a cloth; `live` is a folder, `source` the table's. `turned`: the direction of the rotor in the
    last valid spin, as the table remembers it.
    """

    use: str = "wheel"
    source: str = ""
    view: str = ""
    name: str = ""
    pockets: int = 37
    layout: str = ""
    required_laps: int = 5
    slowest_rpm: float = 10.0
    fastest_rpm: float = 36.0
    alternate: bool = True
    rnvp_rev_s: float = 1.0
    scatter_s: float = 5.0
    width: int = 1280
    height: int = 720
    fps: int = 30
    exposure_us: int = 0
    focus_cm: int = 0
    number: int = 0
    full_field: bool = True
    white_balance_k: int = 0
    focus_steps: int = -1
    seed: int = 0
    live: str = ""
    turned: str = ""

    def refusal(self) -> str:
        """Why these options are impossible; empty if they are not."""
        if self.use not in USES:
            return f"use = {self.use!r}, but {' or '.join(USES)} was expected"
        for name, (low, high) in LIMITS.items():
            if not low <= getattr(self, name) <= high:
                return f"{name} = {getattr(self, name)}, but {low} to {high} was expected"
        if not 0 < self.slowest_rpm < self.fastest_rpm:
            return "slowest_rpm must be above 0 and below fastest_rpm"
        if not (0 < self.scatter_s <= 60 and 0 <= self.rnvp_rev_s <= 5):
            return "scatter_s is up to 60, rnvp_rev_s up to 5"
        if self.view and not re.fullmatch(VIEW, self.view):
            why = "but the eight numbers that sabot calibrate wheel-camera writes were expected"
            return f"view = {self.view[:60]!r}, {why}"
        return address_refusal(self.source) or layout_refusal(self.pockets, self.layout)


class Parser(Lines):
    """The lines of one eye over a wheel."""

    NAME = NAME

    def __init__(self, options: Options | None = None, role: str = "wheel", mark: str = "") -> None:
        self.options = options or Options()
        super().__init__(self.options.source, role)
        self._order = order(self.options.pockets, self.options.layout)
        self._runs, self._standing = False, dict[str, Reason]()
        self._turned = self.options.turned
        self._unsettled_beats = 0
        self._opens: WheelSeen | None = None

    def cut(self) -> list[Observation]:
        """The process ended; the next one has seen no spin and knows no fault."""
        return [*self._interrupted(), *super().cut()]

    def silent(self, why: Why) -> list[Observation]:
        """Nobody saw how the spin went on."""
        return list(self._interrupted())

    def _beaten(self, plain: dict[str, object]) -> Iterator[Observation]:
        if str(plain.get("state", "fine")) not in (self._state, "fine"):
            yield from self._interrupted()
        yield from super()._beaten(plain)
        if self._unsettled_beats and self._state == "fine":
            self._unsettled_beats -= 1
            if not self._unsettled_beats and self._opens is not None:
                yield from self._went_on(self._opens)

    def _seen(self, plain: dict[str, object]) -> Iterator[Observation]:
        try:
            seen = from_dict(record(plain.get("seen")))
        except (ValueError, KeyError, TypeError, AttributeError):
            self.tally.refused["garbled"] += 1
            return
        if isinstance(seen, BallSeen) and seen.pocket not in self._order:
            self.tally.refused["pocket"] += 1
        elif self.options.use == "witness":
            if isinstance(seen, BallSeen):
                yield BallLies(seen.pocket, self.role)
        elif isinstance(seen, BallSeen | WheelSeen):
            yield from self._went_on(seen)
        elif isinstance(seen, WheelFault):
            yield from self._faulted(seen)

    def _went_on(self, seen: BallSeen | WheelSeen) -> Iterator[Observation]:
        if isinstance(seen, WheelSeen) and seen.phase == BETS_OPEN and self._unsettled_beats:
            self._opens = seen
            return
        self._settled()
        if isinstance(seen, WheelSeen) and seen.phase in (SPIN_BEGUN, BETS_OPEN):
            yield from self._over(MISSED, NOT_ALTERNATED)
        if isinstance(seen, WheelSeen) and seen.phase == AT_REST and seen.direction:
            yield from self._alternates(seen)
        self._runs = isinstance(seen, WheelSeen) and seen.phase in RUNS
        yield seen._replace(source=self.role)

    def _alternates(self, seen: WheelSeen) -> Iterator[Observation]:
        """A process that has just begun knows no spin before; here the direction of the last one is known."""
        repeats = self.options.alternate and seen.direction == self._turned
        self._turned = seen.direction
        if repeats and NOT_ALTERNATED not in self._standing:
            yield from self._faulted(WheelFault(NOT_ALTERNATED, FAULTS[NOT_ALTERNATED], spin=seen.spin))

    def _settled(self) -> None:
        """The ball of a spin that nobody saw end lies, or another spin runs."""
        self._unsettled_beats, self._opens = 0, None

    def _faulted(self, seen: WheelFault) -> Iterator[Observation]:
        if seen.name == NOT_SEEN:
            self._settled()
            if MISSED in self._standing:
                return
        if seen.since_ok:
            self._standing.pop(seen.name, None)
        else:
            self._standing[seen.name] = seen.because
        yield seen._replace(source=self.role)

    def _over(self, *gone: str) -> Iterator[Observation]:
        for name in gone:
            if (why := self._standing.pop(name, None)) is not None:
                yield WheelFault(name, why, since_ok=True, source=self.role)

    def _interrupted(self) -> Iterator[Observation]:
        """The eye sees nothing for a while. What it said lasted is over as far as anybody knows, and the spin
        under way has no number. Stakes are not taken before its ball is seen to lie or can move no more."""
        runs, self._runs = self._runs, False
        yield from self._over(*(each for each in tuple(self._standing) if each != MISSED))
        if runs:
            self._unsettled_beats = math.ceil((self.options.scatter_s + WAITS_S) / BEAT_S)
            yield from self._faulted(WheelFault(MISSED, _missed()))

    SAYS: ClassVar = {"beat": _beaten, "wheel": _seen}


DRIVER = DriverInfo(
    name=NAME,
    role="wheel",
    baud=115200,
    about="the eye over a wheel",
    options=Options,
    parser=Parser,
    silence_s=10.0,  # as the eye over a cloth
    speaks=True,
    extra="camera",
)
