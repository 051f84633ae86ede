"""What the networks saw becomes a card, or the reason why not."""

from __future__ import annotations

import numpy as np
import pytest

from sabot_vision.networks.glyphs import GLYPHS, LETTERS, SHOWN, foreign, languages_beside, ranks
from sabot_vision.networks.judging import Seen, averaged, judged

SUITS = "CDHS-"


def cut(names: str, glyph: str, suit: str, sure: float) -> Seen:
    """A cut that shows `glyph` and `suit` with probability `sure`, and all else alike."""
    glyphs = np.full(len(names), (1 - sure) / (len(names) - 1))
    suits = np.full(5, (1 - sure) / 4)
    glyphs[names.index(glyph)], suits[SUITS.index(suit)] = sure, sure
    return Seen(glyphs, suits)


def index(glyph: str, suit: str, sure: float = 0.999) -> Seen:
    return cut(GLYPHS, glyph, suit, sure)


def between(first: str, second: str, sure: float, suit: str = "S") -> Seen:
    """A corner that shows the first letter with this probability, else the second."""
    corner = index(first, suit)
    corner.glyphs[:] = 1e-6
    corner.glyphs[[GLYPHS.index(first), GLYPHS.index(second)]] = sure, 1 - sure
    return corner


def face(shown: str, suit: str, sure: float = 0.99) -> Seen:
    return cut(SHOWN, shown, suit, sure)


def test_two_corners_and_the_pips_that_agree_name_the_card() -> None:
    verdict = judged([index("8", "C"), index("8", "C")], face("8", "C"))
    assert verdict is not None
    assert (verdict.card, verdict.unsure) == ("8C", None)
    assert verdict.confidence > 0.999


def test_two_corners_that_disagree_name_no_card() -> None:
    verdict = judged([index("8", "C"), index("3", "C")], None)
    assert verdict is not None
    assert (verdict.card, verdict.unsure) == (None, "indices disagree")


def test_no_face_decides_between_two_corners_that_each_surely_show_another_card() -> None:
    """An outline of two cards shows an index of each, and a face that is a half of both."""
    ours, doubtful = index("4", "H"), index("5", "H", 0.9)
    assert judged([ours, index("5", "H", 0.99)], face("4", "H")).unsure == "indices disagree"  # type: ignore[union-attr]
    assert judged([ours, doubtful], face("4", "H")).card == "4H"  # type: ignore[union-attr]


def test_the_pips_settle_what_a_blurred_index_leaves_open() -> None:
    blurred = index("5", "H", 0.6)
    assert judged([blurred], None).card is None  # type: ignore[union-attr]
    assert judged([blurred], face("5", "H")).card == "5H"  # type: ignore[union-attr]


def test_a_corner_that_is_all_that_is_seen_must_be_surer_than_two() -> None:
    """Of the wrong names of cards in heaps, seven of nine were hardly surer than two corners must be."""
    nearly = index("8", "C", 0.9955)
    assert judged([nearly, nearly], None).card == "8C"  # type: ignore[union-attr]
    assert judged([nearly], None).card is None  # type: ignore[union-attr]
    assert judged([index("8", "C", 0.999)], None).card == "8C"  # type: ignore[union-attr]


@pytest.mark.parametrize(("least", "card"), [(0.9, "8C"), (0.89, None), (0.0, None)])
@pytest.mark.parametrize(("sure", "enough"), [(0.99, True), (0.98, False)])
def test_a_single_corner_is_named_sooner_if_every_look_at_it_is_nearly_sure(
    least: float, card: str | None, sure: float, enough: bool
) -> None:
    verdict = judged([index("8", "C", sure)._replace(least=least)], None)
    assert verdict is not None
    assert 0.95 < verdict.confidence < 0.9925
    assert verdict.card == (card if enough else None)


def test_a_corner_without_an_index_does_not_make_two_of_one() -> None:
    """The outline of a torn card has two corners, and one of them may lie under another card."""
    nearly = index("8", "C", 0.9955)
    assert judged([nearly, nearly], None).card == "8C"  # type: ignore[union-attr]
    assert judged([nearly, index("-", "-")], None).card is None  # type: ignore[union-attr]
    assert judged([nearly, index("-", "-")], face("8", "C")).card == "8C"  # type: ignore[union-attr]


