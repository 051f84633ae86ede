"""A household game on record: a journal that ends in the middle of a deal is the same table again.

Its exports tell of every deal, and the order of the pack stands nowhere.
"""

from __future__ import annotations

import json
import logging
from pathlib import Path
from random import Random

import pytest

from sabot.core import options as house
from sabot.core.table import opened
from sabot.core.view import view
from sabot.games.evening.player import PLAYERS
from sabot.games.evening.stock import dealt, is_between
from sabot.games.register import DESCRIPTORS, GAMES
from sabot.live.feed import Feed
from sabot.live.inbox import Inbox
from sabot.live.loop import Loop
from sabot.record import chronicle
from sabot.record.chain import Entry
from sabot.record.journal import Journal, reading, records, verify
from sabot.record.resume import opening, remembered
from sabot.record.shift import Shifts
from sabot.referee import judge
from sabot.simulation import home
from sabot.simulation.home import Company
from sabot.simulation.seats import Seats
from sabot.staff.office import Records
from sabot_dashboard.pages import report
from sabot_dashboard.words.languages import catalogue

AT_HOME = [name for name, each in DESCRIPTORS.items() if each.is_at_home]


class Kept:
    """A table at home whose journal is a file; all its players are simulated, and nothing waits."""

    def __init__(self, game: str, path: Path) -> None:
        fresh = opened(GAMES[game], house.read(GAMES[game].Options, []))
        self.inbox, self.feed = Inbox(), Feed()
        self.journal = Journal(path)
        self.journal.append([Entry("opening", opening(fresh), wall_ns=1)])
        self.loop = Loop(fresh, journal=self.journal, inbox=self.inbox, feed=self.feed)
        seats = frozenset(range(1, fresh.play.options.players + 1))  # type: ignore[attr-defined]
        self.company = Company(
            self.feed,
            self.inbox,
            table=lambda: self.loop.table,
            beat_s=0,
            seats=Seats(seats),
            rng=Random(3),
            chance=Random(3),
        )

    def until_the_second_deal_is_under_way(self, *, acts: int = 6) -> None:
        """One deal is over, and a few acts of the next are done."""
        for _ in range(300):
            at = self.loop.table
            if at.play.number == 2 and not is_between(at):
                acts -= 1
            if not acts:
                return
            for deed in self.company._due(at):
                assert not isinstance(deed.does, dict)
                self.inbox.put(deed.does)
                self.loop.turn(0)
        pytest.fail("no second deal")


@pytest.fixture(autouse=True)
def _by_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(home, "players", lambda game: PLAYERS)


@pytest.mark.parametrize("game", AT_HOME)
def test_a_deal_on_record_is_the_same_after_a_crash_and_in_every_export(game: str, tmp_path: Path) -> None:
    path = tmp_path / "home.sqlite3"
    kept = Kept(game, path)
    kept.until_the_second_deal_is_under_way()
    known = remembered(path)  # nobody closed it: what a killed program leaves
    assert known is not None
    assert known.play == kept.loop.table.play
    assert view(known)["spread"] == view(kept.loop.table)["spread"]
    assert dealt(known) == dealt(kept.loop.table)
    kept.journal.close()
    assert verify(path).wrong == ""
    with reading(path) as file:
        events = [record.plain for record in records(file, "kind = 'event'")]
        assert all(map(chronicle.line, records(file)))
        script, table = [*chronicle.as_script(file)], [*chronicle.as_csv(file)]
    said: list[str] = []
    judge(GAMES[game], house.read(GAMES[game].Options, []), lines=script, tell=said.append)
    assert _told(map(json.loads, said)) == _told(events)
    assert len(table) == 3
    assert not any("None" in row for row in table)
    assert Shifts(path, wall_s=lambda: 1e-9).report()["summary"]["coups"] == 2


def _told(events):
    """The events without what numbers their lines and gives reasons as values."""
    return [{key: each[key] for key in each if key not in ("from", "reason")} for each in events]


def test_the_evening_is_printed_as_a_report(tmp_path: Path) -> None:
    path = tmp_path / "home.sqlite3"
    kept = Kept("rikken", path)
    kept.until_the_second_deal_is_under_way()
    kept.journal.close()
    day = Shifts(path, wall_s=lambda: 1e-9).report()
    pdf = report.printed(day, Records(path, str).printed, table="At home", words=catalogue("nl"))
    assert pdf.startswith(b"%PDF")


def test_the_order_of_the_pack_is_on_no_record_in_no_view_and_in_no_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Cards that were not dealt are not named anywhere."""
    path = tmp_path / "home.sqlite3"
    kept = Kept("nap", path)
    with caplog.at_level(logging.DEBUG):
        for _ in range(4):
            for deed in kept.company._due(kept.loop.table):
                kept.inbox.put(deed.does)  # type: ignore[arg-type]
                kept.loop.turn(0)
    out = dealt(kept.loop.table).cards
    pack = GAMES["nap"].rules.PACK(None, 4)  # type: ignore[attr-defined]
    assert len(out) == 20
    with reading(path) as file:
        written = " ".join(json.dumps(record.plain) for record in records(file))
    seen = json.dumps(kept.feed.newest.view) + caplog.text + repr(kept.company._pack)
    assert all(f" {card}" in written for card in out)
    assert not [card for card in pack if card not in out and f"{card}" in written.replace("opening", "")]
    assert not [card for card in pack if f'"{card}"' in seen or f" {card}" in seen]
    kept.journal.close()
