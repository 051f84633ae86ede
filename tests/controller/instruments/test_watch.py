"""What is made of a line at each moment: found, lost, troubled. No thread, no port, no clock."""

from sabot.core.cards import Card
from sabot.core.observations import BallSeen, CardSeen, DeviceFound, DeviceLost, DeviceTroubled, WheelFault
from sabot.instruments.line import messages
from sabot.instruments.line.messages import CardRead, Edges, Heartbeat, Hello
from sabot.instruments.line.watch import Watch
from sabot.instruments.registry import DRIVERS
from sabot.instruments.shoes import angel_eye_wire
from sabot.instruments.wheel import cammegh_wire
from tests.said import in_english

SECOND = 1_000_000_000
REPORT = angel_eye_wire.report(0x31, "D", angel_eye_wire.card_data(Card("8", "C"), place=0))
HELLO = messages.framed(Hello(1, 7, 1, 0, "sabot-shoe", "SN1", "1"))
LONGEST = messages.framed(Edges(tuple((3, n * 1000 + 1) for n in range(messages.EDGES_MAX))))
STATUS = cammegh_wire.line_of(cammegh_wire.Status(cammegh_wire.BETS, "001", "", 0, 160, False))
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
    assert in_english(lost) == DeviceLost("sabot", "the port is open, but nothing was heard for 2 s")
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
    assert "bytes arrive but none are frames of angel-eye: wrong speed (4800 baud here)" in str(
        trouble.trouble
    )
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
    assert "wrong speed" in str(trouble.trouble)


def test_a_serial_reader_that_was_taken_for_one_that_types_is_told_so_and_not_of_a_speed():
    line = watch("keyboard")
    line.opened("/dev/x", 0)
    (trouble,) = [each for each in plain(line.received(b"8C\r\n" * 20, 1)) if "bytes" in str(each)]
    assert str(trouble.trouble) == "bytes arrive but none are keys: a reader on a serial line is no keyboard"


def test_few_bytes_without_a_frame_and_then_stillness_are_said_as_well():
    line = watch("angel-eye")
    line.opened("/dev/x", 0)
    assert line.received(b"\xf0" * 12, 1) == []
    (trouble,) = plain(line.nothing(2 * SECOND))
    assert "none are frames" in str(trouble.trouble)


def test_a_beating_instrument_at_the_wrong_speed_is_lost_for_that_reason():
    line = watch("sabot-shoe")
    line.opened("/dev/x", 0)
    line.received(b"\xf0" * 20, 1)
    lost = plain(line.nothing(3 * SECOND))[-1]
    assert isinstance(lost, DeviceLost)
    assert "none are frames" in str(lost.why)


def test_a_loss_is_told_once_whatever_goes_wrong_after_it_and_the_return_counts_the_tries():
    line = watch("lines")
    line.opened("/dev/x", 0)
    assert plain(line.failed("pulled", 60 * SECOND)) == [DeviceLost("sabot", "pulled")]
    for n, why in enumerate(["not there", "not there", "in use"], start=61):
        assert line.failed(why, n * SECOND) == []
    assert (line.status()["why"]["id"], line.status()["tries"]) == ("in use", 3)
    assert plain(line.opened("/dev/x", 70 * SECOND)) == [DeviceFound("sabot", "lines", "/dev/x", tries=3)]
    assert line.status()["tries"] == 0


