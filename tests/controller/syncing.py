"""What a test notes of the order in which files reach the disk and take their places."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from sabot.config import state


def noting(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """From now on each file that is synced (`sync NAME`), moved aside (`aside NAME`), put in the place of
    another (`to NAME`) or where there is none yet (`first NAME`)."""
    steps: list[str] = []
    sync, replace, link, move = state.sync, Path.replace, os.link, shutil.move

    def synced(file: Path) -> None:
        steps.append(f"sync {file.name}")
        sync(file)

    def replaced(file: Path, to: Path) -> Path:
        steps.append(f"to {to.name}")
        return replace(file, to)

    def linked(file: str, to: Path) -> None:
        steps.append(f"first {to.name}")
        link(file, to)

    def moved(file: Path, to: Path) -> object:
        steps.append(f"aside {file.name}")
        return move(file, to)

    monkeypatch.setattr(state, "sync", synced)
    monkeypatch.setattr(Path, "replace", replaced)
    monkeypatch.setattr(os, "link", linked)
    monkeypatch.setattr(shutil, "move", moved)
    return steps
