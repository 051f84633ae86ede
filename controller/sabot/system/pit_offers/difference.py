"""What an offered configuration changes, line by line, without what is secret in it."""

from __future__ import annotations

import difflib
import re

MASK = "********"

LINES_MOST = 400
"""A difference that is longer is no help to read."""

_SECRET = re.compile(
    r"""((?:secret|password|passphrase|token|pin|key)["']?\s*=\s*)(?:"[^"]*"|'[^']*'|[^\s,}]+)""",
    re.IGNORECASE,
)
_USER = re.compile(r"(?<=://)[^/@\s\"']+(?=@)")
"""User and password in an address."""


def difference(before: str, after: str) -> list[str]:
    """The lines that go (`-`) and come (`+`), each with its surroundings, as `diff -u` has them.

    >>> difference('[log]\\ntoken = "a"', '[log]\\ntoken = "b"')[1:]
    [' [log]', '-token = ********', '+token = ********']
    """
    lines = difflib.unified_diff(before.splitlines(), after.splitlines(), lineterm="", n=2)
    shown = [masked(line) for line in [*lines][2:]]
    more = len(shown) - LINES_MOST
    return shown if more <= 0 else [*shown[:LINES_MOST], f"… {more}"]


def masked(line: str) -> str:
    """A line without the values of secret keys, and without user and password in an address."""
    return _USER.sub(MASK, _SECRET.sub(rf"\1{MASK}", line))
