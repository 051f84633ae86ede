"""Napoleonnen. Source: *Hazardspelen* (HS), p. 63-65; a test that begins `na_` is a published example."""

from __future__ import annotations

import pytest

from sabot.core.shapes.turns import public_acts
from sabot.core.table import Table
from sabot.games.napoleonnen.deal import pack_for
from tests.controller.games.evening.lines import acts, because, of, plays, purses
from tests.controller.games.evening.random_games import coup_of

played = plays("napoleonnen")
HANDS = """
hand 1 AS KS QS JS TS
hand 2 7C 8C 9C TC JC
hand 3 7D 8D 9D TD JD
hand 4 7H 8H 9H TH JH
"""
"""Four hands of one suit each: the best are with the dealer, seat 1."""
PASSED = HANDS + "bid 2 pass\nbid 3 pass\nbid 4 pass\n"
TAKES_ALL = (
    "1:AS 2:7C 3:7D 4:7H 1:KS 2:8C 3:8D 4:8H 1:QS 2:9C 3:9D 4:9H 1:JS 2:TC 3:TD 4:TH 1:TS 2:JC 3:JD 4:JH"
)


def pots(table: Table) -> object:
    """The pot and the kijkpot."""
    return coup_of(table).spread["pots"]


# --- the pack and the stakes


def test_na_pack_hs_p63_a_pack_of_32_cards_serves_up_to_six_players() -> None:
    ranks = {card.rank for card in pack_for(6)}
    assert (len(pack_for(6)), ranks) == (32, {*"789TJQKA"})
    assert len(pack_for(6)) >= 6 * 5 + 2


@pytest.mark.parametrize(
    ("players", "cards", "needed", "added"),
    [pytest.param(7, 40, 37, "65", id="na-pack-7"), pytest.param(8, 44, 42, "654", id="na-pack-8")],
)
def test_na_pack_7_and_8_hs_p65_lower_ranks_are_added(
    players: int, cards: int, needed: int, added: str
) -> None:
    assert (len(pack_for(players)), players * 5 + 2) == (cards, needed)
    assert {card.rank for card in pack_for(players)} == {*"789TJQKA", *added}


def test_each_player_puts_five_counters_into_the_pot_before_each_deal() -> None:
    table, lines = played("deal")
    assert purses(table) == dict.fromkeys((1, 2, 3, 4), -50)
    assert pots(table) == {"pot": "2.00", "kijkpot": "0.00"}
    assert coup_of(table).deal.in_play == 200
    assert of(lines, "pot")[-1] == {
        "event": "pot", "coup": 1, "seat": 1, "amount": "0.50", "pot": "2.00", "of": "pot"
    }  # fmt: skip


def test_eight_players_play_with_44_cards() -> None:
    table, lines = played("hand 1 4S 5S 6S AS KS\ndeal", players=8)
    assert of(lines, "fault") == []
    assert len(coup_of(table).spread["hands"]) == 8


# --- the bids


def test_where_all_pass_the_pots_stay_and_the_left_neighbour_deals() -> None:
    table, lines = played(PASSED + "answer 1 kijken\nbid 1 pass")
    assert of(lines, "result")[0]["winner"] is None
    table, _ = played("deal", table)
    assert coup_of(table).deal.evening.dealer == 2
    assert pots(table) == {"pot": "4.00", "kijkpot": "0.10"}


def test_a_bid_is_higher_than_those_before_it() -> None:
    table, _ = played(HANDS + "bid 2 3")
    assert acts(table) == ["bid 3 pass", "bid 3 4", "bid 3 nap", "answer 3 kijken"]
    assert because(played("bid 3 3", table)[1]) == "a bid is higher than all bids before it"
    assert because(played("bid 3 6", table)[1]) == "one to four tricks are bid, and five are called nap"
    assert because(played("bid 4 4", table)[1]) == "it is the turn of seat 3"


