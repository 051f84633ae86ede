"""What the finder of indices tells is taken apart into cards: each once, of one size, where its corner is."""

from __future__ import annotations

import numpy as np
import pytest

from sabot_vision.finding.geometry import LONG_TO_SHORT
from sabot_vision.finding.indices import CELL_PX, SPAN_PX, cards_from, lightened
from sabot_vision.networks.running import index_answers

CELLS = 40
SHORT = 80.0


def answer(*told: tuple[int, int, np.ndarray]) -> np.ndarray:
    """The network's answer where cells (across, down) tell of frames: a corner and the ends of its sides."""
    every = np.zeros((7, CELLS, CELLS), np.float32)
    every[0] = -6
    for across, down, frame in told:
        middle = np.array((across, down)) * CELL_PX + (CELL_PX - 1) / 2
        every[0, down, across] = 3
        every[1:, down, across] = ((frame - middle) / SPAN_PX).ravel()
    return every


def frame(x: float, y: float, degrees: float, short: float = SHORT, *, mirrored: bool = False) -> np.ndarray:
    """A corner at (x, y), the end of its short side and that of its long one."""
    turn = np.radians(degrees)
    across, along = np.array((np.cos(turn), np.sin(turn))), np.array((-np.sin(turn), np.cos(turn)))
    if mirrored:
        across = -across
    return np.array((x, y)) + np.array(((0, 0), across * short, along * short * LONG_TO_SHORT))


def test_cells_that_tell_of_one_index_are_one_card_at_the_middle_of_what_they_tell() -> None:
    told = answer((5, 6, frame(20, 20, 10)), (6, 6, frame(22, 20, 10)), (5, 7, frame(21, 23, 10)))
    (card,) = cards_from(told)
    assert card.corners == (0,)
    assert np.allclose(card.quad[0], (21, 21), atol=0.1)
    assert np.isclose(np.linalg.norm(card.quad[1] - card.quad[0]), SHORT, atol=0.1)


def test_an_upper_right_index_is_the_second_corner_of_its_card() -> None:
    (card,) = cards_from(answer((20, 6, frame(90, 20, 0, mirrored=True))))
    assert card.corners == (1,)
    assert np.allclose(
        card.quad,
        [(10, 20), (90, 20), (90, 20 + SHORT * LONG_TO_SHORT), (10, 20 + SHORT * LONG_TO_SHORT)],
        atol=0.1,
    )


def test_indices_that_lie_close_in_a_fan_are_cards_of_one_size() -> None:
    """Four cards, one of them estimated too large; a find almost four times as large is not a card."""
    turned = [
        (4, frame(12, 20, 0)),
        (10, frame(34, 22, 12, 100)),
        (16, frame(56, 26, 24)),
        (22, frame(78, 32, 36)),
    ]
    some = [(across, 8, one) for across, one in turned]
    cards = cards_from(answer(*some, (30, 30, frame(80, 80, 0, 300))))
    assert len(cards) == 4
    assert np.allclose([np.linalg.norm(card.quad[1] - card.quad[0]) for card in cards], SHORT, atol=0.5)


@pytest.mark.parametrize("long", [0.9, 2.2])
def test_what_is_no_card_by_its_sides_is_none(long: float) -> None:
    odd = frame(20, 20, 0)
    odd[2] = odd[0] + (0, SHORT * long)
    assert cards_from(answer((5, 6, odd))) == []


def test_where_nothing_is_told_there_is_no_card() -> None:
    assert cards_from(answer()) == []


def test_the_finder_answers_for_every_cell_of_a_picture_of_any_size() -> None:
    for tall, wide in ((160, 160), (88, 240), (8, 16)):
        assert index_answers(np.zeros((tall, wide, 3), np.uint8)).shape == (
            7,
            tall // CELL_PX,
            wide // CELL_PX,
        )


def test_a_dim_picture_is_shown_with_its_paper_nearly_white() -> None:
    dim = np.full((60, 60, 3), (70, 80, 90), np.uint8)
    assert 225 <= lightened(dim).min() <= 235
    assert lightened(np.zeros((60, 60, 3), np.uint8)).max() == 0
