"""Where it is worth looking into a heap."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from sabot_vision.finding.geometry import LONG_TO_SHORT
from sabot_vision.finding.paper import each_once, edged, heaps_among, is_white, left_over, unlit

SHORT = 60.0
EVERYWHERE, NOWHERE = np.full((360, 640), 255, np.uint8), np.zeros((360, 640), np.uint8)
"""Masks of edges."""


def quad(left: float, top: float) -> np.ndarray:
    """A card, upright."""
    across, down = left + SHORT, top + SHORT * LONG_TO_SHORT
    return np.array([[left, top], [across, top], [across, down], [left, down]], np.float32)


def heap(*quads: np.ndarray, frayed: int = 0) -> np.ndarray:
    """The outline of cards over each other, one of them with a thread that hangs out."""
    seen = np.zeros((360, 640), np.uint8)
    for each in quads:
        cv2.fillConvexPoly(seen, each.astype(np.int32), (255,))
    cv2.line(seen, (100, 150), (100 - frayed, 150), (255,), 5)
    return cv2.findContours(seen, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0][0]


def test_a_card_that_is_named_leaves_nothing_of_a_heap_that_is_itself_with_a_frayed_rim() -> None:
    frayed = heap(quad(100, 100), frayed=70)
    assert len(list(left_over([frayed], [], EVERYWHERE, SHORT))) == 1
    assert not list(left_over([frayed], [quad(100, 100)], EVERYWHERE, SHORT))


def test_a_heap_that_several_masks_show_is_one_and_a_larger_one_is_another() -> None:
    once, again = heap(quad(100, 100)), heap(quad(101, 99))
    larger = heap(quad(100, 100), quad(130, 100))
    assert each_once([]) == []
    assert len(each_once([once, again, again])) == 1
    assert len(each_once([again, larger, once])) == 2
    assert each_once([once, larger])[0] is larger


@pytest.mark.parametrize("shown", [0.25, 0.5, 0.9])
def test_a_strip_of_another_card_beside_it_is_left_over(shown: float) -> None:
    """A croupier lays the cards of a row over each other so that a quarter shows at least."""
    two = heap(quad(100, 100), quad(100 + shown * SHORT, 100))
    (rest,) = left_over([two], [quad(100, 100)], EVERYWHERE, SHORT)
    assert not list(left_over([two], [quad(100, 100)], NOWHERE, SHORT))
    assert cv2.boundingRect(rest)[2] == pytest.approx((1 + shown) * SHORT, abs=4)


def test_a_scrap_and_a_whole_light_cloth_are_no_heaps() -> None:
    scrap, card = heap(quad(100, 100)) // 2, heap(quad(100, 100))
    cloth = np.array([[[0, 0]], [[639, 0]], [[639, 359]], [[0, 359]]], np.int32)
    assert [len(each) for each in heaps_among([scrap, card, cloth], SHORT)] == [len(card)]
    assert len(heaps_among([cloth], 0)) == 1


def test_the_grain_of_a_cloth_is_no_heap_and_neither_is_it_part_of_one() -> None:
    grain = np.zeros((360, 640), np.uint8)
    for across in range(20, 640, 100):
        cv2.line(grain, (across, 20), (across, 340), (255,), 9)
    cv2.line(grain, (0, 20), (639, 20), (255,), 9)
    (whole,) = cv2.findContours(grain, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0]
    assert not list(left_over([whole], [], EVERYWHERE, SHORT))
    cv2.fillConvexPoly(grain, quad(400, 100).astype(np.int32), (255,))
    (whole,) = cv2.findContours(grain, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0]
    (card,) = left_over([whole], [], EVERYWHERE, SHORT)
    assert cv2.boundingRect(card) == pytest.approx((400, 100, SHORT, SHORT * LONG_TO_SHORT), abs=18)


def test_a_card_that_lies_askew_keeps_its_corners() -> None:
    """An index stands there."""
    askew = cv2.boxPoints(((320, 180), (SHORT, SHORT * LONG_TO_SHORT), 35)).astype(np.int32)
    region = cv2.fillConvexPoly(np.zeros((360, 640), np.uint8), askew, (255,))
    (whole,) = cv2.findContours(region, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0]
    (part,) = left_over([whole], [], EVERYWHERE, SHORT)
    assert cv2.boundingRect(part) == pytest.approx(cv2.boundingRect(whole), abs=1)


def test_the_light_of_a_lamp_beside_a_heap_is_not_looked_into_and_a_heap_by_itself_is_left_as_it_is() -> None:
    """The light is as white as paper, and there is no edge in it."""
    lit, edges = np.zeros((360, 640), np.uint8), np.zeros((360, 640), np.uint8)
    card = quad(100, 100).astype(np.int32)
    cv2.fillConvexPoly(lit, card, (255,))
    cv2.circle(lit, (300, 180), 160, (255,), -1)
    for row in range(100, 190, 12):
        cv2.line(edges, (100, row), (160, row), (255,), 3)
    (whole,) = cv2.findContours(lit, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0]
    (left,) = unlit([whole], edges, SHORT)
    assert cv2.contourArea(left) < 2.5 * LONG_TO_SHORT * SHORT**2
    assert cv2.pointPolygonTest(left, (130, 140), False) > 0
    (same,) = unlit([heap(quad(100, 100), quad(130, 110))], NOWHERE, SHORT)
    assert np.array_equal(same, heap(quad(100, 100), quad(130, 110)))


def test_paper_ends_in_edges_and_the_light_of_a_lamp_on_the_cloth_fades_away() -> None:
    edges = np.zeros((360, 640), np.uint8)
    card = heap(quad(100, 100))
    assert not edged(card, edges)
    cv2.drawContours(edges, [card], -1, (255,), 3)
    assert edged(card, edges)


def test_where_the_picture_ends_no_edge_is_asked_for() -> None:
    edges = np.zeros((360, 640), np.uint8)
    everything = np.array([[[0, 0]], [[639, 0]], [[639, 359]], [[0, 359]]], np.int32)
    assert edged(everything, edges)


@pytest.mark.parametrize(
    ("left", "top", "white"),
    [(100, 100, True), (70, 100, False), (-20, 100, False), (-900, 0, False), (620, 340, False)],
)
def test_an_outline_is_white_where_most_of_it_is_paper(left: float, top: float, white: bool) -> None:
    paper = cv2.fillConvexPoly(np.zeros((360, 640), np.uint8), quad(100, 100).astype(np.int32), (255,))
    assert is_white(quad(left, top), np.asarray(paper)) is white
