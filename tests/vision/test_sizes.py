"""How large cards are on a calibrated table (vision/sizes.py)."""

from __future__ import annotations

import pytest

from vision.found import Found
from vision.sizes import DOUBT, ENOUGH, Sizes


def card(wide: float, name: str | None = "8C") -> Found:
    """A card so many pixels wide, its upper left corner at (100, 100)."""
    tall = wide * 88 / 63
    quad = ((100, 100), (100 + wide, 100), (100 + wide, 100 + tall), (100, 100 + tall))
    return Found(name, 0.99, (100, 100, round(wide), round(tall)), quad, None if name else "back")


def test_nothing_is_known_until_enough_cards_were_read() -> None:
    sizes = Sizes(lambda x, y: 90.0)
    sizes.learn([card(90)] * (ENOUGH - 1))
    sizes.learn([card(90, None)] * 9)
    assert (sizes.known, sizes.doubt) == (None, "")
    sizes.learn([card(90)])
    assert sizes.known is not None


@pytest.mark.parametrize(("wide", "doubt"), [(90, ""), (80, ""), (60, DOUBT), (140, DOUBT)])
def test_cards_are_as_large_as_those_that_were_read_whatever_the_measures_say(
    wide: float, doubt: str
) -> None:
    """A bridge card is 57 mm wide, not 63; and a table measured wrongly is doubted, in words."""
    sizes = Sizes(lambda x, y: 90.0 if x < 500 else 45.0)
    sizes.learn([card(wide)] * ENOUGH)
    assert sizes.known is not None
    assert [sizes.known(x, 0) for x in (0, 900)] == pytest.approx([wide, wide / 2])
    assert sizes.doubt == doubt


def test_one_card_that_was_misread_does_not_count() -> None:
    sizes = Sizes(lambda x, y: 90.0)
    sizes.learn([card(30), *[card(92)] * (ENOUGH - 1)])
    assert sizes.known is not None
    assert sizes.known(5, 5) == pytest.approx(92)
