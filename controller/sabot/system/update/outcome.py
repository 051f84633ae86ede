"""What came of the last update: one small file, for the page and for a person who looks."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path
from typing import Any

OUTCOME = "outcome.json"
LARGEST = 10_000


def tell(folder: Path, **told: Any) -> None:
    """Write it: the whole file, or the one before stays. Raises OSError."""
    beside = folder / f"{OUTCOME}.new"
    with beside.open("w", encoding="utf-8") as file:
        json.dump(told | {"at_s": round(time.time())}, file, indent=1)
        file.flush()
        os.fsync(file.fileno())
    beside.chmod(0o644)
    beside.replace(folder / OUTCOME)


def told(folder: Path) -> dict[str, Any]:
    """Read it; `state` is empty where there is none, or it cannot be read."""
    try:
        with (folder / OUTCOME).open(encoding="utf-8") as file:
            found = json.loads(file.read(LARGEST))
    except (OSError, ValueError):
        return {"state": ""}
    return found if isinstance(found, dict) else {"state": ""}
