"""The language of a deck's court letters, from what is seen of it in many pictures."""

from __future__ import annotations

import pytest

from sabot_vision.finding.found import Found
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
        *(("VB", "nl"), ("VH", "nl"), ("BH", "nl"), ("VD", "fr"), ("VR", "fr"), ("BD", "de"), ("BK", "de")),
        *(("JQ", "en"), ("JK", "en"), ("BVH", "nl"), ("VDR", "fr")),
        *(("V", ""), ("R", ""), ("DK", "de"), ("", ""), ("BKR", ""), ("JV", "")),
    ],
)
def test_letters_seen_together_tell_the_language_and_one_alone_does_not(letters: str, language: str) -> None:
    known = seen(letters)
    assert known.language == language
    assert sorted(known.seen) == sorted(letters)


def test_letters_that_no_language_has_together_contradict_each_other() -> None:
    assert seen("BKR").contradict
    assert not seen("BK").contradict
    assert not seen("").contradict


def test_a_letter_counts_once_it_was_seen_often_enough() -> None:
    assert seen("VB", times=2).seen == ""
    known = seen("VB", times=40)
    for _ in range(3):
        known.look([card("R")])
    assert known.language == "nl"


def test_only_clear_letters_count() -> None:
    """Those of cards that are named, or that want a language only."""
    known = Letters()
    for _ in range(3):
        known.look(
            [card("V", None, "letter of which language"), card("B", None, "unclear"), card("8"), card("")]
        )
    assert known.seen == "V"
