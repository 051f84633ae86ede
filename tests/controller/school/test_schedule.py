"""The schedule: what is wrong comes back soon, what is slow sooner than what is quick, new cells between."""

from __future__ import annotations

from itertools import pairwise

import pytest

from sabot.games.punto_banco.drills import often as often_asked
from sabot.school import learner
from sabot.school.schedule import Answered, Plan, rating

DAY_S = 86_400.0
NOW_S = 1_800_000_000.0


def plan(*answers: tuple[str, bool, float, float]) -> Plan:
    cells = ("a", "b", "c")
    return Plan(cells, target_s=2.0, answers=[Answered(*each) for each in answers])


@pytest.mark.parametrize(
    ("right", "seconds", "rated"),
    [(False, 0.5, "Again"), (True, 1.0, "Easy"), (True, 1.1, "Good"), (True, 2.0, "Good"),
     (True, 2.1, "Hard"), (True, 4.0, "Hard"), (True, 4.1, "Again"), (True, 0.0, "Good")],
)  # fmt: skip
def test_right_and_time_become_a_rating(right: bool, seconds: float, rated: str) -> None:
    assert rating(right=right, seconds=seconds, target_s=2.0) == rated


def test_new_cells_come_one_after_the_other_and_never_the_same_twice_running() -> None:
    known, asked = plan(), []
    for nth in range(6):
        asked.append(known.next(NOW_S + nth))
        known.take(Answered(asked[-1], True, 1.5, NOW_S + nth))
    assert set(asked[:3]) == {"a", "b", "c"}
    assert all(one != other for one, other in pairwise(asked))


def test_a_wrong_answer_comes_back_within_two_minutes_and_before_anything_new() -> None:
    known = plan(("a", False, 1.0, NOW_S), ("b", True, 0.5, NOW_S + 1))
    assert known.due(NOW_S + 30) == []
    assert known.next(NOW_S + 120) == "a"


def test_the_interval_grows_with_each_right_answer_and_falls_with_a_wrong_one() -> None:
    known, at_s, gaps = plan(), NOW_S, []
    for right in (True, True, True, True, False):
        known.take(Answered("a", right, 0.5, at_s))
        since = at_s
        while not known.due(at_s):
            at_s += 3600 if right else 60
        gaps.append(at_s - since)
    assert gaps[:4] == sorted(gaps[:4])
    assert gaps[3] > 20 * DAY_S > 3600 > gaps[4]


def test_recall_fades_with_time() -> None:
    known = plan(("a", True, 0.5, NOW_S))
    assert known.recall("a", NOW_S + 1) > known.recall("a", NOW_S + 60 * DAY_S) > 0
    assert known.recall("b", NOW_S) == 0


def test_an_answer_to_a_cell_that_is_gone_changes_nothing() -> None:
    assert plan(("z", False, 1.0, NOW_S)).standing(NOW_S)["asked"] == 0


SITTING_S = 12 * 3600.0


def test_a_cell_missed_twice_is_asked_in_every_sitting_until_five_running_were_right() -> None:
    known = plan(("a", False, 1.0, NOW_S - SITTING_S), ("a", False, 1.0, NOW_S))
    for nth in range(1, 6):
        at_s = NOW_S + nth * SITTING_S
        assert "a" in known.due(at_s), nth
        known.take(Answered("a", True, 0.5, at_s))
        assert "a" not in known.due(at_s + 60)
    assert "a" not in known.due(NOW_S + 6 * SITTING_S)


def test_neither_a_slow_answer_nor_a_second_one_in_the_same_sitting_makes_a_cell_steady() -> None:
    known = plan(("a", False, 1.0, NOW_S - SITTING_S), ("a", False, 1.0, NOW_S))
    for nth in range(1, 9):
        at_s = NOW_S + nth * SITTING_S
        known.take(Answered("a", True, 3.0, at_s))
        known.take(Answered("a", True, 0.5, at_s + 60))
    assert "a" in known.due(NOW_S + 9 * SITTING_S)


def test_a_cell_missed_once_waits_for_its_day() -> None:
    known = plan(("a", False, 1.0, NOW_S), ("a", True, 0.5, NOW_S + 120), ("a", True, 0.5, NOW_S + 800))
    assert known.due(NOW_S + 800 + SITTING_S) == []


def test_the_schedule_leaves_no_cell_behind() -> None:
    """The hardest cell of a learner who forgets it within a day; one sitting a day cannot hold it."""
    found = learner.measure(trainees=1)
    assert (
        found["schedule"]["worst_cell_recall"] > 0.7 > found["schedule_in_one_sitting"]["worst_cell_recall"]
    )


def test_the_schedule_brings_the_rare_cells_up() -> None:
    """A simulated learner who forgets, the same hours with the schedule and with coups as they fall."""
    found = learner.measure(days=20, questions=60, trainees=2)
    assert found["schedule"]["rare_recall"] > found["each_cell_alike"]["rare_recall"] + 0.1
    assert found["schedule"]["rare_recall"] > found["as_the_cards_fall"]["rare_recall"] + 0.25


def test_the_rare_cells_of_the_simulated_learner_are_those_that_the_cards_seldom_bring() -> None:
    """Banco is asked where neither hand has a natural; of 169 pairs of ranks 32 are one."""
    often = often_asked()
    assert sum(often.values()) == pytest.approx((1 - 32 / 169) ** 2)
    assert max(often, key=lambda cell: often[cell]) == "0/X"
