"""A bank of baccarat banque that is left, sold by auction, and paid; and what goes back uncovered. HS is
*Hazardspelen* (Dutch, about 1920), p. 9 to 16."""

from __future__ import annotations

import pytest

from sabot.core import options as house
from sabot.games.baccarat_banque.options import Options
from tests.controller.dealing import Lines, dealt, faults, lines_of, only

GAME = "baccarat-banque"
LEFT = "say banque 0 10\nsay suite\n"
BOTH_LOSE = "2C 3C 9D KC KD KH"
"""The banker has nine against two and three."""


def sold(script: str, **options: str) -> tuple[int, int]:
    """Number and sum (in units) of the bank when the play goes on after `script`."""
    table, lines = dealt(GAME, f"{script}\nrnvp", **options)
    assert faults(lines) == []
    held = table.play.coup.bank
    assert held is not None
    return held.seat or 0, held.amount // 100


def refusal(script: str, **options: str) -> str:
    lines = lines_of(GAME, script, **options)
    assert faults(lines) == ["wrong-order"]
    return str(only(lines, "fault")[0]["because"])


def back(lines: Lines) -> list[tuple[str, int | None, str]]:
    """What goes back uncovered."""
    uncovered = [line for line in only(lines, "settlement") if line.get("uncovered")]
    assert all(line["stake"] == line["returned"] for line in uncovered)
    return [(line["bet"], line.get("seat"), line["returned"]) for line in uncovered]


# --- naturals (HS p. 8) ------------------------------------------------------------------------------

EXAMPLE = "8H KC 3D KS KH KD 5C 6S"
"""Droite has eight; the banker draws against gauche and has nine in the end."""


def test_a_side_with_eight_or_nine_has_won_at_once_by_default() -> None:
    (result,) = only(lines_of(GAME, EXAMPLE), "result")
    assert result["winners"] == {"droite": "ponte", "gauche": "banque"}
    assert Options().natural == "at-once"


def test_a_house_may_compare_a_natural_with_the_points_in_the_end() -> None:
    (result,) = only(lines_of(GAME, EXAMPLE, natural="points"), "result")
    assert result["winners"] == {"droite": "banque", "gauche": "banque"}


def test_naturals_of_banker_and_side_are_compared_at_once() -> None:
    (result,) = only(lines_of(GAME, "8H 9C 8D KS KH KD"), "result")
    assert result["winners"] == {"droite": "egalite", "gauche": "ponte"}


def test_an_older_record_was_dealt_as_it_says() -> None:
    assert house.recorded(Options, {"natural": "points"}).natural == "points"


# --- who has a bank that is for sale -----------------------------------------------------------------


def test_bids_rise_until_the_bank_is_sold_to_the_highest() -> None:
    bids = "say enchere 3 20\nsay enchere 5 30\nsay prend 3 40\n"
    assert sold(bids + "say adjuge") == (3, 40)
    assert sold(bids) == (3, 40)
    assert "40.00" in refusal(bids + "say enchere 5 40")
    assert "adjuge" in refusal(bids + "say banque 5 50")


def test_a_bank_that_was_given_up_goes_at_its_full_sum_before_any_bid() -> None:
    assert sold(LEFT + "say enchere 3 7\nsay prend 6 10\nsay adjuge") == (6, 10)
    assert sold(LEFT + "say prend 0 10\nsay prend 6 10\nsay prend 4 10") == (4, 10)
    assert "seat 6" in refusal(LEFT + "say prend 6 10\nsay enchere 3 20")


def test_a_bid_of_no_seat_is_sold_when_somebody_stakes_or_calls_banco() -> None:
    assert sold("say enchere 0 20\nbet droite 5 1") == (0, 20)
    assert sold("say enchere 0 20\nsay banco 1") == (0, 20)


def test_a_first_card_sells_the_bank_as_well() -> None:
    table, lines = dealt(GAME, "say enchere 4 20\nKC")
    assert faults(lines) == []
    assert table.play.coup.bank is not None
    assert (table.play.coup.bank.seat, table.play.coup.bank.amount) == (4, 20_00)


