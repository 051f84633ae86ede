"""The reader on real ports: a pseudo-terminal for every driver, pulled cables, serial servers, recordings."""

import os
import queue
import socket
import termios
from concurrent.futures import Future
from pathlib import Path

import pytest
import serial

from sabot.core.cards import DECK, Card
from sabot.core.observations import CardSeen, DeviceFound, DeviceLost, Perceived
from sabot.instruments.contract import PortSettings
from sabot.instruments.line import link, losses, messages
from sabot.instruments.line.messages import Acknowledgement, CardRead, Hello, Identify
from sabot.instruments.line.port import Clock, Reader, explained
from sabot.instruments.line.watch import Watch
from sabot.instruments.registry import DRIVERS
from sabot.instruments.shoes import angel_eye_wire
from sabot.instruments.simulated.voices import VOICES
from tests.controller.instruments.rig import Rig, Server, threads
from tests.said import in_english

PLACE = {"angel-eye": "punto"}
LOCK = b"\x02OPLK02\x031B"
"""A command of the Angel Eye: that its owner locks it."""

HELLO = messages.framed(Hello(1, 7, 1, 0, "sabot-shoe", "SN1", "1"))


@pytest.fixture
def rigs(tmp_path):
    made = []

    def rig(driver, **more):
        made.append(Rig(driver, tmp_path, **more))
        return made[-1]

    yield rig
    for each in made:
        each.close()
    assert not threads()


def replug(rig):
    rig.cable.pull()
    lost = rig.until(DeviceLost)
    rig.cable.plug()
    return lost


def greet(rig, voice, driver):
    """Our shoe says hello when it is asked; the others have nothing to say."""
    while driver == "sabot-shoe":
        if hello := voice.hears(rig.cable.received(), 0):
            rig.put(hello)
            return
        os.sched_yield()


def open_files():
    return len(list(Path("/proc/self/fd").iterdir()))


@pytest.mark.parametrize("driver", sorted(VOICES))
def test_every_card_of_a_pack_goes_through_a_real_terminal(driver, rigs):
    rig, voice = rigs(driver), VOICES[driver]()
    greet(rig, voice, driver)
    rig.until(DeviceFound)
    for n, card in enumerate(DECK):
        rig.put(voice.card(card, place="punto", index=1, t_us=n))
        found = rig.until(CardSeen)
        assert found == CardSeen(card, PLACE.get(driver))
        voice.hears(rig.cable.received(), n)


@pytest.mark.parametrize("driver", sorted(VOICES))
def test_twenty_pulled_cables_leave_no_file_and_no_thread_behind(driver, rigs):
    rig, voice = rigs(driver), VOICES[driver]()
    greet(rig, voice, driver)
    rig.until(DeviceFound)
    before, running = open_files(), len(threads())
    for n in range(20):
        replug(rig)
        greet(rig, voice, driver)
        assert rig.until(DeviceFound).where == str(rig.cable.name)
        rig.put(voice.card(DECK[n], place="punto", index=1, t_us=n))
        assert rig.until(CardSeen).card == DECK[n]
        voice.hears(rig.cable.received(), n)
    assert open_files() <= before
    assert len(threads()) == running


def test_the_time_of_both_clocks_is_taken_at_the_port(rigs):
    rig = rigs("lines", clock=Clock(lambda: 11, lambda: 22))
    rig.take()
    rig.put(b"8C\n")
    assert rig.next()[1:3] == (22, 11)


def test_raw_bytes_are_kept_before_they_are_parsed_and_a_full_disk_stops_only_that(rigs):
    kept = []

    def record(data, t_ns):
        kept.append(data)
        if len(kept) > 1:
            raise OSError(28, "No space left on device")

    rig = rigs("lines", record=record)
    rig.take()
    for data in (b"8C\n", b"TH\n", b"KD\n"):
        rig.put(data)
        rig.take()
    assert b"".join(kept).startswith(b"8C\nTH")
    assert b"KD" not in b"".join(kept)


def test_a_commercial_instrument_is_never_sent_anything_unless_the_house_says_so(rigs):
    rig = rigs("angel-eye")
    rig.take()
    assert not rig.reader.send(LOCK)
    rig.put(angel_eye_wire.report(0x31, "C"))
    rig.take()
    assert rig.cable.received() == b""


