"""What simulated players at games of tricks think: deals that may be, and the card that is best in most."""

from __future__ import annotations

from random import Random

import pytest

from sabot.core.cards import DECK, Card, card_named
from sabot.games.tricks.cards import ACE_HIGH, pack
from sabot.games.tricks.double_dummy.answers import Contract, Open
from sabot.games.tricks.holding import Holding
from sabot.games.tricks.player.choosing import Knowledge, alike, chosen, deals
from sabot.games.tricks.player.knowing import knowledge
from sabot.games.tricks.player.playing_out import TRICK_WORTH, merit, thumb
from sabot.games.tricks.player.sampling import Unseen, in_stock, sampled
from sabot.games.tricks.playing import Play
from sabot.games.tricks.tricks import Following, Trick


def cards(text: str) -> tuple[Card, ...]:
    found = tuple(card for name in text.split() if (card := card_named(name)))
    assert len(found) == len(text.split())
    return found


ONE, TWO = frozenset({1}), frozenset({2})
UNSEEN = Unseen(
    cards("2C 3C 4C 5C 2D 3D 4D 5D 2H 3H 4H 5H"),
    sizes={2: 4, 3: 3, 4: 3},
    voids={(2, "C"), (3, "D")},
    held={4: cards("2H")},
    asked=(card_named("5H") or DECK[0], (3, 4)),
)


@pytest.mark.parametrize("seed", range(30))
def test_a_sampled_deal_agrees_with_all_that_is_known(seed: int):
    hands = sampled(UNSEEN, Random(seed))
    assert hands is not None
    assert {seat: len(held) for seat, held in hands.items()} == UNSEEN.sizes
    every = [card for held in hands.values() for card in held]
    assert len({*every}) == len(every) == 10
    assert {*every} <= {*UNSEEN.cards}
    assert not any((seat, card.suit) in UNSEEN.voids for seat, held in hands.items() for card in held)
    assert cards("2H")[0] in hands[4]
    assert cards("5H")[0] in hands[3] + hands[4]


def test_each_who_may_hold_the_asked_card_holds_it_in_some_deal():
    asked = cards("5H")[0]
    holders = {
        seat
        for seed in range(30)
        for seat, held in (sampled(UNSEEN, Random(seed)) or {}).items()
        if asked in held
    }
    assert holders == {3, 4}


def test_voids_that_cannot_all_be_true_are_left_out():
    revoked = Unseen(cards("2C 3C"), {2: 1, 3: 1}, voids={(2, "C"), (3, "C")})
    assert sampled(revoked, Random(1)) is not None


def test_more_cards_in_hands_than_there_are_make_no_deal():
    assert sampled(Unseen(cards("2C"), {2: 2}), Random(1)) is None


def test_who_can_imagine_no_deal_at_all_plays_the_lowest_card():
    nothing = Knowledge(1, cards("AS 2S"), Trick(), 1, (1, 2), Unseen(cards("2C"), {2: 2}))
    purpose = lambda hands: Contract(ONE, tricks=1)  # noqa: E731
    assert chosen(nothing, cards("AS 2S"), purpose, Random(1)) == cards("2S")[0]


def known(hand: str, *, laid: str = "", leader: int = 1, others: str, each: int) -> Knowledge:
    """What seat 1 of three knows; `laid` are the cards of the trick, from the leader on."""
    seats = (1, 2, 3)
    at = seats.index(leader)
    trick = Trick(tuple(zip((*seats[at:], *seats[:at]), cards(laid), strict=False)))
    on_table = {seat for seat, _ in trick.plays}
    sizes = {seat: each - (seat in on_table) for seat in (2, 3)}
    return Knowledge(1, cards(hand), trick, leader, seats, Unseen(cards(others), sizes))


def test_the_last_to_play_takes_the_trick_with_the_lowest_card_that_is_enough():
    asks = known("AS QS", laid="TS 9S", leader=2, others="KS JS 8S", each=2)
    best = chosen(asks, asks.hand, lambda hands: Contract(ONE, 2), Random(1))
    assert str(best) == "QS"


def test_a_player_who_wants_no_trick_stays_below():
    asks = known("AS QS 2S", laid="TS 9S", leader=2, others="KS JS 8S 7S", each=3)
    best = chosen(asks, asks.hand, lambda hands: Contract(ONE, 0, exactly=True), Random(1))
    assert str(best) == "2S"


def test_a_contract_that_is_made_is_played_on_for_every_trick():
    asks = known("AS QS", laid="TS 9S", leader=2, others="KS JS 8S", each=2)._replace(takers=(1,))
    best = chosen(asks, asks.hand, lambda hands: Contract(ONE, 1), Random(1))
    assert str(best) == "QS"


