"""Simulated players at banken met variaties: the chances of each guess, and the stakes on it."""

from __future__ import annotations

from math import comb

import pytest

from sabot.core.cards import DECK
from sabot.games.banken_variaties.player import LIKELY, higher, ticks
from sabot.games.banken_variaties.rounds import NAMES
from sabot.games.tricks.cards import ACE_HIGH
from tests.controller.games.evening.lines import played, table_of
from tests.controller.games.evening.random_games import coup_of
from tests.controller.games.evening.thinking import positions, wished


def wish(script: str, **options: str) -> str:
    table, _ = played(table_of("banken-variaties", players="3", **options), script)
    return wished("banken-variaties", coup_of(table), 1)


def test_two_cards_are_of_two_colours_more_often():
    assert wish("", variation="3") == "bet ongelijk 2.00 2"


def test_the_colour_that_has_more_cards_left_is_guessed():
    assert wish("bet noir 1 2, 2C", variation="4") == "bet rouge 2.00 3"
    assert wish("bet noir 1 2, 2H", variation="4") == "bet noir 2.00 3"


def test_where_figures_count_ten_even_is_guessed():
    assert wish("", variation="5", figures="ten") == "bet even 2.00 2"
    assert wish("", variation="5", figures="joe") == "bet oneven 2.00 2"
    assert wish("", variation="5") == "bet even 1.00 2"


def test_it_ticks_more_often_than_not_and_the_players_stake_little_on_that():
    assert ticks() == pytest.approx(0.6431, abs=0.0001)
    assert wish("", variation="6") == "answer 1 tikt"
    assert wish("answer 1 tikt", variation="6") == "bet kaart 1.00 2"
    assert wish("answer 1 niet", variation="6") == "bet kaart 2.00 2"


def test_the_banker_has_the_better_card_at_hoopjes():
    lower = sum(4 * 4 * ACE_HIGH.index(rank) for rank in ACE_HIGH) - 4 * 4 * 0
    assert higher() == pytest.approx(lower / (52 * 51))
    assert wish("", variation="7") == "bet kaart 1.00 2"


def test_guesses_that_exclude_each_other_are_certain_together():
    table = table_of("banken-variaties", variation="3")
    deal = coup_of(table).deal
    for one, other in (("gelijk", "ongelijk"), ("rouge", "noir"), ("even", "oneven")):
        assert LIKELY[one](deal, [*DECK]) + LIKELY[other](deal, [*DECK]) == pytest.approx(1)
    assert LIKELY["gelijk"](deal, [*DECK]) == pytest.approx(2 * comb(26, 2) / comb(52, 2))


def test_all_eight_variations_are_played():
    last = coup_of(positions("banken-variaties", 3, deals=len(NAMES))[-1])
    assert last.outcome is not None
    assert last.outcome.result["variation"] == len(NAMES)
