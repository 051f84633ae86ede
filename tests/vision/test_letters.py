"""The language of a deck's court letters, from what is seen of it in many pictures."""

from __future__ import annotations

import numpy as np
import pytest

from sabot_vision.finding.found import Found
from sabot_vision.reading.language import Language
from sabot_vision.reading.letters import Letters


def card(letter: str, name: str | None = "KS", why: str | None = None) -> Found:
    return Found(name, 0.99, (0, 0, 1, 1), ((0, 0), (1, 0), (1, 1), (0, 1)), why, letter, "S")


def seen(letters: str, times: int = 3) -> Letters:
    known = Letters()
    for _ in range(times):
        known.look([card(letter) for letter in letters])
    return known


@pytest.mark.parametrize(
    ("letters", "language"),
    [
        *(("JQK", "en"), ("VDR", "fr"), ("BVH", "nl"), ("BDK", "de"), ("BДK", "ru")),
        *(("JQ", ""), ("VR", ""), ("VB", ""), ("DK", ""), ("V", ""), ("R", ""), ("", "")),
        *(("BKR", ""), ("JV", ""), ("JQKR", ""), ("BVHK", "")),
    ],
)
def test_the_three_letters_of_a_language_tell_it_if_there_is_no_other(letters: str, language: str) -> None:
    known = seen(letters)
    assert known.language == language
    assert sorted(known.seen) == sorted(letters)


def test_a_russian_pack_is_not_taken_for_a_german_one() -> None:
    """It has В and К, which are read as B and K; its Д and its Т are hardly ever read."""
    known = seen("BK", times=18)
    known.look([card("R")])
    assert (known.language, known.contradict) == ("", False)


def test_letters_that_no_language_has_together_contradict_each_other() -> None:
    assert seen("BKR").contradict
    assert not seen("BK").contradict
    assert not seen("").contradict


def test_a_letter_counts_once_it_was_seen_often_enough() -> None:
    assert seen("VB", times=2).seen == ""
    known = seen("VBH", times=40)
    for _ in range(3):
        known.look([card("R")])
    assert known.language == "nl"


def test_only_clear_letters_count() -> None:
    """Those of cards that are named, or that want a language only."""
    known = Letters()
    for _ in range(3):
        known.look([card("V", None, "language not known"), card("B", None, "unclear"), card("8"), card("")])
    assert known.seen == "V"


# --- the language that an eye reads in


def card_reader(*found: Found | None):  # type: ignore[no-untyped-def]
    """A reader that finds the same in each picture, and notes the language asked."""
    asked: list[str] = []

    def read(picture: object, *, language: str, size_at: object) -> tuple[Found | None, ...]:
        asked.append(language)
        return found

    return read, asked


def test_an_eye_counts_the_letters_of_the_pictures_that_it_read_to_the_end() -> None:
    language = Language("any")
    read, asked = card_reader(card("V", None, "language not known"), None, card("H"), card("B"))
    for _ in range(3):
        assert len(list(language.read(read, np.zeros((2, 2, 3), np.uint8), None))) == 4
    next(language.read(read, np.zeros((2, 2, 3), np.uint8), None))
    assert asked == ["any"] * 4
    assert language.plain() == {"letters": {"seen": "VHB", "language": "nl", "contradict": False}}


def test_a_language_once_chosen_is_read_and_suggested_no_more() -> None:
    language = Language("any")
    assert language.choose({"letters": "nl"})
    assert not language.choose({"letters": "nl"})
    for wrong in ({"letters": "xx"}, {"letters": None}, {}):
        assert not language.choose(wrong)
    read, asked = card_reader()
    list(language.read(read, np.zeros((2, 2, 3), np.uint8), None))
    assert (asked, language.plain()) == (["nl"], {})
    assert language.choose({"letters": "any"})
