"""What the networks learn from: drawn by chance, the same for the same seed, and called what it is."""

from __future__ import annotations

import shutil
from functools import cache

import numpy as np
import pytest

from sabot_vision.finding import indices
from sabot_vision.networks.cutting import CORNER_SIZE, FACE_SIZE, evened
from sabot_vision.training import artwork, heaping, marks, sampling, sights, surroundings
from sabot_vision.training.marks import Marks
from sabot_vision.training.prints import card, printed
from sabot_vision.training.sampling import Shelf, Stock
from sabot_vision.training.shapes import CARD_TALL_PX, CARD_WIDE_PX, Style


def chance(*seed: int) -> np.random.Generator:
    return np.random.default_rng((7, *seed))


def suits(number: int) -> dict[str, np.ndarray]:
    return {suit: marks.drawn(suit, Style(chance(1, number))) for suit in "CDHS"}


@cache
def stock() -> Stock:
    """One white card of somebody's deck, letters that are all a bar, no font and no artwork."""
    letters = dict.fromkeys(marks.LETTERS, np.full((marks.MASK_PX, 30), 255, np.uint8))
    shelf = Shelf(
        pictures=np.full((1, CARD_TALL_PX, CARD_WIDE_PX, 4), 255, np.uint8),
        glyphs=["5"],
        suits=["H"],
        fours=[False],
        grounds=np.stack([surroundings.ground(chance(2, number)) for number in range(2)]),
    )
    light = sights.lamps(chance(3), 4)
    return sampling.stocked(shelf, Marks([letters], [suits(n) for n in range(4)]), [], light, chance(4))


@pytest.mark.parametrize(("draw", "size"), [(sampling.corner, CORNER_SIZE), (sampling.face, FACE_SIZE)])
def test_the_same_seed_draws_the_same_samples_in_the_size_that_the_network_takes(draw, size) -> None:  # type: ignore[no-untyped-def]
    first, again = ([draw(stock(), chance(5, n)) for n in range(15)] for _ in range(2))
    for one, other in zip(first, again, strict=True):
        assert one.cut.shape == (size[1], size[0], 3)
        assert (one.glyph, one.suit) == (other.glyph, other.suit)
        assert np.array_equal(one.cut, other.cut)
    assert len({one.glyph for one in first}) > 3


def test_a_corner_without_a_glyph_has_no_suit_either_and_one_in_ten_is_such_at_least() -> None:
    drawn = [sampling.corner(stock(), chance(6, n)) for n in range(60)]
    assert all((one.glyph == "-") == (one.suit == "-") for one in drawn)
    assert 6 <= sum(one.glyph == "-" for one in drawn) <= 36


def test_an_index_stands_where_its_layout_says() -> None:
    window = sights.CORNERS[0].window
    for number in range(20):
        what = card(stock().marks, "2", "S", chance(8, number))
        sheet = printed(what, window, [], chance(9)).astype(int)
        how = what.layout
        x, y = ((np.array([how.left, how.top]) - (window.left, window.top)) * window.scale).astype(int)
        wide, tall = (int(length * window.scale) for length in (max(how.wide, how.sign), how.height))
        inside = sheet[y : y + tall, x : x + wide]
        assert inside.min() < 130, number
        assert (sheet[: y - 1].min(axis=2) > 190).all(), number


def test_paper_becomes_white_and_ink_black_whatever_the_lamp() -> None:
    dim = np.full((*CORNER_SIZE[::-1], 3), (40, 60, 80), np.uint8)
    dim[20:40, 10:25] = (10, 12, 14)
    (even,) = evened([dim])
    assert even.dtype == np.float32
    assert np.allclose(even[0, 0], 1, atol=0.05)
    assert (even[30, 15] < -0.8).all()


@pytest.mark.skipif(shutil.which("rsvg-convert") is None, reason="rsvg-convert is not installed")
def test_artwork_is_kept_whole_or_not_at_all(tmp_path):
    drawing, kept = tmp_path / "card.svg", tmp_path / "kept" / "card.png"
    drawing.write_text('<svg xmlns="http://www.w3.org/2000/svg" width="10" height="14"/>')
    assert artwork.rendered(drawing, kept, 20).shape == (28, 20, 4)
    drawing.write_text("no drawing")
    with pytest.raises(SystemExit, match="could not draw it"):
        artwork.rendered(drawing, kept.with_name("other.png"), 20)
    assert [path.name for path in kept.parent.iterdir()] == ["card.png"]


CARD = np.array([[40, 30], [118, 38], [107, 147], [29, 139]], np.float32)
"""A card of about 78 × 109 pixels in a patch, turned a little."""


@cache
def laid() -> list[heaping.Laid]:
    return heaping.prints(stock(), chance(10), 12)


def test_the_same_seed_draws_the_same_patch_of_a_heap() -> None:
    first, again = ([heaping.patch(stock(), laid(), chance(11, n)) for n in range(12)] for _ in range(2))
    for one, other in zip(first, again, strict=True):
        assert one.picture.shape == (heaping.PATCH_PX, heaping.PATCH_PX, 3)
        assert all(np.array_equal(a, b) for a, b in zip(one, other, strict=True))
    assert sum((one.there == 1).any() for one in first) > 3


@pytest.mark.parametrize("corner", [0, 1, 2, 3])
def test_what_the_finder_is_taught_of_an_index_is_the_card_that_it_tells(corner: int) -> None:
    """From the card to the cells, and back from an answer that is just as it should be."""
    box = np.array([[2, 2], [9, 2], [9, 18], [2, 18]], np.float32)
    box = np.abs(np.array([[0, 0], [63, 0], [63, 88], [0, 88]], np.float32)[corner] - box)
    card = heaping.Laid(np.zeros((1, 1, 4), np.uint8), [(corner, box)])
    told = heaping.indices_of(card, CARD, np.ones((heaping.PATCH_PX, heaping.PATCH_PX), bool))
    there, frames = heaping.targets(told)
    answer = np.concatenate([np.where(there == 1, 5, -5)[None], frames.transpose(2, 0, 1)])
    (card_told,) = indices.cards_from(answer.astype(np.float32))
    turned = np.roll(CARD, 2, axis=0) if corner >= 2 else CARD
    assert card_told.corners == (corner % 2,)
    assert np.allclose(card_told.quad, turned, atol=0.5)


@pytest.mark.parametrize(("shown", "told"), [(1.0, {0, 1, 2}), (0.6, {0, 2}), (0.2, {0})])
def test_a_covered_index_is_not_to_be_found_and_half_of_one_is_not_asked_for(
    shown: float, told: set[int]
) -> None:
    there, _ = heaping.targets([heaping.Index(np.array([80.0, 80.0]), CARD[[0, 1, 3]], shown)])
    assert {int(value) for value in np.unique(there)} == told
