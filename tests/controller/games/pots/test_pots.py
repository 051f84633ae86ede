"""Stakes in common: nothing is made and nothing lost, and nobody wins from another more than they paid."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sabot.games.pots.pot import Pot, Stakes, divided, side_pots, won

PAID = st.dictionaries(st.integers(1, 8), st.integers(0, 1000), min_size=1)


@given(PAID, st.integers(0, 500), st.data())
def test_side_pots_hold_all_that_lies_in_the_middle(paid: dict[int, int], left: int, data: st.DataObject):
    standing = data.draw(st.lists(st.sampled_from(sorted(paid)), min_size=1, unique=True))
    stakes = Stakes(left, tuple(paid.items()))
    pots = side_pots(stakes, standing)
    assert sum(pot.amount for pot in pots) == stakes.total
    assert all(pot.seats and set(pot.seats) <= set(standing) for pot in pots)


@given(PAID, st.data())
def test_a_seat_wins_from_each_other_no_more_than_it_paid(paid: dict[int, int], data: st.DataObject):
    """With the best hand of all it wins from each what it has paid itself, or all that this one has paid."""
    winner = data.draw(st.sampled_from(sorted(paid)))
    stakes = Stakes(0, tuple(paid.items()))
    order = sorted(paid, key=lambda seat: (seat <= winner, seat))
    shares = won(side_pots(stakes, order), {seat: seat == winner for seat in paid}, order)
    assert shares[winner] == sum(min(amount, paid[winner]) for amount in paid.values())
    assert sum(shares.values()) == stakes.total


@given(PAID, st.integers(0, 500), st.data())
def test_what_is_won_is_what_was_paid(paid: dict[int, int], left: int, data: st.DataObject):
    seats = sorted(paid)
    standing = data.draw(st.lists(st.sampled_from(seats), min_size=1, unique=True))
    hands = {seat: data.draw(st.integers(0, 3)) for seat in standing}
    stakes = Stakes(left, tuple(paid.items()))
    assert sum(won(side_pots(stakes, standing), hands, seats).values()) == stakes.total


@given(
    st.integers(0, 10_000), st.lists(st.integers(1, 9), min_size=1, unique=True), st.sampled_from([1, 5, 10])
)
def test_a_divided_pot_makes_and_loses_nothing(amount: int, seats: list[int], counter: int):
    shares = divided(amount, seats, counter=counter)
    assert sum(shares.values()) == amount
    assert sorted(shares.values(), reverse=True) == list(shares.values())
    assert max(shares.values()) - min(shares.values()) < 2 * counter


@pytest.mark.parametrize(
    ("amount", "counter", "shares"),
    [
        (100, 1, [34, 33, 33]),
        (101, 1, [34, 34, 33]),
        (100, 10, [40, 30, 30]),
        (105, 10, [45, 30, 30]),
        (90, 10, [30, 30, 30]),
        (2, 1, [1, 1, 0]),
    ],
)
def test_odd_counters_go_one_each_to_the_first_from_the_dealers_left(
    amount: int, counter: int, shares: list[int]
):
    assert list(divided(amount, [3, 1, 2], counter=counter).values()) == shares


def test_three_limited_stakes_make_a_main_pot_and_two_side_pots():
    stakes = Stakes(5, ((1, 10), (2, 30), (3, 50), (4, 50)))
    assert side_pots(stakes, [1, 2, 3, 4]) == (
        Pot(45, (1, 2, 3, 4)),
        Pot(60, (2, 3, 4)),
        Pot(40, (3, 4)),
    )


def test_the_stake_of_a_folded_seat_lies_in_the_pots_and_wins_none():
    stakes = Stakes(0, ((1, 10), (2, 25), (3, 30)))
    assert side_pots(stakes, [1, 3]) == (Pot(30, (1, 3)), Pot(35, (3,)))
    assert side_pots(stakes, [1]) == (Pot(65, (1,)),)


def test_what_two_seats_share_is_less_than_what_another_wins_of_a_side_pot():
    stakes = Stakes(0, ((1, 10), (2, 40), (3, 40)))
    pots = side_pots(stakes, [1, 2, 3])
    assert won(pots, {1: 9, 2: 5, 3: 5}, [2, 3, 1]) == {1: 30, 2: 30, 3: 30}


def test_a_pot_is_not_won_where_no_hand_of_it_counts():
    assert won([Pot(10, (1, 2)), Pot(6, (2,))], {1: 1}, [1, 2]) == {1: 10, 2: 0}


def test_a_seat_pays_more_than_once():
    stakes = Stakes(7).with_paid(2, 20).with_paid(4, 5).with_paid(2, 30)
    assert (stakes.total, stakes.of(2), stakes.of(4), stakes.of(3)) == (62, 50, 5, 0)
