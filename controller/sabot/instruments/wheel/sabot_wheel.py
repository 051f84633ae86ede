"""Our own wheel sensor on the sabot link: edges in batches, from which spins are inferred here.

The board only stamps what its sensors saw. Their meaning is judged again whenever more is known
(`inference`); each phase of a spin, its number and its faults are reported once.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

from sabot.core.observations import BallSeen, DeviceTroubled, Observation, WheelFault, WheelSeen
from sabot.core.reasons import NOTHING, Reason, Why, as_reason, reason
from sabot.instruments.contract import DriverInfo
from sabot.instruments.line import link
from sabot.instruments.line.link import Frame
from sabot.instruments.line.messages import Edges, Heartbeat, Message
from sabot.instruments.line.session import Session
from sabot.instruments.wheel import edges as wheel_edges
from sabot.instruments.wheel import inference as wheel_inference
from sabot.instruments.wheel import pulses
from sabot.instruments.wheel import terms as wheel_terms
from sabot.instruments.wheel.edges import EYES, Edge, Options
from sabot.instruments.wheel.inference import Spin
from sabot.instruments.wheel.places import GONE_TURNS
from sabot.instruments.wheel.terms import FAULTS

UNSENT_US = 250_000
"""An edge reaches us at most this long after it was seen: the board collects edges before it sends them."""

KEPT_US = 60_000_000
EDGES_KEPT = 4000
"""How much is kept while no ball runs, and at all."""

GONE_US = 14_000_000
"""A ball that was not seen for this long has been picked up, where the rotor's speed is not known."""

UNKNOWN_US = -1
"""A ball may lie in the wheel when the table opens."""

BLIND_SPINS = 2
"""An eye that saw nothing in this many successive spins, while the other saw the ball at rest, is silent."""

BALL_LAPS = 3
"""This many laps are a ball; fewer may be a hand."""


OFF_SPEED = {
    "rotor-too-slow": partial(
        reason, "the rotor turns more slowly than the house allows ({number} a minute)"
    ),
    "rotor-too-fast": partial(reason, "the rotor turns faster than the house allows ({number} a minute)"),
}


class Said(NamedTuple):
    """What was said of the spin under way: when it began, and which phases and faults."""

    begun_us: int
    words: frozenset[str] = frozenset()


