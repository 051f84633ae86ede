"""The cards of one picture are of one deck: an outline of another size is no card, and no card lies twice."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from sabot_vision.finding.geometry import short_side
from sabot_vision.finding.outlines import Outline
from sabot_vision.finding.pacing import Piecewise
from sabot_vision.networks.glyphs import GLYPHS, SIGNS
from sabot_vision.networks.judging import Seen, Verdict
from sabot_vision.reading import one_deck
from sabot_vision.reading.corners import index_places
from sabot_vision.reading.judge import Judge
from sabot_vision.reading.one_deck import of_one_size
from sabot_vision.reading.second_looks import is_alone
from sabot_vision.reading.settling import Looked, Reading, settled, taken
from tests.vision.test_heaps import WIDE, quad_at, thought
from tests.vision.test_judging import face, index
from tests.vision.test_pacing import done

Corners = dict[int, Seen]
BARE = index("-", "-")
HERE = quad_at((500, 300), 20)


def read_as(card: str, outline: Outline, shown: dict[int, Seen], of_face: Seen | None = None) -> Reading:
    """A reading named `card`, with what its corners show; the first seen corner is that of the outline."""
    verdict = Verdict(card, 0.999, card[0], card[1], None)
    return Reading(Looked(outline, shown, of_face), verdict, index_places(outline))


def whole(card: str, quad: np.ndarray, shown: str, of_face: Seen | None = None) -> Reading:
    """A reading of a whole outline whose corners 0 and 2 show these two glyphs, in the suit of its name."""
    seen = [BARE if glyph == "-" else index(glyph, card[1]) for glyph in shown]
    return read_as(card, Outline(quad, (0, 1, 2, 3), True), {0: seen[0], 2: seen[1]}, of_face)


def part(card: str, quad: np.ndarray, corner: int = 0, times: float = 1.0, sized: bool = False) -> Reading:
    return read_as(card, thought(quad, corner, times, sized=sized), {corner: index(card[0], card[1])})


def as_wide_as(quad: np.ndarray, times: float) -> np.ndarray:
    """The quad, this many times as wide."""
    aside = (quad[1] - quad[0]) * (times - 1)
    return np.asarray(quad + np.array([0 * aside, aside, aside, 0 * aside]), np.float32)


SURE = whole("6S", quad_at((900, 300), 0), "66")


@pytest.mark.parametrize(
    ("shown", "of_face", "kept"),
    [("3-", None, False), ("-3", face("-", "-"), False), ("33", face("2", "H"), False), ("33", None, True)],
)
@pytest.mark.parametrize("times", [0.65, 1.5])
def test_an_outline_of_another_size_than_the_cards_that_are_sure_is_no_card(
    shown: str, of_face: Seen | None, kept: bool, times: float
) -> None:
    """It is a card only if both its corners and its face show the same."""
    odd = whole("3H", as_wide_as(HERE, times), shown, of_face)
    assert of_one_size([SURE, odd]) == ([SURE, odd] if kept else [SURE])


@pytest.mark.parametrize("times", [0.8, 1.25])
def test_an_outline_of_nearly_the_usual_size_is_a_card_by_one_corner(times: float) -> None:
    here = whole("3H", as_wide_as(HERE, times), "3-")
    assert of_one_size([SURE, here]) == [SURE, here]


def test_where_no_card_is_sure_any_size_may_be_that_of_a_card() -> None:
    some = [whole("6S", quad_at((900, 300), 0), "6-"), whole("3H", as_wide_as(HERE, 2.0), "3-")]
    assert of_one_size(some) == some


def test_a_card_with_one_index_in_view_is_as_large_as_the_sure_ones() -> None:
    _, fitted = of_one_size([SURE, part("3H", HERE, 2, times=0.5)])
    quad = fitted.looked.outline.quad
    assert short_side(quad) == pytest.approx(WIDE, rel=1e-3)
    assert np.allclose(quad[2], HERE[2])
    assert np.allclose(fitted.places, index_places(fitted.looked.outline))


def test_a_card_whose_size_is_known_or_that_two_corners_tell_keeps_it() -> None:
    known = part("3H", HERE, times=0.8, sized=True)
    small = np.asarray(HERE * 0.8, np.float32)
    two = read_as("3H", Outline(small, (0, 2), False), {0: index("3", "H"), 2: index("3", "H")})
    assert of_one_size([SURE, known, two]) == [SURE, known, two]


@pytest.mark.parametrize("shown", ["3", "-"])
def test_a_card_keeps_its_size_where_its_index_is_not_in_the_corner_of_a_card_as_large_as_the_others(
    shown: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An ace was read a second time, at the far side of the corner of a card twice as large."""
    asked: list[np.ndarray] = []

    def seen(_: object, places: Sequence[Outline], some: Sequence[Sequence[int]]) -> Piecewise[list[Corners]]:
        asked.extend(place.quad for place in places)
        yield
        return [{at: index(shown, "H") for at in corners} for corners in some]

    monkeypatch.setattr(one_deck, "looked_at", seen)
    large = part("3H", HERE, 2, times=2.0)
    sure, kept = done(one_deck.of_one_size_seen(np.zeros((9, 9, 3), np.uint8), [SURE, large]))
    assert sure is SURE
    assert [short_side(quad) for quad in asked] == [pytest.approx(WIDE, rel=1e-3)]
    assert short_side(kept.looked.outline.quad) == pytest.approx(WIDE if shown == "3" else 2 * WIDE, rel=1e-3)


