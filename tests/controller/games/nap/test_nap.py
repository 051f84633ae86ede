"""Nap. Source: *Round Games with Cards* (EN), p. 9-14; a test that begins `nap_` is a published example."""

from __future__ import annotations

import pytest

from sabot.core.observations import Undone
from sabot.core.table import step
from sabot.games.nap.calls import STAKES, stake
from sabot.games.nap.options import Options
from tests.controller.games.evening.lines import acts, because, of, purses
from tests.controller.games.evening.lines import pot as pool
from tests.controller.games.nap.table import ALL_PASS, DEALER_TAKES_ALL, HANDS, kinds, played, tricks

CALLED_NAP = HANDS + "bid 2 pass\nbid 3 pass\nbid 4 pass\nbid 1 nap\n"
PASSED_TO_DEALER = HANDS + "bid 2 pass\nbid 3 pass\nbid 4 pass\n"

# --- the calls


def test_nap_wellington_en_p13_each_call_has_its_stakes_from_each_opponent() -> None:
    assert STAKES["nap"] == (10, 5)
    assert stake(Options(), "wellington") == (20, 10)
    assert stake(Options(), "blucher") == (30, 15)
    assert stake(Options(wellington="modified"), "wellington") == (10, 10)
    assert stake(Options(blucher="modified"), "blucher") == (10, 15)


def test_nap_misere_en_p12_misere_ranks_between_two_and_three_and_stakes_three() -> None:
    table, _ = played(HANDS + "bid 2 2\nbid 3 misere", misere=True)
    assert acts(table)[:4] == ["bid 4 pass", "bid 4 3", "bid 4 4", "bid 4 nap"]
    _, lines = played("bid 4 3\nbid 1 pass", table)
    assert lines[-1]["of"] == "4"
    assert STAKES["misere"] == (3, 3)


def test_nap_all_pass_en_p10_the_first_caller_stands_for_one_trick() -> None:
    table, lines = played(HANDS + ALL_PASS)
    assert of(lines, "bid")[-1] == {"event": "bid", "coup": 1, "seat": 2, "bid": "1", "forced": True}
    assert acts(table) == [f"play 2 {card}" for card in ("2C", "3C", "4C", "5C", "6C")]


def test_a_call_is_higher_than_those_before_it() -> None:
    _, lines = played(HANDS + "bid 2 3\nbid 3 3")
    assert because(lines) == "a call is higher than those before it"


def test_each_player_calls_once_and_in_turn() -> None:
    _, lines = played(HANDS + "bid 2 pass\nbid 2 3")
    assert because(lines) == "each player calls once, and none may change it"
    _, lines = played(HANDS + "bid 4 3")
    assert because(lines) == "it is the turn of seat 2"


def test_a_call_of_a_variant_that_was_not_agreed_is_refused() -> None:
    _, lines = played(HANDS + "bid 2 misere")
    assert because(lines) == "this house does not play that call"
    _, lines = played(HANDS + "bid 2 spare")
    assert because(lines) == "there is no spare hand that could be taken"


def test_wellington_is_called_over_nap_and_blucher_over_wellington() -> None:
    house = {"wellington": "on", "blucher": "on"}
    _, lines = played(HANDS + "bid 2 wellington", **house)
    assert because(lines) == "Wellington is called over nap, and Blücher over Wellington"
    _, lines = played(HANDS + "bid 2 nap\nbid 3 blucher", **house)
    assert because(lines) == "Wellington is called over nap, and Blücher over Wellington"
    table, _ = played(HANDS + "bid 2 nap\nbid 3 wellington", **house)
    assert acts(table)[:2] == ["bid 4 pass", "bid 4 blucher"]


# --- the play