def test_the_least_sure_of_several_looks_counts_by_its_letter_and_its_suit() -> None:
    letter = index("8", "C")._replace(suits=cut(GLYPHS, "8", "C", 0.93).suits)
    assert averaged([index("8", "C"), letter]).least == pytest.approx(0.93)
    assert averaged([index("8", "C"), index("8", "C", 0.95), index("8", "C")]).least == pytest.approx(0.95)
    assert averaged([index("8", "C", 0.99)]).least == 0.0


def test_pips_against_an_index_leave_the_card_open() -> None:
    verdict = judged([index("6", "S", 0.98)], face("8", "S"))
    assert verdict is not None
    assert verdict.card is None


def test_a_corner_without_an_index_says_nothing_against_the_other() -> None:
    verdict = judged([index("K", "D"), index("-", "-")], face("F", "D"), "en")
    assert verdict is not None
    assert verdict.card == "KD"


def test_a_back_is_a_back_and_what_is_no_card_is_nothing() -> None:
    bare = [index("-", "-"), index("-", "-")]
    assert judged(bare, face("*", "-")).unsure == "back"  # type: ignore[union-attr]
    assert judged(bare, face("-", "-")) is None
    assert judged(bare, None) is None


def test_pips_without_any_index_name_a_card_only_when_they_are_very_sure() -> None:
    bare = [index("-", "-"), index("-", "-")]
    assert judged(bare, face("9", "S", 0.999)).card == "9S"  # type: ignore[union-attr]
    assert judged(bare, face("9", "S", 0.9)).card is None  # type: ignore[union-attr]
    assert judged(bare, face("F", "S", 0.999)).card is None  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("letter", "language", "rank"),
    [
        *(("V", "fr", "J"), ("V", "nl", "Q"), ("D", "fr", "Q"), ("R", "fr", "K"), ("1", "fr", "A")),
        *(("B", "nl", "J"), ("H", "nl", "K"), ("B", "de", "J"), ("D", "de", "Q"), ("Q", "en", "Q")),
    ],
)
def test_a_letter_means_what_it_means_in_its_language(letter: str, language: str, rank: str) -> None:
    """France V D R and 1, the Netherlands B V H, Germany B D K."""
    assert judged([index(letter, "H")] * 2, None, language).card == rank + "H"  # type: ignore[union-attr]


def test_v_is_not_guessed_while_nobody_says_whether_the_deck_is_french_or_dutch() -> None:
    verdict = judged([index("V", "H")] * 2, None)
    assert verdict is not None
    assert (verdict.card, verdict.rank, verdict.unsure) == (None, "V", "language not known")


def test_every_other_letter_means_one_rank_wherever_it_is_printed() -> None:
    letters = {letter for language in LETTERS.values() for letter in language}
    assert {letter for letter in letters if len(ranks(letter)) != 1} == {"V"}


def test_a_letter_that_the_language_does_not_have_is_never_read() -> None:
    """A French deck has no Q: what looks like one may be a D, or is left open."""
    unlike = Seen(index("Q", "H", 0.7).glyphs, index("Q", "H").suits)
    unlike.glyphs[GLYPHS.index("D")] = 0.25
    assert judged([unlike] * 2, None, "fr").rank == "D"  # type: ignore[union-attr]
    assert judged([unlike] * 2, None, "en").rank == "Q"  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("seen", "languages"),
    [
        ("VR9", {"fr"}),
        ("V1", {"fr"}),
        ("VB", {"nl"}),
        ("V", {"fr", "nl"}),
        ("RQ", set()),
        ("A23", {"en", "fr", "nl", "de", "ru"}),
    ],
)
def test_the_letters_of_a_deck_tell_its_language_and_contradictions_tell_nothing(
    seen: str, languages: set[str]
) -> None:
    assert languages_beside(seen) == languages


