"""Who covers the bank of chemin de fer, and in what order. HS is *Hazardspelen* (Dutch, about 1920); CB
*Casinobank*."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sabot.core.terms import Stake
from sabot.games.chemin_de_fer.offers import Offer, called_for, distance, holder, next_seat, served
from sabot.games.chemin_de_fer.options import Options
from tests.controller.dealing import dealt, faults, lines_of, only
from tests.controller.games.chemin_de_fer.test_chemin_bank import (
    BANK_WINS,
    EN_CARTES,
    GAME,
    PONTE_WINS,
    bank,
    laid,
    refusal,
)
from tests.controller.games.chemin_de_fer.test_chemin_tirage import calls, example

# --- banco, suivi, avec la table (HS p. 18-22) -------------------------------------------------------


def test_of_all_who_call_banco_the_first_from_the_main_has_it() -> None:
    inputs, expected = example("cdf-prime-1")["inputs"], example("cdf-prime-1")["expected"]
    order, callers = [], inputs["banco_calls"]
    while callers:
        first = served(Options(), tuple(Offer("banco", seat) for seat in callers), main=inputs["main_seat"])
        assert first is not None
        order.append(first.seat)
        callers = [seat for seat in callers if seat != first.seat]
    assert order == expected["order"]


def test_a_nearer_seat_may_still_claim_after_a_farther_one_and_has_banco_prime() -> None:
    lines = lines_of(GAME, "say banque 1 8\nsay banco 4\nsay banco 3\nsay banco 5")
    assert calls(lines)[-2:] == ["Banco, place 4", "Banco prime, place 3"]
    assert faults(lines) == []
    assert laid("say banque 1 8\nsay banco 4\nsay banco 3\nsay banco 5") == [(3, 8)]


def test_where_the_main_goes_left_so_does_precedence() -> None:
    assert laid("say banque 1 8\nsay banco 4\nsay banco 9", direction="left") == [(9, 8)]
    assert bank(lines_of(GAME, f"say banque 1 8\nsay banco 9\n{PONTE_WINS}", direction="left"))[0] == 9


@pytest.mark.parametrize("suivi", ["next", "kept"])
def test_banco_suivi_beats_everyone_and_is_for_the_seat_that_lost_the_last_banco(suivi: str) -> None:
    lost = f"say banque 1 8\nsay banco 5\n{BANK_WINS}\n"
    assert laid(lost + "say banco 2\nsay suivi 5\nsay banco 3", suivi=suivi) == [(5, 16)]
    assert "lost" in refusal(lost + "say suivi 4", suivi=suivi)
    assert "lost" in refusal("say banque 1 8\nsay suivi 2", suivi=suivi)


def test_a_suivi_holds_for_the_very_next_coup_where_the_house_does_not_keep_it() -> None:
    """HS: "de volgende maal"."""
    between = f"say banque 1 8\nsay banco 5\n{BANK_WINS}\nbet ponte 3 2\n{BANK_WINS}\n"
    assert "last coup" in refusal(between + "say suivi 5")
    assert laid(between + "say suivi 5", suivi="kept") == [(5, 6)]
    assert refusal(f"say banque 1 8\nsay banco 5\n{BANK_WINS}\n{BANK_WINS}\nsay suivi 5")


def test_a_suivi_en_cartes_is_dealt_again_and_lost_may_be_called_again() -> None:
    tie = f"say banque 1 8\nsay banco 5\n{BANK_WINS}\nsay suivi 5\n{EN_CARTES}\n"
    assert laid(tie + "say suivi 5") == [(5, 16)]
    assert laid(tie + BANK_WINS + "\nsay suivi 5") == [(5, 32)]


def test_a_suivi_that_another_banco_went_before_is_over_even_en_cartes() -> None:
    tie = f"say banque 1 8\nsay banco 5\n{BANK_WINS}\nsay banco 3\n{EN_CARTES}\n"
    assert "last coup" in refusal(f"{tie}{BANK_WINS}\nsay suivi 5")
    assert laid(f"{tie}{BANK_WINS}\nsay suivi 3") == [(3, 32)]


def test_a_new_banker_owes_nobody_a_suivi() -> None:
    assert refusal(f"say banque 1 8\nsay banco 5\n{PONTE_WINS}\nsay banque 2 8\nsay suivi 5")


def test_a_spectator_has_banco_only_when_no_seat_wants_it() -> None:
    assert laid("say banque 1 8\nsay banco 11\nsay banco 10") == [(10, 8)]
    assert laid("say banque 1 8\nsay banco 10\nsay banco 9") == [(9, 8)]
    assert laid("say banque 1 8\nsay banco 7\nsay banco 6", seats="5") == [(6, 8)]


def test_avec_la_table_takes_half_and_leaves_the_rest_to_the_others() -> None:
    assert laid("say banque 1 9\nsay avec-la-table 4\nbet ponte 2 4\nbet ponte 2 5") == [
        (4, 4),
        (5, 2),
        (4, 2),
    ]


def test_the_odd_cent_of_avec_la_table_is_left_to_the_table() -> None:
    table, _ = dealt(GAME, "say banque 1 0.05\nsay avec-la-table 4\nbet ponte 0.03 5")
    assert [stake.amount for stake in table.play.coup.stakes] == [2, 3]


def test_half_of_a_single_cent_is_nothing() -> None:
    assert called_for(Offer("avec-la-table", 4), bank=1) == ()


def test_any_banco_goes_before_avec_la_table_and_a_nearer_seat_before_a_farther_one() -> None:
    assert laid("say banque 1 8\nsay avec-la-table 3\nsay banco 10") == [(10, 8)]
    assert laid("say banque 1 8\nsay avec-la-table 5\nsay avec-la-table 3\nbet ponte 1 6") == [(3, 4), (6, 1)]
    assert laid("say banque 1 8\nsay avec-la-table 10\nsay avec-la-table 3") == [(3, 4)]


def test_avec_la_table_goes_before_free_stakes_and_the_last_of_those_are_cut() -> None:
    assert laid("say banque 1 8\nbet ponte 3 5\nbet ponte 3 6\nsay avec-la-table 2") == [
        (2, 4),
        (5, 3),
        (6, 1),
    ]


def test_a_banco_excludes_all_other_stakes() -> None:
    assert "banco" in refusal("say banque 1 8\nsay banco 3\nbet ponte 1 4")
    assert laid("say banque 1 8\nbet ponte 1 4\nsay banco 3") == [(3, 8)]


def test_free_stakes_together_never_exceed_the_bank() -> None:
    assert laid("say banque 1 8\nbet ponte 5 4\nbet ponte 3 2") == [(2, 3), (4, 5)]
    assert laid("say banque 1 8\nbet ponte 5 4\nbet ponte 4 2") == [(2, 4), (4, 4)]
    assert laid("say banque 1 8\nbet ponte 20 4\nbet ponte 4 5") == [(4, 8)]
    assert laid("say banque 1 8\nsay avec-la-table 2\nbet ponte 2 5\nbet ponte 3 4") == [
        (2, 4),
        (4, 3),
        (5, 1),
    ]


def test_stakes_are_covered_in_the_order_of_seats_whatever_the_order_of_the_bets() -> None:
    for script in (
        "bet ponte 5 4\nbet ponte 6 3\nbet ponte 4 2",
        "bet ponte 4 2\nbet ponte 6 3\nbet ponte 5 4",
    ):
        assert laid(f"say banque 1 8\n{script}") == [(2, 4), (3, 4)]
    assert laid("say banque 4 8\nbet ponte 5 3\nbet ponte 5 6") == [(6, 5), (3, 3)]
    assert laid("say banque 4 8\nbet ponte 5 6\nbet ponte 5 3", direction="left") == [(3, 5), (6, 3)]


def test_over_a_bought_bank_the_order_is_counted_from_the_seat_that_passed_it() -> None:
    bought = f"say banque 1 8\nsay banco 5\n{BANK_WINS}\nsay passe\nsay prend 4 16\n"
    assert laid(bought + "bet ponte 9 5\nbet ponte 9 3\nbet ponte 9 1") == [(3, 9), (5, 7)]


def test_what_is_not_covered_returns_at_once_when_the_bets_close() -> None:
    bets = "say banque 1 8\nbet ponte 5 4\nbet ponte 6 2\nbet ponte 1 3\n"
    back = [
        {"event": "settlement", "coup": 1, "bet": "ponte", "stake": "4.00", "returned": "4.00"}
        | {"seat": 4, "uncovered": True}
    ]
    assert only(lines_of(GAME, bets), "settlement") == []
    assert only(lines_of(GAME, bets + "rnvp"), "settlement") == back
    assert only(lines_of(GAME, bets + "2C"), "settlement") == back
    assert only(lines_of(GAME, bets + "rnvp\n2C 3C"), "settlement") == back


def test_free_stakes_under_a_banco_return_at_once() -> None:
    lines = lines_of(GAME, "say banque 1 8\nbet ponte 1 4\nbet ponte 2 12\nsay banco 3\nrnvp")
    assert [(line["seat"], line["returned"], line["uncovered"]) for line in only(lines, "settlement")] == [
        (4, "1.00", True),
        (12, "2.00", True),
    ]


def test_what_was_taken_back_uncovered_is_not_settled_again() -> None:
    lines = lines_of(GAME, f"say banque 1 8\nbet ponte 9 4\n{PONTE_WINS}")
    assert [(line["stake"], line["returned"]) for line in only(lines, "settlement")] == [
        ("1.00", "1.00"),
        ("8.00", "16.00"),
    ]


def test_before_the_bets_close_every_stake_lies_on_the_cloth() -> None:
    table, _ = dealt(GAME, "say banque 1 8\nbet ponte 9 4\nbet ponte 9 3")
    assert [(stake.seat, stake.amount) for stake in table.play.coup.stakes] == [(3, 9_00), (4, 9_00)]


def test_no_seat_comes_after_the_seats_and_before_the_spectators() -> None:
    assert laid("say banque 1 8\nbet ponte 2 12\nbet ponte 3\nbet ponte 2 9\nbet ponte 5 11") == [
        (9, 2),
        (None, 3),
        (11, 3),
    ]


def test_a_spectator_s_stake_fills_the_gap_and_yields_to_a_seat() -> None:
    assert laid("say banque 1 8\nbet ponte 5 12\nbet ponte 6 4") == [(4, 6), (12, 2)]
    assert laid("say banque 1 8\nbet ponte 5 12\nbet ponte 8 4") == [(4, 8)]
    assert laid("say banque 1 8\nbet ponte 4 12\nbet ponte 5 4") == [(4, 5), (12, 3)]


def test_the_largest_stake_holds_the_cards_and_of_equal_ones_the_nearer() -> None:
    each = example("cdf-representative")
    laid_down = [(seat, amount) for seat, amount in each["inputs"]["stakes_in_forehand_order"]]
    script = "say banque 1 60\n" + "\n".join(f"bet ponte {amount} {seat}" for seat, amount in laid_down[::-1])
    lines = lines_of(GAME, f"{script}\n{BANK_WINS}")
    assert only(lines, "result")[0]["holder"] == each["expected"]["holds_cards"]


def test_a_stake_of_no_seat_holds_no_cards() -> None:
    assert holder(Options(), None, (Stake("ponte", 5),), main=1) is None


@pytest.mark.parametrize("call", ["say banco 1", "say suivi 1", "say avec-la-table 1", "bet ponte 1 1"])
def test_nobody_plays_against_a_bank_of_their_own(call: str) -> None:
    script = f"say banque 1 8\n{call}"
    assert faults(lines_of(GAME, script)) == ["wrong-order"]
    assert faults(lines_of(GAME, "say banque 2 8\nsay associe 1\n" + call)) == ["wrong-order"]


@pytest.mark.parametrize("call", ["say banco 2", "say avec-la-table 2", "bet ponte 1 2"])
def test_without_a_bank_there_is_nothing_to_play_against(call: str) -> None:
    assert "nobody holds a bank" in refusal(call)


@pytest.mark.parametrize("call", ["say banco 3", "bet ponte 1 3", "say banque 1 8", "rnvp"])
def test_after_rien_ne_va_plus_nothing_of_it_is_heard(call: str) -> None:
    assert refusal(f"say banque 1 8\nbet ponte 1 2\nrnvp\n{call}")


def test_after_the_first_card_nothing_of_it_is_heard() -> None:
    assert refusal("say banque 1 8\nbet ponte 1 2\n2C\nsay banco 3")


def test_after_en_cartes_the_banco_stays_where_it_was() -> None:
    tie = f"say banque 1 8\nsay banco 4\n{EN_CARTES}\n"
    assert laid(tie + "say banco 4") == [(4, 8)]
    assert "en cartes" in refusal(tie + "say banco 2")
    assert laid(f"say banque 1 8\nbet ponte 3 4\n{EN_CARTES}\nbet ponte 2 5") == [(4, 3), (5, 2)]


def test_what_lies_from_a_coup_en_cartes_is_covered_before_any_new_stake() -> None:
    tie = f"say banque 1 8\nbet ponte 3 4\nbet ponte 2 6\n{EN_CARTES}\n"
    assert laid(tie + "bet ponte 9 5\nbet ponte 9 2") == [(4, 3), (6, 2), (2, 3)]
    assert laid(f"{tie}bet ponte 1 5\n{EN_CARTES}\nbet ponte 9 2") == [(4, 3), (6, 2), (5, 1), (2, 2)]


@given(main=st.integers(1, 9), direction=st.sampled_from(["right", "left"]))
def test_the_main_comes_round_to_every_seat_and_is_itself_the_last(main: int, direction: str) -> None:
    options = Options(direction=direction)
    seat, seats = main, []
    for steps in range(1, 10):
        seat = next_seat(options, seat)
        assert distance(options, main=main, seat=seat) == steps
        seats.append(seat)
    assert sorted(seats) == list(range(1, 10))
    assert seats[-1] == main


def test_a_suivi_without_a_seat_is_of_the_one_who_has_it() -> None:
    lost = "say banque 1 10\nsay banco 2\n5C 5D KC 4S\n"
    lines = lines_of("chemin-de-fer", lost + "say suivi\n5H 5S KH 4C")
    assert not faults(lines)
    assert [line["seat"] for line in only(lines, "settlement")] == [2, 2]


def test_nobody_has_the_suivi_of_a_bank_that_beat_no_banco() -> None:
    assert faults(lines_of("chemin-de-fer", "say banque 1 10\nsay suivi")) == ["wrong-order"]
    assert faults(lines_of("chemin-de-fer", "say banque 1 10\nrnvp\nsay suivi")) == ["wrong-order"]
