"""Loterijen: the tickets and prizes of HS p. 55-56, the common bank, and what is refused."""

from __future__ import annotations

from random import Random

import pytest

from sabot.core.table import Table
from sabot.games.loterijen import rules
from sabot.games.loterijen.deal import Deal, prizes, tickets_most
from sabot.games.loterijen.options import Options
from sabot.games.loterijen.player import wished
from tests.controller.games.evening.lines import acts, faults, of, played, pot, purses, table_of
from tests.controller.games.evening.random_games import coup_of

# Five tickets at 1.00: each is drawn for another prize, and a sixth for none.
TICKETS = """
buy 2 1.00
2H
buy 2 1.00
3H
buy 3 1.00
4H
buy 3 1.00
5H
buy 3 1.00
6H
buy 2 1.00
7H
"""
DRAW = """
2H 2C 3C 4C
3H 5C 6C 7C
4H 8C 9C TC
5H JC QC KC
6H
"""


def ended(table: Table, *scripts: str) -> Table:
    """The table after these acts, without a fault."""
    for script in scripts:
        table, lines = played(table, script)
        assert faults(lines) == []
    return table


def cards(text: str) -> str:
    """One card a line."""
    return "\n".join(text.split())


def deal_of(table: Table) -> Deal:
    """The draw at this table."""
    deal = coup_of(table).deal
    assert isinstance(deal, Deal)
    return deal


@pytest.mark.parametrize(
    ("players", "most"),
    [pytest.param(12, 2, id="lo-max HS p. 55"), (2, 15), (4, 7), (7, 4), (10, 3)],
)
def test_thirty_tickets_are_divided_by_the_players(players: int, most: int) -> None:
    assert tickets_most(players) == most


def test_lo_draw_hs_p55_to_56_seventeen_cards_are_turned_for_five_prizes() -> None:
    plan = prizes(Options())
    kinds = [*dict.fromkeys(plan)]
    assert [plan.count(kind) for kind in kinds] == [4, 4, 4, 4, 1]
    assert [kind.times for kind in kinds] == [-1, 0, 2, 3, 5]
    assert len(plan) == 17
    assert len(rules.PACK(Options(), 6)) == 2 * 52


@pytest.mark.parametrize(
    ("stake_back", "second", "third"),
    [
        # seat 2: niet -1, own money 0, not drawn -1; seat 3: two, three and five times
        pytest.param("on", -200, 1000, id="lo-draw HS p. 55-56: on top of the stake"),
        pytest.param("off", -200, 700, id="lo-draw HS p. 55-56: the stake is part of it"),
    ],
)
def test_each_prize_is_paid(stake_back: str, second: int, third: int) -> None:
    table = ended(table_of("loterijen", players="3", stake_back=stake_back), TICKETS, cards(DRAW))
    assert purses(table) == {1: -second - third, 2: second, 3: third}
    assert pot(table) == 0
    assert "contract" not in coup_of(table).spread


def test_the_result_names_the_prize_of_each_ticket() -> None:
    table = ended(table_of("loterijen", players="3"), TICKETS)
    _, lines = played(table, cards(DRAW))
    (result,) = of(lines, "result")
    assert [ticket["prize"] for ticket in result["tickets"]] == [
        "niet",
        "eigen geld",
        "tweemaal",
        "driemaal",
        "hoofdprijs",
        "niet getrokken",
    ]
    assert of(lines, "returned") == [{"event": "returned", "coup": 1, "seat": 2, "amount": "1.00"}]


def test_by_rank_a_card_decides_every_ticket_of_its_rank_once() -> None:
    table = ended(table_of("loterijen", players="3", match="rank"), "buy 2 1\n7H\nbuy 3 0.50\n7D\n7C")
    assert (purses(table), pot(table)) == ({1: 150, 2: -100, 3: -50}, 0)
    assert purses(ended(table, "7S")) == purses(table)
    assert purses(ended(table_of("loterijen", players="3"), "buy 2 1\n7H\n7C"))[1] == 0


def test_tickets_are_bought_in_any_order_until_a_seat_has_its_number_or_stands() -> None:
    table = ended(table_of("loterijen", players="12"), "buy 5 1\n7H\nbuy 2 1\n8H")
    table, lines = played(table, "buy 5 0.50\n9H\nstand 2")
    assert [(line["amount"], line["stake"]) for line in of(lines, "stake")] == [("0.50", "1.50")]
    assert {act for act in acts(table) if act.startswith("buy")} == {
        f"buy {seat} AMOUNT" for seat in (3, 4, *range(6, 13))
    }
    assert acts(table)[-1] == "CARD"


