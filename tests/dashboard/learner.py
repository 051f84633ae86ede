"""A table at which Marie learns, and a browser that is theirs, for the tests of the school."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.dashboard.conftest import pages
from tests.dashboard.office import Casino


@pytest.fixture
def casino(tmp_path: Path) -> Iterator[Casino]:
    found = Casino(tmp_path)
    found.school.enrol("Marie")
    yield found
    found.close()


@pytest.fixture
def page(browser: Any, casino: Casino) -> Iterator[Callable[..., Any]]:
    """Open a page in which Marie learns."""
    with pages(
        browser, f"{casino.address}/school", lang="en", trainee=casino.office.people.sealed("1")
    ) as found:
        yield found
