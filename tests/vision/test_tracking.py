"""Cards in time (vision/sabot_vision/tracking/tracks.py): each card is reported once, even if something hides
or shakes it.

Lengths are pixels of a camera in which a card is 90 wide; a reading comes every tenth of a second."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sabot_vision.tracking.holding import held
from sabot_vision.tracking.known import RETURNS_S, WAITS_S
from sabot_vision.tracking.track import UNSURE_LOOKS, UNSURE_S, Report, Sighting, Track, apart
from sabot_vision.tracking.tracks import BARE_S, Tracks

WIDTH = 90.0
STEP_S = 0.1


def at(card: str | None, x: float, y: float = 300.0, place: str = "punto") -> Sighting:
    return Sighting(card, x, y, WIDTH, place, 0.99)


class Cloth:
    """Readings one after another, and the reports about them."""

    def __init__(self) -> None:
        self.tracks, self.t_s = Tracks(), 0.0
        self.told: list[Report] = []
        self.dealt: list[str | None] = []
        self._there: Sequence[Sighting] = ()

    def read(
        self,
        *seen: Sighting,
        times: int = 1,
        moved: bool = False,
        covered: Sequence[Sighting] = (),
    ) -> list[Report]:
        """Take `times` readings of these cards; the `covered` ones lie there unseen."""
        fresh: list[Report] = []
        self._there = [*covered, *seen]
        for _ in range(times):
            if moved:
                self.tracks.moved()
            self.t_s += STEP_S
            fresh += self.tracks.read(seen, self.t_s, self._is_bare)
        self._deal(fresh)
        self.told += fresh
        return fresh

    def hold(self, *cards: str, coup: int = 1, is_open: bool = True) -> None:
        self.tracks.hold(held({"cards": list(cards), "coup": coup, "open": is_open}))

    def _is_bare(self, track: Track) -> bool:
        return all(apart(track.at, each) > 0.3 for each in self._there)

    def _deal(self, reports: list[Report]) -> None:
        """What a table whose sabot is this eye deals."""
        before = {each.track for each in self.told}
        for each in reports:
            if each.track not in before and not each.known:
                self.dealt.append(each.card)
            before.add(each.track)

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


def test_another_card_laid_exactly_upon_one_that_lies_there_is_another_and_told_within_a_second():
    cloth = Cloth()
    cloth.read(at("8C", 100), times=100)
    cloth.read(at("KD", 102), moved=True)
    cloth.read(at("KD", 102), times=2)
    assert not cloth.tracks.settled
    cloth.read(at("KD", 102), times=3)
    assert (cloth.lying(), cloth.tracks.settled) == ([("8C", "punto"), ("KD", "punto")], True)


@pytest.mark.parametrize("x", [100, 106, 112, 124, 150])
def test_a_card_that_is_taken_off_another_has_left_however_exactly_it_lay_there(x: float):
    cloth = Cloth()
    cloth.read(at("8C", 100), times=5)
    cloth.read(at("KD", x), times=8, moved=True, covered=[at("8C", 100)])
    cloth.read(at("KD", x), times=5, covered=[at("8C", 100)])
    assert cloth.lying() == [("8C", "punto"), ("KD", "punto")]
    cloth.read(at("8C", 100), moved=True)
    assert cloth.lying() == [("8C", "punto"), ("KD", "punto")]
    cloth.read(at("8C", 100), times=4)
    assert cloth.lying() == [("8C", "punto")]
    cloth.read(at("KD", x), times=8, moved=True, covered=[at("8C", 100)])
    assert cloth.lying() == [("8C", "punto"), ("KD", "punto")]


def test_a_card_of_a_fan_that_is_not_read_for_a_while_has_not_left_when_the_one_below_is_read():
    cloth = Cloth()
    cloth.read(at("8C", 100), times=5)
    cloth.read(at("8C", 100), at("KD", 112), times=5, moved=True)
    cloth.read(at("8C", 100), times=30, moved=True, covered=[at("KD", 112)])
    assert cloth.lying() == [("8C", "punto"), ("KD", "punto")]
    cloth.read(at("8C", 100), at("KD", 112), at("2S", 124), times=5, moved=True)
    cloth.read(at("8C", 100), at("2S", 124), times=30, moved=True, covered=[at("KD", 112)])
    assert len(cloth.lying()) == 3


def test_a_card_under_one_that_cannot_be_read_has_not_left_when_the_one_below_it_shows_again():
    cloth, unread = Cloth(), at(None, 130)._replace(covered=True)
    cloth.read(at("8C", 100), times=5)
    cloth.read(at("KD", 112), times=8, moved=True, covered=[at("8C", 100)])
    cloth.read(at("8C", 100), unread, times=30, moved=True, covered=[at("KD", 112)])
    assert cloth.lying() == [("8C", "punto"), ("KD", "punto")]
    cloth.read(at("8C", 100), times=5, moved=True)
    assert cloth.lying() == [("8C", "punto")]


def test_a_card_beside_one_that_cannot_be_read_keeps_its_name_when_it_is_seen_where_it_truly_lies():
    """At first the index seemed to belong to a smaller card with its middle elsewhere."""
    cloth = Cloth()
    cloth.read(at(None, 100), times=20)
    cloth.read(at("3D", 60, 260), times=3, moved=True, covered=[at(None, 100)])
    assert cloth.lying() == [("3D", "punto"), (None, "punto")]
    cloth.read(at("3D", 92, 276), times=9, covered=[at(None, 100)])
    assert cloth.lying() == [("3D", "punto"), (None, "punto")]


def test_a_card_that_was_hidden_for_a_moment_by_the_next_of_a_fan_does_not_send_that_away():
    """Both are read beside each other, but for one reading; then a hand hides the upper one alone."""
    for missed in (1, 8):
        cloth = Cloth()
        cloth.read(at("8C", 100), times=5)
        cloth.read(at("KD", 121), times=missed, moved=True, covered=[at("8C", 100)])
        cloth.read(at("8C", 100), at("KD", 121), times=6, moved=True)
        cloth.read(at("8C", 100), times=20, moved=True, covered=[at("KD", 121)])
        assert cloth.lying() == [("8C", "punto"), ("KD", "punto")]
        assert not any(each.gone for each in cloth.told)


def test_a_card_pushed_onto_one_that_once_hid_it_does_not_send_that_away():
    cloth = Cloth()
    cloth.read(at("8C", 100), times=5)
    cloth.read(at("KD", 110), times=8, moved=True, covered=[at("8C", 100)])
    cloth.read(at("8C", 100), at("KD", 300), times=8, moved=True)
    for x in range(110, 300, 10):
        cloth.read(at("8C", x), at("KD", 300), moved=True)
    cloth.read(at("8C", 298), times=30, moved=True, covered=[at("KD", 300)])
    assert cloth.lying() == [("8C", "punto"), ("KD", "punto")]


def test_a_card_under_a_third_has_not_left_when_the_lowest_is_read_where_it_lies():
    cloth = Cloth()
    cloth.read(at("8C", 100), times=5)
    cloth.read(at("KD", 110), times=9, moved=True, covered=[at("8C", 100)])
    under = [at("8C", 100), at("KD", 110)]
    cloth.read(at("2S", 150), times=9, moved=True, covered=under)
    cloth.read(at("2S", 150), at("8C", 100), times=9, moved=True, covered=under)
    assert len(cloth.lying()) == 3


def test_an_unread_card_on_its_spot_takes_no_card_off():
    cloth = Cloth()
    cloth.read(at("8C", 100), times=5)
    cloth.read(at("KD", 110), times=9, moved=True, covered=[at("8C", 100)])
    cloth.read(at(None, 100), times=30, moved=True, covered=[at("8C", 100), at("KD", 110)])
    assert ("KD", "punto") in cloth.lying()


def test_half_an_index_of_a_card_that_another_covers_now_is_no_further_card_unless_the_table_holds_it():
    """A club whose stalk is covered looks like a spade: a picture of a fan was read so."""
    cloth = Cloth()
    cloth.read(at("6C", 100), times=5)
    cloth.read(at("JS", 111), times=2, moved=True, covered=[at("6C", 100)])
    cloth.read(at("JS", 111), at("6S", 104), times=60)
    assert cloth.lying() == [("6C", "punto"), ("JS", "punto")]
    assert cloth.tracks.settled
    cloth.hold("6C", "JS", "6S")
    cloth.read(at("JS", 111), at("6S", 104), times=30, moved=True)
    assert cloth.lying() == [("6C", "punto"), ("6S", "punto"), ("JS", "punto")]


def test_two_cards_laid_upon_one_at_once_are_two_though_the_upper_is_read_first():
    cloth = Cloth()
    cloth.read(at("6C", 100), times=5)
    cloth.read(at("JS", 111), moved=True, covered=[at("6C", 100)])
    cloth.read(at("JS", 111), at("2D", 104), times=9)
    assert cloth.lying() == [("2D", "punto"), ("6C", "punto"), ("JS", "punto")]


def test_an_unreadable_index_of_a_covered_card_is_not_reported():
    cloth = Cloth()
    cloth.read(at("8C", 100), at(None, 300)._replace(covered=True), times=60)
    assert cloth.lying() == [("8C", "punto")]


def test_a_card_that_is_misread_while_hands_pass_is_the_card_that_it_was():
    cloth = Cloth()
    cloth.read(at("8C", 100), times=3)
    for name in ("9S", "9S", "8C", "9S", "9S", "9S", "8C"):
        cloth.read(at(name, 101), moved=True)
    cloth.read(at("8C", 100), times=10)
    assert names(cloth.told) == ["8C"]


def test_two_names_that_are_read_on_one_spot_are_two_cards():
    cloth = Cloth()
    cloth.read(at("8C", 100), at("KD", 106), times=3)
    assert names(cloth.told) == ["8C", "KD"]


def test_both_corners_of_one_card_are_one_card():
    cloth = Cloth()
    cloth.read(at("8C", 100), at("8C", 108), at(None, 104), times=5)
    assert names(cloth.told) == ["8C"]


def test_two_equal_cards_of_a_sixain_that_overlap_are_two():
    cloth = Cloth()
    cloth.read(at("8C", 100), at("8C", 140), times=5)
    assert names(cloth.told) == ["8C", "8C"]
    assert [each.order for each in cloth.told] == [0, 1]


@pytest.mark.parametrize("seconds", [1, 3, 90])
def test_a_hand_may_rest_on_a_card_however_long(seconds: int):
    cloth, eight = Cloth(), at("8C", 100)
    cloth.read(eight, at("KD", 300), times=3)
    cloth.read(at("KD", 300), times=seconds * 10, moved=True, covered=[eight])
    cloth.read(at("KD", 300), times=4, covered=[eight])
    assert cloth.tracks.settled
    cloth.read(at(None, 101), at("KD", 300), times=30)
    cloth.read(at("8C", 104), at("KD", 300), times=5, moved=True)
    assert names(cloth.told) == ["8C", "KD"]


def test_a_card_that_is_taken_is_gone_when_the_cloth_is_seen_where_it_lay_and_only_then():
    cloth, eight, king = Cloth(), at("8C", 100), at("KD", 300)
    cloth.read(eight, king, times=3)
    cloth.read(king, times=50, covered=[eight])
    assert cloth.lying() == [("8C", "punto"), ("KD", "punto")]
    cloth.read(king, times=round(BARE_S / STEP_S) + 2)
    assert cloth.lying() == [("KD", "punto")]


def test_a_card_under_another_is_hidden_and_not_gone():
    cloth, eight = Cloth(), at("8C", 100)
    cloth.read(eight, times=3)
    cloth.read(at("KD", 130), times=100, moved=True, covered=[eight])
    assert cloth.lying() == [("8C", "punto"), ("KD", "punto")]
    cloth.read(eight, times=60, moved=True)
    assert cloth.lying() == [("8C", "punto")]
    assert names(cloth.told) == ["8C", "KD", "KD"]


@pytest.mark.parametrize(("held_now", "told"), [([], 2), (["8C", "KD"], 2), (["8C", "KD", "8C"], 3)])
def test_a_card_under_another_that_is_read_beside_its_spot_is_the_same_unless_the_table_holds_two(
    held_now: list[str], told: int
):
    """Of a card under others only an index may be seen, and where it lies is a guess then."""
    cloth = Cloth()
    cloth.read(at("8C", 100), times=3)
    cloth.read(at("KD", 150), times=6, moved=True, covered=[at("8C", 100)])
    cloth.hold(*held_now)
    cloth.read(at("KD", 150), at("8C", 190), times=6, moved=True, covered=[at("8C", 100)])
    assert names(cloth.told) == ["8C", "KD", "8C"][:told]


def test_a_card_in_the_hand_for_long_that_is_laid_into_another_place_is_the_card_that_it_was():
    cloth = Cloth()
    cloth.read(at("8C", 100), times=3)
    cloth.hold("8C")
    cloth.read(times=200, moved=True)
    cloth.read(at("8C", 700, place="banco"), times=6, moved=True)
    assert ([each.track for each in cloth.told], cloth.dealt) == ([1, 1, 1], ["8C"])
    assert cloth.lying() == [("8C", "banco")]


def test_a_card_whose_equal_is_covered_by_the_hand_waits_until_it_is_clear_which_it_is():
    moved, second = Cloth(), Cloth()
    for cloth in (moved, second):
        cloth.read(at("8C", 100), times=3)
        cloth.read(at("8C", 700, place="banco"), times=10, moved=True, covered=[at("8C", 100)])
        assert len(cloth.told) == 1
    moved.read(at("8C", 700, place="banco"), times=3)
    assert (moved.lying(), moved.dealt) == ([("8C", "banco")], ["8C"])
    second.read(at("8C", 100), at("8C", 700, place="banco"), times=3)
    assert (second.lying(), second.dealt) == ([("8C", "banco"), ("8C", "punto")], ["8C", "8C"])
    waited = Cloth()
    waited.read(at("8C", 100), times=3)
    waited.read(at("8C", 700), times=round(WAITS_S / STEP_S) + 2, covered=[at("8C", 100)])
    assert waited.dealt == ["8C", "8C"]


def test_a_card_taken_away_and_its_equal_laid_there_in_the_next_coup_are_two():
    for opens_early in (False, True):
        cloth = Cloth()
        cloth.read(at("8C", 100), at("KD", 700, place="banco"), times=3)
        cloth.hold("8C", "KD", is_open=False)
        if opens_early:
            cloth.hold(coup=2)
        cloth.read(at("KD", 700, place="banco"), times=6, moved=True)
        cloth.read(times=6, moved=True)
        cloth.read(at("8C", 100), times=4, moved=True)
        assert cloth.dealt == ["8C", "KD", "8C"]


def test_a_card_forgotten_on_the_cloth_keeps_no_card_of_the_next_coup_back():
    cloth, king = Cloth(), at("KD", 700, place="banco")
    cloth.read(at("8C", 100), king, times=3)
    cloth.hold("8C", "KD", is_open=False)
    cloth.read(king, times=round(RETURNS_S / STEP_S) + 9)
    cloth.read(at("8C", 100), king, times=4)
    assert cloth.dealt == ["8C", "KD", "8C"]


def test_a_card_that_the_table_holds_by_another_hand_is_not_dealt_when_it_is_seen():
    cloth = Cloth()
    cloth.read(at("KD", 700), times=3)
    cloth.hold("KD", "8C", is_open=False)
    cloth.read(at("8C", 100), at("KD", 700), times=4)
    assert cloth.dealt == ["KD"]
    cloth.read(at("8C", 100), at("KD", 700), at("8C", 300), times=4)
    assert cloth.dealt == ["KD", "8C"]


def test_a_card_that_was_taken_back_and_is_laid_again_is_dealt_again():
    cloth = Cloth()
    cloth.read(at("8C", 100), times=3)
    cloth.hold("8C")
    cloth.read(times=10, moved=True)
    cloth.hold()
    cloth.read(times=round(RETURNS_S / STEP_S), moved=True)
    cloth.read(at("8C", 700, place="banco"), times=4, moved=True)
    assert cloth.dealt == ["8C", "8C"]


def test_what_comes_back_after_darkness_was_dealt_and_what_was_laid_in_it_was_not():
    cloth = Cloth()
    cloth.read(at("8C", 100), at("2S", 300), times=3)
    cloth.hold("8C", "2S")
    cloth.tracks.blinded(forgotten=True)
    cloth.t_s += 60
    cloth.read(at("8C", 180), at("KD", 700), times=4, covered=[at("2S", 300)])
    cloth.read(at("8C", 180), at("KD", 700), at("2S", 300), times=4)
    assert cloth.dealt == ["8C", "2S", "KD"]
    assert names(cloth.told) == ["8C", "2S", "8C", "KD", "2S"]


def test_a_card_that_is_pushed_within_its_place_is_not_told_again_and_into_another_is():
    cloth = Cloth()
    cloth.read(at("8C", 100), times=3)
    cloth.read(at("8C", 260), times=5, moved=True)
    assert len(cloth.told) == 1
    (moved,) = cloth.read(at("8C", 700, place="banco"), times=5, moved=True)
    assert (moved.place, moved.track) == ("banco", cloth.told[0].track)


def test_a_card_that_lies_still_on_the_edge_of_two_places_stays_in_the_first():
    """Each reading puts it a little elsewhere."""
    cloth = Cloth()
    for number in range(12):
        cloth.read(at("8C", 400 + 4 * (number % 2), place=("punto", "banco")[number % 2]))
    assert [(each.card, each.place) for each in cloth.told] == [("8C", cloth.told[0].place)]


def test_a_card_that_is_laid_over_one_that_cannot_be_read_any_more_is_another_card():
    cloth = Cloth()
    cloth.read(at("8C", 100), times=4)
    cloth.read(at(None, 102), times=1, moved=True)
    cloth.read(at("KD", 120), times=4)
    assert cloth.dealt == ["8C", "KD"]


def test_a_card_that_is_turned_where_it_lies_is_the_same_card():
    cloth = Cloth()
    cloth.read(at("8C", 100), times=3)
    cloth.read(at("8C", 120, 310), times=5, moved=True)
    assert names(cloth.told) == ["8C"]


def test_a_card_that_nobody_can_read_is_told_as_such_and_named_when_it_can():
    cloth = Cloth()
    cloth.t_s += UNSURE_S
    cloth.read(at(None, 100), times=UNSURE_LOOKS - 1)
    cloth.t_s += UNSURE_S
    assert cloth.told == []
    cloth.read(at(None, 100))
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
def test_the_number_of_reported_cards_is_right_even_with_hands_and_misreadings(cards: list[str], seed: int):
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
        seen = [each for each in lying if each not in hidden]
        for _ in range(rng.randrange(20)):
            cloth.read(*trembling(seen, rng), moved=True, covered=hidden)
        for _ in range(8):
            cloth.read(*trembling(lying, rng))
    assert Counter(card for card, _ in cloth.lying()) == Counter(cards)
    assert len(cloth.told) == len(cards)


@settings(max_examples=100, derandomize=True, deadline=None)
@given(st.permutations(["8C", "KD", "2H", "9C", "JS", "AD"]), st.integers(0, 2**32))
def test_cards_laid_upon_each_other_are_all_told_however_exactly_they_lie(cards: list[str], seed: int):
    """Of each pile only the uppermost card is seen, and hands pass between one and the next. Only a card of
    the same name, laid exactly upon its equal, could not be known."""
    rng, cloth = random.Random(seed), Cloth()
    uppermost: dict[int, Sighting] = {}
    beneath: list[Sighting] = []
    for name in cards:
        pile = rng.randrange(2)
        beneath += [uppermost[pile]] if pile in uppermost else []
        uppermost[pile] = at(name, 100 + 500 * pile + rng.uniform(-0.2, 0.2) * WIDTH)
        lying = list(uppermost.values())
        for _ in range(rng.randrange(1, 20)):
            cloth.read(*trembling(lying, rng), moved=True, covered=beneath)
        for _ in range(12):
            cloth.read(*trembling(lying, rng), covered=beneath)
    assert sorted(str(card) for card, _ in cloth.lying()) == sorted(cards)


class Croupier:
    """Coups of up to six cards of two places, dealt before the eye that is the sabot; the table holds what
    was dealt. After each card something happens to those that lie; when all are dealt, none is carried."""

    def __init__(self, rng: random.Random) -> None:
        self.rng, self.cloth = rng, Cloth()
        self.lying: list[Sighting] = []
        self.coup = self.laid = 0

    def look(self, times: int, *, seen: list[Sighting] | None = None, moved: bool = True) -> None:
        seen = self.lying if seen is None else seen
        covered = [each for each in self.lying if each not in seen]
        for _ in range(times):
            self.cloth.read(*trembling(seen, self.rng), moved=moved, covered=covered)
            held_now = [name for name in self.cloth.dealt[self.laid :] if name]
            self.cloth.hold(*held_now, coup=self.coup, is_open=len(held_now) < self.due)

    def play(self, names: list[str]) -> None:
        self.coup, self.due = self.coup + 1, len(names)
        for number, name in enumerate(names):
            place, x = ("punto", 100) if number % 2 == 0 else ("banco", 900)
            self.lying.append(at(name, x + 80 * number, place=place))
            self.look(12)
            befalls = [self.hide, self.slide, self.darken, self.lose, self.wait]
            befalls += [self.carry] if number + 1 < len(names) else []
            self.rng.choice(befalls)()
            self.look(35, moved=False)
        assert sorted(self.cloth.dealt[self.laid :], key=str) == sorted(names)
        self.laid += len(names)
        self.lying.clear()
        self.look(10)

    def hide(self) -> None:
        """A hand lies over some of the cards, or all, for up to twelve seconds."""
        seen = self.rng.sample(self.lying, self.rng.randrange(len(self.lying)))
        self.look(self.rng.choice([5, 30, 120]), seen=seen)

    def slide(self) -> None:
        number = self.rng.randrange(len(self.lying))
        each = self.lying[number]
        self.lying[number] = each._replace(y=each.y + self.rng.uniform(-30, 30))

    def carry(self) -> None:
        """A card is in the hand for a while and is laid into the other place."""
        number = self.rng.randrange(len(self.lying))
        each = self.lying.pop(number)
        self.look(self.rng.choice([2, 10, 60]))
        place, x = ("banco", each.x + 800) if each.place == "punto" else ("punto", each.x - 800)
        self.lying.append(each._replace(place=place, x=x))

    def darken(self) -> None:
        self.cloth.tracks.blinded()
        self.cloth.t_s += 60
        self.hide()

    def lose(self) -> None:
        self.cloth.tracks.blinded(forgotten=True)
        self.cloth.t_s += self.rng.choice([0.2, 600.0])

    def wait(self) -> None:
        """Nothing happens."""


COUP = st.lists(st.sampled_from(["8C", "KD", "2H", "8C"]), min_size=1, max_size=6)


@settings(max_examples=25, derandomize=True, deadline=None)
@given(st.lists(COUP, min_size=1, max_size=4), st.integers(0, 2**32))
def test_as_many_cards_are_dealt_as_are_laid_whatever_befalls_them(coups: list[list[str]], seed: int):
    croupier = Croupier(random.Random(seed))
    for names in coups:
        croupier.play(names)
    croupier.look(4, moved=False)
    assert croupier.cloth.lying() == []


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
