"""A floor of tables, as the page of the pit shows it."""

from __future__ import annotations

from sabot.core.reasons import reason
from sabot.core.shapes.floor import (
    ALARM,
    BEHIND,
    PLAYS,
    UNKNOWN,
    Cause,
    Floor,
    LoginError,
    Pace,
    Seen,
    Tile,
    worst_first,
)

CAUSE = Cause("7", "t1", "cut", 0.0)
ANSWERED = CAUSE._replace(seen=(Seen("A. Person", "the disk was changed", 5.0),))


def test_the_worst_table_is_first_and_tables_that_play_are_last():
    tiles = [Tile("a", PLAYS), Tile("b", BEHIND, behind=9), Tile("c", ALARM), Tile("d", UNKNOWN)]
    assert [each.station for each in worst_first(tiles)] == ["d", "c", "b", "a"]


def test_of_tables_that_are_as_bad_the_one_that_nobody_has_seen_is_first_then_the_one_that_lacks_most():
    tiles = [
        Tile("a", ALARM, causes=(ANSWERED,)),
        Tile("b", ALARM, causes=(CAUSE,), behind=3),
        Tile("c", ALARM, causes=(CAUSE, ANSWERED), behind=40),
    ]
    assert [each.station for each in worst_first(tiles)] == ["c", "b", "a"]


def test_a_table_without_anything_wrong_is_not_one_that_somebody_has_seen():
    assert not Tile("a", PLAYS).is_seen


def test_the_floor_counts_the_alerts_that_nobody_has_seen():
    assert Floor(0.0, (), (CAUSE, ANSWERED, CAUSE)).unseen == 2


def test_games_an_hour_are_of_the_hours_dealt_and_nothing_where_none_was():
    assert (Pace("a", 90, 2).an_hour, Pace("a", 0, 0).an_hour) == (45.0, 0.0)


def test_a_refused_login_says_why_in_words_and_as_a_value():
    why = reason("{name}, the login of the house gives you no role at the pit.", name="a.visser")
    refused = LoginError(why)
    assert (str(refused), refused.why) == (
        "a.visser, the login of the house gives you no role at the pit.",
        why,
    )