def test_a_look_at_the_stok_costs_one_counter_for_the_kijkpot_before_one_speaks() -> None:
    table, lines = played(HANDS + "answer 2 kijken")
    assert pots(table) == {"pot": "2.00", "kijkpot": "0.10"}
    assert of(lines, "pot")[-1]["of"] == "kijkpot"
    assert because(played("answer 2 kijken", table)[1]) == "the stok was seen already"
    assert because(played("answer 3 kijken", table)[1]) == "it is the turn of seat 2"


def test_who_has_no_chips_left_cannot_look_or_exchange_and_names_nothing() -> None:
    table, _ = played("sit 1 0.50\nsit 2 0.50\ndeal")
    assert "answer 2 kijken" not in acts(table)
    assert because(played("answer 2 kijken", table)[1]) == "seat 2 has not enough chips"
    table, _ = played("bid 2 1\nbid 1 pass", table)
    assert acts(table) == ["swap 2 NUMBER"]
    assert because(played("swap 2 1", table)[1]) == "no more than 0 cards of the stok can be taken"


# --- the declarer


def test_the_highest_bidder_wins_the_sum_that_they_named() -> None:
    table, _ = played(PASSED + "bid 1 3\nname 1 1.20\nswap 1 0\nname 1 S")
    table, lines = played(TAKES_ALL[:59], table)
    assert of(lines, "result")[0] == {
        "event": "result", "coup": 1, "winner": "1", "seat": 1, "bid": "3", "made": True, "amount": "1.20",
        "tricks": {"1": 3, "2": 0, "3": 0, "4": 0},
    }  # fmt: skip
    assert of(lines, "paid") == [{"event": "paid", "coup": 1, "seat": 1, "amount": "1.20", "of": "pot"}]
    assert purses(table)[1] == 70
    assert of(lines, "score")[0]["pot"] == "0.80"


def test_the_highest_bidder_pays_the_sum_that_they_did_not_make() -> None:
    table, lines = played(
        HANDS + "bid 2 3\nbid 3 pass\nbid 4 pass\nbid 1 pass\nname 2 2.00\nswap 2 0\nname 2 C"
    )
    table, lines = played("2:7C 3:7D 4:7H 1:AS", table)
    assert of(lines, "result") == []
    hands = HANDS.replace("1 AS KS QS JS TS", "1 AC KC QC JS TS")
    table, _ = played(hands + "bid 2 3\nbid 3 pass\nbid 4 pass\nbid 1 pass\nname 2 2.00\nswap 2 0\nname 2 C")
    table, lines = played("2:7C 3:7D 4:7H 1:AC 1:KC 2:8C 3:8D 4:8H 1:QC 2:9C 3:9D 4:9H", table)
    assert of(lines, "result")[0]["made"] is False
    assert purses(table)[2] == -250
    assert pots(table) == {"pot": "4.00", "kijkpot": "0.00"}


def test_nap_is_for_the_pot_and_the_kijkpot_both() -> None:
    table, _ = played(PASSED + "answer 1 kijken\nbid 1 nap")
    assert acts(table)[0] == "swap 1 CARDS"
    table, lines = played("swap 1 0\nname 1 S\n" + TAKES_ALL, table)
    assert [(line["of"], line["amount"]) for line in of(lines, "paid")] == [
        ("pot", "2.00"),
        ("kijkpot", "0.10"),
    ]
    assert pots(table) == {"pot": "0.00", "kijkpot": "0.00"}


def test_a_nap_that_fails_pays_the_pot_and_the_kijkpot_both() -> None:
    table, _ = played(
        HANDS + "bid 2 pass\nbid 3 pass\nanswer 4 kijken\nbid 4 nap\nbid 1 pass\nswap 4 0\nname 4 H"
    )
    hands = HANDS.replace("1 AS", "1 AH")
    table, _ = played(
        hands + "bid 2 pass\nbid 3 pass\nanswer 4 kijken\nbid 4 nap\nbid 1 pass\nswap 4 0\nname 4 H"
    )
    table, lines = played("4:7H 1:AH 2:7C 3:7D", table)
    assert of(lines, "result")[0]["made"] is False
    assert pots(table) == {"pot": "4.00", "kijkpot": "0.20"}
    assert sum(purses(table).values()) == -420