def test_a_letter_is_read_as_one_of_the_language_that_the_cards_beside_it_are_of() -> None:
    """An R that looks a little like a J is an R in a French deck; a V there is a Jack."""
    nearly = between("R", "J", 0.96, "H")
    assert judged([nearly] * 2, None).card is None  # type: ignore[union-attr]
    assert judged([nearly] * 2, None, beside=frozenset(["fr"])).card == "KH"  # type: ignore[union-attr]
    assert judged([index("V", "H")] * 2, None, beside=frozenset(["fr"])).card == "JH"  # type: ignore[union-attr]


def test_two_corners_tell_what_one_of_them_tells_and_a_bare_corner_takes_nothing_away() -> None:
    """The same print under the same lamp misleads both alike: together they are one witness."""
    sure = [
        judged(corners, None, "en").confidence  # type: ignore[union-attr]
        for corners in (
            [index("8", "C", 0.9)],
            [index("8", "C", 0.9)] * 2,
            [index("8", "C", 0.9), index("-", "-")],
        )
    ]
    assert sure == pytest.approx([sure[0]] * 3)


@pytest.mark.parametrize(("sure", "card"), [((0.77, 0.83, 0.86), None), ((0.995, 0.99, 0.9), "JH")])
def test_three_witnesses_that_all_doubt_the_suit_do_not_make_it_certain(
    sure: tuple[float, float, float], card: str | None
) -> None:
    """Two corners and a face as on a rendered table where the knave was one of diamonds."""
    seen = [index("J", "H"), index("J", "H"), face("F", "H", 0.999)]
    for one, of in zip(seen, sure, strict=True):
        one.suits[:] = np.full(5, 0.001)
        one.suits[[SUITS.index("H"), SUITS.index("D")]] = of, 0.997 - of
    verdict = judged(seen[:2], seen[2], "en")
    assert verdict is not None
    assert verdict.card == card


def test_looks_at_one_corner_are_averaged_and_stay_probabilities() -> None:
    both = averaged([index("8", "C", 0.9), index("3", "C", 0.6)])
    assert (float(np.sum(both.glyphs)), float(np.sum(both.suits))) == pytest.approx((1, 1))
    assert GLYPHS[int(np.argmax(both.glyphs))] == "8"


@pytest.mark.parametrize("sure", [0.6, 0.87, 0.97, 0.98])
@pytest.mark.parametrize("language", ["en", "any"])
def test_the_face_of_a_court_names_no_court_that_the_corners_do_not(sure: float, language: str) -> None:
    """A pictured ace has such a face too: blurred, its A looked like a K, and the face made a king of it."""
    verdict = judged([between("K", "A", sure)] * 2, face("F", "S", 0.999), language)
    assert verdict is not None
    assert (verdict.card, verdict.rank, verdict.unsure) == (None, "K", "unclear")
    assert verdict.confidence == pytest.approx(sure, abs=0.025)


def test_a_corner_that_looks_like_an_ace_counts_for_more_than_the_face_of_a_court() -> None:
    """As on a drawn table: one corner says K, the other A or K, and both are those of a pictured ace."""
    seen = [between("K", "A", 0.987), between("A", "K", 0.6)]
    assert judged(seen, face("F", "S", 0.999), beside=frozenset(["de", "en"])).card is None  # type: ignore[union-attr]


@pytest.mark.parametrize(("other", "card"), [("A", None), ("1", None), ("R", "KS"), ("7", "KS")])
def test_a_court_that_looks_a_little_like_an_ace_is_not_named(other: str, card: str | None) -> None:
    """The corners of a pictured ace said R with 0.99, and A with 6 in 10,000; no court has so much."""
    verdict = judged([between("K", other, 0.9994)] * 2, None)
    assert verdict is not None
    assert (verdict.card, verdict.unsure) == (card, None if card else "unclear")


