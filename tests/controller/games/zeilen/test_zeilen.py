"""Zeilen: every example of HS p. 87-90, its whole ledger, and what is refused."""

from __future__ import annotations

import pytest

from sabot.core.cards import card_named
from sabot.core.table import Table
from sabot.games.evening.evening import opened
from sabot.games.zeilen import rules
from sabot.games.zeilen.acts import is_beaten
from sabot.games.zeilen.deal import FULL_HAND
from sabot.games.zeilen.options import Options
from tests.controller.games.evening.lines import acts, faults, of, played, pot, purses, table_of

# The book prints the hand of C in the second round with two cards; the third is ours. So are the hands and
# cards of the turns that it tells only by their sum.
FIRST = """
show 2 KC 9C 4D
show 3 QD TS 3H
show 4 7H 8S 8D
show 5 AD 8H 5H
bid 2 0.10
KD
bid 3 0.10
4H
bid 4 0.25
9H
bid 5 0.10
AC
"""
SECOND = """
show 2 JD 8D QH
show 3 AS 9H 2C
show 4 4C 3C 2D
show 5 KS KH 5D
bid 2 0.50
QH
5H
bid 3 0.50
QD
bid 4 weg
bid 5 0.75
7S
"""
THIRD = """
show 2 9S 6S 3D
show 3 QS JD 7C
show 4 KD TC 4S
show 5 QD 8H 5H
bid 2 weg
bid 3 pot
6D
bid 4 0.25
7H
bid 5 0.10
TC
"""
HANDS = FIRST.partition("bid")[0]


def ended(table: Table, *rounds: str) -> Table:
    """The table after these rounds, without a fault."""
    for script in rounds:
        table, lines = played(table, script)
        assert faults(lines) == []
    return table


def pots(*rounds: str) -> list[str]:
    """The pot after each payment out of it and into it."""
    table, sums, now = table_of("zeilen"), [], 0
    for script in rounds:
        for act in script.strip().splitlines():
            table, _ = played(table, act)
            if pot(table) != now:
                now = pot(table)
                sums.append(f"{now / 100:.2f}")
    return sums


def test_the_ledger_of_hs_p88_to_90_to_the_cent() -> None:
    first, second = ["1.00", "1.10", "1.20", "1.45", "1.55"], ["1.05", "1.55", "0.80"]
    third = ["1.00", "1.25", "1.35"]  # 0.80 is paid out and 1.00 put in at once
    assert pots(FIRST, SECOND, THIRD) == [*first, *second, *third]
    table = ended(table_of("zeilen"), FIRST, SECOND, THIRD)
    assert purses(table) == {1: -200, 2: 40, 3: 20, 4: -50, 5: 55}


@pytest.mark.parametrize(
    ("nth_round", "seat", "after", "net"),
    [
        pytest.param(1, 3, 120, -10, id="ze-1C HS p. 89"),
        pytest.param(1, 4, 145, -25, id="ze-1D HS p. 89"),
        pytest.param(1, 5, 155, -10, id="ze-1E HS p. 89"),
        pytest.param(2, 2, 105, 50, id="ze-2B HS p. 89-90"),
        pytest.param(2, 3, 155, -50, id="ze-2C HS p. 89-90"),
        pytest.param(3, 2, 80, 0, id="ze-3B HS p. 90"),
        pytest.param(3, 3, 100, 80, id="ze-3C HS p. 90"),
        pytest.param(3, 5, 135, -10, id="ze-3E HS p. 90"),
    ],
)
def test_each_turn_of_the_book(nth_round: int, seat: int, after: int, net: int) -> None:
    rounds = [FIRST, SECOND, THIRD]
    script = rounds[nth_round - 1]
    table = ended(table_of("zeilen"), *rounds[: nth_round - 1])
    before = purses(table)[seat]
    table = ended(table, script.partition(f"bid {seat + 1}")[0])
    assert (pot(table), purses(table)[seat] - before) == (after, net)


