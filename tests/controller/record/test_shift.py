"""What a supervisor looks back on: a day folded from a real journal, one coup step by step, the paper."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator
from copy import deepcopy
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from sabot.core.agreement import DOUBT_NS
from sabot.core.observations import (
    Acknowledged,
    CardLies,
    CardSeen,
    ClockTicked,
    Noted,
    Observation,
    Perceived,
    SabotOpened,
    Said,
    Staked,
    Undone,
    WheelFault,
)
from sabot.core.table import opened
from sabot.games.punto_banco import coup as punto_banco
from sabot.live.feed import Feed
from sabot.live.inbox import Inbox
from sabot.live.loop import Loop
from sabot.record.chain import Entry
from sabot.record.journal import Journal
from sabot.record.resume import opening
from sabot.record.shift import Shifts, day_of, printed, steps
from sabot.record.shift.days import bounds_ns, clock, lines
from sabot.record.shift.paper import Part
from tests.dashboard.views import observation

NOON_S = 1_763_726_400.0
"""21 November 2025, twelve o'clock UTC."""
CHEF = "M. Dupont (supervisor)"


class Evening:
    """A table on a journal; `play` lets words of the tests' notation happen at a time of its own."""

    def __init__(self, path: Path) -> None:
        self.path, self.now_ns = path, int(NOON_S * 1e9)
        table = opened(punto_banco, punto_banco.Options(close="croupier"))
        self.journal = Journal(path)
        self.journal.append([Entry("opening", opening(table), wall_ns=self.now_ns)])
        self.inbox = Inbox()
        self.loop = Loop(table, journal=self.journal, inbox=self.inbox, feed=Feed())

    def tell(self, *observations: Observation) -> None:
        for each in observations:
            self.now_ns += 1_000_000_000
            self.inbox.put(Perceived(each, self.now_ns, self.now_ns))
        self.loop.keep(self.inbox.take(0, most=1000))

    def play(self, script: str) -> None:
        self.tell(*map(observation, script.split()))


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    found = Evening(tmp_path / "table.sqlite3")
    yield found
    found.journal.close()


def shifts(evening: Evening) -> Shifts:
    return Shifts(evening.path, wall_s=lambda: evening.now_ns / 1e9)


def coups(told: dict[str, Any]) -> list[tuple[int, str]]:
    return [(each["coup"], each["won"]) for each in told["coups"]]


def test_a_day_tells_every_coup_with_its_cards_and_who_won(evening: Evening) -> None:
    evening.play("rnvp 8C 4S QD KH end rnvp 2C 4S 3D KH 6H 5D end")
    told = shifts(evening).report()
    assert coups(told) == [(1, "punto"), (2, "banco")]
    assert told["coups"][1]["cards"] == {"punto": ["2C", "3D", "6H"], "banco": ["4S", "KH", "5D"]}
    assert told["summary"] == {
        "coups": 2,
        "decided": 2,
        "corrections": 0,
        "manual": 0,
        "faults": {},
        "unanswered": 0,
    }


def test_only_what_is_new_is_read_and_the_day_is_the_same_as_when_read_at_once(evening: Evening) -> None:
    growing = shifts(evening)
    for script in ("rnvp 8C 4S", "QD KH end", "rnvp 2C 4S 3D KH 6H", "5D 9C"):
        evening.play(script)
        growing.report()
    assert growing.report() == shifts(evening).report()
    assert growing.report()["faults"][0]["kind"] == "faux-tirage"


def test_of_a_day_only_what_has_changed_is_told_again(evening: Evening) -> None:
    evening.play("rnvp 8C 4S QD KH end rnvp 2C")
    day = shifts(evening)
    seen = day.report()["seq"]
    assert day.report(after=seen)["coups"] == []
    evening.play("4S")
    assert [coup["coup"] for coup in day.report(after=seen)["coups"]] == [2]
    evening.tell(Undone(), Undone(), Undone())
    assert (day.report()["newest"], [coup["coup"] for coup in day.report()["coups"]]) == (1, [1])


def test_what_was_dealt_before_the_clock_was_set_counts_to_the_day_of_the_record_before_it(
    evening: Evening,
) -> None:
    """A machine without a battery may start in 1970: its coups are on the page of the last evening."""
    evening.play("rnvp 8C 4S QD KH end")
    known = shifts(evening)
    known.report()
    evening.now_ns = 1_000_000_000
    evening.play("rnvp 2C 4S 3D KH 6H 5D end")
    assert coups(known.report()) == coups(shifts(evening).report()) == [(1, "punto"), (2, "banco")]
    assert shifts(evening).report(day_of(1.0))["coups"] == []
    evening.now_ns = int((NOON_S + 86_400) * 1e9)
    evening.play("rnvp 8C 4S QD KH end")
    assert coups(shifts(evening).report()) == [(3, "punto")]
    assert [number for number, _ in coups(shifts(evening).report(day_of(NOON_S)))] == [1, 2]


