"""Limited chips: all in, side pots, and who plays at all."""

from __future__ import annotations

from sabot.games.evening.evening import Evening
from sabot.games.poker import rules
from sabot.games.poker.deal import Carried
from tests.controller.games.poker.evenings import evening, next_deal, offered, paid, played, refused, said


def with_chips(chips: dict[int, int], **options: object) -> Evening:
    """An evening in which these seats have bought so much, and the others play without a limit."""
    fresh = evening(**options)
    return fresh._replace(bought=chips, purses={**fresh.purses, **chips})


ENTERED = "deal, see 2-4, fold 5, see 1, swap 2-4 0, swap 1 0"


def test_a_player_sees_with_what_they_have_and_wins_no_more_from_each():
    deal = played(f"{ENTERED}, raise 2 2.00, see 3-4, see 1", start=with_chips({3: 70}))
    assert [deal.middle.of(seat) for seat in (1, 2, 3, 4)] == [220, 220, 70, 220]
    deal = said(
        deal, "show 3 AS AH AC AD 2C, show 2 KS KH 3C 4C 7D, show 4 QS QH 3D 4D 8D, show 1 JS JH 3H 4H 8H"
    )
    assert dict(deal.ended.won) == {3: 280, 2: 450, 4: 0, 1: 0}
    assert deal.evening.purses[3] == 280


def test_a_raise_is_limited_by_the_chips():
    deal = played(ENTERED, start=with_chips({2: 120}))
    assert rules.due(deal)[0].limits == (10, 100)
    assert refused(deal, "raise 2 1.01") == "the sum is from 0.10 to 1.00"
    deal = said(deal, "raise 2 1.00, see 3-4, see 1")
    assert (deal.stage, deal.is_all_in(2)) == ("show", True)


def test_who_has_staked_all_is_asked_no_more():
    deal = played(f"{ENTERED}, raise 2 0.10, see 3, raise 4 1.00, see 1", start=with_chips({3: 30}))
    assert deal.waiting == (2,)
    assert said(deal, "raise 2 0.50").waiting == (4, 1)


def test_a_player_is_told_what_seeing_costs_them_and_what_each_has_put_in():
    deal = played(ENTERED, start=with_chips({3: 70, 4: 90}))
    assert str(rules.due(deal)[0].why) == "a raise is 0.10 to 5.00 on top of the call"
    deal = said(deal, "raise 2 0.40")
    assert str(rules.due(deal)[0].why) == "to see costs 0.40, and a raise is 0.10 to 0.10 on top of that"
    assert rules.table(deal)["stakes"] == {"1": "0.20", "2": "0.60", "3": "0.20", "4": "0.20"}
    deal = said(deal, "see 3, raise 4 0.30")
    assert str(rules.due(deal)[0].why) == "to see costs 0.70, and a raise is 0.10 to 5.00 on top of that"
    deal = said(deal, "fold 1, fold 2")
    assert str(rules.due(deal)[0].why) == "to see costs 0.10; otherwise one folds"
    deal = said(deal, "fold 3")
    assert rules.table(deal)["stakes"] == {}


def test_nobody_raises_where_none_is_left_to_answer():
    deal = played(
        "deal, see 2, fold 3-5, see 1, swap 2 0, swap 1 0, raise 2 1.00", start=with_chips({2: 120})
    )
    assert offered(deal) == {1: ("fold 1", "see 1")}


def test_where_all_but_one_have_staked_all_the_hands_decide():
    deal = played("deal, see 2, fold 3-5, see 1, swap 2 0, swap 1 0", start=with_chips({2: 20}))
    assert deal.stage == "show"


def test_a_dealer_with_less_than_the_stake_gives_what_they_have():
    deal = played("deal, see 2, fold 3-5", start=with_chips({1: 6}))
    assert (deal.middle.of(1), deal.stage) == (6, "swap")


def test_who_has_no_chips_is_not_dealt_in():
    deal = rules.begun(with_chips({3: 0}))
    assert deal.seats == (1, 2, 4, 5)
    assert refused(deal, "hand 3 2C 3C 4C 5C 7C") == "it is the turn of seat 1"


def test_a_dealer_without_chips_deals_and_stakes_nothing():
    deal = played("deal, see 2, fold 3-4", start=with_chips({1: 0}))
    assert [name for name, _ in deal.lines] == ["deal", "see", "fold", "fold"]
    assert paid(deal) == {2: -20}
    assert offered(deal) == {5: ("see 5", "fold 5")}


def test_one_with_chips_alone_cannot_play():
    deal = rules.begun(with_chips({1: 0, 2: 50}, players=2))
    assert offered(deal) == {1: ("sit 1 AMOUNT", "leave 1")}
    assert refused(deal, "deal") == "poker needs two players with chips"
    assert rules.outcome(deal) is None


# --- cheap pots


ALL_CHEAP = "deal, open 2, double 3, wait 4-5, wait 1, see 4-5, see 1-2, swap 2-5 0, swap 1 0"


def test_all_stake_what_the_poorest_has_when_all_said_cheap():
    deal = played(f"{ALL_CHEAP}, cheap 3-5, cheap 1-2", start=with_chips({4: 65}, variant="doubles"))
    assert deal.ended.how == "cheap"
    assert deal.middle.left == 100 + 5 * 45


def test_where_somebody_has_staked_all_a_cheap_pot_is_decided():
    deal = played(f"{ALL_CHEAP}, cheap 3, cheap 5, cheap 1-2", start=with_chips({4: 20}, variant="doubles"))
    assert deal.stage == "show"


def test_who_staked_the_last_chips_still_plays_for_the_cheap_pot():
    start = with_chips({4: 0}, variant="doubles")
    start = start._replace(carried=Carried(400, (3, 4), cheap=True, ante=True), dealer=3)
    deal = played("deal, open 3", start=start)
    assert (deal.seats, deal.middle.of(4), deal.middle.of(3)) == ((3, 4), 0, 410)
    deal = said(deal, "swap 4 0, swap 3 0, show 4 AS AH AC AD 6C, show 3 KS KH 5C 5D 7D")
    assert dict(deal.ended.won) == {4: 410, 3: 410}


def test_a_dealer_with_chips_adds_at_most_what_they_have_to_a_cheap_pot():
    start = with_chips({3: 4}, variant="doubles")
    start = start._replace(carried=Carried(400, (3, 4), cheap=True, ante=True), dealer=3)
    deal = played("deal", start=start)
    assert (deal.in_play, deal.evening.purses[3]) == (404, 0)


def test_nobody_doubles_where_none_can_answer():
    start = with_chips({3: 10}, variant="doubles", players=3)
    deal = played("deal, wait 2, open 3, wait 1", start=start)
    assert offered(deal) == {1: ("see 1", "fold 1", "double 1")}
    deal = said(deal, "fold 1")
    assert offered(deal) == {2: ("see 2", "fold 2")}
    assert next_deal(said(deal, "fold 2")).seats == (1, 2, 3)


def test_where_the_dealer_staked_all_chips_the_other_may_still_open_in_the_dark():
    deal = played("deal", start=with_chips({1: 10}, variant="doubles", players=2))
    assert offered(deal) == {2: ("open 2", "wait 2")}
