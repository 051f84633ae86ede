"""What the screens tell of the wall clock: that it was set, for ten minutes; that it is wrong, until then."""

from __future__ import annotations

from sabot.core.observations import ClockTicked, Noted
from sabot.core.surroundings import CLOCK_BEHIND, CLOCK_SET
from sabot.core.table import Table, opened, step
from sabot.core.view import view
from sabot.games.register import GAMES

SECOND_NS = 1_000_000_000


def told(table: Table) -> list[tuple[str, object]]:
    return [(each["id"], each["values"]["n"]) for each in view(table)["notices"]]


def ticked(table: Table, *, up_s: int, wall_s: int) -> Table:
    """The table by these two clocks."""
    table = table._replace(room=table.room._replace(ahead_ns=(wall_s - up_s) * SECOND_NS))
    return step(table, ClockTicked(wall_s * SECOND_NS))[0]


def noted(what: str, *, counted: int | None, up_s: int, wall_s: int) -> Table:
    return step(ticked(opened(GAMES["punto-banco"]), up_s=up_s, wall_s=wall_s), Noted(what, counted=counted))[
        0
    ]


def test_a_clock_that_was_set_is_told_for_ten_minutes_of_the_clock_that_nobody_sets() -> None:
    table = noted(CLOCK_SET, counted=-5, up_s=1000, wall_s=90)
    assert told(table) == [("the clock was set by {n} s: times jump here, the order stays", "-5")]
    assert told(ticked(table, up_s=1599, wall_s=5)) == told(table)
    assert told(ticked(table, up_s=1600, wall_s=6)) == []
    assert told(ticked(table, up_s=1001, wall_s=9_999_999)) == told(table)


def test_a_clock_that_was_set_forward_has_a_sign() -> None:
    assert told(noted(CLOCK_SET, counted=60, up_s=1, wall_s=1))[0][1] == "+60"


def test_a_wrong_clock_is_told_until_it_is_set() -> None:
    wrong = noted(CLOCK_BEHIND, counted=99, up_s=1, wall_s=1)
    assert told(wrong) == [("the clock is wrong, {n} s behind the record: set it", 99)]
    assert told(ticked(wrong, up_s=99_999, wall_s=99_999)) == told(wrong)
    right, _ = step(ticked(wrong, up_s=2, wall_s=100), Noted(CLOCK_SET, counted=99))
    assert told(right) != told(wrong)
    assert told(ticked(right, up_s=9999, wall_s=9999)) == []


def test_a_note_about_the_clock_without_a_number_is_told_as_none() -> None:
    assert told(noted(CLOCK_BEHIND, counted=None, up_s=1, wall_s=1))[0][1] == 0
