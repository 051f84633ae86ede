"""Doubles in the dark and in the light, and cheap pots (HS p. 72-74)."""

from __future__ import annotations

import pytest

from sabot.games.evening.evening import Evening
from sabot.games.poker import rules
from sabot.games.poker.deal import Carried
from tests.controller.games.poker.evenings import (
    evening,
    next_deal,
    offered,
    paid,
    played,
    refused,
    said,
)

DARK = "deal, open 2, double 3, wait 4-5, wait 1"
LIGHT = f"{DARK}, see 4-5, see 1, double 2, see 3-5, see 1"
SWAPPED = f"{LIGHT}, swap 2-5 0, swap 1 0"


def doubles(text: str, **options: object):
    return played(text, variant="doubles", **options)


def cheap_pot(left: int, *, sliced: bool = False, ante: bool = False, **options: object) -> Evening:
    """An evening whose next deal is for this cheap pot, to which all have staked."""
    carried = Carried(left, (1, 2, 3, 4, 5), cheap=True, sliced=sliced, ante=ante)
    return evening(variant="doubles", **options)._replace(carried=carried)


# --- the dark and the light


def test_po_dark_16_two_doubles_in_the_dark_and_two_in_the_light():
    """po-dark-16 (HS p. 72): sixteen units for each."""
    deal = doubles("deal, open 2, double 3-4, wait 5, wait 1", minimum=100)
    assert (deal.stage, deal.level) == ("light", 400)
    deal = said(deal, "double 5, double 1, see 2-5")
    assert (deal.level, deal.middle.total) == (1600, 5 * 1600)
    assert deal.stage == "swap"


def test_po_dark_ex_all_cheap_makes_2_00_into_12_00():
    """po-dark-ex (HS p. 74): 0.40 each and 2.00 in the pot; all stake 2.00 more, and the same dealer
    deals."""
    deal = doubles(SWAPPED)
    assert (deal.level, deal.middle.total) == (40, 200)
    deal = said(deal, "cheap 2-5, cheap 1")
    assert deal.ended.how == "cheap"
    assert set(paid(deal).values()) == {-240}
    again = next_deal(deal)
    assert (again.in_play, again.evening.dealer) == (1200, 1)
    ((name, sheet),) = rules.outcome(deal).lines
    assert (name, sheet["pot"], sheet["purses"]["2"]) == ("score", "12.00", "-2.40")
    assert [keys["pot"] for name, keys in deal.lines if name == "stake"][-5:] == [
        *("4.00", "6.00", "8.00", "10.00", "12.00")
    ]


def test_the_dealers_unit_counts_for_their_stake():
    deal = doubles("deal, open 2, wait 3-5, wait 1")
    assert paid(deal) == {1: -10, 2: -10}
    assert deal.due_of(1) == 0


def test_before_anybody_looks_only_the_later_ones_double_and_twice_at_most():
    deal = doubles("deal, wait 2, open 3, double 4, double 5")
    assert offered(deal) == {1: ("wait 1",)}
    assert refused(deal, "double 1") == "before anybody looks one may open, and two may double after that"
    assert said(deal, "wait 1").waiting == (1, 2, 3, 4)


def test_a_pot_that_nobody_opens_stays():
    """The book is silent; the next dealer adds a unit."""
    deal = doubles("deal, wait 2-5, wait 1")
    assert (deal.ended.how, deal.in_play, next_deal(deal).evening.dealer) == ("waited", 10, 2)
    after = said(next_deal(deal), "deal, open 3, wait 4-5, wait 1, wait 2, fold 4-5, fold 1-2")
    assert dict(after.ended.won) == {3: 30}


def test_a_double_in_the_light_asks_all_others_once_more():
    deal = doubles(f"{DARK}, see 4, double 5")
    assert deal.waiting == (1, 2, 3, 4)
    assert offered(said(deal, "double 1"))[2] == ("see 2", "fold 2")


def test_if_all_others_fold_the_last_one_takes_the_pot():
    deal = doubles(f"{DARK}, fold 4-5, fold 1-2")
    assert (deal.ended.how, dict(deal.ended.won)) == ("folded", {3: 40})


# --- after the exchange


def test_the_last_who_doubled_speaks_first():
    assert offered(doubles(SWAPPED)) == {2: ("fold 2", "cheap 2", "double 2")}
    deal = doubles(f"{DARK}, see 4-5, see 1-2, swap 2-5 0, swap 1 0")
    assert offered(deal) == {3: ("fold 3", "cheap 3", "double 3")}


def test_after_a_double_nobody_says_cheap_but_all_may_see_double_or_fold():
    deal = doubles(f"{SWAPPED}, cheap 2, double 3")
    assert (deal.level, deal.waiting) == (80, (4, 5, 1, 2))
    assert (
        refused(deal, "cheap 4")
        == "the stake of each, 0.80, is doubled, seen or left; cheap while nobody has"
    )
    deal = said(deal, "double 4, see 5, fold 1")
    assert offered(deal) == {2: ("fold 2", "see 2", "double 2")}
    assert deal.due_of(2) == 120


def test_one_who_folds_leaves_the_others_their_cheap():
    deal = doubles(f"{SWAPPED}, cheap 2, fold 3, cheap 4-5, cheap 1")
    assert (deal.ended.how, rules.following(deal).carried.seats) == ("cheap", (1, 2, 4, 5))
    assert next_deal(deal).seats == (1, 2, 4, 5)
    assert next_deal(deal).in_play == 200 + 4 * 200


