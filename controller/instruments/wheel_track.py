"""The ball on its track: which pulses are its laps, where one spin ends and the next begins. Pure NumPy.

A ball only slows down, each lap a little longer than the one before. A pulse between two laps is a hand or a
double; a lap twice as long is one in which it was missed.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from controller.instruments.wheel_rotor import Times

SLOWEST_LAP_S = 2.2
"""A ball that takes longer for a lap cannot stay up."""

FASTEST_LAP_S = 0.28
REST_AT_LEAST_S = 4.5
"""Between two spins the ball scatters, and rests for two revolutions: longer than three laps ever take."""


PICKED_UP_S = 12.0
"""A few pulses of the track so soon after the ball was seen in its pocket are a hand's."""

FASTEST_LAUNCH_S = 0.3
"""No ball makes its first lap in less."""

GROWTH = 1.35
"""A lap is longer than the one before by this factor at most."""

STAYS_UP_S = 0.8
"""A ball whose laps are shorter goes on for some more."""

HAND_S = 2.0
"""A hand is gone after so long; a ball needs longer for the fewest laps that count."""


class Run(NamedTuple):
    """The passes of one ball: `passes` as seen, `laps` with those that were missed, the last lap's length,
    and by what factor it was longer than the lap before. `strays`: pulses that are no pass of a ball."""

    passes: tuple[float, ...]
    laps: int
    last_lap_s: float
    strays: int = 0
    growth: float = GROWTH

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

    def rnvp_due_s(self, rev_s: float) -> float | None:
        """The first pass at which the ball was no faster than this; None while it is."""
        for before, now in zip(self.passes, self.passes[1:], strict=False):
            if now - before >= 1 / rev_s:
                return now
        return None


def runs(track: Times) -> list[Run]:
    """Every run of a ball in these pulses, in order."""
    return [run for pulses in _apart(track) if (run := _run(pulses)) is not None]


def _apart(track: Times) -> list[list[float]]:
    """Pulses, parted where a ball cannot have been up all the while."""
    if not len(track):
        return []
    return [part.tolist() for part in np.split(track, np.flatnonzero(np.diff(track) > REST_AT_LEAST_S) + 1)]


def _run(pulses: list[float]) -> Run | None:
    """The laps among these pulses; None where they are no ball's."""
    followed = [_followed(pulses)]
    if len(followed[0].passes) < len(pulses):
        followed += [_followed(pulses[begin:]) for begin in range(1, min(3, len(pulses)))]
    best = max(followed, key=lambda run: run.laps)
    whole = _backward(best, pulses[: followed.index(best)])
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


def _followed(pulses: list[float]) -> Run:
    passes, laps, lap, strays, growth = [pulses[0]], 1, 0.0, 0, GROWTH
    for pulse in pulses[1:]:
        gap = pulse - passes[-1]
        if gap < max(FASTEST_LAP_S, 0.75 * lap):
            strays += 1
            continue
        count = _laps_in(gap, lap)
        if gap / count > SLOWEST_LAP_S:
            break
        growth = min(max(gap / count / lap, 1.0), GROWTH) if lap else GROWTH
        lap = gap / count
        laps += count
        passes.append(pulse)
    return Run(tuple(passes), laps, lap, strays, growth)


def _laps_in(gap: float, lap: float) -> int:
    """How many laps, each a little longer than `lap`, fit this gap best: none is shorter."""
    if not lap:
        return 1
    counts = [count for count in (1, 2, 3, 4) if count == 1 or gap / count > (1.01 + 0.01 * count) * lap]
    return min(counts, key=lambda count: abs(gap / count / lap - 1.05 - 0.06 * count))


def balls(found: list[Run], pocket: Times) -> list[Run]:
    """The runs that are a ball's."""
    ends = [run.begun_s for run in found[1:]] + [np.inf] * bool(found)
    return [run for run, end_s in zip(found, ends, strict=True) if not _is_hand(run, pocket, end_s)]


def _is_hand(run: Run, pocket: Times, until_s: float) -> bool:
    """Whether these few passes are a hand's: they come so soon after a sighting of the ball that somebody is
    picking it up, or faster than any ball goes round; they do not grow as a ball's laps do, and none comes to
    rest after them."""
    before = int(np.searchsorted(pocket, run.begun_s))
    fetched = before > 0 and run.begun_s - pocket[before - 1] < PICKED_UP_S
    if run.last_s - run.begun_s >= HAND_S or not (fetched or run.strays):
        return False
    rests = pocket[(pocket > run.last_s + HAND_S) & (pocket < until_s)]
    return len(rests) < 2 and not _slows(run)


def _slows(run: Run) -> bool:
    """Whether the laps grow as those of a ball do."""
    laps = np.diff(run.passes)
    if len(laps) < 2 or laps[0] < FASTEST_LAUNCH_S or laps[-1] < STAYS_UP_S:
        return False
    growth = laps[1:] / laps[:-1]
    return bool(np.all((growth > 0.98) & (growth < 1.6)))