def test_a_replay_does_not_begin_at_a_record_from_before_the_clock_was_set(evening: Evening) -> None:
    evening.play("rnvp 8C 4S QD KH end")
    evening.now_ns = int((NOON_S + 86_400) * 1e9)
    evening.play("rnvp 2C")
    for _ in range(2):
        evening.now_ns = 1_000_000_000
        evening.play("sabot")
    assert [each for each, _ in coups(shifts(evening).report(day_of(NOON_S + 86_400)))] == [2]


def test_a_new_journal_by_a_clock_that_was_never_set_has_its_day_in_1970(tmp_path: Path) -> None:
    path = tmp_path / "new.sqlite3"
    with Journal(path) as journal:
        journal.append([Entry("opening", opening(opened(punto_banco)), wall_ns=1)])
        assert Shifts(path, wall_s=lambda: 90_000.0).report()["day"] == day_of(90_000.0).isoformat()


def test_a_fault_is_open_until_somebody_answers_for_it_under_their_name(evening: Evening) -> None:
    evening.play("rnvp 2C 3S 3D 4H 2H 5C")
    day = shifts(evening)
    assert day.report()["summary"]["unanswered"] == 1
    evening.tell(Acknowledged(CHEF, "the player had left"))
    fault = day.report()["faults"][0]
    assert (fault["answer"]["by"], fault["answer"]["reason"]) == (CHEF, "the player had left")
    assert day.report()["summary"] | {"coups": 0} == day.report()["summary"] | {"coups": 0}
    assert day.report()["summary"]["unanswered"] == 0


def test_a_report_stays_as_it_was_given_while_the_table_goes_on(evening: Evening) -> None:
    """A page still writes it out when another page asks for the day."""
    evening.play("rnvp 2C 3S 3D 4H 2H 5C")
    day = shifts(evening)
    mine = day.report()
    then = deepcopy(mine)
    evening.tell(Acknowledged(CHEF, "the player had left"), Noted("remark", CHEF, "the lamp was dim", 1))
    evening.play("end rnvp 2C")
    now = day.report()
    assert mine == then
    assert all(now[part] != then[part] for part in ("coups", "faults", "notes", "summary"))


def test_a_withdrawn_card_leaves_its_fault_answered_and_the_coup_corrected(evening: Evening) -> None:
    evening.play("rnvp 2C 3S 3D 4H 2H 5C")
    evening.tell(Undone(CHEF, "it was not drawn"))
    told = shifts(evening).report()
    assert told["faults"][0]["answer"]["withdrawn"] is True
    assert told["faults"][0]["answer"]["by"] == CHEF
    assert told["coups"][0]["corrections"] == 1


def test_what_was_entered_by_hand_is_marked_in_the_day(evening: Evening) -> None:
    evening.play("rnvp 8C")
    evening.tell(CardSeen(observation("4S").card, source="manual"))
    assert shifts(evening).report()["coups"][0]["manual"] == 1


def test_notes_of_opening_and_closing_are_told_with_their_counts(evening: Evening) -> None:
    evening.tell(Noted("table-opened", CHEF, "", 0, 5_000_000))
    evening.play("rnvp 8C 4S QD KH end")
    evening.tell(Noted("remark", CHEF, "the lamp was dim", 1))
    notes = shifts(evening).report()["notes"]
    assert [(each["what"], each["about"], each["counted"]) for each in notes] == [
        ("table-opened", 0, 5_000_000),
        ("remark", 1, None),
    ]


def test_another_day_is_another_list_and_a_coup_from_before_is_known(evening: Evening) -> None:
    evening.play("rnvp 8C 4S QD KH end")
    first = day_of(evening.now_ns / 1e9)
    evening.now_ns += 86_400_000_000_000
    evening.play("rnvp 2C 4S 3D KH 6H 5D end")
    day = shifts(evening)
    assert coups(day.report()) == [(2, "banco")]
    assert coups(day.report(first)) == [(1, "punto")]


def test_an_evening_is_one_day_until_six_in_the_morning() -> None:
    night = datetime(2026, 11, 22, 2, 30).timestamp()  # noqa: DTZ001
    assert day_of(night) == datetime(2026, 11, 21, tzinfo=UTC).date()
    begins, ends = bounds_ns(day_of(night))
    assert begins <= night * 1e9 < ends