def test_the_first_card_that_the_banker_turns_ends_the_sale() -> None:
    table = ended(table_of("loterijen", players="3"), "buy 2 1\n7H\nQS")
    assert acts(table) == ["CARD"]
    _, lines = played(table, "buy 3 1")
    assert faults(lines) == [("wrong-order", "no ticket is bought once a card of the second pack is turned")]
    _, lines = played(table, "stand 3")
    assert faults(lines) == [("wrong-order", "the banker turns a card of the second pack: niet")]


def test_where_nobody_buys_no_card_is_turned() -> None:
    table, lines = played(table_of("loterijen", players="3"), "stand 2\nstand 3")
    assert of(lines, "result")[0]["tickets"] == []
    assert rules.due(deal_of(table)) == ()


def test_when_all_stand_the_tickets_that_were_bought_are_drawn_for() -> None:
    table = ended(table_of("loterijen", players="3"), "buy 2 1\n7H\nstand 2\nstand 3")
    assert acts(table) == ["CARD"]


def test_the_bank_passes_after_the_draws_that_were_agreed() -> None:
    banks = []
    table = table_of("loterijen", players="3", bank_turns="2")
    for _ in range(5):
        banks.append(deal_of(table).banker if table.play.result is None else next_banker(table))
        stand = "\n".join(f"stand {seat}" for seat in (1, 2, 3) if seat != banks[-1])
        table = ended(table, stand)
    assert banks == [1, 1, 2, 2, 3]


def next_banker(table: Table) -> int:
    """Who holds the bank in the next draw."""
    return rules.following(deal_of(table)).dealer


def test_a_house_may_turn_other_numbers_of_cards() -> None:
    house = Options(nieten=0, own_money=1, two_times=0, three_times=2, main_prizes=2)
    assert [prize.times for prize in prizes(house)] == [0, 3, 3, 5, 5]


# --- chips and prices


def test_a_ticket_costs_no_more_than_was_agreed_nor_than_the_player_has() -> None:
    table = table_of("loterijen", highest_price="0.80")
    assert coup_of(table).turns[0].limits == (1, 80)
    assert coup_of(table_of("loterijen", highest_price="0")).turns[0].limits == (1, 1_000_000)
    assert coup_of(table_of("loterijen", minimum="0.10", maximum="0.30")).turns[0].limits == (10, 30)
    table = ended(table_of("loterijen"), "sit 1\nsit 2 0.40")
    assert coup_of(table).turns[0].limits == (1, 40)
    _, lines = played(table, "buy 2 0.41")
    assert faults(lines) == [("wrong-order", "each may buy 15 tickets, of 0.01 to 0.40")]


def test_a_banker_with_chips_pays_as_far_as_they_go() -> None:
    table = ended(table_of("loterijen", nieten="0", own_money="0"), "sit 1 1.50\nsit 2", "buy 2 1\n7H\n7H")
    assert purses(table) == {1: 0, 2: 150}


def test_where_no_player_has_chips_left_the_cards_are_turned_for_nobody() -> None:
    table = ended(table_of("loterijen"), "sit 1\nsit 2 1", "buy 2 1\n7H", cards(DRAW))
    assert purses(table) == {1: 100, 2: 0}
    assert acts(ended(table, "dealer 1")) == ["CARD"]


# --- the common bank


def test_all_fund_the_common_bank_and_all_buy() -> None:
    table = ended(table_of("loterijen", players="3", coop_bank="on", fund="2"), "buy 1 1\n7H")
    assert purses(table) == {1: -300, 2: -200, 3: -200}
    assert (pot(table), deal_of(table).pot) == (700, 600)
    assert "bank" not in coup_of(table).spread
    table = ended(table, "7H")
    assert (purses(table)[1], deal_of(table).pot) == (-300, 700)


def test_a_prize_that_is_more_than_the_common_bank_holds_is_paid_in_full() -> None:
    house = {"players": "3", "coop_bank": "on", "fund": "0.50", "nieten": "0", "own_money": "0"}
    table = ended(table_of("loterijen", **house), "buy 2 1\n7H\n7H")
    # 1.50 lies in the bank, and each puts in 0.50 more; seat 2 gets its stake and two times as much
    assert purses(table) == {1: -100, 2: 100, 3: -100}
    assert pot(table) == 100


def test_the_common_bank_goes_on_and_is_turned_in_rotation_until_the_players_divide_it() -> None:
    house = {"players": "3", "coop_bank": "on", "main_prizes": "1"}
    table = ended(table_of("loterijen", **house), "buy 2 1\n7H", cards(DRAW))
    assert (deal_of(table).pot, next_banker(table)) == (400, 2)
    assert acts(table)[-1] == "answer 2 delen"
    table, lines = played(table, "answer 2 delen")
    assert [(line["seat"], line["amount"]) for line in of(lines, "paid")] == [
        (3, "1.34"),
        (1, "1.33"),
        (2, "1.33"),
    ]
    assert (pot(table), acts(table)[-1]) == (0, "stand 2")
    assert pot(ended(table, "buy 3 1\n7H")) == 400


