"""The ball on its track: which pulses are its laps, where one spin ends and the next begins.

A ball only slows down, each lap a little longer than the one before. A pulse between two laps is a hand or a
double; a lap twice as long is one in which it was missed.
"""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from itertools import pairwise
from typing import NamedTuple

from sabot.instruments.wheel.rotor import Times

SLOWEST_LAP_S = 2.2
"""A ball that takes longer for a lap cannot stay up."""

FASTEST_LAP_S = 0.28
REST_AT_LEAST_S = 4.5
"""Between two spins the ball scatters, and rests for two revolutions: longer than three laps ever take."""


PICKED_UP_S = 12.0
"""A few pulses of the track this soon after the ball was seen in its pocket are a hand's."""

FASTEST_LAUNCH_S = 0.3
"""No ball makes its first lap in less."""

GROWTH_LEAST, SMALL_GROWTH, USUAL_GROWTH, GROWTH_MOST = 1.0, 1.06, 1.25, 1.35
"""A lap is longer than the one before by these factors at least and at most. While only one lap is known, a
gap is first taken for as few laps as it can be, then for as many."""

STAYS_UP_S = 0.8
"""A ball whose laps are shorter goes on for some more."""

HAND_S = 2.0
"""A hand is gone after this time; a ball needs longer for the fewest laps that count."""


class Run(NamedTuple):
    """The passes of one ball: `passes` as seen, `laps` with those that were missed, the last lap's length,
    and its factor over the lap before. `strays`: pulses that are no pass of a ball."""

    passes: tuple[float, ...]
    laps: int
    last_lap_s: float
    strays: int = 0
    growth: float = GROWTH_MOST

    @property
    def begun_s(self) -> float:
        """The first pass."""
        return self.passes[0]

    @property
    def last_s(self) -> float:
        """The last pass: some time in the next lap the ball drops."""
        return self.passes[-1]

    @property
    def dropped_by_s(self) -> float:
        """When the ball has left its track at the latest: it would have passed once more by then."""
        return self.last_s + min(self.last_lap_s * self.growth, SLOWEST_LAP_S)

    def over(self, until_s: float) -> bool:
        """Whether the ball has left its track: not one pass is overdue, which may have been missed, but
        two."""
        return until_s > self.last_s + max(2.3 * self.last_lap_s, 0.8)

    def rnvp_due_s(self, rev_s: float) -> float | None:
        """The first pass at which the ball was no faster than this; None while it is."""
        for before, now in pairwise(self.passes):
            if now - before >= 1 / rev_s:
                return now
        return None


def runs(track: Times) -> list[Run]:
    """Every run of a ball in these pulses, in order."""
    return [run for pulses in _apart(track) if (run := _run(pulses)) is not None]


def _apart(track: Times) -> list[list[float]]:
    """Pulses, parted where a ball cannot have been up all the while."""
    parts: list[list[float]] = []
    for pulse in track:
        if parts and pulse - parts[-1][-1] <= REST_AT_LEAST_S:
            parts[-1].append(pulse)
        else:
            parts.append([pulse])
    return parts


def _run(pulses: list[float]) -> Run | None:
    """The laps among these pulses; None where they are no ball's."""
    followed = [_followed(pulses, USUAL_GROWTH)]
    if len(followed[0].passes) < len(pulses):
        followed.append(_followed(pulses, SMALL_GROWTH))
        followed += [_followed(pulses[begin:], SMALL_GROWTH) for begin in range(1, min(3, len(pulses)))]
    best = max(followed, key=lambda run: (len(run.passes), run.laps))
    whole = _backward(best, pulses[: pulses.index(best.begun_s)])
    return whole if whole.laps > 1 else None


def _backward(run: Run, earlier: list[float]) -> Run:
    """The run with the passes before it, where the first of its laps was missed."""
    for pulse in reversed(earlier):
        if len(run.passes) < 2:
            break
        laps = (run.passes[0] - pulse) / (run.passes[1] - run.passes[0])
        if 0.55 < laps < 2.1:
            passes = (pulse, *run.passes)
            run = run._replace(passes=passes, laps=run.laps + (1 if laps < 1.1 else 2))
    return run


def _followed(pulses: list[float], growth: float) -> Run:
    """The passes from the first pulse on; `growth` of the laps as long as only one is known."""
    run = Run((pulses[0],), 1, 0.0)
    for pulse in pulses[1:]:
        gap = pulse - run.last_s
        if gap < max(FASTEST_LAP_S, 0.75 * run.last_lap_s):
            run = run._replace(strays=run.strays + 1)
            continue
        count = _laps_in(gap, run, run.growth if len(run.passes) > 2 else growth)
        if gap / count > SLOWEST_LAP_S:
            break
        run = _passed(run, pulse, gap, count)
    return run


def _passed(run: Run, pulse: float, gap: float, count: int) -> Run:
    """Returns the run with one more pass, `count` laps after the one before."""
    growth = run.growth
    if run.last_lap_s:
        growth = (gap / count / run.last_lap_s) ** (2 / (count + 1))
        growth = min(max(growth, GROWTH_LEAST), GROWTH_MOST)
    last = gap * growth ** (count - 1) / sum(growth**lap for lap in range(count))
    return Run((*run.passes, pulse), run.laps + count, last, run.strays, growth)


def _laps_in(gap: float, run: Run, growth: float) -> int:
    """How many laps, each longer than the one before, fit this gap best."""
    if not run.last_lap_s:
        return 1
    counts = [count for count in (1, 2, 3, 4) if count == 1 or gap / count > run.last_lap_s * 1.03]
    return min(counts, key=lambda count: abs(math.log(gap / run.last_lap_s / _lengths(growth, count))))


def _lengths(growth: float, count: int) -> float:
    """Returns the length of `count` laps after one, as a multiple of its length."""
    return sum(growth**lap for lap in range(1, count + 1))


def balls(found: list[Run], pocket: Times) -> list[Run]:
    """The runs that are a ball's."""
    ends = [run.begun_s for run in found[1:]] + [math.inf] * bool(found)
    return [run for run, end_s in zip(found, ends, strict=True) if not _is_hand(run, pocket, end_s)]


def _is_hand(run: Run, pocket: Times, until_s: float) -> bool:
    """Returns whether these few passes are a hand's: they come right after a sighting of the ball, when
    somebody picks it up, or faster than any ball; they do not grow as a ball's laps do, and none comes to
    rest after them."""
    before = bisect_left(pocket, run.begun_s)
    fetched = before > 0 and run.begun_s - pocket[before - 1] < PICKED_UP_S
    if run.last_s - run.begun_s >= HAND_S or not (fetched or run.strays):
        return False
    rests = bisect_left(pocket, until_s) - bisect_right(pocket, run.last_s + HAND_S)
    return rests < 2 and not _slows(run)


def _slows(run: Run) -> bool:
    """Whether the laps grow as those of a ball do."""
    laps = [later - sooner for sooner, later in pairwise(run.passes)]
    if len(laps) < 2 or laps[0] < FASTEST_LAUNCH_S or laps[-1] < STAYS_UP_S:
        return False
    return all(0.98 < later / sooner < 1.6 for sooner, later in pairwise(laps))
