"""Aces with a picture on them, as Dutch and German decks have (vision/sabot_vision/reading/pictured.py)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import pytest

from sabot_vision.finding.outlines import Outline
from sabot_vision.networks.judging import Seen
from sabot_vision.reading.cards import read
from sabot_vision.reading.judge import Judge
from sabot_vision.reading.pictured import looked_without_picture, without_picture
from sabot_vision.reading.settling import Looked
from sabot_vision.training import composed
from sabot_vision.training.oddities.causes import CAUSES, drawn
from tests.vision.test_heaps import quad_at
from tests.vision.test_judging import between, face, index
from tests.vision.test_pacing import done

PAPER, RED, BLACK = (240, 245, 250), (40, 30, 200), (20, 20, 20)
BARE = index("-", "-")
HERE = quad_at((500, 300), 20)
PICTURE = np.zeros((600, 1000, 3), np.uint8)


def corner(picture_from: int) -> np.ndarray:
    """A corner cut with a letter and a suit between columns 10 and 20, and a picture from a column on."""
    cut = np.full((64, 48, 3), PAPER, np.uint8)
    cut[10:24, 10:20] = cut[28:38, 10:20] = BLACK
    cut[20:, picture_from:] = RED
    cut[:2] = cut[:, :2] = (60, 90, 20)
    return cut


@pytest.mark.parametrize("picture_from", [22, 28, 36])
@pytest.mark.parametrize(("at", "turn"), [(0, 1), (2, 1), (1, -1), (3, -1)])
def test_the_picture_is_painted_over_and_the_index_stays(picture_from: int, at: int, turn: int) -> None:
    """The index of corners 1 and 3 stands at the right of its cut."""
    cut = np.ascontiguousarray(corner(picture_from)[:, ::turn])
    bare = without_picture(cut, at)[:, ::turn]
    assert np.array_equal(bare[:, :20], corner(picture_from)[:, :20])
    assert (np.abs(bare[:, picture_from:].astype(int) - PAPER).max(axis=(0, 1)) <= 1).all()


def test_the_cut_itself_is_not_painted() -> None:
    cut = corner(28)
    without_picture(cut, 0)
    assert np.array_equal(cut, corner(28))


def a_card(ace: float, letter: str = "K", shown: str = "F", whole: bool = True) -> Looked:
    """A card both of whose corners show an A with this probability, else another letter."""
    corners = {at: between("A", letter, ace) for at in (0, 2)}
    return Looked(Outline(HERE, (0, 1, 2, 3), whole), corners, face(shown, "S", 0.999))


@pytest.fixture
def looks(monkeypatch: pytest.MonkeyPatch) -> Callable[[Sequence[Seen]], list[int]]:
    """Says what the corners show without the picture, and returns how many were asked about each time."""
    asked: list[int] = []

    def answer(shown: Sequence[Seen]) -> list[int]:
        def seen(cuts: list[np.ndarray]) -> list[Seen]:
            asked.append(len(cuts))
            return [shown[n % len(shown)] for n in range(len(cuts))]

        monkeypatch.setattr("sabot_vision.reading.cuts.corners_seen", seen)
        return asked

    return answer


def looked_again(seen: Looked, language: str = "nl") -> str | None:
    """What the card is called after the further look."""
    judge = Judge(language)
    (verdict,) = judge.verdicts(done(looked_without_picture(PICTURE, [seen], judge)))
    return verdict.card if verdict else None


SURE = index("A", "H", 0.9999)


def test_an_a_that_its_picture_made_doubtful_is_believed_without_it(
    looks: Callable[[Sequence[Seen]], list[int]],
) -> None:
    asked = looks([SURE])
    assert looked_again(a_card(0.5)) == "AS", "the suit stays as it was seen"
    assert asked == [2]


@pytest.mark.parametrize(
    "seen",
    [
        pytest.param(a_card(0.02), id="a court that looks a little like an ace"),
        pytest.param(a_card(0.999), id="an ace that has its name"),
        pytest.param(a_card(0.5, shown="7"), id="no picture on it"),
        pytest.param(a_card(0.5)._replace(face=None), id="its face was not looked at"),
        pytest.param(a_card(0.5, whole=False), id="seen in part"),
        pytest.param(a_card(0.5)._replace(indices={0: between("A", "K", 0.5)}), id="one corner"),
        pytest.param(
            a_card(0.5)._replace(indices={0: between("A", "K", 0.5), 2: index("-", "-")}),
            id="one bare corner",
        ),
    ],
)
def test_only_what_may_be_a_pictured_ace_is_looked_at_without_its_picture(
    seen: Looked, looks: Callable[[Sequence[Seen]], list[int]]
) -> None:
    asked = looks([SURE])
    looked_again(seen)
    assert asked == []


@pytest.mark.parametrize(
    "shown",
    [
        [between("A", "K", 0.95)],
        [SURE, between("K", "A", 0.9)],
        [SURE, between("A", "-", 0.9)],
        [SURE, BARE],
        [index("K", "S", 0.9999)],
    ],
    ids=["A or K", "an A and a K", "an A that may be none", "one bare", "a K"],
)
def test_without_its_picture_both_corners_must_surely_show_an_a(
    shown: list[Seen], looks: Callable[[Sequence[Seen]], list[int]]
) -> None:
    looks(shown)
    assert looked_again(a_card(0.5)) is None


def test_most_aces_of_a_deck_with_pictures_on_them_are_named_and_none_wrongly() -> None:
    """Five drawn tables, three such aces on each; the picture beside the A made all but a few doubtful."""
    known, named = composed.fonts()[:20], 0
    for number in range(5):
        table = drawn(CAUSES["pictured aces"], 71, number, known)
        seen = read(table.picture, language=table.language)
        aces = [(name, quad.mean(axis=0)) for name, quad in table.cards if name[0] in "A1"]
        assert len(aces) == 3
        for name, middle in aces:
            (card,) = [one.card for one in seen if np.hypot(*(np.mean(one.quad, axis=0) - middle)) < 40]
            assert card in (None, "A" + name[1])
            named += card is not None
    assert named >= 12
