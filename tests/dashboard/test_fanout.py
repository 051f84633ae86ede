"""One thread for each kind of screen: whole pictures to all, nobody waited for, the croupier first."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest

from sabot.core.reasons import Reason, as_dict
from sabot.live.feed import Feed, Update
from sabot_dashboard import Screens, create_app
from sabot_dashboard.fanout import Fanout, Listener
from sabot_dashboard.server import GoneError, Server
from sabot_dashboard.stream import Frames


class Wire:
    """A line that a test holds: it takes, is busy, or has hung up."""

    def __init__(self, name: str = "", log: list[str] | None = None) -> None:
        self.name, self.log = name, log if log is not None else []
        self.took: list[bytes] = []
        self.busy = self.gone = self.ended = False
        self.changed = threading.Condition()

    def send(self, data: bytes) -> bool:
        with self.changed:
            if self.gone:
                raise GoneError
            if not self.busy:
                self.took.append(data)
                self.log.append(self.name)
                self.changed.notify_all()
            return not self.busy

    def end(self) -> None:
        with self.changed:
            self.ended = True
            self.changed.notify_all()

    def until(self, met: Callable[[Wire], object]) -> None:
        with self.changed:
            assert self.changed.wait_for(lambda: met(self), 60)


def pictures(wire: Wire) -> list[bytes]:
    return [each.split(b"\n")[0] for each in wire.took if each.startswith(b"id:")]


@pytest.fixture
def feed() -> Iterator[Feed]:
    made = Feed()
    yield made
    made.close()


def frames() -> Frames:
    return Frames(dict.fromkeys(("croupier", "display"), lambda view, events: {**view}))


def test_a_line_has_the_newest_picture_at_once_and_every_one_after_it(feed: Feed) -> None:
    fanout, first, second = Fanout(feed, frames(), "display"), Wire(), Wire()
    feed.publish(7, {"coup": 7})
    for wire in (first, second):
        fanout.join(wire, gone=int)
        assert pictures(wire) == [b"id: 7"]
    feed.publish(8, {"coup": 8})
    for wire in (first, second):
        wire.until(lambda wire: pictures(wire) == [b"id: 7", b"id: 8"])
    feed.close()
    fanout.wait()
    assert first.ended
    assert second.ended


def test_who_waits_for_the_end_goes_on_when_every_line_is_ended_and_not_before(feed: Feed) -> None:
    """Or the server would hang up under a line that is just being ended."""
    log: list[str] = []
    fanout = Fanout(feed, frames(), "display")

    def goes_on() -> None:
        fanout.wait()
        log.append("goes on")

    class Last(Wire):
        def end(self) -> None:
            self.waiting = threading.Thread(target=goes_on)
            self.waiting.start()
            self.waiting.join(0.2)
            log.append("ended")

    wire = Last()
    fanout.join(wire, gone=int)
    feed.publish(7, {"coup": 7})
    wire.until(pictures)
    feed.close()
    fanout.wait()
    wire.waiting.join(60)
    assert log == ["ended", "goes on"]


def test_a_thread_that_is_only_made_is_waited_for_all_the_same(feed: Feed, monkeypatch: Any) -> None:
    """The first screen may come in the very moment in which the table closes."""
    made, may_start, done = threading.Event(), threading.Event(), threading.Event()
    start = threading.Thread.start

    def slowly(thread: threading.Thread) -> None:
        if thread.name == "display":
            made.set()
            assert may_start.wait(60)
        start(thread)

    fanout, wire = Fanout(feed, frames(), "display"), Wire()
    monkeypatch.setattr(threading.Thread, "start", slowly)
    joins = threading.Thread(target=fanout.join, args=(wire,), kwargs={"gone": int})

    def waiting() -> None:
        fanout.wait()
        done.set()

    waits = threading.Thread(target=waiting)
    joins.start()
    assert made.wait(60)
    feed.close()
    waits.start()
    may_start.set()
    for each in (joins, waits):
        each.join(60)
    assert done.is_set()
    assert wire.ended


def test_a_line_that_is_busy_holds_nobody_up_and_gets_the_newest_at_the_next_beat(
    feed: Feed, monkeypatch: Any
) -> None:
    monkeypatch.setattr("sabot_dashboard.stream.HEARTBEAT_S", 0.01)
    fanout, slow, quick = Fanout(feed, frames(), "display"), Wire(), Wire()
    slow.busy = True
    for wire in (slow, quick):
        fanout.join(wire, gone=int)
    for number in (1, 2, 3):
        feed.publish(number, {"coup": number})
    quick.until(lambda wire: b"id: 3" in pictures(wire))
    assert slow.took == []
    slow.busy = False
    slow.until(lambda wire: pictures(wire) == [b"id: 3"])


def test_one_who_hung_up_is_forgotten_once(feed: Feed) -> None:
    fanout, lost, here, gone = Fanout(feed, frames(), "display"), Wire(), Wire(), []
    fanout.join(lost, gone=lambda: gone.append(1))
    fanout.join(here, gone=lambda: gone.append(2))
    lost.gone = True
    for number in (1, 2):
        feed.publish(number, {"coup": number})
    here.until(lambda wire: len(pictures(wire)) == 2)
    assert gone == [1]


def test_an_older_picture_is_never_shown_after_a_newer_one() -> None:
    """A line that just joined has the newest; what waits in its queue is older."""
    wire = Wire()
    listener = Listener(wire, int)
    for seq in (7, 6, 8):
        assert listener.show(Update(seq, {"coup": seq}, ()), b"%d" % seq)
    assert wire.took == [b"7", b"8"]


def test_a_change_that_is_not_on_record_is_shown_under_the_same_number_and_once() -> None:
    """The journal halts: no record is added, and the screens say so nevertheless."""
    wire, halted = Wire(), Update(7, {"halted": as_dict(Reason("the disk is full"))}, ())
    listener = Listener(wire, int)
    for update, data in ((Update(7, {"halted": None}, ()), b"runs"), (halted, b"halted"), (halted, b"again")):
        assert listener.show(update, data)
    assert wire.took == [b"runs", b"halted"]


def test_a_line_that_joins_before_the_table_is_open_hears_heartbeats_and_no_picture(
    feed: Feed, monkeypatch: Any
) -> None:
    monkeypatch.setattr("sabot_dashboard.stream.HEARTBEAT_S", 0.01)
    fanout, wire = Fanout(feed, frames(), "display"), Wire()
    fanout.join(wire, gone=int)
    wire.until(lambda wire: len(wire.took) >= 2)
    assert all(each.startswith(b"event: alive") for each in wire.took)


def test_the_very_first_record_is_a_picture_too_and_one_view_is_shown_once() -> None:
    wire = Wire()
    listener, first = Listener(wire, int), Update(0, {"coup": 0}, ())
    for _ in range(2):
        assert listener.show(first, b"first")
    assert wire.took == [b"first"]


def test_a_line_that_missed_a_picture_is_late_until_it_has_one() -> None:
    wire = Wire()
    listener, picture = Listener(wire, int), Update(1, {"coup": 1}, ())
    assert not listener.is_late
    wire.busy = True
    assert listener.show(picture, b"1")
    assert listener.is_late
    wire.busy = False
    assert listener.show(picture, b"1")
    assert not listener.is_late
    assert wire.took == [b"1"]


@pytest.mark.parametrize("heard", ["show", "beat"])
def test_a_line_that_hung_up_is_told_from_one_that_is_busy(heard: str) -> None:
    wire = Wire()
    listener = Listener(wire, int)

    def goes_on() -> bool:
        if heard == "beat":
            return listener.beat(b"alive")
        return listener.show(Update(1, {"coup": 1}, ()), b"1")

    wire.busy = True
    assert goes_on()
    wire.gone = True
    assert not goes_on()


def test_a_kind_of_screen_has_one_thread_that_keeps_no_program_from_ending(feed: Feed) -> None:
    fanout = Fanout(feed, frames(), "display")
    fanout.wait()
    before = {*threading.enumerate()}
    for _ in range(2):
        fanout.join(Wire(), gone=int)
    (thread,) = {*threading.enumerate()} - before
    assert (thread.name, thread.daemon) == ("display", True)


def test_the_end_is_waited_for_ten_seconds_at_most(feed: Feed) -> None:
    fanout, waited_s = Fanout(feed, frames(), "display"), list[float]()

    class Hangs:
        def join(self, timeout: float) -> None:
            waited_s.append(timeout)

    fanout._thread = Hangs()  # type: ignore[assignment]
    fanout.wait()
    assert waited_s == [10]


def test_a_display_waits_a_tenth_of_a_second_at_most_for_the_croupier(feed: Feed, monkeypatch: Any) -> None:
    waited_s: list[float] = []
    fanout = Fanout(feed, frames(), "croupier")
    monkeypatch.setattr(fanout._serves, "wait_for", lambda met, limit_s: waited_s.append(limit_s))
    fanout.until_served(1)
    assert waited_s == [0.1]


class SlowWire(Wire):
    """The croupier's line: a picture takes until a display waits for it, or has been shown it first."""

    def __init__(self, log: list[str]) -> None:
        super().__init__("croupier", log)
        self.goes_on = threading.Event()

    def send(self, data: bytes) -> bool:
        assert self.goes_on.wait(60)
        return super().send(data)