def test_a_seen_double_is_decided_by_the_hands():
    deal = doubles(f"{SWAPPED}, double 2, see 3, fold 4-5, fold 1")
    deal = said(deal, "show 2 AS AH 3C 4C 7D, show 3 KS KH 3D 4D 8D")
    assert dict(deal.ended.won) == {2: 280, 3: 0}


# --- cheap pots


def test_in_a_cheap_pot_all_may_wait_and_the_next_dealer_adds_a_unit():
    deal = played("deal, wait 2-5, wait 1", start=cheap_pot(400))
    assert (deal.ended.how, deal.in_play) == ("waited", 400)
    again = next_deal(deal)
    assert (again.evening.dealer, again.carried.ante) == (2, True)
    again = said(again, "deal")
    assert (again.in_play, paid(again)) == (410, {2: -10})


def test_who_has_no_stake_in_a_cheap_pot_does_not_deal_for_it_and_adds_nothing():
    start = cheap_pot(400)
    start = start._replace(carried=start.carried._replace(seats=(1, 3, 4)))
    again = next_deal(played("deal, wait 3-4, wait 1", start=start))
    assert (again.evening.dealer, again.seats) == (3, (1, 3, 4))
    other = rules.begun(again.evening._replace(dealer=2))
    assert paid(said(other, "deal")) == {}


def test_opening_a_cheap_pot_costs_what_lies_in_it():
    deal = played("deal, wait 2", start=cheap_pot(400))
    assert rules.due(deal)[0].why.values == (("price", "4.00"),)
    deal = said(deal, "open 3, see 4, fold 5, fold 1, fold 2")
    assert (deal.middle.of(3), deal.middle.of(4), deal.stage) == (400, 400, "swap")
    deal = said(deal, "swap 3 0, swap 4 0, cheap 3-4, show 3 AS AH 3C 4C 7D, show 4 KS KH 3D 4D 8D")
    assert dict(deal.ended.won) == {3: 1200, 4: 0}
    assert rules.following(deal).carried.cheap is False


def test_the_example_of_the_slices():
    """HS p. 74: C opens 2.50 and adds 0.50; D and A stake 3.00 each; C wins 3 and 3 and 2.50."""
    deal = played("deal, wait 2, open 3, see 4, fold 5, see 1, fold 2", start=cheap_pot(1200))
    assert deal.middle.of(3) == deal.middle.of(4) == 250
    deal = said(deal, "swap 3 0, swap 4 0, swap 1 0")
    assert offered(deal) == {3: ("fold 3", "cheap 3", "double 3", "raise 3 AMOUNT")}
    assert refused(deal, "raise 3 0.40") == "the sum is from 0.50 to 0.50"
    deal = said(deal, "raise 3 0.50")
    assert offered(deal) == {4: ("fold 4", "see 4", "double 4")}
    deal = said(deal, "see 4, see 1")
    shown = "show 3 AS AH 3C 4C 7D, show 4 KS KH 3D 4D 8D, show 1 QS QH 3H 4H 9D"
    deal = said(deal, shown)
    assert paid(deal) == {1: -300, 3: 300 + 300 + 250, 4: -300}
    assert (deal.in_play, next_deal(deal).contested) == (950, 250)


def test_only_the_opener_adds_the_small_raise_and_a_double_is_5_00():
    deal = played(
        "deal, wait 2, open 3, see 4, fold 5, see 1, fold 2, swap 3 0, swap 4 0, swap 1 0, cheap 3",
        start=cheap_pot(1200),
    )
    assert offered(deal) == {4: ("fold 4", "cheap 4", "double 4")}
    assert said(deal, "double 4").middle.of(4) == 500
    assert offered(said(deal, "double 4, fold 1"))[3] == ("fold 3", "see 3", "double 3")


def test_slices_go_on_until_the_pot_is_gone():
    deal = played("deal, open 2, fold 3-5, fold 1", start=cheap_pot(600))
    assert paid(deal) == {2: 250}
    deal = next_deal(deal)
    assert (deal.in_play, deal.contested) == (350, 250)
    deal = next_deal(said(deal, "deal, wait 3, open 4, fold 5, fold 1-3"))
    assert (deal.in_play, deal.contested, deal.evening.dealer) == (100, 100, 3)
    deal = said(deal, "deal, wait 4-5, open 1, fold 2-5")
    assert (deal.in_play, rules.following(deal).carried.cheap) == (0, False)


@pytest.mark.parametrize("options", [{"slice_over": 0}, {"slice": 0}, {"slice_over": 1200}])
def test_a_house_may_play_for_the_whole_of_a_large_pot(options: dict[str, int]):
    assert rules.begun(cheap_pot(1200, **options)).contested == 1200


def test_a_house_may_do_without_the_small_raise():
    start = cheap_pot(400, small_raise=0)
    deal = played("deal, open 2, see 3, fold 4-5, fold 1, swap 2-3 0", start=start)
    assert offered(deal) == {2: ("fold 2", "cheap 2", "double 2")}


def test_where_but_one_is_left_of_those_who_staked_all_play_for_the_pot():
    start = cheap_pot(400)
    assert rules.begun(start._replace(carried=start.carried._replace(seats=(2, 9)))).seats == (1, 2, 3, 4, 5)
