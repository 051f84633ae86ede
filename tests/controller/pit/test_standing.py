"""The floor: the worst table first, one alert for one cause, and what was seen stays until it is over."""

from __future__ import annotations

from datetime import timedelta

import pytest

from sabot.core.shapes.floor import Floor
from sabot.pit import stored_facts
from sabot.pit.facts import Answered, Begun, Faulty, Found, Stood, Voided
from sabot.pit.floor import counting, standing
from tests.controller.pit.floor import NOW, Tables, ago, ns


@pytest.fixture
def tables(database) -> Tables:
    return Tables(database)


def floor(tables: Tables) -> Floor:
    return standing.floor(tables.database, now=NOW)


def states(tables: Tables) -> list[tuple[str, str]]:
    return [(each.station, each.state) for each in floor(tables).tiles]


def causes(tables: Tables) -> list[tuple[str, str]]:
    return [(each.station, each.kind) for each in floor(tables).causes]


def test_the_worst_table_comes_first_and_of_equals_the_one_with_the_earlier_name(tables: Tables):
    for name in ("a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k"):
        tables.link(name, head=900 if name == "d" else 0, lag_s=90 if name == "h" else 0)
        tables.deal(name, 25 if name == "e" else 1)
    tables.say("c", Stood(False))
    tables.lose("f", minutes=26)
    tables.fault("g", 11, minutes=0.5)
    tables.alert("i", "cut", minutes=3)
    tables.lose_instrument("j", "camera", minutes=4)
    tables.fault("k", 11, minutes=0.5, rule="disagreement")
    assert states(tables) == [
        ("k", "dispute"),
        ("g", "fault"),
        ("f", "unknown"),
        ("i", "alarm"),
        ("j", "lost"),
        ("e", "idle"),
        ("d", "behind"),
        ("h", "skewed"),
        ("a", "plays"),
        ("b", "plays"),
        ("c", "closed"),
    ]
    assert causes(tables) == [
        ("k", "dispute"),
        ("g", "fault"),
        ("f", "link"),
        ("i", "cut"),
        ("j", "instrument"),
    ]


def test_a_table_with_several_alerts_stands_as_the_worst_of_them(tables: Tables):
    tables.link("t1")
    tables.deal("t1", 25)
    tables.lose_instrument("t1", "camera", minutes=4)
    tables.alert("t1", "cut", minutes=3)
    assert states(tables) == [("t1", "alarm")]
    tables.fault("t1", 21, minutes=0.5, rule="disagreement-number")
    assert states(tables) == [("t1", "dispute")]
    tables.lose("t1", minutes=0.1)
    assert (states(tables), causes(tables)) == ([("t1", "unknown")], [("t1", "link"), ("t1", "cut")])


def test_a_dispute_stays_before_a_later_fault_until_somebody_at_the_table_answers_both(tables: Tables):
    tables.link("t1")
    tables.fault("t1", 12, minutes=0.5, rule="disagreement-unheard")
    tables.fault("t1", 14, minutes=0.4)
    found = floor(tables).causes
    assert [(each.key, each.why) for each in found] == [("dispute:t1/1/12", "disagreement-unheard")]
    tables.say("t1", Answered(13))
    assert causes(tables) == [("t1", "fault")]
    tables.say("t1", Answered(15))
    assert causes(tables) == []


def test_each_lost_instrument_is_an_alert_by_its_name_until_it_is_found(tables: Tables):
    tables.link("t1")
    tables.deal("t1", 1)
    tables.lose_instrument("t1", "camera", minutes=4, seq=21)
    tables.lose_instrument("t1", "sabot", minutes=3, seq=22)
    tables.lose_instrument("t1", "camera", minutes=2, seq=23)  # still
    assert [(each.key, each.why, each.since_s) for each in floor(tables).causes] == [
        ("instrument:t1/1/21", "camera", ago(minutes=4).timestamp()),
        ("instrument:t1/1/22", "sabot", ago(minutes=3).timestamp()),
    ]
    assert standing.see(tables.database, "instrument:t1/1/22", by="p-000001 (boss)", word="x", now=NOW)
    tables.say("t1", Found("camera"))
    assert [(each.why, len(each.seen)) for each in floor(tables).causes] == [("sabot", 1)]
    tables.say("t1", Begun())
    assert (states(tables), causes(tables)) == ([("t1", "plays")], [])


def test_the_instruments_of_a_table_that_is_closed_or_catches_up_make_no_alert(tables: Tables):
    for name in ("shut", "away"):
        tables.link(name, head=900 if name == "away" else 0)
        tables.lose_instrument(name, "wheel", minutes=4)
    tables.say("shut", Stood(False))
    assert (states(tables), causes(tables)) == ([("away", "behind"), ("shut", "closed")], [])


def test_a_table_that_is_lost_is_unknown_since_then_and_one_that_was_closed_before_is_closed(tables: Tables):
    for name in ("open", "shut"):
        tables.link(name)
        tables.deal(name, 30)
    tables.say("shut", Stood(False))
    for name in ("open", "shut"):
        tables.lose(name, minutes=26)
    assert states(tables) == [("open", "unknown"), ("shut", "closed")]
    assert causes(tables) == [("open", "link")]
    assert floor(tables).tiles[0].since_s == ago(minutes=26).timestamp()
    tables.link("open", minutes=0)
    assert causes(tables) == []


def test_a_fault_is_open_until_a_result_or_an_annulment_follows(tables: Tables):
    tables.link("t1")
    tables.deal("t1", 3)
    tables.fault("t1", 12, minutes=2, coup=2)
    assert causes(tables) == [("t1", "fault")]
    tables.say("t1", Voided(15, 2))
    assert causes(tables) == []
    tables.fault("t1", 21, minutes=1, coup=3)
    assert causes(tables) == [("t1", "fault")]
    tables.deal("t1", 0.5, first=3)
    assert causes(tables) == []


