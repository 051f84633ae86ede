"""Cards in time (vision/tracking.py): each piece of pasteboard is told once, whatever hides or shakes it.

Lengths are pixels of a camera in which a card is 90 wide; a reading comes every tenth of a second.
"""

from __future__ import annotations

import random
from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from vision.tracking import GONE_S, UNSURE_S, Report, Sighting, Tracks

WIDTH = 90.0
STEP_S = 0.1


def at(card: str | None, x: float, y: float = 300.0, place: str = "punto") -> Sighting:
    return Sighting(card, x, y, WIDTH, place, 0.99)


class Cloth:
    """Readings one after another, and what was told of them."""

    def __init__(self) -> None:
        self.tracks, self.t_s = Tracks(), 0.0
        self.told: list[Report] = []

    def read(self, *seen: Sighting, times: int = 1, moved: bool = False) -> list[Report]:
        fresh: list[Report] = []
        for _ in range(times):
            if moved:
                self.tracks.moved()
            self.t_s += STEP_S
            fresh += self.tracks.read(seen, self.t_s)
        self.told += fresh
        return fresh

    def lying(self) -> list[tuple[str | None, str]]:
        """What somebody who only hears the reports believes to lie there."""
        believed: dict[int, tuple[str | None, str]] = {}
        for each in self.told:
            if each.gone:
                del believed[each.track]
            else:
                believed[each.track] = (each.card, each.place)
        return sorted(believed.values(), key=str)


def names(reports: list[Report]) -> list[str | None]:
    return [each.card for each in reports]


def test_a_card_is_told_once_within_three_tenths_of_a_second():
    cloth = Cloth()
    assert names(cloth.read(at("8C", 100), times=3)) == ["8C"]
    assert cloth.read(at("8C", 101), times=50) == []


def test_a_card_that_still_slides_is_not_told_before_it_rests():
    cloth = Cloth()
    for x in range(100, 400, 30):
        assert cloth.read(at("8C", x), moved=True) == []
    (told,) = cloth.read(at("8C", 400), times=3)
    assert (told.card, told.sighting.x) == ("8C", 400)


def test_a_reading_that_is_wrong_now_and_then_changes_nothing():
    cloth = Cloth()
    for name in ("8C", "8S", "8C", "8C", "8C", "9C", "8C", "8S", "8C"):
        cloth.read(at(name, 100))
    assert names(cloth.told) == ["8C"]


def test_a_name_that_was_wrong_at_first_is_corrected_under_the_same_track():
    cloth = Cloth()
    cloth.read(at("8S", 100), times=2)
    cloth.read(at("8C", 100), times=6)
    assert names(cloth.told) == ["8S", "8C"]
    assert len({each.track for each in cloth.told}) == 1


def test_both_corners_of_one_card_are_one_card():
    cloth = Cloth()
    cloth.read(at("8C", 100), at("8C", 108), at(None, 104), times=5)
    assert names(cloth.told) == ["8C"]


def test_two_equal_cards_of_a_sixain_that_overlap_are_two():
    cloth = Cloth()
    cloth.read(at("8C", 100), at("8C", 140), times=5)
    assert names(cloth.told) == ["8C", "8C"]
    assert [each.order for each in cloth.told] == [0, 1]


def test_a_hand_that_rests_on_the_cards_for_two_seconds_takes_none_away():
    cloth = Cloth()
    cloth.read(at("8C", 100), at("KD", 300), times=3)
    cloth.read(times=20, moved=True)
    cloth.read(at("8C", 101), at("KD", 300), times=5, moved=True)
    assert names(cloth.told) == ["8C", "KD"]


def test_a_card_that_is_taken_is_told_to_be_gone_and_only_then():
    cloth = Cloth()
    cloth.read(at("8C", 100), at("KD", 300), times=3)
    cloth.read(at("KD", 300), times=int(GONE_S / STEP_S))
    assert cloth.lying() == [("8C", "punto"), ("KD", "punto")]
    cloth.read(at("KD", 300), times=2)
    assert cloth.lying() == [("KD", "punto")]


