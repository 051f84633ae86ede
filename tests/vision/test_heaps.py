"""Cards laid over each other, as croupiers lay them and as hands hold them."""

from __future__ import annotations

import math

import cv2
import numpy as np
import pytest

from sabot_vision import drawing
from sabot_vision.cloth import lay
from sabot_vision.finding import heaps
from sabot_vision.finding.corners import Imagined
from sabot_vision.finding.geometry import short_side
from sabot_vision.finding.heaps import cards_in, scales
from sabot_vision.finding.outlines import Outline
from sabot_vision.finding.pacing import Piecewise
from sabot_vision.networks import judging
from sabot_vision.networks.judging import Seen, Verdict
from sabot_vision.reading.cards import read
from sabot_vision.reading.corners import at_one_corner, index_places, joined
from sabot_vision.reading.settling import Looked, Reading, settled
from tests.vision.test_finding import cloth
from tests.vision.test_pacing import done

WIDE = 150.0


def quad_at(middle: tuple[float, float], degrees: float) -> np.ndarray:
    """The corners of a card, its upper left first."""
    half = np.array([[-WIDE, -WIDE * 88 / 63], [WIDE, -WIDE * 88 / 63]]) / 2
    corners = np.concatenate([half, -half])
    turn = np.radians(degrees)
    turned = corners @ np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    return np.asarray(turned + middle, np.float32)


def heap(names: list[str], quads: list[np.ndarray]) -> np.ndarray:
    """The cards on a cloth, each over the one before, with the thin shadow that an edge throws on paper."""
    picture = cloth()
    for name, quad in zip(names, quads, strict=True):
        lay(picture, drawing.card(name), quad)
        cv2.polylines(
            picture, [np.rint(quad * 16).astype(np.int32)], True, (205, 205, 205), 1, cv2.LINE_AA, 4
        )
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), 0.7))


ROW = [quad_at((480 + 75 * n, 330 + 22 * n), -6) for n in range(4)]
FAN = [
    quad_at((640 + 330 * np.sin(a), 640 - 330 * np.cos(a)), -np.degrees(a)) for a in (-0.5, -0.2, 0.1, 0.4)
]
NAMES = ["8C", "2D", "QH", "TS"]
TWO = [quad_at((600 + 1.02 * WIDE * n, 360), 0) for n in range(2)]
THREE = [quad_at((500 + WIDE * 0.55 * n, 360 + 4 * n), 0) for n in range(3)]


@pytest.mark.parametrize("quads", [ROW, FAN], ids=["row", "fan"])
def test_each_card_of_a_heap_is_read_once_and_where_it_lies(quads: list[np.ndarray]) -> None:
    for size_at in (None, lambda x, y: 1.05 * WIDE):
        cards = read(heap(NAMES, quads), language="en", size_at=size_at)
        found = {card.card: np.mean(card.quad, axis=0) for card in cards}
        assert sorted(str(card.card) for card in cards) == sorted(NAMES)
        for name, quad in zip(NAMES, quads, strict=True):
            assert np.linalg.norm(found[name] - quad.mean(axis=0)) < 0.15 * WIDE, name


@pytest.mark.parametrize("quads", [TWO, THREE], ids=["side by side", "half over each other"])
def test_cards_that_together_look_like_one_that_is_too_large_are_read_where_sizes_are_known(
    quads: list[np.ndarray],
) -> None:
    names = NAMES[: len(quads)]
    found = [card.card for card in read(heap(names, quads), language="en", size_at=lambda x, y: WIDE)]
    assert sorted(map(str, found)) == sorted(names)


@pytest.mark.parametrize("card_px", [0.0, 1e-6, 5.0, 5000.0, 63_000.0, math.inf, math.nan])
def test_a_calibration_that_is_beside_itself_stops_no_reading(card_px: float) -> None:
    """Four points in a wrong place may say anything of how large a card would be somewhere in the picture."""
    told = read(heap(NAMES, ROW), language="en", size_at=lambda x, y: card_px)
    assert {card.card for card in told} <= {None, *NAMES}


