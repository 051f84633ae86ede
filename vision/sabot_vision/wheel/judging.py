"""From what each picture shows to phases, faults and the number. It prefers unsure to wrong."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf
from typing import NamedTuple

from sabot.core.observations import BallSeen, Observation
from sabot.core.reasons import NOTHING, reason
from sabot.games.wheel import launch
from sabot.games.wheel.reporting import Reporter
from sabot.games.wheel.terms import (
    ANTICLOCKWISE,
    AT_REST,
    BALL_DROPPED,
    CLOCKWISE,
    RNVP_DUE,
    SPIN_BEGUN,
    VOIDING,
    moved,
)
from sabot_vision.wheel.lying import A_PICTURE_S, RESTS_S, Lying, Stay
from sabot_vision.wheel.running import Run
from sabot_vision.wheel.seen import House, Seen
from sabot_vision.wheel.spin import BALL_LAPS, LAUNCHED_LAPS, SECOND_LIES_S, Hand, Spin, lasts, parted

OFF_CENTRE = 0.34
"""Further than this from the middle of a pocket, the pocket is not certain yet."""

HALF_ROUND = 0.5
"""After this part of a revolution the errors of a slanted view have evened out."""

WAITS_S = 3.5
"""So long after the time for scattering a number may still come."""

GONE_S = 0.8
"""A ball that was not seen for so long was picked up."""

UNSEEN_S = 2.0
"""The ring is reported as not seen after this time."""

LAUNCH_SEEN_S, BREAK_S = 1.5, 0.5
"""A launch was seen where the eye had looked at the bowl for so long before, without such a break: a ball
that ran already is found sooner."""


class Given(NamedTuple):
    """A number that was given, at this second."""

    pocket: str
    at_s: float


class Judge:
    """Judges one wheel."""

    def __init__(self, house: House, source: str = "wheel") -> None:
        if why := house.refusal():
            raise ValueError(why)
        self.house, self.source = house, source
        self._order = house.order
        self._reporter = Reporter(house.wheel, source)
        self._spin: Spin | None = None
        self._empty_s: float | None = None
        self._was_empty = False
        self._given: Given | None = None
        self._hand = Hand()
        self._ring_s: float | None = None
        self._looks_since_s = self._looked_s = -inf

    @property
    def idle(self) -> bool:
        """Whether no spin is under way."""
        return self._spin is None

    @property
    def scatters(self) -> bool:
        """Whether the ball has left its track and its number is not known."""
        return self._spin is not None and self._spin.dropped_s is not None

    @property
    def failed(self) -> bool:
        """Whether the ball came down at once: it may be launched again before this is settled."""
        return self._spin is not None and self._spin.failed

    def judge(self, seen: Seen) -> Iterator[Observation]:
        """What is to be reported after this picture."""
        if seen.dark or seen.at_s - self._looked_s > BREAK_S:
            self._looks_since_s = seen.at_s
        self._looked_s = seen.at_s
        self._hand.see(seen.covered, seen.at_s)
        yield from self._ring(seen)
        if self._spin is None:
            yield from self._waiting(seen)
        if seen.run is not None:
            yield from self._running(seen, seen.run)
        if self._spin is not None and self._spin.dropped_s is not None:
            yield from self._scattering(seen, self._spin)

    # --- before a spin

    def _ring(self, seen: Seen) -> Iterator[Observation]:
        """The ring must be seen; for a moment a hand may hide it."""
        if seen.rotor.sure and seen.rotor.seen and not seen.dark:
            self._ring_s = seen.at_s
            yield from self._reporter.over("ring-not-seen")
        elif self._ring_s is None:
            self._ring_s = seen.at_s
        elif seen.at_s - self._ring_s > UNSEEN_S and (self._spin is not None or seen.dark):
            if self._spin is not None:
                self._spin.faults = (*self._spin.faults, "ring-not-seen")
            yield from self._reporter.fault("ring-not-seen", DARK if seen.dark else NOTHING)
            if seen.dark and self._spin is not None:
                self._end()

    def _waiting(self, seen: Seen) -> Iterator[Observation]:
        """Nothing runs: the ball lies from the spin before, or it is in hand."""
        if seen.covered:
            self._given = None
        if not seen.rotor.sure or seen.covered or seen.dark:
            self._empty_s = None
            return
        yield from self._false(seen)
        lies = [each for each in seen.lying if each.lies_s > GONE_S]
        if lies:
            self._empty_s = None
            rests = [stay for each in lies if (stay := each.since(seen.at_s - SECOND_LIES_S)).rests]
            if self._was_empty and any(stay.lies_s > RESTS_S for stay in rests):
                self._was_empty = False
                yield from self._reporter.fault("spin-not-seen")
            return
        if seen.run is not None:
            self._empty_s = None
            return
        self._empty_s = seen.at_s if self._empty_s is None else self._empty_s
        if seen.at_s - self._empty_s > GONE_S and not self._was_empty:
            self._was_empty, self._given = True, None
            yield self._reporter.bets_open()

    def _false(self, seen: Seen) -> Iterator[Observation]:
        """The ball came to rest in another pocket than the one that was given, and no hand put it there."""
        if self._given is None:
            return
        for each in seen.lying:
            stay = each.since(seen.at_s - RESTS_S - A_PICTURE_S)
            pocket = self._pocket(stay)
            if each.begun_s > self._given.at_s and stay.rests and pocket != self._given.pocket:
                yield from self._reporter.fault("ball-moved", moved(self._given.pocket, pocket))

    # --- the ball runs

    def _running(self, seen: Seen, run: Run) -> Iterator[Observation]:
        if self._spin is None or self._spin.again(run):
            if abs(run.turns) < LAUNCHED_LAPS:
                return
            if self._spin is not None and not self._spin.late:
                yield from self._reporter.fault("launch-failed")
            rotor = seen.rotor
            sign = (rotor.speed > 0) - (rotor.speed < 0) if rotor.sure else 0
            self._given = None
            self._spin = Spin(run, abs(rotor.speed) * 60 / len(self._order) if rotor.sure else 0.0, sign)
            self._spin.late = run.begun_s - self._looks_since_s < LAUNCH_SEEN_S
            self._was_empty = False
            yield from self._reporter.begin()
        spin = self._spin
        spin.run = run
        if not spin.rotor and seen.rotor.sure:
            spin.rotor = (seen.rotor.speed > 0) - (seen.rotor.speed < 0)
            spin.rpm = abs(seen.rotor.speed) * 60 / len(self._order)
        begun = abs(run.turns) >= BALL_LAPS
        yield from self._phase(SPIN_BEGUN, begun)
        yield from self._phase(RNVP_DUE, begun and abs(run.speed) <= self.house.rnvp_rev_s)
        if begun and not run.dropped and spin.dropped_s is None:
            spin.shines([each for each in seen.lying if each.last_s == seen.at_s], len(self._order))
            yield from self._second(seen, spin)
        if run.dropped and spin.dropped_s is None:
            spin.dropped_s = run.last_s
            yield from self._phase(BALL_DROPPED, True, zone=self._zone(seen, run))
            yield from self._launch(spin)

    def _second(self, seen: Seen, spin: Spin) -> Iterator[Observation]:
        """A ball that lies in a pocket while another runs."""
        if not (seen.covered or spin.late) and any(lasts(each, seen.at_s) for each in seen.lying):
            yield from self._two(spin)

    def _two(self, spin: Spin) -> Iterator[Observation]:
        if "second-ball" not in spin.faults:
            spin.faults = (*spin.faults, "second-ball")
            yield from self._reporter.fault("second-ball")

    def _launch(self, spin: Spin) -> Iterator[Observation]:
        """The faults of the launch, now that its laps are known. A launch that failed may be taken back."""
        run = spin.run
        if spin.late:
            return
        sign = (run.turns > 0) - (run.turns < 0)
        laps = None if spin.failed else run.laps
        for name in launch.faults(laps, spin.rpm, self.house, ball=sign, rotor=spin.rotor):
            spin.faults = (*spin.faults, name)
            yield from self._reporter.fault(name, launch.why(name, laps=run.laps, rpm=spin.rpm))

    def _zone(self, seen: Seen, run: Run) -> str:
        """The pocket under the ball as it leaves its track."""
        if not seen.rotor.sure:
            return ""
        count = len(self._order)
        back = seen.rotor.speed * (seen.at_s - run.last_s)
        return self._order[round(run.angle * count - seen.rotor.place + back) % count]

    # --- it comes to rest

    def _scattering(self, seen: Seen, spin: Spin) -> Iterator[Observation]:
        assert spin.dropped_s is not None
        spin.pictures += 1
        spin.covered += seen.covered
        spin.touched(self._hand)
        spin.unseen += seen.dark or not (seen.rotor.seen and seen.rotor.sure)
        there = [each for each in seen.lying if each.last_s >= seen.at_s - GONE_S]
        before, fresh = parted(there, spin.dropped_s)
        fresh = [each for each in fresh if spin.outshines(each, len(self._order))]
        spin.lay_s = max([spin.lay_s, *(each.lies_s for each in fresh)])
        if seen.rotor.sure and seen.rotor.seen and not seen.dark:
            stays = [stay for each in fresh if (stay := self._stay(each, seen.at_s)).rests]
            lasting = [each for each in before if lasts(each, seen.at_s)]
            if len(stays) + len(lasting) > 1:
                yield from self._two(spin)
            elif stays:
                yield from self._rested(seen, spin, stays[0])
        if self._spin is not None and seen.at_s > spin.dropped_s + self.house.scatter_s + WAITS_S:
            yield from self._given_up(spin)

    def _stay(self, each: Lying, at_s: float) -> Stay:
        """How a spot lies now; where it is off the middle of a pocket, over half a revolution at least."""
        stay = each.since(at_s - RESTS_S - A_PICTURE_S)
        if abs(stay.place - round(stay.place)) <= OFF_CENTRE:
            return stay
        longer = each.since(each.begun_s)
        enough = longer.turned >= HALF_ROUND * len(self._order)
        return longer if enough and stay.rests else stay

    def _rested(self, seen: Seen, spin: Spin, stay: Stay) -> Iterator[Observation]:
        spin.between = abs(stay.place - round(stay.place)) > OFF_CENTRE
        if spin.between:
            return
        if name := spin.voided(stay, seen.at_s):
            yield from self._reporter.fault(name, launch.why(name, laps=spin.run.laps, rpm=spin.rpm))
        elif VOIDING.isdisjoint(spin.faults):
            direction = {1: CLOCKWISE, -1: ANTICLOCKWISE}.get(spin.rotor, "")
            yield from self._reporter.turned(direction, alternate=self.house.alternate)
            yield from self._phase(AT_REST, True)
            yield BallSeen(self._pocket(stay), self.source)
            self._given = Given(self._pocket(stay), seen.at_s)
        self._end()

    def _pocket(self, stay: Stay) -> str:
        return self._order[round(stay.place) % len(self._order)]

    def _given_up(self, spin: Spin) -> Iterator[Observation]:
        """No number came: why."""
        if spin.late:
            if abs(spin.run.turns) >= BALL_LAPS:
                yield from self._reporter.fault("spin-not-seen")
        elif VOIDING.isdisjoint(spin.faults):
            name, why = spin.why
            yield from self._reporter.fault(name, why)
        self._end()

    def _end(self) -> None:
        self._reporter.end()
        self._spin, self._empty_s = None, None
        self._was_empty = False

    def _phase(self, phase: str, reached: bool, *, zone: str = "") -> Iterator[Observation]:
        spin = self._spin
        reached = reached and not (spin and spin.late)
        direction = {1: CLOCKWISE, -1: ANTICLOCKWISE}.get(spin.rotor, "") if spin else ""
        rpm = round(spin.rpm, 2) if spin else 0.0
        yield from self._reporter.phase(phase, reached, direction=direction, rpm=rpm, zone=zone)


DARK = reason("the camera cannot make out the ring of numbers: it is too dark")
