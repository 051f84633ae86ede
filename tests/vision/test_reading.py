"""Whole pictures read: rendered tables whose decks the networks never saw, and pictures of anything else."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
import pytest

from sabot.core.cards import card_named
from sabot_vision.finding.found import Found
from sabot_vision.finding.outlines import Outline
from sabot_vision.finding.pacing import Piecewise
from sabot_vision.networks.glyphs import GLYPHS, SIGNS, ranks
from sabot_vision.networks.judging import Seen, Verdict
from sabot_vision.networks.running import faces_seen
from sabot_vision.pictures import loaded
from sabot_vision.reading import cards as reading
from sabot_vision.reading import cuts, second_looks
from sabot_vision.reading.cards import (
    Looked,
    Reading,
    framed,
    index_places,
    lies_there,
    look_at_outlines,
    read,
    settled,
)
from sabot_vision.reading.judge import Judge
from sabot_vision.reading.second_looks import is_low, lower
from tests.vision.test_judging import face, index
from tests.vision.test_pacing import done
from tests.vision.truth import boxed, compared

Shown = list[dict[int, Seen]]
PICTURES = Path(__file__).with_name("pictures")
TRUTH = json.loads((PICTURES / "truth.json").read_text())


def cards_of(name: str) -> list[tuple[str, tuple[float, ...]]]:
    """The cards of a rendered table: name and box."""
    table = TRUTH[name]
    named = []
    for printed, quad in table["cards"]:
        (rank,) = ranks(printed[0], table["language"])
        named.append((rank + printed[1], tuple(boxed(quad))))
    return named


def test_rendered_tables_are_read_and_nothing_is_named_wrongly() -> None:
    told: Counter[str] = Counter()
    for name in TRUTH:
        told += compared(cards_of(name), read(loaded(PICTURES / name), language=TRUTH[name]["language"]))
    assert told["wrong"] + told["invented"] == 0, told
    assert told["right"] >= 0.9 * sum(told.values()), told


def test_every_reading_speaks_in_cards_boxes_and_reasons() -> None:
    picture = loaded(PICTURES / next(iter(TRUTH)))
    for card in read(picture):
        assert (card.card is None) == (card.unsure is not None)
        assert card.card is None or card_named(card.card) is not None
        assert 0 <= card.confidence <= 1
        x, y, wide, tall = card.box
        assert all(x - 1 <= a <= x + wide + 1 and y - 1 <= b <= y + tall + 1 for a, b in card.quad)


def test_a_table_turned_upside_down_shows_the_same_cards() -> None:
    name = next(iter(TRUTH))
    picture = loaded(PICTURES / name)
    upright = Counter(card.card for card in read(picture, language=TRUTH[name]["language"]))
    turned = Counter(
        card.card
        for card in read(np.ascontiguousarray(picture[::-1, ::-1]), language=TRUTH[name]["language"])
    )
    assert sum((upright & turned).values()) >= 5


def test_a_face_is_asked_only_where_the_indices_leave_doubt_and_the_names_are_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    name = next(iter(TRUTH))
    picture, language = loaded(PICTURES / name), TRUTH[name]["language"]
    asked: list[np.ndarray] = []

    def ask(some: Sequence[np.ndarray]) -> list[Seen]:
        asked.extend(some)
        return faces_seen(some)

    monkeypatch.setattr(cuts, "faces_seen", ask)
    named = [card.card for card in read(picture, language=language)]
    few = len(asked)
    monkeypatch.setattr(reading, "NO_FACE_CONFIDENCE", 1.0)
    assert named == [card.card for card in read(picture, language=language)]
    assert few < len(asked) - few


def test_the_frame_of_a_court_lies_within_its_card_and_an_overlapping_card_does_not() -> None:
    card = np.array([[0, 0], [100, 0], [100, 140], [0, 140]])
    places = [(1.0, 0, 0), (0.7, 15, 20), (1.0, 60, 60), (1.0, 300, 0)]
    quads = [(card * scale + np.array(corner)).astype(np.float32) for scale, *corner in places]
    assert framed([Outline(quad, (0, 1, 2, 3), True) for quad in quads]) == {1}


@pytest.mark.parametrize(
    ("corners", "whole", "looked"),
    [("9-", "-", 2), ("99", "-", 1), ("9-", "9", 1)],
    ids=[
        "an index in one corner, and no card",
        "an index in both corners",
        "an index, and the face of a card",
    ],
)
def test_a_card_in_a_tray_of_its_shape_is_looked_at_unless_the_tray_surely_is_a_card(
    corners: str, whole: str, looked: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A nine lay in one corner of such an outline: its index, drawn out, was called a queen's."""
    tray, inside = (
        Outline(wide * np.float32([[0, 0], [1, 0], [1, 1.4], [0, 1.4]]) + aside, (0, 1, 2, 3), True)
        for wide, aside in ((200, 0), (100, 30))
    )
    suit = {"9": "H", "-": "-"}

    def shown(
        _: object, places: Sequence[Outline], some: list[list[int]]
    ) -> Piecewise[list[dict[int, Seen]]]:
        yield
        seen = [index(glyph, suit[glyph]) for glyph in corners]
        return [dict(zip(at, seen, strict=True)) for at in some]

    def faces(_: object, quads: Sequence[np.ndarray]) -> Piecewise[list[Seen]]:
        yield
        return [face(whole, suit[whole]) for _ in quads]

    monkeypatch.setattr(reading, "looked_at", shown)
    monkeypatch.setattr(reading, "faces_at", faces)
    steps = look_at_outlines(np.zeros((300, 300, 3), np.uint8), [tray, inside], Judge("en"))
    assert len(done(steps)) == looked


