"""What the numbers of one wheel say of it, and whether chance explains it. Pure; the standard library alone.

A record belongs to one wheel (`identity`); another wheel starts a new one. Three questions are put to it: do
some pockets come too often, do some sectors of the wheel, does the ball leave its track over some part of the
rotor. Each gives a probability that chance does as much. All are asked again after every spin, and so an
alarm must hold against all the times that were asked: see `ALARM_PROBABILITY`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

SECTOR_COUNT = 6
"""The wheel is divided into this many arcs of neighbouring pockets."""

EXPECTED_LEAST = 5.0
"""A chi-square needs at least this many expected in each cell (Cochran's rule)."""

ALARM_PROBABILITY = 0.001
"""How often, over its whole life, a perfect wheel may be called suspect: once in a thousand wheels."""

BIAS_TIMES, POWER_PROBABILITY = 1.25, 0.9
"""`spins_for`: a pocket that comes by a quarter too often is to be found nine times in ten."""


class Record(NamedTuple):
    """The numbers of one wheel: `order` are its pockets clockwise, `counts` and `zones` how often each came,
    and how often the ball left the track over it."""

    order: tuple[str, ...]
    identity: str = ""
    counts: tuple[int, ...] = ()
    zones: tuple[int, ...] = ()

    @property
    def spins(self) -> int:
        """How many numbers are on record."""
        return sum(self.counts)

    def after(self, number: str, *, zone: str = "", identity: str | None = None) -> Record:
        """Returns the record with one more number; another wheel starts a new record. A number that this
        wheel does not have changes nothing."""
        known = self
        if identity is not None and identity != self.identity:
            known = Record(self.order, identity)
        if number not in known.order:
            return known
        counts = _more(known.counts, known.order, number)
        return known._replace(counts=counts, zones=_more(known.zones, known.order, zone))


def _more(counts: tuple[int, ...], order: tuple[str, ...], name: str) -> tuple[int, ...]:
    full = counts or (0,) * len(order)
    return tuple(count + (pocket == name) for pocket, count in zip(order, full, strict=True))


def report(record: Record) -> dict[str, object]:
    """Everything that is known, as plain values: each test with the spins it needs before it claims
    anything."""
    tests = {
        "pockets": _test(record.counts, [1] * len(record.order)),
        "sectors": _test(*arcs(record.counts)),
        "drop_zone": _test(*arcs(record.zones)),
    }
    return {
        "wheel": record.identity,
        "spins": record.spins,
        **tests,
        "spins_to_find_a_bias": spins_for(len(record.order)),
        "alarm": [name for name, test in tests.items() if test["alarm"]],
        "counts": dict(zip(record.order, record.counts, strict=False)),
    }


def _test(counts: Sequence[int], sizes: Sequence[int]) -> dict[str, object]:
    total, needed = sum(counts), math.ceil(EXPECTED_LEAST * max(sum(sizes), 1) / max(1, min(sizes)))
    if total < needed:
        return {"chi_square": None, "p": None, "spins_needed": needed, "alarm": False}
    statistic = chi_square(counts, sizes)
    p = survival(statistic, len(sizes) - 1)
    return {
        "chi_square": round(statistic, 3),
        "p": p,
        "spins_needed": needed,
        "alarm": p < threshold(total, needed),
    }


def threshold(total: int, first: int) -> float:
    """How small a probability must be after `total` spins, asked after every one from `first` on.

    Three tests share `ALARM_PROBABILITY`. Of each share, a part `1/(k(k+1))` goes to the k-th doubling of the
    spins, and within a doubling to each spin alike: the parts add up to the share. However often it is asked,
    and however the answers depend on each other, chance alone alarms with no greater probability.
    """
    doubling = max(1, int(math.log2(max(total, first) / first)) + 1)
    asked = float(first) * 2.0 ** (doubling - 1)
    return ALARM_PROBABILITY / 3 / (doubling * (doubling + 1)) / asked


def arcs(counts: Sequence[int], sectors: int = SECTOR_COUNT) -> tuple[list[int], list[int]]:
    """How often each arc of neighbouring pockets came, and how many pockets each has."""
    sums, sizes = [0] * sectors, [0] * sectors
    for place, count in enumerate(counts):
        arc = place * sectors // len(counts)
        sums[arc] += count
        sizes[arc] += 1
    return sums, sizes


def chi_square(counts: Sequence[int], sizes: Sequence[int] = ()) -> float:
    """Pearson's statistic against cells that are likely in proportion to their sizes; without, equally."""
    weights = sizes or [1] * len(counts)
    each = sum(counts) / sum(weights)
    return sum(
        (count - each * size) ** 2 / (each * size) for count, size in zip(counts, weights, strict=True)
    )


def survival(statistic: float, freedom: int) -> float:
    """Returns the probability that chi-square with `freedom` degrees of freedom is at least this large: the
    regularised upper incomplete gamma function Q(freedom/2, statistic/2)."""
    if statistic <= 0:
        return 1.0
    shape, at = freedom / 2, statistic / 2
    return 1 - _lower(shape, at) if at < shape + 1 else _upper(shape, at)


def _scale(shape: float, at: float) -> float:
    return math.exp(shape * math.log(at) - at - math.lgamma(shape))


def _lower(shape: float, at: float) -> float:
    """P by its power series."""
    term = total = 1 / shape
    step = shape
    while abs(term) > abs(total) * 1e-16:
        step += 1
        term *= at / step
        total += term
    return total * _scale(shape, at)


def _upper(shape: float, at: float) -> float:
    """Q by its continued fraction (Lentz's method)."""
    tiny = 1e-300
    under = at + 1 - shape
    above = 1 / tiny
    below = 1 / under
    fraction = below
    for turn in range(1, 10_000):
        factor = -turn * (turn - shape)
        under += 2
        below = 1 / (factor * below + under or tiny)
        above = under + factor / above or tiny
        change = above * below
        fraction *= change
        if abs(change - 1) < 1e-15:
            break
    return fraction * _scale(shape, at)


@cache
def spins_for(pockets: int, *, bias: float = BIAS_TIMES, power: float = POWER_PROBABILITY) -> int:
    """How many spins it takes until a pocket that comes `bias` times too often is found with probability
    `power` by a chi-square over all pockets, at the level `ALARM_PROBABILITY`.

    The statistic then has the non-centrality spins * sum((p - 1/n)^2 * n), which is spins * (bias - 1)^2 /
    (n - 1); it is approximated by a normal distribution of its mean and variance.
    """
    freedom = pockets - 1
    per_spin = (bias - 1) ** 2 / freedom
    limit = _critical(freedom)
    spins = 1
    while _missed(limit, freedom, spins * per_spin) > 1 - power:
        spins = spins + max(1, spins // 50)
    return spins


def _critical(freedom: int) -> float:
    low, high = 0.0, 10.0 * freedom + 200
    for _ in range(80):
        middle = (low + high) / 2
        low, high = (middle, high) if survival(middle, freedom) > ALARM_PROBABILITY else (low, middle)
    return high


def _missed(limit: float, freedom: int, beyond: float) -> float:
    spread = math.sqrt(2 * (freedom + 2 * beyond))
    return 0.5 * math.erfc(-(limit - freedom - beyond) / spread / math.sqrt(2))