class Display(Wire):
    """A display: what it is shown ends the croupier's wait."""

    def __init__(self, log: list[str], croupier: SlowWire) -> None:
        super().__init__("display", log)
        self.croupier = croupier

    def send(self, data: bytes) -> bool:
        goes_on = self.croupier.goes_on
        sent = super().send(data)
        goes_on.set()
        return sent


class Watched(Fanout):
    """The croupier's screens, which say when a display waits for them."""

    croupier: SlowWire

    def until_served(self, seq: int) -> None:
        self.croupier.goes_on.set()
        super().until_served(seq)


def has(count: int) -> Callable[[Wire], bool]:
    """Whether a wire took this number of pictures."""
    return lambda wire: len(pictures(wire)) == count


def croupier_and_display(feed: Feed) -> tuple[SlowWire, Display, list[str]]:
    log: list[str] = []
    croupier = SlowWire(log)
    working = Watched(feed, frames(), "croupier")
    working.croupier = croupier
    display = Display(log, croupier)
    working.join(croupier, gone=int)
    Fanout(feed, frames(), "display", before=working).join(display, gone=int)
    return croupier, display, log


def test_the_croupier_has_each_picture_before_any_display(feed: Feed, monkeypatch: Any) -> None:
    monkeypatch.setattr(
        "sabot_dashboard.stream.HEARTBEAT_S", 3600
    )  # pictures alone, however slow the machine
    monkeypatch.setattr("sabot_dashboard.fanout.PATIENCE_S", 3600)
    croupier, display, log = croupier_and_display(feed)
    for number in (1, 2, 3):
        croupier.goes_on = threading.Event()
        log.clear()
        feed.publish(number, {"coup": number})
        for wire in (croupier, display):
            wire.until(has(number))
        assert log == ["croupier", "display"]


