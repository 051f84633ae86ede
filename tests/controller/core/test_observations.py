"""Observations, read back from records that somebody may have written by hand."""

from __future__ import annotations

from typing import Any

import pytest

from sabot.core.observations import DeviceLost, Noted, WheelSeen, as_dict, from_dict
from sabot.core.reasons import reason


@pytest.mark.parametrize(
    ("plain", "said"),
    [
        ({"kind": "Said", "words": 99}, "Said: words is '99'"),
        ({"kind": "Said", "words": {"8C": "punto"}}, "Said: words is"),
        ({"kind": "ButtonPressed", "button": ["undo"]}, "ButtonPressed: button is"),
        ({"kind": "Staked", "where": "punto", "amount": "20"}, "Staked: amount is '20'"),
        ({"kind": "Noted", "what": "remark", "counted": 0.5}, "Noted: counted is '0.5'"),
        ({"kind": "CardSeen", "card": "8C", "place": 7}, "CardSeen: place is '7'"),
        (
            {"kind": "CardSeen", "card": "8C", "source": "a" * 99, "note": "", "place": ["a" * 99]},
            "is \"\\['a",
        ),
        ({"kind": "Said"}, "Said: .*missing"),
        ({"kind": "Heard"}, "no such observation: 'Heard'"),
    ],
)
def test_a_field_of_another_type_is_refused_by_its_name(plain: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        from_dict(plain)


@pytest.mark.parametrize("card", [True, 7, ["8C"], {"a": 1}])
def test_a_card_that_is_no_text_is_a_card_that_could_not_be_read(card: Any) -> None:
    assert from_dict({"kind": "CardSeen", "card": card}).card is None


def test_a_whole_number_may_stand_where_any_number_may() -> None:
    assert from_dict({"kind": "WheelSeen", "phase": "at-rest", "rotor_rpm": 30}).rotor_rpm == 30


@pytest.mark.parametrize(
    "seen",
    [WheelSeen("spin-begun", rotor_rpm=24.5), Noted("remark"), DeviceLost("sabot", reason("it is gone"))],
)
def test_what_was_written_is_read_back(seen: Any) -> None:
    assert from_dict(as_dict(seen)) == seen
