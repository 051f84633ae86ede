"""What a hand of poker is worth, against published counts and a well-kept evaluator."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, combinations_with_replacement
from math import comb, prod

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sabot.core.cards import DECK, JOKER, Card, any_card_named
from sabot.games.poker.ranking import (
    KINDS,
    ORDER,
    Worth,
    at_least_pair,
    at_least_three,
    showing,
    worth,
)
from tests.controller.games.poker.evaluated import best_value, by_pokerkit, same_order

STRIPPED = [card for card in DECK if card.rank not in "234"]


def hand(text: str) -> list[Card]:
    return [card for name in text.split() if (card := any_card_named(name))]


def of(text: str, **options: bool) -> Worth:
    return worth(hand(text), **options)


# --- published counts


def rank_sets(size: int):
    """Each set of this many ranks that one pack can give, a card that has it in four suits, and in how many
    ways."""
    for ranks in combinations_with_replacement(ORDER, size):
        counts = Counter(ranks)
        if max(counts.values()) > 4:
            continue
        suits = iter("CDHSCDHSC") if len(counts) < size else iter("CDHSC")
        mixed = [Card(rank, next(suits)) for rank in ranks]
        ways = prod(comb(4, count) for count in counts.values())
        if len(counts) < size:
            yield mixed, ways
        else:
            yield mixed, ways - 4
            yield [Card(rank, "H") for rank in ranks], 4


def counts(size: int, *more: Card, **options: bool) -> Counter[str]:
    found: Counter[str] = Counter()
    for cards, ways in rank_sets(size):
        found[worth([*cards, *more], **options).name] += ways
    return found


NATURAL_COUNTS = {
    "royal-flush": 4,
    "straight-flush": 36,
    "four": 624,
    "full-house": 3_744,
    "flush": 5_108,
    "straight": 10_200,
    "three": 54_912,
    "two-pairs": 123_552,
    "pair": 1_098_240,
    "high-card": 1_302_540,
}


def test_each_kind_is_as_frequent_as_published_for_fifty_two_cards():
    """The counts of every handbook of probabilities; together 2,598,960 hands."""
    assert counts(5) == NATURAL_COUNTS
    assert sum(NATURAL_COUNTS.values()) == comb(52, 5) == 2_598_960


def test_each_kind_is_as_frequent_as_published_for_a_pack_with_a_wild_joker():
    """Published for fifty-three cards with five alike: 2,869,685 hands, 24 royal flushes among 204 straight
    flushes."""
    assert counts(5) + counts(4, JOKER, five_alike=True) == {
        "five": 13,
        "royal-flush": 24,
        "straight-flush": 180,
        "four": 3_120,
        "full-house": 6_552,
        "flush": 7_804,
        "straight": 20_532,
        "three": 137_280,
        "two-pairs": 123_552,
        "pair": 1_268_088,
        "high-card": 1_302_540,
    }


def test_without_five_alike_only_those_thirteen_hands_are_four_alike():
    with_five, without = counts(4, JOKER, five_alike=True), counts(4, JOKER)
    assert without == with_five - Counter(five=13) + Counter(four=13)


# --- a well-kept evaluator, and the joker's own definition (`tools/soak_poker.py` runs all hands)


@settings(max_examples=50)
@given(st.lists(st.sampled_from(DECK), min_size=10, max_size=10, unique=True))
def test_two_hands_stand_in_the_order_of_a_well_kept_evaluator(cards: list[Card]):
    one, other = cards[:5], cards[5:]
    assert same_order((worth(one), worth(other)), (by_pokerkit(one), by_pokerkit(other)))


@settings(max_examples=50)
@given(st.lists(st.sampled_from(DECK), min_size=4, max_size=4, unique=True), st.booleans())
def test_the_joker_takes_the_best_of_all_values_that_it_could_take(cards: list[Card], five_alike: bool):
    assert worth([*cards, JOKER], five_alike=five_alike) == best_value(cards, five_alike=five_alike)


@settings(max_examples=50)
@given(st.lists(st.sampled_from(STRIPPED), min_size=4, max_size=4, unique=True))
def test_the_joker_takes_no_value_of_a_card_that_was_left_out(cards: list[Card]):
    assert worth([*cards, JOKER]) == best_value(cards, pack=STRIPPED)


@settings(max_examples=50)
@given(st.lists(st.sampled_from([*DECK, JOKER]), min_size=7, max_size=7, unique=True))
def test_seven_cards_are_worth_the_best_five_of_them(cards: list[Card]):
    assert worth(cards) == max(worth(five) for five in combinations(cards, 5))


@pytest.mark.parametrize("other", [("AH", "AD"), ("7H", "7D")])
def test_the_joker_is_worth_the_same_wherever_it_is_held(other: tuple[str, str]):
    cards = hand(" ".join(other) + " KC 5S joker")
    assert len({worth(cards[n:] + cards[:n]) for n in range(5)}) == 1


# --- the book


def test_po_joker_a_natural_hand_beats_an_equal_one_with_the_joker():
    """po-joker (HS p. 67): same trips, natural beats joker."""
    with_joker, natural = of("KC KD 7S 5H joker"), of("KH KC KS 7D 5C")
    assert with_joker[:2] == natural[:2]
    assert with_joker < natural


def test_po_straight_def_a_straight_has_any_suits():
    """po-straight-def (HS p. 66): five consecutive, not all of one suit."""
    assert of("9C 8D 7H 6S 5C").name == "straight"
    assert of("9C 8C 7C 6C 5C").name == "straight-flush"


def test_the_kinds_stand_as_in_the_book():
    """HS p. 66."""
    hands = [
        "AH KH QH JH TH",
        "KH QH JH TH 9H",
        "7C 7D 7H 7S 2C",
        "3C 3D 3H 2S 2C",
        "KH 9H 7H 5H 2H",
        "6C 5D 4H 3S 2C",
        "AC AD AH KS QC",
        "AC AD KH KS QC",
        "AC AD KH QS JC",
        "AC KD QH JS 9C",
    ]
    worths = [of(text) for text in hands]
    assert worths == sorted(worths, reverse=True)
    assert [each.name for each in worths] == list(KINDS[-2::-1])


@pytest.mark.parametrize(
    ("higher", "lower"),
    [
        ("KC QD TH 5S 3C", "KD QC 9H 8S 7C"),  # HS p. 67
        ("6C 5D 4H 3S 2C", "5C 4D 3H 2S AC"),  # a low ace is five high
        ("3C 3D 3H 2S 2C", "2D 2H 2S AC AD"),  # a full house by its triple
        ("AC AD 3H 3S 2C", "KC KD QH QS AH"),
        ("AC AD KH KS 3C", "AH AS KC KD 2C"),
        ("9C 9D 9H 9S joker", "8C 8D 8H 8S AC"),
        ("KH QH JH 9H joker", "KC QC JC TC 2C"),
    ],
)
def test_hands_of_one_kind_are_decided_by_their_ranks(higher: str, lower: str):
    assert of(higher) > of(lower)


def test_fully_equal_hands_are_equal():
    assert of("AC KD QH JS 9C") == of("AD KC QS JH 9D")


def test_five_alike_are_highest_where_the_house_plays_with_them():
    text = "2C 2D 2H 2S joker"
    assert of(text, five_alike=True) > of("AH KH QH JH TH")
    assert of(text) == (KINDS.index("four"), (0, 12), False)
    assert of("AC AD AH AS joker") == (KINDS.index("four"), (12, 11), False)


# --- what open cards show, and what opens


def test_open_cards_show_combinations_before_high_cards():
    shown = [showing(hand(text)) for text in ("2C 2D", "AC KD", "AC QD", "KD QH")]
    assert shown == sorted(shown, reverse=True)


def test_open_cards_with_the_joker_show_its_best_and_lose_to_a_natural_equal():
    assert showing(hand("joker")) == ((1,), (12,), False)
    assert showing(hand("AC")) > showing(hand("joker")) > showing(hand("KC"))
    assert showing(hand("7C joker"))[:2] == showing(hand("7C 7D"))[:2]
    assert showing(hand("7C 7D 3H joker"))[:2] == ((3, 1), (5, 1))


@pytest.mark.parametrize(
    ("text", "rank", "opens"),
    [
        ("JC JD 9H 8S 2C", "J", True),
        ("TC TD AH KS QC", "J", False),
        ("JC JD AH KS QC", "Q", False),
        ("2C 2D 3H 3S 4C", "A", True),
        ("AC KD 9H 8S joker", "A", True),
        ("AC KD QH JS 9C", "J", False),
    ],
)
def test_a_jackpot_is_opened_with_its_pair_or_anything_higher(text: str, rank: str, opens: bool):
    assert at_least_pair(hand(text), rank) is opens


def test_three_alike_or_higher_calls_for_a_jackpot():
    assert at_least_three(hand("2C 2D 2H 7S 9C"))
    assert not at_least_three(hand("AC AD KH KS 9C"))
