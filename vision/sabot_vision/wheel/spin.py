"""The spin under way: what the judge of a wheel knows of it, and why it ends without a number."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from math import inf

from sabot.core.reasons import NOTHING, Reason, reason
from sabot.games.wheel.terms import VOIDING
from sabot_vision.wheel.lying import RESTS_S, Lying, Stay
from sabot_vision.wheel.running import Run

SHONE_LEAST, OUTSHINES_TIMES = 2, 1.5
"""Where something shone in at least two pictures while the ball ran on its track, a ball must be brighter
than that, by this factor."""

BALL_LAPS, LAUNCHED_LAPS = 3, 0.7
"""This many laps are a ball; less than the second number is a hand. Of a launch that is taken back after one
lap less than a lap is seen, because a ball is recognised only after several pictures."""

SECOND_LIES_S = 1.5
"""A ball that lies so long in a pocket, while one runs or another lies, is a second one."""

HAND_S, BEFORE_S = 0.06, 0.5
"""A hand is seen for so long at least; one that was there so shortly before the ball left its track may have
taken it off."""

HIDDEN_SHARE = 0.25
"""A hand over the wheel for this part of the time since the drop is the reason why there is no number."""


class Hand:
    """Whether a hand is over the wheel, and since when; when there was one last."""

    def __init__(self) -> None:
        self.since_s: float | None = None
        self.last_s = -inf
        self._first_s: float | None = None

    def see(self, covered: bool, at_s: float) -> None:
        """Take what one more picture shows."""
        self._first_s = (at_s if self._first_s is None else self._first_s) if covered else None
        there = self._first_s is not None and at_s - self._first_s >= HAND_S
        self.since_s = self._first_s if there else None
        self.last_s = at_s if there else self.last_s


@dataclass(slots=True)
class Spin:
    """The spin under way. `faults` that void it; `pictures` since the drop, and how many of them a hand
    covered, or did not show the ring; `lay_s`: how long a ball was seen to lie at one place. `shone`: how
    bright spots were, by pocket, while the ball ran on its track: what glitters there is no ball. `late`: the
    eye did not see the launch, so nobody knows how many laps there were, and there is no number. `hand_s`:
    when the first hand came over the wheel that may have moved the ball."""

    run: Run
    rpm: float
    rotor: int
    dropped_s: float | None = None
    faults: tuple[str, ...] = ()
    pictures: int = 0
    covered: int = 0
    unseen: int = 0
    lay_s: float = 0.0
    between: bool = False
    late: bool = False
    hand_s: float | None = None
    shone: dict[int, list[float]] = field(default_factory=dict)

    @property
    def failed(self) -> bool:
        """Whether the ball left its track so soon that the launch may have failed."""
        return self.dropped_s is not None and abs(self.run.turns) < BALL_LAPS - 1

    def touched(self, hand: Hand) -> None:
        """A hand may move the ball. One that is gone while the ball goes on along its track did not."""
        if self.hand_s is None and self.dropped_s is not None:
            if hand.since_s is not None:
                self.hand_s = max(hand.since_s, self.dropped_s)
            elif hand.last_s >= self.dropped_s - BEFORE_S:
                self.hand_s = self.dropped_s

    def again(self, run: Run) -> bool:
        """Whether this run is another launch, after one that failed."""
        return self.failed and run.begun_s > (self.dropped_s or 0.0)

    def shines(self, lying: Iterable[Lying], pockets: int) -> None:
        """The ball runs, and these spots are seen in the ring of `pockets`."""
        for each in lying:
            self.shone.setdefault(round(each.place) % pockets, []).append(each.looks[-1].bright)

    def outshines(self, each: Lying, pockets: int) -> bool:
        """Whether this spot is brighter than what shone at its place while the ball ran."""
        before = self.shone.get(round(each.place) % pockets, [])
        return len(before) < SHONE_LEAST or each.bright > OUTSHINES_TIMES * max(before)

    def voided(self, stay: Stay, at_s: float) -> str:
        """The fault with which a ball that lies so now has no number; empty where there is none besides those
        of the launch. A hand that came while the ball lay in sight without a break did nothing to it."""
        if self.late or self.failed:
            return "spin-not-seen" if self.late else "too-few-laps"
        if self.hand_s is None or not VOIDING.isdisjoint(self.faults):
            return ""
        return "" if stay.whole and self.hand_s > at_s - stay.lies_s else "hand-in-the-way"

    @property
    def why(self) -> tuple[str, Reason]:
        """The fault for which no number came."""
        if self.unseen > HIDDEN_SHARE * self.pictures and self.unseen > self.covered:
            return "ring-not-seen", NOTHING
        if self.between:
            return "unsure", BETWEEN
        if self.covered > HIDDEN_SHARE * self.pictures:
            return "hand-in-the-way", NOTHING
        if abs(self.run.turns) < BALL_LAPS:
            return "launch-failed", NOTHING
        if self.lay_s > 0.15 and self.covered:
            return "ball-removed", NOTHING
        return ("unsure", NEVER_STILL) if self.lay_s > RESTS_S else ("ball-out", NOTHING)


def lasts(each: Lying, at_s: float) -> bool:
    """Whether a ball has lain there for long: one that runs, or that scatters, is another one."""
    return each.lies_s > SECOND_LIES_S and each.since(at_s - 2 * SECOND_LIES_S).lasts


def parted(lying: list[Lying], at_s: float) -> tuple[list[Lying], list[Lying]]:
    """Those that lay there before this second, and the others."""
    return [each for each in lying if each.begun_s <= at_s], [each for each in lying if each.begun_s > at_s]


BETWEEN = reason("the ball lies between two pockets: name the number by hand")
NEVER_STILL = reason("the ball was not seen to lie still: name the number by hand")
