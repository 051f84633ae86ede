"""Secrets in files: read where not everybody on the machine may read them."""

from __future__ import annotations

import stat
from pathlib import Path


def private_text(file: Path) -> str:
    """What stands in this file, without the white space around it. Raises ValueError where everybody may read
    or write it, and OSError."""
    if file.stat().st_mode & (stat.S_IROTH | stat.S_IWOTH):
        raise ValueError(f"{file} can be read by everybody who uses this machine; do: chmod o-rwx {file}")
    return file.read_text("utf-8", "replace").strip()