def test_nap_won_en_p10_each_opponent_pays_ten_units() -> None:
    table, lines = played(CALLED_NAP + DEALER_TAKES_ALL)
    assert purses(table) == {1: 300, 2: -100, 3: -100, 4: -100}
    (result,) = of(lines, "result")
    assert (result["winner"], result["call"], result["made"]) == ("1", "nap", True)
    assert [line["seat"] for line in of(lines, "trick")] == [1, 1, 1, 1, 1]
    assert of(lines, "score")[0]["purses"] == {"1": "3.00", "2": "-1.00", "3": "-1.00", "4": "-1.00"}


def test_the_first_suit_led_is_trumps() -> None:
    table, lines = played(HANDS + ALL_PASS + "\n2:2C\n3:2D\n4:2H")
    assert table.play.coup.spread["trump"] == "C"
    _, lines = played("1:AS", table)
    assert of(lines, "trick") == [
        {"event": "trick", "coup": 1, "number": 1, "seat": 2, "cards": ["2C", "2D", "2H", "AS"]}
    ]
    assert of(lines, "result")[0]["made"] is True


def test_a_contract_that_can_no_longer_be_made_ends_the_hand_and_is_paid_by_the_caller() -> None:
    hands = HANDS.replace("hand 3 2D 3D 4D 5D 6D", "hand 3 AC KC 4D 5D 6D")
    table, lines = played(
        hands
        + "bid 2 4\nbid 3 pass\nbid 4 pass\nbid 1 pass\n"
        + tricks("2:2C 3:AC 4:2H 1:AS", "3:KC 4:3H 1:KS 2:3C")
    )
    assert purses(table) == {1: 40, 2: -120, 3: 40, 4: 40}
    assert of(lines, "result")[0]["made"] is False


def test_the_taker_of_a_trick_leads_the_next_one() -> None:
    hands = HANDS.replace("hand 3 2D 3D 4D 5D 6D", "hand 3 AC KC 4D 5D 6D")
    _, lines = played(hands + "bid 2 4\nbid 3 pass\nbid 4 pass\nbid 1 pass\n2:2C\n3:AC\n4:2H\n1:AS\n2:3C")
    assert because(lines) == "it is the turn of seat 3"


def test_a_known_hand_that_does_not_follow_suit_is_refused_at_once() -> None:
    hands = HANDS.replace("hand 3 2D 3D 4D 5D 6D", "hand 3 AC KC 4D 5D 6D")
    table, lines = played(hands + ALL_PASS + "\n2:2C\n3:4D")
    (fault,) = of(lines, "fault")
    assert (fault["kind"], fault["seat"], fault["trick"], fault["card"]) == ("revoke", 3, 1, "4D")
    assert acts(table) == ["play 3 AC", "play 3 KC"]


def test_a_revoke_of_an_unseen_hand_is_found_when_it_is_proven_and_names_its_trick() -> None:
    _, lines = played(
        "deal\n"
        + ALL_PASS.replace("bid 2 pass", "bid 2 4")
        + "\n"
        + tricks("2:2C 3:4D 4:3C 1:4C", "1:5D 2:6D 3:9C")
    )
    (fault,) = of(lines, "fault")
    assert (fault["kind"], fault["seat"], fault["trick"]) == ("revoke", 3, 1)
    assert of(lines, "card")[-1]["card"] == "9C"


def test_a_revoke_in_a_later_trick_is_found_too() -> None:
    calls = ALL_PASS.replace("bid 2 pass", "bid 2 4")
    _, lines = played(f"deal\n{calls}\n" + tricks("2:2C 3:3C 4:4C 1:9C", "1:5D 2:TC 3:6S 4:7D", "2:8C 3:9D"))
    (fault,) = of(lines, "fault")
    assert (fault["kind"], fault["seat"], fault["trick"]) == ("revoke", 3, 2)


def test_a_revoke_is_reported_once() -> None:
    _, lines = played(
        "deal\n" + ALL_PASS.replace("bid 2 pass", "bid 2 3") + "\n"
        + tricks("2:2C 3:4D 4:3C 1:4C", "1:5D 2:6D 3:9C 4:7D", "3:TC 4:2D 1:KC 2:AC")
    )  # fmt: skip
    assert kinds(lines) == ["revoke"]


