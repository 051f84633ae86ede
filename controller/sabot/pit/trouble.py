"""What the pit cannot do. Apart from its database, so that a table's carrier starts without a driver of
PostgreSQL."""

from __future__ import annotations


class PitError(RuntimeError):
    """What the pit cannot do, and what to do about it, in one line."""


class UnreachableError(PitError):
    """PostgreSQL does not answer: perhaps later."""
