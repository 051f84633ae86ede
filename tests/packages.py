"""Another installed package, for a test: a folder with metadata and entry points, as pip leaves it."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from sabot.games.register import DESCRIPTORS

METADATA = "Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n"


def installed(folder: Path, name: str, group: str, entries: Mapping[str, str]) -> Path:
    """`folder`, in which the distribution `name` now offers `entries`: a name to `module:attribute`."""
    info = folder / f"{name.replace('-', '_')}-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(METADATA.format(name=name))
    lines = [f"[{group}]", *(f"{key} = {where}" for key, where in entries.items())]
    (info / "entry_points.txt").write_text("\n".join(lines) + "\n")
    return folder


@contextmanager
def high_card(folder: Path) -> Iterator[Path]:
    """The toy game of tests/high_card is installed, as a game of another package."""
    installed(folder, "high-card", "sabot.games", {"high-card": "tests.high_card.descriptor:HIGH_CARD"})
    sys.path.insert(0, str(folder))
    DESCRIPTORS.look_again()
    yield folder
    sys.path.remove(str(folder))
    DESCRIPTORS.look_again()
