"""A trainee's goal: minutes a day, or steady cells by a date."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from sabot.games.lessons import Dealt
from sabot.school.schedule import Answered, Plan
from sabot.school.school import School
from sabot.school.store import SchoolError
from sabot.school.today.day import day_of, end_of_tomorrow_s
from sabot.school.today.goals import Goal, practised_s, reached

NOON_S = 1_800_014_400.0
DAY_S = 86_400.0


def by(days: int) -> str:
    """The day this number of days after noon's."""
    return (day_of(NOON_S) + timedelta(days=days)).isoformat()


def test_a_pause_is_no_practice() -> None:
    assert practised_s([]) == 0
    assert practised_s([(100.0, 5.0)]) == 5
    assert practised_s([(280.0, 5.0), (100.0, 5.0)]) == 185, "reading on counts, in whatever order"
    assert practised_s([(100.0, 5.0), (280.1, 5.0)]) == 10
    assert practised_s([(600.0, 600.0)]) == 180, "the page was left open"


def test_minutes_count_from_midnight_and_more_than_the_goal_is_no_more_than_all_of_it() -> None:
    goal = Goal("minutes", 10, 0, "", 0)
    assert reached(goal, minutes=4, steady=0, now_s=NOON_S)["share"] == 0.4
    found = reached(goal, minutes=25, steady=0, now_s=NOON_S)
    assert (found["done"], found["share"], found["even"]) == (25, 1.0, None)


def test_steady_cells_are_compared_with_an_even_pace() -> None:
    goal = Goal("cells", 60, 20, by(10), round(1000 * NOON_S))
    found = reached(goal, minutes=0, steady=30, now_s=NOON_S + 5 * DAY_S)
    assert (found["done"], found["share"], found["days_left"]) == (30, 0.5, 5)
    assert found["even"] == pytest.approx(40 / 60)
    late = reached(goal, minutes=0, steady=30, now_s=NOON_S + 50 * DAY_S)
    assert (late["even"], late["days_left"]) == (1.0, 0)


def test_the_newest_goal_counts_and_none_is_none(tmp_path: Path) -> None:
    now = [NOON_S]
    school = School(tmp_path / "s.sqlite3", wall_s=lambda: now[0], steady_s=lambda: now[0])
    marie = school.enrol("Marie")["id"]
    assert school.goals.of(marie) is None
    school.goals.set(marie, {"kind": "minutes", "amount": 10})
    for _ in range(4):
        now[0] += 60
        school._dealt(marie, Dealt("rows", "31", right=True, seconds=30.0))
    goal = school.goals.of(marie)
    assert goal is not None
    assert (goal["kind"], goal["amount"], goal["done"]) == ("minutes", 10, 3)
    assert school.today(marie)["goal"] == school.roll()[0]["goal"] == goal, "the trainer sees it, too"
    now[0] += DAY_S
    assert (school.goals.of(marie) or goal)["done"] == 0, "another day begins at nothing"
    school.goals.set(marie, {"kind": "cells", "amount": 40, "until": by(30)})
    assert (school.goals.of(marie) or goal)["kind"] == "cells"
    school.goals.set(marie, {"kind": "none"})
    assert school.goals.of(marie) is None
    school.close()


def test_an_even_pace_begins_with_the_cells_that_were_steady_when_the_goal_was_set(tmp_path: Path) -> None:
    school = School(tmp_path / "s.sqlite3", wall_s=lambda: NOON_S)
    marie = school.enrol("Marie")["id"]
    school.goals._steady = lambda trainee: 20
    school.goals.set(marie, {"kind": "cells", "amount": 40, "until": by(10)})
    goal = school.goals.of(marie)
    assert goal is not None
    assert (goal["done"], goal["even"]) == (20, 0.5)
    school.close()


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ({"kind": "minutes", "amount": 0}, "1 to 240"),
        ({"kind": "minutes", "amount": 241}, "1 to 240"),
        ({"kind": "minutes", "amount": "10"}, "1 to 240"),
        ({"kind": "minutes", "amount": True}, "1 to 240"),
        ({"kind": "cells", "amount": 2001, "until": by(3)}, "1 to 2000"),
        ({"kind": "cells", "amount": 10, "until": by(0)}, "after today"),
        ({"kind": "cells", "amount": 10, "until": by(731)}, "within two years"),
        ({"kind": "cells", "amount": 10, "until": "soon"}, "after today"),
        ({"kind": "cells", "amount": 10}, "after today"),
        ({}, "1 to 2000"),
    ],
)
def test_a_goal_that_cannot_be_is_refused_in_words(tmp_path: Path, body: dict[str, object], why: str) -> None:
    school = School(tmp_path / "s.sqlite3", wall_s=lambda: NOON_S)
    with pytest.raises(SchoolError, match=why):
        school.goals.set(school.enrol("Marie")["id"], body)
    assert school.goals.of(1) is None
    school.close()


def test_a_cell_is_steady_when_the_schedule_trusts_it_for_a_week_and_it_is_not_unsteady() -> None:
    def after(*right: bool) -> Plan:
        given = [Answered("a", each, 1.0, NOON_S + nth * 5 * DAY_S) for nth, each in enumerate(right)]
        return Plan(["a", "b"], target_s=3.0, answers=given)

    assert after().steady() == 0
    assert after(True, True).steady() == 1
    assert after(False).steady() == 0, "it is trusted for less than a week"
    assert after(False, False, True, True, True, True).steady() == 0, (
        "right in four sittings is unsteady still"
    )
    assert after(False, False, True, True, True, True, True).steady() == 1


def test_tomorrow_ends_after_two_midnights() -> None:
    assert day_of(end_of_tomorrow_s(NOON_S) - 1) == day_of(NOON_S) + timedelta(days=1)
    assert day_of(end_of_tomorrow_s(NOON_S)) == day_of(NOON_S) + timedelta(days=2)