@pytest.mark.parametrize("quads", [ROW, FAN], ids=["row", "fan"])
def test_a_card_under_others_that_is_not_sure_enough_is_said_to_be_there(
    quads: list[np.ndarray], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing that a single corner shows is sure enough here: none is named by it, and none is left out."""
    monkeypatch.setattr(judging, "CONFIDENCE_LEAST_ALONE", 2.0)
    monkeypatch.setattr(judging, "LOOK_LEAST", 2.0)
    found = read(heap(NAMES, quads), language="en")
    assert {card.unsure for card in found} == {"covered", None}
    for quad in quads:
        near = [card for card in found if np.linalg.norm(np.mean(card.quad, axis=0) - quad.mean(axis=0)) < 40]
        assert len(near) == 1


def thought(quad: np.ndarray, corner: int, times: float, *, sized: bool = False) -> Outline:
    """A card with one visible corner, estimated `times` as large as it is."""
    there = np.asarray(quad[corner] + (quad - quad[corner]) * times, np.float32)
    return Outline(there, (corner,), False, sized)


def named(card: str, outline: Outline) -> Reading:
    verdict = Verdict(card, 0.999, card[0], card[1], None)
    return Reading(Looked(outline, {}, None), verdict, index_places(outline))


@pytest.mark.parametrize("times", [(0.8, 1.25), (0.45, 0.45)])
@pytest.mark.parametrize("corner", [1, 2, 3])
def test_two_corners_of_a_card_thought_too_small_and_too_large_tell_where_it_lies(
    corner: int, times: tuple[float, float]
) -> None:
    """Across from each other, or along a side of a card with four indices."""
    quad = quad_at((500, 300), 20)
    card = joined(thought(quad, 0, times[0]), thought(quad, corner, times[1]))
    assert card is not None
    assert np.allclose(card.quad, quad, atol=0.08 * WIDE)


def test_corners_twice_too_far_from_each_other_are_of_two_cards_where_sizes_are_known() -> None:
    quad = quad_at((500, 300), 20)
    one, other = (thought(quad, corner, 0.45, sized=True) for corner in (0, 2))
    assert joined(one, other) is None
    assert len(settled([named("6S", one), named("6S", other)])) == 2


def test_an_index_put_aside_of_where_a_card_with_four_has_one_is_no_second_card() -> None:
    """The network may take an index for one of another corner, and so put a card where none is."""
    quad = quad_at((500, 300), 20)
    seen = [named("6S", thought(quad, corner, 1.0)) for corner in (0, 1)]
    ink = index_places(Outline(quad, (1,), False)) - index_places(Outline(quad, (0,), False))
    aside = named("6S", thought(np.asarray(quad + ink, np.float32), 0, 1.0))
    assert np.linalg.norm(aside.looked.outline.quad[0] - quad, axis=1).min() > 0.2 * WIDE
    assert len(settled([*seen, aside])) == 1
    assert len(settled([seen[0], aside])) == 2
    beside = Outline(
        quad_at((900, 300), 20), (0, 1), False
    )  # another card of the deck shows two along a side
    index = Seen(np.array([1.0, 0.0]), np.array([1.0, 0.0]))
    other = named("2D", beside)._replace(looked=Looked(beside, {0: index, 1: index}, None))
    assert len(settled([seen[0], other, aside])) == 2


def test_two_indices_tell_better_where_a_card_lies_than_a_surer_one_that_was_put_aside() -> None:
    """A surer index that was taken for one of another corner would put the card, and so one more, aside."""
    quad = quad_at((500, 300), 20)
    index = Seen(np.array([1.0, 0.0]), np.array([1.0, 0.0]))
    most = named("JD", Outline(quad, (0, 2), False))
    most = most._replace(looked=most.looked._replace(indices={0: index, 2: index}))
    aside = named("JD", thought(quad + np.float32(0.1 * WIDE), 0, 1.0))
    aside = aside._replace(verdict=aside.verdict._replace(confidence=0.9999))
    (card,) = settled([aside, most])
    assert np.array_equal(card.looked.outline.quad, quad)


def test_two_corners_seen_askew_are_of_one_card_if_either_of_them_fits_the_other() -> None:
    """On a drawn table: the sides at one corner lean by 7 degrees, so from there the other is too far."""
    corners = [
        Outline(np.array(quad, np.float32), (0,), False)
        for quad in (
            [(460, 344), (467, 235), (617, 240), (610, 350)],
            [(668, 178), (675, 304), (497, 314), (490, 187)],
        )
    ]
    assert joined(corners[0], corners[1]) is None
    assert joined(corners[1], corners[0]) is not None
    readings = [named("KS", corner) for corner in corners]
    assert len(settled(readings)) == len(settled(readings[::-1])) == 1


@pytest.mark.parametrize("down", [1.1, 1.2, 1.3, 1.4])
def test_two_equal_cards_one_below_the_other_are_two(down: float) -> None:
    quad = quad_at((500, 300), 20)
    below = np.asarray(quad + (quad[3] - quad[0]) * down / (88 / 63), np.float32)
    pair = [named("8C", thought(each, 0, 1.0, sized=True)) for each in (quad, below)]
    assert len(settled(pair)) == 2


def test_corners_of_two_cards_are_not_joined() -> None:
    quad = quad_at((500, 300), 20)
    beside = np.asarray(quad + (quad[1] - quad[0]) * 1.1, np.float32)
    turned = quad_at((500, 300), 55)
    assert joined(thought(quad, 0, 1), thought(beside, 2, 1)) is None
    assert joined(thought(quad, 0, 1), thought(beside, 0, 1)) is None
    assert joined(thought(quad, 0, 1), thought(turned, 2, 1)) is None


def test_two_looks_are_at_one_corner_where_it_is_in_one_place_and_looks_the_same_way() -> None:
    quad = quad_at((500, 300), 20)
    assert at_one_corner(thought(quad, 0, 0.8), thought(quad, 0, 1.2))
    assert not at_one_corner(thought(quad, 0, 1), thought(quad, 2, 1))
    assert not at_one_corner(thought(quad, 0, 1), thought(quad + np.float32(0.2 * WIDE), 0, 1))


@pytest.mark.parametrize("shade", [0, 255])
def test_in_paper_without_an_index_no_card_is_imagined(shade: int) -> None:
    assert done(cards_in(np.full((80, 90, 3), shade, np.uint8), 1.0)) == []


def test_where_it_is_known_how_large_cards_are_a_heap_is_looked_at_once_and_no_card_of_it_is_larger(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    looks: list[float] = []

    def seen(part: np.ndarray, scale: float) -> Piecewise[list[Imagined]]:
        looks.append(scale)
        yield
        return [Imagined(quad_at((200, 200), 5) * times, (0,)) for times in (0.5, 0.8, 1.2)]

    monkeypatch.setattr(heaps, "cards_in", seen)
    picture = np.zeros((720, 1280, 3), np.uint8)
    cards = done(heaps.in_heap(picture, (40, 30, 600, 400), 70.0, lambda x, y: WIDE))
    assert looks == [pytest.approx(heaps.CARD_PX / WIDE)]
    assert [short_side(card.quad) for card in cards] == pytest.approx([WIDE, WIDE])
    done(heaps.in_heap(picture, (40, 30, 600, 400), 70.0, None))
    assert len(looks) == 3


def test_what_is_hardly_larger_than_a_card_of_known_size_is_looked_at_once() -> None:
    assert scales(side=180, short=100) == [pytest.approx(0.8)]
    assert len(scales(side=250, short=100)) == len(scales(side=180, short=0)) == 2
