"""Simulated players at rikken: bids by advice, cards by search, and no look into another hand."""

from __future__ import annotations

from random import Random

import pytest

from sabot.core.cards import DECK
from sabot.games.evening.household import Coup
from sabot.games.rikken.deal import Deal
from sabot.games.rikken.player import named, wished
from tests.controller.games.evening.random_games import after, coup_of
from tests.controller.games.rikken.scripts import table_after

STRONG = "AS KS QS JS TS 9S 8S KD 2D 3H 4H 5C 6C"
THREE_ACES = "AS KS AD 2D AH 3H 4H 5C 6C 7C 8C 9C TC"
PLAIN = "2S 4S 6S 8D TD JD 5H 9H QH 4C 7C JC KC"
RIK = f"hand 2 {STRONG}\nhand 1 {PLAIN}\nhand 3 AC 2C 3C AD 3D 4D 5D 2H 6H 7H 8H 3S 5S\ndeal"
BIDS = "bid 2 rik\nbid 3 pas\nbid 4 pas\nbid 1 pas"


def coup(script: str, **options: str) -> Coup:
    table, _ = table_after(script, **options)
    return coup_of(table)


def wish(script: str, **options: str) -> str:
    return wished(coup(script, **options), Random(1))


def test_seven_trumps_are_bid_as_the_book_advises():
    assert wish(RIK) == "bid 2 rik"


def test_a_plain_hand_passes_also_over_a_rik():
    assert wish(f"hand 2 {PLAIN}\ndeal") == "bid 2 pas"


def test_three_aces_are_called_malheur_where_that_is_compulsory():
    assert wish(f"hand 2 {THREE_ACES}\ndeal") == "bid 2 malheur"


def test_the_longest_suit_is_trumps_and_the_ace_of_a_king_and_one_more_is_asked():
    assert wish(f"{RIK}\n{BIDS}") == "name 2 S AD"


def test_a_player_alone_names_their_longest_suit():
    calls = "bid 2 rik\nbid 3 8\nbid 4 pas\nbid 1 pas\nbid 2 9\nbid 3 pas"
    assert wish(f"{RIK}\n{calls}") == "name 2 S"


def test_the_holder_of_the_fourth_ace_names_their_longest_suit():
    hands = f"hand 2 {THREE_ACES}\nhand 3 AC KC 2S 3S 4S 5S 6S 7S 3D 4D 5D 5H 6H\ndeal"
    calls = "bid 2 malheur\nbid 3 pas\nbid 4 pas\nbid 1 pas"
    assert wish(f"{hands}\n{calls}") == "name 3 S"


def test_the_declarer_of_malheur_asks_for_the_ace_that_they_lack():
    assert (
        named(coup(f"hand 2 {THREE_ACES}\ndeal").hand_of(2) or (), ["name 2 AC", "name 2 KC"]) == "name 2 AC"
    )


def test_a_player_whose_hand_is_not_known_acts_by_chance():
    assert wish("deal") == ""


def test_the_opponents_of_a_misere_and_of_deals_without_a_contract_choose_a_card_too():
    misere = f"{RIK}\nbid 2 misere\nbid 3 pas\nbid 4 pas\nbid 1 pas\nplay 2 2D"
    assert wish(misere) in ("play 3 3D", "play 3 4D", "play 3 5D", "play 3 AD")
    assert wish(f"answer 1 mieen\n{RIK}").startswith("play 2 ")


def exchanged(coup: Coup, seat: int) -> Coup:
    """The same deal in which the others hold each other's cards, as far as their numbers allow."""
    deal = coup.deal
    assert isinstance(deal, Deal)
    others = [each for each in deal.hands if each != seat]
    hidden = sorted({card for each in others for card in deal.hands[each]})
    Random(9).shuffle(hidden)
    hands = {seat: deal.hands[seat]}
    for each in others:
        size = len(deal.hands[each])
        hands[each], hidden = frozenset(hidden[:size]), hidden[size:]
    turned = deal._replace(hands=hands)
    return coup._replace(deal=turned, turns=coup.rules.due(turned))


def all_known(cards: int) -> Coup:
    """A deal with all hands known, after this many cards."""
    hands = RIK.removesuffix("deal")
    fourth = " ".join(str(card) for card in DECK if str(card) not in hands)
    table, _ = table_after(f"{hands}hand 4 {fourth}\n{BIDS}\nname 2 S AD")
    for _ in range(cards):
        table, _ = after(table, coup_of(table).turns[0].acts[0])
    return coup_of(table)


@pytest.mark.parametrize("cards", [0, 1, 30])
def test_what_the_others_hold_changes_no_choice(cards: int):
    now = all_known(cards)
    choice = wished(now, Random(5))
    assert choice.startswith("play ")
    assert wished(exchanged(now, now.turns[0].seat), Random(5)) == choice