def test_corners_that_are_sure_of_the_letter_name_a_court_whose_suit_the_face_settles() -> None:
    corner = between("K", "Q", 0.995)
    corner.suits[[SUITS.index("S"), SUITS.index("C")]] = 0.95, 0.049
    assert judged([corner] * 2, None, "en").card is None  # type: ignore[union-attr]
    assert judged([corner] * 2, face("F", "S", 0.999), "en").card == "KS"  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("first", "second", "language", "beside"), [("H", "R", "nl", ""), ("R", "K", "any", "fr")]
)
@pytest.mark.parametrize(("sure", "named"), [(0.3, False), (0.55, False), (0.9, False), (0.97, True)])
def test_a_letter_is_no_surer_because_the_deck_has_not_the_other_that_it_looks_like(
    first: str, second: str, language: str, beside: str, sure: float, named: bool
) -> None:
    """The A of a pictured ace looked half like an H and half like an R; a Dutch deck has no R."""
    seen = [between(first, second, sure)] * 2
    for whole in (None, face("F", "S", 0.999)):
        verdict = judged(seen, whole, language, frozenset([beside]) - {""})
        assert verdict is not None
        assert verdict.rank == first
        assert verdict.card == ("KS" if named else None)


@pytest.mark.parametrize(
    ("number", "letter", "language", "sure", "card"),
    [("3", "J", "de", 0.12, None), ("T", "H", "de", 0.55, None), ("8", "B", "en", 0.9, "8S")],
)
def test_a_number_is_no_surer_because_the_deck_has_not_the_letter_that_it_looks_like(
    number: str, letter: str, language: str, sure: float, card: str | None
) -> None:
    """The J of a joker in a German deck, which has no J, was called a 3."""
    seen = [between(number, letter, sure)] * 2
    verdict = judged(seen, None, language)
    assert verdict is not None
    assert (verdict.card, verdict.rank) == (card, number)
    assert judged(seen, face("-", "-"), language).card == card  # type: ignore[union-attr]


def test_the_pips_settle_whether_it_is_a_number_or_a_letter_that_the_deck_has_not() -> None:
    assert judged([between("8", "B", 0.4)] * 2, face("8", "S"), "en").card == "8S"  # type: ignore[union-attr]


def test_the_two_glyphs_of_an_ace_do_not_make_each_other_doubtful() -> None:
    assert judged([between("1", "A", 0.6)] * 2, None, "fr").card == "AS"  # type: ignore[union-attr]


@pytest.mark.parametrize("glyph", ["A", "1"])
@pytest.mark.parametrize(("sure", "card"), [(0.9, None), (0.94, None), (0.96, "AS"), (0.999, "AS")])
def test_an_ace_may_look_like_a_court_if_its_corners_are_sure_of_it(
    glyph: str, sure: float, card: str | None
) -> None:
    """Dutch and German decks have a picture on their aces: the A says which card it is, as the letter of a
    court does."""
    corners = [between(glyph, "K", sure)] * 2
    assert judged(corners, face("F", "S", 0.999), "fr" if glyph == "1" else "nl").card == card  # type: ignore[union-attr]


def test_a_card_without_an_index_is_no_ace_because_it_looks_like_a_court() -> None:
    for shown in ("A", "F"):
        verdict = judged([index("-", "-")] * 2, face(shown, "S", 0.995), "en")
        assert verdict is not None
        assert verdict.card == ("AS" if shown == "A" else None)


@pytest.mark.parametrize(("glyph", "card"), [("J", None), ("Q", "QD")])
def test_a_j_whose_suit_one_corner_doubts_may_be_a_joker(glyph: str, card: str | None) -> None:
    """Where a jack has its suit, some jokers have a star, which looks most like a diamond."""
    corners = [index(glyph, "D"), index(glyph, "D")]
    corners[1].suits[[SUITS.index("D"), SUITS.index("H")]] = 0.93, 0.068
    assert judged(corners, face("F", "D", 0.999), "en").card == card  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("letters", "odd"),
    [
        ("QQKJR", "R"),
        ("BKR1", "R"),
        ("KR", "KR"),
        ("BVH", ""),
        ("BVHR", "R"),
        ("89A1", ""),
        ("", ""),
        ("QR", "QR"),
    ],
)
def test_a_letter_that_no_language_has_beside_most_others_is_foreign(letters: str, odd: str) -> None:
    """A Russian pack has В Д К, and Д looks like an R: it must not make a queen a king."""
    assert sorted(foreign(letters)) == sorted(odd)
