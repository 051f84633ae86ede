"""A name on record says whether anybody proved it."""

from __future__ import annotations

import pytest

from sabot.core.shapes.people import Person, claimed


def test_a_proved_name_carries_the_role_and_a_typed_one_says_that_it_is_claimed() -> None:
    assert str(Person("M. Dupont", "supervisor")) == "M. Dupont (supervisor)"
    assert claimed("M. Dupont") == '"M. Dupont" (claimed)'


@pytest.mark.parametrize(
    "typed", ["M. Dupont (supervisor)", 'M. Dupont" (supervisor)', '" (claimed), "A', "x"]
)
def test_no_typed_name_reads_like_a_proved_one(typed: str) -> None:
    kept = claimed(typed)
    assert kept.endswith('" (claimed)')
    assert kept.count('"') == 2


def test_no_name_stays_empty() -> None:
    assert claimed("") == ""
