"""Cards that nobody can read, among others (vision/sabot_vision/tracking): each card is told once,
and each push is understood. Lengths and times as in test_tracking."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sabot_vision.tracking.track import UNSURE_S, Sighting
from tests.vision.test_tracking import STEP_S, WIDTH, Cloth, at, names, trembling

LONG = round(UNSURE_S / STEP_S) + 4
"""After this many readings a card that cannot be read is told."""

UNREAD, SEVEN = at(None, 100), at("7D", 500)


def with_both() -> Cloth:
    """A cloth on which both were told."""
    cloth = Cloth()
    cloth.read(UNREAD, SEVEN, times=LONG)
    assert (names(cloth.told), cloth.lying()) == (["7D", None], [("7D", "punto"), (None, "punto")])
    return cloth


def slid(cloth: Cloth, *seen, to, covered=()) -> None:
    """A hand takes a card away from where it lay, and lets it go at `to`."""
    cloth.read(*seen, times=4, moved=True, covered=covered)
    cloth.read(*seen, to, times=3, moved=True, covered=covered)
    cloth.read(*seen, to, times=12, covered=covered)


def test_a_card_pushed_upon_one_that_cannot_be_read_is_the_card_that_it_was():
    cloth = with_both()
    slid(cloth, to=at("7D", 104), covered=[UNREAD])
    assert cloth.lying() == [("7D", "punto"), (None, "punto")]
    assert cloth.dealt == ["7D", None]
    assert not any(each.gone for each in cloth.told)
    unread, seven = sorted(cloth.tracks.tracks, key=lambda each: each.card or "")
    assert seven.laid_s > unread.laid_s


def test_a_name_read_on_an_unreadable_card_waits_while_a_hand_covers_the_card_of_that_name():
    cloth = with_both()
    cloth.read(at("7D", 104), times=9, moved=True, covered=[UNREAD, SEVEN])
    assert len(cloth.told) == 2
    cloth.read(at("7D", 104), times=9, covered=[UNREAD])
    assert (cloth.lying(), cloth.dealt) == ([("7D", "punto"), (None, "punto")], ["7D", None])


def test_a_heap_that_is_misread_twice_gives_its_unreadable_card_no_name():
    cloth = with_both()
    slid(cloth, to=at("7D", 104), covered=[UNREAD])
    cloth.read(at("9S", 104), moved=True, covered=[UNREAD])
    cloth.read(at("9S", 104), covered=[UNREAD])
    cloth.read(at("7D", 104), times=9, covered=[UNREAD])
    assert len(cloth.told) == 2


def test_a_card_pushed_off_one_that_cannot_be_read_is_the_card_that_it_was():
    cloth = with_both()
    slid(cloth, to=at("7D", 104), covered=[UNREAD])
    cloth.read(UNREAD, times=4, moved=True)
    cloth.read(UNREAD, at("7D", 700, place="banco"), times=4)
    assert cloth.lying() == [("7D", "banco"), (None, "punto")]
    assert cloth.dealt == ["7D", None]


def test_a_card_taken_off_one_that_cannot_be_read_has_left():
    cloth = with_both()
    slid(cloth, to=at("7D", 104), covered=[UNREAD])
    cloth.read(UNREAD, times=4, moved=True)
    cloth.read(UNREAD, times=LONG + 6)
    assert cloth.lying() == [(None, "punto")]
    assert not cloth.tracks.tracks[0].missing_s


def test_a_card_upon_one_that_cannot_be_read_has_not_left_though_it_is_unclear_for_a_second():
    cloth = with_both()
    slid(cloth, to=at("7D", 104), covered=[UNREAD])
    cloth.read(at(None, 104), times=10, covered=[UNREAD])
    cloth.read(at("7D", 104), times=5, covered=[UNREAD])
    assert len(cloth.told) == 2


def test_a_card_and_the_unreadable_one_below_it_have_left_when_both_are_collected():
    cloth = with_both()
    slid(cloth, to=at("7D", 104), covered=[UNREAD])
    cloth.read(times=20, moved=True)
    assert cloth.lying() == []


def test_a_card_that_cannot_be_read_is_the_same_where_it_is_slid_to():
    cloth = with_both()
    cloth.read(SEVEN, times=4, moved=True)
    cloth.read(SEVEN, at(None, 900, place="banco"), times=LONG + 4)
    assert cloth.lying() == [("7D", "punto"), (None, "banco")]
    assert cloth.dealt == ["7D", None]


def test_a_card_that_could_not_be_read_is_the_same_where_it_can_be_read():
    cloth = with_both()
    slid(cloth, SEVEN, to=at("QS", 900, place="banco"))
    assert cloth.lying() == [("7D", "punto"), ("QS", "banco")]
    assert cloth.dealt == ["7D", None]


def test_a_card_that_comes_after_one_that_could_not_be_read_has_left_is_another():
    cloth = with_both()
    cloth.read(SEVEN, times=20, moved=True)
    slid(cloth, SEVEN, to=at("QS", 900, place="banco"))
    assert cloth.lying() == [("7D", "punto"), ("QS", "banco")]
    assert cloth.dealt == ["7D", None, "QS"]


def test_a_card_that_cannot_be_read_and_is_pushed_upon_another_has_not_left():
    cloth = with_both()
    slid(cloth, to=at(None, 503), covered=[SEVEN])
    assert cloth.lying() == [("7D", "punto"), (None, "punto")]
    assert cloth.dealt == ["7D", None]
    slid(cloth, SEVEN, to=at(None, 900, place="banco"))
    cloth.read(SEVEN, at(None, 900, place="banco"), times=LONG)
    assert cloth.lying() == [("7D", "punto"), (None, "banco")]
    assert cloth.dealt == ["7D", None]


def test_a_card_is_named_at_last_by_another_name_than_one_that_lies_elsewhere():
    cloth = with_both()
    cloth.read(at("QS", 104), SEVEN, times=5, moved=True)
    assert (cloth.lying(), cloth.dealt) == ([("7D", "punto"), ("QS", "punto")], ["7D", None])


def test_a_card_pushed_exactly_upon_one_that_was_read_only_while_hands_moved_is_the_card_that_it_was():
    cloth = Cloth()
    cloth.read(at("QS", 100), SEVEN, times=6, moved=True)
    slid(cloth, to=at("7D", 101), covered=[at("QS", 100)])
    assert cloth.lying() == [("7D", "punto"), ("QS", "punto")]
    assert cloth.dealt == ["QS", "7D"]


def test_an_outline_that_a_hand_has_joined_with_a_card_does_not_move_the_card_unless_it_is_seen_again():
    cloth = Cloth()
    cloth.read(at("8C", 100), times=5)
    cloth.read(at("8C", 70)._replace(width=1.4 * WIDTH), moved=True)
    assert [(each.at.x, each.at.width, each.at.card) for each in cloth.tracks.tracks] == [(100, WIDTH, "8C")]
    cloth.read(at("8C", 70)._replace(width=1.4 * WIDTH), moved=True)
    assert [(each.at.x, each.at.width) for each in cloth.tracks.tracks] == [(70, 1.4 * WIDTH)]
    cloth.read(at("8C", 70)._replace(width=1.2 * WIDTH), at("KD", 500), times=5)
    assert cloth.tracks.tracks[0].at.width == 1.2 * WIDTH
    assert names(cloth.told) == ["8C", "KD"]


AWAY = at(None, 900, place="banco")


@pytest.mark.parametrize("once", [None, "9S"])
def test_a_card_that_is_unclear_or_misread_as_an_unreadable_one_is_pushed_off_it_is_no_other(
    once: str | None,
):
    cloth = with_both()
    slid(cloth, to=at(None, 503), covered=[SEVEN])
    cloth.read(SEVEN, times=2, moved=True)
    cloth.read(at(once, 503), AWAY, moved=True)
    cloth.read(SEVEN, AWAY, times=LONG + 4)
    assert (cloth.lying(), cloth.dealt) == ([("7D", "punto"), (None, "banco")], ["7D", None])


def test_a_card_that_is_misread_in_the_first_look_after_an_unreadable_one_was_pushed_off_it_is_no_other():
    cloth = with_both()
    slid(cloth, to=at(None, 503), covered=[SEVEN])
    cloth.read(at("9S", 504), moved=True)
    cloth.read(at("7D", 505), times=3, moved=True)
    cloth.read(at("7D", 505), AWAY, times=LONG + 4)
    assert (cloth.lying(), cloth.dealt) == ([("7D", "punto"), (None, "banco")], ["7D", None])


def test_a_card_that_is_unclear_for_a_while_as_an_unreadable_one_is_slid_elsewhere_has_nothing_upon_it():
    cloth = with_both()
    cloth.read(SEVEN, times=5, moved=True)
    cloth.read(SEVEN, AWAY, times=3, moved=True)
    cloth.read(at(None, 503), AWAY, times=4)
    cloth.read(SEVEN, AWAY, times=LONG)
    assert (cloth.lying(), cloth.dealt) == ([("7D", "punto"), (None, "banco")], ["7D", None])


def test_a_card_upon_an_unreadable_one_that_is_hidden_and_then_misread_is_still_the_one_that_is_taken_off():
    cloth, upon, aside = with_both(), at("7D", 100), at("7D", 900, place="banco")
    slid(cloth, to=upon, covered=[UNREAD])
    cloth.read(covered=[UNREAD, upon])
    cloth.read(at("9S", 100), covered=[UNREAD])
    cloth.read(times=2, covered=[UNREAD, upon])
    cloth.read(UNREAD, times=3, moved=True)
    cloth.read(UNREAD, aside, times=3, moved=True)
    cloth.read(UNREAD, aside, times=LONG)
    assert (cloth.lying(), cloth.dealt) == ([("7D", "banco"), (None, "punto")], ["7D", None])


def test_a_card_that_cannot_be_read_is_known_again_though_the_card_upon_it_was_unclear_and_then_misread():
    cloth, upon, aside = with_both(), at("7D", 101), at("7D", 900, place="banco")
    slid(cloth, to=upon, covered=[UNREAD])
    cloth.read(at(None, 101), covered=[UNREAD])
    cloth.read(at("9S", 106), covered=[UNREAD])
    cloth.read(upon, times=4, covered=[UNREAD])
    slid(cloth, UNREAD, to=aside)
    cloth.read(UNREAD, aside, times=LONG)
    assert (cloth.lying(), cloth.dealt) == ([("7D", "banco"), (None, "punto")], ["7D", None])


class Hands:
    """Cards that are brought, slid to free spots, pushed upon each other and off again. The eye sees the
    uppermost of each spot; the one named `None` cannot be read."""

    def __init__(self, rng: random.Random) -> None:
        self.rng, self.cloth = rng, Cloth()
        self.spots: dict[int, list[Sighting]] = {number: [] for number in range(6)}

    def look(self, times: int, *, moved: bool = False) -> None:
        piles = [pile for pile in self.spots.values() if pile]
        covered = [each for pile in piles for each in pile[:-1]]
        for _ in range(times):
            seen = [pile[-1] for pile in piles if self.rng.random() > 0.05]
            missed = [pile[-1] for pile in piles if pile[-1] not in seen]
            named = trembling([each for each in seen if each.card], self.rng)
            unread = [each for each in seen if not each.card]
            self.cloth.read(*named, *unread, moved=moved, covered=[*covered, *missed])
            self.cloth.hold(*(name for name in self.cloth.dealt if name))

    def lay(self, name: str | None, spot: int) -> None:
        """A hand comes with a card, or lets one go, and the cards lie still for a while."""
        x, y = 100 + 200 * spot + self.rng.uniform(-6, 6), 300 + self.rng.uniform(-6, 6)
        self.look(self.rng.randrange(3, 9), moved=True)
        self.spots[spot].append(at(name, x, y, place=str(spot)))
        self.look(self.rng.randrange(1, 4), moved=True)
        self.look(LONG + 4)

    def move(self, spots: list[int]) -> None:
        name = self.spots[self.rng.choice([number for number, pile in self.spots.items() if pile])].pop().card
        self.lay(name, self.rng.choice(spots))

    def free(self) -> list[int]:
        return [number for number, pile in self.spots.items() if not pile]

    def laid(self) -> list[tuple[str | None, str]]:
        lying = [each for pile in self.spots.values() for each in pile]
        return sorted(((each.card, each.place) for each in lying), key=str)


@settings(max_examples=60, derandomize=True, deadline=None)
@given(st.permutations(["8C", "KD", None, "9H"]), st.integers(0, 2**32))
def test_each_card_is_told_once_though_one_cannot_be_read_and_cards_are_pushed_upon_each_other(
    cards: list[str | None], seed: int
):
    rng = random.Random(seed)
    hands = Hands(rng)
    for name in cards[: rng.randrange(2, 5)]:
        hands.lay(name, rng.choice(hands.free()))
    for _ in range(rng.randrange(1, 5)):
        hands.move(list(hands.spots) if rng.random() < 0.6 else hands.free())
    assert hands.cloth.lying() == hands.laid()
    assert len(hands.cloth.dealt) == len(hands.laid())
