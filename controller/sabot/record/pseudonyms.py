"""Pseudonyms: what the record holds in the place of a name."""

from __future__ import annotations

import secrets
from collections.abc import Container

PSEUDONYM_DIGITS = 6
"""Hexadecimal digits of a pseudonym: enough that nobody gets one that a lost people's file had given."""


def fresh(taken: Container[str]) -> str:
    """A new pseudonym such as `p-7f3a1c`, drawn at random and not one of `taken`: nothing in it tells the
    name."""
    while (drawn := f"p-{secrets.randbits(4 * PSEUDONYM_DIGITS):0{PSEUDONYM_DIGITS}x}") in taken:
        pass
    return drawn
