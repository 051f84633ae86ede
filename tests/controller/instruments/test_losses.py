"""When a loss and a return are told: the rule by itself. No thread, no port, no clock."""

from sabot.core.observations import DeviceFound, DeviceLost
from sabot.instruments.line.losses import Losses, Pauses

SECOND = 1_000_000_000


def losses():
    return Losses("sabot", "lines")


def flapped(line, times, *, hold_s=1):
    """What is told while the line comes and goes, each time for `hold_s`; from the start of the clock."""
    told, now_s = [], 0.0
    for _ in range(times):
        told += line.found("/dev/x", round(now_s * SECOND))
        now_s += hold_s
        told += line.held(round(now_s * SECOND))
        told += line.lost("pulled", round(now_s * SECOND))
    return told


def test_the_failed_tries_are_those_since_the_loss():
    line = losses()
    line.tried()
    assert line.lost("not there", 0) == [DeviceLost("sabot", "not there")]
    line.tried()
    line.tried()
    assert line.found("/dev/x", SECOND) == [DeviceFound("sabot", "lines", "/dev/x", tries=2)]


def test_a_return_that_is_said_twice_has_held_since_it_was_said_first():
    line = losses()
    flapped(line, 20)
    line.found("/dev/x", 100 * SECOND)
    line.found("/dev/x", 101 * SECOND)
    assert len(line.held(102 * SECOND)) == 1


def test_no_line_has_to_hold_for_longer_than_a_minute():
    line = losses()
    for hold_s in range(1, 60):
        flapped(line, 20, hold_s=hold_s)
    assert line.found("/dev/x", 10_000 * SECOND) == []
    assert line.held(10_060 * SECOND - 1) == []
    assert len(line.held(10_060 * SECOND)) == 1


def test_the_first_two_returns_are_told_at_once():
    assert [type(each) for each in flapped(losses(), 3, hold_s=0.1)] == [DeviceFound, DeviceLost] * 2


def test_pauses_begin_again_when_something_is_new():
    pauses = Pauses()
    assert [pauses.next() for _ in range(3)] == [0.25, 0.5, 1]
    pauses.restart()
    assert pauses.next() == 0.25


def test_a_line_must_hold_for_half_a_second_after_its_second_loss_and_twice_as_long_after_each_further_one():
    line, waits_s = losses(), []
    for number in range(1, 8):
        at_ns = number * 1_000 * SECOND
        told = line.found("/dev/x", at_ns)
        wait_ns = 0
        while not told:
            wait_ns += SECOND // 4
            told = line.held(at_ns + wait_ns)
        waits_s.append(wait_ns / SECOND)
        line.lost("pulled", at_ns + wait_ns + 1)
    assert waits_s == [0, 0, 0.5, 1, 2, 4, 8]


def test_a_line_that_held_for_a_minute_is_steady_again():
    line = losses()
    flapped(line, 20)
    at_ns = 1_000 * SECOND
    line.found("/dev/x", at_ns)
    line.held(at_ns + 60 * SECOND)
    line.lost("pulled", at_ns + 60 * SECOND)
    assert len(line.found("/dev/x", at_ns + 61 * SECOND)) == 1


def test_pauses_grow_to_ten_seconds_or_forty_times_the_first():
    def longest(pauses: Pauses) -> float:
        return max(pauses.next() for _ in range(20))

    assert longest(Pauses()) == 10.0
    assert longest(Pauses(1.0)) == 40.0


def test_tries_are_counted_until_the_instrument_is_back():
    line = losses()
    assert (line.tries, line.is_lost) == (0, False)
    line.tried()
    line.tried()
    assert line.tries == 2
    assert line.found("/dev/x", 0) == [DeviceFound("sabot", "lines", "/dev/x", tries=2)]
    assert line.tries == 0


def test_a_loss_is_told_once_and_so_is_a_return():
    line = losses()
    assert len(line.lost("pulled", 0)) == 1
    assert line.is_lost
    assert line.lost("pulled", 1) == []
    assert len(line.found("/dev/x", 2)) == 1
    assert not line.is_lost
    assert line.found("/dev/x", 3) == line.held(4) == line.insisted() == []


def test_an_instrument_that_says_something_is_back_at_once():
    line = losses()
    flapped(line, 20)
    line.found("/dev/x", 100 * SECOND)
    assert line.insisted() == [DeviceFound("sabot", "lines", "/dev/x", tries=0)]
    assert Losses("sabot", "lines").insisted() == []
