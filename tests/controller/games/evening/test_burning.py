"""What the notation lets anybody say in every card game, at every household game."""

from __future__ import annotations

from random import Random

import pytest

from sabot.core.cards import card_named
from sabot.core.table import Table
from tests.controller.games.evening.lines import because, coup_of, faults, of, played, refused, table_of
from tests.controller.games.evening.random_games import HOUSEHOLD, some_act

BETWEEN = ("say brule KH", "say melange", "say melange 2", "say coupe 1")
"""What may be said between two deals; each household game has the king of hearts."""
FIRST_ROUND = "show 2 2C 3C 4C, show 3 2D 3D 4D, bid 2 weg, bid 3 weg"


def begun(game: str) -> Table:
    """A table of this game in the middle of a deal, after an act by chance."""
    return some_act(table_of(game), Random(game))[1]


@pytest.mark.parametrize("game", HOUSEHOLD)
def test_a_card_is_burned_and_the_cards_are_mixed_and_cut_between_two_deals(game: str) -> None:
    table, lines = played(table_of(game), "\n".join(BETWEEN))
    assert faults(lines) == []
    assert coup_of(table).deal.lines == ()
    for word in BETWEEN:
        assert refused(begun(game), word) == "cards are burned, mixed and cut between two deals"


@pytest.mark.parametrize("game", HOUSEHOLD)
def test_no_stake_of_a_household_game_stays_to_be_taken_back(game: str) -> None:
    for table in (table_of(game), begun(game)):
        _, lines = played(table, "say retire rouge 3")
        assert faults(lines) == [("wrong-order", "seat 3 has no stake on rouge in this coup")]
        assert of(lines, "fault")[0]["said"] == "retire rouge 3"


@pytest.mark.parametrize("game", HOUSEHOLD)
def test_a_deal_is_annulled_once_it_has_begun(game: str) -> None:
    no_deal = "there is no coup under way that could be annulled"
    assert because(played(table_of(game), "say annule a card fell")[1]) == no_deal
    table, lines = played(begun(game), "say annule a card fell")
    assert (of(lines, "void")[0]["said"], faults(lines)) == ("annule a card fell", [])
    assert coup_of(table).deal.lines == ()


def test_a_stake_of_mijn_en_dijn_is_not_taken_back_before_it_is_decided() -> None:
    table, _ = played(table_of("mijn-en-dijn"), "bet 8 1 2")
    assert refused(table, "say retire 8 2") == "a stake of this game stays where it lies until it is decided"


def test_a_card_that_the_pack_does_not_have_is_not_burned() -> None:
    _, lines = played(table_of("mijn-en-dijn"), "say brule 2C")
    assert faults(lines) == [("impossible-card", "2C is not in this pack")]


def test_a_card_that_was_burned_has_left_the_second_pack_of_zeilen() -> None:
    table, _ = played(table_of("zeilen", players="3"), FIRST_ROUND)
    table, lines = played(table, "say brule 9H\nsay brule 9H")
    assert faults(lines) == [("impossible-card", "9H was seen already: the pack has it once")]
    table, _ = played(table, "show 2 2H 3C 4C, show 3 2D 3D 4D, bid 2 0.10")
    assert because(played(table, "9H")[1]) == "9H was seen already: the pack has it once"
    assert faults(played(table, "TH")[1]) == []


def test_a_card_that_was_burned_before_the_first_round_of_zeilen_has_left_it_too() -> None:
    table, _ = played(table_of("zeilen", players="2"), "say brule 9H, show 2 2H 3C 4C, bid 2 0.10")
    assert because(played(table, "9H")[1]) == "9H was seen already: the pack has it once"


def test_a_card_that_was_burned_lies_beside_the_stock_of_handelen() -> None:
    table, lines = played(table_of("handelen", players="3"), "say brule 9H\nsay brule 9H")
    assert faults(lines) == [("impossible-card", "9H was seen already: the pack has it once")]
    table, _ = played(table, "deal")
    assert coup_of(table).deal.discarded == (card_named("9H"),)
    assert because(played(table, "9H")[1]) == "9H was seen already: the pack has it once"
    assert faults(played(table, "TH")[1]) == []


def test_who_sat_down_before_a_card_was_burned_sits_there_still() -> None:
    table, _ = played(table_of("nap"), "sit 3\nsay brule 9H\nsit 4")
    assert coup_of(table).deal.evening.seats == (3, 4)
    assert [name for name, _ in coup_of(table).deal.lines] == ["sit", "sit"]


def test_a_decided_deal_closes_when_a_card_is_burned() -> None:
    table, _ = played(table_of("zeilen", players="3"), FIRST_ROUND)
    assert table.play.result is not None
    table, _ = played(table, "say brule 9H")
    assert (table.play.result, table.play.number) == (None, 2)
