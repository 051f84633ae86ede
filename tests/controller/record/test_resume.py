"""What one observation makes of a table, and its clocks (controller/sabot/record/resume.py)."""

from __future__ import annotations

from pathlib import Path

import pytest

from sabot.core import script
from sabot.core.observations import (
    Acknowledged,
    BallSeen,
    BetsClosed,
    ButtonPressed,
    CoupEnded,
    DeviceFound,
    Noted,
    Observation,
    SabotOpened,
    Staked,
    Undone,
    WheelFault,
    as_dict,
)
from sabot.core.reasons import reason
from sabot.core.surroundings import Room, WheelAlert
from sabot.core.table import opened
from sabot.games.register import GAMES
from sabot.record import resume
from sabot.record.chain import Entry
from sabot.record.chronicle import coups
from sabot.record.journal import Journal, JournalError, reading, records
from sabot.record.resume import (
    TooShortError,
    after,
    begun,
    counting_on,
    folded,
    is_beginning,
    opening,
    read,
    remembered,
    reopened,
)
from sabot.record.shift.coup import steps
from sabot.record.tailles import tailles

GAME = GAMES["punto-banco"]


def test_the_wall_clock_is_ahead_of_the_other_by_what_they_differ():
    table, _ = after(opened(GAME, GAME.Options()), BetsClosed(), 1_000, 400)
    assert table.room.ahead_ns == 600


def test_where_the_other_clock_is_not_known_the_wall_clock_is_used_as_it_is():
    table, _ = after(opened(GAME, GAME.Options()), BetsClosed(), 1_000)
    assert table.room.ahead_ns == 0
    assert table.room.clock_ns == 1_000


@pytest.mark.parametrize("undo", [Undone(), ButtonPressed("undo")])
@pytest.mark.parametrize("before", [(), (Acknowledged(),), (Acknowledged(), Acknowledged())])
def test_what_lies_before_the_beginning_of_a_fold_cannot_be_taken_back(
    tmp_path: Path, before: tuple[object, ...], undo: Observation
):
    with Journal(tmp_path / "table.sqlite3") as journal:
        journal.append([Entry("observation", as_dict(each), wall_ns=1) for each in (*before, undo)])
    with reading(tmp_path / "table.sqlite3") as file:
        seen = list(records(file))
    table = opened(GAME, GAME.Options())
    assert folded(table, seen, whole=True).play == table.play
    with pytest.raises(TooShortError):
        folded(table, seen, whole=False)


def test_a_record_that_this_sabot_does_not_know_is_refused_by_its_number(tmp_path: Path):
    with Journal(tmp_path / "table.sqlite3") as journal:
        journal.append([Entry("observation", as_dict(BetsClosed()), wall_ns=1)])
        journal.append([Entry("observation", {"kind": "DiceSeen", "eyes": 6}, wall_ns=1)])
    with reading(tmp_path / "table.sqlite3") as file:
        known, unknown = records(file)
    assert read(known) == BetsClosed()
    with pytest.raises(JournalError, match="record 2 cannot be read: "):
        read(unknown)


def test_a_fold_begins_with_a_new_sabot_and_with_nothing_else():
    table = opened(GAME, GAME.Options())
    assert is_beginning(SabotOpened(), table)
    assert not is_beginning(CoupEnded(), table)
    closed = table._replace(room=table.room._replace(shut=True))
    assert not is_beginning(SabotOpened(), closed)


@pytest.mark.parametrize(
    ("number", "begins"), [(0, True), (99, False), (100, True), (101, False), (200, True)]
)
def test_at_a_game_without_a_sabot_a_fold_begins_after_every_hundredth_coup(number: int, begins: bool):
    rules = GAMES["roulette"]
    table = counting_on(opened(rules, rules.Options()), number)
    assert is_beginning(CoupEnded(), table) is begins
    assert not is_beginning(BetsClosed(), table)
    helped = table._replace(room=table.room._replace(help_wanted=True))
    assert not is_beginning(CoupEnded(), helped)


