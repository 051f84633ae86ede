"""Verloten (HS p. 82-83): prizes on closed cards, two dealers, a pot that goes on, and what is refused."""

from __future__ import annotations

from random import Random

import pytest

from sabot.core.cards import card_named
from sabot.core.table import Table
from sabot.games.verloten import rules
from sabot.games.verloten.acts import is_won
from sabot.games.verloten.deal import Deal
from sabot.games.verloten.options import Options
from sabot.games.verloten.player import laid, wished
from tests.controller.games.evening.lines import acts, faults, of, played, pot, purses, table_of
from tests.controller.games.evening.random_games import coup_of

PRIZES = """
deal
bet 1 0.50 1
bet 2 2.00 1
bet 3 0.30 1
bet 4 0.70 1
bet 5 1.50 1
deal
"""
NOTHING_TAKEN = "show 2 2H 3C\nshow 3 4H 5C\nshow 4 6H 7C\nshow 5 8H 9C\nshow 1 TH JC"


def ended(table: Table, *scripts: str) -> Table:
    """The table after these acts, without a fault."""
    for script in scripts:
        table, lines = played(table, script)
        assert faults(lines) == []
    return table


def deal_of(table: Table) -> Deal:
    """The round at this table."""
    deal = coup_of(table).deal
    assert isinstance(deal, Deal)
    return deal


def dealers(table: Table) -> tuple[int, int]:
    """Who deals the prizes and who the tickets, in the round that is next."""
    deal = deal_of(table)
    deal = deal if coup_of(table).outcome is None else rules.begun(rules.following(deal))
    return deal.dealer, deal.tickets


def test_vl_ex_hs_p82_to_83_two_of_a_rank_take_the_prize_and_others_go_back_into_the_pot() -> None:
    pairs = "show 1 JH JC\nshow 2 TH TC\nshow 3 3H 3C\nshow 4 JD TD\nshow 5 2S 9S"
    table, lines = played(table_of("verloten"), PRIZES + pairs)
    (result,) = of(lines, "result")
    assert result["taken"] == {"1": "0.50", "2": "2.00", "3": "0.30"}
    assert (result["pot"], pot(table)) == (
        "2.20",
        220,
    )  # the 0.70 of the example, and 1.50 of the fifth player
    assert purses(table) == {1: -50, 2: 100, 3: -70, 4: -100, 5: -100}


@pytest.mark.parametrize(
    ("prize", "ticket", "wins"),
    [("JH", "JC", True), ("TH", "TH", True), ("3H", "3S", True), ("JH", "TH", False), ("AH", "KH", False)],
)
def test_suits_do_not_count(prize: str, ticket: str, *, wins: bool) -> None:
    pair = tuple(card for name in (prize, ticket) if (card := card_named(name)))
    assert is_won(pair) is wins


def test_each_puts_ten_counters_or_more_into_a_new_pot() -> None:
    assert pot(ended(table_of("verloten"), "deal")) == 5 * 10 * 10
    table = ended(table_of("verloten", players="7", ante="25", unit="0.02"), "deal")
    assert (pot(table), set(purses(table).values())) == (7 * 50, {-50})


def test_the_dealer_lays_the_whole_pot_in_any_parts_before_the_tickets_are_dealt() -> None:
    table = ended(table_of("verloten"), "deal\nbet 4 3.00 1\nbet 2 1.00 1\nbet 4 0.99 1")
    assert coup_of(table).turns[0].limits == (1, 1)
    assert [line["stake"] for line in of(played(table, "bet 4 0.01 1")[1], "stake")] == ["4.00"]
    table = ended(table, "bet 1 0.01 1")
    assert acts(table) == ["deal"]
    assert coup_of(table).turns[0].seat == 2
    assert deal_of(table).prizes == {4: 399, 2: 100, 1: 1}


def test_the_pot_goes_on_with_the_same_dealers_and_no_other_ante_until_it_is_empty() -> None:
    table = ended(table_of("verloten"), PRIZES + NOTHING_TAKEN)
    assert (pot(table), dealers(table)) == (500, (1, 2))
    table = ended(table, "deal")
    assert (pot(table), acts(table)[0]) == (500, "bet 2 AMOUNT 1")
    table = ended(table, "bet 3 5.00 1\ndeal", NOTHING_TAKEN.replace("5C", "4C"))
    assert (pot(table), purses(table)[3]) == (0, 400)
    assert dealers(table) == (2, 3)
    assert pot(ended(table, "deal")) == 500


def test_a_dealer_of_the_tickets_stays_while_the_pot_goes_on_and_then_passes_to_the_left() -> None:
    table = ended(table_of("verloten"), "name 1 4", PRIZES + NOTHING_TAKEN)
    assert dealers(table) == (1, 4)
    table = ended(table, "deal\nbet 3 5.00 1\ndeal", NOTHING_TAKEN.replace("5C", "4C"))
    assert dealers(table) == (2, 5)