@pytest.mark.parametrize("card", ["KS", "2C", "JOKER"])
def test_a_card_that_lies_elsewhere_or_is_in_no_pack_is_a_fault_and_changes_nothing(card: str) -> None:
    script = "hand 1 AS KS QS JS TS\ndeal\n" + ALL_PASS + "\n2:2C"
    before, _ = played(script)
    table, lines = played(f"3:{card}", before)
    assert kinds(lines) == ["impossible-card"]
    assert acts(table) == acts(before) == ["play 3 CARD"]


def test_a_card_of_another_hand_than_the_known_one_is_a_fault() -> None:
    _, lines = played(HANDS + ALL_PASS + "\n2:9H")
    assert kinds(lines) == ["impossible-card"]


def test_a_card_that_nobody_could_read_leaves_the_turn_and_the_next_card_names_it() -> None:
    table, lines = played(HANDS + ALL_PASS + "\n2:??")
    assert kinds(lines) == ["unread-card"]
    table, lines = played("2:2C", table)
    assert kinds(lines) == []
    assert table.play.taille.alerts == ()


# --- misère


def misere_script(first: str) -> str:
    return (
        "hand 1 3C KS QS JS TS\nhand 2 2C 7C 8C 9C TC\nhand 3 4C 3D 4D 5D 6D\nhand 4 5C 3H 4H 5H 6H\n"
        "bid 2 misere\nbid 3 pass\nbid 4 pass\nbid 1 pass\n" + first
    )


def test_misere_is_lost_with_the_first_trick_and_costs_three_units() -> None:
    table, _ = played(misere_script("2:TC\n3:4C\n4:5C\n1:3C"), misere=True)
    assert purses(table) == {1: 30, 2: -90, 3: 30, 4: 30}


def test_misere_without_trumps_is_made_when_no_trick_was_taken() -> None:
    house = {"misere": True, "misere_trumps": False, "players": 2}
    hands = "hand 1 3C 4D 5H 6S 8C\nhand 2 2C 2D 2H 2S 7C\nbid 2 misere\nbid 1 pass\n"
    play = "2:2C\n1:3C\n1:4D\n2:2D\n1:5H\n2:2H\n1:6S\n2:2S\n1:8C\n2:7C"
    table, _ = played(hands + play, **house)
    assert purses(table) == {1: -30, 2: 30}
    assert table.play.coup.spread["trump"] is None


# --- the pool


def test_each_dealer_pays_a_unit_into_the_kitty_and_the_caller_of_nap_takes_it() -> None:
    table, lines = played(CALLED_NAP, kitty="dealer")
    assert (pool(table), purses(table)[1]) == (10, -10)
    assert of(lines, "pot") == [{"event": "pot", "coup": 1, "seat": 1, "amount": "0.10", "pot": "0.10"}]
    table, lines = played(DEALER_TAKES_ALL, table)
    assert (pool(table), purses(table)[1]) == (0, 300)
    assert of(lines, "paid")[-1]["of"] == "pot"


def test_all_pay_into_the_kitty_when_the_first_dealer_deals() -> None:
    table, _ = played("deal", kitty="all")
    assert pool(table) == 40
    one_trick = ALL_PASS + "\n2:2C\n3:2D\n4:2H\n1:AS"
    table, _ = played(one_trick + "\ndeal", table)
    assert (table.play.number, pool(table)) == (2, 40)


