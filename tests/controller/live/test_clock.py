"""The wall clock: a step is on record and on the screens; the order of the record does not depend on it."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

import pytest

from sabot.app import assemble
from sabot.config import read
from sabot.core.observations import Noted, Observation, Perceived
from sabot.core.surroundings import CLOCK_BEHIND
from sabot.core.table import Table, opened
from sabot.core.view import view
from sabot.games.register import GAMES
from sabot.live import clock
from sabot.live.clock import ClockWatch, Elapsed, behind, boot_id
from sabot.live.feed import Feed
from sabot.live.inbox import Inbox, Waiting
from sabot.live.loop import Loop
from sabot.record.chain import Entry
from sabot.record.journal import Journal, reading, records
from sabot.record.resume import begun, remembered
from sabot.record.resume import read as observed

GAME = GAMES["punto-banco"]
SECOND_NS = 1_000_000_000
NOON_NS = 1_763_726_400 * SECOND_NS
"""21 November 2025, twelve o'clock UTC."""


class Clocks:
    """Both clocks of a machine. Each reading of the wall clock takes `read_ns`."""

    def __init__(self) -> None:
        self.wall_at_start_ns, self.up_ns, self.read_ns = NOON_NS, 7 * SECOND_NS, 0

    def wall_ns(self) -> int:
        self.up_ns += self.read_ns
        return self.wall_at_start_ns + self.up_ns

    def monotonic_ns(self) -> int:
        return self.up_ns

    def set_by(self, seconds: float) -> None:
        self.wall_at_start_ns += round(seconds * SECOND_NS)


@pytest.fixture
def clocks() -> Clocks:
    return Clocks()


@pytest.fixture
def watch(clocks: Clocks) -> ClockWatch:
    found = ClockWatch(wall_ns=clocks.wall_ns, monotonic_ns=clocks.monotonic_ns)
    assert found.step() is None
    return found


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "table.sqlite3"


@pytest.mark.parametrize("seconds", [1, 3600, -1, -86_400])
def test_a_clock_that_was_set_is_noted_once_with_by_how_much(
    clocks: Clocks, watch: ClockWatch, seconds: int
) -> None:
    clocks.up_ns += 3600 * SECOND_NS
    assert watch.step() is None
    clocks.set_by(seconds)
    noted = watch.step()
    assert noted is not None
    assert (noted.what, noted.by, noted.counted) == ("clock-set", "", seconds)
    assert watch.step() is None


def test_the_note_says_what_the_clock_showed_before_and_after(clocks: Clocks, watch: ClockWatch) -> None:
    clocks.set_by(3600)
    noted = watch.step()
    assert noted is not None
    assert noted.text == "2025-11-21 12:00:07 UTC → 2025-11-21 13:00:07 UTC"


@pytest.mark.parametrize("sign", [1, -1])
def test_less_than_a_second_is_no_step_but_several_add_up_to_one(
    clocks: Clocks, watch: ClockWatch, sign: int
) -> None:
    clocks.set_by(0.6 * sign)
    assert watch.step() is None
    clocks.set_by(0.6 * sign)
    assert watch.step() is not None


def test_a_process_that_stood_still_between_the_two_clocks_sees_no_step(
    clocks: Clocks, watch: ClockWatch
) -> None:
    clocks.read_ns = 5 * SECOND_NS
    assert watch.step() is None
    clocks.read_ns = 0
    assert watch.step() is None
    clocks.set_by(60)
    clocks.read_ns = SECOND_NS // 20
    assert watch.step() is not None


class Rounds(Inbox):
    """An inbox whose loop ends in its fourth round; the clock is set before the second."""

    def __init__(self, clocks: Clocks, *, by_s: int) -> None:
        super().__init__(wall_ns=clocks.wall_ns, monotonic_ns=clocks.monotonic_ns)
        self._clocks, self._by_s, self._rounds = clocks, by_s, 0
        self.loop: Loop | None = None

    def take(self, timeout_s: float | None, *, most: int = 64) -> list[Waiting]:
        self._rounds += 1
        if self._rounds == 2:
            self._clocks.set_by(self._by_s)
        if self._rounds == 4 and self.loop:
            self.loop.stop()
        return super().take(0)


def on_record(path: Path) -> list[Observation]:
    with reading(path) as file:
        return [observed(each) for each in records(file, "kind = 'observation'")]


@pytest.mark.parametrize("by_s", [7200, -7200])
def test_a_clock_that_is_set_under_an_open_table_is_on_record_and_on_the_screens(
    path: Path, clocks: Clocks, by_s: int
) -> None:
    inbox, feed = Rounds(clocks, by_s=by_s), Feed()
    with Journal(path) as journal:
        beginning = begun(path, fresh=opened(GAME), name="T", wall_ns=NOON_NS)
        journal.append(beginning.entries)
        inbox.loop = Loop(beginning.table, journal=journal, inbox=inbox, feed=feed)
        inbox.loop.run()
    (noted,) = on_record(path)
    assert isinstance(noted, Noted)
    assert (noted.what, noted.counted) == ("clock-set", by_s)
    (told,) = feed.newest.view["notices"]
    assert told["values"] == {"n": f"{by_s:+d}"}


