"""Shifts with faults at known places, played by dealers who do not ask the rules put to the test."""

from __future__ import annotations

from sabot.core.observations import Observation

Act = tuple[Observation, str | None]
"""An act at the table, and the kind of the fault that it is, if it is one."""
