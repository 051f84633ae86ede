"""One record that the database refuses: its station stands still, with an alert, and the others go on."""

from __future__ import annotations

from pathlib import Path

import pytest
from psycopg import OperationalError
from psycopg.errors import DiskFull, ProgramLimitExceeded

from sabot.pit import looking, stored_facts
from sabot.pit.facts import Book
from sabot.pit.region.store import Store as RegionStore
from sabot.record.chain import Entry
from sabot.record.journal import Journal
from tests.controller.pit.regions import Region, said
from tests.controller.pit.tables import Hall


@pytest.fixture
def hall(folder: Path, database, monkeypatch: pytest.MonkeyPatch) -> Hall:
    """Two tables; of t1 the fourth of five records, a long number of a wheel, cannot be stored."""
    monkeypatch.setattr("sabot.pit.facts.TEXT_CHARS_MOST", 10**6)
    hall = Hall(folder, database)
    hall.write("t1", "a", "b", "c")
    with Journal(hall.path("t1")) as journal:
        pocket = "".join(map(str, range(3000)))
        journal.append([Entry("observation", {"kind": "BallSeen", "source": "wheel", "pocket": pocket})])
    hall.write("t1", "e")
    hall.write("t2", "a", "b")
    for name in ("t1", "t2"):
        hall.open_carrier(name)
    hall.run()
    return hall


def test_the_station_of_a_record_that_cannot_be_stored_stands_still_and_the_others_go_on(hall: Hall):
    assert (hall.seq("t1"), hall.seq("t2"), hall.found()) == (3, 2, [("t1", "unreadable", 4)])
    assert "record 4: it cannot be stored (ProgramLimitExceeded)" in hall.alerts()[0].why
    hall.write("t1", "f", "g")
    hall.write("t2", "c")
    hall.run()
    assert (hall.seq("t1"), hall.seq("t2")) == (3, 3)
    assert hall.database.execute("SELECT station FROM quarantine").fetchall() == [("t1",)]
    assert "rec" not in hall.carriers["t1"][1].kinds()


def test_a_record_that_can_be_stored_later_is_taken_once_its_alert_is_answered(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("sabot.pit.facts.TEXT_CHARS_MOST", 200)
    looking.accept(hall.database, "t1", by="A. Person", why="the program is newer")
    hall.open_collector()
    hall.run()
    assert (hall.seq("t1"), hall.found()) == (5, [])


@pytest.mark.parametrize("error", [DiskFull, OperationalError])
def test_what_is_no_fault_of_a_record_refuses_none(hall: Hall, error: type[Exception], monkeypatch):
    def failing(*_: object) -> None:
        raise error

    monkeypatch.setattr(stored_facts, "apply", failing)
    monkeypatch.setattr(Book, "changes", lambda *_: iter([None]))
    hall.write("t2", "c")
    with pytest.raises(error):
        hall.run(2)
    assert hall.found() == [("t1", "unreadable", 4)]


def test_a_house_whose_fact_cannot_be_stored_stands_still_and_the_other_goes_on(
    region: Region, monkeypatch: pytest.MonkeyPatch
):
    region.run()
    note = RegionStore._note

    def noted(store: RegionStore, house: str, *given: object) -> None:
        if house == "breda":
            raise ProgramLimitExceeded
        note(store, house, *given)

    monkeypatch.setattr(RegionStore, "_note", noted)
    before = RegionStore(region.database).cursors()
    gone = {"station": "t1", "course": 1, "seq": 9, "wall_ns": 9, "coup": 1, "rule": "x"}
    monkeypatch.setattr(region, "run", lambda: None)
    for house in ("nijmegen", "breda"):
        said(region, house, Entry("fault", {"gone": gone}))
    region.collector.serve(wait_s=0, batch_s=0)
    after = RegionStore(region.database).cursors()
    assert after["nijmegen"].seq == before["nijmegen"].seq + 1
    assert after["breda"] == before["breda"]