def test_a_prize_that_is_taken_no_longer_stands_on_the_cloth() -> None:
    table = ended(table_of("verloten"), PRIZES, "show 2 JH JC")
    assert [bid["seat"] for bid in coup_of(table).spread["bids"]] == [1, 3, 4, 5]


# --- the two dealers


@pytest.mark.parametrize(
    ("first", "once_more", "expected"),
    [
        ("9H KH 2H QH 3H", "", (2, 4)),
        ("9H 9C AH QH 3H", "", (3, 4)),
        ("9H AC AH QH 3H", "show 2 TS\nshow 3 8S", (2, 3)),
        ("9H AC AH QH 3H", "show 2 8S\nshow 3 8C\nshow 2 5S\nshow 3 6S", (3, 2)),
        ("9H AC KD KH KS", "show 3 8S\nshow 4 TS\nshow 5 6S", (2, 4)),
        ("AD AC AH QH 3H", "show 1 6S\nshow 2 TS\nshow 3 8S", (2, 3)),
        ("AD AC AH QH 3H", "show 1 6S\nshow 2 TS\nshow 3 6C\nshow 1 KS\nshow 3 5C", (2, 1)),
    ],
)
def test_the_highest_card_deals_the_prizes_the_second_the_tickets_and_equal_ones_are_drawn_once_more(
    first: str, once_more: str, expected: tuple[int, int]
) -> None:
    draw = "\n".join(f"show {seat} {card}" for seat, card in enumerate(first.split(), start=1))
    table = ended(table_of("verloten"), draw, once_more)
    assert dealers(table) == expected
    assert coup_of(table).spread["dealer"] == expected[0]
    assert acts(table) == ["deal"]


def test_the_dealers_that_were_drawn_are_reported() -> None:
    _, lines = played(table_of("verloten"), "show 1 9H\nshow 2 KH\nshow 3 2H\nshow 4 QH\nshow 5 3H")
    assert [(line["seat"], line["deals"]) for line in of(lines, "dealer")] == [(2, "prijzen"), (4, "loten")]


def test_dealers_that_were_drawn_elsewhere_are_named() -> None:
    table = ended(table_of("verloten"), "dealer 3")
    assert dealers(table) == (3, 4)
    table = ended(table, "name 3 1")
    assert dealers(table) == (3, 1)
    assert dealers(ended(table, "leave 5\nsit 6")) == (3, 1)
    assert dealers(ended(table, "dealer 1")) == (1, 2)


def test_where_all_have_left_players_have_to_sit_down() -> None:
    table = ended(table_of("verloten"), "sit 1", "leave 1")
    assert acts(table) == ["sit SEAT"]


def test_nobody_draws_for_the_deal_while_a_pot_goes_on() -> None:
    table = ended(table_of("verloten"), PRIZES + NOTHING_TAKEN)
    assert acts(table) == ["deal"]


# --- cards as they are seen


def test_the_cards_of_a_pair_may_come_one_by_one_and_with_their_seat() -> None:
    table = ended(table_of("verloten"), PRIZES, "2H\n3:JH\n3C\n3:JC")
    assert (purses(table)[3], acts(table)[:2]) == (-70, ["show 4 CARDS", "CARD"])
    assert coup_of(table).spread["cards"] == {"2": ["2H", "3C"], "3": ["JH", "JC"]}
    table = ended(table_of("verloten"), "3:9H\nKH\n4:2H\nQH\n3H")
    assert dealers(table) == (2, 5)


def test_the_prizes_come_from_one_pack_and_the_tickets_from_another() -> None:
    table = ended(table_of("verloten"), PRIZES, "show 2 JH JC")
    assert faults(played(table, "show 3 JC JH")[1]) == []
    for script in ("show 3 JH 2C", "show 3 2C JC", "show 3 JOKER 2C"):
        ((kind, _),) = faults(played(table, script)[1])
        assert kind == "impossible-card"


def test_closed_cards_are_counted_and_open_ones_shown() -> None:
    table = ended(table_of("verloten"), "show 2 9H")
    assert coup_of(table).spread["cards"] == {"2": ["9H"]}
    assert coup_of(table).spread["hands"] == {}
    table = ended(table_of("verloten"), "deal\nbet 2 1.00 1")
    assert coup_of(table).spread["hands"]["3"] == 1
    assert coup_of(table).spread["bids"] == [{"seat": 2, "bid": "1.00"}]
    table = ended(table_of("verloten"), PRIZES, "2H")
    assert (coup_of(table).spread["hands"]["2"], coup_of(table).spread["hands"]["3"]) == (1, 2)
    assert coup_of(table).hand_of(2) is None