def test_ze_rule_hs_p87_a_player_wins_with_a_higher_card_of_the_suit_that_was_turned() -> None:
    hand = tuple(card for name in ("QD", "TS", "3H") if (card := card_named(name)))
    beaten = {
        name: is_beaten(card, hand) for name in ("JD", "KD", "2H", "4H", "2C") if (card := card_named(name))
    }
    assert beaten == {"JD": True, "KD": False, "2H": True, "4H": False, "2C": False}


def test_the_lost_pot_is_reported_and_the_banker_puts_the_stake_in_once_more() -> None:
    table = ended(table_of("zeilen"), FIRST, SECOND)
    table, lines = played(table, THIRD.partition("bid 4")[0])
    assert of(lines, "paid") == [{"event": "paid", "coup": 3, "seat": 3, "amount": "0.80", "of": "pot"}]
    assert of(lines, "pot")[-1] == {"event": "pot", "coup": 3, "seat": 1, "amount": "1.00", "pot": "1.00"}


def test_a_pot_that_is_lost_a_second_time_costs_the_bank() -> None:
    table, lines = played(table_of("zeilen"), HANDS + "bid 2 pot\n8C\nbid 3 1.00\n2H")
    (result,) = of(lines, "result")
    assert (result["bank"], result["pot"], result["passes"]) == (1, "0.00", True)
    assert purses(table) == {1: -200, 2: 100, 3: 100, 4: 0, 5: 0}
    table = ended(table, "show 1 2C 3C 4C")
    assert (purses(table)[2], pot(table)) == (0, 100)


def test_after_a_whole_round_two_sails_go_in_and_then_the_banker_takes_the_pot() -> None:
    table = ended(table_of("zeilen"), FIRST)
    assert "answer 1 zeil" in acts(table)
    passing = HANDS + "bid 2 weg\nbid 3 weg\nbid 4 weg\nbid 5 weg"
    table, lines = played(table, "answer 1 zeil" + passing)
    assert [line["answer"] for line in of(lines, "answer")] == ["eerste zeil"]
    table, lines = played(table, passing)
    assert [line["answer"] for line in of(lines, "answer")] == ["tweede zeil"]
    assert of(lines, "result")[0]["passes"] is True
    assert (purses(table)[1], pot(table)) == (55, 0)
    table = ended(table, "show 1 2C 3C 4C")
    assert purses(table)[2] == -110


def test_who_takes_the_bank_over_begins_with_its_pot_alone() -> None:
    """The rounds, the lost pots and the sails were those of another."""
    lost = ended(
        table_of("zeilen", players="3"), "show 2 AS KS QS\nshow 3 2H 3H 4H\nbid 2 pot\n2S\nbid 3 weg"
    )
    kept = ended(lost, "dealer 2")
    assert "answer 2 zeil" not in acts(kept)
    _, lines = played(kept, "show 3 AS KS QS\nshow 1 2H 3H 4H\nbid 3 pot\n3S")
    assert not of(lines, "result")
    _, lines = played(lost, "show 2 AS KS QS\nshow 3 2H 3H 4H\nbid 2 pot\n3S")
    assert of(lines, "result")[0]["passes"]


def test_no_sail_goes_in_before_a_whole_round_or_within_one() -> None:
    assert "answer 1 zeil" not in acts(table_of("zeilen"))
    table = ended(table_of("zeilen"), FIRST, "show 2 KC 9C 4D")
    assert "answer 1 zeil" not in acts(table)


def test_the_others_cover_what_is_left_of_the_pot_and_all_stakes_ride_on_the_hand() -> None:
    table = ended(table_of("zeilen", table_covers="on"), HANDS + "bid 2 0.30")
    assert acts(table) == ["bid 3 weg", "bid 3 AMOUNT"]
    table = ended(table, "bid 3 0.20\nbid 4 weg\nbid 5 0.50\n8C")
    assert purses(table) == {1: -200, 2: 30, 3: 20, 4: 0, 5: 50}
    table = ended(table, "bid 3 0.40\nbid 4 0.10\nbid 5 weg\nbid 2 weg\n4H")
    assert (purses(table)[3], purses(table)[4], pot(table)) == (-20, -10, 150)
    assert acts(ended(table, "bid 4 pot"))[0] == "CARD"


