"""When a table opens, and when next."""

from __future__ import annotations

import pytest

from sabot.core import table as tables
from sabot.core.look import Look
from sabot.core.look.openings import DAYS, Opening, next_opening, openings
from sabot.core.observations import Noted
from sabot.core.view import view
from sabot.games.punto_banco import coup as punto_banco

MONDAY, WEDNESDAY, SATURDAY, SUNDAY = 0, 2, 5, 6
AT_THREE, AT_TWO = 15 * 60, 14 * 60


def test_days_and_times_stand_as_people_write_them() -> None:
    found = openings("Mo-We 15:00, sa su 14:00,  sa 20:30,")
    assert {DAYS[day]: sorted(minutes) for day, minutes in found.items()} == {
        "mo": [AT_THREE],
        "tu": [AT_THREE],
        "we": [AT_THREE],
        "sa": [AT_TWO, 20 * 60 + 30],
        "su": [AT_TWO],
    }
    assert set(openings("sa-mo 9:05")) == {SATURDAY, SUNDAY, MONDAY}
    assert openings("") == {}


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("15:00", "not 15:00"),
        ("mo 24:00", "not mo 24:00"),
        ("mo 15:60", "not mo 15:60"),
        ("mo 15", "not mo 15"),
        ("mo 15:00; tu 15:00", "not mo 15:00; tu 15:00"),
        ("xx 15:00", "days such as mo tu we th fr sa su, not xx"),
        ("mo-xx 15:00", "not mo-xx"),
    ],
)
def test_what_is_no_time_of_opening_is_refused_with_an_example(text: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        openings(text)


@pytest.mark.parametrize(
    ("day", "minute", "then"),
    [
        (MONDAY, AT_THREE - 1, Opening(0, MONDAY, "15:00")),
        (MONDAY, AT_THREE, Opening(5, SATURDAY, "14:00")),
        (WEDNESDAY, 0, Opening(3, SATURDAY, "14:00")),
        (SATURDAY, 15 * 60, Opening(0, SATURDAY, "20:30")),
        (SUNDAY, 0, Opening(1, MONDAY, "15:00")),
    ],
)
def test_the_next_opening_is_the_first_that_is_still_to_come(day: int, minute: int, then: Opening) -> None:
    assert next_opening(openings("mo 15:00, sa 14:00, sa 20:30"), day=day, minute=minute) == then


def test_a_table_that_opens_once_a_week_opens_next_in_a_week() -> None:
    assert next_opening(openings("mo 15:00"), day=MONDAY, minute=AT_THREE) == Opening(7, MONDAY, "15:00")
    assert next_opening({}, day=MONDAY, minute=0) is None


def test_a_house_that_chooses_nothing_has_our_colours_and_no_mark() -> None:
    assert not Look().has_colours
    assert Look(accent="#FFFFFF").has_colours
    assert (Look().mark, Look().pictures()) == (None, {})


def test_a_closed_table_opens_when_the_supervisor_said_until_it_is_opened_or_closed_again() -> None:
    def opens_minute(*whats: str) -> int | None:
        table = tables.opened(punto_banco)
        for what in whats:
            table, _ = tables.step(table, Noted(what, counted=930))
        return view(table)["opens_minute"]

    assert opens_minute("table-closed", "next-opening") == 930
    assert opens_minute("next-opening") is None, "a table that is open"
    for what in ("table-opened", "table-closed"):
        assert opens_minute("table-closed", "next-opening", what) is None
