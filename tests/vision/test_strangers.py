"""Cards that the readers of indices have no name for: jokers, and letters of packs that they do not know."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from sabot_vision.finding.outlines import Outline
from sabot_vision.networks import judging
from sabot_vision.networks.glyphs import GLYPHS, SHOWN, STRANGE
from sabot_vision.networks.judging import Seen, Verdict
from sabot_vision.pictures import loaded
from sabot_vision.reading import strangers
from sabot_vision.reading.cards import read
from sabot_vision.reading.corners import index_places
from sabot_vision.reading.judge import Judge
from sabot_vision.reading.settling import Looked, Reading
from sabot_vision.reading.strangers import may_be_strange, reconsidered, unread, without_strangers

SINGLE = Path(__file__).parent / "pictures" / "single"
NAMED = Verdict("KH", 0.999, "R", "H", None)


def outline(x: float = 0, wide: float = 100, *, whole: bool = True) -> Outline:
    quad = np.array([(x, 0), (x + wide, 0), (x + wide, 1.4 * wide), (x, 1.4 * wide)], np.float32)
    return Outline(quad, (0, 1, 2, 3) if whole else (0,), whole)


def reading(verdict: Verdict = NAMED, *, whole: bool = True) -> Reading:
    place = outline(whole=whole)
    return Reading(Looked(place, {}, None), verdict, index_places(place))


def chances(**of: float) -> np.ndarray:
    """How likely a corner shows a `joker` or a `letter`; else it is an index that is known. `queen`, `ace`:
    how likely it shows those of a Russian pack."""
    joker, letter = of.get("joker", 0.0), of.get("letter", 0.0)
    return np.array([1 - joker - letter, joker, letter, of.get("queen", 0.0), of.get("ace", 0.0)])


@pytest.mark.parametrize(
    ("corners", "card", "why"),
    [
        ([chances(joker=0.9997), chances(joker=0.9996)], "JOKER", None),
        ([chances(joker=0.9997), chances(joker=0.9992)], None, "unclear"),
        ([chances(joker=0.999), chances(joker=0.85, letter=0.14)], None, "unclear"),
        ([chances(joker=0.96), chances(joker=0.96)], "KH", None),
        ([chances(letter=0.99), chances(letter=0.98)], None, "letter not known"),
        ([chances(letter=0.99), chances(letter=0.8)], "KH", None),
        ([chances(), chances(joker=0.999)], "KH", None),
    ],
)
def test_both_corners_say_that_a_card_is_a_joker_or_a_letter_of_another_pack(
    corners: list[np.ndarray], card: str | None, why: str | None
) -> None:
    verdict = reconsidered(reading(), corners)
    assert (verdict.card, verdict.unsure) == (card, why)


@pytest.mark.parametrize(("letter", "why"), [(0.98, "letter not known"), (0.9, "unclear")])
def test_an_unclear_card_whose_corners_show_a_letter_of_another_pack_says_so(letter: float, why: str) -> None:
    unclear = reading(Verdict(None, 0.9, "H", "S", "unclear"))
    assert reconsidered(unclear, [chances(letter=0.99), chances(letter=letter)]).unsure == why


@pytest.mark.parametrize(
    ("rank", "whole", "card"), [("J", True, None), ("V", True, "JH"), ("J", False, "JH")]
)
def test_a_j_is_doubted_sooner_than_other_letters_because_jokers_have_one(
    rank: str, whole: bool, card: str | None
) -> None:
    jack = reading(Verdict("JH", 0.999, rank, "H", None), whole=whole)
    assert reconsidered(jack, [chances(joker=0.25), chances(joker=0.3)]).card == card
    assert reconsidered(jack, [chances(joker=0.9), chances(joker=0.1)]).card == "JH"


@pytest.mark.parametrize(("rank", "card"), [("J", None), ("9", "JOKER"), ("", "JOKER")])
def test_a_card_that_may_be_a_jack_is_a_joker_only_where_that_is_nearly_certain(
    rank: str, card: str | None
) -> None:
    unnamed = reading(Verdict(None, 0.93, rank, "D" if rank else "", "unclear"))
    assert reconsidered(unnamed, [chances(joker=0.998), chances(joker=0.998)]).card == card
    assert reconsidered(unnamed, [chances(joker=0.9998), chances(joker=0.9998)]).card == "JOKER"


def test_a_joker_that_is_seen_in_part_is_not_named() -> None:
    verdict = reconsidered(reading(whole=False), [chances(joker=0.9999)])
    assert (verdict.card, verdict.unsure) == (None, "unclear")


def test_a_card_without_a_name_keeps_its_reason() -> None:
    unclear = Verdict(None, 0.4, "9", "D", "indices disagree")
    assert reconsidered(reading(unclear), [chances(letter=0.99)] * 2) == unclear


@pytest.mark.parametrize(
    ("verdict", "whole", "asked"),
    [
        (NAMED, True, True),
        (NAMED, False, True),
        (NAMED._replace(rank="8"), True, False),
        (NAMED._replace(rank="A"), True, True),
        (Verdict(None, 0.5, "8", "H", "unclear"), True, True),
        (Verdict(None, 0.5, "8", "H", "unclear"), False, False),
        (Verdict(None, 0.9, "", "", "back"), True, False),
    ],
)
def test_only_letters_and_whole_cards_without_a_name_are_looked_at(
    verdict: Verdict, whole: bool, asked: bool
) -> None:
    assert may_be_strange(reading(verdict, whole=whole)) is asked


def bare(place: Outline) -> Looked:
    """An outline in whose corners nothing stands."""
    nothing = Seen(np.eye(len(GLYPHS))[-1], np.array([0, 0, 0, 0, 1.0]))
    return Looked(place, {0: nothing, 2: nothing}, None)


@pytest.mark.parametrize(
    ("place", "found"),
    [
        (outline(300), 1),
        (outline(300, 70), 0),
        (outline(300, 140), 0),
        (outline(20, 95), 0),
        (outline(300, whole=False), 0),
    ],
)
def test_an_outline_that_shows_nothing_may_be_a_joker_if_it_is_as_large_as_the_cards_and_beside_them(
    place: Outline, found: int
) -> None:
    assert len(unread([bare(place)], [reading()], Judge("any"))) == found
    assert unread([bare(place)], [], Judge("any")) == []


def test_of_two_such_outlines_in_one_place_the_larger_is_taken() -> None:
    inner, outer = bare(outline(302, 96)), bare(outline(300))
    (one,) = unread([inner, outer], [reading()], Judge("any"))
    assert one.looked is outer


def answers(
    monkeypatch: pytest.MonkeyPatch, corners: list[np.ndarray], *named: Reading, language: str = "any"
) -> list[Reading]:
    """What is made of the named cards, and of an outline beside them in which nothing was read, if the
    network gives these answers for their corners, one after another."""
    left, judge = list(corners), Judge(language)
    monkeypatch.setattr(strangers, "strangers_seen", lambda cuts: [left.pop(0) for _ in cuts])
    looked = [each.looked for each in named] or [bare(outline(300))]
    judge.verdicts(looked)
    work = without_strangers(np.zeros((200, 500, 3), np.uint8), looked, named or [reading()], judge)
    while True:
        try:
            next(work)
        except StopIteration as ended:
            assert left == []
            return list(ended.value)


def test_two_corners_of_each_are_asked_and_only_a_joker_is_added_to_what_was_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    joker = chances(joker=0.999)
    named = answers(monkeypatch, [chances(), chances(), joker, joker])
    assert [each.verdict.card for each in named] == ["KH", "JOKER"]
    unnamed = answers(monkeypatch, [chances(), chances(), joker, chances()])
    assert [each.verdict.card for each in unnamed] == ["KH"]


def of_hearts(
    verdict: Verdict = NAMED, *, glyph: str = "", hearts: float = 0.999, whole: bool = True
) -> Reading:
    """A card whose corners show this glyph, or no one surely, above a heart."""
    glyphs = np.full(len(GLYPHS), 1 / len(GLYPHS))
    if glyph:
        glyphs = np.where(np.arange(len(GLYPHS)) == GLYPHS.index(glyph), 0.9999, 1e-6)
    suits = np.array([0, 0, hearts, 1 - hearts, 0])
    place = outline(whole=whole)
    shown = {corner: Seen(glyphs, suits) for corner in ((0, 2) if whole else (0,))}
    return Reading(Looked(place, shown, None), verdict, index_places(place))


QUEEN, ACE = chances(letter=0.98, queen=0.95), chances(letter=0.98, ace=0.95)
"""Corners of a Russian pack."""


@pytest.mark.parametrize(
    ("corners", "language", "cards"),
    [
        ([QUEEN, QUEEN, ACE, ACE], "any", ["QH", "AH"]),
        ([ACE, ACE, QUEEN, QUEEN], "any", ["AH", "QH"]),
        ([ACE, ACE, ACE, ACE], "any", [None, None]),
        ([ACE, ACE, ACE, ACE], "ru", ["AH", "AH"]),
        ([QUEEN, ACE, ACE, ACE], "any", [None, None]),
        ([QUEEN, QUEEN, chances(), chances()], "any", ["QH", "KH"]),
        ([QUEEN, QUEEN, ACE, ACE], "de", [None, None]),
        ([QUEEN, chances(letter=0.98, queen=0.85), chances(), chances()], "any", [None, "KH"]),
        ([QUEEN, chances(letter=0.85, queen=0.95), chances(), chances()], "any", ["KH", "KH"]),
        ([QUEEN, QUEEN, QUEEN, chances(letter=0.55, queen=0.95)], "any", ["QH", "QH"]),
        ([QUEEN, QUEEN, QUEEN, chances(letter=0.45, queen=0.95)], "any", ["QH", "KH"]),
    ],
)
def test_a_queen_of_a_russian_pack_is_named_and_where_one_is_or_it_was_told_its_aces_too(
    monkeypatch: pytest.MonkeyPatch, corners: list[np.ndarray], language: str, cards: list[str | None]
) -> None:
    named = answers(monkeypatch, corners, of_hearts(), of_hearts(), language=language)
    assert [each.verdict.card for each in named] == cards


def test_beside_letters_that_no_russian_pack_has_its_letters_are_not_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for glyph, card in (("Q", None), ("B", "QH"), ("", "QH")):
        beside = of_hearts(Verdict("9H", 0.999, "9", "H", None), glyph=glyph)
        (first, _) = answers(monkeypatch, [QUEEN, QUEEN], of_hearts(), beside)
        assert first.verdict.card == card


def test_a_russian_queen_whose_suit_is_doubtful_or_that_shows_one_corner_not_quite_surely_has_no_name(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (nothing,) = answers(monkeypatch, [QUEEN, QUEEN], reading())
    assert (nothing.verdict.card, nothing.verdict.rank) == (None, "Д")
    (doubtful,) = answers(monkeypatch, [QUEEN, QUEEN], of_hearts(hearts=0.8))
    assert (doubtful.verdict.card, doubtful.verdict.rank, doubtful.verdict.unsure) == (None, "Д", "unclear")
    for sure, card in ((0.95, None), (0.98, "QH")):
        corner = chances(letter=0.98, queen=sure)
        (alone,) = answers(monkeypatch, [corner], of_hearts(whole=False))
        assert alone.verdict.card == card


def test_a_russian_ace_is_named_alone_too_where_its_face_or_the_reader_of_corners_calls_it_an_ace(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A T may be a ten."""
    ace = of_hearts(Verdict("AH", 0.999, "1", "H", None))
    (one,) = answers(monkeypatch, [ACE, ACE], ace)
    assert (one.verdict.card, one.verdict.rank) == ("AH", "Т")
    for shown, card in (("A", "AH"), ("F", "AH"), ("T", None)):
        face = Seen(np.eye(len(SHOWN))[SHOWN.index(shown)], np.array([0, 0, 1.0, 0, 0]))
        unnamed = of_hearts(Verdict(None, 0.9, "T", "H", "unclear"))
        (one,) = answers(monkeypatch, [ACE, ACE], unnamed._replace(looked=unnamed.looked._replace(face=face)))
        assert one.verdict.card == card


