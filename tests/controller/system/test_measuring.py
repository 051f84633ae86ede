"""What is measured of a table and its machine."""

from __future__ import annotations

from pathlib import Path

import pytest

from sabot.core.observations import CardSeen
from sabot.core.shapes.measured import Timing
from sabot.instruments.contract import PortSettings
from sabot.instruments.line.port import Reader
from sabot.live.inbox import Inbox
from sabot.live.measures import Measures
from sabot.system.measuring import CHRONY, TIMESYNCD, Clock, Gauges

SYNCED = (
    "A29FC87B,162.159.200.123,4,1700000000.1,0.000123,-0.000004,0.00002,1.2,0.0,0.5,0.01,0.001,64.2,Normal\n"
)
ALONE = "00000000,,0,0.0,0.000000000,0.0,0.0,0.0,0.0,0.0,1.0,1.0,0.0,Not synchronised\n"
STATUS = "       Server: 192.0.2.1 (ntp)\n       Offset: {}\n        Delay: 20ms\n"


def offset(**said: str) -> float | None:
    return Clock(lambda command: said.get(command[0], "")).offset_s()


def test_chrony_says_how_far_the_clock_is_ahead() -> None:
    assert offset(chronyc=SYNCED) == 0.000123


@pytest.mark.parametrize(
    ("said", "offset_s"),
    [("-1.5ms", 0.0015), ("+253us", -0.000253), ("+1min 2.5s", -62.5), ("n/a", None)],
)
def test_timesyncd_says_what_it_adds_to_the_clock(said: str, offset_s: float | None) -> None:
    assert offset(chronyc=ALONE, timedatectl=STATUS.format(said)) == pytest.approx(offset_s)


@pytest.mark.parametrize("said", ["", "x", "A,b,c,d,e", ALONE])
def test_a_machine_without_either_says_nothing(said: str) -> None:
    assert offset(chronyc=said, timedatectl=said) is None


def test_the_clock_is_asked_for_at_most_twice_a_minute() -> None:
    asked: list[tuple[str, ...]] = []
    now_s = [100.0]

    def run(command: tuple[str, ...]) -> str:
        asked.append(command)
        return ""

    clock = Clock(run, now_s=lambda: now_s[0])
    for now_s[0] in (100.0, 129.9, 130.0):
        clock.offset_s()
    assert asked == [CHRONY, TIMESYNCD] * 2


def test_the_numbers_of_now_are_gathered(tmp_path: Path) -> None:
    inbox, measures = Inbox(), Measures()
    inbox.put(CardSeen(None))
    measures.halts = 3
    reader = Reader(PortSettings("angel-eye", "/dev/null", "shoe"), inbox.put)
    reader.watch.parser.tally.frames = 7
    found = Gauges(
        measures, inbox, (reader,), tmp_path / "t.sqlite3", clock=Clock(lambda command: "")
    ).measured()
    assert (found.waiting, found.halts, found.clock_offset_s) == (1, 3, None)
    assert found.free_disk_bytes
    assert found.frames == {"shoe": 7}
    gone = Gauges(measures, inbox, (), tmp_path / "gone" / "t", clock=Clock(lambda command: "")).measured()
    assert gone.free_disk_bytes is None


def test_how_old_the_pictures_are_is_that_of_the_eye_alone(tmp_path: Path) -> None:
    eye = Reader(PortSettings("camera", "eye://simulated", "camera"), Inbox().put)
    shoe = Reader(PortSettings("angel-eye", "/dev/null", "sabot"), Inbox().put)
    eye.watch.parser.feed(b'{"eye":"lies","track":"7","card":"8C","place":"punto","ms":180}\n')

    def measured(*readers: Reader) -> Timing | None:
        clock = Clock(lambda command: "")
        return Gauges(Measures(), Inbox(), readers, tmp_path / "t.sqlite3", clock=clock).measured().eye

    assert measured(shoe) is None
    found = measured(shoe, eye)
    assert found is not None
    assert (sum(found.counts), found.counts[3], found.sum_s) == (1, 1, 0.18)