class Parser(Session):
    """The edges of one wheel."""

    CALLED = reason("the wheel sensor")
    CHECK = reason("a spin under way then has no number")
    RESTARTED = reason("a spin under way then has no number")

    def __init__(self, options: Options | None = None, role: str = "wheel", mark: str = "") -> None:
        self.wheel = options or Options()
        if why := self.wheel.refusal():
            raise ValueError(why)
        super().__init__(self.wheel, role, mark)
        self._edges: list[Edge] = []
        self._now_us = 0
        self._said: Said | None = None
        self._count = 0
        self._direction = ""
        self._standing: dict[str, Reason] = {}
        self._open_from_us: int | None = UNKNOWN_US
        self._unseen = {"pocket": 0} | ({"pocket2": 0} if self.wheel.pocket2 else {})

    def silent(self, why: Why) -> list[Observation]:
        """Without the board nobody sees the wheel."""
        return list(self._fault("silent", as_reason(why)))

    # --- messages ---------------------------------------------------------------------------------------

    def _taken(self, frame: Frame, message: Message | None) -> list[Observation]:
        if not isinstance(message, Edges):
            if message is not None:
                return []
            self.tally.refused["payload"] += 1
            why = reason("the wheel sensor sent what cannot be read (type {n})", n=frame.type)
            return [DeviceTroubled(self.role, why)]
        known, ends, lost, unknown = pulses.words(message, frame.time_us)
        if unknown:
            self.tally.refused["sensor"] += unknown
        if lost:
            return self._shake(
                reason("{n} edges of {device} are lost: {why}", n=lost, device=self.CALLED, why=self.CHECK)
            )
        if (
            message.edges
            and self._edges
            and frame.time_us < self._edges[-1].t_us - wheel_edges.OUT_OF_ORDER_US
        ):
            self._start_over()  # the board's clock began again
        self._edges = pulses.without_sleeves((self._edges + known)[-EDGES_KEPT:], ends)
        self._now_us = max([self._now_us, *(each.t_us for each in known)])
        self._lies(known)
        return [*self._steadied(), *self._over("silent"), *self._look()]

    def _beaten(self, beat: Heartbeat, time_us: int) -> list[Observation]:
        """Time has passed in which nothing was seen, if all that was sent has come."""
        seen = list(self._over("silent"))
        if (beat.sent + 1) & 0xFFFF != self._next or time_us - UNSENT_US <= self._now_us:
            return seen
        self._now_us = time_us - UNSENT_US
        return [*seen, *self._look()]

    def _shake(self, trouble: Reason) -> list[Observation]:
        """Messages are missing: what is known of a spin under way is not enough to judge it."""
        lost = list(self._fault("number-missed", trouble)) if self._said else []
        self._start_over()
        return [*super()._shake(trouble), *lost]

    def _start_over(self) -> None:
        self._edges, self._now_us, self._said = [], 0, None
        self._open_from_us = UNKNOWN_US

    # --- spins ------------------------------------------------------------------------------------------

    def _look(self) -> Iterator[Observation]:
        yield from self._opens()
        lies = self._open_from_us is not None
        for spin in _judged(self._edges, self.wheel, self._now_us):
            if spin.laps >= BALL_LAPS or (spin.decided and not (lies and spin.why == "track")):
                yield from self._spin(spin)
        self._forget()

    def _opens(self) -> Iterator[Observation]:
        """Stakes are taken again when the ball has not been seen for so long that somebody has it in hand."""
        if self._open_from_us == UNKNOWN_US:
            self._open_from_us = self._now_us + GONE_US
        if self._open_from_us is not None and self._edges and self._now_us >= self._open_from_us:
            self._open_from_us = None
            last = next((each for each in reversed(self._edges) if each.sensor in EYES), None)
            self._edges = [each for each in self._edges if each.sensor not in EYES or each is last]
            yield WheelSeen(wheel_terms.BETS_OPEN, self._named(1), "", None, self.wheel.wheel, self.role)

    def _lies(self, known: list[Edge]) -> None:
        """The ball was seen in its pocket once more: it is gone some turns of the rotor after the last."""
        seen_us = max((each.t_us for each in known if each.sensor in EYES), default=0)
        if self._open_from_us is not None and seen_us:
            turns = [each.t_us for each in self._edges if each.sensor == "index"][-4:]
            gaps = sorted(
                later - sooner for sooner, later in itertools.pairwise(turns) if later > sooner + 500_000
            )
            gone_us = GONE_TURNS * min(gaps[0], 20_000_000) if gaps else GONE_US
            self._open_from_us = max(self._open_from_us, round(seen_us + gone_us))

    def _spin(self, spin: Spin) -> Iterator[Observation]:
        if self._said is None:
            self._begin(spin)
            yield from self._over(*self._standing)
        yield from self._phase(wheel_terms.SPIN_BEGUN, spin, spin.laps >= BALL_LAPS)
        yield from self._phase(wheel_terms.RNVP_DUE, spin, spin.rnvp_us is not None)
        yield from self._phase(wheel_terms.BALL_DROPPED, spin, spin.dropped_us is not None)
        for name in spin.faults:
            yield from self._fault(name, _why(name, spin))
        if spin.decided:
            yield from self._decided(spin)

    def _begin(self, spin: Spin) -> None:
        self._count += 1
        self._said = Said(spin.begun_us)
        self._open_from_us = None

    def _decided(self, spin: Spin) -> Iterator[Observation]:
        if spin.number is not None:
            yield from self._alternates(spin)
            yield from self._blind(spin)
            yield from self._phase(wheel_terms.AT_REST, spin, True)
            yield BallSeen(spin.number, self.role)
        self._said = None
        self._open_from_us = self._now_us + GONE_US
        gone = {"track", "track2"} | (EYES.keys() if "ball-out" in spin.faults else set())
        self._edges = [each for each in self._edges if each.sensor not in gone]

    def _blind(self, spin: Spin) -> Iterator[Observation]:
        """An eye that never sees the ball that the other sees at rest; `pocket2` may have been left out."""
        saw = {each.sensor for each in self._edges if each.t_us > spin.begun_us}
        for eye in EYES:
            if eye in saw:
                self._unseen[eye] = 0
            elif eye in self._unseen:
                self._unseen[eye] += 1
                if self._unseen[eye] >= BLIND_SPINS:
                    yield from self._fault(
                        "sensor-silent",
                        reason("a sensor saw nothing while the others did: {source}", source=eye),
                    )

    def _alternates(self, spin: Spin) -> Iterator[Observation]:
        if self.wheel.alternate and spin.direction == self._direction:
            yield from self._fault("not-alternated")
        self._direction = spin.direction

    def _forget(self) -> None:
        """Forget everything older than a minute, except the launch of the present spin."""
        begun_us = self._said.begun_us if self._said else self._now_us
        oldest_us = min(begun_us, self._now_us) - KEPT_US
        if self._edges and self._edges[0].t_us < oldest_us:
            self._edges = [each for each in self._edges if each.t_us >= oldest_us]

    # --- words ------------------------------------------------------------------------------------------

    def _named(self, ahead: int = 0) -> str:
        return str(self._count + ahead)

    def _phase(self, phase: str, spin: Spin, reached: bool) -> Iterator[Observation]:
        if self._said is None or not reached or phase in self._said.words:
            return
        self._said = self._said._replace(words=self._said.words | {phase})
        rpm = spin.rotor_rpm or None
        zone = spin.zone if phase == wheel_terms.BALL_DROPPED else ""
        yield WheelSeen(phase, self._named(), spin.direction, rpm, self.wheel.wheel, self.role, zone)

    def _fault(self, name: str, why: Reason = NOTHING) -> Iterator[Observation]:
        if name not in self._standing:
            self._standing[name] = why or FAULTS[name]
            yield WheelFault(name, self._standing[name], spin=self._named(), source=self.role)

    def _over(self, *gone: str) -> Iterator[Observation]:
        for name in gone:
            if (why := self._standing.pop(name, None)) is not None:
                yield WheelFault(name, why, since_ok=True, source=self.role)


def _why(name: str, spin: Spin) -> Reason:
    """The fault in words, with what is known of this spin."""
    match name:
        case "too-few-laps":
            return reason(
                "the ball left its track after fewer laps than the house requires ({n})", n=spin.laps
            )
        case "rotor-too-slow" | "rotor-too-fast":
            return OFF_SPEED[name](number=f"{spin.rotor_rpm:.1f}")
        case "sensor-silent" if spin.why:
            return reason("a sensor saw nothing while the others did: {source}", source=spin.why)
        case "sensors-disagree" if spin.why:
            return reason("the sensors contradict each other: {source}", source=spin.why)
    return FAULTS[name]


def _judged(edges: list[Edge], options: Options, now_us: int) -> list[Spin]:
    alone = options._replace(alternate=False)  # which came before is known here, not among the edges
    return wheel_inference.spins(wheel_inference.seen(edges), alone, now_s=now_us / 1e6)


DRIVER = DriverInfo(
    name="sabot-wheel",
    role="wheel",
    baud=115200,
    about="our own wheel sensor on the sabot link",
    options=Options,
    parser=Parser,
    silence_s=2.0,
    usb=("Sabot wheel",),
    speaks=True,
    ends=b"\0",
    longest=link.FRAME_MAX,
)