def test_a_king_that_was_doubted_beside_misread_letters_is_named_once_they_are_russian(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    king = of_hearts(Verdict(None, 0.999, "K", "H", "language not known"), glyph="K")
    for corner, card in ((QUEEN, "KH"), (chances(letter=0.98), None)):
        (first, _) = answers(monkeypatch, [chances(), chances(), corner, corner], king, of_hearts())
        assert first.verdict.card == card


def test_an_ace_keeps_its_name_unless_it_is_the_queen_of_a_russian_pack(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ace = Verdict("AH", 0.999, "A", "H", None)
    for corner, card in ((QUEEN, "QH"), (chances(letter=0.99), "AH"), (chances(joker=0.9999), "AH")):
        (one,) = answers(monkeypatch, [corner, corner], of_hearts(ace))
        assert one.verdict.card == card


@pytest.mark.parametrize("language", ["any", "en", "fr", "nl", "de", "ru"])
@pytest.mark.parametrize("name", ["joker-star", "joker-word"])
def test_a_joker_is_told_by_its_own_name_and_the_cards_beside_it_by_theirs(name: str, language: str) -> None:
    cards = read(loaded(SINGLE / f"{name}.jpg"), language=language)
    assert [card.card for card in cards] == ["8C", "JOKER"]


@pytest.mark.parametrize("language", ["any", "ru"])
def test_a_russian_queen_is_read(language: str) -> None:
    picture = loaded(SINGLE / "russian-queen.jpg")
    assert [card.card for card in read(picture, language=language)] == ["8C", "QS"]


def test_a_russian_queen_is_no_king_of_another_pack(monkeypatch: pytest.MonkeyPatch) -> None:
    """The letter looks like an R, and either of two witnesses doubts it."""
    monkeypatch.setattr(strangers, "RUSSIAN_PROBABILITY", 2.0)
    picture = loaded(SINGLE / "russian-queen.jpg")
    assert [(card.card, card.unsure) for card in read(picture)] == [("8C", None), (None, "letter not known")]
    monkeypatch.setattr(judging, "by_letters", lambda indices, at: 1.0)
    assert [card.card for card in read(picture)] == ["8C", None]
    monkeypatch.setattr(strangers, "STRANGE_PROBABILITY", 2.0)
    assert [card.card for card in read(picture)] == ["8C", "KS"]


def test_there_are_three_kinds_of_corners() -> None:
    assert STRANGE == "-*?"
