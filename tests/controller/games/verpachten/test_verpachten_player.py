"""Simulated players at verpachten: what the farm is worth, and how long they buy."""

from __future__ import annotations

import pytest

from sabot.core.cards import any_card_named
from sabot.games.evening.household import Coup
from sabot.games.verpachten.deal import PACK_CARDS, Deal
from sabot.games.verpachten.player import Farm, worth_of_tenancy
from tests.controller.games.evening.lines import played, table_of
from tests.controller.games.evening.random_games import coup_of
from tests.controller.games.evening.thinking import positions, wished

UNIT = 10


def farm(amount: int) -> Farm:
    return Farm.of(PACK_CARDS, amount, unit=UNIT, players=4)


def test_a_tenancy_is_worth_the_rent_that_the_book_advises():
    """HS p. 86: forty to fifty counters."""
    assert 35 * UNIT < worth_of_tenancy(4, UNIT) < 50 * UNIT


def test_the_larger_the_farm_the_longer_a_hand_buys():
    def stands_at(amount: int) -> int:
        return next(points for points in range(10, 16) if farm(amount).buying(points) <= 0)

    assert stands_at(50) < stands_at(1000) <= stands_at(5000)


def test_of_several_with_sixteen_one_takes_the_farm():
    assert 800 < farm(1000).prize < 1000
    assert Farm.of(PACK_CARDS, 1000, unit=UNIT, players=1).prize == pytest.approx(1000)


def test_six_and_ten_are_sixteen_and_what_is_over_pays():
    worth = sum(
        share * (1000 if value == 10 else -UNIT * max(0, value - 10)) for value, share in farm(1000).shares
    )
    alone = Farm(farm(1000).shares, 1000, UNIT)
    assert alone.buying(6) >= worth
    assert alone.ends(16) == (1, 0)
    assert alone.ends(20) == (0, 40)


def wish(script: str) -> str:
    return wished("verpachten", coup_of(played(table_of("verpachten", players="3"), script)[0]), 1)


def test_the_farm_is_bid_for_up_to_its_worth():
    assert wish("") not in ("", "bid 2 pass")
    assert wish("bid 2 6") == "bid 3 pass"


def test_a_six_buys_and_fifteen_stands():
    let = "bid 2 3, bid 3 pass, bid 1 pass, "
    assert wish(let + "hand 3 6H, hand 1 9C") == "buy 3"
    assert wish(let + "hand 3 9H, hand 1 9C, buy 3").startswith("draw 3 ")
    assert wish(let + "hand 3 9H, hand 1 9C, buy 3, draw 3 6H") == "stand 3"
    assert wish(let + "deal") == ""


def exchanged(coup: Coup, seat: int) -> Coup:
    """The same deal in which the others hold each other's cards."""
    deal = coup.deal
    assert isinstance(deal, Deal)
    others = [player for player in deal.players if player.seat != seat]
    for player, known in zip(others, [each.known for each in others[1:] + others[:1]], strict=True):
        deal = deal.with_player(player._replace(known=known))
    return coup._replace(deal=deal)


def test_whole_deals_are_played_and_what_the_others_hold_changes_no_choice():
    verbs = set()
    for coup in map(coup_of, positions("verpachten", 2, deals=3)):
        choice = wished("verpachten", coup, 5) if coup.outcome is None else ""
        if choice and any_card_named(choice.split()[-1]) is None:
            assert wished("verpachten", exchanged(coup, coup.turns[0].seat), 5) == choice
            verbs.add(choice.split()[0])
    assert verbs == {"bid", "buy", "stand"}
