"""A polynomial through a handful of points: compared with exact answers."""

from __future__ import annotations

import subprocess
import sys
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sabot.instruments.wheel.curve import fitted, value

POINTS = [-9.5, -7.25, -5.5, -2.0, 0.75, 1.5, 4.0]


def exact(at, values, degree):
    """The same by the normal equations, in fractions."""
    powers = [[Fraction(each) ** power for each in at] for power in range(degree + 1)]
    rows: list[list[Fraction]] = [
        [sum((a * b for a, b in zip(one, other, strict=True)), Fraction()) for other in powers]
        + [sum((a * Fraction(b) for a, b in zip(one, values, strict=True)), Fraction())]
        for one in powers
    ]
    for pivot in range(degree + 1):
        rows[pivot] = [each / rows[pivot][pivot] for each in rows[pivot]]
        for other in range(degree + 1):
            if other != pivot:
                factor = rows[other][pivot]
                rows[other] = [a - factor * b for a, b in zip(rows[other], rows[pivot], strict=True)]
    return [float(row[-1]) for row in rows]


@pytest.mark.parametrize("degree", [1, 2, 3])
def test_a_curve_of_its_own_degree_is_found_again(degree):
    factors = [3.5, -0.5, 0.25, -0.125][: degree + 1]
    values = [value(factors, each) for each in POINTS]
    assert fitted(POINTS, values, degree=degree) == pytest.approx(factors, abs=1e-12)


@given(st.integers(1, 3), st.lists(st.floats(-50, 50), min_size=7, max_size=7), st.floats(0.01, 100))
def test_the_curve_is_the_one_that_the_normal_equations_give(degree, values, scale):
    at = [each * scale for each in POINTS]
    found = fitted(at, values, degree=degree)
    wanted = exact(at, values, degree)
    for power, (one, other) in enumerate(zip(found, wanted, strict=True)):
        assert one * scale**power == pytest.approx(other * scale**power, rel=1e-9, abs=1e-9)


@pytest.mark.parametrize("scale", [1.0, 3e-4, 7e5])
def test_points_too_few_for_their_degree_leave_the_highest_power_out(scale):
    at = [1.1 * scale, 1.1 * scale, 3.3 * scale]
    found = fitted(at, [2.0, 2.5, 6.0], degree=2)
    assert found[2] == 0.0
    assert [value(found, each) for each in at] == pytest.approx([2.25, 2.25, 6.0])


def test_points_that_are_all_zero_are_a_level_line():
    assert fitted([0.0, 0.0], [4.0, 6.0], degree=1) == pytest.approx([5.0, 0.0])


@pytest.mark.process
def test_a_wheel_is_judged_without_numpy():
    """Of the product's modules those that a wheel needs import nothing that the base does not bring."""
    code = (
        "import sys; sys.modules['numpy'] = None\n"
        "from sabot.bench import wheel as bench_wheel\n"
        "import sabot.instruments.registry, sabot.instruments.wheel.reading\n"
        "print(bench_wheel.measure(20)['as usual']['right'])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout.strip() == "20"