def test_what_the_house_allows_is_sent(tmp_path):
    rig = Rig("angel-eye", tmp_path, may_send=True)
    rig.until(DeviceFound)
    assert rig.reader.send(LOCK)
    while not (got := rig.cable.received()):
        os.sched_yield()
    rig.close()
    assert got == LOCK


def test_a_command_to_an_instrument_that_is_away_is_not_carried_out_when_it_is_back():
    line, away = Taking(), [True]

    def opened(settings):
        if away:
            raise FileNotFoundError(2, "the eye is away")
        return line, "x"

    settings = PortSettings("camera", "eye://0")
    reader = Reader(settings, lambda perceived: None, opened=opened, present=lambda given: None)
    turns = reader.turns()
    next(turns)
    assert reader.send(b"forget\n") is False
    away.clear()
    while not line.reads:
        next(turns)
    assert reader.send(b"marks\n") is True
    next(turns)
    assert line.taken == [b"marks\n"]


def test_a_command_that_was_still_to_be_sent_when_the_line_was_lost_is_not_sent_later():
    line = Taking()
    reader = Reader(
        PortSettings("camera", "eye://0"),
        lambda perceived: None,
        opened=lambda settings: (line, "x"),
        present=lambda settings: None,
    )
    turns = reader.turns()
    next(turns)
    assert reader.send(b"forget\n") is True
    line.broken = True
    while not line.closed:
        next(turns)
    line.taken.clear()
    line.broken = False
    for _ in range(5):
        next(turns)
    assert (line.closed, line.taken) == (1, [])


class Taking:
    """A line that takes what is sent, unless it is `broken`, and gives nothing."""

    in_waiting = reads = closed = 0
    broken = False

    def __init__(self):
        self.taken = []

    def read(self, size=1):
        self.reads += 1
        return b""

    def write(self, data):
        if self.broken:
            raise OSError(5, "Input/output error")
        self.taken.append(data)
        return len(data)

    def close(self):
        self.closed += 1


def heard(rig, kind):
    """The next message of this kind that the device gets."""
    deframer = link.Deframer()
    while True:
        for frame in deframer.feed(rig.cable.received()):
            if isinstance(message := messages.read(frame), kind):
                return message
        os.sched_yield()


def test_our_shoe_is_asked_who_it_is_and_told_of_its_card_only_when_that_is_on_record(tmp_path):
    receipts = queue.SimpleQueue[tuple[Perceived, Future[int]]]()

    def put(perceived):
        receipt = Future[int]()
        receipts.put((perceived, receipt))
        return receipt

    rig = Rig("sabot-shoe", tmp_path, put=put)
    assert heard(rig, Identify) == Identify()
    rig.put(HELLO + messages.framed(CardRead("8C"), sequence=1))
    perceived, receipt = receipts.get(timeout=60)
    assert isinstance(perceived.observation, DeviceFound)
    receipt.set_result(1)
    perceived, receipt = receipts.get(timeout=60)
    assert perceived.mark == "7:1:0"
    rig.put(messages.framed(messages.Heartbeat(7, 1, 0, 1, 0, 1)))
    assert Acknowledgement(7, 1) not in read_all(rig)
    receipt.set_result(2)
    assert heard(rig, Acknowledgement) == Acknowledgement(7, 1)
    rig.close()


def read_all(rig):
    return [messages.read(frame) for frame in link.Deframer().feed(rig.cable.received())]


def test_a_record_that_failed_is_never_acknowledged():
    def put(perceived):
        receipt = Future[int]()
        receipt.set_exception(OSError("disk"))
        return receipt

    reader = Reader(PortSettings("sabot-shoe", "/dev/none"), put)
    reader.watch.received(HELLO, 0)
    reader._tell(reader.watch.received(messages.framed(CardRead("8C"), sequence=1), 0))
    sent = []

    class Fake:
        in_waiting = 0

        def write(self, data):
            sent.append(data)

    reader._answer(Fake())
    assert Acknowledgement(7, 1) not in [messages.read(each) for each in link.Deframer().feed(b"".join(sent))]


def test_a_message_that_says_nothing_is_acknowledged_too():
    """The shoe keeps a message until it is acknowledged, also one about its gate, which is no observation."""
    reader = Reader(PortSettings("sabot-shoe", "/dev/none"), print)

    class Fake:
        in_waiting, sent = 0, b""
        data = HELLO + messages.framed(messages.Gate(True), sequence=1)

        def read(self, size):
            data, self.data = self.data, b""
            return data

        def write(self, data):
            self.sent += data

    line = Fake()
    reader._look(line)
    reader._look(line)
    assert Acknowledgement(7, 1) in [messages.read(each) for each in link.Deframer().feed(line.sent)]


