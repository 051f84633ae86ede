"""What the pit counts: games by the hour, faults by rule, numbers by wheel, months."""

from __future__ import annotations

import pytest

from sabot.core.shapes.floor import Day, Pace, Rule, Stay
from sabot.pit.facts import Placed, Spun, Voided, Withdrawn
from sabot.pit.floor import counting, standing
from tests.controller.pit.floor import NOW, Tables, ago, ns

HOUR = 60


@pytest.fixture
def tables(database) -> Tables:
    database.execute("SET TimeZone = 'UTC'")
    found = Tables(database)
    for name in ("t1", "t2"):
        found.link(name)
    return found


def test_games_an_hour_count_the_hours_in_which_a_table_dealt(tables: Tables):
    tables.deal("t1", 5 * HOUR, 5 * HOUR - 1, 3 * HOUR)
    tables.deal("t2", 40 * HOUR)
    found = counting.figures(tables.database, days=1, now=NOW)
    assert (found.paces, found.coups) == ((Pace("t1", 3, 2),), 3)
    assert found.paces[0].an_hour == 1.5


def test_a_result_that_does_not_stand_any_more_is_counted_no_more(tables: Tables):
    tables.deal("t1", 9, 8, 7)
    tables.say("t1", Voided(25, 2), Withdrawn(99, 3, 30))
    assert counting.figures(tables.database, days=1, now=NOW).paces == (Pace("t1", 1, 1),)
    tables.say("t1", Withdrawn(99, 0, 25))
    assert counting.figures(tables.database, days=1, now=NOW).paces == (Pace("t1", 2, 1),)


def test_faults_are_counted_by_rule_and_the_most_frequent_comes_first(tables: Tables):
    given = ("t1", "revoke"), ("t1", "faux-tirage"), ("t2", "faux-tirage")
    for seq, (name, rule) in enumerate(given, 1):
        tables.fault(name, seq, minutes=90, rule=rule)
    tables.fault("t2", 9, minutes=25 * HOUR)
    found = counting.figures(tables.database, days=1, now=NOW)
    assert found.rules == (Rule("faux-tirage", 2, 2), Rule("revoke", 1, 1))


def test_a_report_adds_up_days_or_months(tables: Tables):
    for name, days in (("t1", 0.1), ("t1", 1), ("t2", 1), ("t2", 40)):
        tables.deal(name, days * 24 * HOUR, first=int(days) + 1)
    tables.fault("t1", 500, minutes=24 * HOUR)
    by_day = counting.report(tables.database, months=1, by="day", now=NOW)
    assert by_day == [Day("2026-11-23", 2, 2, 1), Day("2026-11-24", 1, 1, 0)]
    by_month = counting.report(tables.database, months=3, by="month", now=NOW)
    assert by_month == [Day("2026-10-01", 1, 1, 0), Day("2026-11-01", 3, 3, 1)]


def spin(
    tables: Tables, name: str, wheel: str, count: int, *, minutes: float = 10, numbers: int = 37
) -> None:
    when = ns(ago(minutes=minutes))
    tables.say(name, *(Spun(when % 1000 + 10 * at, when, wheel, str(at % numbers)) for at in range(count)))


def test_a_wheel_keeps_its_numbers_from_table_to_table_and_says_where_it_stood(tables: Tables):
    tables.say("t1", Placed(1, ns(ago(days=3)), "C-1"))
    spin(tables, "t1", "C-1", 100, minutes=3 * 24 * HOUR)
    tables.say("t1", Placed(2, ns(ago(days=2)), "C-2"))
    tables.say("t2", Placed(1, ns(ago(days=1)), "C-1"))
    spin(tables, "t2", "C-1", 90)
    first, other = counting.wheels(tables.database, weeks=1, now=NOW)
    assert (first.name, first.spins, dict(first.counts)["17"]) == ("C-1", 190, 5)
    assert first.stays == (
        Stay("t1", ago(days=3).timestamp(), ago(days=2).timestamp()),
        Stay("t2", ago(days=1).timestamp(), None),
    )
    assert (other.name, other.spins, other.chi_square) == ("C-2", 0, None)


def test_the_numbers_of_a_fair_wheel_are_chance_and_those_of_a_bent_one_are_not(tables: Tables):
    spin(tables, "t1", "", 370)
    spin(tables, "t2", "bent", 400, numbers=20)
    bent, fair = counting.wheels(tables.database, weeks=1, now=NOW)
    assert (fair.name, fair.chi_square, fair.is_suspect) == ("t1", 0.0, False)
    assert (bent.is_suspect, bent.probability is not None and bent.probability < 1e-6) == (True, True)


def test_a_wheel_that_showed_two_zeros_has_38_pockets(tables: Tables):
    tables.say("t1", Spun(1, ns(NOW), "C-1", "00"))
    (found,) = counting.wheels(tables.database, weeks=1, now=NOW)
    assert (len(found.counts), found.needed) == (38, 190)


def test_answers_of_all_kinds_stand_together_the_newest_first(tables: Tables):
    tables.alert("t1", "cut", minutes=30)
    key = standing.floor(tables.database, now=NOW).causes[0].key
    standing.see(tables.database, key, by="p-000001 (boss)", word="looked", now=ago(minutes=20))
    for at, (cause, word) in enumerate((("fault:t2/1/41", "a card"), ("broker@1795", "restarted it")), 21):
        tables.database.execute(
            "INSERT INTO seen (cause, by, word, at) VALUES (%s, 'p-000001 (boss)', %s, %s)",
            (cause, word, ago(minutes=at)),
        )
    tables.database.execute("INSERT INTO answer VALUES (1, 'A. Person', 'restored', %s)", (NOW,))
    assert [each[1:] for each in counting.answers(tables.database)] == [
        ("t1", "cut", 7, "A. Person", "restored"),
        ("t1", "cut", 7, "p-000001 (boss)", "looked"),
        ("t2", "fault", 41, "p-000001 (boss)", "a card"),
        ("", "broker", 0, "p-000001 (boss)", "restarted it"),
    ]
