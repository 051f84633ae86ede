"""The permanence and its counts, against a plain count of the same numbers."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from sabot.games.roulette.permanence import Count, counts, permanence, pockets_of
from sabot.games.wheel.layout import WHEELS
from tests.controller.dealing import lines_of, only
from tests.shared import shared

POCKET = st.sampled_from(WHEELS[38].order)


def test_a_number_is_written_under_its_colour_and_zero_between() -> None:
    marks = permanence(["17", "0", "36", "00"])
    assert [(mark.nth, mark.number, mark.under) for mark in marks] == [
        *[(0, "17", "noir"), (1, "0", "zero"), (2, "36", "rouge"), (3, "00", "zero")]
    ]
    assert marks[2][3:] == ("pair", "passe", 3, 3)
    assert marks[3][3:] == (None, None, None, None)


def test_the_results_of_a_table_are_its_permanence() -> None:
    lines = only(lines_of("roulette", "17\n0\n00\n5", pockets="38"), "result")
    assert pockets_of(lines) == ("17", "0", "00", "5")


def test_runs_and_ecarts_of_a_colour() -> None:
    #                 rouge rouge noir rouge rouge rouge noir noir
    fell = counts(["1", "3", "2", "5", "7", "9", "4", "6"])
    assert fell.over == 8
    assert fell.colour["rouge"] == Count(came=5, run=0, ecart=2, longest_run=3, longest_ecart=2)
    assert fell.colour["noir"] == Count(came=3, run=2, ecart=0, longest_run=2, longest_ecart=3)


def test_zero_interrupts_the_runs_of_all_but_itself() -> None:
    fell = counts(["1", "0", "3"])
    assert fell.colour["rouge"] == Count(2, 1, 0, 1, 1)
    assert fell.zero == Count(1, 0, 1, 1, 1)


def test_a_number_that_never_came_is_as_far_off_as_the_window_is_long() -> None:
    assert counts(["1"] * 12).numbers["17"] == Count(0, 0, 12, 0, 12)


def test_counts_are_taken_over_the_last_coups_and_say_over_how_many() -> None:
    pockets = ["1"] * 5 + ["2"] * 3
    assert counts(pockets, over=3) == counts(["2"] * 3)
    assert counts(pockets, over=3).over == 3
    assert counts(pockets, over=100).over == 8
    assert counts(pockets, over=0) == counts([])


def test_nothing_fell_and_nothing_is_counted() -> None:
    assert set(counts([]).numbers.values()) == {Count(0, 0, 0, 0, 0)}


def plainly(hits: list[bool]) -> Count:
    """The same count by looking at every coup in turn."""
    text = "".join("x" if hit else "." for hit in hits)
    runs, gaps = text.split("."), text.split("x")
    return Count(sum(hits), len(runs[-1]), len(gaps[-1]), max(map(len, runs)), max(map(len, gaps)))


@given(st.lists(POCKET, max_size=120), st.none() | st.integers(0, 150))
def test_every_count_is_the_plain_count(pockets: list[str], over: int | None) -> None:
    fell = counts(pockets, wheel=38, over=over)
    seen = pockets if over is None else pockets[len(pockets) - min(over, len(pockets)) :]
    held = [WHEELS[38].pockets[name] for name in seen]
    assert fell.over == len(seen)
    for name, count in fell.numbers.items():
        assert count == plainly([each == name for each in seen])
    for heading in ("colour", "parity", "half", "dozen", "column"):
        for chance, count in getattr(fell, heading).items():
            assert count == plainly([getattr(each, heading) == chance for each in held])
    assert fell.zero == plainly([each.colour is None for each in held])


def test_a_real_permanence_adds_up() -> None:
    """Numbers published by the casino of Wiesbaden, table 1."""
    text = shared("data/roulette/wiesbaden-table1.txt").read_text()
    pockets = text.replace("\n", ",").strip(",").split(",")
    fell = counts(pockets)
    zeros = fell.zero.came
    assert sum(count.came for count in fell.numbers.values()) == fell.over == len(pockets)
    for heading in (fell.colour, fell.parity, fell.half, fell.dozen, fell.column):
        assert sum(count.came for count in heading.values()) == fell.over - zeros
