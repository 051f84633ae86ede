"""A simulated instrument for a program: its process, its port, what happens there, and how to give it
commands."""

from __future__ import annotations

import contextlib
import json
import logging
import queue
import signal
import subprocess
import sys
import threading
from types import TracebackType

log = logging.getLogger(__name__)

STARTS_S = 20.0
"""How long the process may take until it has its port."""

WANTED_ENDS = (0, -signal.SIGINT, -signal.SIGTERM, -signal.SIGHUP)
"""The exit statuses of a process that was asked to end: by a command, or by the signal that closes a whole
table."""

ENDS_S = 1.0
"""How long the process may take to end by itself; then it is killed."""

EVENTS_KEPT = 4000
"""How many events are kept for a program that does not read them."""


class Simulated:
    """A running simulated instrument. `path` is its port, `happened` a queue of what a croupier would see.

    Keywords are the options of the process: `seed=1, baud=0, every=0.1, idle=True, coups="file"`. Raises
    RuntimeError with the process's own words where it does not start.
    """

    def __init__(self, driver: str = "sabot-shoe", **options: object) -> None:
        arguments = [sys.executable, "-m", "sabot.instruments.simulated.process", "--driver", driver]
        for name, value in options.items():
            arguments += [f"--{name}"] if value is True else [f"--{name}", str(value)]
        self.happened: queue.SimpleQueue[dict[str, object]] = queue.SimpleQueue()
        self._path: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._process = subprocess.Popen(
            arguments,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            process_group=0,  # a Ctrl-C at the terminal is for the table, which then ends this process
        )
        self._driver, self._closing = driver, False
        self._ear = threading.Thread(target=self._listen, name=f"simulated {driver}", daemon=True)
        self._ear.start()
        try:
            self.path = self._path.get(timeout=STARTS_S)
        except queue.Empty:
            self._ended()
            raise RuntimeError(f"the simulated {driver} did not start in {STARTS_S:g} s") from None
        if not self.path:
            words = self._ended()
            raise RuntimeError(f"the simulated {driver} did not start: {words}")

    def tell(self, command: dict[str, object]) -> None:
        """Give it a command: `{"do": "pull", "seconds": 1}`. Nothing happens once it has ended."""
        try:
            assert self._process.stdin is not None
            self._process.stdin.write(json.dumps(command) + "\n")
            self._process.stdin.flush()
        except (BrokenPipeError, ValueError):
            return

    def close(self) -> None:
        """End the process; its port goes with it."""
        self._ended()

    def __enter__(self) -> Simulated:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _listen(self) -> None:
        assert self._process.stdout is not None
        has_begun = False
        for line in self._process.stdout:
            event = json.loads(line)
            if "path" in event:
                has_begun = True
                self._path.put(event["path"])
            else:
                self._happen(event)
        self._path.put("")
        if has_begun and not self._closing and self._process.wait() not in WANTED_ENDS:
            self._say_ended()

    def _say_ended(self) -> None:
        """Reports that it ended without being asked to, with its own last words."""
        assert self._process.stderr is not None
        words = self._process.stderr.read().strip().rpartition("\n")[2]
        why = words or f"status {self._process.returncode}"
        log.error("the simulated %s has ended (%s): close the table and start it again", self._driver, why)
        self._happen({"event": "ended", "why": why})

    def _happen(self, event: dict[str, object]) -> None:
        """Keeps the event; if nobody takes them, the oldest are dropped."""
        self.happened.put(event)
        if self.happened.qsize() > EVENTS_KEPT:
            with contextlib.suppress(queue.Empty):
                self.happened.get_nowait()

    def _ended(self) -> str:
        """End the process, leave nothing of it open, and give its last words."""
        process, self._closing = self._process, True
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        with contextlib.suppress(BrokenPipeError):
            process.stdin.close()
        try:
            process.wait(timeout=ENDS_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        self._ear.join(timeout=ENDS_S)
        words = process.stderr.read().strip()
        process.stdout.close()
        process.stderr.close()
        return words.rpartition("\n")[2]
