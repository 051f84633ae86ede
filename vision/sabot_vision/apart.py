"""Runs a call that may never end in a thread of its own. The caller goes on without it."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, wait
from typing import Generic, TypeVar

from sabot_vision.frame import StuckError

T = TypeVar("T")

LOOK_S = 0.5
"""How often a waiting call is checked; the eye sends its beat in between."""


class Apart(Generic[T]):
    """Runs `do` in a thread that nobody has to wait for."""

    def __init__(self, do: Callable[[], T]) -> None:
        self._outcome: Future[T] = Future()
        threading.Thread(target=self._run, args=(do,), daemon=True).start()

    def _run(self, do: Callable[[], T]) -> None:
        try:
            self._outcome.set_result(do())
        except BaseException as error:  # noqa: BLE001 - raised again by `result`, in the thread that asked
            self._outcome.set_exception(error)

    def looks(self, limit_s: float, what: str) -> Iterator[None]:
        """Yields every half second until the call has ended. Raises StuckError, which names `what`, after
        `limit_s`.
        """
        ends_s = time.monotonic() + limit_s
        while not wait([self._outcome], timeout=LOOK_S).done:
            if time.monotonic() > ends_s:
                raise StuckError(f"{what} takes longer than {limit_s:g} s")
            yield

    def result(
        self, limit_s: float = 0.0, what: str = "", meanwhile: Callable[[], bool] = lambda: False
    ) -> T:
        """Returns what the call returned, or raises what it raised; waits up to `limit_s` more. Raises
        StuckError after that. `meanwhile` does a piece of work and returns whether there was any.
        """
        ends_s = time.monotonic() + limit_s
        while not self._outcome.done() and time.monotonic() < ends_s and meanwhile():
            pass
        if not wait([self._outcome], timeout=max(0.0, ends_s - time.monotonic())).done:
            raise StuckError(f"{what} takes longer than {limit_s:g} s")
        return self._outcome.result()
