"""In a heap no card gets its name from the index of another, and no card that lies there loses its own."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from sabot_vision.finding.outlines import Outline
from sabot_vision.networks.cutting import CORNER_SIZE, corner_cut, to_corner_cut
from sabot_vision.networks.glyphs import GLYPHS
from sabot_vision.networks.judging import Seen, Verdict
from sabot_vision.networks.running import corners_seen
from sabot_vision.reading import cuts
from sabot_vision.reading.borrowed import covered, may_borrow, settled_apart
from sabot_vision.reading.corners import index_places
from sabot_vision.reading.settling import Looked, Reading, index_mass, settled
from tests.vision.test_heaps import WIDE, heap, quad_at
from tests.vision.test_pacing import done

SUITS = "CDHS-"


def surely(card: str) -> Seen:
    """What the network tells of an index that it reads clearly."""
    glyphs, suits = np.full(len(GLYPHS), 1e-5), np.full(len(SUITS), 1e-5)
    glyphs[GLYPHS.index(card[0])] = suits[SUITS.index(card[1])] = 0.999
    return Seen(glyphs, suits)


def told(card: str, quad: np.ndarray, *, corner: int = 0, confidence: float = 0.999) -> Reading:
    """A card with one index that is said to be this one."""
    outline = Outline(np.asarray(quad, np.float32), (corner,), False, False)
    verdict = Verdict(card, confidence, card[0], card[1], None)
    return Reading(Looked(outline, {corner: surely(card)}, None), verdict, index_places(outline))


def names(picture: np.ndarray, every: list[Reading]) -> list[str]:
    return sorted(str(reading.verdict.card) for reading in done(settled_apart(picture, every)))


def beside(quad: np.ndarray, widths: float) -> np.ndarray:
    """A card that lies that far to the right of another, in short sides."""
    return np.asarray(quad + (quad[1] - quad[0]) * widths, np.float32)


SEVEN = quad_at((480, 330), -6)
KING = beside(SEVEN, 0.55)


def test_a_king_whose_club_is_a_pip_of_the_card_below_is_no_card() -> None:
    picture = heap(["7C", "KD"], [SEVEN, KING])
    clubs = told("KC", beside(KING, -0.22), confidence=0.9991)
    for every in ([told("7C", SEVEN), clubs, told("KD", KING)], [clubs, told("KD", KING), told("7C", SEVEN)]):
        assert len(settled(every)) == 3
        assert names(picture, every) == ["7C", "KD"]


@pytest.mark.parametrize("below", ["KC", "KH", "8D", "JD"])
@pytest.mark.parametrize("widths", [0.2, 0.25, 0.35])
def test_a_card_below_one_with_its_letter_or_suit_keeps_its_name(below: str, widths: float) -> None:
    over = beside(SEVEN, widths)
    picture = heap([below, "KD"], [SEVEN, over])
    assert names(picture, [told(below, SEVEN), told("KD", over)]) == sorted([below, "KD"])


def test_an_index_that_is_read_again_with_a_larger_card_around_it_is_one_card() -> None:
    picture = heap(["AH", "6H"], [SEVEN, KING])
    across, along = KING[1] - KING[0], KING[3] - KING[0]
    upper = [KING[0] - across + 0.05 * along, KING[0] + 0.42 * across + 0.05 * along]
    larger = np.array([*upper, upper[1] + 1.42 * along, upper[0] + 1.42 * along])
    again = told("6H", larger, corner=1, confidence=0.998)
    smaller = np.asarray(KING[0] + (KING - KING[0]) * 0.75, np.float32)
    every = [told("AH", SEVEN), told("6H", smaller), again]
    assert len(settled(every)) == 3
    assert names(picture, every) == ["6H", "AH"]


def test_the_upper_card_keeps_its_name_where_it_covers_what_is_called_the_index_of_a_lower_one() -> None:
    over = beside(SEVEN, 0.12)
    picture = heap(["8C", "KD"], [SEVEN, over])
    for sure, unsure in ((0.9995, 0.9991), (0.9991, 0.9995)):
        below = told("KC", SEVEN, confidence=unsure)
        assert names(picture, [below, told("KD", over, confidence=sure)]) == ["KD"]


@pytest.mark.parametrize(("card", "below"), [("5D", "5C"), ("6S", "6H"), ("9D", "9C")])
def test_a_card_keeps_the_name_that_its_own_place_shows_though_its_index_is_covered_with_the_other(
    card: str, below: str
) -> None:
    """The lower card shows both its indices, so nobody asks whether it is one."""
    over = beside(SEVEN, 0.12)
    picture, lower = heap([below, card], [SEVEN, over]), told(below, SEVEN)
    both = Looked(lower.looked.outline._replace(corners=(0, 2)), {n: surely(below) for n in (0, 2)}, None)
    lower, upper = lower._replace(looked=both), told(card, over)
    (rest,) = corners_seen([covered(picture, upper, lower)[0]])
    assert index_mass(rest) < 0.5
    assert names(picture, [lower, upper]) == sorted([below, card])


def test_two_cards_of_one_letter_that_lie_across_each_other_keep_their_names() -> None:
    turned = quad_at((560, 360), -30)
    picture = heap(["5H", "5S"], [SEVEN, turned])
    assert names(picture, [told("5H", SEVEN), told("5S", turned)]) == ["5H", "5S"]


@pytest.mark.parametrize(("left", "right"), [(0.9991, 0.9995), (0.9995, 0.9991)])
def test_of_two_that_share_an_index_one_stays_however_sure_they_are(left: float, right: float) -> None:
    """Neither has its name from its own place: one index lies between them."""
    picture = heap(["6D"], [KING])
    six = told("6S", beside(KING, -0.1), confidence=left)
    other = told("6H", beside(KING, 0.04), confidence=right)
    assert names(picture, [six, other]) == names(picture, [other, six]) == ["6H"]


def test_a_card_comes_back_that_had_to_give_way_to_one_that_is_none() -> None:
    picture = heap(["7C", "KD"], [SEVEN, KING])
    seven = told("7C", SEVEN, confidence=0.995)
    wrong = told("KC", beside(SEVEN, 0.04), confidence=0.9995)
    king = told("KD", beside(SEVEN, 0.2), confidence=0.9996)
    assert [reading.verdict.card for reading in settled([seven, wrong, king])] == ["KD", "KC"]
    blank = np.full_like(picture, 255)
    assert names(blank, [seven, wrong, king]) == ["7C", "KD"]


def test_only_a_card_with_one_index_beside_a_named_one_that_shares_letter_or_suit_is_looked_at_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    looks: list[int] = []

    def seen(some: list[np.ndarray]) -> list[Seen]:
        looks.append(len(some))
        return corners_seen(some)

    monkeypatch.setattr(cuts, "corners_seen", seen)
    picture = heap(["7C", "KD"], [SEVEN, KING])
    names(picture, [told("7C", SEVEN), told("KD", beside(SEVEN, 0.2))])
    names(picture, [told("KC", SEVEN), told("KD", beside(SEVEN, 0.9))])
    names(picture, [told("KC", SEVEN), told("KD", beside(SEVEN, 0.2))])
    assert looks == [4]


def test_a_card_that_shows_both_indices_and_one_beside_a_card_without_a_name_borrow_nothing() -> None:
    one, other = told("KC", SEVEN), told("KD", beside(SEVEN, 0.2))
    assert may_borrow(one, other)
    unnamed = other._replace(verdict=other.verdict._replace(card=None))
    assert not may_borrow(one, unnamed)
    assert may_borrow(unnamed, one)
    outline = one.looked.outline._replace(corners=(0, 2))
    both = Looked(outline, {n: surely("KC") for n in (0, 2)}, None)
    assert not may_borrow(one._replace(looked=both), other)
    assert not may_borrow(
        one._replace(looked=one.looked._replace(outline=outline._replace(whole=True))), other
    )


@pytest.mark.parametrize("corner", range(4))
def test_a_point_of_the_picture_is_in_the_cut_where_the_matrix_says(corner: int) -> None:
    quad, picture = quad_at((400, 300), 25), np.full((600, 800, 3), 255, np.uint8)
    inward = np.mean([quad[corner], quad[corner], quad[corner], quad.mean(axis=0)], axis=0)
    x, y = (round(value) for value in inward.tolist())
    cv2.circle(picture, (x, y), round(0.03 * WIDE), (0, 0, 0), -1)
    (at,) = cv2.perspectiveTransform(np.array([[(x, y)]], np.float32), to_corner_cut(quad, corner))[0]
    cut = corner_cut(picture, quad, corner)
    assert cut.shape[:2] == CORNER_SIZE[::-1]
    dark = np.argwhere(cut[..., 0] < 128)[:, ::-1].mean(axis=0)
    assert np.allclose(dark, at, atol=0.6)