def test_what_a_table_played_while_it_was_away_is_history_and_makes_no_alarm(tables: Tables):
    tables.link("t1", head=12_000, minutes=1)
    tables.deal("t1", 300)
    tables.fault("t1", 12, minutes=299, came=0.5)
    assert states(tables) == [("t1", "behind")]
    assert causes(tables) == []
    assert floor(tables).tiles[0].games_an_hour == 0


def test_games_an_hour_are_those_of_the_last_hour_that_stand(tables: Tables):
    tables.link("t1")
    tables.deal("t1", 90, 70, 50, 30, 10, 1)
    tables.say("t1", Voided(99, 4))
    (tile,) = floor(tables).tiles
    assert (tile.games_an_hour, tile.last_s) == (3, ago(minutes=1).timestamp())


def test_a_collector_that_ended_before_the_clock_was_set_back_is_an_alert(tables: Tables):
    tables.link("t1")
    for after_s, kinds in ((-19, []), (-21, ["collector"])):
        found = standing.floor(tables.database, now=NOW + timedelta(seconds=after_s))
        assert [each.kind for each in found.causes] == kinds


def test_a_pit_that_hears_nothing_is_one_alert_and_every_table_is_unknown(tables: Tables):
    for number in range(40):
        tables.link(f"t{number}")
        tables.deal(f"t{number}", 1)
        tables.lose(f"t{number}", minutes=0.1)
    tables.store.lives(has_broker=False, now=NOW)
    assert causes(tables) == [("", "broker")]
    later = NOW + timedelta(minutes=2)
    found = standing.floor(tables.database, now=later)
    assert [each.kind for each in found.causes] == ["collector"]
    assert {each.state for each in found.tiles} == {"unknown"}
    tables.store.lives(has_broker=True, now=later)
    assert len(standing.floor(tables.database, now=later).causes) == 40


def test_a_roll_out_that_stopped_is_an_alert_of_the_pit_and_says_nothing_of_its_tables(tables: Tables):
    tables.link("t1")
    tables.deal("t1", 1)
    tables.database.execute(
        "INSERT INTO rollout (id, revision, name, by, why, made, stopped, stopped_at)"
        " VALUES ('a', 'b', 'v2', 'A. Visser', 'worn cards', %s, 't1: put back', %s)",
        (ago(minutes=9), ago(minutes=2)),
    )
    found = standing.floor(tables.database, now=NOW)
    assert [(each.kind, str(each.why)) for each in found.causes] == [("rollout", "v2: t1: put back")]
    assert [each.state for each in found.tiles] == ["plays"]
    assert standing.see(tables.database, found.causes[0].key, by="p-1 (boss)", word="asked", now=NOW)
    assert counting.answers(tables.database)[0].kind == "rollout"
    tables.database.execute("UPDATE rollout SET ended = %s", (NOW,))
    assert causes(tables) == []


def test_a_table_with_an_alert_of_its_chain_comes_first_also_while_the_pit_is_deaf(tables: Tables):
    for name in ("t1", "t2"):
        tables.link(name)
    tables.alert("t2", "rewritten", minutes=3)
    tables.store.lives(has_broker=False, now=NOW)
    assert states(tables) == [("t2", "unknown"), ("t1", "unknown")]
    assert causes(tables) == [("", "broker"), ("t2", "rewritten")]


def test_who_has_seen_an_alert_stands_beside_it_and_clears_nothing(tables: Tables):
    for name in ("t1", "t2"):
        tables.link(name)
        tables.alert(name, "cut", minutes=3 if name == "t1" else 2)
    key = floor(tables).causes[0].key
    for who, word in (("p-000001 (boss)", "the disk"), ("p-000002 (technician)", "looked at it")):
        assert standing.see(tables.database, key, by=who, word=word, now=NOW)
    found = floor(tables)
    assert [(each.station, [(one.by, one.word) for one in each.seen]) for each in found.causes] == [
        ("t2", []),
        ("t1", [("p-000001 (boss)", "the disk"), ("p-000002 (technician)", "looked at it")]),
    ]
    assert [(each.station, each.state, each.is_seen) for each in found.tiles] == [
        ("t2", "alarm", False),
        ("t1", "alarm", True),
    ]
    assert found.unseen == 1


def test_an_alert_that_is_over_cannot_be_seen_any_more(tables: Tables):
    tables.link("t1")
    tables.deal("t1", 5)
    tables.lose("t1", minutes=4)
    key = floor(tables).causes[0].key
    tables.link("t1", minutes=0)
    assert not standing.see(tables.database, key, by="p-000001 (boss)", word="late", now=NOW)
    assert tables.database.execute("SELECT count(*) FROM seen").fetchone() == (0,)


@pytest.mark.parametrize("counted", ["sum(coups) FROM hourly", "sum(count) FROM hourly_fault"])
def test_a_rebuild_counts_the_hours_again(tables: Tables, counted: str):
    def play() -> None:
        tables.deal("t1", 90, 30)
        tables.say("t1", *(Faulty(seq, ns(NOW), 3, "revoke") for seq in (91, 92)))

    def count() -> object:
        return (tables.database.execute(f"SELECT {counted}".encode()).fetchone() or (None,))[0]

    tables.link("t1")
    play()
    assert count() == 2
    stored_facts.rebuild(tables.database)
    assert count() is None  # there are no records
    play()
    assert count() == 2
