"""What came of the last update: one small file.

`lock` is held while an update is at work, and for a moment by a page that reads what came of one that began;
`one` by updates alone, so that a second is refused.
"""

from __future__ import annotations

import fcntl
import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sabot.config import state
from sabot.core.reasons import NOTHING, Reason, reason, written
from sabot.system.update.running import UpdateError

INTERRUPTED = reason("it was interrupted")
FILE_BYTES_MOST, WHY_CHARS_MOST = 10_000, 500


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """One update at a time. Raises UpdateError while another is at work."""
    folder.mkdir(mode=0o755, parents=True, exist_ok=True)
    with (folder / "one").open("a") as one, (folder / "lock").open("a") as lock:
        try:
            fcntl.flock(one, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise UpdateError(reason("an update is at work already")) from None
        fcntl.flock(lock, fcntl.LOCK_EX)  # a page that reads lets go of it at once
        yield


def tell(folder: Path, *, why: Reason = NOTHING, **facts: str) -> None:
    """Write it: the whole file, or the one before stays. Raises OSError."""
    why = why if len(text := str(why)) <= WHY_CHARS_MOST else Reason(text[:WHY_CHARS_MOST])
    plain = facts | (written(why, "why") if why else {}) | {"at_s": round(time.time())}
    state.put(folder / "outcome.json", json.dumps(plain, indent=1).encode(), rights=0o644)


def _read(folder: Path) -> dict[str, Any]:
    with (folder / "outcome.json").open(encoding="utf-8") as file:
        found: dict[str, Any] = {"state": ""} | json.loads(file.read(FILE_BYTES_MOST))
    return found


def last(folder: Path) -> dict[str, Any]:
    """Read it: `state` (empty where there is none), `at_s`, and what is known of `why`, `before`, `after`
    and `wanted`; `untried` where the network was lost before the version was here.
    One that is running while nobody holds the lock was interrupted."""
    try:
        found = _read(folder)
        if found["state"] == "running":
            with (folder / "lock").open() as lock:
                fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
                found = _read(folder)  # what was read before may be older than the end of the update
            if found["state"] == "running":
                return found | {"state": "refused", "why": str(INTERRUPTED)}
    except BlockingIOError:
        return found
    except (OSError, ValueError, TypeError):
        return {"state": ""}
    return found