def test_nothing_is_sold_where_a_bank_is_held_or_nobody_bids() -> None:
    assert "for sale" in refusal("say banque 0 10\nsay enchere 3 20")
    assert "for sale" in refusal("say enchere 3 20", fixed_banker="on")
    assert "bid" in refusal("say adjuge")
    assert "12 seats" in refusal("say enchere 13 20")


def test_a_refused_banco_ends_no_auction() -> None:
    lines = lines_of(GAME, "say enchere 4 20\nsay banco 4\nbet droite 1 4\nsay enchere 3 30\nsay adjuge")
    assert faults(lines) == ["wrong-order", "wrong-order"]
    assert only(lines, "call")[-1]["text"] == "Il y a 30 à la banque, faites vos jeux"


def test_the_croupier_calls_the_bid_that_leads() -> None:
    calls = [line["text"] for line in only(lines_of(GAME, LEFT + "say enchere 0 7\nsay prend 6 10"), "call")]
    assert calls[-2:] == ["7. Qui dit mieux ?", "La banque est prise à 10, place 6"]


# --- what is paid, and what goes back ----------------------------------------------------------------


@pytest.mark.parametrize("word", ["brule", "suite"])
def test_a_banker_who_leaves_is_paid(word: str) -> None:
    lines = lines_of(GAME, f"say banque 0 10\nsay banco 2\n{BOTH_LOSE}\nsay {word}")
    paid = {"event": "paid", "coup": 2, "seat": 0, "amount": "20.00", "of": "bank"}
    assert only(lines, "paid") == [paid]


def test_each_banker_is_paid_once_also_the_same_sum_twice() -> None:
    lines = lines_of(GAME, f"{LEFT}say prend 0 10\nsay adjuge\nsay suite\nsay prend 3 10\nsay adjuge")
    assert [(line["seat"], line["amount"]) for line in only(lines, "paid")] == [(0, "10.00"), (0, "10.00")]


def test_stakes_against_a_burned_bank_go_back_at_once() -> None:
    lines = lines_of(GAME, "say banque 0 40\nbet droite 15 4\nbet gauche 20 5\nsay brule")
    assert back(lines) == [("droite", 4, "15.00"), ("gauche", 5, "20.00")]


def test_after_a_suite_what_the_next_bank_does_not_cover_goes_back() -> None:
    suite = "say banque 0 40\nbet droite 15 4\nbet gauche 20 5\nsay suite\n"
    assert back(lines_of(GAME, suite + "say prend 0 40\nsay adjuge")) == []
    smaller = [("droite", 4, "5.00"), ("gauche", 5, "20.00")]
    assert back(lines_of(GAME, suite + "say prend 5 20\nsay adjuge")) == smaller
    assert back(lines_of(GAME, suite + "say prend 5 20\nbet gauche 1 6")) == smaller
    assert back(lines_of(GAME, suite + "rnvp")) == [("droite", 4, "15.00"), ("gauche", 5, "20.00")]


def test_free_stakes_under_a_banco_go_back_when_the_bets_close() -> None:
    laid = "say banque 0 10\nbet droite 2 5\nsay banco 1\n"
    assert back(lines_of(GAME, laid)) == []
    assert back(lines_of(GAME, laid + "rnvp")) == [("droite", 5, "2.00")]
    assert back(lines_of(GAME, laid + "KC KD")) == [("droite", 5, "2.00")]


def test_what_equal_sides_take_from_the_larger_one_goes_back() -> None:
    laid = "say banque 0 100\nbet droite 30 1\nbet gauche 20 2\nbet droite 15 3\nsay egaux\nrnvp"
    assert back(lines_of(GAME, laid)) == [("droite", 1, "10.00"), ("droite", 3, "15.00")]


def test_a_full_side_says_that_it_is_full() -> None:
    assert "droite is full" in refusal("say banque 0 10\nbet droite 5 1\nbet droite 1 2")
    assert "room for 2.00 more" in refusal("say banque 0 10\nbet droite 3 1\nbet droite 3 2")


def test_a_new_sabot_abandons_no_coup_where_only_the_bank_was_spoken_of() -> None:
    for script in (LEFT, LEFT + "say enchere 3 7\n", "say banque 0 10\n", "say enchere 3 7\n"):
        lines = lines_of(GAME, script + "new")
        assert faults(lines) == []
        assert only(lines, "void") == []


