"""Requests to a command: signals are noticed in any thread, and a table that closes is watched."""

from __future__ import annotations

import gc
import logging
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator

import click
import pytest

from sabot.cli.asked import STUCK_STATUS, Asked, Closing, EndSignal, heeding, passing_over_lost
from sabot.cli.guard import guarded

LONGEST_S = 60.0


@pytest.fixture
def asked() -> Iterator[Asked]:
    made = Asked(watch=unwatched)
    unheard = threading.Timer(LONGEST_S, made.to_renew)  # a test that fails does not hang
    unheard.start()
    yield made
    unheard.cancel()
    unheard.join()
    made.close()


def unwatched(_: socket.socket) -> threading.Thread:
    """In place of the watch over a closing table, which would end the process of the tests."""
    return threading.Thread()


def wait_until(true: Callable[[], bool]) -> None:
    given_up_s = time.monotonic() + LONGEST_S
    while not true():
        assert time.monotonic() < given_up_s
        time.sleep(0.001)


def to_another_thread(number: int, asked: Asked) -> None:
    """The kernel hands the signal to a thread that is not the main one, as soon as the main thread waits."""
    wait_until(lambda: not asked._opening)
    signal.pthread_kill(threading.get_ident(), number)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_a_signal_that_another_thread_gets_is_heard(asked, number):
    threading.Thread(target=to_another_thread, args=(number, asked)).start()
    assert asked.wait() is True
    assert asked.ended is True


def test_a_further_signal_does_not_interrupt_the_cleaning_up():
    before, cleaned = signal.getsignal(signal.SIGTERM), False
    with pytest.raises(EndSignal) as told, heeding():
        try:
            signal.raise_signal(signal.SIGTERM)
        finally:
            for number in (signal.SIGHUP, signal.SIGTERM):
                signal.raise_signal(number)
            cleaned = True
    assert cleaned
    assert told.value.number == signal.SIGTERM
    assert signal.getsignal(signal.SIGTERM) == before


@pytest.fixture
def open_once(asked) -> Asked:
    """One whose table was open, and closes to be opened again: a signal raises nothing."""
    asked.to_renew()
    assert asked.wait() is False
    return asked


def test_a_signal_that_comes_before_the_wait_is_heard_too(open_once):
    os.kill(os.getpid(), signal.SIGTERM)
    assert open_once.wait() is True


def test_a_table_is_opened_again_when_the_set_up_asks_from_another_thread(asked):
    threading.Thread(target=asked.to_renew).start()
    assert asked.wait() is False
    assert asked.ended is False


def test_a_table_asked_to_open_again_a_million_times_wakes_once(asked):
    for _ in range(100_000):
        asked.to_renew()
    assert asked.wait() is False


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_a_signal_ends_the_opening_at_once(asked, number):
    asked.opens()
    with pytest.raises(EndSignal) as told:
        os.kill(os.getpid(), number)
        asked.wait()
    assert told.value.number == number


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_further_signal_does_not_interrupt_the_closing_of_what_was_opened_so_far(number):
    heard: list[bytes] = []
    asked = Asked(watch=lambda ear: threading.Thread(target=lambda: heard.append(ear.recv(1))))
    with pytest.raises(EndSignal):
        os.kill(os.getpid(), number)
    assert (asked.ended, heard) == (True, [])  # the watch does not take the first for a further one
    os.kill(os.getpid(), number)
    wait_until(lambda: heard == [bytes([number])])
    asked.close()


def test_a_signal_that_comes_while_the_table_closes_to_be_opened_again_is_not_lost(open_once):
    os.kill(os.getpid(), signal.SIGINT)
    with pytest.raises(EndSignal) as told:
        open_once.opens()
    assert told.value.number == signal.SIGINT


def test_the_signals_are_as_before_after_a_table_that_was_not_asked_to_end():
    before = [signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)]
    with Asked():
        assert signal.getsignal(signal.SIGTERM) != before[0]
    assert before == [signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)]
    assert signal.set_wakeup_fd(-1) == -1