def test_no_more_than_the_pot_and_the_own_chips_can_be_named() -> None:
    table, _ = played(PASSED + "bid 1 3")
    assert because(played("name 1 2.01", table)[1]) == "no more than the pot and the own chips can be named"
    assert because(played("name 2 1.00", table)[1]) == "it is the turn of seat 1"
    assert because(played("name 1 S", table)[1]) == "the highest bidder names a sum of the pot now"
    table, _ = played("sit 1 0.60\nsit 2 0.80\ndeal\nbid 2 1\nbid 1 pass")
    assert [turn.limits for turn in coup_of(table).turns] == [(1, 30)]


def test_cards_of_the_stok_are_taken_for_one_counter_in_all() -> None:
    table, _ = played(PASSED + "bid 1 3\nname 1 1.00\nswap 1 JS TS")
    assert acts(table) == ["draw 1 CARDS"]
    assert [*map(str, coup_of(table).deal.discarded)] == ["JS", "TS"]
    assert because(played("swap 1 0", table)[1]) == "the cards of the stok come now"
    assert because(played("draw 1 AC", table)[1]) == "as many cards come as were thrown away: 2"
    assert because(played("draw 1 AC JS", table)[1]) == "this card is at another place"
    assert because(played("draw 2 AC KC", table)[1]) == "seat 2 gets no cards now"
    table, lines = played("draw 1 AC KC", table)
    assert of(lines, "draw") == [{"event": "draw", "coup": 1, "seat": 1, "cards": 2}]
    assert pots(table) == {"pot": "2.00", "kijkpot": "0.10"}
    assert coup_of(table).hand_of(1) == tuple(card for card in coup_of(table).hand_of(1) or ())
    assert acts(table) == ["name 1 C", "name 1 S"]


@pytest.mark.parametrize(
    ("act", "why"),
    [
        ("swap 1 JS TS QS", "no more than 2 cards of the stok can be taken"),
        ("swap 1 AC", "only cards of the own hand are thrown away"),
        ("swap 1 JS JS", "only cards of the own hand are thrown away"),
        ("swap 1 1", "this hand is known: its cards are named"),
        ("swap 2 0", "it is the turn of seat 1"),
    ],
)
def test_an_exchange_that_is_not_allowed_is_refused(act: str, why: str) -> None:
    table, _ = played(PASSED + "bid 1 3\nname 1 1.00")
    assert because(played(act, table)[1]) == why


def test_a_hand_that_is_not_known_is_exchanged_by_number() -> None:
    table, _ = played("deal\nbid 2 1\nbid 3 pass\nbid 4 pass\nbid 1 pass\nname 2 0.10")
    assert because(played("swap 2 7C", table)[1]) == "only cards of the own hand are thrown away"
    table, lines = played("swap 2 2", table)
    assert of(lines, "swap") == [{"event": "swap", "coup": 1, "seat": 2, "cards": 2}]
    assert acts(table) == ["name 2 C", "name 2 D", "name 2 H", "name 2 S"]


def test_trumps_are_a_suit_of_the_own_hand_and_nobody_else_reads_which() -> None:
    table, _ = played(PASSED + "bid 1 3\nname 1 1.00\nswap 1 0")
    assert because(played("name 1 H", table)[1]) == "trumps are a suit of the own hand"
    assert because(played("name 2 S", table)[1]) == "it is the turn of seat 1"
    assert because(played("name 1 1.00", table)[1]) == "the highest bidder names trumps now"
    assert public_acts(coup_of(table).turns[0]) == ("name 1 C", "name 1 D", "name 1 H", "name 1 S")


# --- the play


def test_the_declarer_leads_and_suit_is_followed() -> None:
    hands = HANDS.replace("2 7C 8C 9C TC JC", "2 9S 8C 9C TC JC")
    table, _ = played(hands + "bid 2 pass\nbid 3 pass\nbid 4 pass\nbid 1 3\nname 1 1.00\nswap 1 0\nname 1 S")
    assert because(played("2:9S", table)[1]) == "seat 1 plays the next card"
    table, lines = played("1:AS 2:8C", table)
    (fault,) = of(lines, "fault")
    assert (fault["kind"], fault["seat"], fault["trick"]) == ("revoke", 2, 1)
    assert acts(table) == ["play 2 9S"]
    spread = coup_of(table).spread
    assert (spread["trump"], spread["contract"], spread["trick"]) == ("S", "1 3", [{"seat": 1, "card": "AS"}])
    assert spread["hands"] == {"1": 4, "2": 5, "3": 5, "4": 5}


