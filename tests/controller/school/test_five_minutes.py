"""The sitting of five minutes: what it asks, how long it lasts, and what comes after a restart."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sabot.games.lessons import Dealt
from sabot.games.register import GAMES
from sabot.school.schedule import Answered, Plan
from sabot.school.school import School
from sabot.school.store import SchoolError
from sabot.school.today.asking import chosen

NOON_S = 1_800_014_400.0
DAY_S = 86_400.0


class Clock:
    """A wall clock that a test sets."""

    def __init__(self) -> None:
        self.now_s = NOON_S

    def __call__(self) -> float:
        return self.now_s


def opened(folder: Path, clock: Clock) -> School:
    options = {"roulette": GAMES["roulette"].Options()}
    return School(folder / "s.sqlite3", options=options, wall_s=clock, steady_s=clock)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def school(tmp_path: Path, clock: Clock) -> Iterator[School]:
    found = opened(tmp_path, clock)
    assert found.enrol("Marie")["id"] == 1
    yield found
    found.close()


def truth(school: School, question: Any) -> str:
    kept = school._store.question(question["id"])
    assert kept is not None
    drill = school._drills[kept.drill]
    return drill.judge(drill.ask(kept.cell, kept.seed), "").truth


def answer(school: School, clock: Clock, *, right: bool = True, after_s: float = 4.0) -> Any:
    """The next question, answered after some seconds."""
    asked: Any = school.daily.next(1)
    clock.now_s += after_s
    given = truth(school, asked["question"]) if right else "?"
    school.answer(1, asked["question"]["id"], given, None)
    return asked


def missed(school: School, clock: Clock, drill: str, cells: int) -> None:
    """These cells were missed a day ago, so they are due."""
    clock.now_s -= DAY_S
    for cell in school._drills[drill].cells()[:cells]:
        school._dealt(1, Dealt(drill, cell, right=False, seconds=2.0))
    clock.now_s += DAY_S


def plan(*, due: int = 0, seen: int = 0, cells: int = 6) -> Plan:
    names = [f"c{nth}" for nth in range(cells)]
    answers = [Answered(name, nth >= due, 1.0, NOON_S - 60 - (nth < due) * DAY_S)
               for nth, name in enumerate(names[: due + seen])]  # fmt: skip
    return Plan(names, target_s=3.0, answers=answers)


def test_drills_with_due_cells_take_turns_whatever_their_game() -> None:
    plans = {"a": plan(due=1), "b": plan(due=4), "c": plan(seen=3)}
    asked: list[str] = []
    for _ in range(4):
        asked.append(chosen(plans, asked, home=["c"], now_s=NOON_S))
    assert asked == ["b", "a", "b", "a"], "the one with most due cells comes first"
    assert chosen(plans, ["a", "b"], home=["c"], now_s=NOON_S) == "a", "never twice running"


def test_where_nothing_is_due_new_cells_come_from_three_drills_of_this_table_s_game() -> None:
    plans = {name: plan() for name in "abcdef"} | {"begun": plan(seen=1)}
    asked: list[str] = []
    for _ in range(6):
        asked.append(chosen(plans, asked, home=["b", "c", "d", "begun"], now_s=NOON_S))
    assert asked == ["begun", "b", "c", "begun", "b", "c"]


def test_where_nothing_is_new_either_this_table_s_game_is_asked_again() -> None:
    plans = {"a": plan(seen=6), "b": plan(seen=6)}
    assert chosen(plans, [], home=["b"], now_s=NOON_S) == "b"
    assert chosen(plans, ["b"], home=["b"], now_s=NOON_S) == "b", "there is no other"
    assert chosen(plans, ["a"], home=[], now_s=NOON_S) == "b", "a game without drills is no reason to stop"


def test_three_minutes_of_questions_of_several_games_then_two_at_the_virtual_table(
    school: School, clock: Clock
) -> None:
    missed(school, clock, "tirage-banco", 30)
    missed(school, clock, "rows", 5)
    assert school.daily.stands(1) == ""
    school.daily.begin(1)
    asked = [answer(school, clock)["question"]["drill"] for _ in range(45)]
    assert {"tirage-banco", "rows"} <= {*asked[:4]}, "drills of two games take turns"
    assert "question" not in (over := school.daily.next(1)), "45 answers of four seconds are three minutes"
    assert over == {"stands": "dealing"}
    key = school.daily.dealing(1)
    sitting: Any = school.sittings.state(1, key)["sitting"]
    assert (sitting["game"], sitting["level"], sitting["mode"]) == ("roulette", 1, "coach")
    assert sitting["of_s"] == 120
    assert school.daily.next(1) == {"stands": "dealing"}, "one sitting at the table, not two"
    school.sittings.act(1, key, {"act": "stop", "n": 0})
    assert school.daily.stands(1) == "over"
    assert school.daily.next(1) == {"stands": "over"}


def test_the_question_in_hand_is_answered_before_the_time_is_up(school: School, clock: Clock) -> None:
    school.daily.begin(1)
    for _ in range(3):
        answer(school, clock, after_s=59.0)
    asked: Any = school.daily.next(1)
    assert asked["left_s"] == 120 + 3
    clock.now_s += 50
    again: Any = school.daily.next(1)
    assert again["question"]["id"] == asked["question"]["id"], "it stays the question"
    assert again["left_s"] == 120
    school.answer(1, asked["question"]["id"], "?", None)
    assert school.daily.next(1) == {"stands": "dealing"}


def test_a_reload_and_a_restart_ask_the_same_question_and_a_pause_costs_a_minute_at_most(
    tmp_path: Path, school: School, clock: Clock
) -> None:
    school.daily.begin(1)
    answer(school, clock)
    asked: Any = school.daily.next(1)
    assert (asked["right"], asked["answers"], asked["left_s"]) == (1, 1, 296.0)
    clock.now_s += 3600
    again = opened(tmp_path, clock)
    found: Any = again.daily.next(1)
    assert found["question"]["id"] == asked["question"]["id"]
    assert (found["left_s"], found["answers"]) == (236.0, 1)
    again.daily.begin(1)
    assert again._store.rows("SELECT count(*) FROM daily") == [(1,)], "to begin it again goes on with it"
    again.close()


def test_on_another_day_it_has_ended_and_a_new_one_begins(school: School, clock: Clock) -> None:
    school.daily.begin(1)
    answer(school, clock)
    clock.now_s += DAY_S
    assert school.daily.stands(1) == ""
    with pytest.raises(SchoolError, match="Begin a sitting first"):
        school.daily.next(1)
    school.daily.end(1)
    school.daily.begin(1)
    assert school.daily.next(1)["answers"] == 0


def test_a_trainee_may_end_it_earlier_and_begin_another(school: School, clock: Clock) -> None:
    school.daily.begin(1)
    answer(school, clock)
    school.daily.next(1)
    school.daily.end(1)
    assert school.daily.stands(1) == "over"
    assert school.daily.summary(1)["answers"] == 1, "a question without an answer does not count"
    school.daily.begin(1)
    assert school.daily.stands(1) == "drills"


def test_the_summary_says_what_was_right_what_was_missed_and_what_goes_to_tomorrow(
    school: School, clock: Clock
) -> None:
    missed(school, clock, "tirage-banco", 2)
    school.daily.begin(1)
    answer(school, clock, right=False)
    answer(school, clock)
    school.daily.end(1)
    found = school.daily.summary(1)
    assert (found["right"], found["answers"], found["dealt"]) == (1, 2, None)
    assert sum(each["answers"] for each in found["sums"]) == 2
    assert [each["name"] for each in found["missed"]] == ["tirage-banco"]
    assert "banco" in str(found["missed"][0]["why"])
    assert found["missed"][0]["truth"] in ("Draws", "Stands")
    assert found["due"] >= 1
    assert found["drills"] >= 1


def test_a_coup_of_the_sitting_stands_in_the_summary(school: School, clock: Clock) -> None:
    school.daily.begin(1)
    for _ in range(4):
        answer(school, clock, after_s=59.0)
    school.daily.next(1)
    key = school.daily.dealing(1)
    assert school.daily.summary(1)["dealt"] == {"key": key, "game": "roulette", "coups": 0, "right": 0}


def test_nobody_else_s_sitting_is_mine(school: School) -> None:
    school.enrol("Jan")
    school.daily.begin(1)
    assert school.daily.stands(2) == ""
    school.daily.end(2)
    assert school.daily.stands(1) == "drills"


def test_what_is_kept_long_enough_goes(school: School, clock: Clock) -> None:
    school.daily.begin(1)
    answer(school, clock)
    school.goals.set(1, {"kind": "minutes", "amount": 5})
    clock.now_s += DAY_S
    school.forgetting.drop_before(clock.now_s)
    for table in ("daily", "daily_part", "goal"):
        assert school._store.rows(f"SELECT count(*) FROM {table}") == [(0,)]


def test_at_the_table_of_a_household_game_all_five_minutes_are_questions(
    tmp_path: Path, clock: Clock
) -> None:
    school = School(
        tmp_path / "h.sqlite3", options={"nap": GAMES["nap"].Options()}, wall_s=clock, steady_s=clock
    )
    school.enrol("Marie")
    school.daily.begin(1)
    for _ in range(10):
        asked = answer(school, clock, after_s=30.0)
        assert asked["question"]["shows"]["game"] == "nap"
    assert school.daily.next(1) == {"stands": "over"}
    assert school.daily.stands(1) == "over"
    assert school.daily.summary(1)["answers"] == 10
    school.close()


def test_what_was_missed_is_said_with_every_answer_that_was_right(tmp_path: Path, clock: Clock) -> None:
    school = School(
        tmp_path / "h.sqlite3", options={"nap": GAMES["nap"].Options()}, wall_s=clock, steady_s=clock
    )
    school.enrol("Marie")
    school.daily.begin(1)
    while answer(school, clock, right=False)["question"]["drill"] != "bids-nap":
        continue
    missed = school.daily.summary(1)["missed"][-1]
    assert missed["name"] == "bids-nap"
    assert {*missed["truth"].split(", ")} <= {"pass", "1", "2", "3", "4", "nap"}
    school.close()
