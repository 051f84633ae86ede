"""Which version this machine runs, since when, and what came of the update to one."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from sabot.config import state
from sabot.system.service.files import CURRENT, UPDATES
from sabot.system.update import outcome
from sabot.system.update.checkout import Checkout, by_hand, here
from sabot.system.update.running import UpdateError

LOOK_S = 30.0
"""So often git is asked, unless another version was switched to."""


class Running(NamedTuple):
    """The revision that runs, empty where it is no checkout; and when it was switched to, in seconds since
    1970, 0 where it never was."""

    revision: str
    since_s: int


class Program(Protocol):
    """The program of a machine, as its carrier asks about it."""

    def running(self) -> Running:
        """The version that runs."""

    def came(self, revision: str) -> dict[str, Any]:
        """What came of the last update to this revision, as `outcome.last` has it; empty where there was
        none."""


class OwnProgram:
    """The checkout that runs this. `clock` counts seconds."""

    def __init__(
        self, checkout: Checkout | None = None, *, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._checkout = checkout or (None if by_hand() else here())
        self._clock = clock
        self._known: tuple[int, float, str] | None = None

    def running(self) -> Running:
        """The version that runs."""
        if self._checkout is None:
            return Running("", 0)
        switched_ns, now = self._switched_ns(self._checkout), self._clock()
        if self._known is None or self._known[0] != switched_ns or now - self._known[1] > LOOK_S:
            self._known = (switched_ns, now, self._revision(self._checkout))
        return Running(self._known[2], switched_ns // 1_000_000_000)

    @staticmethod
    def came(revision: str) -> dict[str, Any]:
        """What came of the last update to this revision: the service's, or that of a person here."""
        found = [outcome.last(each) for each in (Path(UPDATES), state.folder() / "update")]
        wanted = [each for each in found if each.get("wanted") == revision]
        return max(wanted, key=lambda each: int(each.get("at_s", 0)), default={})

    @staticmethod
    def _switched_ns(checkout: Checkout) -> int:
        with suppress(OSError):
            return (checkout.home / CURRENT).lstat().st_mtime_ns
        return 0

    @staticmethod
    def _revision(checkout: Checkout) -> str:
        with suppress(UpdateError):
            return checkout.revision_of()
        return ""