def test_a_coup_is_told_card_by_card_with_what_was_owed_and_decided(evening: Evening) -> None:
    evening.play("rnvp 8C 4S QD KH end rnvp 2C 4S 3D KH 6H")
    told = steps(evening.path, 2)
    assert [each["seen"]["kind"] for each in told] == ["BetsClosed", *["CardSeen"] * 5]
    assert told[-1]["places"][0]["cards"] == ["2C", "3D", "6H"]
    assert told[-1]["owed"]["to"] == "banco"
    assert told[0]["places"][0]["cards"] == []


def test_a_correction_is_a_step_with_its_name_and_reason(evening: Evening) -> None:
    evening.play("rnvp 8C 4S 9D")
    evening.tell(Undone(CHEF, "read wrongly"), CardSeen(observation("QD").card, source="manual"))
    told = steps(evening.path, 1)
    assert told[-2]["seen"].items() >= {"kind": "Undone", "by": CHEF, "reason": "read wrongly"}.items()
    assert told[-1]["manual"] == ["QD"]


def lies(card: str, place: str, track: str) -> CardLies:
    return CardLies(observation(card).card, place, 0, track, f"{track}.jpg")


def test_two_cards_alike_have_each_the_picture_that_the_eye_kept_of_it(evening: Evening) -> None:
    evening.play("rnvp 8C 8C")
    evening.tell(lies("8C", "punto", "one"), lies("8C", "banco", "other"))
    assert [each.get("picture") for each in steps(evening.path, 1)] == [None, "one.jpg", "other.jpg"]


def test_a_doubt_that_time_has_made_a_dispute_is_a_step_with_what_the_eye_saw(evening: Evening) -> None:
    evening.play("rnvp 8C")
    late_ns = evening.now_ns + 60_000_000_000
    evening.tell(lies("9C", "punto", "one"), ClockTicked(late_ns), ClockTicked(late_ns + DOUBT_NS))
    *_, dispute = steps(evening.path, 1)
    assert (dispute["seen"]["kind"], dispute["picture"]) == ("ClockTicked", "one.jpg")


@pytest.mark.parametrize("coup", [0, -1, 99, 2**63 - 1])
def test_a_coup_that_is_not_there_has_no_steps(evening: Evening, coup: int) -> None:
    assert steps(evening.path, coup) == []


def test_a_coup_tells_what_was_staked_and_what_came_back_once_it_is_settled(evening: Evening) -> None:
    evening.tell(Staked("punto", 2_000, 3), Staked("banco", 500, 1))
    evening.play("rnvp 8C 4S QD")
    (open_coup,) = shifts(evening).report()["coups"]
    assert (open_coup["staked"], open_coup["returned"]) == (0, 0)
    evening.play("KH end rnvp 2C 4S 3D KH 6H 5D end")
    first, second = shifts(evening).report()["coups"]
    assert (first["won"], first["staked"], first["returned"]) == ("punto", 2_500, 4_000)
    assert (second["staked"], second["returned"]) == (0, 0)
    evening.tell(Staked("punto", 2_000, 3), Staked("egalite", 100, 1))
    evening.play("rnvp 8C 8S QD KH end")
    tied = shifts(evening).report()["coups"][2]
    assert (tied["won"], tied["staked"], tied["returned"]) == ("egalite", 100, 900), (
        "punto stays on the cloth"
    )


def test_a_coup_that_is_annulled_or_taken_back_has_no_stakes_in_the_sums(evening: Evening) -> None:
    evening.tell(Staked("punto", 2_000, 3))
    evening.play("rnvp 8C 4S QD KH")
    evening.tell(Undone(CHEF, "it was not drawn"))
    (coup,) = shifts(evening).report()["coups"]
    assert (coup["result"], coup["staked"]) == (None, 0)
    evening.play("KH")
    evening.tell(Said("annule"))
    (coup,) = shifts(evening).report()["coups"]
    assert (coup["won"], coup["staked"], coup["returned"]) == ("void", 0, 0)


def test_the_day_as_rows_has_a_row_a_coup_under_its_headings(evening: Evening) -> None:
    evening.play("rnvp 8C 4S QD KH end")
    headings, row = lines(shifts(evening).report())
    cells = dict(zip(headings, row, strict=True))
    assert (cells["coup"], cells["result"], cells["cards"]) == ("1", "punto", "punto 8C QD; banco 4S KH")


def test_the_paper_is_a_pdf_whatever_letters_come() -> None:
    part = Part("Coups — 🂡 ♠", ("Łódź’s line",), (("coup", 20.0), ("cards", 60.0)), (("1", "8♣ K♦"),) * 200)
    pdf = printed("Rapport de la table « 1 »", [part], foot="x", signatures=("Chef de table",))
    assert pdf.startswith(b"%PDF-")
    assert pdf.count(b"/Type /Page\n") >= 4


