"""Spins that are on record, with all that the judge says of each: tests/vectors/wheel-verdicts.txt.

The figures in docs/wheel.md were measured with this judge and these simulated spins. After a change of
either, write the file again, read the difference, and measure the figures again:
`python -m tests.controller.instruments.test_wheel_verdicts`.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import NamedTuple

import pytest

from sabot.bench.wheel import HABITS_WITHOUT_HANDS
from sabot.instruments.wheel import physics
from sabot.instruments.wheel.edges import Edge, Options
from sabot.instruments.wheel.inference import Spin, seen, spins
from sabot.instruments.wheel.physics import FAULTY, HABITS, Habits, Sensors, Truth

RECORD = Path(__file__).resolve().parents[2] / "vectors" / "wheel-verdicts.txt"

ROUGH = Sensors(missed=0.15, doubled=0.1, jitter_s=0.004)
"""Sensors much worse than any that would be used."""

TAKEN_SOON = HABITS_WITHOUT_HANDS._replace(hold=(1.2, 2.6))
CROOKED = Options(
    pockets=38, mark_pocket="17", index_deg=15.0, index2_deg=300.0, track_deg=50.0, pocket_deg=200.0
)._replace(pocket2_deg=20.0, scatter_s=4.0, rnvp_rev_s=1.2, required_laps=8, slowest_rpm=15.0)


class Sort(NamedTuple):
    """A sort of spin; it is on record for the seeds below `seeds`."""

    seeds: int
    habits: Habits = HABITS
    sensors: Sensors = Sensors()
    options: Options = Options()
    wrong: str = ""
    second_eye: bool = True
    second_beam: bool = False


SORTS = {
    "usual": Sort(16),
    "one eye": Sort(16, second_eye=False),
    "rough": Sort(30, sensors=ROUGH),
    "rough, one eye": Sort(20, sensors=ROUGH, second_eye=False),
    "hands": Sort(16, HABITS._replace(hand=1.0)),
    "taken soon": Sort(16, TAKEN_SOON),
    "taken soon, one eye": Sort(16, TAKEN_SOON, second_eye=False),
    "another wheel": Sort(16, options=CROOKED, second_beam=True),
    **{wrong: Sort(5, wrong=wrong, options=Options(pocket2=True)) for wrong in FAULTY},
}


def of(sort: Sort, seed: int) -> tuple[Truth, list[Spin]]:
    """One spin, and what is said of it."""
    rng = random.Random(seed)
    truth, pulses = physics.spin(
        rng,
        clockwise=seed % 2 == 0,
        options=sort.options,
        habits=sort.habits,
        wrong=sort.wrong,
        second_beam=sort.second_beam,
        second_eye=sort.second_eye,
    )
    return truth, spins(seen(physics.edges(sort.sensors.spoilt(pulses, rng))), sort.options)


def lines(name: str) -> Iterator[str]:
    """The spins of one sort: what happened, then what is said."""
    for seed in range(SORTS[name].seeds):
        truth, said = of(SORTS[name], seed)
        times = " ".join(f"{each:.3f}" for each in truth[4:9])
        yield f"{name} {seed}: {truth.number} {truth.rpm:.2f} {truth.laps} {times}"
        yield from (f"  {' '.join(map(shown, spin))}" for spin in said)


def shown(value: object) -> str:
    """One value of a verdict; times to a hundredth of a millisecond."""
    if isinstance(value, tuple):
        return ",".join(value) or "-"
    if type(value) is int and value > 1000:
        return f"{value / 1e6:.5f}"
    return str(value) or "-"


HAPPENS = ("", "", "", "track-silent", "ball-out", "launch-failed", "wrong-direction", "pocket-silent")
BETWEEN_S = 0.2, 20.0
"""How long nothing is seen between two spins of an evening."""

EVENINGS, LIVE_SPINS, LIVE_EVERY_S = 14, 8, 1.7


def evening(seed: int) -> list[Edge]:
    """The edges of five spins, some of them with something wrong, and of hands between them."""
    rng, edges, begin_us = random.Random(seed), list[Edge](), 0
    for number, wrong in enumerate(rng.choices(HAPPENS, k=5)):
        habits = HABITS._replace(hand=0.4, hold=(1.2, 6.0))
        _, pulses = physics.spin(rng, clockwise=number % 2 == 0, habits=habits, wrong=wrong)
        edges += physics.edges(Sensors(missed=0.03).spoilt(pulses, rng), begin_us=begin_us)
        begin_us = edges[-1].t_us + round(rng.uniform(*BETWEEN_S) * 1e6)
    return edges


def evenings() -> Iterator[str]:
    """What is said of each spin of an evening."""
    for seed in range(EVENINGS):
        yield f"evening {seed}"
        yield from (f"  {' '.join(map(shown, spin))}" for spin in spins(seen(evening(seed))))


def live() -> Iterator[str]:
    """What is said of a spin at moments at which only the edges so far are known."""
    for seed in range(LIVE_SPINS):
        wrong = ("", "", "ball-out", "pocket-silent")[seed % 4]
        truth, pulses = physics.spin(random.Random(seed), clockwise=True, wrong=wrong)
        yield f"live {seed}: {truth.number}"
        for step in range(1, 40):
            now_s = step * LIVE_EVERY_S
            sofar = physics.edges([each for each in pulses if each[0] <= now_s])
            said = spins(seen(sofar), now_s=now_s)
            yield from (f"  {now_s:.1f}: {' '.join(map(shown, spin))}" for spin in said)


PARTS: dict[str, Callable[[], Iterator[str]]] = {
    **{name: partial(lines, name) for name in SORTS},
    "evenings": evenings,
    "live": live,
}


@pytest.mark.parametrize("name", PARTS)
def test_each_spin_is_judged_as_it_is_on_record(name: str):
    known = RECORD.read_text().splitlines()
    begin = known.index(f"# {name}") + 1
    end = next((at for at, line in enumerate(known) if at > begin and line.startswith("# ")), len(known))
    assert [*PARTS[name]()] == known[begin:end]


def test_no_number_on_record_is_wrong():
    for sort in SORTS.values():
        for seed in range(sort.seeds):
            truth, said = of(sort, seed)
            assert {spin.number for spin in said} <= {None, truth.number}


if __name__ == "__main__":
    RECORD.write_text(
        "".join(f"# {name}\n" + "".join(f"{line}\n" for line in PARTS[name]()) for name in PARTS)
    )