def test_a_croupiers_page_that_takes_long_holds_no_display_up(feed: Feed, monkeypatch: Any) -> None:
    monkeypatch.setattr("sabot_dashboard.stream.HEARTBEAT_S", 3600)
    monkeypatch.setattr("sabot_dashboard.fanout.PATIENCE_S", 0)
    monkeypatch.setattr(Watched, "until_served", Fanout.until_served)
    croupier, display, log = croupier_and_display(feed)
    feed.publish(1, {"coup": 1})
    for wire in (display, croupier):
        wire.until(pictures)
    assert log == ["display", "croupier"]


class Inbox:
    """Nobody presses anything here."""


@pytest.fixture
def served(feed: Feed) -> Iterator[Server]:
    feed.publish(1, {})
    app = create_app(feed, Inbox(), Screens(streams=6))  # type: ignore[arg-type]
    server = Server(app, host="127.0.0.1", port=0, threads=2)
    yield server
    feed.close()
    server.close()


def asked(parts: ExitStack, server: Server, path: str, version: str = "1.1") -> socket.socket:
    host, port = server.address.removeprefix("http://").split(":")
    made = parts.enter_context(socket.create_connection((host, int(port)), 60))
    made.sendall(f"GET {path} HTTP/{version}\r\nHost: {host}:{port}\r\n\r\n".encode())
    return made


def heard(line: socket.socket, until: bytes) -> bytes:
    told = b""
    while until not in told:
        more = line.recv(4096)
        assert more, told
        told += more
    return told


def test_more_streams_than_threads_are_open_and_a_page_is_still_served(feed: Feed, served: Server) -> None:
    with ExitStack() as parts:
        lines = [asked(parts, served, "/events?for=display") for _ in range(6)]
        for line in lines:
            heard(line, b"retry: 1000")
        assert heard(asked(parts, served, "/events"), b"\r\n").startswith(b"HTTP/1.1 503")
        assert heard(asked(parts, served, "/display"), b"\r\n").startswith(b"HTTP/1.1 200")
        feed.close()
        served.close()
        for line in lines:
            heard(line, b"\r\n0\r\n\r\n")


def test_the_place_of_one_who_hung_up_is_free_as_soon_as_somebody_writes_to_them(
    feed: Feed, served: Server
) -> None:
    with ExitStack() as parts:
        for _ in range(6):
            heard(asked(parts, served, "/events"), b"retry: 1000")
    number = 2
    while True:
        feed.publish(number := number + 1, {})
        with ExitStack() as parts:
            if heard(asked(parts, served, "/events"), b"\r\n").startswith(b"HTTP/1.1 200"):
                break


def test_a_browser_of_old_gets_the_stream_as_it_is(feed: Feed, served: Server) -> None:
    with ExitStack() as parts:
        told = heard(asked(parts, served, "/events", version="1.0"), b"silent_s")
        assert b"\r\n\r\nretry: 1000\n\nevent: alive\ndata:" in told
