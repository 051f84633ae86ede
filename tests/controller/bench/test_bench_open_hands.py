"""The bench of the search with all hands open says how long an answer took, and compares it with a limit."""

from __future__ import annotations

from sabot.bench import open_hands


def test_both_kinds_of_deal_are_timed_and_compared_with_the_limit(monkeypatch):
    seconds = iter([0.5, 6.0, 1.0, 0.001, 0.002])
    monkeypatch.setattr(open_hands, "_seconds", lambda deal, contract: next(seconds))
    monkeypatch.setattr(open_hands, "SHORT_DEALS", 2)
    figures = open_hands.measure(3)
    whole, short = figures["thirteen_tricks"], figures["five_tricks"]
    assert whole["median_s"] == 1.0
    assert (whole["worst_s"], whole["worst_of_limit"], whole["over_the_worst_limit"]) == (6.0, 1.2, 1)
    assert (short["deals"], short["median_of_limit"]) == (2, 0.3)


def test_a_short_hand_is_solved_in_less_than_a_second():
    import random

    assert 0 <= open_hands._seconds(*open_hands._call(random.Random(3))) < 1