def test_nap_spare_en_p13_a_failed_spare_hand_pays_five_to_each_and_two_units_to_the_pool() -> None:
    script = HANDS + "bid 2 spare\nbid 3 pass\nbid 4 pass\nbid 1 pass\n"
    script += "draw 2 AH 7C 8C 9C AD\nswap 2 2C 3C 4C AH AD\n"
    table, lines = played(script, spare_hand=True)
    assert of(lines, "draw")[0]["cards"] == 5
    assert acts(table) == ["play 2 5C", "play 2 6C", "play 2 7C", "play 2 8C", "play 2 9C"]
    hands_with_a_trump = script.replace("hand 3 2D", "hand 3 AC")
    table, _ = played(hands_with_a_trump + "2:9C\n3:AC\n4:2H\n1:AS", spare_hand=True)
    assert purses(table) == {1: 50, 2: -170, 3: 50, 4: 50}
    assert pool(table) == 20


def test_a_spare_hand_that_nobody_saw_is_exchanged_by_number() -> None:
    table, _ = played("deal\nbid 2 spare\nbid 3 pass\nbid 4 pass\nbid 1 pass", spare_hand=True)
    assert acts(table) == ["swap 2 NUMBER"]
    table, _ = played("swap 2 3", table)
    assert acts(table) == ["play 2 CARD"]


def test_the_caller_of_the_spare_hand_keeps_five_of_ten_cards() -> None:
    called = HANDS + "bid 2 spare\nbid 3 pass\nbid 4 pass\nbid 1 pass\n"
    for act, why in (
        ("swap 2 2C", "the caller keeps five of the ten cards"),
        ("swap 3 2D", "it is the turn of seat 2"),
        ("swap 2 3", "the caller keeps five of the ten cards"),
        ("draw 3 AH 7C 8C 9C AD", "seat 3 gets no cards now"),
        ("draw 2 AH", "5 cards come for those thrown away"),
        ("draw 2 AS 7C 8C 9C AD", "a card cannot be at two places"),
    ):
        _, lines = played(called + act, spare_hand=True)
        assert because(lines) == why, act
    drawn = called + "draw 2 AH 7C 8C 9C AD\n"
    for act in ("swap 2 2C 3C 4C 5C", "swap 2 2C 3C 4C 5C KD"):
        _, lines = played(drawn + act, spare_hand=True)
        assert kinds(lines) == ["wrong-order"], act


def test_a_spare_hand_that_is_overcalled_is_not_taken() -> None:
    script = HANDS + "bid 2 spare\nbid 3 wellington\nbid 4 pass\nbid 1 pass"
    table, _ = played(script, spare_hand=True, wellington="on")
    assert table.play.coup.spread["contract"] == "3 wellington"
    assert acts(table)[0] == "play 3 2D"


def test_nap_buy_en_p12_13_each_card_bought_pays_a_unit_to_the_pool() -> None:
    table, _ = played(HANDS + "swap 2 2C 3C\ndraw 2 7C 8C", buy=True)
    assert (pool(table), purses(table)[2]) == (20, -20)
    assert acts(table)[:2] == ["swap 3 NUMBER", "swap 3 CARDS"]
    table, _ = played("swap 3 0\nswap 4 0\nswap 1 0", table)
    assert acts(table)[0] == "bid 2 pass"


def test_cards_are_bought_unseen_where_the_hands_are_not_known() -> None:
    table, _ = played("deal\nswap 2 3\nswap 3 0\nswap 4 5\nswap 1 0\nbid 2 pass", buy=True)
    assert (pool(table), purses(table)[4]) == (80, -50)


def test_what_cannot_be_bought_is_refused() -> None:
    for act, why in (
        ("swap 3 0", "it is the turn of seat 2"),
        ("swap 2 6", "no more than 5 cards can be exchanged"),
        ("swap 2 2", "the hand is known: name the cards"),
        ("swap 2 AS", "only cards of the hand can be thrown away"),
        ("swap 2 2C 2C", "only cards of the hand can be thrown away"),
        ("draw 2 9C", "seat 2 gets no cards now"),
        ("swap 2 2C 3C\nswap 3 0", "it is the turn of seat 2"),
        ("swap 2 2C 3C\ndraw 2 9C", "2 cards come for those thrown away"),
        ("swap 2 2C 3C\ndraw 2 9C 2C", "a card cannot be at two places"),
        ("bid 2 pass", "cards are exchanged now, before the calls"),
    ):
        _, lines = played(HANDS + act, buy=True)
        assert because(lines) == why, act


