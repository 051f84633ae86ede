"""The bank of baccarat banque and the stakes against it. HS is *Hazardspelen*, p. 9-16; published examples
by their names in the collection of worked examples."""

from __future__ import annotations

from typing import Any

import pytest

from sabot.games.baccarat_banque import bank
from sabot.games.baccarat_banque.options import Options
from tests.controller.dealing import Lines, dealt, faults, lines_of, only
from tests.controller.games.baccarat_banque.test_banque_tirage import GAME, coup, example

BOTH_LOSE = coup(6, 6, 7)
BOTH_WIN = coup(7, 7, 6)
ONE_EACH = coup(6, 8, 7)
TIE_AND_WIN = coup(6, 7, 6)
TIE_AND_LOSS = coup(6, 4, 6, "KS")


def evening(*parts: str, **options: str) -> Lines:
    """A script of several parts with packs enough for any cards."""
    return lines_of(GAME, "\n".join(parts), **{"decks": "12", **options})


def banks(lines: Lines) -> list[str]:
    return [line["amount"] for line in only(lines, "banque")]


def settled(lines: Lines) -> list[tuple[str, str, str]]:
    return [(line["bet"], line["stake"], line["returned"]) for line in only(lines, "settlement")]


def stakes(script: str, **options: str) -> list[tuple[str, int, int | None]]:
    """What the bank covers when the bets close after the script, in whole units."""
    table, _ = dealt(GAME, f"{script}\nrnvp", **options)
    return [(stake.where, stake.amount // 100, stake.seat) for stake in table.play.coup.stakes]


def last_because(lines: Lines) -> str:
    return str(only(lines, "fault")[-1]["because"])


# --- the ladder (HS p. 12-14) ------------------------------------------------------------------------

EX_2 = "KC 9D 2C 3D JD 2D 8H"
EX_4 = "7C 9D 4C 5D 4D KD TC QH"
EX_5 = "KC 7D KD KH 3D KS 7C AS 8D"
EX_7 = "KC 5D 3C KD KH KS 7H\nsay gauche non\nsay banque carte\n6D"


def test_bb_ladder_the_bank_of_the_book_from_ten_to_two_hundred_and_thirty() -> None:
    lines = evening(
        "say banque 0 10\nsay banco 1",
        BOTH_LOSE,
        "say suivi 1",
        EX_2,
        "say suivi 1",
        EX_2,
        "say suivi 1",
        EX_4,
        "bet droite 20 1\nbet gauche 5 2\nbet gauche 10 4\nbet gauche 2.5 5\nbet gauche 2.5 6",
        EX_5,
        "bet droite 40 1\nbet gauche 10 4",
        BOTH_LOSE,
        "bet droite 50 1\nbet gauche 50 4",
        EX_7,
    )
    ladder = example("bb-ladder")
    assert faults(lines) == []
    assert [float(amount) for amount in banks(lines)] == ladder["expected"]["bank"]
    nets = [float(line["net"]) for line in only(lines, "banque")]
    assert nets == ladder["inputs"]["banker_net_per_coup"]


def test_bb_ex_5_the_room_left_on_gauche_and_who_holds_the_cards() -> None:
    expected = example("bb-ex-5")["expected"]
    before = "say banque 0 40\nbet droite 20 1\nbet gauche 5 2\n"
    room = expected["left_room_after_seat_2"]
    assert faults(evening(before, f"bet gauche {room} 4")) == []
    lines = evening(before, f"bet gauche {room + 0.5} 4")
    assert faults(lines) == ["wrong-order"]
    assert f"gauche has room for {room}.00 more" in last_because(lines)


def test_bb_ex_7_the_limit_of_a_side_is_half_the_bank() -> None:
    limit = example("bb-ex-7")["expected"]["limit_per_side_next"]
    assert faults(evening("say banque 0 230", f"bet droite {limit}\nbet gauche {limit}")) == []
    assert faults(evening("say banque 0 230", f"bet droite {limit}.01")) == ["wrong-order"]


# --- banco (HS p. 9-12) ------------------------------------------------------------------------------


def test_a_banco_is_the_whole_bank_half_on_each_side() -> None:
    assert stakes("say banque 0 10\nsay banco 3") == [("droite", 5, 3), ("gauche", 5, 3)]


def test_of_an_odd_cent_droite_has_the_larger_half() -> None:
    lines = evening("say banque 0 0.03\nsay banco 3", BOTH_LOSE)
    assert settled(lines) == [("droite", "0.02", "0.00"), ("gauche", "0.01", "0.00")]
    assert banks(lines) == ["0.06"]
    assert len(stakes("say banque 0 0.01\nsay banco 3")) == 1


@pytest.mark.parametrize(
    ("cards", "net", "bank"),
    [
        (BOTH_LOSE, "10.00", "20.00"),
        (BOTH_WIN, "-10.00", "0.00"),
        (ONE_EACH, "0.00", "10.00"),
        (TIE_AND_WIN, "-5.00", "5.00"),
        (TIE_AND_LOSS, "5.00", "15.00"),
        (coup(6, 6, 6), "0.00", "10.00"),
    ],
)
def test_a_stake_a_cheval_is_the_sum_of_both_sides(cards: str, net: str, bank: str) -> None:
    (line,) = only(evening("say banque 0 10\nsay banco 1", cards), "banque")
    assert (line["net"], line["amount"], line["benefice"]) == (net, bank, "0.00")


def test_bb_prime_7_of_several_callers_the_lower_seat_from_the_main_has_it() -> None:
    vector = example("bb-prime-7")
    calls = vector["inputs"]["banco_calls"]
    lines = evening("say banque 0 10", *[f"say banco {seat}" for seat in calls])
    expected = vector["expected"]
    assert only(lines, "call")[-1]["text"] == f"{expected['announce']}, place {expected['taker']}"
    assert faults(lines) == []


def test_the_main_has_first_refusal_and_seats_count_on_from_it() -> None:
    moved = ("say banque 0 10\nsay banco 1", BOTH_WIN, "say banque 0 10")
    assert only(evening(*moved), "banque")[0]["main"] == 2
    lines = evening(*moved, "say banco 1\nsay banco 12\nsay banco 2", BOTH_LOSE)
    assert only(lines, "result")[-1]["holders"] == {"droite": 2, "gauche": 2}
    lines = evening(*moved, "say banco 1\nsay banco 12", BOTH_LOSE)
    assert only(lines, "result")[-1]["holders"] == {"droite": 12, "gauche": 12}


def test_the_main_goes_on_when_its_seat_wins_and_round_the_table() -> None:
    won = "say banque 0 10\nbet droite 5 {}\n" + BOTH_WIN
    lines = evening(won.format(1), "say banco 2", BOTH_WIN, won.format(1), seats="2")
    assert [line["main"] for line in only(lines, "banque")] == [2, 1, 2]


@pytest.mark.parametrize("cards", [BOTH_LOSE, ONE_EACH])
def test_the_main_stays_while_its_seat_wins_nothing(cards: str) -> None:
    assert only(evening("say banque 0 10\nsay banco 1", cards), "banque")[0]["main"] == 1


def test_another_seat_that_wins_does_not_move_the_main() -> None:
    assert only(evening("say banque 0 10\nsay banco 4", BOTH_WIN), "banque")[0]["main"] == 1


def test_suivi_beats_the_main_for_the_doubled_bank() -> None:
    lines = evening("say banque 0 10\nsay banco 7", BOTH_LOSE, "say banco 1\nsay suivi 7", BOTH_LOSE)
    assert only(lines, "result")[-1]["holders"] == {"droite": 7, "gauche": 7}
    assert "Banco suivi, place 7" in [line["text"] for line in only(lines, "call")]
    assert banks(lines) == ["20.00", "40.00"]


def test_after_en_cartes_the_caller_may_follow_for_the_same_bank_but_need_not() -> None:
    before = ("say banque 0 10\nsay banco 7", ONE_EACH)
    assert faults(evening(*before, "say suivi 7", BOTH_LOSE)) == []
    assert faults(evening(*before, "bet droite 5 2", BOTH_LOSE)) == []


def test_en_cartes_against_a_bank_of_odd_cents_leaves_the_suivi_and_the_main_as_after_any_other() -> None:
    """HS p. 12; the cent that droite has more is no gain of the seat that called."""
    lines = evening("say banque 0 33.33\nsay banco 1", coup(8, 6, 7), "say suivi 1", ONE_EACH)
    assert faults(lines) == []
    assert [(line["net"], line["main"]) for line in only(lines, "banque")] == [("-0.01", 1), ("0.00", 1)]


@pytest.mark.parametrize(
    ("before", "seat"),
    [
        (("say banque 0 10\nsay banco 7", BOTH_LOSE), 6),
        (("say banque 0 10\nsay banco 7", TIE_AND_WIN), 7),
        (("say banque 0 10\nsay banco 7", BOTH_LOSE, "bet droite 5 2", BOTH_LOSE), 7),
        (("say banque 0 10\nsay banco 7", BOTH_WIN, "say banque 0 10"), 7),
        (("say banque 0 10",), 1),
    ],
)
def test_suivi_is_for_the_seat_that_called_last_and_did_not_win(before: tuple[str, ...], seat: int) -> None:
    lines = evening(*before, f"say suivi {seat}")
    assert faults(lines) == ["wrong-order"]
    assert "banco suivi" in last_because(lines)


def test_a_coup_without_any_stake_leaves_the_suivi_as_it_was() -> None:
    lines = evening("say banque 0 10\nsay banco 7", BOTH_LOSE, BOTH_LOSE, "say suivi 7", BOTH_LOSE)
    assert banks(lines) == ["20.00", "20.00", "40.00"]


def test_after_three_bancos_en_cartes_there_is_no_fourth() -> None:
    three = ("say banque 0 10\nsay banco 1", ONE_EACH, "say suivi 1", ONE_EACH, "say suivi 1", ONE_EACH)
    lines = evening(*three, "say suivi 1\nsay banco 4\nbet droite 5 1\nbet gauche 1 1\nbet gauche 1 4")
    assert faults(lines) == ["wrong-order"] * 3
    assert all("after three bancos en cartes" in line["because"] for line in only(lines, "fault"))
    assert [line["en_cartes"] for line in only(lines, "banque")] == [1, 2, 3]
    again = evening(*three, "bet droite 5 1", BOTH_LOSE, "say banco 1")
    assert faults(again) == []


def test_a_banco_takes_the_place_of_free_stakes_and_leaves_no_room_for_more() -> None:
    assert stakes("say banque 0 10\nbet droite 2 5\nsay banco 1") == [("droite", 5, 1), ("gauche", 5, 1)]
    assert faults(evening("say banque 0 10\nsay banco 1\nbet droite 2 5")) == ["wrong-order"]


# --- free stakes (HS p. 11-15) -----------------------------------------------------------------------


def test_the_larger_stake_holds_the_cards_and_of_equal_ones_the_nearer_to_the_main() -> None:
    laid = "bet droite 3 6\nbet droite 1 4\nbet droite 2 4\nbet gauche 2 9\nbet gauche 1\nbet gauche 3 8"
    lines = evening("say banque 0 40", laid, BOTH_LOSE)
    assert only(lines, "result")[0]["holders"] == {"droite": 4, "gauche": 8}


def test_banque_ouverte_lifts_the_limit_for_the_coup() -> None:
    lines = evening("say banque 0 10\nsay ouverte\nbet droite 50 1", BOTH_LOSE, "bet droite 31 1")
    assert banks(lines) == ["60.00"]
    assert faults(lines) == ["wrong-order"]
    assert "Il y a 10 à la banque, banque ouverte, faites vos jeux" in [
        line["text"] for line in only(lines, "call")
    ]


def test_what_an_open_bank_loses_beyond_itself_the_banker_adds() -> None:
    lines = evening("say banque 0 10\nsay ouverte\nbet droite 50 1", BOTH_WIN)
    (line,) = only(lines, "banque")
    assert (line["net"], line["amount"], line["added"]) == ("-50.00", "0.00", "40.00")


def test_the_banker_may_play_unequal_sides_or_demand_equal_ones() -> None:
    laid = "say banque 0 100\nbet droite 30 1\nbet gauche 20 2\nbet droite 15 3"
    assert stakes(laid) == [("droite", 30, 1), ("gauche", 20, 2), ("droite", 15, 3)]
    assert stakes(f"{laid}\nsay egaux") == [("droite", 20, 1), ("gauche", 20, 2)]
    assert stakes(f"{laid}\nsay egaux\nbet gauche 20 4") == [
        *(("droite", 30, 1), ("gauche", 20, 2), ("droite", 10, 3), ("gauche", 20, 4))
    ]


def test_stakes_may_be_moved_to_the_other_side() -> None:
    laid = "say banque 0 100\nbet droite 20 1\nbet droite 20 2"
    assert stakes(f"{laid}\nsay passe droite gauche 2") == [("droite", 20, 1), ("gauche", 20, 2)]


@pytest.mark.parametrize(
    "word",
    ["passe droite gauche 4", "passe droite droite 1", "passe gauche droite 1", "passe droite gauche 2"],
)
def test_nothing_is_moved_that_is_not_there_or_has_no_room(word: str) -> None:
    laid = "say banque 0 100\nbet droite 10 1\nbet droite 20 2\nbet gauche 40 3"
    assert faults(evening(laid, f"say {word}")) == ["wrong-order"]


@pytest.mark.parametrize(
    ("script", "rule"),
    [
        ("say banque 0 10\nbet droite 1 13", "12 seats"),
        ("say banque 0 10\nsay banco 13", "12 seats"),
        ("say banque 13 10", "12 seats"),
        ("say banque 3 10\nbet droite 1 3", "part in the bank"),
        ("say banque 3 10\nsay banco 3", "part in the bank"),
        ("say banco 3", "nobody holds a bank"),
        ("say banque 0 10\nrnvp\nsay banco 1", "after rien ne va plus"),
        ("say banque 0 10\nrnvp\nbet droite 1", "no stake after rien ne va plus"),
        ("say banque 0 10\nrnvp\nrnvp", "closed already"),
        ("2C\nsay ouverte", "after the first card"),
        ("2C\nsay banque 0 10", "after the first card"),
    ],
)
def test_a_call_or_a_stake_that_is_not_allowed_is_refused(script: str, rule: str) -> None:
    lines = evening(script)
    assert faults(lines) == ["wrong-order"]
    assert rule in last_because(lines)


def test_without_a_bank_the_cards_are_refereed_and_stakes_have_no_limit() -> None:
    lines = evening("bet droite 80 1\nbet gauche 30", BOTH_WIN)
    assert faults(lines) == []
    assert settled(lines) == [("droite", "80.00", "160.00"), ("gauche", "30.00", "60.00")]
    assert only(lines, "banque") == []


# --- leaving and coming (HS p. 15-16) ----------------------------------------------------------------


def test_who_lost_on_both_sides_may_deposit_the_same_sum_again() -> None:
    lines = evening("say banque 0 10\nsay banco 1", BOTH_WIN, "say banque 0 10\nbet droite 5", BOTH_LOSE)
    assert banks(lines) == ["0.00", "15.00"]
    part = evening("say banque 0 10\nbet droite 2\nbet gauche 3", BOTH_WIN, "say banque 0 10", BOTH_WIN)
    assert faults(part) == []
    assert banks(part) == ["5.00", "15.00"]


@pytest.mark.parametrize("word", ["banque 0 20", "banque 4 10"])
def test_nothing_else_is_added_to_a_bank_and_nobody_else_takes_it(word: str) -> None:
    assert faults(evening("say banque 0 10\nbet droite 2", BOTH_WIN, f"say {word}")) == ["wrong-order"]


def test_the_banker_may_say_their_sum_once_more() -> None:
    assert faults(evening("say banque 0 10\nsay banque 0 10")) == []


def test_a_broken_bank_is_auctioned_and_nobody_stakes_before() -> None:
    lines = evening("say banque 0 10\nsay banco 1", BOTH_WIN, "end\nbet droite 1\nsay brule\nsay banque 4 60")
    assert faults(lines) == ["wrong-order", "wrong-order"]
    assert "La banque est aux enchères" in [line["text"] for line in only(lines, "call")]
    assert only(lines, "call")[-1]["text"] == "Il y a 60 à la banque, faites vos jeux"


def test_je_brule_la_banque_the_banker_takes_it_and_the_cards_are_mixed() -> None:
    burned = "say banque 0 10\nbet droite 5 1\nsay brule"
    lines = evening(burned, "new\nsay banque 5 30.50\nsay banco 1", BOTH_LOSE)
    assert faults(lines) == []
    (bank,) = only(lines, "banque")
    assert (bank["seat"], bank["amount"], bank["left"], bank["takes"]) == (5, "61.00", 0, "10.00")
    assert "Il y a 30,50 à la banque, faites vos jeux" in [line["text"] for line in only(lines, "call")]
    assert stakes(burned) == []


def test_cards_that_were_not_mixed_after_a_burned_bank_are_noticed_once() -> None:
    lines = evening("say banque 0 10", BOTH_LOSE, "say brule\nsay banque 0 20", BOTH_LOSE)
    assert faults(lines) == ["wrong-order"]
    assert "the bank was burned" in last_because(lines)
    assert len(only(lines, "result")) == 2


def test_il_y_a_une_suite_anybody_may_go_on_with_the_full_sum() -> None:
    lines = evening(
        "say banque 0 10\nsay banco 3", BOTH_LOSE, "say suite\nsay prend 4 20\nsay suivi 3", BOTH_LOSE
    )
    assert faults(lines) == []
    assert "Il y a une suite : la banque est à prendre à 20" in [line["text"] for line in only(lines, "call")]
    assert [(line["seat"], line["amount"]) for line in only(lines, "banque")] == [(0, "20.00"), (4, "40.00")]


def test_a_suite_that_nobody_continues_is_auctioned_at_any_sum_without_its_suivi() -> None:
    lines = evening("say banque 0 10\nsay banco 3", BOTH_LOSE, "say suite\nsay banque 4 12\nsay suivi 3")
    assert faults(lines) == ["wrong-order"]


def test_the_banker_may_wait_to_see_the_stakes_and_they_lie_against_their_successor() -> None:
    laid = "say banque 0 40\nbet droite 15 4\nbet gauche 20 5\nsay suite"
    assert stakes(laid) == []
    assert stakes(f"{laid}\nsay prend 0 40") == [("droite", 15, 4), ("gauche", 20, 5)]
    assert stakes(f"{laid}\nsay prend 5 20") == [("droite", 10, 4)]
    assert stakes("say banque 0 40\nsay banco 1\nsay suite\nsay prend 0 40") == []
    open_bank = "say banque 0 40\nsay ouverte\nbet droite 90 4\nsay suite\nsay prend 0 40"
    assert stakes(open_bank) == [("droite", 90, 4)]


@pytest.mark.parametrize("word", ["adjuge", "brule", "suite"])
def test_no_bank_is_left_or_taken_where_there_is_none(word: str) -> None:
    assert faults(evening(f"say {word}")) == ["wrong-order"]


def test_a_new_sabot_in_the_middle_of_a_coup_keeps_the_bank_and_gives_the_stakes_back() -> None:
    lines = evening("say banque 0 10\nbet droite 5 1", "2C 3C\nnew", BOTH_LOSE)
    assert faults(lines) == ["wrong-order"]
    assert banks(lines) == ["10.00"]


def test_a_new_sabot_after_a_coup_keeps_the_bank() -> None:
    assert banks(evening("say banque 0 10\nsay banco 1", BOTH_LOSE, "new\nsay suivi 1", BOTH_LOSE)) == [
        "20.00",
        "40.00",
    ]


# --- the house's own bank ----------------------------------------------------------------------------


def house(*parts: str) -> Lines:
    return evening(*parts, fixed_banker="on", minimum="1000")


def test_a_fixed_banker_has_no_limit_but_the_smallest_stake() -> None:
    lines = house("bet droite 5000 1\nbet gauche 999 2", BOTH_WIN, "bet droite 7000", BOTH_LOSE)
    assert faults(lines) == ["wrong-order"]
    assert "smallest stake at this table is 1000.00" in last_because(lines)
    assert banks(lines) == ["-5000.00", "2000.00"]


def test_a_fixed_banker_may_name_what_they_bring() -> None:
    lines = house("say banque 0 100\nbet droite 5000", BOTH_WIN, "bet droite 1000", BOTH_LOSE)
    assert faults(lines) == []
    assert banks(lines) == ["-4900.00", "-3900.00"]


@pytest.mark.parametrize("word", ["banco 1", "brule", "suite"])
def test_nobody_covers_or_ends_the_bank_of_the_house(word: str) -> None:
    lines = house(f"say banque 0 100\nsay {word}")
    assert faults(lines) == ["wrong-order"]
    assert "fixed-banker" in last_because(lines)


# --- the guignot (HS p. 16) --------------------------------------------------------------------------


def guignots(*parts: str, **options: str) -> list[Any]:
    return [line["guignot"] for line in only(evening(*parts, **options), "banque")]


def test_the_guignot_is_five_percent_of_the_deposit_and_due_once() -> None:
    assert guignots("say banque 0 10", BOTH_LOSE, BOTH_LOSE) == ["0.50", "0.00"]


def test_with_a_threshold_a_large_bank_pays_three_percent() -> None:
    assert guignots("say banque 0 100", BOTH_LOSE, guignot_threshold="100") == ["3.00"]
    assert guignots("say banque 0 99.99", BOTH_LOSE, guignot_threshold="100") == ["5.00"]
    assert guignots("say banque 0 100", BOTH_LOSE, guignot_threshold="1", guignot_large="2") == ["2.00"]
    assert guignots("say banque 0 100", BOTH_LOSE, guignot_small="0") == ["0.00"]


def test_the_guignot_is_due_again_for_a_suite_and_for_a_second_deposit() -> None:
    lost = ("say banque 0 10\nbet droite 1\nbet gauche 1", BOTH_WIN, "say banque 0 10", BOTH_LOSE)
    assert guignots(*lost) == ["0.50", "0.50"]
    assert guignots("say banque 0 10", BOTH_LOSE, "say suite\nsay prend 3 10", BOTH_LOSE) == ["0.50", "0.50"]


def test_the_guignot_may_be_taken_of_what_a_coup_wins() -> None:
    coups = ("say banque 0 100\nbet droite 10", BOTH_LOSE, "bet droite 10", BOTH_WIN)
    assert guignots(*coups, guignot_base="winnings") == ["0.50", "0.00"]
    large = {"guignot_base": "winnings", "guignot_threshold": "100"}
    assert guignots(*coups, **large) == ["0.30", "0.00"]


@pytest.mark.parametrize(("seat", "holder"), [(0, "the banker"), (4, "seat 4")])
def test_who_deposits_while_another_holds_the_bank_is_told_who_holds_it(seat: int, holder: str) -> None:
    why = bank.opened(Options(), bank.Bank(amount=100_00, seat=seat), 2, 50_00)
    assert str(why) == f"the bank is held by {holder} until it is lost, burned or given up"