@pytest.mark.parametrize("corner", [0, 2])
def test_a_half_covered_index_at_the_second_corner_of_a_card_is_no_other_card(corner: int) -> None:
    """The suit of the second index lies under another card, so it is read as that of another king."""
    under = np.asarray(HERE + 0.1 * WIDE, np.float32)
    assert settled([part("KD", HERE, corner), part("KC", under, 2 - corner)])[0].verdict.card == "KD"
    assert len(settled([part("KD", HERE, corner), part("KC", under, 2 - corner)])) == 1


def test_an_index_further_away_or_upright_at_the_second_corner_is_another_card() -> None:
    far = np.asarray(HERE + 0.3 * WIDE, np.float32)
    assert len(settled([part("KD", HERE), part("KC", far, 2)])) == 2
    moved = np.asarray(HERE + (HERE[2] - HERE[0]), np.float32)
    upright = part("KC", np.asarray(moved - 0.4 * (HERE[2] - HERE[0]), np.float32))
    assert len(settled([part("KD", HERE), upright])) == 2


def test_a_card_whose_two_indices_are_seen_has_no_third() -> None:
    """In a fan the lower end of one card shows beside that of the next."""
    beside = np.asarray(HERE + (HERE[1] - HERE[0]) * 0.14, np.float32)
    assert len(settled([whole("KD", HERE, "KK"), part("3C", beside, 2)])) == 2
    assert len(settled([whole("KD", HERE, "K-"), part("3C", beside, 2)])) == 1


def test_an_index_beside_a_bare_corner_of_a_whole_card_is_another_card() -> None:
    over = np.asarray(HERE + (HERE[1] - HERE[0]), np.float32)
    bare = whole("QH", HERE, "QQ")
    at_the_corner = part("3S", np.asarray(over - (HERE[1] - HERE[0]) * 0.3, np.float32))
    assert np.linalg.norm(bare.places - at_the_corner.places[0], axis=1).min() < 0.3 * WIDE
    assert len(settled([bare, at_the_corner])) == 2


def test_the_other_index_of_an_outline_that_is_put_askew_is_not_a_second_card() -> None:
    """The outline is that of what other cards leave of it, so its bare corner lies off that of the card."""
    down = (HERE[3] - HERE[0]) * 0.3
    cut = np.asarray(HERE + np.array([down, down, 0 * down, 0 * down]), np.float32)
    one, both = whole("2H", cut, "-2"), whole("2H", cut, "22")
    assert len(settled([one, part("2H", HERE, 0, times=0.58)])) == 1
    assert len(settled([both, part("2H", HERE, 0, times=0.58)])) == 2


def test_a_card_that_lies_nearly_upon_another_one_in_a_fan_is_no_second_index_of_it() -> None:
    """The upper card shows both its indices, so neither is half covered."""
    upper = read_as("TH", Outline(HERE, (0, 2), False), {0: index("T", "H"), 2: index("T", "H")})
    below = part("9S", np.asarray(HERE + (HERE[1] - HERE[0]) * 0.12, np.float32), 2)
    assert len(settled([upper, below])) == 2
    half = read_as("TH", Outline(HERE, (0, 2), False), {0: index("T", "H"), 2: BARE})
    assert len(settled([half, below])) == 1


@pytest.mark.parametrize(("times", "is_taken"), [(1.0, True), (1.1, True), (1.25, False), (0.8, False)])
def test_a_place_is_taken_by_a_named_card_of_its_size_alone(times: float, is_taken: bool) -> None:
    """The outline of a pair is larger than a card, and the frame of a court is smaller."""
    middle = HERE.mean(axis=0)
    larger = np.asarray(middle + (HERE - middle) * times, np.float32)
    known = whole("QH", larger, "QQ")
    assert taken(thought(HERE, 2, 1.0), [known]) is is_taken
    nameless = known._replace(verdict=Verdict(None, 0.2, "Q", "H", "unclear"))
    assert not taken(thought(HERE, 2, 1.0), [nameless])


@pytest.mark.parametrize(("other", "alone"), [(BARE, True), (index("6", "S"), False)])
def test_a_card_of_one_corner_that_shows_an_index_is_looked_at_again(other: Seen, alone: bool) -> None:
    outline = Outline(HERE, (0, 2), False)
    assert is_alone(Looked(outline, {0: index("6", "S"), 2: other}, None)) is alone
    assert not is_alone(Looked(outline, {0: index("6", "S"), 2: other}, face("6", "S")))


def letters(*some: tuple[str, float]) -> list[Looked]:
    """Whole cards whose corners clearly show these letters, each with a spade this probable."""
    outline = Outline(HERE, (0, 1, 2, 3), True)
    looked = []
    for glyph, suit in some:
        suits = np.full(len(SIGNS), (1 - suit) / (len(SIGNS) - 1))
        suits[SIGNS.index("S")] = suit
        seen = Seen(np.eye(len(GLYPHS))[GLYPHS.index(glyph)], suits)
        looked.append(Looked(outline, {0: seen, 2: seen}, None))
    return looked


@pytest.mark.parametrize(("suit", "named"), [(0.43, "KS"), (0.9, None)])
def test_a_letter_without_a_suit_below_it_does_not_contradict_a_card(suit: float, named: str | None) -> None:
    """A book beside the card has an H on its cover."""
    verdicts = Judge("any").verdicts(letters(("K", 1.0), ("H", suit)))
    assert verdicts[0] is not None
    assert verdicts[0].card == named
