"""The file in which the eye keeps what it learned: numbers of corners with their names, and no picture."""

from __future__ import annotations

import hashlib
import io
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from threading import Lock
from typing import Any, NamedTuple

import numpy as np

from sabot_vision.apart import Apart
from sabot_vision.keeping import replace
from sabot_vision.learning.samples import CORNERS_MOST, FEATURE_COUNT, RANKS, SUITS, Look, Sample
from sabot_vision.networks.running import FILES

SINCE_S_MOST = 1e11
"""No clock shows a later second: the year is 5138."""


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
            own_network = str(parts["network"]) == network()
            samples, since_s = _samples(parts), float(parts["since"])
    except Exception as error:  # noqa: BLE001 - a damaged archive may raise any of them
        raise ValueError(f"it is not a file of what was learned: {type(error).__name__}: {error}") from None
    if not own_network:
        raise ValueError("it was learned with another network")
    if not 0 <= since_s < SINCE_S_MOST:
        raise ValueError("it is not a file of what was learned: no time can be meant by its date")
    return samples, since_s


def _samples(parts: Mapping[str, np.ndarray]) -> list[Sample]:
    """Raises ValueError for a sample that no card gives."""
    columns = [parts[name] for name in ("names", "features", "corners", "own", "coups", "read")]
    samples = []
    for name, features, corners, own, coup, read in zip(*columns, strict=True):
        look = Look(features[:corners].astype(np.float32), own.astype(np.float64))
        samples.append(Sample(str(name), look, int(coup), bool(read)))
        whole = look.features.shape == (corners, FEATURE_COUNT) and own.shape == (len(RANKS), len(SUITS))
        if not (whole and corners and np.isfinite(look.features).all() and not np.isnan(own).any()):
            raise ValueError("a sample is not whole")
        if len(str(name)) != 2 or str(name)[0] not in RANKS or str(name)[1] not in SUITS:
            raise ValueError("a sample has no card's name")
    return samples


def network() -> str:
    """The hash of the network whose features these are."""
    return hashlib.sha256(FILES["corner"].read_bytes()).hexdigest()


def found(file: Path | None) -> tuple[list[Sample], float]:
    """What a file holds; nothing if it is missing or damaged, because the table teaches it again."""
    try:
        if file is not None:
            return unpacked(file.read_bytes())
    except FileNotFoundError:
        pass
    except (OSError, ValueError) as error:
        sys.stderr.write(f"{file}: {error}; the eye begins to learn again\n")
    return [], 0.0


class Order(NamedTuple):
    """What to write. `forgets`: what the file held is forgotten, even if nothing can be written. `done` is
    told what `write` returned."""

    file: Path
    samples: Sequence[Sample]
    since_s: float
    forgets: bool = False
    done: Callable[[str], object] = lambda _: None


def carried_out(order: Order) -> None:
    """Write at once."""
    order.done(write(order.file, order.samples, order.since_s, forgets=order.forgets))


class Writing:
    """Writes in threads of their own, so that no frame waits for a disk. The newest state stays, in any order
    of the threads: what is forgotten does not come back."""

    def __init__(self, apart: Callable[[Callable[[], None]], object] = Apart) -> None:
        self._apart, self._alone = apart, Lock()
        self._newest: Order | None = None

    def __call__(self, order: Order) -> None:
        """Have it written."""
        self._newest = order
        self._apart(self._write)

    def _write(self) -> None:
        with self._alone:
            if self._newest:
                carried_out(self._newest)


def write(file: Path, samples: Sequence[Sample], since_s: float, *, forgets: bool = False) -> str:
    """Write the file whole, readable by its user alone, or delete it if there is nothing to keep; no disk may
    stop the eye. `forgets`: delete it first, which a full disk allows. Returns why the file still holds what
    it held; empty if it does not."""
    held = True
    try:
        if forgets or not samples:
            file.unlink(missing_ok=True)
            held = False
        if samples:
            replace(file, packed(samples, since_s))
            file.chmod(0o600)
    except OSError as error:
        return (error.strerror or str(error)) if held else ""
    return ""
