"""The record knows people by pseudonym; the people's file has the name, until it is erased."""

from __future__ import annotations

import fcntl
import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from sabot.record import pseudonyms
from sabot.school.school import School
from sabot.staff import erasing, people_file
from sabot.staff import people as house
from sabot.staff.people import People
from sabot.staff.pins import PeopleError

pytestmark = pytest.mark.usefixtures("cheap_pins")


@pytest.fixture
def people(tmp_path: Path) -> People:
    return People(tmp_path / "people.json")


def test_a_pseudonym_is_made_when_somebody_is_put_on_file_and_tells_nothing_of_the_name(
    people: People,
) -> None:
    first = people.add("M. Dupont", "supervisor", "4711").pseudonym
    assert re.fullmatch(r"p-[0-9a-f]{6}", first)
    people.erase("M. Dupont")
    assert people.add("M. Dupont", "supervisor", "4711").pseudonym != first, "it follows from no name"


def test_no_two_names_get_the_same_pseudonym(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = iter((7, 7, 8))
    monkeypatch.setattr(pseudonyms.secrets, "randbits", lambda bits: next(drawn))
    assert pseudonyms.fresh(()) == "p-000007"
    assert pseudonyms.fresh({"p-000007"}) == "p-000008"


def test_a_new_pin_another_role_and_a_return_keep_the_pseudonym(people: People) -> None:
    first = people.add("M. Dupont", "supervisor", "4711").pseudonym
    assert people.add("M. Dupont", "technician", "9021").pseudonym == first
    people.remove("M. Dupont")
    assert people.named(f"{first} (supervisor)") == "M. Dupont (supervisor)", "they were there then"
    assert people.add("M. Dupont", "trainer", "4711").pseudonym == first


def test_a_typed_name_has_a_pseudonym_that_a_restart_does_not_forget(people: People) -> None:
    on_record = people.claimed("E. Maes")
    assert people.claimed("E. Maes") == on_record
    assert "Maes" not in on_record
    again = People(people.path)
    assert (again.named(on_record), again.claimed("E. Maes")) == ('"E. Maes" (claimed)', on_record)


def test_who_logs_in_signs_by_the_same_pseudonym_and_the_record_says_that_it_was_proved(
    people: People,
) -> None:
    claimed = people.claimed("M. Dupont")
    people.add("M. Dupont", "supervisor", "4711")
    proved = str(people.known("M. Dupont", "4711"))
    assert claimed.replace("claimed", "supervisor") == proved != claimed
    assert str(people.inside(people.let_in(people.listed()[0]))) == proved


def test_an_erased_name_is_nowhere_in_the_file_and_its_pseudonym_is_nobody_s(people: People) -> None:
    pseudonym = people.add("M. Dupont", "supervisor", "4711").pseudonym
    people.known("M. Dupont", "9999")
    cookie = people.let_in(people.listed()[0])
    people.erase("M. Dupont")
    assert "Dupont" not in people.path.read_text()
    assert json.loads(people.path.read_text())["erased"] == [pseudonym]
    assert people.named(f"{pseudonym} (supervisor)") == f"{pseudonym} (supervisor)"
    assert (people.inside(cookie), people.listed(), people.names()) == (None, [], {})


def test_an_erased_pseudonym_is_given_to_nobody_else(people: People, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = iter((7, 7, 8))
    monkeypatch.setattr(pseudonyms.secrets, "randbits", lambda bits: next(drawn))
    people.claimed("M. Dupont")
    people.erase("M. Dupont")
    assert people.claimed("A. Claes") == "p-000008 (claimed)"


def test_to_erase_leaves_everybody_else_as_they_were(people: People) -> None:
    people.add("M. Dupont", "supervisor", "4711")
    claes = people.add("A. Claes", "technician", "280564")
    people.known("A. Claes", "9999")
    people.erase("M. Dupont")
    kept = json.loads(people.path.read_text())
    assert (people.listed(), kept["wrong"]) == ([claes], {"A. Claes": 1})
    with pytest.raises(PeopleError, match=r"nobody is called M\. Dupont"):
        people.erase("M. Dupont")


def test_the_people_of_an_older_version_get_pseudonyms_before_they_can_do_anything(people: People) -> None:
    people.add("M. Dupont", "supervisor", "4711")
    older = json.loads(people.path.read_text())
    del older["names"], older["erased"]
    people.path.write_text(json.dumps(older))
    (seen_by_an_open_table,) = people.listed()
    assert seen_by_an_open_table.pseudonym
    people.path.write_text(json.dumps(older))
    found = People(people.path)
    (dupont,) = found.listed()
    assert json.loads(people.path.read_text())["names"] == {dupont.pseudonym: "M. Dupont"}


def test_a_typed_name_that_cannot_be_kept_costs_no_act_and_leaves_no_name(
    people: People, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(house, "NAMES_MOST", 1)
    people.claimed("E. Maes")
    on_record = people.claimed("A. Claes")
    assert re.fullmatch(r"p-[0-9a-f]{6} \(claimed\)", on_record)
    assert people.named(on_record) == on_record
    assert "a typed name is not kept" in caplog.text


def test_a_command_and_an_open_table_that_write_in_turn_lose_nothing_of_each_other(people: People) -> None:
    command = People(people.path)
    people.claimed("E. Maes")
    command.add("M. Dupont", "supervisor", "4711")
    people.claimed("A. Claes")
    assert sorted(People(people.path).names().values()) == ["A. Claes", "E. Maes", "M. Dupont"]
    assert [each.name for each in people.listed()] == ["M. Dupont"]


def test_while_one_process_changes_the_file_no_other_does(people: People) -> None:
    with people_file.alone(people.path), people.path.with_name("people.json.lock").open() as lock:
        with pytest.raises(BlockingIOError):
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    with people.path.with_name("people.json.lock").open() as lock:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)


def test_every_change_of_the_file_is_written_while_no_other_process_may(
    people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    write, alone = people_file.write, []

    def watched(path: Path, kept: people_file.File) -> None:
        with path.with_name("people.json.lock").open() as lock, pytest.raises(BlockingIOError):
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        alone.append(True)
        write(path, kept)

    monkeypatch.setattr(people_file, "write", watched)
    people.add("M. Dupont", "supervisor", "4711")
    people.known("M. Dupont", "0000")
    people.claimed("E. Maes")
    people.erase("E. Maes")
    people.remove("M. Dupont")
    assert len(alone) == 5


def test_a_wrong_pin_is_counted_also_where_a_command_wrote_the_file_just_before(
    people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    people.add("M. Dupont", "supervisor", "4711")
    alone = people_file.alone

    @contextmanager
    def late(path: Path) -> Iterator[None]:
        monkeypatch.setattr(people_file, "alone", alone)
        People(path).add("A. Claes", "technician", "280564")
        with alone(path):
            yield

    monkeypatch.setattr(people_file, "alone", late)
    people.known("M. Dupont", "0000")
    kept = json.loads(people.path.read_text())
    assert (len(kept["people"]), kept["wrong"]) == (2, {"M. Dupont": 1})


def test_the_school_forgets_an_erased_name_and_keeps_the_answers(people: People, tmp_path: Path) -> None:
    school = School(tmp_path / "school.sqlite3")
    who = school.enrol("E. Maes")
    school.enrol("A. Claes")
    asked = school.ask(who["id"], school.menu(who["id"])[0]["name"])
    school.answer(who["id"], asked["id"], "", 100)
    assert erasing.traces(people, school, "E. Maes") == f"trainee {who['id']}"
    erasing.erase(people, school, "E. Maes")
    assert [each["name"] for each in school.trainees()] == ["A. Claes"]
    assert (school.forgetting.number_of("E. Maes"), school.named(who["id"])) == (0, None)
    files = b"".join(each.read_bytes() for each in tmp_path.glob("school.sqlite3*"))
    school.close()
    assert b"Maes" not in files, "not on disk either, at once"
    assert b"Claes" in files


def test_the_school_still_refuses_every_other_change(people: People, tmp_path: Path) -> None:
    school = School(tmp_path / "school.sqlite3")
    school.enrol("E. Maes")
    school.forgetting.erase("E. Maes")
    for change in ("DELETE FROM trainee", "UPDATE trainee SET name = 'x'"):
        with pytest.raises(Exception, match="the school only adds"):
            school._store.rows(change)
    school.close()
