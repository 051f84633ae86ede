"""A replay of a journal decides what its table had decided, through restarts and at any pace."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from pathlib import Path

from sabot.app import replay as replaying
from sabot.core.observations import BallLies, BallSeen, CoupEnded, DeviceFound, Observation, Perceived, Staked
from sabot.core.table import opened
from sabot.games.register import GAMES
from sabot.live.feed import Feed
from sabot.live.inbox import Inbox
from sabot.live.loop import Loop
from sabot.record.journal import Journal, reading, records
from sabot.record.resume import begun

WHEEL = GAMES["roulette"]


def plays(path: Path, seen: Sequence[Observation]) -> None:
    """The table is opened, sees all this, and is killed."""
    fresh = opened(WHEEL, WHEEL.Options(close="croupier"))
    with Journal(path) as journal:
        beginning = begun(path, fresh=fresh, name="", wall_ns=1)
        journal.append(beginning.entries)
        inbox = Inbox()
        loop = Loop(beginning.table, journal=journal, inbox=inbox, feed=Feed())
        for each in seen:
            inbox.put(Perceived(each, 2, 2))
            loop.keep(inbox.take(0))


def test_a_replay_decides_as_the_table_that_knew_no_camera_after_its_restart(tmp_path: Path) -> None:
    """docs/journal.md: a restart is a replay. A table that was opened again has no camera until that is
    found, so a number of the wheel waits for none."""
    path, told = tmp_path / "table.sqlite3", list[dict[str, object]]()
    plays(path, [DeviceFound("camera", "wheel-camera", "")])
    plays(path, [BallSeen("15"), CoupEnded(), Staked("rouge", 500)])
    plays(path, [BallSeen("3")])
    with reading(path) as file:
        decided = [each.plain for each in records(file, "kind = 'event'")]
    assert replaying.of_journal(path, speed=0, tell=told.append) == 5
    assert told == decided
    assert [each["event"] for each in decided].count("result") == 2


def test_nothing_tells_a_replayed_table_the_present_time_in_a_pause(tmp_path: Path) -> None:
    """A loop in a thread of its own lets the table know the time once a second, and ends waits by it: the
    wheel's number waits for the camera for a second and a half of the evening."""
    path, pauses = tmp_path / "table.sqlite3", list[set[threading.Thread]]()
    plays(path, [DeviceFound("camera", "wheel-camera", ""), BallSeen("15"), BallLies("16")])
    before = {*threading.enumerate()}

    def pause(seconds: float) -> None:
        pauses.append({*threading.enumerate()} - before)

    replaying.of_journal(path, speed=1, tell=lambda line: None, wait=pause)
    assert pauses == [set(), set()]
