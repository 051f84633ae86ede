"""A picamera2 for a real eye's process: it stalls for as long as a real one may, where its folder says so.

`tools/stalls.py` puts it before the real one. The camera of number n takes its orders from the folder `n`:
`order.json` names steps and how each goes wrong, once. When it stalls the camera writes `begun.json`: how
often it has stalled, the second (monotonic clock), the number of its process. Pictures after a stall have
another brightness than those before.
"""

from __future__ import annotations

import ctypes
import json
import os
import threading
import time
from pathlib import Path
from typing import Any

import numpy as np

from tests.vision.fake_picamera import Fake

FOLDER = "SABOT_STALLING_CAMERAS"
"""The environment variable that names the folder of all cameras."""

FAILS, IN_TIME, FOR_EVER, LOCKED = "fails", "in time", "for ever", "locked"
"""How a step goes wrong: it raises, which is no stall; it stalls to the end of the limit that it was
given; it never returns, in spite of its limit, and neither does any later step of this process; it never
returns and holds the interpreter's lock, so that no thread of the process runs."""

FRAME_S = 1 / 15
GREY = (100, 140)
"""The brightness of the pictures before the first stall and after it, and so on in turn."""


class Picamera2(Fake):
    """One camera of as many as there are folders."""

    faults: dict[str, Any] = {}  # noqa: RUF012 - as the fake has it: of the class
    done: list[tuple[str, Any]] = []  # noqa: RUF012
    answers = True
    info = [{"Num": number} for number in range(16)]  # noqa: RUF012

    def __init__(self, camera_num: int = 0) -> None:
        self._folder = Path(os.environ[FOLDER]) / str(camera_num)
        super().__init__(camera_num)

    def capture_arrays(self, names: list[str], wait: float) -> Any:
        """A picture that is not still, for a camera's noise never is."""
        time.sleep(FRAME_S)
        _, about = super().capture_arrays(names, wait)
        noise = np.random.default_rng().integers(-2, 3, (480, 640, 3))
        return [(GREY[self._stalls() % 2] + noise).astype(np.uint8)], about

    def _step(self, name: str, given: Any = None, limit_s: float = 0.0) -> None:
        self._take_order()
        if not self.answers:
            threading.Event().wait()
        how = self.faults.pop(name, None)
        if how == FAILS:
            raise RuntimeError("the cable was pulled")
        if how:
            self._stall(how, limit_s)
        super()._step(name, given, limit_s)

    def _take_order(self) -> None:
        order = self._folder / "order.json"
        if order.exists():
            self.faults.update(json.loads(order.read_bytes()))
            order.unlink()

    def _stall(self, how: str, limit_s: float) -> None:
        begun = self._folder / "begun.new"
        told = {"number": self._stalls() + 1, "pid": os.getpid(), "at_s": time.monotonic()}
        begun.write_text(json.dumps(told))
        begun.rename(self._folder / "begun.json")
        if how == LOCKED:
            ctypes.PyDLL(None).pause()  # a PyDLL keeps the interpreter's lock
        if how == FOR_EVER:
            type(self).answers = False
            threading.Event().wait()
        type(self).stalled = True
        time.sleep(limit_s)
        raise TimeoutError

    def _stalls(self) -> int:
        """How many stalls there have been; this may be a new process after some."""
        begun = self._folder / "begun.json"
        return int(json.loads(begun.read_bytes())["number"]) if begun.exists() else 0
