"""A ball that leaves the pocket whose number was given (docs/wheel.md)."""

from __future__ import annotations

from sabot.games.wheel.terms import moved


def test_the_reason_names_both_pockets():
    said = moved("17", "4")
    assert str(said).startswith("the ball left 17 after its number was given, and rests in 4")