def test_the_same_seed_makes_the_same_choice():
    asks = known("AS 4H 2S 9D", others="KS JS 8S 7S QH TH 3D 5D", each=4)
    choices = {chosen(asks, asks.hand, lambda hands: Contract(ONE, 2), Random(3)) for _ in range(3)}
    assert len(choices) == 1


def test_a_single_card_is_played_without_a_thought():
    asks = known("AS", others="KS JS", each=1)
    assert chosen(asks, asks.hand, lambda hands: pytest.fail("asked"), Random(1)) == asks.hand[0]


def test_a_large_hand_is_played_out_by_rule_of_thumb():
    """Nine trumps take every trick: of equal cards the lowest is led."""
    asks = known(
        "AS KS QS JS TS 9S 8S 7S 6S",
        others="2C 3C 4C 5C 6C 7C 8C 9C TC 2D 3D 4D 5D 6D 7D 8D 9D TD",
        each=9,
    )
    best = chosen(asks, asks.hand, lambda hands: Contract(ONE, 9, trump="S"), Random(1))
    assert str(best) == "6S"
    assert all(sorted(hands) == [1, 2, 3] for hands in deals(asks, Random(1)))


def opened(*hands: str, leader: int = 1) -> Open:
    return Open({seat: cards(held) for seat, held in enumerate(hands, start=1)}, leader)


def test_cards_are_worth_the_same_where_nobody_else_holds_one_between_them():
    deal = opened("KS JS 9S 8H", "QS 2H")
    held = {name: cards(name)[0] for name in ("KS", "JS", "9S", "8H")}
    assert alike(deal, held["JS"], held["9S"])
    assert not alike(deal, held["KS"], held["JS"])
    assert not alike(deal, held["9S"], held["8H"])


def test_a_deal_that_is_played_out_is_worth_its_contract_and_a_little_for_each_trick():
    deal = opened("AS KS", "QS JS")
    assert merit(deal, Contract(ONE, 2), Random(1)) == 1 + 2 * TRICK_WORTH
    assert merit(deal, Contract(TWO, 1), Random(1)) == 0
    assert merit(deal, Contract(TWO, 0, exactly=True), Random(1)) == 1
    assert merit(deal, Contract(ONE, 0, exactly=True), Random(1)) == 0


@pytest.mark.parametrize(
    ("side", "tricks", "exactly", "card"),
    [
        (frozenset({2}), 1, False, "QS"),
        (frozenset({1, 2}), 1, False, "2S"),
        (frozenset({2}), 0, True, "9S"),
    ],
)
def test_by_rule_of_thumb(side: frozenset[int], tricks: int, exactly: bool, card: str):
    """A trick is taken cheaply, left to a friend, and avoided with the highest card below."""
    deal = opened("TS 3H", "QS AS 2S 9S")
    laid = deal.after(cards("TS")[0], Contract(side, tricks))
    assert str(thumb(laid, Contract(side, tricks, exactly=exactly), Random(1))) == card


def test_who_wants_tricks_leads_high_and_who_wants_none_leads_low():
    deal = opened("AS KS 2S", "3S 4S 5S")
    assert str(thumb(deal, Contract(ONE, 1), Random(1))) == "AS"
    assert str(thumb(deal, Contract(ONE, 0, exactly=True), Random(1))) == "2S"


def test_who_plays_neither_the_suit_nor_a_trump_where_trump_is_a_duty_lacks_both():
    trick = Trick(((1, cards("AS")[0]), (2, cards("2C")[0])))
    holding = Holding(frozenset(pack(ACE_HIGH)), 2, {1: cards("KS")}, (1, 2))
    bound = Play((1, 2), 1, trump="H", rule=Following(ruff=True), tricks=(trick,), takers=(1,))
    assert {*knowledge(bound, holding, 1).unseen.voids} == {(2, "S"), (2, "H")}
    free = bound._replace(rule=Following())
    assert {*knowledge(free, holding, 1).unseen.voids} == {(2, "S")}


def test_cards_that_are_out_are_in_no_hand_that_a_player_imagines():
    holding = Holding(frozenset(cards("AS KS QS JS TS")), 1, {1: cards("AS")}, (1, 2))
    known_cards = knowledge(Play((1, 2), 1), holding, 1, out=cards("KS"))
    assert {*known_cards.unseen.cards} == {*cards("QS JS TS")}
    assert len(in_stock(known_cards.unseen, {2: cards("QS")})) == 2