# --- chips


def test_players_with_chips_put_in_no_more_than_they_have() -> None:
    seats = "sit 1 0.60\nsit 2\nsit 3 0.10\nsit 4\nsit 5"
    table = ended(table_of("verloten"), seats, "deal")
    assert (pot(table), purses(table)[1], purses(table)[3]) == (370, 0, 0)


def test_where_nobody_has_chips_the_cards_are_dealt_for_nothing() -> None:
    seats = "\n".join(f"sit {seat} 1" for seat in range(1, 6))
    table = ended(table_of("verloten"), seats, "deal\nbet 1 5.00 1\ndeal", NOTHING_TAKEN.replace("JC", "TC"))
    assert purses(table) == {1: 500, 2: 0, 3: 0, 4: 0, 5: 0}
    table = ended(table, "leave 1\nsit 6 0.01", "deal\nbet 2 0.01 2\ndeal")
    table = ended(table, "show 6 4H 4C\nshow 2 2H 2C\nshow 3 3H 4S\nshow 4 5H 4D\nshow 5 9H 8H")
    assert purses(table)[2] == 1
    table = ended(table_of("verloten", unit="0"), "deal")
    assert (pot(table), acts(table)) == (0, ["deal"])


# --- what is refused


@pytest.mark.parametrize(
    ("script", "because"),
    [
        ("bet 2 1.00 1", "a closed card is dealt to each; into a new pot each puts 1.00"),
        (
            "show 2 9H TH",
            "each draws a card for the deal: the highest deals the prizes, the second the tickets",
        ),
        ("8C", "a closed card is dealt to each; into a new pot each puts 1.00"),
        ("name 1 1", "a closed card is dealt to each; into a new pot each puts 1.00"),
        (
            "show 2 9H\ndeal",
            "each draws a card for the deal: the highest deals the prizes, the second the tickets",
        ),
        (
            "show 2 9H\nshow 2 TH",
            "each draws a card for the deal: the highest deals the prizes, the second the tickets",
        ),
        ("deal\ndeal", "the dealer lays the whole pot on the closed cards: 5.00 is left"),
        ("deal\nbet 2 5.01 1", "the dealer lays the whole pot on the closed cards: 5.00 is left"),
        ("deal\nbet 2 1.00 2", "the dealer lays the whole pot on the closed cards: 5.00 is left"),
        ("deal\nbet 6 1.00 1", "the dealer lays the whole pot on the closed cards: 5.00 is left"),
        (
            "deal\nbet 2 5 1\nshow 2 9H 9C",
            "a closed card of the second pack is dealt to each, as their ticket",
        ),
        (
            PRIZES + "show 2 9H 9C 9D",
            "both cards of each player are turned: two of a rank take the prize",
        ),
        (
            PRIZES + "2H\nshow 2 3C 4C",
            "both cards of each player are turned: two of a rank take the prize",
        ),
        (
            PRIZES + "show 2 9H 9C\n2:9D",
            "both cards of each player are turned: two of a rank take the prize",
        ),
    ],
)
def test_what_is_not_allowed_is_refused(script: str, because: str) -> None:
    _, lines = played(table_of("verloten"), script)
    assert faults(lines) == [("wrong-order", because)]


def test_a_fault_has_the_seat_that_made_it() -> None:
    table = table_of("verloten")
    assert of(played(table, "name 2 3")[1], "fault")[0]["seat"] == 2
    assert of(played(ended(table, "deal"), "bet 2 0.10 3")[1], "fault")[0]["seat"] == 3


def test_a_card_is_drawn_for_the_deal_once() -> None:
    _, lines = played(table_of("verloten"), "show 2 9H\nshow 3 9H")
    assert faults(lines) == [("impossible-card", "9H was seen already: the pack has it once")]


def test_when_a_round_is_over_nothing_is_due_in_it() -> None:
    table = ended(table_of("verloten"), PRIZES + NOTHING_TAKEN)
    assert rules.due(deal_of(table)) == ()
    assert len(rules.PACK(Options(), 5)) == 2 * 52


# --- the players


def test_a_simulated_dealer_lays_half_of_the_pot_on_their_own_card_and_the_rest_evenly() -> None:
    table = ended(table_of("verloten"), "deal")
    while deal_of(table).phase == "prizes":
        table = ended(table, wished(coup_of(table), Random(1)))
    assert deal_of(table).prizes == {1: 250, 2: 63, 3: 63, 4: 62, 5: 62}
    assert wished(coup_of(table), Random(1)) == ""


def test_a_simulated_dealer_lays_what_others_left_on_one_card() -> None:
    table = ended(table_of("verloten"), "deal", *(f"bet {seat} 0.10 1" for seat in range(1, 6)))
    assert laid(deal_of(table)) == "bet 2 4.50 1"