def test_a_referee_that_fails_changes_nothing_and_is_written_to_the_log(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    def fails(*_: object) -> None:
        raise ZeroDivisionError

    table = opened(GAME, GAME.Options())
    monkeypatch.setattr(resume, "step", fails)
    assert after(table, BetsClosed(), 7)[1] == ()
    assert "the referee failed at BetsClosed()" in caplog.text


def test_a_table_that_nobody_opened_is_not_remembered(tmp_path: Path):
    with Journal(tmp_path / "table.sqlite3") as journal:
        journal.append([Entry("observation", as_dict(BetsClosed()), wall_ns=1)])
    assert remembered(tmp_path / "table.sqlite3") is None


@pytest.mark.parametrize(
    "body",
    [
        {"game": "faro", "options": {}, "coup": 1},
        {"game": "punto-banco", "options": {"size": "9"}, "coup": 1},
        {"game": "punto-banco", "options": {}},
        {"game": "punto-banco", "options": {}, "coup": "x"},
        {"game": "punto-banco", "options": {}, "coup": float("inf")},
        {"game": "punto-banco", "options": {}, "coup": 1, "room": {"wheel_faults": [{"name": "x"}]}},
        {"game": "punto-banco", "options": {}, "coup": 1, "room": "x"},
    ],
)
def test_an_opening_that_this_sabot_does_not_know_is_refused_in_a_line(body: dict[str, object]):
    with pytest.raises(JournalError, match="the journal tells of a table that this sabot does not know"):
        reopened(body)


def test_a_table_that_is_opened_with_other_options_counts_on_and_abandons_the_coup_on_the_table(
    tmp_path: Path,
):
    path, acts = tmp_path / "table.sqlite3", script.read(["8C 4S"], GAME, GAME.Options())
    with Journal(path) as journal:
        journal.append([Entry("opening", opening(opened(GAME, GAME.Options()), name="Table 7"), wall_ns=1)])
        journal.append([Entry("observation", as_dict(each), coup=1, wall_ns=2) for each in acts])
    same = begun(path, fresh=opened(GAME, GAME.Options()), name="", wall_ns=3)
    assert same.entries == (Entry("note", {"note": "resumed", "unconfirmed": 1}, wall_ns=3),)
    other = opened(GAME, GAME.Options(close="croupier"))
    table, entries, noted = begun(path, fresh=other, name="Table 7", wall_ns=3)
    assert noted == Noted("coup-abandoned", text="punto 8♣ · banco 4♠", about=1)
    assert table.play.number == 1
    note, begins = entries
    cards = {"punto": ["8C"], "banco": ["4S"]}
    assert note == Entry("note", {"note": "abandoned", "game": GAME.NAME, "cards": cards}, coup=1, wall_ns=3)
    assert (begins.kind, begins.body["table"], begins.body["coup"], begins.wall_ns) == (
        "opening",
        "Table 7",
        1,
        3,
    )


def at_roulette(path: Path, *seen: Observation) -> None:
    """Keep a journal of a table of roulette at which this was perceived."""
    rules = GAMES["roulette"]
    with Journal(path) as journal:
        journal.append([Entry("opening", opening(opened(rules, rules.Options())), wall_ns=1)])
        journal.append([Entry("observation", as_dict(each), wall_ns=2) for each in seen])


BLIND = WheelFault("sensor-silent", reason("nothing for {n} s", n=4))
STANDS = (Noted("table-closed"), Noted("next-opening", counted=600), BLIND, ButtonPressed("supervisor"))


def test_a_table_that_opens_with_other_rules_stays_closed_with_its_fault_and_its_call_also_after_a_restart(
    tmp_path: Path,
):
    path, rules = tmp_path / "table.sqlite3", GAMES["roulette"]
    at_roulette(path, *STANDS)
    before = remembered(path)
    assert before is not None
    other = opened(rules, rules.Options(minimum=500))
    table, entries, _ = begun(path, fresh=other, name="", wall_ns=3)
    fault = WheelAlert("sensor-silent", BLIND.because, since_ns=2)
    assert (table.room.shut, table.room.opens_minute, table.room.help_wanted) == (True, 600, True)
    assert table.room.wheel.faults == before.room.wheel.faults == (fault,)
    with Journal(path) as journal:
        journal.append(entries)
    again = remembered(path)
    assert again is not None
    assert (again.play.options, again.room) == (table.play.options, table.room)


def test_a_fault_of_the_wheel_does_not_follow_to_a_game_that_has_none(tmp_path: Path):
    path = tmp_path / "table.sqlite3"
    at_roulette(path, *STANDS)
    room = begun(path, fresh=opened(GAME, GAME.Options()), name="", wall_ns=3).table.room
    assert (room.shut, room.wheel.faults) == (True, ())


def test_an_opening_without_a_word_about_the_room_opens_a_table_that_is_open():
    body = opening(opened(GAME, GAME.Options()))
    assert "room" not in body
    assert reopened(body).room == Room()


def began_at(path: Path, *, coups: int) -> int:
    """The record at which the fold begins of a journal with a taille after coup 50, and this many coups."""
    table = opened(GAME, GAME.Options())
    with Journal(path) as journal:
        journal.append([Entry("opening", opening(table), wall_ns=1)])
        journal.append([Entry("taille", opening(counting_on(table, 50)), coup=50, wall_ns=1)])
        journal.append([Entry("observation", as_dict(BetsClosed()), coup=coups, wall_ns=1)])
    begins: list[int] = []
    assert remembered(path, check=lambda file, seq: begins.append(seq)) is not None
    return begins[0]


@pytest.mark.parametrize(("coups", "begins"), [(50, 1), (209, 1), (210, 2), (500, 2)])
def test_a_fold_begins_with_the_newest_sabot_that_lies_160_coups_back(
    tmp_path: Path, coups: int, begins: int
):
    assert began_at(tmp_path / "table.sqlite3", coups=coups) == begins


def test_what_is_taken_back_right_after_the_opening_leaves_the_table_as_it_was(tmp_path: Path):
    path, table = tmp_path / "table.sqlite3", opened(GAME, GAME.Options())
    with Journal(path) as journal:
        journal.append([Entry("opening", opening(table), wall_ns=1)])
        journal.append([Entry("observation", as_dict(Undone()), wall_ns=1)])
    again = remembered(path)
    assert again is not None
    assert again.play == table.play


def test_a_taille_without_the_number_of_its_coup_is_refused_by_its_record(tmp_path: Path):
    path = tmp_path / "table.sqlite3"
    with Journal(path) as journal:
        journal.append([Entry("opening", opening(opened(GAME, GAME.Options())), wall_ns=1)])
        journal.append([Entry("taille", {"game": GAME.NAME}, wall_ns=1)])
    with pytest.raises(JournalError, match="record 2 cannot be read: it has no number of a coup"):
        remembered(path)


def test_a_number_is_taken_at_a_start_as_it_was_taken_without_the_camera_of_before(tmp_path: Path):
    """docs/journal.md: a restart is a replay. A table that was opened again has no camera at first, so a
    number of the wheel waits for none; that one was there before is no reason to."""
    game, path = GAMES["roulette"], tmp_path / "table.sqlite3"
    fresh = opened(game, game.Options(close="croupier"))
    seen = (BallSeen("15"), CoupEnded(), Staked("rouge", 500))
    with Journal(path) as journal:
        journal.append([Entry("opening", opening(fresh), wall_ns=1)])
        journal.append([Entry("observation", as_dict(DeviceFound("camera", "wheel-camera", "")), wall_ns=2)])
        journal.append(begun(path, fresh=fresh, name="", wall_ns=3).entries)
        journal.append([Entry("observation", as_dict(each), wall_ns=4, coup=1) for each in seen])
    table = begun(path, fresh=fresh, name="", wall_ns=5).table
    assert (table.play.number, table.play.result, len(table.play.coup.stakes)) == (2, None, 1)
    with reading(path) as file:
        assert next(each.result for each in coups(file)) == table.play.taille.results[0].result
        assert [len(each.results) for each in tailles(file)] == [1]
    assert steps(path, 1)[0]["phase"] == "decided"
