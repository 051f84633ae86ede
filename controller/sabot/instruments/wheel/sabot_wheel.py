"""Our own wheel sensor on the sabot link: edges in batches, from which spins are inferred here.

The board only stamps what its sensors saw. Their meaning is judged again whenever more is known
(`inference`); each phase of a spin, its number and its faults are reported once.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from sabot.core.observations import BallSeen, Observation
from sabot.core.reasons import Reason, Why, as_reason, reason
from sabot.games.wheel import launch
from sabot.games.wheel import terms as wheel_terms
from sabot.games.wheel.reporting import Reporter
from sabot.instruments.contract import DriverInfo
from sabot.instruments.line import link
from sabot.instruments.line.link import Frame
from sabot.instruments.line.messages import Edges, Heartbeat, Message
from sabot.instruments.line.session import Session
from sabot.instruments.wheel import edges as wheel_edges
from sabot.instruments.wheel import inference as wheel_inference
from sabot.instruments.wheel import pulses
from sabot.instruments.wheel.edges import EYES, Edge, Options
from sabot.instruments.wheel.inference import Spin
from sabot.instruments.wheel.places import GONE_TURNS

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
        self._begun_us: int | None = None
        self._reporter = Reporter(self.wheel.wheel, role)
        self._open_from_us: int | None = UNKNOWN_US
        self._unseen = {"pocket": 0} | ({"pocket2": 0} if self.wheel.pocket2 else {})

    def silent(self, why: Why) -> list[Observation]:
        """Without the board nobody sees the wheel."""
        return list(self._reporter.fault("silent", as_reason(why)))

    # --- messages ---------------------------------------------------------------------------------------

    def _taken(self, frame: Frame, message: Message | None) -> list[Observation]:
        if not isinstance(message, Edges):
            if message is not None:
                return []
            self.tally.refused["payload"] += 1
            why = reason("the wheel sensor sent what cannot be read (type {n})", n=frame.type)
            return self._shake(why)  # it may have been edges
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
        self._edges = pulses.of_balls((self._edges + known)[-EDGES_KEPT:], ends)
        self._now_us = max([self._now_us, *(each.t_us for each in known)])
        self._lies(known)
        return [*self._steadied(), *self._reporter.over("silent"), *self._look()]

    def _beaten(self, beat: Heartbeat, time_us: int) -> list[Observation]:
        """Time has passed in which nothing was seen, if all that was sent has come."""
        seen = list(self._reporter.over("silent"))
        if (beat.sent + 1) & 0xFFFF != self._next or time_us - UNSENT_US <= self._now_us:
            return seen
        self._now_us = time_us - UNSENT_US
        return [*seen, *self._look()]

    def _shake(self, trouble: Reason) -> list[Observation]:
        """Messages are missing: what is known of a spin under way is not enough to judge it."""
        lost = list(self._reporter.fault("number-missed", trouble)) if self._reporter.under_way else []
        self._start_over()
        return [*super()._shake(trouble), *lost]

    def _start_over(self) -> None:
        self._edges, self._now_us = [], 0
        self._reporter.end()
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
            yield self._reporter.bets_open()

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
        if not self._reporter.under_way:
            self._begun_us, self._open_from_us = spin.begun_us, None
            yield from self._reporter.begin()
        yield from self._phase(wheel_terms.SPIN_BEGUN, spin, spin.laps >= BALL_LAPS)
        yield from self._phase(wheel_terms.RNVP_DUE, spin, spin.rnvp_us is not None)
        yield from self._phase(wheel_terms.BALL_DROPPED, spin, spin.dropped_us is not None)
        for name in spin.faults:
            yield from self._reporter.fault(name, _why(name, spin))
        if spin.decided:
            yield from self._decided(spin)

    def _decided(self, spin: Spin) -> Iterator[Observation]:
        if spin.number is not None:
            yield from self._reporter.turned(spin.direction, alternate=self.wheel.alternate)
            yield from self._blind(spin)
            yield from self._phase(wheel_terms.AT_REST, spin, True)
            yield BallSeen(spin.number, self.role)
        self._reporter.end()
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
                    yield from self._reporter.fault(
                        "sensor-silent",
                        reason("a sensor saw nothing while the others did: {source}", source=eye),
                    )

    def _forget(self) -> None:
        """Forget everything older than a minute, except the launch of the present spin."""
        begun_us = self._begun_us if self._reporter.under_way and self._begun_us else self._now_us
        oldest_us = min(begun_us, self._now_us) - KEPT_US
        if self._edges and self._edges[0].t_us < oldest_us:
            self._edges = [each for each in self._edges if each.t_us >= oldest_us]

    def _phase(self, phase: str, spin: Spin, reached: bool) -> Iterator[Observation]:
        zone = spin.zone if phase == wheel_terms.BALL_DROPPED else ""
        yield from self._reporter.phase(
            phase, reached, direction=spin.direction, rpm=spin.rotor_rpm, zone=zone
        )


def _why(name: str, spin: Spin) -> Reason:
    """The fault in words, with what is known of this spin."""
    match name:
        case "sensor-silent" if spin.why:
            return reason("a sensor saw nothing while the others did: {source}", source=spin.why)
        case "sensors-disagree" if spin.why:
            return reason("the sensors contradict each other: {source}", source=spin.why)
    return launch.why(name, laps=spin.laps, rpm=spin.rotor_rpm)


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
