"""A reason is a value: English by `str`, any language by its key, and the same again from its JSON."""

from __future__ import annotations

import json

import pytest

from sabot.core.cards import Card
from sabot.core.reasons import NOTHING, Reason, Value, as_dict, found, from_dict, of_error, reason, written

DRAWS = reason("{place} has {n} and draws to {m}", place="punto", n=4, m=5)
CARD = reason("{card} lies at {place}", card=Card("7", "H"), place="noir")
STOOD = reason("{who}: {why}", who=reason("the ponte stood"), why=DRAWS)


def test_in_english_a_reason_is_its_key_with_the_values_in_their_slots() -> None:
    assert str(DRAWS) == "punto has 4 and draws to 5"
    assert str(STOOD) == "the ponte stood: punto has 4 and draws to 5"


def test_a_card_in_a_reason_is_written_as_everywhere() -> None:
    assert str(CARD) == "7H lies at noir"
    assert as_dict(CARD) == {"id": CARD.key, "values": {"card": {"card": "7H"}, "place": "noir"}}


def test_text_from_elsewhere_is_shown_as_it_is_with_braces_in_it() -> None:
    assert str(Reason('one JSON object is expected: {"do": 1}')) == 'one JSON object is expected: {"do": 1}'


def test_no_reason_is_false_and_says_nothing() -> None:
    assert not NOTHING
    assert str(NOTHING) == ""
    assert DRAWS


def test_reasons_are_equal_when_key_and_values_are_and_may_stand_in_sets() -> None:
    assert reason("{n} cards", n=3) == reason("{n} cards", n=3) != reason("{n} cards", n=4)
    assert len({STOOD, STOOD._replace(), DRAWS}) == 2


@pytest.mark.parametrize("why", [NOTHING, DRAWS, STOOD, CARD, reason("{n} s", n=2.5), Reason("old text")])
def test_a_reason_is_the_same_after_its_way_through_json(why: Reason) -> None:
    assert from_dict(json.loads(json.dumps(as_dict(why)))) == why


@pytest.mark.parametrize("plain", [{}, {"values": [1]}, {"id": None, "values": 3}])
def test_what_is_no_reason_is_read_as_text_or_as_none(plain: dict[str, object]) -> None:
    assert from_dict(plain).values == ()


def test_a_value_of_another_kind_is_read_as_its_text() -> None:
    odd: dict[str, object] = {"id": "{n}", "values": {"n": None}}
    values: tuple[tuple[str, Value], ...] = (("n", "None"),)
    assert from_dict(odd).values == values


def test_a_reason_is_taken_out_of_the_error_that_it_was_raised_with() -> None:
    assert of_error(ValueError(DRAWS)) == DRAWS
    assert of_error(FileNotFoundError(2, STOOD)) == STOOD
    assert str(ValueError(DRAWS)) == str(DRAWS)
    assert of_error(ValueError("the disk is full")) == Reason("the disk is full")


@pytest.mark.parametrize("why", [DRAWS, STOOD, CARD, NOTHING, Reason("the lid is open")])
def test_on_record_stands_the_text_of_a_reason_and_where_it_has_values_the_reason(why: Reason) -> None:
    plain = written(why, "note")
    assert plain["note"] == str(why)
    assert ("reason" in plain) == bool(why.values)
    assert found(plain, "note") == why


def test_plain_text_of_a_foreign_game_is_a_reason_that_says_it() -> None:
    assert as_dict("the dealer stands") == {"id": "the dealer stands", "values": {}}
    assert written("{n} is no slot", "why") == {"why": "{n} is no slot"}
    assert found({"why": None, "reason": "text"}, "why") == NOTHING


@pytest.mark.parametrize("key", ["{m} cards", "{n", "{n.rank}", "{n[0]}", "{n:x y}"])
def test_a_reason_whose_slots_cannot_be_filled_says_its_key(key: str) -> None:
    assert str(reason(key, n=2)) == key
