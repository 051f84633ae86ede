"""A person on record: by pseudonym, with whether anybody proved who it is. A reader gets the name."""

from __future__ import annotations

import pytest

from sabot.core.shapes.people import Person, claimed, claimed_on_record, named

NAMES = {"p-7f3a1c": "M. Dupont", "p-000001": "p-7f3a1c"}


def test_the_record_has_a_pseudonym_and_whether_it_was_proved() -> None:
    assert str(Person("M. Dupont", "supervisor", "p-7f3a1c")) == "p-7f3a1c (supervisor)"
    assert claimed_on_record("p-7f3a1c") == "p-7f3a1c (claimed)"
    assert claimed_on_record("") == ""


def test_a_reader_gets_the_name_and_whether_it_was_proved() -> None:
    assert named("p-7f3a1c (supervisor)", NAMES.get) == "M. Dupont (supervisor)"
    assert named("p-7f3a1c (claimed)", NAMES.get) == '"M. Dupont" (claimed)'


def test_where_the_name_was_erased_a_reader_gets_the_pseudonym() -> None:
    assert named("p-7f3a1c (supervisor)", {}.get) == "p-7f3a1c (supervisor)"


@pytest.mark.parametrize(
    "by", ["", "croupier", "M. Dupont (supervisor)", '"M. Dupont" (claimed)', "p-7f3a1c", "p-7f3a1c (x) (y)"]
)
def test_what_holds_no_pseudonym_is_shown_as_it_is_on_record(by: str) -> None:
    assert named(by, NAMES.get) == by


def test_a_typed_name_that_looks_like_a_pseudonym_is_in_quotation_marks() -> None:
    assert named("p-000001 (claimed)", NAMES.get) == '"p-7f3a1c" (claimed)'


def test_a_typed_name_is_in_quotation_marks() -> None:
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