def test_a_serial_server_on_the_network_is_a_port_like_any_other():
    server, inbox = Server(), queue.SimpleQueue[Perceived]()
    reader = Reader(PortSettings("angel-eye", server.url), inbox.put, retry_s=0.01, steady_s=0)
    reader.start()
    line = server.accepted()
    assert inbox.get(timeout=60).observation == DeviceFound("sabot", "angel-eye", server.url)
    line.sendall(angel_eye_wire.report(0x31, "D", angel_eye_wire.card_data(Card("8", "C"), place=1)) * 3)
    assert inbox.get(timeout=60).observation == CardSeen(Card("8", "C"), "banco")
    line.close()
    assert in_english(inbox.get(timeout=60).observation) == DeviceLost(
        "sabot", "the cable was pulled, or the instrument switched off"
    )
    again = server.accepted()
    assert isinstance(inbox.get(timeout=60).observation, DeviceFound)
    reader.stop()
    again.close()
    server.close()


def test_a_serial_server_that_refuses_is_said_in_words():
    server, inbox = Server(), queue.SimpleQueue[Perceived]()
    server.close()
    reader = Reader(PortSettings("angel-eye", server.url), inbox.put, retry_s=0.01)
    reader.start()
    why = inbox.get(timeout=60).observation.why
    reader.stop()
    assert str(why) == "the serial server refuses the connection"


def test_a_port_that_does_not_exist_is_said_once_and_looked_for_until_it_does(tmp_path):
    rig = Rig("lines", tmp_path)
    rig.until(DeviceFound)
    why = replug(rig).why
    assert why
    rig.until(DeviceFound)
    rig.close()


def paused(tries, *, present=lambda settings: None):
    """The pauses of a reader whose port is never to be had, and what it tells."""
    pauses: list[float] = []
    told: list[Perceived] = []

    def refused(settings):
        raise OSError(16, "busy")

    def wait(seconds):
        pauses.append(seconds)
        if len(pauses) == tries:
            reader._stop.set()

    settings = PortSettings("lines", "/dev/x")
    reader = Reader(settings, told.append, opened=refused, present=present, wait=wait)
    reader.run()
    return pauses, [each.observation for each in told]


def test_a_port_that_cannot_be_opened_is_tried_more_and_more_rarely_and_told_once():
    pauses, told = paused(100)
    assert pauses[:5] == [0.25, 0.5, 0.5, 0.5, 0.5]  # 0.25, then 0.5, 1 and more in looks of half a second
    assert [in_english(each) for each in told] == [DeviceLost("sabot", "/dev/x is in use by another program")]


class Breaking:
    """A line that breaks after that many looks; each look moves the clock on by a second."""

    in_waiting = 0

    def __init__(self, clock, looks):
        self._clock, self._left = clock, looks

    def read(self, size=1):
        self._left -= 1
        self._clock[0] += 1_000_000_000
        if self._left < 0:
            raise RuntimeError("nobody thought of this")
        return b""

    def close(self):
        pass


def broken(looks, *, times):
    """The first wait after each break of a line that held for that many seconds."""
    pauses, now = [], [0]

    def wait(seconds):
        pauses.append(seconds)
        if len(pauses) == times:
            reader._stop.set()

    reader = Reader(
        PortSettings("lines", "/dev/x"),
        lambda seen: None,
        opened=lambda settings: (Breaking(now, looks), "/dev/x"),  # type: ignore[return-value]
        present=lambda settings: None,
        clock=Clock(lambda: now[0], lambda: 0),
        wait=wait,
    )
    reader.run()
    return pauses


def test_a_line_that_breaks_at_once_is_opened_more_and_more_rarely_and_one_that_held_at_once():
    assert broken(0, times=4) == [0.25, 0.5, 0.5, 0.5]  # 0.25, 0.5, 1 in two looks
    assert broken(12, times=4) == [0.25] * 4


def test_a_line_has_held_that_was_found_and_open_for_so_long():
    line = Watch(DRIVERS["lines"], DRIVERS["lines"].made(), role="sabot", baud=0)
    line.opened("/dev/x", 5_000_000_000)
    assert line.has_held(5_000_000_000, 15_000_000_000, for_s=10)
    assert not line.has_held(5_000_000_000, 14_999_999_999, for_s=10)