def drawn(pdf: bytes) -> bytes:
    """What is drawn and written on the pages."""
    streams = re.findall(rb"stream\n(.*?)\nendstream", pdf, re.DOTALL)
    return b"".join(zlib.decompress(each) for each in streams if each[:1] == b"x")


def test_each_person_who_signs_the_paper_has_a_line_to_sign_on() -> None:
    for names in ((), ("Supervisor",), ("Supervisor", "Cashier")):
        pdf = drawn(printed("Report", [Part("In short", ("3 coups",))], foot="x", signatures=names))
        assert pdf.count(b" l S") == len(names)


def test_a_signature_has_room_above_its_line() -> None:
    pdf = drawn(printed("Report", [Part("In short")], foot="x", signatures=("Supervisor", "Cashier")))
    first, second = (float(each) for each in re.findall(rb" m [\d.]+ ([\d.]+) l S", pdf))
    assert (first - second) / 72 * 25.4 > 20


def test_a_gaming_day_begins_at_six_to_the_second() -> None:
    six = datetime(2026, 11, 22, 6).timestamp()  # noqa: DTZ001
    assert day_of(six) == datetime(2026, 11, 22, tzinfo=UTC).date()
    assert day_of(six - 1) == datetime(2026, 11, 21, tzinfo=UTC).date()
    begins, ends = bounds_ns(day_of(six))
    assert begins == six * 1e9
    assert ends - begins == 86_400 * 1e9


def test_what_happens_as_the_clock_strikes_six_belongs_to_the_new_day_alone(evening: Evening) -> None:
    begins_ns, ends_ns = bounds_ns(day_of(NOON_S))
    for at_ns in (ends_ns - 1, ends_ns):
        evening.now_ns = at_ns - 1_000_000_000
        evening.tell(Noted("remark", CHEF, str(at_ns)))
    days = shifts(evening)
    texts = [[note["text"] for note in days.report(day_of(at))["notes"]] for at in (NOON_S, ends_ns / 1e9)]
    assert texts == [[str(ends_ns - 1)], [str(ends_ns)]]
    assert begins_ns < ends_ns


def test_faults_of_one_kind_are_counted_and_those_not_answered_too(evening: Evening) -> None:
    evening.tell(WheelFault("silent", "x"), WheelFault("ball-out", "y"))
    evening.tell(Acknowledged(CHEF, "looked at it", "silent"))
    told = shifts(evening).report()
    assert told["summary"]["faults"] == {"wheel": 2}
    assert told["summary"]["unanswered"] == 1
    assert [(each["wheel"], bool(each["answer"])) for each in told["faults"]] == [
        ("silent", True),
        ("ball-out", False),
    ]


def test_only_as_many_faults_are_withdrawn_as_were_caused_by_the_act(evening: Evening) -> None:
    evening.play("end 8C KD KH 6S 2C")
    assert [fault["answer"] for fault in shifts(evening).report()["faults"]] == [None] * 2
    evening.tell(Undone(CHEF, "it was not drawn"))
    first, second = shifts(evening).report()["faults"]
    assert first["answer"] is None
    assert second["answer"] == {
        "by": CHEF,
        "reason": "it was not drawn",
        "wall_ns": evening.now_ns,
        "withdrawn": True,
    }


def test_a_coup_of_the_day_is_told_from_its_first_act_to_its_last(evening: Evening) -> None:
    evening.play("rnvp 8C 4S QD KH end")
    (coup,) = shifts(evening).report()["coups"]
    began_ns, ended_ns = (int((NOON_S + each) * 1e9) for each in (1, 5))
    assert (coup["began_ns"], coup["ended_ns"]) == (began_ns, ended_ns)
    assert (coup["faults"], coup["corrections"], coup["manual"]) == (0, 0, 0)
    assert clock(began_ns) == datetime.fromtimestamp(NOON_S + 1).strftime("%Y-%m-%d %H:%M:%S")  # noqa: DTZ006


def test_a_card_taken_back_over_a_new_sabot_at_the_change_of_the_day_is_right(evening: Evening) -> None:
    """The fold begins at the last but one place where it may, and so knows the sabot before the last."""
    evening.play("rnvp 8C 4S QD KH end")
    evening.tell(SabotOpened())
    evening.play("rnvp 2C 4S 3D KH 6H 5D end")
    evening.tell(SabotOpened())
    evening.now_ns = bounds_ns(day_of(NOON_S))[1]
    evening.tell(Undone(CHEF), Undone(CHEF))
    told = shifts(evening).report()
    assert [(coup["coup"], coup["cards"]["banco"]) for coup in told["coups"]] == [(2, ["4S", "KH", "5D"])]
