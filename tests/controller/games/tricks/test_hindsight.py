"""A deal afterwards: which card threw the contract away, in which trick, and which card keeps it."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from sabot.core.cards import Card
from sabot.games.evening.drills.dealing import after, next_act
from sabot.games.evening.household import Coup, HouseholdGame
from sabot.games.lessons import BROKEN, CONTRACT, DEAL, DEFENCE, TOO_HARD, UNKNOWN, Hindsight, Thrown
from sabot.games.register import DESCRIPTORS
from sabot.games.rikken.lessons import goals
from sabot.games.rikken.options import Options as RikkenOptions
from sabot.games.tricks.double_dummy.answers import Contract
from sabot.games.tricks.lessons.hindsight import Finished, hindsight
from tests.controller.games.evening.lines import played, table_of
from tests.controller.games.evening.random_games import coup_of

NAP = """hand 1 9D AC QC 7H 8H, hand 2 2D KC 3C 4H 5H, bid 2 1, bid 1 pass
play 2 2D, play 1 9D
play 1 AC, play 2 {answer}
play 1 {lead}, play 2 {last}
play 1 7H, play 2 4H, play 1 8H, play 2 5H"""
"""Seat 2 calls one trick and leads diamonds: trumps. The king of clubs is good once the ace has fallen."""


def found(name: str, coup: Coup) -> Hindsight:
    part = DESCRIPTORS[name].part("lessons")
    assert part is not None
    told: Hindsight = part.LESSONS.hindsight(coup)
    return told


def nap(script: str) -> Hindsight:
    return found("nap", coup_of(played(table_of("nap", players="2"), script)[0]))


def test_a_king_under_the_ace_throws_the_call_away_in_the_second_trick() -> None:
    told = nap(NAP.format(answer="KC", lead="QC", last="3C"))
    assert told == Hindsight((Thrown(2, 2, Card("K", "C"), (Card("3", "C"),), CONTRACT),))


def test_a_call_that_could_be_beaten_is_let_through() -> None:
    """The ace of clubs takes the king; the queen before it gives the trick away. The first card makes trumps:
    it is not judged."""
    script = """hand 1 9D AC QC 7H 8H, hand 2 2D KC 3H 4H 5H, bid 2 1, bid 1 pass
        play 2 2D, play 1 9D, play 1 QC, play 2 KC"""
    (thrown,) = nap(script).thrown
    assert (thrown.trick, thrown.seat, thrown.card, thrown.what) == (2, 1, Card("Q", "C"), DEFENCE)
    assert Card("A", "C") in thrown.better


def test_nobody_errs_in_a_deal_that_cannot_be_changed() -> None:
    made = """hand 1 2D 3D 4D 5D 6D, hand 2 AC KC QC JC TC, bid 2 1, bid 1 pass, play 2 AC, play 1 2D"""
    assert nap(made) == Hindsight()


def test_a_deal_whose_hands_stay_unknown_says_nothing() -> None:
    script = "deal, bid 2 1, bid 1 pass, play 2 AC, play 1 2C"
    assert nap(script) == Hindsight(silent=UNKNOWN)


def test_hands_that_nobody_saw_are_known_once_every_card_was_played() -> None:
    dealt = NAP.format(answer="KC", lead="QC", last="3C").partition("bid")
    told = nap(f"deal, bid{dealt[2]}")
    assert [each.card for each in told.thrown] == [Card("K", "C")]


def test_a_deal_in_which_a_suit_was_not_followed_is_not_judged() -> None:
    """Seat 2 throws a heart on the ace and has the king of clubs all the time."""
    script = """deal, bid 2 1, bid 1 pass, play 2 2D, play 1 9D, play 1 AC, play 2 4H, play 1 7H, play 2 5H
        play 1 8H, play 2 KC, play 1 QC, play 2 3C"""
    assert nap(script) == Hindsight(silent=BROKEN)


def test_a_deal_that_everybody_passed_has_nothing_to_throw_away() -> None:
    table, _ = played(
        table_of("nap", **{"players": "2", "double-header": "on"}), "deal, bid 2 pass, bid 1 pass"
    )
    assert found("nap", coup_of(table)) == Hindsight()


def test_a_search_that_gives_up_says_so() -> None:
    hands = {1: (Card("A", "C"), Card("2", "C")), 2: (Card("K", "C"), Card("3", "D"))}
    plays = [(1, Card("2", "C")), (2, Card("K", "C")), (2, Card("3", "D")), (1, Card("A", "C"))]
    finished = Finished({}, plays, (1, 2), 2)
    goal = Contract(frozenset({1}), 1)
    assert hindsight(finished, [goal], limit=0).silent == TOO_HARD
    assert finished.hands() == {1: hands[1][::-1], 2: hands[2]}
    assert hindsight(Finished(hands, [], (1, 2), 2), [goal]) == Hindsight()


def by_chance(game: HouseholdGame, seed: int) -> Coup:
    rng, coup = Random(seed), game.opening(game.Options())
    while coup.outcome is None:
        coup = after(game, coup, next_act(coup, rng))
    return coup


@pytest.mark.no_cover
@pytest.mark.parametrize(
    ("name", "seeds"), [("nap", range(30)), ("napoleonnen", range(30)), ("rikken", (21,))]
)
def test_a_contract_changes_hands_with_each_card_that_is_told_and_with_no_other(
    name: str, seeds: range
) -> None:
    """What could be made before the first card, and each error after it, give what came of the deal."""
    game = DESCRIPTORS[name].rules
    assert isinstance(game, HouseholdGame)
    told = 0
    for seed in seeds:
        coup = by_chance(game, seed)
        result = coup.outcome.result
        if result.get("made") is None:
            continue
        thrown = found(name, coup).thrown
        told += len(thrown)
        assert all(each.what in (CONTRACT, DEFENCE) and each.better for each in thrown)
        assert name != "nap" or coup.deal.played[0].card not in {each.card for each in thrown}
        last = thrown[-1].what if thrown else None
        assert last is None or (last == DEFENCE) == result["made"]
        assert all(one.what != two.what for one, two in pairwise(thrown))
    assert told


def test_at_ecarte_each_player_throws_the_deal_away() -> None:
    game = DESCRIPTORS["ecarte"].rules
    assert isinstance(game, HouseholdGame)
    thrown = [
        (coup_seed, each)
        for coup_seed in range(40)
        for each in found("ecarte", by_chance(game, coup_seed)).thrown
    ]
    assert {each.what for _, each in thrown} == {DEAL}
    assert {each.seat for _, each in thrown} == {1, 2}
    for seed in {seed for seed, _ in thrown}:
        winner = by_chance(game, seed).outcome.result["winner"]
        last = [each for coup_seed, each in thrown if coup_seed == seed][-1]
        assert str(last.seat) != winner


def test_the_side_of_a_rik_is_the_declarer_and_the_holder_of_the_asked_ace_which_has_to_fall() -> None:
    game = DESCRIPTORS["rikken"].rules
    assert isinstance(game, HouseholdGame)
    deals = (by_chance(game, seed).deal for seed in range(100))
    deal = next(each for each in deals if each.contract and each.contract.bid.name == "rik")
    held = {seat for trick in deal.laid for seat, card in trick if card == deal.contract.asked}
    held |= {seat for seat, hand in deal.hands.items() if deal.contract.asked in hand}
    (goal,) = goals(deal, deal.contract)
    assert goal == Contract(
        frozenset({deal.contract.declarer, *held}), 8, trump=deal.contract.trump, asked=deal.contract.asked
    )
    assert len(goal.side) == 2


def test_a_deal_of_rikken_without_a_contract_has_none_to_throw_away() -> None:
    game = DESCRIPTORS["rikken"].rules
    coup = game.opening(RikkenOptions(round="mieen"))
    assert found("rikken", coup) == Hindsight()