def test_a_player_with_chips_buys_no_more_cards_than_they_can_pay() -> None:
    _, lines = played("sit 1 0.10\nsit 2 0.10\ndeal\nswap 2 2", buy=True)
    assert because(lines) == "seat 2 has not enough chips"


def test_in_a_large_company_only_the_cards_that_are_left_can_be_bought() -> None:
    script = "deal\n" + "\n".join(f"swap {seat} 5" for seat in (2, 3)) + "\nswap 4 3"
    _, lines = played(script, buy=True, players=7, spare_hand=True)
    assert because(lines) == "no more than 2 cards can be exchanged"


def test_a_misdeal_pays_a_unit_and_the_same_dealer_deals_again() -> None:
    table, lines = played("hand 2 2C 3C 4C 5C 6C\nanswer 1 misdeal")
    assert (pool(table), purses(table)) == (10, {1: -10, 2: 0, 3: 0, 4: 0})
    assert acts(table)[0] == "deal"
    assert of(lines, "misdeal") == [{"event": "misdeal", "coup": 1, "seat": 1}]
    table, lines = played(CALLED_NAP + DEALER_TAKES_ALL, table)
    assert purses(table)[1] == 300


def test_only_the_dealer_misdeals_and_before_the_first_lead() -> None:
    _, lines = played("answer 2 misdeal")
    assert because(lines) == "only the dealer can misdeal, and before the first card is led"
    _, lines = played(HANDS + ALL_PASS + "\nanswer 1 misdeal")
    assert because(lines) == "only the dealer can misdeal, and before the first card is led"


def test_a_hand_with_a_card_too_many_is_a_misdeal() -> None:
    _, lines = played("hand 2 2C 3C 4C 5C 6C 7C")
    assert kinds(lines) == ["misdeal"]


def test_a_hand_that_cannot_be_is_refused() -> None:
    for act, kind in (
        ("hand 5 7C 8C 9C TC JC", "wrong-order"),
        ("hand 2 7C 8C 9C TC JC", "wrong-order"),
        ("hand 3 2C 8C 9C TC JC", "impossible-card"),
        ("hand 3 8C 8C 9C TC JC", "impossible-card"),
        ("hand 3 JOKER 8C 9C TC JC", "impossible-card"),
    ):
        _, lines = played("hand 2 2C 3C 4C 5C 6C\n" + act)
        assert kinds(lines) == [kind], act


POOL_OF_FIFTY = "\n".join(["deal", *["answer 1 misdeal"] * 5, HANDS, ALL_PASS, "2:2C\n3:2D\n4:2H\n1:AS"])


def test_the_pool_is_split_equally_and_the_first_seats_get_what_is_left() -> None:
    before, _ = played(POOL_OF_FIFTY)
    table, lines = played("answer 2 split", before)
    shares = [line["amount"] for line in of(lines, "paid")]
    assert shares == ["0.13", "0.13", "0.12", "0.12"]
    assert (pool(table), of(lines, "result")[0]["winner"]) == (0, None)
    table, _ = played("deal", table)
    assert table.play.coup.spread["dealer"] == 2


def test_the_lowest_card_wins_the_pool_and_the_ace_is_high() -> None:
    before, _ = played(POOL_OF_FIFTY + "\nanswer 2 lowest")
    _, lines = played("show 1 AC\nshow 2 3C\n3:9C\nshow 4 3D", before)
    assert [(line["seat"], line["amount"]) for line in of(lines, "paid")] == [(4, "0.25"), (2, "0.25")]
    for act, kind in (("show 1 AC\nshow 1 2C", "wrong-order"), ("show 1 AC\nshow 2 AC", "impossible-card")):
        _, lines = played(act, before)
        assert kinds(lines) == [kind], act
    assert acts(before) == ["show 3 CARD", "show 4 CARD", "show 1 CARD", "show 2 CARD"]