@pytest.mark.parametrize("shade", [0, 255])
@pytest.mark.parametrize("size", [(16, 16), (60, 2000), (720, 1280)])
def test_a_picture_of_one_shade_shows_no_card(shade: int, size: tuple[int, int]) -> None:
    assert read(np.full((*size, 3), shade, np.uint8)) == ()


def test_a_picture_of_noise_shows_no_card() -> None:
    noise = np.random.default_rng(4).integers(0, 256, (480, 640, 3), dtype=np.uint8)
    assert [card.card for card in read(noise) if card.card] == []


def test_chips_and_empty_white_papers_are_no_cards() -> None:
    picture = np.full((720, 1280, 3), (60, 110, 20), np.uint8)
    for n, colour in enumerate([(30, 30, 200), (200, 90, 30), (240, 240, 240), (20, 20, 20)]):
        cv2.circle(picture, (200 + 260 * n, 200), 60, colour, -1, cv2.LINE_AA)
        cv2.circle(picture, (200 + 260 * n, 200), 38, (250, 250, 250), 6, cv2.LINE_AA)
    cv2.rectangle(picture, (300, 420), (420, 588), (245, 245, 245), -1)
    assert [card.card for card in read(picture) if card.card] == []


def test_a_huge_picture_is_read_like_its_small_copy() -> None:
    name = next(iter(TRUTH))
    picture = loaded(PICTURES / name)
    large = cv2.resize(picture, None, fx=3, fy=3, interpolation=cv2.INTER_CUBIC)
    small_cards = Counter(card.card for card in read(picture, language=TRUTH[name]["language"]))
    large_cards = Counter(card.card for card in read(np.asarray(large), language=TRUTH[name]["language"]))
    assert sum((small_cards & large_cards).values()) >= 5


def imagined(
    card: str, left: float, *corners: int, wide: float = 100, top: float = 0, sure: float = 0.98
) -> Reading:
    """A card as wide as that, thought to lie at `left` because of some corners; whole where all are seen."""
    low = top + 1.4 * wide
    quad = np.array([[left, top], [left + wide, top], [left + wide, low], [left, low]], np.float32)
    outline = Outline(quad, corners, len(corners) == 4)
    verdict = Verdict(card, sure, card[0], card[1], None)
    return Reading(Looked(outline, {}, None), verdict, index_places(outline))


