"""The table that `tools.kills` kills: it says each act and each receipt. Its croupier has a shoe outside."""

from __future__ import annotations

import os
import random
import sys
import threading
from concurrent.futures import Future
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from sabot.app.assemble import running
from sabot.config import load
from sabot.core.observations import Observation, Perceived, as_dict
from sabot.live.inbox import Inbox
from sabot.simulation.croupier import Croupier
from sabot.simulation.table import is_wheel
from sabot.simulation.wheel_croupier import WheelCroupier

OPEN, ACT, KEPT, TELL = "open", "act", "kept", "tell"
"""What the table says: its address, an act before it is put, a receipt with the number of its record, and a
command for the shoe or the wheel."""


class Mouth:
    """The line to the one who kills; any thread may say something."""

    def __init__(self, line: Connection) -> None:
        self._line, self._lock = line, threading.Lock()

    def say(self, what: str, about: object) -> None:
        """One message, whole or not at all."""
        with self._lock:
            self._line.send((what, about))


class Overheard(Inbox):
    """The inbox of the table as its croupier uses it: what they press, and what was acknowledged, is said."""

    def __init__(self, inbox: Inbox, mouth: Mouth) -> None:
        super().__init__()
        self._inbox, self._mouth = inbox, mouth

    def put(self, observation: Observation | Perceived, *, role: str = "") -> Future[int]:
        """Put it into the inbox of the table."""
        assert not isinstance(observation, Perceived)
        self._mouth.say(ACT, as_dict(observation))
        receipt = self._inbox.put(observation, role=role)
        receipt.add_done_callback(self._kept)
        return receipt

    def _kept(self, receipt: Future[int]) -> None:
        if receipt.exception() is None:
            self._mouth.say(KEPT, receipt.result())


def opened(config: Path, line: Connection, *, words: Path, seed: int, beat_s: float, deals: bool) -> None:
    """The process: a table that is open until it is killed. Its log goes to the file `words`."""
    log = os.open(words, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    os.dup2(log, sys.stderr.fileno())
    mouth, settings = Mouth(line), load(config)
    with running(settings) as table:
        mouth.say(OPEN, table.address)
        if deals:
            croupier: Any = WheelCroupier if is_wheel(settings) else Croupier
            croupier(
                table.feed,
                Overheard(table.inbox, mouth),
                table=lambda: table.loop.table,
                tell=lambda command: mouth.say(TELL, command),
                beat_s=beat_s,
                rng=random.Random(seed),
                stops=False,
            ).start()
        threading.Event().wait()