def test_a_silent_instrument_s_port_that_stays_open_for_long_held_nothing():
    line = Watch(DRIVERS["sabot-shoe"], DRIVERS["sabot-shoe"].made(), role="sabot", baud=0)
    line.opened("/dev/x", 0)
    assert not line.has_held(0, 60_000_000_000, for_s=10)


def test_what_nobody_thought_of_is_logged_once_for_a_loss(caplog):
    broken(0, times=40)
    assert caplog.text.count("reading sabot failed") == 2  # the first return is told, and so is its end


def test_it_is_tried_every_ten_seconds_in_the_end():
    pauses = losses.Pauses()
    assert [pauses.next() for _ in range(8)] == [0.25, 0.5, 1, 2, 4, 8, 10, 10]


def test_a_device_that_comes_is_tried_at_the_next_look_however_rare_the_tries_have_become():
    looks = []

    def present(settings):
        looks.append(settings)
        return None if len(looks) < 200 else "/dev/x"

    pauses, _ = paused(250, present=present)
    assert pauses.count(0.25) == 2


def test_a_cable_that_is_pulled_while_its_port_is_being_opened_is_a_pulled_cable(tmp_path, monkeypatch):
    def pulled(*_):
        monkeypatch.undo()
        raise termios.error(5, "Input/output error")

    monkeypatch.setattr(termios, "tcsetattr", pulled)
    rig = Rig("lines", tmp_path)
    assert str(rig.until(DeviceLost).why) == "the cable was pulled, or the instrument switched off"
    rig.until(DeviceFound)
    rig.close()


def test_a_reader_that_stumbles_over_what_it_read_is_a_lost_line_and_begins_again(tmp_path, monkeypatch):
    rig = Rig("lines", tmp_path)
    rig.until(DeviceFound)

    def stumbling(*_):
        monkeypatch.undo()
        raise RuntimeError("nobody thought of this")

    monkeypatch.setattr(rig.reader.watch.parser, "feed", stumbling)
    rig.put(b"8C\n")
    assert "nobody thought of this" in str(rig.until(DeviceLost).why)
    rig.until(DeviceFound)
    rig.put(b"9C\n")
    assert rig.until(CardSeen).card == Card("9", "C")
    rig.close()


def test_two_readers_cannot_hold_one_port(tmp_path):
    rig = Rig("lines", tmp_path)
    rig.until(DeviceFound)
    inbox = queue.SimpleQueue[Perceived]()
    second = Reader(PortSettings("lines", str(rig.cable.name)), inbox.put, retry_s=0.01)
    second.start()
    assert "in use by another program" in str(inbox.get(timeout=60).observation.why)
    second.stop()
    rig.close()


def behind(cause):
    """An error of pyserial with another behind it."""
    error = serial.SerialException("Could not open port socket://x:1")
    error.__context__ = cause
    return error


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (PermissionError(13, "Permission denied"), "group dialout"),
        (OSError(5, "Input/output error"), "cable was pulled"),
        (FileNotFoundError(2, "no instrument answers to 'usb:X'"), "no instrument answers"),
        (serial.SerialException(2, "could not open port /dev/x: [Errno 2]"), "/dev/x is not there"),
        (OSError(113, "No route to host"), "cannot be reached"),
        (ValueError("speed=x"), "speed=x"),
        (behind(TimeoutError("timed out")), "the serial server does not answer"),
        (behind(socket.gaierror(-2, "Name or service not known")), "the serial server cannot be reached"),
        (behind(ConnectionRefusedError(111, "refused")), "refuses the connection"),
        (OSError(11, "Resource temporarily unavailable"), "in use by another program"),
        (OSError("Inappropriate ioctl for device"), "is no serial port"),
        (serial.SerialException("device disconnected?"), "the cable was pulled"),
    ],
)
def test_what_goes_wrong_with_a_port_is_said_for_the_person_at_the_table(error, words):
    assert words in str(explained(error, "/dev/x"))


def test_a_driver_that_does_not_exist_is_refused_naming_those_that_do():
    named = "angel-eye, bee-tek, camera, cammegh, keyboard, lines, sabot-shoe, sabot-wheel"
    with pytest.raises(ValueError, match=named):
        Reader(PortSettings("abacus", "/dev/x"), print)


def test_every_driver_has_a_voice_of_its_own():
    assert set(VOICES) <= set(DRIVERS)
