"""tools/hardware.py as a module."""

from __future__ import annotations

import importlib.util

from tests.house import ROOT

_spec = importlib.util.spec_from_file_location("hardware_tool", ROOT / "tools" / "hardware.py")
tool = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(tool)
