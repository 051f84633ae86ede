"""The Chromium that shows pages to the tests and tools."""

from __future__ import annotations

import shutil

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser")
"""The build without windows first: it is the same engine and takes half the processor time."""
INSTALL = "sudo apt install chromium-headless-shell"


def chromium() -> str | None:
    """The path of the Chromium to use; None where none is installed."""
    return next(filter(None, map(shutil.which, NAMES)), None)
