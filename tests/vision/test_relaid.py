"""Real print on drawn tables (vision/sabot_vision/training/oddities/relaid.py)."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

from sabot_vision.networks.running import MODEL
from sabot_vision.pictures import loaded
from sabot_vision.reading.cards import read
from sabot_vision.training.artwork import Print
from sabot_vision.training.oddities import relaid
from sabot_vision.training.oddities.causes import CAUSES
from sabot_vision.training.shapes import CARD_TALL_PX, CARD_WIDE_PX

TABLE = loaded(MODEL / "table.jpg")
"""A table of six cards that lie alone, which the eye names rightly."""


@pytest.fixture(autouse=True)
def cards_of_any_size(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(relaid, "SHORT_LEAST_PX", 60)


def names(of: list[Print]) -> set[str]:
    return {card.glyph + card.suit for card in of}


def test_each_card_that_is_named_as_the_label_says_is_cut_out_upright() -> None:
    shown = {str(card.card) for card in read(TABLE)}
    cards = list(relaid.cut(TABLE, shown))
    assert len(cards) == len(shown) == 6 and names(cards) == shown
    for card in cards:
        assert card.picture.shape == (CARD_TALL_PX, CARD_WIDE_PX, 4)
        assert np.percentile(card.picture[..., :3], 90, axis=(0, 1)).tolist() == [
            pytest.approx(light, abs=1) for light in relaid.PAPER_BGR
        ]
        assert card.picture[0, 0, 3] == 0 and card.picture[CARD_TALL_PX // 2, CARD_WIDE_PX // 2, 3] == 255
        ground = np.full((CARD_TALL_PX + 200, CARD_WIDE_PX + 200, 3), 60, np.uint8)
        ground[100:-100, 100:-100] = card.picture[..., :3]
        (alone,) = read(ground)
        assert alone.card == card.glyph + card.suit


def test_a_card_that_the_label_does_not_say_or_that_is_small_or_cut_is_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    first, *others = sorted(read(TABLE), key=lambda card: card.box[0])
    shown = {str(card.card) for card in (first, *others)}
    assert names(list(relaid.cut(TABLE, shown - {str(first.card)}))) == shown - {str(first.card)}
    for turned in (TABLE, np.rot90(TABLE, 2)):
        cards = read(turned)
        last, right = cards[-1], max(x for x, _ in cards[-1].quad)
        cut_off = np.ascontiguousarray(turned[:, : int(right) - 6])
        assert str(last.card) in {str(card.card) for card in read(cut_off)}
        assert str(last.card) not in names(list(relaid.cut(cut_off, shown)))
    monkeypatch.setattr(relaid, "SHORT_LEAST_PX", 1000)
    assert not list(relaid.cut(TABLE, shown))


def test_cards_that_meet_each_other_are_left_where_they_lie() -> None:
    """Of a card below another one a part is missing, and of the upper one nobody says which it is."""
    shown = {str(card.card) for card in read(TABLE)}
    one, other = list(relaid.cut(TABLE, shown))[:2]
    ground = np.full((CARD_TALL_PX + 300, 2 * CARD_WIDE_PX + 200, 3), 60, np.uint8)
    for card, left in ((one, 60), (other, 60 + CARD_WIDE_PX - 40)):
        ground[100 : 100 + CARD_TALL_PX, left : left + CARD_WIDE_PX] = card.picture[..., :3]
    assert {card.card for card in read(ground)} == names([one, other])
    assert not list(relaid.cut(ground, shown))


def folder_of(tmp_path: Path, sources: dict[str, str]) -> Path:
    """A folder of photographs, each of TABLE, each with its source."""
    (tmp_path / "images").mkdir()
    cards = [{"card": str(card.card).replace("T", "10")} for card in read(TABLE)]
    for name in sources:
        assert cv2.imwrite(str(tmp_path / "images" / name), TABLE)
    (tmp_path / "labels_dev.json").write_text(json.dumps(dict.fromkeys(sources, cards)))
    (tmp_path / "meta_dev.json").write_text(json.dumps({name: {"source": sources[name]} for name in sources}))
    return tmp_path


def test_a_deck_is_what_the_photographs_of_one_source_show(tmp_path: Path) -> None:
    every = relaid.decks(folder_of(tmp_path, {"a.png": "one", "b.png": "one", "c.png": "other"}))
    assert {source: len(cards) for source, cards in every.items()} == {"one": 12, "other": 6}
    table = relaid.relaid(CAUSES["in pairs"], every["one"], 3, 0)
    again = relaid.relaid(CAUSES["in pairs"], every["one"], 3, 0)
    assert np.array_equal(table.picture, again.picture)
    assert len({name for name, _ in (*table.cards, *table.covered)}) == 6


def test_a_source_of_too_few_cards_is_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(relaid, "CARDS_A_TABLE", 7)
    assert relaid.decks(folder_of(tmp_path, {"a.png": "one"})) == {}


def test_each_laying_is_a_line_with_what_became_of_its_cards(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = folder_of(tmp_path, {"a.png": "one"})
    monkeypatch.setattr(relaid, "LAYINGS", ("none",))
    monkeypatch.setattr(sys, "argv", ["relaid", str(folder), "--count", "1"])
    relaid.main()
    assert "| none | 6 | 6 | 0 |" in capsys.readouterr().out
