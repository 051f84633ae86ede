"""Which records follow what the pit has, and what it says of those that do not; the facts that follow."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import pytest

from sabot.core.observations import (
    Acknowledged,
    ButtonPressed,
    DeviceFound,
    DeviceLost,
    DeviceTroubled,
    as_dict,
)
from sabot.core.reasons import reason
from sabot.pit.facts import (
    DISPUTES,
    Answered,
    Begun,
    Book,
    Decided,
    Faulty,
    Found,
    Lost,
    Placed,
    Spun,
    Stood,
    Voided,
    Withdrawn,
)
from sabot.pit.judging import Cursor, Finding, Search, compared, judged
from sabot.pit.messages import Point, Points
from sabot.record.chain import START, Entry, Record, following
from sabot_dashboard.picture.faults import TITLES

JOURNAL = "0123456789abcdef"
ENTRIES = [Entry("note", {"n": number}, wall_ns=number) for number in range(1, 1001)]
RECORDS = [*following(ENTRIES, (0, START))]
OTHERS = [*following([each._replace(mark="x") for each in ENTRIES], (0, START))]


def cursor(seq: int) -> Cursor:
    return Cursor(1, JOURNAL, seq, RECORDS[seq - 1].chain if seq else START, seq)


def known(seqs: Iterable[int]) -> Mapping[int, str]:
    return {seq: RECORDS[seq - 1].chain for seq in seqs}


def test_what_follows_is_taken_and_moves_the_cursor():
    verdict = judged(cursor(3), RECORDS[3:6], known)
    assert verdict == (tuple(RECORDS[3:6]), cursor(6), False, None)


def test_what_the_pit_has_already_is_compared_and_passed_over():
    assert judged(cursor(5), RECORDS[1:7], known).taken == tuple(RECORDS[5:7])
    assert judged(cursor(5), RECORDS[1:5], known) == ((), cursor(5), False, None)


def test_records_beyond_the_next_one_are_a_gap():
    verdict = judged(cursor(3), RECORDS[4:6], known)
    assert (verdict.taken, verdict.is_gap, verdict.finding) == ((), True, None)
    assert judged(cursor(3), [RECORDS[3], RECORDS[5]], known) == ((RECORDS[3],), cursor(4), True, None)


def test_a_record_that_the_pit_has_otherwise_is_a_finding():
    verdict = judged(cursor(5), [RECORDS[1], OTHERS[2], *RECORDS[3:9]], known)
    assert (verdict.taken, verdict.cursor) == ((), cursor(5))
    assert (verdict.finding.kind, verdict.finding.seq) == ("rewritten", 3)


@pytest.mark.parametrize(
    "wrong", [RECORDS[4]._replace(coup=7), OTHERS[4], RECORDS[4]._replace(seq=4), RECORDS[3]]
)
def test_a_record_that_does_not_follow_is_a_finding_and_those_before_it_are_taken(wrong: Record):
    verdict = judged(cursor(3), [RECORDS[3], wrong, *RECORDS[5:]], known)
    assert (verdict.taken, verdict.cursor) == ((RECORDS[3],), cursor(4))
    assert (verdict.finding.kind, verdict.finding.seq) == ("altered", wrong.seq)


def point(record: Record) -> Point:
    return Point(record.seq, record.chain, record.wall_ns)


@pytest.mark.parametrize("first", [1, 2, 3, 63, 64, 65, 500, 899, 900])
def test_the_first_record_that_differs_is_found_with_few_questions(first: int):
    theirs = [*RECORDS[: first - 1], *OTHERS[first - 1 : 950]]
    after, last = 0, 900
    found: Finding | Search | None = None
    for _ in range(3):
        step = -(-(last - after) // 64)
        some = sorted({*range(after + step, last + 1, step), last})
        found = compared(
            cursor(900), Points(JOURNAL, 950, tuple(point(theirs[n - 1]) for n in some)), known, after=after
        )
        if not isinstance(found, Search):
            break
        after, last = found
    assert (found.kind, found.seq) == ("rewritten", first)


def test_a_journal_that_ends_too_early_was_cut_off():
    found = compared(cursor(9), Points(JOURNAL, 6, (point(RECORDS[2]), point(RECORDS[5]))), known)
    assert (found.kind, found.seq) == ("cut", 7)


def test_a_record_that_is_newer_than_all_that_the_pit_has_means_that_an_older_copy_went_on():
    theirs = point(OTHERS[6])._replace(wall_ns=10**9)
    found = compared(cursor(9), Points(JOURNAL, 7, (point(RECORDS[5]), theirs)), known)
    assert (found.kind, found.seq) == ("restored", 7)


def test_where_nothing_differs_nothing_is_found():
    assert compared(cursor(9), Points(JOURNAL, 12, (point(RECORDS[8]), point(RECORDS[11]))), known) is None
    assert compared(cursor(9), Points(JOURNAL, 9, ()), known) is None


# --- facts


def record(seq: int, kind: str, body: dict[str, object], coup: int = 1) -> Record:
    (found,) = following([Entry(kind, body, coup, wall_ns=seq * 10)], (seq - 1, START))
    return found


def event(seq: int, name: str, **more: object) -> Record:
    return record(seq, "event", {"event": name, **more})


def test_a_record_says_what_it_changes():
    book = Book()
    found = book.changes(
        [
            record(1, "opening", {"game": "a-game"}, 0),
            event(2, "result", coup=1, winner="banco", cards={}),
            event(3, "result", number=17),
            event(4, "void", because="x"),
            event(5, "undone", **{"from": 2}),
            event(6, "fault", kind="faux-tirage"),
        ]
    )
    assert [*found] == [
        Begun(),
        Decided(2, 20, 1, "a-game", "banco", "", '{"cards":{},"winner":"banco"}'),
        Decided(3, 30, 1, "a-game", "", "17", '{"number":17}'),
        Voided(4, 1),
        Withdrawn(5, 1, 2),
        Faulty(6, 60, 1, "faux-tirage"),
    ]
    assert book.game == "a-game"


def test_observations_say_which_wheel_stands_there_its_numbers_and_whether_the_table_is_open():
    book = Book()
    seen = [
        {"kind": "BallSeen", "pocket": "0", "source": "wheel"},
        {"kind": "WheelSeen", "phase": "spin-begun", "wheel": "C-1"},
        {"kind": "WheelSeen", "phase": "at-rest", "wheel": "C-1"},
        {"kind": "BallSeen", "pocket": "17", "source": "wheel"},
        {"kind": "BallSeen", "pocket": "18", "source": "manual"},
        {"kind": "Noted", "what": "table-closed", "by": ""},
        {"kind": "Noted", "what": "table-opened", "by": ""},
    ]
    found = book.changes([record(seq, "observation", each, 0) for seq, each in enumerate(seen, 1)])
    assert [*found] == [
        Spun(1, 10, "", "0"),
        Placed(2, 20, "C-1"),
        Spun(4, 40, "C-1", "17"),
        Stood(False),
        Stood(True),
    ]
    assert book.wheel == "C-1"


@pytest.mark.parametrize(
    ("fields", "rule"),
    [
        ({"card": "8C", "said": "9C"}, "disagreement"),
        ({"card": "8C"}, "disagreement-unheard"),
        ({"said": "17"}, "disagreement-number"),
    ],
)
def test_a_dispute_says_which_instruments_disagree(fields: dict[str, str], rule: str):
    assert [*Book().changes([event(2, "fault", kind="disagreement", **fields)])] == [Faulty(2, 20, 1, rule)]
    assert rule in DISPUTES
    assert rule in TITLES  # the screens have a name for it


def test_observations_say_which_instruments_are_lost_and_when_faults_were_answered():
    seen = [
        as_dict(each)
        for each in (
            DeviceLost("camera", reason("the camera is gone")),
            DeviceTroubled("camera", "the light is dim"),
            DeviceFound("sabot", "lines"),
            Acknowledged("p-000001 (supervisor)"),
            Acknowledged("p-000001 (supervisor)", fault="silent"),
            ButtonPressed("acknowledge"),
            ButtonPressed("end"),
        )
    ]
    records = [record(seq, "observation", each, 0) for seq, each in enumerate(seen, 1)]
    resumed = record(8, "note", {"note": "resumed", "unconfirmed": False}, 0)
    found = [*Book().changes([*records, resumed, record(9, "note", {"note": "stopped"}, 0)])]
    assert found == [
        Lost(1, 10, "camera"),
        Found("camera"),
        Found("sabot"),
        Answered(4),
        Answered(6),
        Begun(),
    ]


@pytest.mark.parametrize(
    "other",
    [
        event(2, "card", card="8C"),
        record(2, "observation", {"kind": "CoupEnded"}),
        record(2, "a kind of a later version", {"event": "result"}),
        event(2, "undone", token="8C"),
        event(2, "result")._replace(body="["),
        event(2, "undone", **{"from": float("inf")}),
        event(2, "result")._replace(body='{"event":"result","x":' + 985 * "[" + 985 * "]" + "}"),
    ],
)
def test_a_record_that_is_unknown_or_damaged_changes_nothing(other: Record):
    assert [*Book().changes([other])] == []


def test_a_fact_holds_the_beginning_of_a_long_name_and_all_of_a_result():
    long = 6000 * "x"
    (decided, fault) = Book().changes([event(2, "result", cards=long), event(3, "fault", kind=long)])
    assert (len(decided.result), fault.rule) == (6012, long[:200])


def test_a_fact_holds_nothing_that_postgresql_refuses():
    (found,) = Book().changes(
        [event(2, "result")._replace(body='{"event":"result","winner":"a\\u0000\\ud800"}')]
    )
    assert found.winner == "a??"
    found.result.encode()
