"""Threads that answer requests, a fair turn for each address.

A guest who asks for a thousand pages at once waits for their own pages, and nobody else does: the next
request is always of the address that has waited longest, and one address occupies only some of the threads.
"""

from __future__ import annotations

import threading
from collections import Counter, OrderedDict, deque
from collections.abc import Callable

Job = Callable[[], object]


class Turns:
    """Threads that do jobs; `each` is how many of them one address may occupy."""

    def __init__(self, threads: int, *, each: int, name: str) -> None:
        self._each, self._closed = each, False
        self._waiting: OrderedDict[str, deque[Job]] = OrderedDict()
        self._busy: Counter[str] = Counter()
        self._changed = threading.Condition()
        for _ in range(threads):  # daemons: a job that takes minutes does not keep a table from closing
            threading.Thread(target=self._run, name=name, daemon=True).start()

    def put(self, address: str, job: Job) -> None:
        """Queue a job of this address; it must not raise."""
        with self._changed:
            self._waiting.setdefault(address, deque()).append(job)
            self._changed.notify()

    def close(self) -> None:
        """Begin no more jobs; those that run go on."""
        with self._changed:
            self._closed = True
            self._waiting.clear()
            self._changed.notify_all()

    def _run(self) -> None:
        while (taken := self._taken()) is not None:
            address, job = taken
            try:
                job()
            finally:
                self._done(address)

    def _taken(self) -> tuple[str, Job] | None:
        """The next job and its address, when there is one; None when no more may begin."""
        with self._changed:
            self._changed.wait_for(lambda: self._closed or self._next() is not None)
            address = self._next()
            if self._closed or address is None:
                return None
            jobs = self._waiting.pop(address)
            job = jobs.popleft()
            if jobs:
                self._waiting[address] = jobs  # behind all others
            self._busy[address] += 1
            return address, job

    def _next(self) -> str | None:
        """The address whose turn it is; None while nobody waits who may have another thread."""
        return next((each for each in self._waiting if self._busy[each] < self._each), None)

    def _done(self, address: str) -> None:
        with self._changed:
            self._busy[address] -= 1
            if not self._busy[address]:
                del self._busy[address]