def test_a_card_imagined_from_two_of_its_corners_is_one_card_and_two_of_a_name_side_by_side_are_two() -> None:
    assert len(settled([imagined("QH", 0, 0), imagined("QH", 20, 2)])) == 1
    assert len(settled([imagined("QH", 0, 0), imagined("QH", 80, 2)])) == 2
    assert len(settled([imagined("QH", 0, 0), imagined("QS", 20, 2)])) == 2


def test_a_corner_of_a_card_that_is_seen_whole_is_no_other_card_however_large_it_was_thought() -> None:
    """Of another name, or elsewhere, it is."""
    whole = imagined("QH", 0, 0, 1, 2, 3)
    assert len(settled([whole, imagined("QH", 4, 0, wide=45)])) == 1
    assert len(settled([whole, imagined("QH", -120, 1, wide=210)])) == 1
    assert len(settled([whole, imagined("QH", 45, 0)])) == 1
    assert len(settled([whole, imagined("QH", 130, 0)])) == 2
    assert len(settled([whole, imagined("QS", 30, 0)])) == 2


def test_a_card_whose_size_two_of_its_corners_put_right_takes_the_others_with_it() -> None:
    """Each corner was first thought to be of a card half as large."""
    first = imagined("QH", 0, 0, wide=50, sure=0.99)
    last = imagined("QH", 55, 2, wide=45, top=77, sure=0.985)
    assert len(settled([first, last])) == 2
    (card,) = settled([first, last, imagined("QH", 10, 2, wide=90, top=14)])
    assert card.looked.outline.quad[2] == pytest.approx((100, 140), abs=1)


@pytest.mark.parametrize(
    ("shown", "known"),
    [("KS KS", True), ("KS KC", False), ("KS QS", False), ("-- --", False), ("KS", False)],
)
def test_an_unsure_card_whose_indices_both_show_the_same_is_known_to_lie_there(
    shown: str, known: bool
) -> None:
    """Then no part of another is looked for where it lies."""
    seen = {
        2 * n: Seen(0.8 * np.eye(len(GLYPHS))[GLYPHS.index(glyph)], 0.6 * np.eye(5)[SIGNS.index(suit)])
        for n, (glyph, suit) in enumerate(map(tuple, shown.split()))
    }
    quad = np.array([[0, 0], [60, 0], [60, 84], [0, 84]], np.float32)
    unsure, named = Verdict(None, 0.8, "K", "S", "unclear"), Verdict("KS", 0.99, "K", "S", None)
    place = Outline(quad, (0, 1, 2, 3), True)
    told, part = (Looked(one, seen, None) for one in (place, place._replace(whole=False)))
    assert lies_there(Reading(told, unsure, quad)) is known
    assert not lies_there(Reading(part, unsure, quad))
    assert lies_there(Reading(part, named, quad))


def looked(glyph: str, other: str | None = None, sure: float = 1.0) -> Looked:
    """A whole card of spades: one index clearly shows this glyph, and the other this or another."""
    quad = np.array([[0, 0], [60, 0], [60, 84], [0, 84]], np.float32)
    one, two = (
        Seen(
            np.eye(len(GLYPHS))[GLYPHS.index(shown)] * sure + (1 - sure) / len(GLYPHS),
            np.eye(5)[SIGNS.index("S")],
        )
        for shown in (glyph, other or glyph)
    )
    return Looked(Outline(quad, (0, 1, 2, 3), True), {0: one, 2: two}, None)


def part_of(card: Looked) -> Looked:
    """The same where one corner is all that is seen of it."""
    outline = card.outline._replace(corners=(0,), whole=False)
    return Looked(outline, {0: card.indices[0]}, None)