# --- a card that opens the next coup -----------------------------------------------------------------

TOO_MANY = f"say banque 0 10\nsay banco 2\n{BOTH_LOSE}\nsay banque carte\n5S\n"


def test_a_card_too_many_lies_there_and_opens_the_next_coup_at_rien_ne_va_plus() -> None:
    lines = lines_of(GAME, TOO_MANY + "end\nbet gauche 3 4\nrnvp\nKC", faux_tirage="next")
    assert "wrong-order" not in faults(lines)
    later = [(line["card"], line["to"]) for line in only(lines, "card") if line["coup"] == 2]
    assert later == [("5S", "droite"), ("KC", "gauche")]


def test_a_card_too_many_opens_no_coup_against_a_bank_that_nobody_covers() -> None:
    assert faults(lines_of(GAME, TOO_MANY + "end\nrnvp", faux_tirage="next"))[-1] == "wrong-order"


# --- a stake that stays ------------------------------------------------------------------------------

BOTH_NINE = "9C 9D 9H KC KD KH"


def test_a_free_stake_on_a_side_that_was_equal_plays_the_next_coup() -> None:
    script = f"say banque 0 40\nbet droite 5 1\nbet gauche 7 2\n{BOTH_NINE}\nend\n"
    lines = lines_of(GAME, f"{script}{BOTH_LOSE}")
    assert [(line["coup"], line["stake"], line.get("held")) for line in only(lines, "settlement")] == [
        (1, "5.00", "table"),
        (1, "7.00", "table"),
        (2, "5.00", None),
        (2, "7.00", None),
    ]
    lines = lines_of(GAME, f"{script}say retire droite 1\nbet gauche 1 2\n{BOTH_LOSE}")
    assert faults(lines) == []
    assert [line["stake"] for line in only(lines, "settlement")][2:] == ["7.00", "1.00"]


def test_a_stake_that_stays_may_be_taken_back_under_a_banco() -> None:
    script = f"say banque 0 40\nbet droite 5 1\nbet gauche 7 2\n{BOTH_NINE}\nend\nsay banco 3\n"
    assert back(lines_of(GAME, script + "rnvp")) == [("droite", 1, "5.00"), ("gauche", 2, "7.00")]
    assert back(lines_of(GAME, script + "say retire droite 1\nrnvp")) == [("gauche", 2, "7.00")]


def test_a_stake_that_stays_goes_back_where_a_smaller_bank_does_not_cover_it() -> None:
    script = f"say banque 0 40\nbet droite 20 1\nbet gauche 20 2\n{BOTH_NINE}\nend\nsay brule\n"
    assert back(lines_of(GAME, script)) == [("droite", 1, "20.00"), ("gauche", 2, "20.00")]


def test_a_banco_does_not_stay() -> None:
    lines = lines_of(GAME, f"say banque 0 40\nsay banco 2\n{BOTH_NINE}\nend\nrnvp")
    assert [line.get("held") for line in only(lines, "settlement")] == [None, None]
    assert only(lines, "settlement")[0]["returned"] == "20.00"


@pytest.mark.parametrize(
    ("banker", "less"),
    [
        (0, [("droite", 5, "6.00"), ("droite", None, "4.00")]),
        (3, [("droite", 1, "6.00"), ("droite", None, "4.00")]),
    ],
)
def test_what_stayed_is_covered_in_the_order_of_seats_where_the_bank_has_become_too_small(
    banker: int, less: list[tuple[str, int | None, str]]
) -> None:
    """From the banker on, no matter what was laid first; a side holds half the bank."""
    bets = "bet droite 8 5\nbet droite 8 1\nbet droite 4\nbet gauche 20 2"
    tie_and_win = "6C 7C 6D KC KD KH"
    lines = lines_of(GAME, f"say banque {banker} 40\n{bets}\n{tie_and_win} end rnvp")
    assert [line.get("held") for line in only(lines, "settlement")[:4]] == ["table"] * 3 + [None]
    assert back(lines) == less
