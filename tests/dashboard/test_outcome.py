"""A decided coup in the words of its cloth (sabot_dashboard/picture/outcome.py)."""

from __future__ import annotations

from typing import Any

import pytest

from sabot_dashboard.picture.cloths import cloth_of
from sabot_dashboard.picture.outcome import headline, lost, sentence, won

PUNTO_BANCO = cloth_of("punto-banco")
TRENTE = cloth_of("trente-et-quarante")
BANQUE = cloth_of("baccarat-banque")


def punto_wins(**more: Any) -> Any:
    return {"winner": "punto", "points": {"punto": 8, "banco": 4}, **more}


def test_the_headline_names_the_winner_and_says_of_each_place_whether_it_lost() -> None:
    assert headline(PUNTO_BANCO, punto_wins(), []) == {
        "text": PUNTO_BANCO.names["punto"],
        "tone": "punto",
        "lines": [[PUNTO_BANCO.names["punto"], 8, False], [PUNTO_BANCO.names["banco"], 4, True]],
        "note": "",
    }


def test_a_natural_is_noted_under_the_winner() -> None:
    assert headline(PUNTO_BANCO, punto_wins(natural=True), [])["note"] == PUNTO_BANCO.natural != ""


@pytest.mark.parametrize(
    ("winner", "calls", "note"),
    [
        ("rouge", ["Rouge gagne", "Rouge gagne et la couleur"], "Rouge gagne et la couleur"),
        ("noir", ["Rouge perd et la couleur gagne"], "Rouge perd et la couleur gagne"),
        ("rouge", [], ""),
        ("refait", ["Trente et un après"], ""),
    ],
)
def test_the_last_call_stands_under_rouge_and_noir_and_under_no_refait(
    winner: str, calls: list[str], note: str
) -> None:
    result: Any = {"winner": winner, "couleur": True, "points": {"noir": 33, "rouge": 31}}
    assert headline(TRENTE, result, calls)["note"] == note


@pytest.mark.parametrize(
    ("droite", "gauche", "name"),
    [
        ("ponte", "ponte", "ponte"),
        ("ponte", "banque", "droite"),
        ("banque", "ponte", "gauche"),
        ("banque", "egalite", "banque"),
        ("banque", "banque", "banque"),
        ("egalite", "egalite", "egalite"),
        ("egalite", "ponte", "gauche"),
    ],
)
def test_of_two_sides_the_one_that_the_banker_paid_gives_its_name(
    droite: str, gauche: str, name: str
) -> None:
    points = {"banque": 5, "droite": 7, "gauche": 3}
    result: Any = {"winners": {"droite": droite, "gauche": gauche}, "points": points}
    assert headline(BANQUE, result, [])["tone"] == name
    said = sentence(BANQUE, result, ["a call that is too long for a display"])
    if name == "ponte":
        assert said == "Les pontes gagnent"
    elif name == "egalite":
        assert said == BANQUE.names["egalite"]
    else:
        assert said == BANQUE.wins.format(place=BANQUE.place(name)).capitalize()


@pytest.mark.parametrize(
    ("droite", "gauche", "winners", "losers"),
    [
        ("ponte", "ponte", ["droite", "gauche"], ["banque"]),
        ("banque", "banque", ["banque"], ["droite", "gauche"]),
        ("ponte", "banque", ["droite"], ["gauche"]),
        ("egalite", "banque", [], ["gauche"]),
        ("egalite", "egalite", [], []),
    ],
)
def test_of_two_sides_each_wins_or_loses_by_itself_and_the_bank_against_both(
    droite: str, gauche: str, winners: list[str], losers: list[str]
) -> None:
    points = {"banque": 5, "droite": 7, "gauche": 3}
    result: Any = {"winners": {"droite": droite, "gauche": gauche}, "points": points}
    assert (won(result), lost(result)) == (winners, losers)


def test_the_result_is_the_last_call_where_the_croupier_makes_one_and_else_a_sentence_of_the_cloth() -> None:
    calls = ["Neuf à la banque", "La banque gagne"]
    chemin = cloth_of("chemin-de-fer")
    assert chemin.talks
    assert sentence(chemin, punto_wins(), calls) == "La banque gagne"
    quiet = chemin._replace(talks=False)
    assert sentence(quiet, punto_wins(), calls) == quiet.wins.format(place="punto")
    assert sentence(PUNTO_BANCO, punto_wins(), []) == PUNTO_BANCO.wins.format(
        place=PUNTO_BANCO.names["punto"]
    )


def test_a_coup_that_both_places_keep_is_told_by_its_name_alone() -> None:
    even: Any = {"winner": "egalite", "points": {"punto": 6, "banco": 6}}
    assert sentence(PUNTO_BANCO._replace(talks=False), even, []) == PUNTO_BANCO.names["egalite"]
