"""What the networks learn from: drawn by chance, the same for the same seed, and called what it is."""

from __future__ import annotations

import shutil
from functools import cache

import numpy as np
import pytest

from sabot_vision.finding import indices
from sabot_vision.networks.cutting import CORNER_SIZE, FACE_SIZE, evened
from sabot_vision.training import artwork, covering, heaping, marks, sampling, sights, surroundings
from sabot_vision.training.marks import Marks
from sabot_vision.training.oddities import rims
from sabot_vision.training.prints import card, printed
from sabot_vision.training.shapes import CARD_TALL_PX, CARD_WIDE_PX, Style
from sabot_vision.training.stock import Shelf, Stock, stocked


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
    return stocked(shelf, Marks([letters], [suits(n) for n in range(4)]), [], light, [], chance(4))


@pytest.mark.parametrize(("draw", "size"), [(sampling.corner, CORNER_SIZE), (sampling.face, FACE_SIZE)])
def test_the_same_seed_draws_the_same_samples_in_the_size_that_the_network_takes(draw, size) -> None:  # type: ignore[no-untyped-def]
    first, again = ([draw(stock(), chance(5, n)) for n in range(20)] for _ in range(2))
    for one, other in zip(first, again, strict=True):
        assert one.cut.shape == (size[1], size[0], 3)
        assert (one.glyph, one.suit) == (other.glyph, other.suit)
        assert np.array_equal(one.cut, other.cut)
    assert len({one.glyph for one in first}) > 3


def test_a_corner_without_a_glyph_has_no_suit_either_and_one_in_ten_is_such_at_least() -> None:
    drawn = [sampling.corner(stock(), chance(6, n)) for n in range(60)]
    assert all((one.glyph == "-") == (one.suit == "-") for one in drawn)
    assert 6 <= sum(one.glyph == "-" for one in drawn) <= 36


def test_a_cover_hides_hardly_anything_of_the_letter_and_of_the_suit_or_most_of_one() -> None:
    """What is half hidden may be read or not, so it is not taught."""
    window = sights.CORNERS[0].window
    parts = [(2.0, 2.0, 9.0, 10.0), (2.0, 10.0, 9.0, 18.0)]
    hidden = []
    for number in range(60):
        sheet = np.full((*window.shape, 3), 255, np.uint8)
        told = covering.covered(stock(), sheet, window, parts, chance(12, number))
        shown = (sheet == 255).all(axis=2).view(np.uint8)
        really = max(covering.hidden_of(1 - shown, window, part) for part in parts)
        assert really <= told + 0.01
        hidden.append(told)
    assert all(share < 0.08 or share > 0.35 for share in hidden)
    assert 5 < sum(share > 0.35 for share in hidden) < 55


@pytest.mark.parametrize("right", [False, True])
def test_the_letter_and_the_suit_are_the_two_halves_of_the_index(right: bool) -> None:
    shown = sampling.drawn(stock(), sights.CORNERS[0].window, chance(13))
    left, top, over, low = shown.index_at(right)
    letter, suit = shown.parts_at(right)
    assert (letter[0], letter[1], letter[2], suit[3]) == (left, top, over, low)
    assert top < letter[3] == suit[1] < low
    assert (left > 31.5) is right


def test_metal_is_lighter_than_the_ink_and_leaves_the_paper_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rims, "FOIL_SHARE", 1.0)
    window = sights.CORNERS[0].window
    sheet = np.full((*window.shape, 3), 255, np.uint8)
    sheet[40:80] = (20, 20, 20)
    metal = rims.silvered(sheet, window, chance(14))
    assert (metal[:40] == 255).all()
    assert metal[40:80].max() > 60
    assert (metal[40:80] >= 20).all()
    monkeypatch.setattr(rims, "FOIL_SHARE", 0.0)
    assert rims.silvered(sheet, window, chance(14)) is sheet


def test_a_band_along_the_edge_of_a_card_leaves_its_middle_and_its_outline() -> None:
    white = np.full((168, 120, 4), 255, np.uint8)
    white[0, 0, 3] = 0
    for number in range(10):
        banded = covering.banded(white, chance(15, number))
        dark = banded[..., :3].max(axis=2) < 100
        assert dark[:10].any()
        assert not dark[10:-10, 10:-10].any()
        assert np.array_equal(banded[..., 3], white[..., 3])


def test_one_cut_in_some_is_seen_much_foreshortened(monkeypatch: pytest.MonkeyPatch) -> None:
    def least(share: float) -> float:
        monkeypatch.setattr(sights, "OBLIQUE_SHARE", share)
        matrices = [sights.posed(sights.CORNERS[0], 2.0, chance(16, n))[0] for n in range(60)]
        sizes = [np.linalg.svd(matrix[:2, :2])[1] for matrix in matrices]
        return min(float(small / large) for large, small in sizes)

    assert least(0.0) > 0.75 > least(1.0)


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


def test_three_surfaces_in_ten_are_nearly_as_light_as_paper(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("light_wood", "linen"):
        monkeypatch.setattr(surroundings, name, lambda chance: np.zeros((1, 1, 3), np.uint8))
    count = sum(surroundings.ground(chance(16, n)).size == 3 for n in range(60))
    assert 9 <= count <= 27


def test_chips_lie_under_the_cards_of_a_heap_with_their_shadows_and_hide_no_index(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = np.full((heaping.PATCH_PX, heaping.PATCH_PX, 3), 200, np.uint8)
    heaping.some_chips(table, 80.0, chance(17))
    assert 0.01 < (table != 200).any(axis=2).mean() < 0.5
    shadow = np.rint(0.55 * np.full(3, 200) + 0.45 * np.array([40, 50, 60]))
    assert (np.abs(table - shadow) <= 1).all(axis=2).any()

    def drawn(colour: int) -> list[heaping.Patch]:
        def flood(picture: np.ndarray, wide: float, chance: np.random.Generator) -> None:
            picture[:] = colour

        monkeypatch.setattr(heaping, "some_chips", flood)
        return [heaping.patch(stock(), laid(), chance(18, n)) for n in range(12)]

    alike = [np.array_equal(a.picture, b.picture) for a, b in zip(drawn(0), drawn(255), strict=True)]
    assert 0 < alike.count(False) < 12
    assert all(np.array_equal(a.there, b.there) for a, b in zip(drawn(0), drawn(255), strict=True))


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
