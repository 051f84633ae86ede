"""The sharper look at cards that a soft lens, or too few pixels, leave nearly named."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
import pytest

from sabot_vision.networks.cutting import sharpened
from sabot_vision.networks.judging import Seen
from sabot_vision.pictures import loaded
from sabot_vision.reading import cuts, second_looks
from sabot_vision.reading.cards import read
from sabot_vision.reading.judge import Judge
from sabot_vision.reading.second_looks import looked_sharper
from sabot_vision.reading.settling import Looked
from tests.vision.test_judging import face, index
from tests.vision.test_pacing import done
from tests.vision.test_reading import PICTURES, TRUTH, cards_of, looked, part_of
from tests.vision.truth import compared

PICTURE = np.zeros((400, 400, 3), np.uint8)


def test_a_small_table_through_a_soft_lens_is_read_better_and_nothing_wrongly(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    name, times = "table-005.jpg", 0.4
    small = cv2.resize(loaded(PICTURES / name), None, fx=times, fy=times, interpolation=cv2.INTER_AREA)
    soft = cv2.GaussianBlur(small, (0, 0), 0.6)
    truth = [(card, [each * times for each in box]) for card, box in cards_of(name)]
    told = compared(truth, read(soft, language=TRUTH[name]["language"]))
    monkeypatch.setattr(second_looks, "SHARPER_LOOK_CONFIDENCE", 1.0)
    before = compared(truth, read(soft, language=TRUTH[name]["language"]))
    assert (told["right"], told["wrong"] + told["invented"]) == (before["right"] + 1, 0)


def test_an_edge_that_is_sharpened_is_steeper_and_plain_paper_stays_as_it_is() -> None:
    cut = np.full((64, 48, 3), 200, np.uint8)
    assert (sharpened(cut) == cut).all()
    cut[:, 24:] = 60
    soft = cv2.GaussianBlur(cut, (0, 0), 1.5)
    steps = [int(np.abs(np.diff(each[32, :, 0].astype(int))).max()) for each in (soft, sharpened(soft))]
    assert steps[1] > 1.4 * steps[0]


def _showing(monkeypatch: pytest.MonkeyPatch, shown: Seen, whole: Seen | None = None) -> Callable[[], int]:
    """Every sharpened corner shows this, and every sharpened card `whole`; returns how many corners were
    looked at."""
    asked: list[np.ndarray] = []

    def corners(some: list[np.ndarray]) -> list[Seen]:
        asked.extend(some)
        return [shown] * len(some)

    monkeypatch.setattr(cuts, "corners_seen", corners)
    monkeypatch.setattr(cuts, "faces_seen", lambda some: [whole] * len(some))
    return lambda: len(asked)


def _soft(first: Seen, second: Seen | None = None, whole: Seen | None = None) -> Looked:
    """A card in the middle of the picture whose corners show these."""
    card = looked("8")
    features = np.arange(3.0)
    indices = {0: first._replace(features=features), 2: (second or first)._replace(features=features)}
    return card._replace(indices=indices, face=whole)


@pytest.mark.parametrize(
    ("sharper", "named"),
    [
        (index("8", "C"), "8C"),
        (index("6", "C"), None),
        (index("8", "S"), None),
        (index("8", "C", 0.91), None),
    ],
    ids=["the same, surely", "another rank", "another suit", "still not surely"],
)
def test_a_sharper_look_names_only_what_the_card_seemed_to_be(
    monkeypatch: pytest.MonkeyPatch, sharper: Seen, named: str | None
) -> None:
    _showing(monkeypatch, sharper)
    card, judge = _soft(index("8", "C", 0.9)), Judge("en")
    (after,) = done(looked_sharper(PICTURE, [card], judge))
    (verdict,) = judge.verdicts([after])
    assert verdict is not None
    assert verdict.card == named
    assert (after is card) == (named is None)


@pytest.mark.parametrize(
    "card",
    [_soft(index("8", "C")), _soft(index("8", "C", 0.7))],
    ids=["a card that is named", "hardly a guess"],
)
def test_other_cards_are_not_looked_at_again(monkeypatch: pytest.MonkeyPatch, card: Looked) -> None:
    asked = _showing(monkeypatch, index("8", "C"))
    assert done(looked_sharper(PICTURE, [card], Judge("en"))) == [card]
    assert asked() == 0


def test_what_was_learned_hears_the_corners_as_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    """The features that a table taught are those of cuts that nobody sharpened."""
    _showing(monkeypatch, index("8", "C")._replace(features=np.zeros(3)))
    (after,) = done(looked_sharper(PICTURE, [_soft(index("8", "C", 0.9))], Judge("en")))
    assert after.indices[0].glyphs.max() > 0.99
    assert [list(seen.features) for seen in after.indices.values() if seen.features is not None] == [
        [0, 1, 2],
        [0, 1, 2],
    ]


def test_a_card_whose_face_was_asked_is_sharpened_as_a_whole_too(monkeypatch: pytest.MonkeyPatch) -> None:
    sharp = face("8", "C")
    _showing(monkeypatch, index("8", "C", 0.96), sharp)
    card = _soft(index("8", "C", 0.9), whole=face("8", "C", 0.4))
    (after,) = done(looked_sharper(PICTURE, [card], Judge("en")))
    assert after.face is sharp


def test_a_single_corner_that_is_sharpened_has_to_be_as_sure_as_one_that_is_looked_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Several looks that agree name a corner from 97 % on; a sharper look is a single one."""
    _showing(monkeypatch, index("8", "C", 0.995)._replace(least=0.95))
    card = part_of(_soft(index("8", "C", 0.9)._replace(least=0.9)))
    (after,) = done(looked_sharper(PICTURE, [card], Judge("en")))
    assert after is card
