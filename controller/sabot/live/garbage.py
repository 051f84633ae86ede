"""Python's search for garbage: it stops every thread, and a card on its way waits for it.

A full search looks at all objects of the program: tens of milliseconds on a PC, more on a Pi. While a table
is open, a full search skips what existed before, and it waits for a quiet moment.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

FULL_AT_LEAST_EVERY = 200
"""A full search comes after this many partial ones at the latest, if no moment was quiet. Python's own number
is 10, a few seconds beside a crowd of guests."""

FULL_WHEN_QUIET_AFTER = 10
"""A quiet moment is used for a full search after this many partial ones."""


@contextmanager
def kept_short() -> Iterator[None]:
    """In this block a full search is rare, and skips every object that exists when the block begins."""
    often = gc.get_threshold()
    gc.collect()
    gc.freeze()
    gc.set_threshold(*often[:2], FULL_AT_LEAST_EVERY)
    try:
        yield
    finally:
        gc.set_threshold(*often)
        gc.unfreeze()


def use_quiet_moment() -> None:
    """Search now, when nobody waits, if there was enough since the last full search."""
    if gc.isenabled() and gc.get_count()[2] >= FULL_WHEN_QUIET_AFTER:
        gc.collect()
