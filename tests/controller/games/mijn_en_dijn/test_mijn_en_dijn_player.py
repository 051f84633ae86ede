"""Simulated players at mijn en dijn: they stake before a card that pays."""

from __future__ import annotations

from sabot.games.mijn_en_dijn.player import gain
from sabot.games.mijn_en_dijn.rules import Deal
from tests.controller.games.evening.lines import played, table_of
from tests.controller.games.evening.random_games import coup_of
from tests.controller.games.evening.thinking import positions, wished


def deal_after(script: str) -> Deal:
    deal = coup_of(played(table_of("mijn-en-dijn"), script)[0]).deal
    assert isinstance(deal, Deal)
    return deal


def test_a_stake_wins_on_average_before_dijn_and_loses_before_mijn():
    assert gain(deal_after(""), "A") > 0 > gain(deal_after("7C"), "A")


def test_the_rank_that_has_most_cards_left_wins_most():
    after = deal_after("7C, 7D")
    assert gain(after, "A") > gain(after, "7") > 0


def test_each_player_but_the_banker_has_one_stake_before_dijn_and_none_is_laid_before_mijn():
    turned, laid = 0, 0
    for table in positions("mijn-en-dijn", 1)[:-1]:
        deal, coup = coup_of(table).deal, coup_of(table)
        assert isinstance(deal, Deal)
        seats = [each.seat for each in deal.stakes]
        assert len({*seats}) == len(seats)
        assert deal.banker not in seats
        if len(deal.turned) % 2:
            assert wished("mijn-en-dijn", coup, 1) == ""
        turned, laid = len(deal.turned), max(laid, len(seats))
    assert (turned, laid) == (61, 3)


def test_what_is_staked_on_is_seldom_one_that_is_gone():
    script = ", ".join(f"{rank}{suit}, {rank}{suit}" for rank in "789TJQK" for suit in "CDHS")
    table, _ = played(table_of("mijn-en-dijn"), script)
    assert wished("mijn-en-dijn", coup_of(table), 1).startswith("bet aas 2.00")
