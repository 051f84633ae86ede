"""Jackpots: what calls for one, what opens it, and that the opener proves it (HS p. 71)."""

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

OPENED = "deal, wait 2, open 3, see 4, fold 5, fold 1, fold 2"


def jackpot(place: int = 0, **options: object) -> Evening:
    """An evening whose next deal is a jackpot."""
    return evening(**options)._replace(carried=Carried(jackpot=place))


# --- what calls for one


def test_a_jackpot_follows_when_all_have_dealt():
    deal = rules.begun(evening(jackpot="after_round"))
    for dealer in (1, 2, 3, 4, 5):
        assert (deal.evening.dealer, deal.opens_with) == (dealer, None)
        deal = said(deal, "deal")
        while deal.waiting:
            deal = said(deal, f"fold {deal.waiting[0]}")
        deal = next_deal(deal)
    assert (deal.evening.dealer, deal.opens_with) == (1, "J")


THREE = "show 2 AS AH AC 4C 7D, show 3 KS KH 3D 4D 8D"
PAIR = "show 2 AS AH 3C 4C 7D, show 3 KS KH 3D 4D 8D"
SHOWDOWN = "deal, see 2-3, fold 4-5, fold 1, swap 2-3 0, see 2-3"


@pytest.mark.parametrize(
    ("setting", "shown", "calls"),
    [
        ("after_showdown_trips", THREE, True),
        ("both", THREE, True),
        ("after_showdown_trips", PAIR, False),
        ("after_round", THREE, False),
        ("off", THREE, False),
    ],
)
def test_three_alike_at_a_showdown_call_for_a_jackpot(setting: str, shown: str, calls: bool):
    deal = played(f"{SHOWDOWN}, {shown}", jackpot=setting)
    assert (next_deal(deal).opens_with == "J") is calls


def test_a_hand_that_nobody_compares_calls_for_none():
    deal = played("deal, fold 2-5", jackpot="after_showdown_trips")
    assert next_deal(deal).opens_with is None


def test_doubles_and_stud_have_no_jackpot():
    deal = played("deal, wait 2-5, wait 1", jackpot="both", variant="five-stud", players=5)
    assert deal.evening.carried is None
    assert rules.following(deal).carried.jackpot is None


# --- opening


def test_all_stake_the_same_and_one_opens():
    deal = played("deal", start=jackpot())
    assert set(paid(deal).values()) == {-20}
    assert offered(deal) == {2: ("open 2", "wait 2")}
    assert refused(deal, "see 2") == "a jackpot is opened with a pair of J or more"
    deal = said(deal, "wait 2, open 3")
    assert deal.waiting == (4, 5, 1, 2)
    assert deal.due_of(2) == 20


def test_the_opener_speaks_first_after_the_exchange():
    deal = played(f"{OPENED}, swap 3 3, swap 4 1", start=jackpot())
    assert offered(deal) == {3: ("fold 3", "raise 3 AMOUNT", "see 3")}


def test_a_jackpot_that_nobody_opens_grows_and_wants_more():
    """QQ, KK, AA, KK, QQ, JJ, then anything; all stake again, and the next player deals."""
    deal, wanted, waits = rules.begun(jackpot()), [], "wait {}"
    for _ in range(10):
        wanted.append(deal.opens_with)
        deal = said(deal, "deal")
        while deal.waiting:
            deal = said(deal, waits.format(deal.waiting[0]))
        assert (deal.ended.how, deal.faults) == ("unopened", ())
        deal = next_deal(deal)
    assert wanted == ["J", "Q", "K", "A", "K", "Q", "J", "", "", ""]
    assert (deal.in_play, deal.evening.dealer) == (10 * 5 * 20, 1)


def test_the_seventh_time_anything_opens():
    deal = played("deal, open 2, see 3, fold 4-5, fold 1", start=jackpot(7))
    assert (
        rules.due(played("deal", start=jackpot(7)))[0].why.key
        == "anybody may open in turn; otherwise one waits"
    )
    deal = said(deal, "swap 2 0, swap 3 0, see 2-3, show 2 9S 8H 7C 4C 2D, show 3 TS 8S 7D 5C 2C")
    assert (deal.ended.how, deal.faults) == ("showdown", ())


# --- the opener's proof


def test_a_known_hand_that_does_not_open_is_not_offered_it_and_nobody_else_sees_that():
    deal = played("hand 2 TC TD 9S 8H 7C, hand 3 JC JD 9C 8D 7H, deal", start=jackpot(five_kind=True))
    assert offered(deal) == {2: ("wait 2",)}
    assert rules.due(deal)[0].private
    deal = said(deal, "wait 2")
    assert offered(deal) == {3: ("open 3", "wait 3")}
    deal = said(deal, "open 3, fold 4-5, fold 1-2")
    assert (deal.ended.how, deal.faults) == ("folded", ())


def test_the_opener_shows_the_opening_before_taking_the_pot():
    deal = played(f"{OPENED}, swap 3 3, swap 4 1, see 3, raise 4 1.00, raise 3 1.00, fold 4", start=jackpot())
    assert offered(deal) == {3: ("show 3 CARDS",)}
    assert said(deal, "show 3 JC JD 9C 8D 7H").ended.how == "folded"


