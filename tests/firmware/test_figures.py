"""What `make soak` counts of the boards: shards added up, and which findings let it pass."""

from __future__ import annotations

from collections import Counter

import pytest

from sabot.core.cards import card_named
from sabot.core.observations import CardSeen, CutCardSeen
from tests.firmware.figures import Frames, Pulls, Spins, Swipes, counted
from tools.soak_boards import passed, shards, together

GOOD = {
    "swipes": Swipes(2000, 1998, (), Counter({"the check digit was wrong": 2}), 900)._asdict(),
    "beyond": Swipes(2000, 900, (), Counter({"no start of a code was found": 1100}), 900)._asdict(),
    "pulls": Pulls(1000, 2000, 0, 0)._asdict(),
    "spins": Spins(1000, 999, 0, 1)._asdict(),
    "frames": Frames(1000, 0, 0.0, 0)._asdict(),
}


def test_shards_cover_the_whole_and_no_two_have_the_same_seed():
    parts = list(shards(1250, 500))
    assert [count for count, _ in parts] == [500, 500, 250]
    assert len({seed for _, seed in parts}) == 3


def test_shards_add_up_and_the_deepest_stack_counts():
    one = Swipes(10, 9, (), Counter({"why": 1}), 900)._asdict()
    other = Swipes(10, 9, (("8C", "9C"),), Counter(), 950)._asdict()
    assert together([one, other]) == Swipes(20, 18, (("8C", "9C"),), Counter({"why": 1}), 950)._asdict()


def test_a_swipe_is_read_or_wrong_or_unread_for_a_reason():
    eight = card_named("8C")
    pairs = [("8C", CardSeen(eight)), ("9C", CardSeen(eight)), ("9C", CardSeen(None, note="dirt"))]
    found = counted([*pairs, ("CUT", CutCardSeen())], 900)
    assert found == Swipes(4, 2, (("9C", "8C"),), Counter({"dirt": 1}), 900)


def test_what_is_as_it_must_be_passes():
    assert passed(GOOD)
    assert passed({})


@pytest.mark.parametrize(
    ("figure", "wrong"),
    [
        ("swipes", {"wrong": (("8C", "9C"),)}),
        ("swipes", {"unread": Counter({"why": 3})}),
        ("beyond", {"wrong": (("8C", "9C"),)}),
        ("pulls", {"lost": 1}),
        ("pulls", {"amiss": 1}),
        ("spins", {"wrong": 1}),
        ("spins", {"unsure": 2}),
        ("frames", {"taken": 1}),
        ("frames", {"disputed": 1}),
    ],
)
def test_one_thing_wrong_is_enough_to_fail(figure, wrong):
    assert not passed(GOOD | {figure: GOOD[figure] | wrong})
