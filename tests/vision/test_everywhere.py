"""The finder over the whole picture (vision/sabot_vision/finding/everywhere.py): where it looks, at which
size, and what it reads that no outline shows."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sabot_vision import drawing
from sabot_vision.cloth import lay
from sabot_vision.finding import everywhere
from sabot_vision.finding.corners import Imagined
from sabot_vision.finding.everywhere import (
    TILES_AT_A_TIME,
    cards_anywhere,
    runs,
    scales,
    size_told,
    strips,
    unexplained,
)
from sabot_vision.finding.heaps import CARD_PX
from sabot_vision.finding.outlines import Searched, searched
from sabot_vision.finding.pacing import Piecewise
from sabot_vision.reading.cards import in_pieces, read
from sabot_vision.training.measure import outcomes
from sabot_vision.training.tables import Table, tables
from tests.vision.test_finding import cloth
from tests.vision.test_heaps import NAMES, ROW, heap
from tests.vision.test_heaps import WIDE as CARD_WIDE
from tests.vision.test_pacing import done

TALL, WIDE = 720, 1280


def looked_for(edges: np.ndarray) -> Searched:
    """A searched picture of TALL × WIDE with these edges and nothing else."""
    return Searched([], [], [], [], np.zeros_like(edges), edges, 0.0, 1.0)


def card(left: float, top: float, wide: float = 100.0) -> np.ndarray:
    corners = [(0, 0), (wide, 0), (wide, wide * 1.4), (0, wide * 1.4)]
    return np.array(corners, np.float32) + np.array((left, top), np.float32)


def edged(*boxes: tuple[int, int, int, int]) -> np.ndarray:
    """A mask with these boxes (left, top, width, height) full of edges."""
    mask = np.zeros((TALL, WIDE), np.uint8)
    for left, top, wide, tall in boxes:
        mask[top : top + tall, left : left + wide] = 255
    return mask


def test_an_empty_cloth_is_not_looked_at() -> None:
    bare = looked_for(edged())
    assert not list(strips(bare.edges, bare, (TALL, WIDE), 0.7))


def test_every_edge_that_is_long_enough_lies_in_a_strip() -> None:
    for left, top in ((3, 3), (640, 360), (1240, 680), (300, 700)):
        sought = looked_for(edged((left, top, 20, 12)))
        seen = list(strips(sought.edges, sought, (TALL, WIDE), 0.7))
        assert any(
            x <= left and left + 20 <= x + wide and y <= top and top + 12 <= y + tall
            for x, y, wide, tall in seen
        ), (left, top)


def test_a_strip_ends_where_the_picture_does_and_is_short_enough_for_one_frame() -> None:
    sought = looked_for(edged((0, 0, WIDE, TALL)))
    for left, top, wide, tall in strips(sought.edges, sought, (TALL, WIDE), 0.72):
        assert left >= 0 and top >= 0 and left + wide <= WIDE and top + tall <= TALL
        assert wide * tall * 0.72**2 <= 180_000  # some 15 ms of the finder


def test_what_a_named_card_explains_is_not_looked_at_again() -> None:
    sought = looked_for(edged((400, 200, 100, 140)))
    assert not unexplained(sought, [card(400, 200)]).any()
    assert unexplained(sought, [card(700, 200)]).any()
    assert sought.edges.any()


@given(st.lists(st.booleans(), max_size=20))
def test_the_runs_hold_every_busy_tile_once_and_no_other(busy: list[bool]) -> None:
    held = [at for first, count in runs(busy) for at in range(first, first + count)]
    assert held == [at for at, one in enumerate(busy) if one]
    assert all(count <= TILES_AT_A_TIME for _, count in runs(busy))


def test_the_size_is_that_of_the_calibration_or_of_the_named_cards_else_three_are_tried() -> None:
    sought, shape = looked_for(edged()), (TALL, WIDE)
    assert scales(shape, sought, [], lambda x, y: 144.0) == [CARD_PX / 144]
    assert scales(shape, sought, [card(0, 0, 90), card(200, 0, 100), card(400, 0, 400)], None) == [
        pytest.approx(CARD_PX / 100, rel=0.01)
    ]
    assert len(scales(shape, sought, [], None)) == 3


def found(wide: float, *corners: int) -> Imagined:
    return Imagined(card(0, 0, wide), corners)


def sizes_seen(monkeypatch: pytest.MonkeyPatch, finds: list[Imagined]) -> list[float]:
    """How long the longer side of the picture is for the finder, one look after another; it finds `finds`."""
    seen = list[float]()

    def look(_: object, __: object, ___: object, scale: float, cards: list[Imagined]) -> Piecewise[None]:
        seen.append(scale * WIDE)
        cards += finds
        yield

    monkeypatch.setattr(everywhere, "look_at", look)
    return seen


def test_a_find_tells_the_size_if_it_shows_two_indices_across_from_each_other() -> None:
    """Two along one side may be those of two cards."""
    assert size_told([found(100, 0), found(300, 0, 1), found(500, 2, 3)]) == 0
    assert size_told([found(100, 0), found(140, 0, 2), found(150, 0, 1, 3), found(400, 1, 3)]) == (
        pytest.approx(150, rel=0.01)
    )


@pytest.mark.parametrize(
    ("before", "finds", "looks"),
    [
        (None, [found(150, 0, 2)], [400, 700, 1100]),
        ([], [], [400, 700, 1100]),
        ([], [found(225, 0, 2)], [400]),
        ([], [found(150, 0, 2)], [400, CARD_PX / 150 * WIDE]),
        ([], [found(450, 0, 2)], [400, CARD_PX / 450 * WIDE]),
        ([found(150, 0)], [], [400, 700, 1100]),
        ([found(150, 0, 2)], [], [CARD_PX / 150 * WIDE]),
        ([found(10, 0, 2)], [], [1.5 * WIDE]),
    ],
)
def test_in_a_hurry_a_find_with_two_indices_tells_at_which_size_to_look(
    before: list[Imagined] | None,
    finds: list[Imagined],
    looks: list[float],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seen = sizes_seen(monkeypatch, finds)
    picture = np.zeros((TALL, WIDE, 3), np.uint8)
    done(cards_anywhere(picture, looked_for(edged()), [], None, before))
    assert seen == pytest.approx(looks, rel=0.01)


def test_in_a_hurry_a_size_that_is_known_is_not_taken_from_a_find(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = sizes_seen(monkeypatch, [found(300, 0, 2)])
    sought, picture = looked_for(edged()), np.zeros((TALL, WIDE, 3), np.uint8)
    for named, size_at in (([card(0, 0, 100)], None), ([], lambda x, y: 100.0)):
        done(cards_anywhere(picture, sought, named, size_at, [found(300, 0, 2)]))
    assert seen == pytest.approx([CARD_PX / 100 * WIDE] * 2, rel=0.01)


def test_a_photograph_is_looked_at_in_three_sizes_and_a_camera_s_picture_in_that_of_a_find(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The camera shows the same cards again; the upper card of the row shows both its indices."""
    seen, picture = sizes_seen(monkeypatch, []), heap(NAMES, ROW)
    read(picture)
    assert len(seen) == 3
    seen.clear()
    list(in_pieces(picture))
    assert len(seen) == 1 and seen[0] == pytest.approx(CARD_PX / CARD_WIDE * WIDE, rel=0.1)


