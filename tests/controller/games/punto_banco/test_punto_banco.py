"""Punto banco. CB is *Casinobank*, the source of the rules; the rest is the house's choice and says so."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sabot.games.baccarat.points import VALUE
from sabot.games.baccarat.tableau import GIVEN, TABLEAU_OF_THE_BOOK, read_tableau
from sabot.games.punto_banco import coup as punto_banco
from sabot.games.punto_banco.stakes import tax
from sabot.games.punto_banco.tirage import TABLEAU, tirage
from sabot.games.punto_banco.whys import PUNTO_DRAWS_TO
from tests.controller.dealing import card, faults, lines_of, only, returned
from tests.shared import vectors

GAME = "punto-banco"


def values(*ranks: str) -> tuple[int, ...]:
    return tuple(VALUE[rank] for rank in ranks)


def next_for(punto: tuple[int, ...], banco: tuple[int, ...]) -> str | None:
    owed = tirage(punto, banco)
    return owed.to if owed else None


# --- the tirage (CB) ---------------------------------------------------------------------------------


def test_the_first_four_cards_go_punto_banco_punto_banco() -> None:
    hands: list[tuple[int, ...]] = [(), ()]
    order = []
    for _ in range(4):
        to = next_for(*hands)
        order.append(to)
        hands[to == "banco"] += (1,)
    assert order == ["punto", "banco", "punto", "banco"]


@pytest.mark.parametrize("total", range(10))
def test_punto_draws_to_five_and_stands_on_six_and_seven(total: int) -> None:
    assert (next_for((total, 0), (7, 0)) == "punto") == (total <= PUNTO_DRAWS_TO == 5)


@pytest.mark.parametrize(("punto", "banco"), [(8, 0), (9, 3), (0, 8), (5, 9), (8, 9), (9, 9)])
def test_a_natural_on_either_side_ends_the_deal(punto: int, banco: int) -> None:
    assert tirage((punto, 0), (banco, 0)) is None


def test_the_tableau_is_the_published_one_cell_by_cell() -> None:
    lines_of = vectors("casino")["vectors"]
    published = next(each["expected"] for each in lines_of if each["id"] == "pb-tableau-full")
    assert len(published) == 8
    for total, cells in published.items():
        for given_card, rule in cells.items():
            value = None if given_card == "none" else int(given_card) % 10
            assert TABLEAU[int(total), value] == {"draw": "D", "stand": "S"}[rule], (total, given_card)


# The tableau again, as a dealer learns it by heart (CB): banco draws with the total on the left against the
# third cards on the right. Written the other way round on purpose, so that a slip in the table cannot hide.
BY_HEART = {
    0: "-A23456789X",
    1: "-A23456789X",
    2: "-A23456789X",
    3: "-A2345679X",
    4: "-234567",
    5: "-4567",
    6: "67",
}


@pytest.mark.parametrize(("total", "given_card"), [*product(range(8), GIVEN)])
def test_banco_draws_as_dealers_learn_it(total: int, given_card: str) -> None:
    value = {"-": None, "A": 1, "X": 0}.get(given_card, int(given_card) if given_card.isdigit() else None)
    punto = (6, 0) if value is None else (5, 0, value)
    assert (next_for(punto, (total, 0)) == "banco") == (given_card in BY_HEART.get(total, ""))


@pytest.mark.parametrize("cell", sorted(TABLEAU, key=str))
def test_a_flipped_cell_of_the_tableau_does_not_go_unnoticed(
    cell: tuple[int, int | None], monkeypatch: pytest.MonkeyPatch
) -> None:
    total, value = cell
    monkeypatch.setitem(TABLEAU, cell, "S" if TABLEAU[cell] == "D" else "D")
    name = "-" if value is None else {0: "X", 1: "A"}.get(value, str(value))
    with pytest.raises(AssertionError):
        test_banco_draws_as_dealers_learn_it(total, name)


def test_only_two_cells_differ_from_the_tableau_of_the_free_banker() -> None:
    free = read_tableau(TABLEAU_OF_THE_BOOK)
    assert {cell for cell in free if free[cell] != TABLEAU[cell]} == {(3, 9), (5, 4)}


# --- coups (CB, worked examples) ----------------------------------------------------------------------

COUPS = [
    ("9C 5D JS KH", "punto", 9, 5, True),
    ("4C 2D 2S 3H 4D", "banco", 6, 9, False),
    ("7C QD KS 6H", "punto", 7, 6, False),
    ("TC 3D JS KH 8S", "punto", 8, 3, False),
    ("TC 3D JS KH 9S 2S", "punto", 9, 5, False),
    ("5C 5D KS KH 4S AS", "punto", 9, 6, False),
    ("2C 6D AS JH 6S 3S", "egalite", 9, 9, False),
    ("AC 7D AS QH 6S", "punto", 8, 7, False),
    ("8C 9D KS KH", "banco", 8, 9, True),
    ("8C QD KS 8H", "egalite", 8, 8, True),
]


@pytest.mark.parametrize(("cards", "winner", "punto", "banco", "natural"), COUPS)
def test_a_worked_coup_ends_as_the_source_says(
    cards: str, winner: str, punto: int, banco: int, natural: bool
) -> None:
    lines = lines_of(GAME, cards)
    (result,) = only(lines, "result")
    assert result["winner"] == winner
    assert result["points"] == {"punto": punto, "banco": banco}
    assert result["natural"] is natural
    assert not faults(lines)


def test_the_result_names_the_cards_by_place_and_the_pairs() -> None:
    (result,) = only(lines_of(GAME, "8C 4S 8D 4H"), "result")
    assert result["cards"] == {"punto": ["8C", "8D"], "banco": ["4S", "4H"]}
    assert result["pairs"] == ["punto", "banco"]


def test_jack_two_six_count_eight() -> None:
    """CB: 18 counts 8."""
    (card,) = [line for line in lines_of(GAME, "JH KC 2C KD 6D") if line.get("card") == "6D"]
    assert card == {"event": "card", "coup": 1, "card": "6D", "to": "punto", "points": 8}


# --- stakes (CB; rounding and pairs are the house's) ----------------------------------------------------

PUNTO_WINS = "9C 5D JS KH"
BANCO_WINS = "8C 9D KS KH"
EGALITE = "8C QD KS 8H"


def test_banco_pays_nineteen_for_twenty() -> None:
    assert returned(lines_of(GAME, f"bet banco 20\n{BANCO_WINS}")) == {"banco": "39.00"}


def test_punto_pays_even_money() -> None:
    assert returned(lines_of(GAME, f"bet punto 20\nbet banco 5\n{PUNTO_WINS}")) == {
        "punto": "40.00",
        "banco": "0.00",
    }


def test_egalite_pays_eight_to_one_and_the_others_stay_on_the_table() -> None:
    lines = lines_of(GAME, f"bet egalite 20\nbet punto 20\nbet banco 20 4\n{EGALITE}")
    assert returned(lines) == {"egalite": "180.00", "punto": "20.00", "banco": "20.00"}
    assert [line.get("held") for line in only(lines, "settlement")] == [None, "table", "table"]
    assert only(lines, "settlement")[2]["seat"] == 4


def test_without_tax_banco_pays_even_money_but_half_on_five() -> None:
    assert returned(lines_of(GAME, f"bet banco 20\n{BANCO_WINS}", no_tax="on")) == {"banco": "40.00"}
    five = "TC 5D JS KH 8S"  # punto 8 beats 5: not this one
    assert returned(lines_of(GAME, f"bet banco 20\n{five}", no_tax="on")) == {"banco": "0.00"}
    won_with_five = "TC 5D JS KH AS"  # banco stands on 5 against an ace
    assert returned(lines_of(GAME, f"bet banco 20\n{won_with_five}", no_tax="on")) == {"banco": "30.00"}


def test_the_total_that_pays_half_is_an_option() -> None:
    won_with_six = "TC 6D JS KH AS"
    assert returned(lines_of(GAME, f"bet banco 20\n{won_with_six}", no_tax="on", half_pay_total="6")) == {
        "banco": "30.00"
    }
    assert returned(lines_of(GAME, f"bet banco 20\n{won_with_six}", no_tax="on")) == {"banco": "40.00"}


def test_pairs_are_paid_unless_the_house_takes_none() -> None:
    lines = lines_of(GAME, "bet paire-punto 1\nbet paire-banco 1\n8C 2S 8D 7H")
    assert returned(lines) == {"paire-punto": "12.00", "paire-banco": "0.00"}


def test_a_stake_on_a_pair_is_refused_where_the_house_takes_none() -> None:
    lines = lines_of(GAME, f"bet paire-punto 1\n{PUNTO_WINS}", pairs="off")
    assert faults(lines) == ["wrong-order"]
    assert not returned(lines)


@pytest.mark.parametrize(
    ("rounding", "expected"), [("none", 1), ("up", 100), ("down", 0)], ids=["cent", "unit up", "unit down"]
)
def test_the_tax_on_ten_cents_is_rounded_as_the_house_says(rounding: str, expected: int) -> None:
    assert tax(10, percent=5, rounding=rounding) == expected


def test_the_tax_takes_no_more_than_the_gain() -> None:
    lines = lines_of(GAME, f"bet banco 0.20\n{BANCO_WINS}", tax_rounding="up")
    assert returned(lines) == {"banco": "0.20"}


@given(st.integers(1, 10**9), st.integers(0, 100))
def test_the_tax_is_never_more_than_a_cent_from_exact(amount: int, percent: int) -> None:
    exact = amount * percent / 100
    assert 0 <= tax(amount, percent=percent, rounding="none") - exact < 1.0001
    assert tax(amount, percent=percent, rounding="down") <= exact + 1e-6
    assert tax(amount, percent=percent, rounding="up") >= exact - 1e-6


# --- the calls -------------------------------------------------------------------------------------------


def test_the_croupier_is_told_what_to_say_in_french() -> None:
    lines = lines_of(GAME, "rnvp 2C 6D AS JH 6S 3S end")
    assert [line["text"] for line in only(lines, "call")] == [
        "Rien ne va plus",
        "Trois à punto, six à banco",
        "Carte pour punto",
        "Carte pour banco",
        "Égalité, neuf partout",
        "Faites vos jeux",
    ]


def test_the_call_says_when_punto_stands_and_when_banco_stands() -> None:
    assert "Punto reste, carte pour banco" in [line.get("text") for line in lines_of(GAME, "6C 5D KS KH")]
    assert "Punto gagne, huit à sept, banco reste" in [
        line.get("text") for line in lines_of(GAME, "AC 7D AS QH 6S")
    ]


def test_nothing_is_announced_as_baccarat() -> None:
    """CB: a hand of nothing is "baccarat"."""
    assert "Baccarat à punto, trois à banco" in [line.get("text") for line in lines_of(GAME, "TC 3D JS KH")]


# --- faux tirage -------------------------------------------------------------------------------------------

BREACHES = [
    ("8C QD KS 8H", "2C", "a draw after a natural"),
    ("7C QD KS 7H", "punto:2C", "the ponte drew: punto has 7"),
    ("7C QD KS 7H", "banco:2C", "the banker drew: banco has 7 against no third card"),
    ("7C QD KS 7H", "2C", "a card too many"),
    ("TC 3D JS KH 8S", "2C", "the banker drew: banco has 3 against an 8"),
    ("TC 3D JS KH 8S", "punto:2C", "the ponte drew: no hand takes more than three"),
    ("TC 3D JS KH 9S 2S", "2C", "the banker drew: no hand takes more than three"),
    ("TC 3D JS KH 9S 2S", "punto:2C", "the ponte drew: no hand takes more than three"),
    ("4C 2D 2S 3H 4D", "punto:2C", "the ponte drew: punto has 6"),
]


@pytest.mark.parametrize(("coup", "card", "because"), BREACHES)
def test_a_card_too_many_is_a_faux_tirage_that_names_the_rule(coup: str, card: str, because: str) -> None:
    lines = lines_of(GAME, f"{coup} {card}", close="croupier")
    (fault,) = only(lines, "fault")
    assert fault["kind"] == "faux-tirage"
    assert fault["card"] == "2C"
    assert fault["because"].startswith(because)


STOOD = [
    ("2C 3D 2S KH", "punto", "the ponte stood: punto has 4 and draws to 5"),
    ("TC 3D JS KH 9S", "banco", "the banker stood: banco has 3 against a 9"),
    ("5C 5D KS KH 4S", "banco", "the banker stood: banco has 5 against a 4"),
    ("6C 5D KS KH", "banco", "the banker stood: banco has 5 against no third card"),
    ("6C 5D", "punto", "a card is still owed"),
]


@pytest.mark.parametrize(("coup", "owed", "because"), STOOD)
def test_a_coup_closed_with_a_card_owed_is_a_faux_tirage_and_stays_open(
    coup: str, owed: str, because: str
) -> None:
    lines = lines_of(GAME, f"{coup} end end")
    assert faults(lines) == ["faux-tirage", "faux-tirage"]
    fault = only(lines, "fault")[0]
    assert fault["owed"] == owed
    assert fault["because"].startswith(because)


def test_no_ball_decides_a_coup_of_cards() -> None:
    coup = punto_banco.landed(punto_banco.opening(punto_banco.Options()), "17")
    assert [fault.kind for fault in coup.faults] == ["wrong-order"]


def test_an_undecided_coup_has_no_result() -> None:
    assert punto_banco.result(punto_banco.opening(punto_banco.Options())) is None


def test_no_call_opens_a_coup() -> None:
    assert not punto_banco.opens(punto_banco.opening(punto_banco.Options()), ("brule",))


def test_nobody_chooses_anything() -> None:
    coup = punto_banco.said(punto_banco.opening(punto_banco.Options()), ("brule", "8C"))
    assert [fault.kind for fault in coup.faults] == ["wrong-order"]


def test_a_trainee_is_told_why_each_hand_takes_no_more_cards() -> None:
    coup = punto_banco.opening(punto_banco.Options())
    for text in ("2C", "KC", "3C", "6C", "TD"):  # punto draws to five; banco stands on six against a ten
        coup, _ = punto_banco.dealt(coup, card(text), None)
    assert str(punto_banco.stands(coup, "punto")) == "no hand takes more than three cards"
    assert str(punto_banco.stands(coup, "banco")) == "banco has 6 against a ten-value card and stands"


def test_a_trainee_is_told_that_nobody_draws_after_a_natural() -> None:
    coup = punto_banco.opening(punto_banco.Options())
    for text in ("9C", "KC", "KD", "6C"):
        coup, _ = punto_banco.dealt(coup, card(text), None)
    assert str(punto_banco.stands(coup, "banco")).startswith("a draw after a natural")
