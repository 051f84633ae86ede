"""The eye's process as a port (controller/sabot/instruments/camera/eye.py): silent, dead, deaf, and back each
time."""

from __future__ import annotations

import os
import queue
import signal
import threading
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from sabot.core.observations import DeviceFound, DeviceLost, Perceived
from sabot.instruments.camera import eye
from sabot.instruments.camera.eye import Line
from sabot.instruments.contract import PortSettings
from sabot.instruments.line.port import Reader

STALLING = "tests.controller.instruments.stalling_eye"
ADDRESS = "rtsp://me:secret@10.0.0.7:554/live?pwd=secret"

pytestmark = pytest.mark.process


def stalling(how: str, *, beats: int = 3, **limits: Any) -> Line:
    return Line({"source": how, "beats": beats}, module=STALLING, **limits)


def heard(line: Line, beats: int) -> None:
    """Read until the line has beaten so often."""
    seen = b""
    while seen.count(b"\n") < beats:
        seen += line.read(1) + line.read(line.in_waiting)


def until_it_ends(line: Line) -> str:
    with pytest.raises(OSError) as raised:
        while True:
            line.read(eye.READ_BYTES_MOST)
    return str(raised.value)


def is_there(pid: int) -> bool:
    return Path(f"/proc/{pid}").exists()


@pytest.fixture
def hanging() -> Iterator[Line]:
    line = stalling("does not end")
    heard(line, 3)
    yield line
    line.close()


def test_an_eye_that_falls_silent_is_killed_and_said_to_hang(hanging: Line):
    clock = iter([10.0, 10.0, 13.4, 13.6])
    hanging._heard_s, hanging._now = 10.0, lambda: next(clock)
    hanging._limit_s = eye.SILENT_S
    assert hanging.read(1) == hanging.read(1) == hanging.read(1) == b""
    assert until_it_ends(hanging) == "the eye hangs: nothing was heard of it for 3.5 s; it is started again"
    assert hanging._process.wait(60) == -signal.SIGKILL
    hanging.close()
    assert not is_there(hanging.pid)


def test_an_eye_may_take_longer_to_its_first_beat_than_between_two():
    line = stalling("hangs at once", starts_s=0.3, silent_s=0.1)
    begun_s = time.monotonic()
    assert "nothing was heard of it for 0.3 s" in until_it_ends(line)
    assert time.monotonic() - begun_s >= 0.3
    line.close()
    line = stalling("hangs", starts_s=60.0, silent_s=0.1)
    assert "nothing was heard of it for 0.1 s" in until_it_ends(line)
    line.close()


def test_an_eye_that_does_not_end_when_its_input_does_is_killed(hanging: Line, monkeypatch: Any):
    monkeypatch.setattr(eye, "END_LIMIT_S", 0.05)
    begun_s = time.monotonic()
    hanging.close()
    assert time.monotonic() - begun_s < 30
    assert not is_there(hanging.pid)


def test_an_eye_that_takes_no_commands_holds_nobody_up(hanging: Line):
    with pytest.raises(OSError, match="it takes no commands; it is started again"):
        for _ in range(100):
            hanging.write(b"x" * 4096)


def test_what_an_eye_said_last_is_told_without_a_password():
    line = stalling("dies")
    assert until_it_ends(line) == (
        "the eye has stopped: rtsp://10.0.0.7/live: no route to host; it is started again"
    )
    line.close()


def test_the_password_of_a_camera_is_no_argument_of_its_process(hanging: Line):
    told = eye.opened(PortSettings("camera", "eye://rtsp://10.0.0.7", "camera", options={"source": ADDRESS}))
    line, where = told
    assert where == "rtsp://10.0.0.7"
    assert b"secret" not in Path(f"/proc/{line.pid}/cmdline").read_bytes()
    line.close()


def test_the_process_of_an_eye_divides_no_work_among_the_cores_of_the_table(hanging: Line):
    """Busy cores make the threads of NumPy's library wait for each other."""
    given = Path(f"/proc/{hanging.pid}/environ").read_text().split("\0")
    assert {"OPENBLAS_NUM_THREADS=1", "OMP_NUM_THREADS=1"} <= {*given}


@pytest.mark.slow
def test_an_eye_that_hangs_is_back_each_time():
    """With short limits; the reader is the one of every table."""
    told: queue.SimpleQueue[Perceived] = queue.SimpleQueue()
    times = 100 if os.environ.get("SABOT_SOAK") else 30
    opened = partial(stalling, "hangs", beats=1, starts_s=30.0, silent_s=0.02)
    reader = Reader(
        PortSettings("camera", "eye://hangs", "camera"),
        told.put,
        opened=lambda settings: (opened(), "hangs"),
        retry_s=0.001,
        steady_s=0.0,
    )
    threads = threading.active_count()
    reader.start()
    seen: list[Any] = []
    while sum(isinstance(each, DeviceFound) for each in seen) <= times:
        seen.append(told.get(timeout=60).observation)
    reader.stop()
    losses = [str(each.why) for each in seen if isinstance(each, DeviceLost)]
    assert len(losses) >= times
    assert {*losses} == {"the eye hangs: nothing was heard of it for 0.02 s; it is started again"}
    assert threading.active_count() == threads
    assert not any(b"stalling_eye" in command for command in commands())


def commands() -> Iterator[bytes]:
    """The command of every child of this process."""
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            parent = folder.joinpath("stat").read_text().rpartition(")")[2].split()[1]
            if int(parent) == os.getpid():
                yield folder.joinpath("cmdline").read_bytes()
        except OSError:
            continue
