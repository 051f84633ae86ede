"""The file in which the eye keeps what it learned: numbers of corners with their names, and no picture."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from threading import Lock
from typing import Any
from zipfile import BadZipFile

import numpy as np

from sabot_vision.apart import Apart
from sabot_vision.keeping import replace
from sabot_vision.learning.samples import CORNERS_MOST, FEATURE_COUNT, RANKS, SUITS, Look, Sample
from sabot_vision.networks.running import FILES


def packed(samples: Sequence[Sample], since_s: float) -> bytes:
    """The bytes of the file. `since_s`: when learning began, in seconds since 1970."""
    features = np.zeros((len(samples), CORNERS_MOST, FEATURE_COUNT), np.float16)
    for line, each in zip(features, samples, strict=True):
        line[: len(each.look.features)] = each.look.features
    own = [each.look.own for each in samples]
    parts: dict[str, Any] = {
        "features": features,
        "corners": np.array([len(each.look.features) for each in samples], np.uint8),
        "own": np.array(own, np.float16).reshape(-1, len(RANKS), len(SUITS)),
        "names": np.array([each.name for each in samples], "U2"),
        "coups": np.array([each.coup for each in samples], np.int64),
        "read": np.array([each.read for each in samples], bool),
        "since": np.array(since_s),
        "network": np.array(network()),
    }
    written = io.BytesIO()
    np.savez(written, allow_pickle=False, **parts)
    return written.getvalue()


def unpacked(data: bytes) -> tuple[list[Sample], float]:
    """The samples in the bytes of a file, and when learning began. Raises ValueError for anything else, and
    for samples of another network."""
    try:
        with np.load(io.BytesIO(data), allow_pickle=False) as parts:
            if str(parts["network"]) != network():
                raise ValueError("it was learned with another network")
            columns = [parts[name] for name in ("names", "features", "corners", "own", "coups", "read")]
            since_s = float(parts["since"])
    except (KeyError, EOFError, OSError, TypeError, BadZipFile) as error:
        raise ValueError(f"it is not a file of what was learned: {error}") from None
    samples = []
    for name, features, corners, own, coup, read in zip(*columns, strict=True):
        look = Look(features[:corners].astype(np.float32), own.astype(np.float64))
        samples.append(Sample(str(name), look, int(coup), bool(read)))
    return samples, since_s


def network() -> str:
    """The hash of the network whose features these are."""
    return hashlib.sha256(FILES["corner"].read_bytes()).hexdigest()


def found(file: Path | None) -> tuple[list[Sample], float]:
    """What a file holds; nothing if it is missing or damaged, because the table teaches it again."""
    with suppress(OSError, ValueError):
        if file is not None:
            return unpacked(file.read_bytes())
    return [], 0.0


class Writing:
    """Writes in threads of their own, so that no frame waits for a disk. The newest state stays, in any order
    of the threads: what is forgotten does not come back."""

    def __init__(self, apart: Callable[[Callable[[], None]], object] = Apart) -> None:
        self._apart, self._alone = apart, Lock()
        self._newest: tuple[Path, Sequence[Sample], float] | None = None

    def __call__(self, file: Path, samples: Sequence[Sample], since_s: float) -> None:
        """Have these samples written."""
        self._newest = (file, samples, since_s)
        self._apart(self._write)

    def _write(self) -> None:
        with self._alone:
            if self._newest:
                write(*self._newest)


def write(file: Path, samples: Sequence[Sample], since_s: float) -> None:
    """Write the file whole, readable by its user alone, or delete it if there is nothing to keep; a full disk
    must not stop the eye."""
    with suppress(OSError):
        if not samples:
            file.unlink(missing_ok=True)
            return
        replace(file, packed(samples, since_s))
        file.chmod(0o600)