def test_a_card_under_another_is_hidden_and_not_gone():
    cloth = Cloth()
    cloth.read(at("8C", 100), times=3)
    cloth.read(at("KD", 130), times=100, moved=True)
    assert cloth.lying() == [("8C", "punto"), ("KD", "punto")]
    cloth.read(at("8C", 100), times=60, moved=True)
    assert cloth.lying() == [("8C", "punto")]
    assert names(cloth.told) == ["8C", "KD", "KD"]


def test_a_card_that_is_pushed_within_its_place_is_not_told_again_and_into_another_is():
    cloth = Cloth()
    cloth.read(at("8C", 100), times=3)
    cloth.read(at("8C", 260), times=5, moved=True)
    assert len(cloth.told) == 1
    (moved,) = cloth.read(at("8C", 700, place="banco"), times=5, moved=True)
    assert (moved.place, moved.track) == ("banco", cloth.told[0].track)


def test_a_card_that_is_turned_where_it_lies_is_the_same_card():
    cloth = Cloth()
    cloth.read(at("8C", 100), times=3)
    cloth.read(at("8C", 120, 310), times=5, moved=True)
    assert names(cloth.told) == ["8C"]


def test_a_card_that_nobody_can_read_is_told_as_such_and_named_when_it_can():
    cloth = Cloth()
    cloth.read(at(None, 100), times=int(UNSURE_S / STEP_S) + 2)
    assert names(cloth.told) == [None]
    assert names(cloth.read(at("8C", 100), times=3)) == ["8C"]


def test_a_single_reading_that_nothing_bears_out_is_never_told():
    cloth = Cloth()
    cloth.read(at("8C", 100), at("KD", 500), times=1)
    cloth.read(at("8C", 100), times=30)
    assert names(cloth.told) == ["8C"]


def test_a_scene_is_settled_when_nothing_more_can_be_learnt_and_not_before():
    cloth = Cloth()
    cloth.read(at("8C", 100), times=2)
    assert not cloth.tracks.settled
    cloth.read(at("8C", 100), times=2)
    assert cloth.tracks.settled
    cloth.read()
    assert not cloth.tracks.settled


DEALT = st.lists(st.sampled_from(["8C", "KD", "2H", "8C"]), min_size=1, max_size=8)


@settings(max_examples=150, derandomize=True, deadline=None)
@given(DEALT, st.integers(0, 2**32))
def test_whatever_hides_or_misreads_the_cards_as_many_are_told_as_lie_there(cards: list[str], seed: int):
    """Cards are dealt beside each other; one reading in twenty misses a card, one in thirty misnames one.
    Hands hide several for up to two seconds, and every position trembles by a thirtieth of a card."""
    rng, cloth = random.Random(seed), Cloth()
    lying: list[Sighting] = []
    for number, name in enumerate(cards):
        lying.append(at(name, 100 + 60 * number))
        cloth.read(*trembling(lying, rng), moved=True)
        for _ in range(12):
            cloth.read(*trembling(lying, rng))
        hidden = rng.sample(lying, rng.randrange(len(lying)))
        for _ in range(rng.randrange(20)):
            cloth.read(*trembling([each for each in lying if each not in hidden], rng), moved=True)
        for _ in range(8):
            cloth.read(*trembling(lying, rng))
    assert Counter(card for card, _ in cloth.lying()) == Counter(cards)
    assert len(cloth.told) == len(cards)


def trembling(lying: list[Sighting], rng: random.Random) -> list[Sighting]:
    """One reading of these cards, as a real one is."""
    seen = []
    for each in lying:
        if rng.random() < 0.05:
            continue
        card = rng.choice(["9S", "3D", None]) if rng.random() < 0.033 else each.card
        x, y = (place + rng.uniform(-0.03, 0.03) * WIDTH for place in (each.x, each.y))
        seen.append(each._replace(card=card, x=x, y=y))
    return seen
