"""What all tests of the emulated boards need."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def patient_writes(monkeypatch: pytest.MonkeyPatch) -> None:
    """A board takes what is sent to it within a fifth of a second; its emulator, on a busy machine, not
    always."""
    monkeypatch.setattr("sabot.instruments.line.serial_line.WRITE_S", 30.0)