def test_a_player_without_the_suit_may_trump_or_discard() -> None:
    hands = HANDS.replace("1 AS", "1 7S").replace("2 7C", "2 AS")
    table, _ = played(hands + "bid 2 1\nbid 3 pass\nbid 4 pass\nbid 1 pass\nname 2 1.00\nswap 2 0\nname 2 C")
    table, lines = played("2:AS 3:7D 4:7H 1:7S", table)
    assert of(lines, "result")[0]["made"] is True
    hands = HANDS.replace("1 AS", "1 7C").replace("2 7C", "2 AS")
    table, _ = played(hands + "bid 2 1\nbid 3 pass\nbid 4 pass\nbid 1 pass\nname 2 1.00\nswap 2 0\nname 2 C")
    table, _ = played("2:JC 3:7D 4:7H", table)
    assert acts(table) == ["play 1 7C"]


def test_a_revoke_of_an_unseen_hand_is_found_when_it_is_proven_and_once() -> None:
    table, _ = played("deal\nbid 2 3\nbid 3 pass\nbid 4 pass\nbid 1 pass\nname 2 1.00\nswap 2 0\nname 2 C")
    table, lines = played("2:7C 3:7D 4:8C 1:9C 1:7H 2:8H 3:TC 4:9H", table)
    (fault,) = of(lines, "fault")
    assert (fault["kind"], fault["seat"], fault["trick"]) == ("revoke", 3, 1)
    assert "another card had to be played" in str(fault["because"])
    assert of(played("3:JC", table)[1], "fault") == []


def test_a_card_that_is_elsewhere_is_refused() -> None:
    table, _ = played("hand 1 AS KS QS JS TS\ndeal\nbid 2 1\nbid 3 pass\nbid 4 pass\nbid 1 pass\nname 2 1.00")
    table, _ = played("swap 2 0\nname 2 C\n2:7C", table)
    assert because(played("3:7C", table)[1]) == "this card was played before"
    assert because(played("3:AS", table)[1]) == "this card is at another place"
    assert because(played("3:2C", table)[1]) == "the pack of this game has each of its cards once"
    table, _ = played("3:7D 4:7H", table)
    assert because(played("1:AC", table)[1]) == "this card is not in the hand of seat 1"


# --- the deal


@pytest.mark.parametrize(
    ("act", "kind", "why"),
    [
        ("hand 1 AC KC QC JC TC", "wrong-order", "seat 1 gets no cards now"),
        ("hand 5 AC KC QC JC TC", "wrong-order", "seat 5 gets no cards now"),
        ("hand 2 AC KC QC JC", "misdeal", "a hand has 5 cards"),
        ("hand 2 AC KC QC JC JC", "impossible-card", "the pack of this game has each of its cards once"),
        ("hand 2 AC KC QC JC AS", "impossible-card", "this card is at another place"),
        ("bid 2 1", "wrong-order", "napoleonnen begins with the deal"),
    ],
)
def test_a_hand_that_cannot_be_dealt_is_refused(act: str, kind: str, why: str) -> None:
    table, _ = played("hand 1 AS KS QS JS TS")
    later, lines = played(act, table)
    assert (of(lines, "fault")[0]["kind"], because(lines)) == (kind, why)
    assert coup_of(later).turns == coup_of(table).turns


def test_five_tricks_that_are_bid_by_number_are_nap_hs_p64() -> None:
    table, lines = played(HANDS + "bid 2 4\nbid 3 5\nbid 4 pass")
    assert [line["bid"] for line in of(lines, "bid")] == ["4", "nap", "pass"]
    assert because(played("bid 1 5", table)[1]) == "a bid is higher than all bids before it"
