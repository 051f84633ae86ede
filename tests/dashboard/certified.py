"""A table's certificate for tests, made once."""

from __future__ import annotations

import ssl
import tempfile
from functools import cache
from pathlib import Path

from sabot.config import read
from sabot.live.encryption import opened


@cache
def context_of_table() -> ssl.SSLContext:
    """What a table that others reach encrypts with."""
    with tempfile.TemporaryDirectory() as folder:
        settings = read(f'[journal]\npath = "{folder}/table.sqlite3"\n[dashboard]\nhost = "0.0.0.0"')
        found = opened(settings, now_s=Path(folder).stat().st_mtime)
    assert found is not None
    return found.context
