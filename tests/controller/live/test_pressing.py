"""What a person pressed: it happens at the table that they saw, as a whole, and in time or not at all."""

from __future__ import annotations

from typing import Any

import pytest

from sabot.core.observations import BetsClosed, Perceived, Undone
from sabot.live.inbox import Inbox, NotKept
from tests.controller.live.test_loop import Refusing, Table, card, kinds


@pytest.fixture
def table(tmp_path):
    table = Table(tmp_path / "table.sqlite3", journal=Refusing(tmp_path / "table.sqlite3"))
    table.does(BetsClosed())
    yield table
    table.killed()


def places(table: Table) -> list[str]:
    return [name for place in table.feed.newest.view["places"] for name in place["cards"]]


def keep(table: Table) -> None:
    table.loop.keep(table.inbox.take(0))


def test_an_act_that_is_meant_for_another_table_does_not_happen(table):
    """A card is in the inbox before it, and lies on the table when the act comes to it."""
    table.does(card("8C"))
    table.inbox.put(Perceived(card("9D"), 1, 1))
    pressed = table.inbox.press(
        [Undone()], unless=lambda view: any(p["cards"] == ["9D"] for p in view["places"])
    )
    keep(table)
    with pytest.raises(NotKept, match="went on meanwhile"):
        pressed.result(0)
    assert places(table) == ["8C", "9D"]


def test_an_act_that_is_meant_for_this_table_happens(table):
    table.does(card("8C"))
    pressed = table.inbox.press([Undone()], unless=lambda view: view["lang"] != "fr")
    keep(table)
    assert pressed.result(0) > 0
    assert places(table) == []


def test_a_press_that_means_two_things_is_done_as_a_whole(table):
    """The first of them changes the table that the person saw; the second still happens."""
    table.does(card("8C"))
    pressed = table.inbox.press(
        [Undone(), card("7C")], unless=lambda view: all(p["cards"] != ["8C"] for p in view["places"])
    )
    table.inbox.put(Perceived(card("9D"), 1, 1))
    keep(table)
    assert pressed.result(0) > 0
    assert places(table) == ["7C", "9D"]


def test_a_press_that_means_two_things_comes_to_nothing_as_a_whole(table):
    table.does(card("8C"))
    before = len(table.on_record)
    pressed = table.inbox.press([Undone(), card("7C")], unless=lambda view: True)
    keep(table)
    with pytest.raises(NotKept):
        pressed.result(0)
    assert len(table.on_record) == before
    assert places(table) == ["8C"]


def test_nothing_that_others_do_comes_between_what_one_press_means():
    door = Inbox()
    for number in range(40):
        door.press([Undone(), card("7C")], role=f"tablet {number}")
        door.put(Perceived(card("9D"), 1, 1), role="sabot")
    taken: list[Any] = []
    while len(door):
        taken.append(door.take(0))
    roles = [[each.role for each in some] for some in taken]
    assert [role for some in roles for role in some] == [
        role for number in range(40) for role in (f"tablet {number}", f"tablet {number}", "sabot")
    ]
    assert all(len(some) <= 65 for some in roles)


def test_what_was_pressed_while_the_journal_was_still_trying_is_refused_when_it_is_written_again(table):
    """The press came before anybody knew that the table halts; the card has left the sabot."""
    presses = []

    def failing(entries: Any) -> None:
        presses.append(table.inbox.put(BetsClosed()))
        table.inbox.put(Perceived(card("9D"), 1, 1))
        table.journal.append = Refusing.append.__get__(table.journal)
        table.journal.refuses = 2
        table.journal.append(entries)

    table.journal.append = failing
    table.does(Perceived(card("8C"), 1, 1))
    table.loop.turn(0)
    with pytest.raises(NotKept, match="the disk is full"):
        presses[0].result(0)
    assert places(table) == ["8C", "9D"]
    late = table.inbox.put(Undone())
    table.loop.turn(0)
    assert late.result(0) > 0
    assert "halted" in kinds(table.on_record)
