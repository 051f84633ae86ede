"""Simulated players at zeilen: they stake on hands that win more often than not."""

from __future__ import annotations

import pytest

from sabot.core.cards import card_named
from sabot.games.zeilen.acts import FULL_PACK
from sabot.games.zeilen.deal import Deal
from sabot.games.zeilen.player import chance
from tests.controller.games.evening.lines import played, table_of
from tests.controller.games.evening.random_games import coup_of
from tests.controller.games.evening.thinking import positions, wished

BANK = {"players": "3"}


def after(hand: str, *acts: str, **options: str):
    script = ", ".join((f"show 2 {hand}", "show 3 2C 3C 4C", *acts))
    return coup_of(played(table_of("zeilen", **{**BANK, **options}), script)[0])


def test_a_hand_beats_all_lower_cards_of_its_suits_and_the_same_cards_decide_nothing():
    deal = after("AH AD AS").deal
    assert isinstance(deal, Deal)
    assert chance(deal, deal.hands[2]) == pytest.approx(36 / 49)
    assert chance(deal, deal.hands[3]) == pytest.approx(0)
    hand = tuple(card for name in ("AH", "TH", "2C") if (card := card_named(name)))
    assert chance(deal, hand) == pytest.approx(11 / 49)


@pytest.mark.parametrize(
    ("hand", "act"), [("AH AD AS", "bid 2 pot"), ("AH KD 7S", "bid 2 0.15"), ("AH 9C 2S", "bid 2 weg")]
)
def test_the_better_the_hand_the_more_is_staked(hand: str, act: str):
    assert wished("zeilen", after(hand), 1) == act


def test_others_add_a_stake_to_a_good_hand():
    assert wished("zeilen", after("AH AD AS", "bid 2 0.20", table_covers="on"), 1) == "bid 3 0.38"


def test_the_banker_sails_after_some_rounds():
    deals = [coup_of(table).deal for table in positions("zeilen", 1, deals=8)]
    sails = [deal.sail for deal in deals if isinstance(deal, Deal)]
    assert {0, 1, 2} <= {*sails}


def test_cards_that_have_left_the_second_pack_do_not_come_again():
    deal = after("AH AD AS").deal
    assert isinstance(deal, Deal)
    lower = tuple(card for card in FULL_PACK if card.suit == "H" and card.rank != "A")
    assert chance(deal._replace(drawn=lower), deal.hands[2]) == pytest.approx(24 / 37)
    assert chance(deal._replace(drawn=FULL_PACK), deal.hands[2]) == pytest.approx(36 / 49)