@pytest.mark.parametrize(
    ("language", "why"),
    [("any", [None, None, "language not known", None]), ("de", [None, None, "unclear", None])],
)
def test_a_letter_that_contradicts_the_others_of_its_picture_names_no_card(
    language: str, why: list[str | None]
) -> None:
    """Only R contradicts B and K, and an 8 contradicts nothing."""
    verdicts = Judge(language).verdicts([looked(glyph) for glyph in "BKR8"])
    assert [verdict.unsure for verdict in verdicts if verdict] == why
    assert [verdict.card for verdict in verdicts if verdict][:2] == ["JS", "KS"]


@pytest.mark.parametrize(
    ("beside", "card"),
    [
        (looked("R"), "JS"),
        (looked("H"), "QS"),
        (looked("R", "A"), None),
        (looked("R", sure=0.95), None),
        (looked("1"), "JS"),
        (part_of(looked("1")), None),
        (part_of(looked("R")), "JS"),
    ],
)
def test_a_v_means_what_the_letters_say_that_every_corner_of_another_card_surely_shows(
    beside: Looked, card: str | None
) -> None:
    """A pictured ace showed an R in one corner and an A in the other, and the 10 in a fan showed a 1."""
    verdicts = Judge("any").verdicts([looked("V"), beside])
    assert verdicts[0] is not None
    assert (verdicts[0].card, verdicts[0].rank) == (card, "V")


@pytest.mark.parametrize("name", ["QD", "KC"])
def test_the_suit_below_a_jumbo_index_is_found_by_a_cut_that_extends_further(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A rendered card with a letter of 18 mm: the usual cut ends before its suit does."""
    picture = loaded(PICTURES / "single" / f"jumbo-{name}.jpg")
    assert [card.card for card in read(picture)] == [name]
    monkeypatch.setattr(second_looks, "FURTHER_TIMES", 1.0)
    assert [card.card for card in read(picture)] == [None]


@pytest.mark.parametrize(
    ("letter", "further_letter", "sure", "taken"),
    [("8", "8", 0.5, True), ("8", "3", 0.5, False), ("8", "8", 0.95, False), ("J", "J", 0.5, False)],
)
def test_the_suit_of_a_further_look_is_taken_only_for_a_letter_that_both_show(
    letter: str, further_letter: str, sure: float, taken: bool
) -> None:
    """A J keeps its own suit: below that of a joker stands a star."""
    glyphs = np.eye(len(GLYPHS))
    near = Seen(glyphs[GLYPHS.index(letter)], np.array([sure, 0, 0, 0, 1 - sure]))
    far = Seen(glyphs[GLYPHS.index(further_letter)], np.array([0.99, 0, 0, 0, 0.01]))
    assert (lower(near, far).suits is far.suits) is taken
    assert lower(near, far).glyphs is near.glyphs


def test_only_a_whole_card_with_a_letter_in_both_corners_is_looked_at_further() -> None:
    """A part of a card may show the index of another."""
    both, bare = looked("8"), looked("-")
    assert is_low(both)
    assert not is_low(both._replace(outline=both.outline._replace(whole=False)))
    assert not is_low(both._replace(indices={0: both.indices[0], 2: bare.indices[2]}))


@pytest.mark.parametrize(
    ("names", "counted"),
    [(("QH", "2H"), {"right": 2}), (("2H", "QH"), {"wrong": 2})],
    ids=["right", "exchanged"],
)
def test_in_a_fan_a_reading_is_compared_with_its_own_card_and_not_with_its_neighbour(
    names: tuple[str, str], counted: dict[str, int]
) -> None:
    """The whole of the first card covers more of the second one's open part than of its own."""
    truth = [("QH", (343, 283, 683, 843)), ("2H", (517, 240, 900, 813))]
    boxes = (349, 213, 506, 612), (519, 246, 298, 397)
    read_so = [Found(name, 1.0, box, ()) for name, box in zip(names, boxes, strict=True)]
    assert {what: count for what, count in compared(truth, read_so).items() if count} == counted
