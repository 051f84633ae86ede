"""The word to systemd: ready once the table is open, fed while the loop turns, silent when it stands.

The protocol is that of sd_notify(3): one datagram of lines at the socket that $NOTIFY_SOCKET names.
"""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys

import pytest

from sabot.live.feed import Feed
from sabot.system.service.notifying import REOPENING_S, TURNING, Heart, Notifier

NS = 1_000_000_000


@pytest.fixture
def systemd(tmp_path):
    """The other end of the line."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as ear:
        ear.bind(str(tmp_path / "notify"))
        ear.settimeout(60)
        yield ear


def environment(ear: socket.socket, watchdog_s: float | None = 0.3) -> dict[str, str]:
    watched = {} if watchdog_s is None else {"WATCHDOG_USEC": str(round(watchdog_s * 1e6))}
    return {"NOTIFY_SOCKET": ear.getsockname(), **watched}


@pytest.mark.process
def test_an_open_table_says_that_it_is_ready_then_that_it_turns_and_at_last_that_it_ends(systemd, tmp_path):
    table = tmp_path / "table.toml"
    table.write_text("[dashboard]\nport = 0\n[simulation]\nseconds_per_card = 60\n")
    command = [sys.executable, "-m", "sabot.cli", "run", "--config", str(table)]
    given = os.environ | environment(systemd) | {"XDG_STATE_HOME": str(tmp_path)}
    with subprocess.Popen(command, env=given, stdout=subprocess.PIPE) as process:
        try:
            first = systemd.recv(4096).decode().splitlines()
            assert first[0] == "READY=1"
            assert first[1].startswith("STATUS=http://127.0.0.1:")
            assert [systemd.recv(4096) for _ in range(3)] == [b"WATCHDOG=1"] * 3
            process.send_signal(signal.SIGTERM)
            assert any(systemd.recv(4096) == b"STOPPING=1" for _ in range(1000))
            assert process.wait(timeout=60) == 0
        finally:
            process.kill()


def test_a_loop_that_stands_feeds_nobody_and_one_that_turns_again_does(systemd):
    now_ns = 0
    feed = Feed(monotonic_ns=lambda: now_ns)
    heart = Heart(Notifier(environment(systemd)))
    with heart.following(feed):
        assert heart.beat() is True
        assert systemd.recv(64).decode() == TURNING
        now_ns = 6 * NS
        assert heart.beat() is False
        systemd.setblocking(False)
        with pytest.raises(BlockingIOError):
            systemd.recv(64)
        feed.alive()
        assert heart.beat() is True
        assert systemd.recv(64).decode() == TURNING


def test_the_watchdog_is_fed_while_a_table_closes_and_opens_again_but_not_for_ever():
    now_s = 0.0
    heart = Heart(Notifier({}), monotonic_s=lambda: now_s)
    assert heart.beat() is False  # it opens for the first time: it has not said that it is ready
    with heart.following(Feed(monotonic_ns=lambda: round(now_s * NS))):
        now_s = 1000.0
        assert heart.beat() is False
    assert heart.beat() is True
    now_s = 1000.0 + REOPENING_S
    assert heart.beat() is True
    now_s += 6.0
    assert heart.beat() is False


def test_without_systemd_nothing_is_said_and_nothing_fails():
    quiet = Notifier({})
    quiet.say("READY=1")
    assert quiet.watchdog_s is None
    with Heart(quiet) as heart, heart.following(Feed()):
        pass


def test_a_watchdog_that_is_meant_for_another_process_is_not_fed(systemd):
    given = environment(systemd)
    assert Notifier(given).watchdog_s == pytest.approx(0.3)
    assert Notifier(given | {"WATCHDOG_PID": str(os.getpid() + 1)}).watchdog_s is None
    assert Notifier(given | {"WATCHDOG_USEC": "soon"}).watchdog_s is None


def test_a_socket_that_nobody_listens_at_is_logged_and_stops_no_table(tmp_path, caplog):
    Notifier({"NOTIFY_SOCKET": str(tmp_path / "nobody")}).say("READY=1")
    assert "systemd was not told READY=1" in caplog.text


def test_an_abstract_socket_is_reached_by_its_sign(tmp_path):
    name = f"sabot-test-{os.getpid()}"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as ear:
        ear.bind("\0" + name)
        ear.settimeout(60)
        Notifier({"NOTIFY_SOCKET": f"@{name}"}).say("READY=1", "STATUS=open")
        assert ear.recv(64) == b"READY=1\nSTATUS=open"
