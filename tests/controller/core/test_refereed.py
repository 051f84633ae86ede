"""A script refereed in one call: the same events as step by step, however the script comes."""

from __future__ import annotations

import pytest

from sabot.core.events import Event, as_dict
from sabot.core.script import ScriptError
from sabot.games.register import GAMES
from sabot.games.roulette.rules import Options
from sabot.referee import refereed

PUNTO_BANCO = GAMES["punto-banco"]
COUP = "bet banco 20\n8C KD AH 7S"


def test_a_text_and_its_lines_bring_the_same_events() -> None:
    events = [*refereed(PUNTO_BANCO, COUP)]
    assert [as_dict(event)["event"] for event in events].count("card") == 4
    assert [*refereed(PUNTO_BANCO, COUP.splitlines())] == events


@pytest.mark.parametrize("sign", ["\u2028", "\x85", "\x0c", "\x1c"])
def test_a_line_of_a_text_ends_where_a_line_of_a_file_does(sign: str) -> None:
    """docs/notation.md: a comment, and the words of a call, go on to the end of the line."""
    lines = [as_dict(event) for event in refereed(PUNTO_BANCO, f"# the table{sign}opens\r\n8C\rKD")]
    assert [line["card"] for line in lines if line["event"] == "card"] == ["8C", "KD"]


def test_the_options_decide_what_a_stake_returns() -> None:
    def returned(**options: object) -> list[object]:
        lines = map(
            as_dict, refereed(PUNTO_BANCO, "bet banco 20\n2C 3D 2H 3S KD", PUNTO_BANCO.Options(**options))
        )
        return [line["returned"] for line in lines if line["event"] == "settlement"]

    assert returned() == ["39.00"]
    assert returned(no_tax=True) == ["40.00"]


def test_what_stands_before_a_token_that_cannot_be_read_is_told_first() -> None:
    told: list[Event] = []
    with pytest.raises(ScriptError, match="9X"):
        told.extend(refereed(PUNTO_BANCO, "8C 9X"))
    assert [as_dict(event)["event"] for event in told] == ["card", "owed"]


def test_at_the_end_of_a_script_a_stake_whose_player_has_not_chosen_is_settled() -> None:
    roulette = GAMES["roulette"]
    events = refereed(roulette, "bet rouge 20 4\n0", Options(zero_rule="choice"))
    assert [as_dict(event)["event"] for event in events] == ["result", "call", "settlement"]
