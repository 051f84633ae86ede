"""Simulated players at commetten: what they lead, and that they see their own hand only."""

from __future__ import annotations

from sabot.games.commetten.deal import COMMETTE, FULL_PACK, Deal
from sabot.games.evening.household import Coup
from tests.controller.games.evening.lines import played, table_of
from tests.controller.games.evening.random_games import coup_of
from tests.controller.games.evening.thinking import positions, wished


def exchanged(coup: Coup, seat: int) -> Coup | None:
    """The same deal in which the others hold each other's cards; None where they hold different numbers."""
    deal = coup.deal
    assert isinstance(deal, Deal)
    others = [each for each in deal.order if each != seat]
    hidden = [deal.hands[each] for each in others]
    if {*map(len, hidden)} != {len(hidden[0])} or deal.awaited == COMMETTE:
        return None
    hands = {seat: deal.hands[seat], **dict(zip(others, hidden[1:] + hidden[:1], strict=True))}
    return coup._replace(deal=deal._replace(hands=hands))


def test_a_whole_deal_is_played_and_what_the_others_hold_changes_no_lead():
    leads = 0
    tables = positions("commetten", 2)
    for coup in map(coup_of, tables[6:-1]):
        deal, seat = coup.deal, coup.turns[0].seat
        assert isinstance(deal, Deal)
        choice = wished("commetten", coup, 5)
        assert choice in {act for turn in coup.turns for act in turn.acts}
        other = exchanged(coup, seat) if len(coup.turns[0].acts) > 1 else None
        if other is not None:
            assert wished("commetten", other, 5) == choice
            leads += 1
    assert leads > 0
    assert coup_of(tables[-1]).outcome is not None


def test_who_has_the_next_card_calls_it():
    for coup in map(coup_of, positions("commetten", 3)[6:-1]):
        acts = coup.turns[0].acts
        if len(coup.turns) == len(acts) == 1:
            assert wished("commetten", coup, 1) == acts[0]


def test_the_leader_leads_what_brings_most_cards_out():
    """The two of spades calls seven cards in a run, and after the ace the leader leads once more."""
    hands = {1: "2S 3S 4S 5S 6S 7S 8S AD"}
    left = [card for card in sorted(FULL_PACK) if str(card) not in hands[1]]
    others = {seat: left[8 * (seat - 2) : 8 * (seat - 1)] for seat in range(2, 6)}
    script = [f"hand {seat} {' '.join(map(str, cards))}" for seat, cards in others.items()]
    turned = str(left[-1])
    table, _ = played(table_of("commetten"), "\n".join(["dealer 5", f"hand 1 {hands[1]}", *script, turned]))
    coup = coup_of(table)
    assert coup.turns[0].seat == 1
    assert {wished("commetten", coup, seed) for seed in range(3)} <= {"play 1 2S", "play 1 AD"}