def test_a_player_whose_chips_go_into_the_fund_buys_for_what_is_left() -> None:
    table = ended(table_of("loterijen", coop_bank="on"), "sit 1\nsit 2 1.40\nsit 3 1", "buy 2 1\n7H")
    assert [ticket.price for ticket in deal_of(table).tickets] == [40]
    table = ended(table_of("loterijen", coop_bank="on"), "sit 1\nsit 2 1.40\nsit 3 1", "buy 3 1")
    assert (deal_of(table).tickets, purses(table)[3]) == ((), 0)
    assert acts(ended(table_of("loterijen", coop_bank="on"), "sit 1 1\nsit 2 1"))[:3:2] == [
        "buy 2 AMOUNT",
        "buy 1 AMOUNT",
    ]


def test_a_fund_that_takes_the_chips_of_all_ends_the_draw_without_a_card() -> None:
    table = table_of("loterijen", coop_bank="on", fund="1")
    table, lines = played(ended(table, "sit 1 0.50\nsit 2 0.50"), "buy 2 0.10")
    assert [line["seat"] for line in of(lines, "stand")] == [2]
    assert (purses(table), deal_of(table).pot) == ({1: 0, 2: 0}, 100)
    assert of(lines, "result")[0]["tickets"] == []


def test_a_dealer_without_chips_buys_nothing_of_a_common_bank() -> None:
    table = ended(
        table_of("loterijen", coop_bank="on"), "sit 1 1\nsit 2", "buy 2 1\n7H", cards(DRAW), "dealer 1"
    )
    assert purses(table)[1] == 0
    assert not [act for act in acts(table) if act.endswith("1 AMOUNT")]


# --- what is refused


@pytest.mark.parametrize(
    ("script", "kind", "because"),
    [
        ("buy 1 1", "wrong-order", "the banker buys no tickets"),
        ("stand 1", "wrong-order", "each may buy 5 tickets, of 0.01 to 1.00"),
        ("buy 2 1.01", "wrong-order", "each may buy 5 tickets, of 0.01 to 1.00"),
        ("8C", "wrong-order", "each may buy 5 tickets, of 0.01 to 1.00"),
        ("buy 2 1\nbuy 3 1", "wrong-order", "the card of the ticket that was bought"),
        ("buy 2 1\n3:7H", "wrong-order", "the card of the ticket that was bought"),
        ("buy 2 1\n7H\nbuy 3 1\n7H", "impossible-card", "7H was seen already: the pack has it once"),
        ("buy 2 1\n7H\n8H\n8H", "impossible-card", "8H was seen already: the pack has it once"),
        ("stand 2\nbuy 2 1", "wrong-order", "each may buy 5 tickets, of 0.01 to 1.00"),
        ("answer 1 delen", "wrong-order", "each may buy 5 tickets, of 0.01 to 1.00"),
    ],
)
def test_what_is_not_allowed_is_refused(script: str, kind: str, because: str) -> None:
    _, lines = played(table_of("loterijen"), script)
    assert faults(lines) == [(kind, because)]


def test_a_fault_has_the_seat_that_made_it() -> None:
    assert of(played(table_of("loterijen"), "buy 2 1.01")[1], "fault")[0]["seat"] == 2


def test_a_card_may_be_seen_before_the_seat_that_is_to_turn_it() -> None:
    table = ended(table_of("loterijen", players="3"), "buy 2 1\n2:7H\nstand 2\nstand 3\n1:7H")
    assert purses(table) == {1: 100, 2: -100, 3: 0}


def test_all_cards_lie_open() -> None:
    table = ended(table_of("loterijen", players="3"), "buy 2 1\n7H\nbuy 2 1\n8H\n7H")
    spread = coup_of(table).spread
    assert spread["cards"] == {"1": [], "2": ["8H"], "3": []}
    assert (spread["turned"], spread["contract"], spread["bank"]) == (
        ["7H"],
        "niet",
        {"seat": 1, "amount": "1.00"},
    )
    assert coup_of(ended(table, "9C")).spread["turned"] == ["9C"]
    assert [(stake.where, stake.amount, stake.seat) for stake in coup_of(table).stakes] == [("8H", 100, 2)]
    assert coup_of(table).hand_of(2) is None


# --- the players


def test_simulated_players_buy_cheap_tickets_and_stop() -> None:
    wishes = {wished(coup_of(table_of("loterijen")), Random(seed)) for seed in range(50)}
    assert wishes == {"stand 2", "buy 2 0.10", "buy 2 0.20", "buy 2 0.30"}
    table = ended(table_of("loterijen"), "buy 2 1")
    assert wished(coup_of(table), Random(1)) == ""
    table = ended(table_of("loterijen"), "sit 1\nsit 2 0.05")
    assert wished(coup_of(table), Random(1)) == "buy 2 0.05"