def told(table: Table) -> list[str]:
    return [each["id"] for each in view(table)["notices"]]


def test_a_table_that_opens_again_does_not_tell_of_the_clock_of_the_last_time(path: Path) -> None:
    with Journal(path) as journal:
        table = opened(GAME)
        beginning = begun(path, fresh=table, name="T", wall_ns=NOON_NS)
        inbox = Inbox()
        inbox.put(Perceived(Noted(CLOCK_BEHIND, counted=99), NOON_NS, SECOND_NS))
        journal.append(beginning.entries)
        loop = Loop(table, journal=journal, inbox=inbox, feed=Feed())
        loop.keep(inbox.take(0))
        assert told(loop.table) != []
    again = remembered(path)
    assert again is not None
    assert told(again) == []


@pytest.mark.parametrize(
    ("wall_ns", "counted"),
    [
        (NOON_NS, None),
        (NOON_NS - SECOND_NS + 1, None),
        (NOON_NS - SECOND_NS, 1),
        (NOON_NS - 90 * SECOND_NS, 90),
        (5 * SECOND_NS, 1_763_726_395),
    ],
)
def test_a_clock_behind_the_newest_record_cannot_be_right(
    path: Path, wall_ns: int, counted: int | None
) -> None:
    """A record that was written by a clock in 1970 says nothing."""
    with Journal(path) as journal:
        journal.append([Entry("note", {}, wall_ns=each) for each in (NOON_NS + 1, NOON_NS, SECOND_NS)])
    noted = behind(path, wall_ns)
    assert (noted and noted.counted) == counted


def test_a_new_table_by_a_clock_in_1970_knows_that_it_is_wrong(path: Path) -> None:
    with Journal(path):
        noted = behind(path, 5 * SECOND_NS)
        assert behind(path, NOON_NS) is None
    assert noted == Noted(CLOCK_BEHIND, text="1970-01-01 00:00:05 UTC", counted=1_759_999_995)


def test_a_machine_that_starts_in_1970_opens_the_table_and_puts_that_on_record(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = read(f'[journal]\npath = "{tmp_path}/table.sqlite3"\n')
    inbox = Inbox()
    monkeypatch.setattr(assemble.time, "time_ns", lambda: 5 * SECOND_NS)
    with ExitStack() as parts:
        journal = parts.enter_context(Journal(settings.journal_path))
        assemble._loop(
            settings, journal=journal, inbox=inbox, feed=Feed(), simulated=False, shown={}, signer=None
        )
    assert [each.perceived.observation for each in inbox.take(0)] == [
        Noted(CLOCK_BEHIND, text="1970-01-01 00:00:05 UTC", counted=1_759_999_995)
    ]


@pytest.fixture
def elapsed(clocks: Clocks) -> Elapsed:
    return Elapsed(wall_s=lambda: clocks.wall_ns() / 1e9, steady_s=lambda: clocks.up_ns / 1e9)


@pytest.mark.parametrize("set_by_s", [7200, -7200])
def test_what_a_person_has_left_does_not_change_when_the_clock_is_set(
    clocks: Clocks, elapsed: Elapsed, set_by_s: int
) -> None:
    begun_ms = clocks.wall_ns() // 1_000_000
    clocks.up_ns += 2 * SECOND_NS
    assert elapsed.ms("exam", begun_ms) == 2000
    clocks.set_by(set_by_s)
    clocks.up_ns += SECOND_NS
    assert elapsed.ms("exam", begun_ms) == 3000
    assert elapsed.ms("another", clocks.wall_ns() // 1_000_000) == 0


def test_what_began_in_the_future_has_just_begun(clocks: Clocks, elapsed: Elapsed) -> None:
    begun_ms = clocks.wall_ns() // 1_000_000 + 60_000
    assert elapsed.ms("exam", begun_ms) == 0
    clocks.up_ns += SECOND_NS
    assert elapsed.ms("exam", begun_ms) == 1000


def test_only_the_newest_thousand_are_known(clocks: Clocks, elapsed: Elapsed) -> None:
    begun_ms = clocks.wall_ns() // 1_000_000
    for number in range(1001):
        elapsed.ms(str(number), begun_ms)
    clocks.set_by(60)
    assert (elapsed.ms("1", begun_ms), elapsed.ms("0", begun_ms)) == (0, 60_000)


def test_what_is_asked_for_stays_known_however_many_come_after_it(clocks: Clocks, elapsed: Elapsed) -> None:
    begun_ms = clocks.wall_ns() // 1_000_000
    for number in range(1001):
        elapsed.ms(str(number), begun_ms)
        elapsed.ms("0", begun_ms)
    clocks.set_by(60)
    assert elapsed.ms("0", begun_ms) == 0


def test_each_start_of_the_machine_has_a_name_where_the_system_tells_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "boot_id"
    monkeypatch.setattr(clock, "BOOT_FILE", file)
    assert boot_id() == ""
    file.write_text("0a1b\n")
    assert boot_id() == "0a1b"
