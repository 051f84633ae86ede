"""Deals by chance, each bid in turn: nothing is made or lost, and what is not due is refused."""

from __future__ import annotations

import random

import pytest

from sabot.core.cards import DECK
from sabot.games.rikken import rules
from tests.controller.games.rikken import scripts
from tests.controller.games.rikken.scripts import GAME, auction_for, faults, only

BIDS = [name for name in rules.NAMES if name != "malheur"]


def dealt(rng: random.Random) -> str:
    """Four hands by chance."""
    cards = rng.sample(DECK, 52)
    rows = (cards[13 * seat - 13 : 13 * seat] for seat in (1, 2, 3, 4))
    return "".join(f"hand {seat} {' '.join(map(str, row))}\n" for seat, row in enumerate(rows, start=1))


@pytest.mark.parametrize("bid", BIDS)
def test_a_deal_by_chance_has_an_end_and_no_fault(bid: str) -> None:
    rng = random.Random(bid)
    dealer, declarer = rng.randint(1, 4), rng.randint(1, 4)
    calls = "".join(f"bid {seat} {call}\n" for seat, call in auction_for(dealer, declarer, bid))
    script = f"dealer {dealer}\n{dealt(rng)}{calls}"
    table, lines = scripts.table_after(script, malheur="off")
    assert faults(lines) == []
    while not only(lines, "result"):
        turn = (table.play.coup.turns or ())[0]
        table, more = scripts.stepped(table, rng.choice(turn.acts))
        lines += more
        assert faults(more) == []
    (result,) = only(lines, "result")
    assert sum(result["points"].values()) == 0
    assert sum(table.play.coup.deal.evening.purses.values()) == 0
    assert [line["number"] for line in only(lines, "trick")] == [*range(1, len(only(lines, "trick")) + 1)]
    assert (result["bid"], result["declarer"]) == (bid, declarer)


@pytest.mark.parametrize("seed", range(12))
def test_a_card_that_is_not_due_is_refused_and_the_right_one_taken(seed: int) -> None:
    rng = random.Random(seed)
    calls = "".join(f"bid {seat} {call}\n" for seat, call in auction_for(1, 3, "9"))
    table, _ = scripts.table_after(f"{dealt(rng)}{calls}name 3 {rng.choice('SHDC')}\n", malheur="off")
    for _ in range(rng.randint(0, 40)):
        table, _ = scripts.stepped(table, rng.choice((table.play.coup.turns or ())[0].acts))
    before = table.play.coup
    due = (before.turns or ())[0].acts
    cards = [f"play {seat} {card}" for seat in (1, 2, 3, 4) for card in DECK]
    wrong = rng.choice([act for act in cards if act not in due])
    after, lines = scripts.stepped(table, wrong)
    assert len(faults(lines)) == 1
    assert after.play.coup.deal._replace(faults=()) == before.deal
    assert after.play.coup.turns == before.turns
    assert faults(scripts.stepped(after, rng.choice(due))[1]) == []


def test_every_bid_of_the_ladder_is_dealt() -> None:
    assert len(BIDS) == 22
    assert GAME.NAME == "rikken"
