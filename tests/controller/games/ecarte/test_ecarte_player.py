"""Simulated players at écarté: what they propose, throw away and play, and that they see one hand only."""

from __future__ import annotations

import pytest

from sabot.core.cards import card_named
from sabot.games.ecarte.deal import PACK_32, Deal, other
from sabot.games.ecarte.player import _knowledge, discards, seen_by, thrown, worst_first
from sabot.games.evening.household import Coup
from tests.controller.games.evening.lines import played, table_of
from tests.controller.games.evening.random_games import coup_of
from tests.controller.games.evening.thinking import positions, wished

TRUMPS = "hand 2 KH QH JH AH TH, hand 1 7C 8C 9D 7S 8S, 9H"
LOSERS = "hand 2 7C 8C 9D 7S 8S, hand 1 KD QD JC AC TS, 9H"
MIXED = "hand 2 KH QH 7C 8D 9S, hand 1 KD QD JC AC TS, 9H"


def wish(script: str, **options: str) -> str:
    table, _ = played(table_of("ecarte", **options), script)
    return wished("ecarte", coup_of(table), 1)


def test_a_hand_that_takes_every_trick_is_played_at_once():
    assert wish(TRUMPS) == "answer 2 brutaal"


def test_a_hand_that_takes_nothing_asks_for_other_cards():
    assert wish(LOSERS) == "answer 2 zwak"


def test_a_dealer_with_nothing_gives_other_cards_and_one_with_everything_does_not():
    assert (
        wish(MIXED.replace("hand 1 KD QD JC AC TS", "hand 1 7H 8S 9D TD 7S") + ", answer 2 zwak")
        == "answer 1 geeft"
    )
    assert wish("hand 2 7C 8C 9D 7S 8S, hand 1 KH QH JH KD KC, 9H, answer 2 zwak") == "answer 1 speelt"


def test_trumps_and_kings_are_thrown_away_last():
    hand = [card for name in "KH 7H KD QS 8C".split() if (card := card_named(name))]
    assert " ".join(map(str, worst_first(hand, "H"))) == "8C QS KD 7H KH"
    assert " ".join(map(str, discards(hand, "H"))) == "8C QS"


def test_who_has_two_high_trumps_throws_the_rest_away():
    assert wish(MIXED + ", answer 2 zwak, answer 1 geeft") == "swap 2 7C 8D 9S"


def test_the_king_of_trumps_is_declared():
    assert wish(TRUMPS + ", answer 2 brutaal") == "answer 2 heer"


def test_what_both_threw_away_is_known_to_each_of_them_alone():
    script = MIXED + ", answer 2 zwak, answer 1 geeft, swap 2 7C 8D 9S, draw 2 7D 8H AS, swap 1 TS, draw 1 TD"
    deal = coup_of(played(table_of("ecarte"), script)[0]).deal
    assert isinstance(deal, Deal)
    assert " ".join(map(str, thrown(deal, 2))) == "7C 8D 9S"
    assert " ".join(map(str, thrown(deal, 1))) == "TS"


def exchanged(coup: Coup, seat: int) -> Coup:
    """The same deal in which the other player holds other cards, and has thrown away others."""
    deal = coup.deal
    assert isinstance(deal, Deal)
    rival, mine = other(deal.game.pair, seat), {*thrown(deal, seat)}
    played_cards = {
        card for each in deal.game.pair for card in (deal.play.cards_of(each) if deal.play else ())
    }
    seen = {*deal.holding.hands[seat], *played_cards, *mine, deal.turned, deal.king}
    left = [card for card in reversed(PACK_32) if card not in seen]
    hidden = deal.holding.hands[rival]
    kept = tuple(card for card in hidden if card == deal.king)
    hand = (*kept, *left[: len(hidden) - len(kept)])
    gone = tuple(card if card == deal.turned or card in mine else left[-1] for card in deal.holding.gone)
    holding = deal.holding._replace(hands={seat: deal.holding.hands[seat], rival: hand}, gone=gone)
    changed = deal._replace(holding=holding)
    return coup._replace(deal=changed, turns=coup.rules.due(changed))


@pytest.mark.parametrize("seed", [1, 4])
def test_whole_deals_are_played_and_what_the_other_holds_changes_no_choice(seed: int):
    verbs = set()
    for coup in map(coup_of, positions("ecarte", seed)[3:-1]):
        if coup.turns[0].seat in coup.deal.evening.seats and coup.turns[0].acts[0].startswith(
            ("answer", "swap", "play")
        ):
            choice = wished("ecarte", coup, 5)
            assert wished("ecarte", exchanged(coup, coup.turns[0].seat), 5) == choice
            verbs.add(choice.split()[0])
    assert {"answer", "play"} <= verbs


def test_a_player_whose_hand_is_not_known_acts_by_chance():
    assert wish("deal, 9H") == ""


def test_a_king_of_trumps_is_where_it_was_declared_and_not_with_a_player_who_said_nothing():
    script = "hand 2 QH 7C 8D 9S AH, hand 1 KH QD JC AC TS, 9H, answer 2 brutaal, play 2 7C"
    before = coup_of(played(table_of("ecarte"), script)[0]).deal
    after = coup_of(played(table_of("ecarte"), script + ", answer 1 heer")[0]).deal
    assert isinstance(before, Deal)
    assert isinstance(after, Deal)
    (king,) = (card for card in after.holding.hands[1] if card == after.king)
    assert king in _knowledge(seen_by(before, 2), 2).unseen.cards
    assert _knowledge(seen_by(after, 2), 2).unseen.held == {1: (king,)}
    silent = coup_of(played(table_of("ecarte"), script + ", play 1 JC")[0]).deal
    assert isinstance(silent, Deal)
    assert king not in _knowledge(seen_by(silent, 2), 2).unseen.cards
