"""Cards in the nose of the sabot (vision/sabot_vision/tracking/nose.py): a camera whose cards leave the
picture to the right.

A card is 60 pixels wide; the picture shows 0 to 300.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sabot_vision.tracking.holding import Held
from sabot_vision.tracking.nose import EMPTY_READINGS, Nose
from sabot_vision.tracking.track import Report, Sighting

OUT = (40, 110, 180, 250)
"""Where a card is seen while it is drawn, a reading each."""


class Mouth:
    """Readings one after another, and the cards dealt by them: each track once, under its last name."""

    def __init__(self) -> None:
        self.nose, self.t_s = Nose(), 0.0
        self.told: list[Report] = []

    def read(self, name: str | None, *xs: float) -> None:
        for x in xs:
            self._read([Sighting(name, x, 100.0, 60.0, confidence=0.9)])

    def empty(self, times: int = EMPTY_READINGS + 1) -> None:
        for _ in range(times):
            self._read([])

    def drawn(self, name: str | None, xs: Iterable[float] = OUT) -> None:
        self.read(name, *xs)
        self.empty()

    def _read(self, seen: list[Sighting]) -> None:
        self.t_s += 1 / 15
        self.told += self.nose.read(seen, self.t_s)

    @property
    def dealt(self) -> list[str | None]:
        by_track = {each.track: each.card for each in self.told if not each.gone}
        return list(by_track.values())


def test_each_card_that_is_drawn_is_dealt_while_it_passes():
    mouth = Mouth()
    mouth.read("8C", *OUT[:2])
    assert mouth.dealt == ["8C"]
    mouth.read("8C", *OUT[2:])
    mouth.empty()
    mouth.drawn("KD")
    assert (mouth.dealt, sum(each.gone for each in mouth.told)) == (["8C", "KD"], 2)


def test_the_same_name_twice_in_a_row_is_two_cards():
    mouth = Mouth()
    for _ in range(3):
        mouth.drawn("8C")
    assert mouth.dealt == ["8C"] * 3


def test_the_next_card_of_the_same_name_may_follow_without_a_gap():
    mouth = Mouth()
    mouth.read("8C", *OUT, *OUT, *OUT)
    assert mouth.dealt == ["8C"] * 3


@pytest.mark.parametrize("rests", [1, 200])
def test_a_card_that_sticks_goes_back_and_comes_out_again_is_one(rests: int):
    mouth = Mouth()
    mouth.read("8C", 40, 110, *[110] * rests, 60, 20)
    mouth.empty()
    mouth.drawn("8C")
    mouth.drawn("8C")
    assert mouth.dealt == ["8C", "8C"]


def test_a_card_that_is_pushed_in_again_from_outside_is_the_one_that_left():
    mouth = Mouth()
    mouth.drawn("8C")
    mouth.drawn("8C", [250, 180, 110, 40])
    mouth.drawn("8C")
    mouth.drawn("KD")
    assert mouth.dealt == ["8C", "KD"]


@pytest.mark.parametrize("name", ["8C", None])
def test_the_first_card_of_a_new_sabot_is_none_that_slipped_back_in_the_one_before(name: str | None):
    mouth = Mouth()
    mouth.nose.hold(Held(Counter(), coup=40))
    mouth.read("8C", 40, 60, 80, 60, 40, 20)
    mouth.empty()
    mouth.nose.hold(Held(Counter(), coup=41))
    mouth.nose.hold(Held(Counter(), coup=1))
    mouth.drawn(name, [40, *[60] * 30, 110, 180, 250])
    assert mouth.dealt == ["8C", name]


def test_the_next_card_of_the_same_name_may_jerk_back_before_it_is_drawn():
    mouth = Mouth()
    mouth.drawn("8C")
    mouth.drawn("8C", [50, 40, 40, *OUT[1:]])
    assert mouth.dealt == ["8C", "8C"]


def test_a_card_that_was_dealt_unread_and_slipped_back_is_told_by_its_name_when_it_is_read():
    mouth = Mouth()
    mouth.read(None, 40, *[60] * 30, 40, 20)
    mouth.empty()
    mouth.drawn("8C")
    assert [(each.track, each.card) for each in mouth.told if not each.gone] == [(1, None), (1, "8C")]


def test_a_card_that_passes_in_one_reading_is_dealt_by_it_and_an_unread_one_as_such():
    mouth = Mouth()
    mouth.drawn("8C", [150])
    mouth.drawn(None, [60, 160])
    assert mouth.dealt == ["8C", None]


def test_a_card_that_only_showed_itself_and_went_back_unread_is_dealt_when_it_comes():
    mouth = Mouth()
    mouth.read(None, 60, 20)
    mouth.empty()
    assert mouth.dealt == []
    mouth.drawn("8C")
    assert mouth.dealt == ["8C"]


def test_a_misreading_on_the_way_changes_nothing_and_two_names_at_once_are_none():
    mouth = Mouth()
    for name, x in (("8C", 40), ("8C", 90), ("9C", 140), ("8C", 190), ("8C", 240)):
        mouth.read(name, x)
    mouth.empty()
    mouth.read("KD", 40)
    mouth.read("QD", 110)
    mouth.empty()
    assert mouth.dealt == ["8C", None]


def test_a_card_that_rests_is_settled_and_one_that_is_not_read_is_told_as_such():
    mouth = Mouth()
    mouth.read(None, *[100] * 30)
    assert (mouth.dealt, mouth.nose.settled) == ([None], True)
    mouth.read("8C", *[100] * 3)
    assert mouth.dealt == ["8C"]


@settings(max_examples=60, derandomize=True, deadline=None)
@given(st.lists(st.sampled_from(["8C", "KD"]), min_size=1, max_size=12), st.integers(0, 2**32))
def test_as_many_cards_are_dealt_as_leave_the_sabot(names: list[str], seed: int):
    """Before a card is drawn it may come out some way, rest there, and go back; it may be pushed in again."""
    rng, mouth = random.Random(seed), Mouth()
    for name in names:
        for _ in range(rng.randrange(3)):
            far = rng.uniform(80, 200)
            mouth.read(name, 30, far, *[far] * rng.randrange(9), far - 40, far - 75)
            mouth.empty(rng.randrange(EMPTY_READINGS, 20))
        mouth.read(name, *sorted(rng.uniform(10, 290) for _ in range(rng.randrange(2, 7))))
        mouth.empty(rng.randrange(EMPTY_READINGS, 20))
    assert mouth.dealt == names
