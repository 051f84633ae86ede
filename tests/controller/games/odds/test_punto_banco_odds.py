"""Published counts as oracles: wizardofodds.com and casinoexploit.com for six and eight packs, Thorp for
the edges."""

from __future__ import annotations

import random
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sabot.core.cards import DECK, card_named
from sabot.core.events import CoupDecided, Event
from sabot.core.observations import CardSeen
from sabot.core.series import steps
from sabot.core.table import opened, step
from sabot.games.baccarat.outcomes import Outcome, cards_used, dealt, outcome, outcomes, sabot_outcomes
from sabot.games.baccarat.points import VALUE
from sabot.games.punto_banco import coup as punto_banco
from sabot.games.punto_banco.odds import by_winner, counts, edge, full
from sabot.games.punto_banco.options import Options
from sabot.games.punto_banco.tirage import tirage
from tests.shared import vectors

PUBLISHED = {
    8: {"banco": 2292252566437888, "punto": 2230518282592256, "egalite": 475627426473216},
    6: {"banco": 403095751234560, "punto": 392220492728832, "egalite": 83552962932288},
}


@pytest.mark.parametrize("decks", PUBLISHED)
def test_every_coup_counted_gives_the_published_numbers(decks: int) -> None:
    assert by_winner(counts(full(decks))) == PUBLISHED[decks]


@pytest.mark.parametrize("decks", [1, 2, 4, 6, 8])
def test_winners_and_numbers_of_cards_agree_with_the_reference(decks: int) -> None:
    published = vectors("odds")["punto_banco"][str(decks)]["permutations"]
    counted = counts(full(decks))
    won = by_winner(counted)
    assert (won["banco"], won["punto"], won["egalite"]) == (
        published["banker"],
        published["player"],
        published["tie"],
    )
    for cards in (4, 5, 6):
        ways = sum(ways for each, ways in counted.items() if each.cards == cards)
        assert ways == published[f"cards{cards}"]


@pytest.mark.parametrize(
    ("chance", "options", "published"),
    [
        ("banco", Options(), 0.010579),
        ("punto", Options(), 0.012351),
        ("egalite", Options(), 0.143596),
        ("banco", Options(no_tax=True), 0.009327724),
        ("banco", Options(no_tax=True, half_pay_total=6), 0.014581045),
    ],
)
def test_the_house_keeps_what_is_published_for_eight_packs(
    chance: str, options: Options, published: float
) -> None:
    assert float(edge(counts(full(8)), options, chance)) == pytest.approx(published, abs=5e-7)


def test_banco_wins_with_each_total_as_published() -> None:
    published = vectors("odds")["published"]["punto_banco_8"]["banker_wins_with"]
    counted = counts(full(8))
    for total, ways in published.items():
        assert (
            sum(n for each, n in counted.items() if each.winner == "banco" and each.banco == int(total))
            == ways
        )


def test_the_fast_table_says_what_the_rules_say_for_all_values() -> None:
    """First two cards of each hand enter the rules by their sum alone; with that, ten thousand cases are
    all."""
    for punto, banco, fifth, sixth in product(range(10), repeat=4):
        expected = dealt(punto, banco, fifth=fifth, sixth=sixth)
        assert Outcome.of(outcome((punto, banco, 0, 0, fifth, sixth))) == expected
        assert Outcome.of(expected.code) == expected


@given(
    st.lists(st.integers(0, 9), min_size=2, max_size=3), st.lists(st.integers(0, 9), min_size=2, max_size=3)
)
def test_the_first_two_cards_count_by_their_sum_alone(punto: list[int], banco: list[int]) -> None:
    summed = [(sum(hand[:2]) % 10, 0, *hand[2:]) for hand in (punto, banco)]
    assert tirage(tuple(punto), tuple(banco)) == tirage(*summed)


@given(st.lists(st.sampled_from("A23456789T"), min_size=6, max_size=6))
@settings(max_examples=300)
def test_the_fast_outcome_is_the_referees(ranks: list[str]) -> None:
    values = ["TA23456789".index(rank) for rank in ranks]
    quick = Outcome.of(outcome(values))
    table = opened(punto_banco, Options(decks=8))
    for rank in ranks[: quick.cards]:
        table, _ = step(table, CardSeen(card_named(rank + "C")))
    assert table.play.result is not None
    result = table.play.result.result
    assert (result["winner"], result["points"]) == (
        quick.winner,
        {"punto": quick.punto, "banco": quick.banco},
    )


def test_many_coups_at_once_are_the_same_coups() -> None:
    rng = random.Random(7)
    coups = [[rng.randrange(10) for _ in range(6)] for _ in range(1000)]
    assert outcomes(np.array(coups, np.uint8)).tolist() == [outcome(values) for values in coups]
    assert {cards_used(code) for code in map(outcome, coups)} == {4, 5, 6}


def test_a_sabot_of_plain_outcomes_is_the_sabot_that_the_referee_told() -> None:
    """All its coups, in every sum of two cards that can be."""
    cards = [CardSeen(card) for card in DECK] * 8
    random.Random(11).shuffle(cards)
    told: list[Event] = []
    steps(opened(punto_banco, Options(decks=8)), cards, told.extend)
    results = [event.result for event in told if type(event) is CoupDecided]
    quick = map(Outcome.of, sabot_outcomes([VALUE[seen.card.rank] for seen in cards], len(cards) - 6))
    assert [(each.winner, {"punto": each.punto, "banco": each.banco}, each.cards) for each in quick] == [
        (result["winner"], result["points"], sum(map(len, result["cards"].values()))) for result in results
    ]


@pytest.mark.parametrize("composition", [(1,) * 9, (-1, *(1,) * 9), (0,) * 9 + (5,)])
def test_a_composition_that_cannot_be_dealt_is_refused(composition: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="six cards at least"):
        counts(composition)