def test_a_pool_is_ended_between_two_deals_by_the_dealer() -> None:
    _, lines = played("answer 1 split")
    assert because(lines) == "a pool is ended between two deals, by the dealer"


def test_where_stakes_may_be_doubled_all_pass_doubles_those_of_the_next_deal_until_a_caller_wins() -> None:
    table, lines = played(HANDS + ALL_PASS, double_header=True)
    assert of(lines, "result") == [
        {"event": "result", "coup": 1, "winner": None, "call": None, "passed": True}
    ]
    again = HANDS + "bid 3 pass\nbid 4 pass\nbid 1 nap\nbid 2 pass\n" + DEALER_TAKES_ALL
    table, _ = played(again, table)
    assert purses(table)[1] == 600
    table, _ = played(HANDS + "bid 4 pass\nbid 1 nap\nbid 2 pass\nbid 3 pass\n" + DEALER_TAKES_ALL, table)
    assert purses(table)[1] == 900


def test_where_stakes_may_be_doubled_three_is_the_lowest_call() -> None:
    table, lines = played(HANDS + "bid 2 2", double_header=True, misere=True)
    assert because(lines) == "this house does not play that call"
    assert acts(table)[:2] == ["bid 2 pass", "bid 2 3"]


# --- the table


def test_an_act_of_another_part_of_the_deal_names_what_is_due() -> None:
    for script, why in (
        ("2:2C", "the cards are not dealt yet"),
        (HANDS + "2:2C", "the calls are made now"),
        (HANDS + ALL_PASS + "\nbid 2 3", "the cards are being played"),
        (POOL_OF_FIFTY + "\nanswer 2 lowest\ndeal", "each player shows one card for the pool"),
        ("8C", "the cards are not dealt yet"),
    ):
        _, lines = played(script)
        assert because(lines) == why, script


def test_the_spare_hand_is_named_while_it_is_due() -> None:
    _, lines = played("deal\nbid 2 spare\nbid 3 pass\nbid 4 pass\nbid 1 pass\nbid 1 pass", spare_hand=True)
    assert because(lines) == "the caller takes the spare hand now"


def test_the_left_neighbour_deals_next() -> None:
    table, _ = played(HANDS + ALL_PASS + "\n2:2C\n3:2D\n4:2H\n1:AS\ndeal")
    assert table.play.coup.spread["dealer"] == 2


def test_only_the_player_sees_the_hand() -> None:
    table, _ = played(HANDS)
    assert [*map(str, table.play.coup.hand_of(2) or ())] == ["2C", "3C", "4C", "5C", "6C"]
    assert table.play.coup.spread["hands"] == {"1": 5, "2": 5, "3": 5, "4": 5}
    assert table.play.coup.hand_of(9) is None


def test_a_card_is_taken_back_in_the_middle_of_a_trick() -> None:
    before, _ = played(HANDS + ALL_PASS + "\n2:2C")
    table, _ = played("3:2D", before)
    back, _ = step(table, Undone())
    assert back.play.coup == before.play.coup


def test_a_player_with_chips_loses_no_more_than_they_have() -> None:
    seats = "sit 1 5\nsit 2 0.50\nsit 3 5\nsit 4 5\n"
    table, _ = played(seats + CALLED_NAP + DEALER_TAKES_ALL)
    assert purses(table) == {1: 750, 2: 0, 3: 400, 4: 400}


def test_five_tricks_that_are_called_by_number_are_nap_en_p10() -> None:
    table, lines = played(HANDS + "bid 2 4\nbid 3 5", wellington="on")
    assert [line["bid"] for line in of(lines, "bid")] == ["4", "nap"]
    assert acts(table)[:2] == ["bid 4 pass", "bid 4 wellington"]
    assert because(played("bid 4 5", table)[1]) == "a call is higher than those before it"
