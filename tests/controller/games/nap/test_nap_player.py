"""Simulated players at nap: what they call, and that they know no more than their seat."""

from __future__ import annotations

from random import Random

from sabot.core.events import FaultFound
from sabot.core.observations import CardSeen, Said
from sabot.core.table import Table, opened, step
from sabot.games.evening.household import Coup
from sabot.games.nap.deal import Deal
from sabot.games.nap.options import Options
from sabot.games.nap.player import PLAYERS, wished
from tests.controller.games.evening.random_games import HOUSEHOLD, coup_of, money_of
from tests.controller.games.nap.table import HANDS, played

NAP = HOUSEHOLD["nap"]

WEAK = "hand 1 2S 3S 2C 3C 4D\nhand 2 2D 3D 2H 3H 4H\nhand 3 5C 6C 5D 6D 5H\nhand 4 7C 8C 7D 8D 7H"
LOW = "hand 1 KS QS JS KC QC\nhand 2 2D 2C 2H 3H 2S\nhand 3 5C 6C 5D 6D 5H\nhand 4 7C 8C 7D 8D 7H"
THREE = "hand 1 2S 3S 2C 3C 4D\nhand 2 AS KS QS 2H 3D\nhand 3 5C 6C 5D 6D 5H\nhand 4 7C 8C 7D 8D 7H"


def wish(script: str, *, seed: int = 1, **options: object) -> str:
    table, _ = played(script, **options)
    return wished(coup_of(table), Random(seed))


def test_five_high_trumps_are_called_nap():
    assert wish(HANDS + "bid 2 pass\nbid 3 pass\nbid 4 pass") == "bid 1 nap"


def test_three_high_trumps_are_called_three():
    assert wish(THREE) == "bid 2 3"


def test_low_cards_promise_no_trick_where_misere_is_played():
    assert wish(LOW, misere=True) == "bid 2 misere"


def test_a_hand_that_can_make_nothing_passes():
    assert wish(WEAK + "\nbid 2 4\nbid 3 pass\nbid 4 pass") == "bid 1 pass"


def test_the_caller_leads_a_card_of_the_suit_that_makes_the_contract():
    script = THREE + "\nbid 2 3\nbid 3 pass\nbid 4 pass\nbid 1 pass"
    assert wish(script) in ("play 2 AS", "play 2 KS", "play 2 QS")


def test_no_card_is_bought():
    assert wish(HANDS, buy=True) == "swap 2 0"


def test_a_player_whose_hand_is_not_known_acts_by_chance():
    assert wish("deal") == ""
    assert wish("") == ""


def positions(seed: int) -> list[Table]:
    """A table after each act of its players, to the end of a deal."""
    rng, tables = Random(seed), [opened(NAP, Options())]
    while tables[-1].play.result is None:
        for proposed in PLAYERS.speak(lambda: tables[-1].play, rng):
            assert isinstance(proposed, Said | CardSeen)
            later, events = step(tables[-1], proposed)
            if not any(isinstance(event, FaultFound) for event in events):
                tables.append(later)
                break
    return tables


def exchanged(coup: Coup, seat: int) -> Coup | None:
    """The same deal in which the others hold each other's cards; None where they hold different numbers."""
    deal = coup.deal
    assert isinstance(deal, Deal)
    others = [each for each in deal.order if each != seat]
    hidden = [deal.hands.get(each, ()) for each in others]
    if {*map(len, hidden)} != {len(hidden[0])}:
        return None
    hands = {seat: deal.hands[seat], **dict(zip(others, hidden[1:] + hidden[:1], strict=True))}
    turned = deal._replace(hands=hands)
    return coup._replace(deal=turned, turns=coup.rules.due(turned))


def test_a_whole_deal_is_played_and_what_the_others_hold_changes_no_choice():
    tables, verbs = positions(1), set()
    assert money_of(tables[-1]) == 0
    for coup in map(coup_of, tables[5:-1:2]):
        other = exchanged(coup, coup.turns[0].seat)
        if other is not None:
            choice = wished(coup, Random(5))
            assert wished(other, Random(5)) == choice
            verbs.add(choice.split()[0])
    assert verbs == {"bid", "play"}
