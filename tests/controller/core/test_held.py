"""What is told late or laid ready: a settlement that is held (`faux-tirage=hold`), a card for the next coup
(`faux-tirage=next`)."""

from __future__ import annotations

import pytest

from tests.controller.dealing import faults, lines_of, only, returned

GAME = "punto-banco"
NATURAL = "9C 5D JS KH"


@pytest.mark.parametrize("act", ["2C", "bet banco 5", "rnvp", "say brule 2C", "new"])
def test_a_held_settlement_is_told_when_the_next_act_closes_the_coup(act: str) -> None:
    lines = lines_of(GAME, f"bet punto 5\n{NATURAL}\n{act}", faux_tirage="hold")
    assert returned(lines) == {"punto": "10.00"}
    assert not faults(lines)


def test_a_coup_does_not_close_by_itself_before_its_settlement_is_confirmed() -> None:
    script = "6C 7D KH KS\nsay ponte carte\n2C 3C\nsay confirme\n4C"
    lines = lines_of("chemin-de-fer", script, faux_tirage="hold")
    assert [(line["coup"], line["card"]) for line in only(lines, "card")][4:] == [(2, "4C")]
    assert faults(lines) == ["faux-tirage", "faux-tirage"]


def test_an_annulled_coup_tells_no_settlement_that_was_held() -> None:
    lines = lines_of(GAME, f"bet punto 5\n{NATURAL}\nsay annule", faux_tirage="hold")
    assert returned(lines) == {"punto": "5.00"}


def test_a_second_rien_ne_va_plus_deals_no_card_that_lies_ready_for_the_next_coup() -> None:
    script = "6C 5D KH KS\nsay ponte carte\n2C\nrnvp"
    lines = lines_of("chemin-de-fer", script, faux_tirage="next")
    assert [line["card"] for line in only(lines, "card")] == ["6C", "5D", "KH", "KS"]
    assert faults(lines) == ["faux-tirage", "wrong-order"]