@pytest.mark.parametrize("size", [1e9, float("inf"), 1.0, float("nan")])
def test_a_size_that_no_card_has_does_no_harm(size: float) -> None:
    sought = looked_for(edged((0, 0, WIDE, TALL)))
    for scale in scales((TALL, WIDE), sought, [], lambda x, y: size):
        assert list(strips(sought.edges, sought, (TALL, WIDE), scale))


def right(table: Table) -> int:
    return outcomes(table, read(table.picture, language=table.language))["right"]


def test_pairs_on_light_wood_are_read_where_paper_is_no_lighter_than_the_table() -> None:
    """Rendered hands of two between chips under a low sun: 27 of 30; outlines and heaps alone give 18."""
    wooden = list(tables(3, cards=10, seed=9, laid="pairs", ground="light wood"))
    assert sum(map(right, wooden)) >= 24


def test_a_fan_of_thirteen_is_read_though_no_card_beside_it_tells_the_size() -> None:
    """Of six rendered fans 55 of 78 cards are read, many half covered; outlines and heaps alone give 53."""
    fans = [fan for seed in (9, 11, 12) for fan in tables(2, cards=13, seed=seed, laid="hand")]
    assert sum(map(right, fans)) >= 44


def test_the_rendered_picture_is_searched_as_any_other() -> None:
    """The edges that say where to look are those of the search for outlines."""
    (table,) = tables(1, cards=4, seed=3, laid="pairs", ground="light wood")
    sought = searched(table.picture)
    assert list(strips(sought.edges, sought, table.picture.shape[:2], 0.7))


SLANTS = {
    "wider than tall": [(430, 300), (610, 300), (640, 430), (400, 430)],
    "close to the camera": [(440, 300), (600, 300), (645, 440), (395, 440)],
    "far off": [(455, 300), (585, 300), (625, 400), (415, 400)],
    "much wider in front": [(445, 300), (595, 300), (643, 470), (398, 470)],
    "from a corner": [(420, 320), (560, 280), (640, 430), (480, 490)],
}


@pytest.mark.parametrize("quad", SLANTS.values(), ids=SLANTS)
def test_a_card_that_is_seen_aslant_is_read(quad: list[tuple[float, float]]) -> None:
    """A camera at the table's edge sees a card as wide as it is tall, or wider."""
    picture = cloth()
    lay(picture, drawing.card("7D"), np.array(quad, np.float32))
    lay(picture, drawing.card("KC"), card(800, 200, 130))
    assert [found.card for found in read(picture, language="en")] == ["7D", "KC"]
