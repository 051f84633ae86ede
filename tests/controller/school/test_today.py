"""What stands before a trainee today."""

from __future__ import annotations

from pathlib import Path

from sabot.games.lessons import Dealt
from sabot.games.register import GAMES
from sabot.school.at_table import rated_in
from sabot.school.school import School
from sabot.school.shapes import InMenu
from sabot.school.today.day import due, learnt_on

DAY_S = 86_400
NOON_S = 1_800_014_400.0


def in_menu(name: str, group: str, cells: int) -> InMenu:
    return {"name": name, "title": name, "group": group, "cells": 9, "asked": 9, "due": cells, "learnt": 0}


def test_the_drill_to_begin_with_is_of_this_table_s_game_and_has_most_due_cells() -> None:
    menu = [in_menu("a", "chips", 7), in_menu("b", "roulette", 2), in_menu("c", "roulette", 3)]
    assert due(menu, "roulette") == {"due": 12, "drills": 3, "first": "c"}
    assert due(menu, "punto-banco")["first"] == "a", "none is due at this game"
    assert due([in_menu("d", "roulette", 0)], "roulette") == {"due": 0, "drills": 0, "first": ""}


def test_the_last_fourteen_days_are_shown_today_last() -> None:
    there = learnt_on([NOON_S - 13 * DAY_S, NOON_S - DAY_S, NOON_S - 14 * DAY_S], NOON_S)
    assert there == [True, *[False] * 11, True, False]


def test_a_trainee_s_day_is_the_fold_of_their_answers(tmp_path: Path) -> None:
    now = [NOON_S]
    options = {"punto-banco": GAMES["punto-banco"].Options()}
    school = School(tmp_path / "s.sqlite3", options=options, wall_s=lambda: now[0], steady_s=lambda: now[0])
    marie, jan = school.enrol("Marie")["id"], school.enrol("Jan")["id"]
    nothing = {"due": 0, "drills": 0, "first": "", "unsteady": 0, "days": [False] * 14, "ratings": [],
               "daily": "", "goal": None}  # fmt: skip
    assert school.today(marie) == nothing
    cell = school._drills["tirage-banco"].cells()[0]
    for _ in range(2):
        school._dealt(marie, Dealt("tirage-banco", cell, right=False, seconds=2.0))
    school._dealt(marie, Dealt(rated_in("roulette"), "3", right=True, seconds=9.0))
    now[0] += DAY_S
    today = school.today(marie)
    assert (today["due"], today["drills"], today["first"], today["unsteady"]) == (1, 1, "tirage-banco", 1)
    assert today["days"][-3:] == [False, True, False]
    assert today["ratings"] == [{"game": "roulette", "value": 1375, "coups": 1, "within": 484}]
    assert school.today(jan) == nothing
    school.close()
