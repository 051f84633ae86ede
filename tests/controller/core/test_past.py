"""What other programs may hear of a result, and under which name their acts are on record."""

from __future__ import annotations

from sabot.core.shapes.past import OPEN_RESULT, open_result
from sabot.core.shapes.people import Program


def test_a_result_for_everybody_has_no_hand_and_no_key_that_it_did_not_have():
    told = {"event": "result", "coup": 3, "winner": "punto", "points": {"punto": 8}, "hands": {"2": ["8C"]}}
    assert open_result(told) == {"winner": "punto", "points": {"punto": 8}}
    assert "hands" not in OPEN_RESULT


def test_a_program_stands_on_record_as_one_with_its_role():
    assert str(Program("tote", "croupier")) == "program tote (croupier)"
