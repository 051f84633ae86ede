"""How large cards are on a calibrated table (vision/sabot_vision/tracking/sizes.py)."""

from __future__ import annotations

import pytest

from sabot.core.reasons import NOTHING
from sabot_vision.finding.found import Found
from sabot_vision.tracking.sizes import DOUBT, READINGS_LEAST, READINGS_MOST, Sizes
from sabot_vision.tracking.track import LEAD_READINGS


def card(wide: float, name: str | None = "8C") -> Found:
    """A card `wide` pixels wide, its upper left corner at (100, 100)."""
    tall = wide * 88 / 63
    quad = ((100, 100), (100 + wide, 100), (100 + wide, 100 + tall), (100, 100 + tall))
    return Found(name, 0.99, (100, 100, round(wide), round(tall)), quad, None if name else "back")


def test_it_is_known_when_a_first_card_was_read_as_often_as_it_takes_to_be_told_and_not_before() -> None:
    sizes = Sizes(lambda x, y: 90.0)
    assert LEAD_READINGS < READINGS_LEAST
    sizes.learn([card(90)] * (READINGS_LEAST - 1))
    sizes.learn([card(90, None)] * 9)
    assert (sizes.known, sizes.doubt) == (None, NOTHING)
    sizes.learn([card(90)])
    assert sizes.known is not None


@pytest.mark.parametrize("wide", [60, 140])
def test_a_few_readings_that_contradict_the_measures_are_not_believed_and_cast_no_doubt_yet(
    wide: float,
) -> None:
    sizes = Sizes(lambda x, y: 90.0)
    sizes.learn([card(wide)] * (READINGS_MOST - 1))
    assert (sizes.known, sizes.doubt) == (None, NOTHING)


@pytest.mark.parametrize("wide", [80, 90, 105])
def test_cards_are_as_large_as_those_that_were_read(wide: float) -> None:
    """A bridge card is 57 mm wide, not 63."""
    sizes = Sizes(lambda x, y: 90.0 if x < 500 else 45.0)
    sizes.learn([card(wide)] * READINGS_MOST)
    assert sizes.known is not None
    assert [sizes.known(x, 0) for x in (0, 900)] == pytest.approx([wide, wide / 2])
    assert not sizes.doubt


def test_one_card_that_was_misread_does_not_count() -> None:
    sizes = Sizes(lambda x, y: 90.0)
    sizes.learn([card(30), *[card(92)] * (READINGS_MOST - 1)])
    assert sizes.known is not None
    assert sizes.known(5, 5) == pytest.approx(92)


@pytest.mark.parametrize("wide", [60, 140])
def test_where_cards_contradict_the_measures_that_is_said_and_neither_is_believed(wide: float) -> None:
    sizes = Sizes(lambda x, y: 90.0)
    sizes.learn([card(wide)] * READINGS_MOST)
    assert (sizes.known, sizes.doubt) == (None, DOUBT)


def test_a_card_held_up_to_the_lens_or_another_lens_is_unlearned() -> None:
    sizes = Sizes(lambda x, y: 90.0)
    sizes.learn([card(170)] * 3)
    for _ in range(READINGS_MOST):
        sizes.learn([card(95)])
    known = sizes.known
    assert known is not None
    assert known(0, 0) == pytest.approx(95)
    sizes.learn([card(140)] * READINGS_MOST)
    assert (sizes.known, sizes.doubt) == (None, DOUBT)


def test_after_a_picture_without_a_named_card_nothing_is_known_for_once() -> None:
    """So that cards that were of another size than believed are seen at all."""
    sizes = Sizes(lambda x, y: 90.0)
    sizes.learn([card(92)] * READINGS_MOST)
    sizes.learn([card(92, None)])
    assert sizes.known is None
    sizes.learn([card(92)])
    assert sizes.known is not None
