"""tests/complete.py: with CI=true what is passed over fails by name. Seen in a pytest of its own."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.house import ROOT
from tests.shared import ABSENT

INNER = f"""
import pytest

@pytest.mark.skip(reason="openscad is not installed")
def test_of_parts(): pass

def test_of_recordings(): pytest.skip({ABSENT!r})

@pytest.mark.skipif(True, reason="only root acts in the name of others")
def test_of_root(): pass

@pytest.mark.xfail(strict=True)
def test_that_is_known_to_fail(): assert False
"""
OUTER = """
import pytest

pytest.importorskip("no_such_module", reason="Playwright is not installed")
"""


def ran(folder, ci: str) -> str:
    """What pytest says of these files."""
    (folder / "test_inner.py").write_text(INNER)
    (folder / "test_outer.py").write_text(OUTER)
    words = ["-p", "tests.complete", "-p", "no:cacheprovider", "-ra", "--continue-on-collection-errors"]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *words, f"--rootdir={folder}", "-c", os.devnull, str(folder)],
        cwd=ROOT,
        env={**os.environ, "CI": ci},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout


@pytest.mark.process
def test_with_ci_a_missing_part_fails_by_name(tmp_path):
    said = ran(tmp_path, "true")
    assert "nothing is passed over: openscad is not installed" in said
    assert "nothing is passed over: Playwright is not installed" in said
    assert "2 skipped, 1 xfailed, 2 errors" in said


@pytest.mark.process
@pytest.mark.parametrize("ci", ["", "false"])
def test_without_ci_it_is_passed_over(tmp_path, ci):
    said = ran(tmp_path, ci)
    assert "openscad is not installed" in said
    assert "4 skipped, 1 xfailed" in said