def test_an_eye_that_starts_and_dies_at_once_makes_one_record_until_it_speaks():
    """Forty seconds of an eye without its packages were 32 losses on record."""
    line = watch("camera")
    told = []
    for n in range(40):
        told += line.opened("picamera", n * SECOND)
        told += line.failed(f"the eye has stopped: {n}", n * SECOND + SECOND // 2)
    assert plain(told) == [DeviceLost("sabot", "the eye has stopped: 0")]
    line.opened("picamera", 41 * SECOND)
    (found,) = plain(line.received(b'{"eye":"beat","state":"fine"}\n', 42 * SECOND))
    assert found == DeviceFound("sabot", "camera", "picamera", tries=39)


def test_a_line_that_opens_and_dies_all_night_does_not_fill_the_journal():
    line = watch("lines")
    told = []
    for n in range(0, 36_000, 5):
        told += line.opened("/dev/x", n * SECOND)
        told += line.nothing((n + 2) * SECOND)
        told += line.failed("pulled", (n + 3) * SECOND)
    assert len(told) == 10  # it holds for 3 s each time: a proof of 4 s is never given
    assert isinstance(plain(told)[-1], DeviceLost)
    line.opened("/dev/x", 40_000 * SECOND)
    (found,) = plain(line.nothing(40_004 * SECOND))
    assert found.tries > 7000


def test_the_return_of_an_unsteady_line_is_told_with_the_first_card_that_it_reads():
    line = watch("angel-eye")
    for n in range(4):
        line.opened("/dev/x", n * SECOND)
        line.failed("pulled", n * SECOND)
    assert line.opened("/dev/x", 5 * SECOND) == []
    found, card = plain(line.received(REPORT, 5 * SECOND + 1))
    assert isinstance(found, DeviceFound)
    assert isinstance(card, CardSeen)


def test_a_line_that_held_for_a_minute_is_told_at_once_when_it_comes_again():
    line = watch("lines")
    for n in range(6):
        line.opened("/dev/x", n)
        line.failed("pulled", n)
    line.opened("/dev/x", 100 * SECOND)
    assert len(line.nothing(130 * SECOND)) == 1
    assert len(line.failed("pulled", 200 * SECOND)) == 1
    assert isinstance(plain(line.opened("/dev/x", 201 * SECOND))[0], DeviceFound)


def test_an_eye_whose_camera_comes_and_goes_is_told_by_the_same_rule():
    line, told = watch("camera"), []
    line.opened("picamera", 0)
    for n in range(200):
        state = "lost" if n % 2 else "fine"
        beat = f'{{"eye":"beat","state":"{state}","why":"no pictures"}}\n'
        told += plain(line.received(beat.encode(), n * SECOND))
    assert [type(each) for each in told] == [DeviceFound, DeviceLost] * 4


def eye_says(state):
    return f'{{"eye":"beat","state":"{state}","why":"no good"}}\n'.encode()


def test_a_camera_that_freezes_after_each_start_is_told_by_the_same_rule():
    line, told = watch("camera"), []
    line.opened("http://camera", 0)
    for n in range(0, 600, 3):
        for second, state in enumerate(("fine", "frozen", "lost")):
            told += plain(line.received(eye_says(state), (n + second) * SECOND))
    assert [type(each) for each in told] == [DeviceFound, DeviceTroubled, DeviceLost] * 5


def test_the_troubles_of_an_unsteady_camera_are_told_with_its_return_as_they_are_then():
    line = watch("camera")
    line.opened("http://camera", 0)
    for n in range(10):
        line.received(eye_says("lost" if n % 2 else "fine"), n * SECOND)
    for n, state in enumerate(("frozen", "fine", "frozen")):
        assert line.received(eye_says(state), 20 * SECOND + n) == []
    found, over, trouble = plain(line.received(eye_says("frozen"), 100 * SECOND))
    assert isinstance(found, DeviceFound)
    assert (over.since_ok, trouble.since_ok, str(trouble.trouble)) == (True, False, "no good")


def test_the_trouble_of_a_line_that_failed_again_is_not_told_with_its_return():
    line = watch("camera")
    for n in range(5):
        line.opened("http://camera", n * SECOND)
        line.received(eye_says("fine"), n * SECOND)
        line.failed("gone", n * SECOND)
    line.opened("http://camera", 10 * SECOND)
    line.received(eye_says("frozen"), 10 * SECOND)
    line.failed("gone", 11 * SECOND)
    line.opened("http://camera", 12 * SECOND)
    line.received(eye_says("fine"), 12 * SECOND)
    assert [type(each) for each in plain(line.nothing(19 * SECOND))] == [DeviceFound]


def test_an_eye_that_starts_without_its_camera_was_never_there():
    line = watch("camera")
    line.opened("picamera", 0)
    lost, fine = (
        f'{{"eye":"beat","state":"{state}","why":"not there"}}\n'.encode() for state in ("lost", "fine")
    )
    assert [in_english(each) for each in plain(line.received(lost, 1))] == [DeviceLost("sabot", "not there")]
    assert line.received(lost, SECOND) == line.nothing(2 * SECOND) == []
    assert [type(each) for each in plain(line.received(fine, 3 * SECOND))] == [DeviceFound]


def test_a_fault_that_ended_with_the_return_is_said_when_the_return_is():
    line = watch("cammegh")
    line.opened("/dev/x", 0)
    for n in range(5):
        line.received(STATUS, n * 20 * SECOND)
        line.nothing((n * 20 + 10) * SECOND)
    assert line.received(STATUS, 100 * SECOND) == []
    found, over = plain(line.received(STATUS, 110 * SECOND))
    assert isinstance(found, DeviceFound)
    assert (type(over), over.since_ok) == (WheelFault, True)


def test_a_wheel_that_falls_silent_again_and_again_has_one_fault_and_one_end_of_it():
    line, told = watch("cammegh"), []
    line.opened("/dev/x", 0)
    for n in range(200):
        told += plain(line.received(STATUS, n * 20 * SECOND))
        told += plain(line.nothing((n * 20 + 10) * SECOND))
    begun = [each for each in told if isinstance(each, WheelFault) and not each.since_ok]
    assert len(begun) == len([each for each in told if isinstance(each, DeviceLost)]) < 8
    line.received(STATUS, 4000 * SECOND)
    told = plain(line.received(STATUS, 4004 * SECOND)) + plain(line.received(STATUS, 4060 * SECOND))
    assert [type(each) for each in told] == [DeviceFound, WheelFault]


def test_the_end_of_a_trouble_waits_for_the_return_once_however_often_it_is_said():
    line = watch("sabot-shoe")
    line.opened("/dev/x", 0)
    for n in range(4):
        line.received(HELLO, n)
        line.failed("pulled", n)
        line.opened("/dev/x", n)
    back = [messages.framed(messages.ReadFailure(messages.PULLED_BACK), sequence=n) for n in (1, 2)]
    assert line.received(HELLO + back[0] + back[1], SECOND) == []
    found, over = plain(line.received(BEAT, 5 * SECOND))
    assert (type(found), type(over)) == (DeviceFound, DeviceTroubled)
    line.failed("pulled", 100 * SECOND)
    line.opened("/dev/x", 200 * SECOND)
    assert [type(each) for each in plain(line.received(BEAT, 200 * SECOND))] == [DeviceFound]


def test_a_silent_line_that_is_closed_has_not_been_tried_in_vain():
    line = watch("sabot-shoe")
    line.opened("/dev/x", 0)
    line.nothing(2 * SECOND)
    line.failed("closed", 3 * SECOND)
    assert line.status()["tries"] == 0
    line.opened("/dev/x", 4 * SECOND)
    line.nothing(7 * SECOND)
    line.failed("closed", 8 * SECOND)
    assert line.status()["tries"] == 1


def test_what_is_wrong_with_a_lost_line_is_no_further_trouble():
    line = watch("angel-eye")
    for n in range(4):
        line.opened("/dev/x", n)
        line.failed("pulled", n)
    line.opened("/dev/x", 5)
    assert line.received(b"\xf0" * 200, 6) == []
    assert isinstance(plain(line.received(b"\xf0" * 200, 30 * SECOND))[-1], DeviceTroubled)


def test_half_a_card_on_a_lost_line_is_said_before_the_loss():
    line = watch("lines")
    line.opened("/dev/x", 0)
    line.received(b"1", 1)
    half, lost = plain(line.failed("pulled", 2))
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


def test_bytes_of_before_the_port_was_opened_again_count_no_longer():
    line = watch("lines")
    line.opened("/dev/x", 0)
    assert line.received(b"x" * 60, SECOND) == []
    line.failed("pulled", 2 * SECOND)
    line.opened("/dev/x", 3 * SECOND)
    assert not [
        each for each in plain(line.received(b"x" * 60, 4 * SECOND)) if isinstance(each, DeviceTroubled)
    ]


def test_sixty_four_bytes_without_a_frame_are_the_wrong_speed_and_sixty_three_are_noise():
    for count, troubles in ((63, 0), (64, 1)):
        line = watch("angel-eye")
        line.opened("/dev/x", 0)
        seen = plain(line.received(b"x" * count, SECOND))
        assert len([each for each in seen if isinstance(each, DeviceTroubled)]) == troubles


# --- one message with several observations


def shaken():
    """A shoe that was restarted, so that its next card says two things: it speaks again, and the card."""
    line = watch("sabot-shoe")
    line.opened("/dev/x", 0)
    line.received(HELLO, SECOND)
    line.received(messages.framed(Hello(1, 8, 1, 0, "sabot-shoe", "SN1", "1")), 2 * SECOND)
    return line


EIGHT = messages.framed(CardRead("8C"), sequence=1)


def test_only_the_last_observation_of_a_message_has_its_mark():
    speaks, card = shaken().received(EIGHT, 3 * SECOND)
    assert (type(speaks.observation), speaks.mark) == (DeviceTroubled, "")
    assert (card.observation, card.mark) == (CardSeen(Card("8", "C")), "8:1:0")


def test_a_table_that_ends_between_the_observations_of_a_message_gets_its_card_again():
    """On record is only that the shoe speaks again; its mark is what the next start knows the shoe by."""
    first, _ = shaken().received(EIGHT, 3 * SECOND)
    info = DRIVERS["sabot-shoe"]
    line = Watch(info, info.made(mark=first.mark), role="sabot", baud=info.baud)
    line.opened("/dev/x", 0)
    line.received(messages.framed(Hello(1, 8, 1, 0, "sabot-shoe", "SN1", "1")), SECOND)
    assert CardSeen(Card("8", "C")) in plain(line.received(EIGHT, 2 * SECOND))


def test_a_table_that_ends_after_the_last_observation_of_a_message_does_not_get_its_card_twice():
    *_, last = shaken().received(EIGHT, 3 * SECOND)
    info = DRIVERS["sabot-shoe"]
    line = Watch(info, info.made(mark=last.mark), role="sabot", baud=info.baud)
    line.opened("/dev/x", 0)
    line.received(messages.framed(Hello(1, 8, 1, 0, "sabot-shoe", "SN1", "1")), SECOND)
    assert line.received(EIGHT, 2 * SECOND) == []


def test_a_wheel_that_rests_is_marked_by_its_number_and_not_by_its_rest():
    """A table that ends between the two asks for the number of the spin, instead of passing over it."""
    line = watch("cammegh")
    line.opened("/dev/x", 0)
    marked = []
    for state, winner in ((2, ""), (3, ""), (4, ""), (5, "17"), (5, "17")):
        status = cammegh_wire.Status(state, "042", winner, 0, 160, False)
        marked += line.received(cammegh_wire.line_of(status), SECOND)
    *_, rest, ball = marked
    assert (ball.observation, ball.mark) == (BallSeen("17"), "042")
    assert rest.observation.phase == "at-rest"
    assert rest.mark == ""