def test_a_second_pack_that_is_spent_is_shuffled() -> None:
    table = ended(table_of("zeilen"), HANDS + "bid 2 0.10")
    deal = table.play.coup.deal  # type: ignore[attr-defined]
    spent = deal._replace(drawn=rules.PACK(Options(), 5)[:52])
    assert rules.acted(spent, ("card", card_named("KD"))).drawn == (card_named("KD"),)


def test_a_player_with_chips_stakes_no_more_than_they_have() -> None:
    table = ended(table_of("zeilen"), "sit 1 5\nsit 2 0.20\nsit 3 5\nshow 2 2C 3C 4C\nshow 3 AS KS QS")
    assert acts(table) == ["bid 2 AMOUNT", "bid 2 weg"]
    _, lines = played(table, "bid 2 0.21")
    assert faults(lines) == [("wrong-order", "a stake up to the pot of 1.00, the pot, or weg")]
    table = ended(table, "bid 2 0.20\nAS\nbid 3 weg\nshow 2 2C 3C 4C\nshow 3 AS KS QS")
    assert acts(table) == ["bid 2 weg"]


def test_a_banker_without_money_loses_the_bank() -> None:
    table = ended(table_of("zeilen"), "sit 1 1\nsit 2\nshow 2 AS KS QS\nbid 2 pot\n2S")
    assert (pot(table), table.play.coup.outcome.result["passes"]) == (0, True)  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("act", "kind", "because"),
    [
        ("bid 2 0.10", "wrong-order", "3 open cards of the first pack are laid before each player"),
        ("show 2 KC 9C", "misdeal", "3 open cards of the first pack are laid before each player"),
        ("show 1 KC 9C 4D", "wrong-order", "3 open cards of the first pack are laid before each player"),
        ("8C", "wrong-order", "3 open cards of the first pack are laid before each player"),
        ("show 2 KC KC 4D", "impossible-card", "KC was seen already: the pack has it once"),
        ("show 2 KC JOKER 4D", "impossible-card", "JOKER is not in this pack"),
        (HANDS + "bid 3 0.10", "wrong-order", "a stake up to the pot of 1.00, the pot, or weg"),
        (HANDS + "bid 2 1.01", "wrong-order", "a stake up to the pot of 1.00, the pot, or weg"),
        (HANDS + "bid 2 0.10\nbid 2 weg", "wrong-order", "the banker turns a card of the second pack"),
        (FIRST.strip()[:-2] + "KD", "impossible-card", "KD was seen already: the pack has it once"),
    ],
)
def test_what_is_not_allowed_is_refused(act: str, kind: str, because: str) -> None:
    _, lines = played(table_of("zeilen"), act)
    assert faults(lines) == [(kind, because)]


def test_all_cards_lie_open() -> None:
    table = ended(table_of("zeilen"), HANDS + "bid 2 0.10")
    spread = table.play.coup.spread
    assert spread["cards"]["3"] == ["QD", "TS", "3H"]
    assert spread["bids"] == [{"seat": 2, "bid": "0.10"}]
    assert table.play.coup.hand_of(3) is None
    assert len(spread["cards"]["3"]) == FULL_HAND


def test_the_card_that_decided_a_hand_lies_there_until_the_next_player_answers() -> None:
    def turned(script: str) -> list[str]:
        return ended(table_of("zeilen"), script).play.coup.spread["turned"]

    own = HANDS + "bid 2 0.10\nKC\nKD"  # a card of the own hand decides nothing: another is turned
    assert turned(HANDS + "bid 2 0.10") == []
    assert turned(own[:-3]) == ["KC"]
    assert turned(own) == ["KC", "KD"]
    assert turned(own + "\nbid 3 0.10") == []
    assert turned(FIRST) == ["AC"]


def test_when_a_round_is_over_nothing_is_due_in_it() -> None:
    table = ended(table_of("zeilen"), FIRST)
    assert rules.due(table.play.coup.deal) == ()  # type: ignore[attr-defined]
    assert rules.begun(opened(Options())).in_play == 0
