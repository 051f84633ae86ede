"""An example that follows a table ends without a traceback when nobody reads it any more (`| head`)."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.dashboard.office import Casino
from tests.house import ROOT


@pytest.mark.process
@pytest.mark.parametrize("name", ["client.py", "display.py"])
def test_it_ends_as_the_command_does_at_a_closed_pipe(tmp_path: Path, name: str) -> None:
    casino = Casino(tmp_path)
    command = [sys.executable, str(ROOT / "examples" / name), casino.server.public.address]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as example:
        assert example.stdout
        assert example.stderr
        assert example.stdout.readline()
        example.stdout.close()
        casino.play("8C")
        casino.close()
        assert example.stderr.read() == ""
        assert example.wait(60) == 141
