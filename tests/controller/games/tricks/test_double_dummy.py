"""With all hands open: every answer agrees with a plain search through all plays."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import ClassVar

import pytest

from sabot.core.cards import DECK, Card, card_named
from sabot.games.tricks.cards import ACE_BELOW_KNAVE_32, ACE_HIGH, pack
from sabot.games.tricks.double_dummy import asking, search
from sabot.games.tricks.double_dummy.answers import (
    Contract,
    Open,
    best_cards,
    can_be_made,
    errors,
    most_tricks,
)
from sabot.games.tricks.tricks import Following, legal


@pytest.fixture(autouse=True)
def in_python(monkeypatch: pytest.MonkeyPatch) -> None:
    """The search in Python answers: that in C is compared with it elsewhere."""
    monkeypatch.setattr(asking, "IN_C", None)


RULES = (Following(), Following(ruff=True), Following(ruff=True, head=True), Following(head=True))


def cards(text: str) -> tuple[Card, ...]:
    return tuple(found for word in text.split() if (found := card_named(word)))


def allowed(deal: Open, contract: Contract) -> tuple[Card, ...]:
    """What the rules of the game allow, and the asked card where it is due (Doevendans ch. 4.1)."""
    held = tuple(card for card in deal.hands[deal.to_play] if card not in dict(deal.trick.plays).values())
    may = legal(held, deal.trick, trump=contract.trump, rule=contract.rule, order=contract.order)
    asked = contract.asked
    if asked is None or asked not in held:
        return may
    if deal.trick.led == asked.suit:
        return (asked,)
    return may if deal.trick.led else tuple(card for card in may if card.suit != asked.suit or card == asked)


def plainly_made(deal: Open, contract: Contract) -> bool:
    """The same by trying every play."""
    if not deal.hands[deal.leader]:
        return deal.taken == contract.tricks if contract.exactly else deal.taken >= contract.tricks
    mine = deal.to_play in contract.side
    made = any if mine else all
    return made(plainly_made(deal.after(card, contract), contract) for card in allowed(deal, contract))


def some(seed: int) -> tuple[Open, Contract]:
    """A small deal and a contract, of any kind."""
    chance = random.Random(seed)
    players = chance.choice((2, 3, 4, 4, 5))
    length = 5 if players == 2 else 3 if players < 5 else 2
    order = chance.choice((ACE_HIGH, ACE_BELOW_KNAVE_32))
    suits = chance.choice(("CDHS", "CD", "HS", "CDH"))
    full = [card for card in pack(order) if card.suit in suits]
    dealt = chance.sample(full, players * length)
    seats = tuple(range(1, players + 1))
    hands = {seat: tuple(dealt[nth * length : (nth + 1) * length]) for nth, seat in enumerate(seats)}
    side = frozenset(chance.sample(seats, chance.randint(1, players - 1)))
    exactly = chance.random() < 0.3
    return Open(hands, chance.choice(seats)), Contract(
        side,
        chance.randint(0, length) if exactly else chance.randint(1, length),
        exactly=exactly,
        trump=chance.choice((None, *suits)),
        asked=chance.choice(dealt) if chance.random() < 0.4 else None,
        rule=chance.choice(RULES),
        order=order,
    )


@pytest.mark.no_cover
@pytest.mark.parametrize("seed", range(0, 400, 8))
def test_a_contract_can_be_made_where_a_plain_search_makes_it(seed: int):
    for each in range(seed, seed + 8):
        deal, contract = some(each)
        assert can_be_made(deal, contract) == plainly_made(deal, contract), (deal, contract)


@pytest.mark.parametrize("seed", range(500, 530))
def test_the_same_holds_in_the_middle_of_a_trick(seed: int):
    deal, contract = some(seed)
    for _ in range(len(deal.hands) - 1):
        deal = deal.after(allowed(deal, contract)[0], contract)
        assert can_be_made(deal, contract) == plainly_made(deal, contract), (deal, contract)


def in_full(deal: Open, contract: Contract) -> Iterator[tuple[Card, bool]]:
    for card in allowed(deal, contract):
        yield card, plainly_made(deal.after(card, contract), contract)


@pytest.mark.parametrize("seed", range(900, 940))
def test_a_best_card_keeps_what_a_side_can_have_and_every_other_card_that_does_is_its_equal(seed: int):
    deal, contract = some(seed)
    best, plainly = best_cards(deal, contract), dict(in_full(deal, contract))
    mine = deal.to_play in contract.side
    assert best
    assert set(best) <= set(plainly)
    if mine in plainly.values():
        assert {plainly[card] for card in best} == {mine}


@pytest.mark.parametrize("seed", range(700, 740))
def test_the_tricks_that_a_side_takes_are_the_most_that_a_plain_search_makes(seed: int):
    deal, contract = some(seed)
    wanted = (contract._replace(tricks=tricks, exactly=False) for tricks in range(len(deal.hands[1]), -1, -1))
    plainly = next(each.tricks for each in wanted if plainly_made(deal, each))
    assert most_tricks(deal, contract) == plainly


def test_who_cannot_make_the_contract_plays_for_the_most_tricks():
    deal = Open({1: cards("AS 2H"), 2: cards("AH KH")}, leader=1)
    contract = Contract(frozenset({1}), tricks=2)
    assert can_be_made(deal, contract) is False
    assert best_cards(deal, contract) == cards("AS")


def test_who_cannot_beat_the_contract_holds_it_to_the_fewest_tricks():
    deal = Open({1: cards("4H 2S"), 2: cards("AS 3S")}, leader=1)
    contract = Contract(frozenset({2}), tricks=1)
    assert can_be_made(deal, contract) is True
    assert best_cards(deal, contract) == cards("4H")


def test_nobody_can_do_better_with_any_card_where_the_side_takes_nothing_anyway():
    hands = {1: cards("2S 2H"), 2: cards("AS AH")}
    contract = Contract(frozenset({1}), tricks=1)
    assert set(best_cards(Open(hands, leader=1), contract) or ()) == set(cards("2S 2H"))


def test_play_without_an_error_has_none_to_name():
    deal = Open({1: cards("AS 2S"), 2: cards("KS 3S")}, leader=1)
    contract = Contract(frozenset({1}), tricks=1)
    assert errors(deal, contract, cards("AS 3S 2S KS")) == ()
    assert errors(deal, contract, cards("2S 3S KS AS")) == ()


def test_the_card_that_threw_the_contract_away_is_named_with_its_trick_and_with_what_had_kept_it():
    deal = Open({1: cards("3D AS 2H"), 2: cards("2D AH KH")}, leader=1)
    contract = Contract(frozenset({1}), tricks=2)
    (error,) = errors(deal, contract, cards("3D 2D 2H AH")) or ()
    assert (error.trick, error.seat, error.card, error.better) == (2, 1, *cards("2H"), cards("AS"))


def test_a_card_that_let_the_contract_through_is_named_too():
    contract = Contract(frozenset({1}), tricks=2)
    deal = Open({1: cards("KS 2H"), 2: cards("AS 3S")}, leader=1)
    (error,) = errors(deal, contract, cards("KS 3S 2H AS")) or ()
    assert (error.trick, error.seat, error.better) == (1, 2, cards("AS"))


@pytest.mark.no_cover
@pytest.mark.parametrize("seed", range(60))
def test_the_errors_of_a_deal_are_the_cards_with_which_a_plain_search_sees_the_contract_change_hands(
    seed: int,
):
    """Each with its trick and its seat; the better cards are among those that would have kept it."""
    deal, contract = some(seed)
    chance, begun = random.Random(seed), deal
    plays: list[Card] = []
    changed: list[tuple[int, int, Card, set[Card]]] = []
    while deal.hands[deal.leader]:
        before, seat, after = plainly_made(deal, contract), deal.to_play, dict(in_full(deal, contract))
        card = chance.choice(sorted(after))
        if after[card] != before:
            keep = {each for each, is_made in after.items() if is_made == before}
            changed.append((len(plays) // len(deal.hands) + 1, seat, card, keep))
        plays.append(card)
        deal = deal.after(card, contract)
    found = errors(begun, contract, plays)
    assert found is not None
    assert [(each.trick, each.seat, each.card) for each in found] == [each[:3] for each in changed]
    for each, (*_, keep) in zip(found, changed, strict=True):
        assert {*each.better}
        assert {*each.better} <= keep


def test_a_search_at_its_limit_says_that_it_does_not_know():
    deal = random.Random(1).sample(DECK, 52)
    hands = {seat: tuple(deal[13 * seat - 13 : 13 * seat]) for seat in (1, 2, 3, 4)}
    whole, contract = Open(hands, leader=1), Contract(frozenset({1, 2}), tricks=7, trump="S")
    assert can_be_made(whole, contract, limit=1) is None
    assert best_cards(whole, contract, limit=1) is None
    assert most_tricks(whole, contract, limit=1) is None
    assert errors(whole, contract, hands[1][:1], limit=1) is None


@pytest.mark.no_cover
@pytest.mark.parametrize("seed", range(1200, 1260))
def test_a_search_in_many_attempts_finds_the_same(seed: int, monkeypatch: pytest.MonkeyPatch):
    """Where tricks are avoided it begins with a few positions, and each attempt looks at more."""
    monkeypatch.setattr(asking, "FIRST_BUDGET", 1)
    deal, contract = some(seed)
    contract = contract._replace(exactly=True, tricks=seed % 2)
    assert can_be_made(deal, contract) == plainly_made(deal, contract), (deal, contract)


def test_a_search_in_many_attempts_has_a_limit_too(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(asking, "FIRST_BUDGET", 1)
    deal = random.Random(1).sample(DECK, 52)
    hands = {seat: tuple(deal[13 * seat - 13 : 13 * seat]) for seat in (1, 2, 3, 4)}
    assert can_be_made(Open(hands, leader=1), Contract(frozenset({1}), 1, exactly=True), limit=20) is None


def test_a_game_in_which_nobody_has_to_follow_is_refused():
    contract = Contract(frozenset({1}), tricks=1, rule=Following(suit="no"))
    with pytest.raises(ValueError, match="everybody follows suit"):
        can_be_made(Open({1: cards("AS"), 2: cards("KS")}, leader=1), contract)


def test_an_open_misere_with_talk_is_won_by_one_lead_alone():
    """Doevendans 16.1, p. 56: the four of clubs wins at once."""
    hands = {
        1: cards("AS KS JS 9S 8S 5S KH 8H QD JD TD KC 9C"),
        2: cards("QS 7S AH TH 9H 6H 4H 7D AC QC JC 8C 2C"),
        3: cards("TS QH JH 7H AD KD 9D 4D TC 7C 6C 5C 3C"),
        4: cards("6S 4S 3S 2S 5H 3H 2H 8D 6D 5D 3D 2D 4C"),
    }
    deal, contract = Open(hands, leader=4), Contract(frozenset({4}), tricks=0, exactly=True)
    assert best_cards(deal, contract) == cards("4C")


class Witness:
    """In place of the search in C: says yes, and keeps what it was given."""

    given: ClassVar[list[dict[str, object]]] = []
    positions = 0

    def __init__(self, **deal: object) -> None:
        self.given.append(deal)

    def made(self, **question: object) -> bool:
        self.given.append(question)
        return True


def test_where_the_search_in_c_was_built_it_is_asked(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(asking, "IN_C", Witness)
    monkeypatch.setattr(Witness, "given", [])
    deal = Open({1: cards("AS 2H"), 2: cards("AH 3C")}, leader=1).after(
        card_named("2H"), Contract(frozenset(), 1)
    )
    rule = Following(ruff=True)
    contract = Contract(frozenset({2}), tricks=1, trump="S", asked=card_named("AH"), rule=rule)
    assert can_be_made(deal, contract) is True
    given, question = Witness.given
    owners = given.pop("owners")
    assert isinstance(owners, bytes)
    assert {bit: owner for bit, owner in enumerate(owners) if owner != 255} == {51: 0, 26: 0, 38: 1, 1: 1}
    assert given == {
        "players": 2,
        "side": 2,
        "exactly": False,
        "trump": 3,
        "ruff": True,
        "head": False,
        "asked": 38,
    }
    assert question == {
        "cards": 1 << 51 | 1 << 26 | 1 << 38 | 1 << 1,
        "leader": 0,
        "plays": bytes([26]),
        "need": 1,
        "limit": asking.COMPILED_POSITION_LIMIT,
    }
    assert can_be_made(deal, contract._replace(trump=None, asked=None), limit=7) is True
    assert [Witness.given[2][name] for name in ("trump", "asked")] == [-1, -1]
    assert Witness.given[3]["limit"] == 7


def test_where_it_was_not_built_there_is_none():
    assert asking.compiled("sabot.games.tricks.double_dummy.no_such_module") is None
    assert asking.compiled("sabot.games.tricks.double_dummy.search") is search.Search
    assert asking.usual_limit() == asking.POSITION_LIMIT


def test_a_deal_in_which_one_hand_has_more_cards_is_refused():
    with pytest.raises(ValueError):
        can_be_made(Open({1: cards("AS"), 2: cards("KS 2S")}, leader=1), Contract(frozenset({1}), tricks=1))