def test_who_wins_without_having_opened_shows_nothing():
    deal = played(f"{OPENED}, swap 3 3, swap 4 1, raise 3 1.00, raise 4 1.00, fold 3", start=jackpot())
    assert dict(deal.ended.won) == {4: 100 + 40 + 300}


def test_where_the_house_does_not_ask_for_it_nothing_is_shown():
    start = jackpot(opener_must_show=False)
    assert played(f"{OPENED}, swap 3 3, swap 4 1, raise 3 1.00, fold 4", start=start).ended.how == "folded"


def test_an_opening_that_is_not_proven_leaves_the_pot_for_the_next_deal():
    """The book is silent: the same pair opens the next jackpot."""
    deal = played(f"{OPENED}, swap 3 0, swap 4 1, raise 3 1.00, fold 4", start=jackpot(2))
    deal = said(deal, "show 3 QC QD 9C 8D 7H")
    assert [(fault.kind, fault.seat) for fault in deal.faults] == [("wrong-announcement", 3)]
    assert str(deal.faults[0].because) == (
        "seat 3 opened this jackpot without a pair of K or more: the hand does not count"
    )
    assert (deal.ended.how, deal.in_play) == ("unproven", 240)
    assert rules.outcome(deal).lines[-1][1]["pot"] == "2.40"
    assert (next_deal(deal).opens_with, next_deal(deal).in_play) == ("K", 240)


def test_at_the_showdown_the_hand_of_a_false_opener_does_not_count():
    deal = played(f"{OPENED}, swap 3 0, swap 4 1, see 3-4", start=jackpot())
    deal = said(deal, "show 3 TC TD 9C 8D 7H, show 4 AC KD 9S 8S 6H")
    assert [fault.kind for fault in deal.faults] == ["wrong-announcement"]
    assert rules.outcome(deal).result["winner"] == "4"
    assert rules.outcome(deal).result["cards"] == {"4": ["AC", "KD", "9S", "8S", "6H"]}


@pytest.mark.parametrize(
    ("swap", "shown", "proven"),
    [
        (0, "JC JD 9C 8D 7H", True),
        (3, "JC JD 9C 8D 7H", True),  # they may have been kept
        (3, "TC TD 9C 8D 7H", False),
        (3, "AC KD 9C 8D 7H JC JD 6S", True),  # the pair was split, and the cards given away are shown
        (3, "AC KD 9C 8D 7H TC TD 6S", False),
        (4, "JC JD 9C 8D 7H", False),  # one card alone proves nothing
        (5, "AC KD 9C 8D 7H", False),
        (5, "AC KD 9C 8D 7H JC JD 6S 5S 4S", True),
        (1, "TC TD 9C 9D 7H", True),  # two pairs
        (2, "TC TD TH 9D 7H", True),  # three alike
    ],
)
def test_the_cards_that_were_kept_and_given_away_prove_the_opening(swap: int, shown: str, proven: bool):
    deal = played(f"{OPENED}, swap 3 {swap}, swap 4 1, raise 3 1.00, fold 4", start=jackpot())
    assert said(deal, f"show 3 {shown}").ended.how == ("folded" if proven else "unproven")


def test_a_jackpot_that_was_won_begins_a_new_round():
    start = jackpot(jackpot="after_round")
    deal = played(f"{OPENED}, swap 3 3, swap 4 1, raise 3 1.00, raise 4 1.00, fold 3", start=start)
    carried = rules.following(deal).carried
    assert (carried.left, carried.dealt, carried.jackpot) == (0, 0, None)


def test_a_player_without_chips_plays_for_the_jackpot_that_they_staked_for():
    start = jackpot()._replace(carried=Carried(left=100, seats=(1, 2, 3, 4, 5), jackpot=1))
    start = start._replace(bought={4: 20}, purses={**start.purses, 4: 0})
    deal = played("deal, wait 2, wait 3, open 5, fold 1-3", start=start)
    assert deal.middle.of(4) == 0
    deal = said(deal, "swap 4 0, swap 5 0, show 4 AC AD 9C 8D 7H, show 5 QC QD 9S 8S 6H")
    assert dict(deal.ended.won) == {4: 100, 5: 4 * 20 + 20}


def test_who_has_nothing_to_open_with_is_not_asked_unless_nobody_has():
    start = jackpot()
    start = start._replace(bought={2: 20, 3: 20}, purses={**start.purses, 2: 20, 3: 20})
    assert [*offered(played("deal", start=start))] == [4]
    all_in = start._replace(bought=dict.fromkeys(start.seats, 20), purses=dict.fromkeys(start.seats, 20))
    assert [*offered(played("deal", start=all_in))] == [2]


def test_who_staked_the_last_chips_for_a_jackpot_is_dealt_in_when_it_goes_on():
    start = jackpot()
    start = start._replace(bought={4: 20}, purses={**start.purses, 4: 20})
    deal = next_deal(played("deal, wait 2, wait 3, wait 5, wait 1", start=start))
    assert (deal.evening.purses[4], deal.seats) == (0, (1, 2, 3, 4, 5))