def test_a_process_that_ends_does_not_die_of_a_signal_in_its_last_moments(open_once):
    with open_once:
        os.kill(os.getpid(), signal.SIGTERM)
        assert open_once.wait() is True
    os.kill(os.getpid(), signal.SIGTERM)  # nobody waits for it any more, and it kills nobody


@pytest.fixture
def nohup() -> Iterator[None]:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    yield
    signal.signal(signal.SIGHUP, before)


def test_a_terminal_that_goes_away_is_no_reason_to_end_where_nohup_said_so(nohup):
    with Asked():
        os.kill(os.getpid(), signal.SIGHUP)
    with heeding():
        os.kill(os.getpid(), signal.SIGHUP)


# --- any command


def told_while_it_works(number: int, swept: list[str]) -> int:
    @click.command()
    def works() -> None:
        try:
            os.kill(os.getpid(), number)
            threading.Event().wait(LONGEST_S)
        finally:
            swept.append("its folder")

    return guarded(works, [])


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_a_command_that_is_told_to_end_cleans_up_and_ends_with_the_status_of_the_signal(number, capsys):
    swept: list[str] = []
    assert told_while_it_works(number, swept) == 128 + number
    assert swept == ["its folder"]
    assert signal.getsignal(signal.SIGTERM) == signal.SIG_DFL


def test_a_command_in_another_thread_leaves_the_signals_alone():
    found: list[object] = []

    def look() -> None:
        with heeding():
            found.append(signal.getsignal(signal.SIGTERM))

    thread = threading.Thread(target=look)
    thread.start()
    thread.join(LONGEST_S)
    assert found == [signal.getsignal(signal.SIGTERM)]


# --- while it closes


class Watched:
    """A closing that is watched; what the process would have ended with."""

    def __init__(self, limit_s: float) -> None:
        ear, self.bell = socket.socketpair()
        self.ear, self.status, self.over = ear, -1, threading.Event()
        self.closing = Closing(ear, limit_s=limit_s, end=self._end)
        self.closing.start()

    def _end(self, status: int) -> None:
        self.status = status
        self.over.set()

    def close(self) -> None:
        self.closing.join(LONGEST_S)
        self.ear.close()
        self.bell.close()


def test_a_second_ctrl_c_ends_a_table_that_closes_at_once(caplog):
    watched = Watched(limit_s=LONGEST_S)
    watched.bell.send(bytes([signal.SIGTERM]))  # once more, by the system: the table closes already
    watched.bell.send(bytes([signal.SIGINT]))
    assert watched.over.wait(LONGEST_S)
    assert watched.status == 128 + signal.SIGINT
    assert "ended at once; what is on record is safe" in caplog.text
    watched.close()


def test_a_table_that_does_not_close_ends_in_time_and_says_what_held_it_up(caplog):
    held = threading.Event()
    stuck = threading.Thread(target=held.wait, args=(LONGEST_S,), name="reader camera")
    stuck.start()
    watched = Watched(limit_s=0.05)
    watched.bell.send(bytes([signal.SIGTERM]))
    assert watched.over.wait(LONGEST_S)
    held.set()
    stuck.join()
    assert watched.status == STUCK_STATUS
    assert "reader camera" in caplog.text
    assert "what is on record is safe" in caplog.text
    watched.close()


class Callback:
    """What Python lets go of, and which raises as it does."""

    def __init__(self, error: BaseException) -> None:
        self.error = error

    def __del__(self) -> None:
        raise self.error


@pytest.mark.parametrize("error", [EndSignal(signal.SIGTERM), KeyboardInterrupt()], ids=["told", "Ctrl-C"])
def test_a_signal_that_comes_where_python_works_for_itself_prints_no_traceback(
    error: BaseException, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    printed = list[object]()
    monkeypatch.setattr(sys, "unraisablehook", lambda lost: printed.append(lost.exc_value))
    caplog.set_level(logging.INFO)
    with passing_over_lost():
        Callback(error)
        Callback(ValueError("another"))
        gc.collect()
    assert [str(each) for each in printed] == ["another"]
    assert "a signal came where nothing can be raised" in caplog.text
    Callback(error)
    gc.collect()
    assert printed[-1] is error
