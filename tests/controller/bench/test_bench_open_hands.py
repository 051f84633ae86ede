"""The bench of the search with all hands open says how long an answer took, and compares it with a limit."""

from __future__ import annotations

from sabot.bench import open_hands
from sabot.games.tricks.double_dummy import asking
from sabot.games.tricks.double_dummy.search import Search


def test_each_kind_of_deal_is_timed_and_compared_with_the_limit(monkeypatch):
    seconds = iter([0.5, 6.0, 1.0, 0.001, 0.002, 0.1, 2.0, 9.0])
    asked = []

    def timed(deal, contract, limit=None):
        asked.append(contract)
        return next(seconds), len(asked) < 8

    monkeypatch.setattr(open_hands, "_seconds", timed)
    monkeypatch.setattr(open_hands, "SHORT_DEALS", 2)
    monkeypatch.setattr(open_hands, "OTHER_DEALS", 1)
    monkeypatch.setattr(open_hands, "_compared", dict)
    figures = open_hands.measure(3)
    whole, short = figures["thirteen_tricks"], figures["five_tricks"]
    assert whole["median_s"] == 1.0
    assert (whole["worst_s"], whole["worst_of_limit"], whole["over_the_worst_limit"]) == (6.0, 1.2, 1)
    assert (short["deals"], short["median_of_limit"]) == (2, 0.3)
    assert [len(contract.side) for contract in asked] == [2, 2, 2, 1, 1, 1, 1, 1]
    assert [figures[kind]["worst_s"] for kind in ("alone", "misere", "piek")] == [0.1, 2.0, 9.0]
    assert [figures[kind]["not_decided"] for kind in ("alone", "misere", "piek")] == [0, 0, 1]
    assert [(contract.tricks, contract.exactly) for contract in asked[-2:]] == [(0, True), (1, True)]


def test_a_short_hand_is_solved_in_less_than_a_second():
    import random

    seconds, is_decided = open_hands._seconds(*open_hands._call(random.Random(3)))
    assert 0 <= seconds < 1
    assert is_decided


def test_the_search_in_c_is_compared_with_the_one_in_python_on_the_same_deals(monkeypatch):
    asked = []

    def timed(deal, contract, *, limit):
        asked.append((deal, limit, asking.IN_C))
        return 0.5 if asking.IN_C is None else 0.01, True

    monkeypatch.setattr(open_hands, "_seconds", timed)
    monkeypatch.setattr(open_hands, "COMPARED_DEALS", 2)
    monkeypatch.setattr(asking, "IN_C", Search)
    figures = open_hands._compared()
    assert figures == {"deals": 2, "in_python_s": 1.0, "in_c_s": 0.02, "times_faster": 50.0}
    assert [each[2] for each in asked] == [None, None, Search, Search]
    assert [each[:2] for each in asked[:2]] == [each[:2] for each in asked[2:]]
    assert asked[0][1] == open_hands.COMPARED_POSITIONS
    monkeypatch.setattr(asking, "IN_C", None)
    assert open_hands._compared() == {"deals": 2, "in_python_s": 1.0, "in_c_s": None, "times_faster": None}
