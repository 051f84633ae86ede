"""What goes on record of one step, and the number of the coup under which it is kept (docs/journal.md)."""

from __future__ import annotations

from concurrent.futures import Future

from sabot.core.cards import card_named
from sabot.core.observations import CardSeen, CoupEnded, CutCardSeen, Observation, Perceived
from sabot.core.table import Table, opened, step
from sabot.games.register import GAMES
from sabot.live.inbox import Waiting
from sabot.live.steps import recorded


def coups(table: Table, seen: Observation) -> tuple[Table, list[tuple[str, int]]]:
    """The table after what was seen, and the kind and the coup of each record."""
    after, events = step(table, seen)
    waiting = Waiting(Perceived(seen, 1, 1), "sabot", False, Future())
    return after, [(each.kind, each.coup) for each in recorded(waiting, table, after, events)]


def decided() -> Table:
    table = opened(GAMES["punto-banco"])
    for name in "8C 4S KH 3D".split():
        table, _ = step(table, CardSeen(card_named(name)))
    return table


def test_the_card_that_opens_the_next_coup_is_on_record_under_the_number_of_that_coup() -> None:
    _, entries = coups(decided(), CardSeen(card_named("9C")))
    assert entries[0] == ("observation", 2)
    assert ("event", 2) in entries


def test_the_end_of_a_coup_is_on_record_under_its_number() -> None:
    _, entries = coups(decided(), CoupEnded())
    assert entries[0] == ("observation", 1)


def test_a_last_coup_that_is_told_of_before_it_is_opened_has_no_records_yet() -> None:
    closed, _ = coups(decided(), CoupEnded())
    table, events = step(closed, CutCardSeen())
    assert [each.coup for each in events] == [2]
    assert table.play.number == 1
    assert coups(closed, CutCardSeen())[1] == [("observation", 0), ("event", 1)]
