"""With CI=true a test that is passed over fails by name, save for what no distribution offers."""

from __future__ import annotations

import os
from collections.abc import Generator
from typing import TypeVar

import pytest

from tests.shared import ABSENT

Report = TypeVar("Report", pytest.TestReport, pytest.CollectReport)

EXCUSED = (
    ABSENT,
    "only root",  # what root alone may do is tested where root runs the tests
    "no pins can be had here",  # of a Raspberry Pi
    "torch is not installed",  # a gigabyte, needed to make the networks again and by nobody who reads cards
    "/dev/uinput may not be opened",  # a matter of rights and of the kernel
)
"""How a reason begins that stands even there."""


def is_all_asked() -> bool:
    """Whether nothing may be passed over."""
    return os.environ.get("CI", "") not in ("", "0", "false")


def reason_of(report: pytest.TestReport | pytest.CollectReport) -> str:
    """Why a test was skipped."""
    text = report.longrepr
    return str(text[2] if isinstance(text, tuple) else text).removeprefix("Skipped: ")


def judged(report: Report) -> Report:
    """The report, failed where it tells of a test that may not be passed over."""
    if report.outcome == "skipped" and is_all_asked() and not hasattr(report, "wasxfail"):
        reason = reason_of(report)
        if not reason.startswith(EXCUSED):
            report.outcome, report.longrepr = "failed", f"with CI=true nothing is passed over: {reason}"
    return report


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Look at each test that ran."""
    return judged((yield))


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Look at each file that was read."""
    return judged((yield))
