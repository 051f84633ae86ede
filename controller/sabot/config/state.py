"""The folder in which this user's sabot keeps what it writes, unless it is told of another place."""

from __future__ import annotations

import errno
import os
from pathlib import Path


def folder() -> Path:
    """`sabot` in $XDG_STATE_HOME, or in ~/.local/state. Raises FileNotFoundError where there is no home."""
    try:
        state = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    except RuntimeError:  # neither $HOME nor an entry of this user in the system's list
        why = "this user has no home folder: set HOME, or name the journal (--journal FILE)"
        raise FileNotFoundError(errno.ENOENT, why, "~/.local/state/sabot") from None
    return Path(state) / "sabot"
