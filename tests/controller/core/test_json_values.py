"""JSON values from outside are read as what they should be, or refused."""

from __future__ import annotations

import pytest

from sabot.core.shapes.json import decimal, record, records, row, whole


@pytest.mark.parametrize(("value", "read"), [(7, 7), (7.9, 7), ("12", 12), (True, 1)])
def test_a_whole_number_is_read_from_a_number_or_from_text(value: object, read: int):
    assert whole(value) == read


@pytest.mark.parametrize(("value", "read"), [(7, 7.0), (0.5, 0.5), ("1e3", 1000.0)])
def test_a_number_is_read_from_a_number_or_from_text(value: object, read: float):
    assert decimal(value) == read
    assert isinstance(decimal(value), float)


@pytest.mark.parametrize("reader", [whole, decimal])
@pytest.mark.parametrize("value", [None, [], {}, [1]])
def test_what_is_no_number_is_refused_by_name(reader, value):
    with pytest.raises(TypeError, match="number"):
        reader(value)


@pytest.mark.parametrize("reader", [whole, decimal])
def test_text_that_names_no_number_is_refused(reader):
    with pytest.raises(ValueError, match="seven"):
        reader("seven")


@pytest.mark.parametrize("endless", [float("inf"), float("-inf")])
def test_infinity_is_no_whole_number(endless: float):
    with pytest.raises(ValueError, match="inf is no whole number"):
        whole(endless)


def test_an_object_is_read_as_it_is_and_anything_else_as_empty():
    assert record({"a": 1}) == {"a": 1}
    assert [record(each) for each in (None, "a", 3, [{"a": 1}])] == [{}, {}, {}, {}]


def test_an_array_is_read_as_it_is_and_anything_else_as_empty():
    assert row([1, None]) == [1, None]
    assert [row(each) for each in (None, "ab", {"a": 1})] == [[], [], []]


def test_of_an_array_only_the_objects_are_read():
    assert records([{"a": 1}, 3, {}, "b"]) == [{"a": 1}, {}]
    assert records({"a": 1}) == []
