"""The payout help says what the rules' own settlement says, and what the house keeps of it."""

from __future__ import annotations

from typing import Any

import pytest

from sabot.staff.payouts import PayoutError, payouts
from tests.dashboard import tables, views


def play(script: str, **options: Any) -> Any:
    return views.played(script, **options)[0].play


BANCO_WINS = views.BANCO_OWED + " 5D"


def lines(found: dict[str, Any]) -> list[tuple[str, str, str]]:
    return [(each["where"], each["returned"], each["kept"]) for each in found["lines"]]


def test_the_tax_on_banco_is_told_beside_what_is_paid() -> None:
    """Casinobank: banco pays even money less five percent."""
    found = payouts(play(BANCO_WINS), [("banco", "100"), ("punto", "50"), ("égalité", "10")])
    assert lines(found) == [
        ("banco", "195.00", "5.00"),
        ("punto", "0.00", "0.00"),
        ("egalite", "0.00", "0.00"),
    ]
    assert found["total"] == {"stake": "160.00", "returned": "195.00", "kept": "5.00"}


@pytest.mark.parametrize(
    ("rounding", "kept", "rounded"),
    [("none", "0.63", "0.00"), ("up", "1.00", "0.37"), ("down", "0.00", "0.00")],
)
def test_rounding_is_told_apart_from_the_tax(rounding: str, kept: str, rounded: str) -> None:
    line = payouts(play(BANCO_WINS, tax_rounding=rounding), [("banco", "12,50")])["lines"][0]
    assert (line["kept"], line["rounded"]) == (kept, rounded)


def test_a_stake_that_stays_says_where() -> None:
    egalite = play("rnvp 2C 3S 3D 4H 2H")
    line = payouts(egalite, [("banco", "20")])["lines"][0]
    assert (line["held"], line["returned"], line["gain"]) == ("table", "20.00", "0.00")


def test_before_the_ball_falls_a_number_may_be_tried() -> None:
    roulette = tables.table("roulette").play
    found = payouts(roulette, [("plein:17", "5"), ("rouge", "10"), ("voisins", "9")], number="17")
    assert [each["returned"] for each in found["lines"][:2]] == ["180.00", "0.00"]
    assert found["lines"][2]["stake"] == "81.00", "an announced stake is several"
    for at, number in ((roulette, "99"), (play(BANCO_WINS), "17")):
        with pytest.raises(PayoutError, match="no number"):
            payouts(at, [("plein:17", "5")], number=number)


def test_zero_keeps_or_locks_a_simple_chance_as_the_house_has_it() -> None:
    roulette = tables.table("roulette", {"zero-rule": "prison"}).play
    line = payouts(roulette, [("rouge", "10")], number="0")["lines"][0]
    assert line["held"] == "prison"


@pytest.mark.parametrize(("cut", "held", "returned"), [("", "prison", "0.00"), ("cut\n", "", "5.00")])
def test_after_a_refait_in_the_last_coup_no_stake_goes_to_prison(cut: str, held: str, returned: str) -> None:
    last = tables.played("trente-et-quarante", cut + tables.TRENTE_REFAIT).play
    line = payouts(last, [("rouge", "10")])["lines"][0]
    assert (line["held"], line["returned"]) == (held, returned)


@pytest.mark.parametrize(
    ("script", "stakes", "why"),
    [
        ("rnvp 8C", [("banco", "10")], "not decided"),
        (BANCO_WINS, [("lune", "10")], "no chance"),
        (BANCO_WINS, [("x" * 10_000, "10")], "no chance"),
        (BANCO_WINS, [("banco", "ten")], "no amount"),
        (BANCO_WINS, [("banco", "9" * 10_000)], "no amount"),
    ],
)
def test_what_cannot_be_worked_out_is_said(script: str, stakes: list[tuple[str, str]], why: str) -> None:
    with pytest.raises(PayoutError, match=why):
        payouts(play(script), stakes)


@pytest.mark.parametrize("game", ["trente-et-quarante", "baccarat-banque", "chemin-de-fer"])
def test_every_game_answers_or_says_why_not(game: str) -> None:
    scripts = {
        "trente-et-quarante": tables.TRENTE_ROUGE,
        "baccarat-banque": tables.BANQUE_DECIDED,
        "chemin-de-fer": tables.CHEMIN_DECIDED,
    }
    at = tables.played(game, scripts[game])
    chance = at.play.game.CHANCES[0]
    found = payouts(at.play, [(chance, "10")])
    assert found["lines"][0]["stake"] == "10.00"
