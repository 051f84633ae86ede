"""What is made of a line at each moment: found, lost, troubled. No thread, no port, no clock."""

from controller.cards import Card
from controller.instruments import angel_eye_wire, messages
from controller.instruments.messages import CardRead, Edges, Heartbeat, Hello
from controller.instruments.registry import DRIVERS
from controller.instruments.watch import Watch
from controller.observations import CardSeen, DeviceFound, DeviceLost, DeviceTroubled

SECOND = 1_000_000_000
REPORT = angel_eye_wire.report(0x31, "D", angel_eye_wire.card_data(Card("8", "C"), place=0))
HELLO = messages.framed(Hello(1, 7, 1, 0, "sabot-shoe", "SN1", "1"))
LONGEST = messages.framed(Edges(tuple((3, n * 1000 + 1) for n in range(messages.EDGES_MAX))))
BEAT = messages.framed(Heartbeat(7, 1, 0, 0, 0, 0))


def watch(name):
    info = DRIVERS[name]
    return Watch(info, info.made(), role="sabot", baud=info.baud)


def plain(marked):
    return [each.observation for each in marked]


def test_a_quiet_instrument_is_found_when_its_port_opens_and_stays_so_in_silence():
    line = watch("angel-eye")
    assert plain(line.opened("/dev/x", 0)) == [DeviceFound("sabot", "angel-eye", "/dev/x")]
    assert line.nothing(3600 * SECOND) == []
    assert line.state == "found"


def test_an_instrument_that_beats_is_found_by_its_first_frame_and_not_by_its_port():
    line = watch("sabot-shoe")
    assert line.opened("/dev/x", 0) == []
    assert plain(line.received(HELLO, SECOND)) == [DeviceFound("sabot", "sabot-shoe", "/dev/x")]


def test_it_is_lost_two_seconds_after_its_last_frame_and_found_with_the_next():
    line = watch("sabot-shoe")
    line.opened("/dev/x", 0)
    line.received(HELLO, SECOND)
    assert line.nothing(3 * SECOND - 1) == []
    (lost,) = plain(line.nothing(3 * SECOND))
    assert lost == DeviceLost("sabot", "the port is open, but nothing was heard for 2 s")
    assert line.nothing(9 * SECOND) == []
    assert isinstance(plain(line.received(BEAT, 10 * SECOND))[0], DeviceFound)


def test_a_port_that_opens_and_never_speaks_is_lost_too():
    line = watch("sabot-shoe")
    line.opened("/dev/x", 0)
    assert isinstance(plain(line.nothing(2 * SECOND))[0], DeviceLost)


def test_many_bytes_without_a_frame_are_said_to_be_the_wrong_speed_once_and_over_with_a_frame():
    line = watch("angel-eye")
    line.opened("/dev/x", 0)
    (trouble,) = plain(line.received(b"\xf0" * 64, 1))
    assert isinstance(trouble, DeviceTroubled)
    assert "bytes arrive but none are frames of angel-eye: wrong speed (4800 baud here)" in trouble.trouble
    assert line.received(b"\xf0" * 64, 2) == []
    over, card = plain(line.received(REPORT, 3))
    assert over.since_ok
    assert isinstance(card, CardSeen)


def test_a_long_frame_that_comes_in_packets_is_no_wrong_speed():
    """USB brings 64 bytes at a time; a board's hello with its self-test, and a batch of edges, have more."""
    line = watch("sabot-shoe")
    line.opened("/dev/x", 0)
    for _ in range(2):
        assert line.received(LONGEST[:64] + LONGEST[64:128], 1) == []
        assert line.received(LONGEST[128:-1], 2) == []
        line.received(LONGEST[-1:], 3)
    assert line.state == "found"
    (trouble,) = plain(line.received(b"\xf0" * (64 + 257), 4))
    assert "wrong speed" in trouble.trouble


def test_few_bytes_without_a_frame_and_then_stillness_are_said_as_well():
    line = watch("angel-eye")
    line.opened("/dev/x", 0)
    assert line.received(b"\xf0" * 12, 1) == []
    (trouble,) = plain(line.nothing(2 * SECOND))
    assert "none are frames" in trouble.trouble


def test_a_beating_instrument_at_the_wrong_speed_is_lost_for_that_reason():
    line = watch("sabot-shoe")
    line.opened("/dev/x", 0)
    line.received(b"\xf0" * 20, 1)
    lost = plain(line.nothing(3 * SECOND))[-1]
    assert isinstance(lost, DeviceLost)
    assert "none are frames" in lost.why


def test_a_lost_line_is_said_once_for_each_reason():
    line = watch("lines")
    line.opened("/dev/x", 0)
    assert plain(line.failed("pulled")) == [DeviceLost("sabot", "pulled")]
    assert line.failed("pulled") == []
    assert plain(line.failed("not there")) == [DeviceLost("sabot", "not there")]


def test_half_a_card_on_a_lost_line_is_said_before_the_loss():
    line = watch("lines")
    line.opened("/dev/x", 0)
    line.received(b"1", 1)
    half, lost = plain(line.failed("pulled"))
    assert half.card is None
    assert isinstance(lost, DeviceLost)


def test_each_message_of_one_arrival_carries_its_own_mark():
    line = watch("sabot-shoe")
    line.opened("/dev/x", 0)
    cards = [messages.framed(CardRead(name), sequence=n) for n, name in enumerate(["8C", "TH"], start=1)]
    marked = line.received(HELLO + b"".join(cards) + BEAT[:5], 1)
    assert [mark for seen, mark in marked if isinstance(seen, CardSeen)] == ["7:1:0", "7:2:0"]


def test_the_status_says_when_it_was_heard_and_what_was_refused():
    line = watch("angel-eye")
    line.opened("/dev/x", 0)
    line.received(REPORT + b"?", 5)
    status = line.status()
    assert (status["heard_ns"], status["framed_ns"], status["frames"]) == (5, 5, 1)
    assert status["refused"] == {"noise": 1}
    assert (status["state"], status["where"], status["driver"]) == ("found", "/dev/x", "angel-eye")
