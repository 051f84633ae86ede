"""The month of `tools/pit_month.py`, made small: every question is answered, and the facts made again are
those that came with the records."""

from __future__ import annotations

from typing import Any

import pytest

from sabot.pit.services import MissingError
from tools import pit_month
from tools.pit_floor import memory


@pytest.mark.process
def test_the_facts_of_a_small_month_made_again_are_the_same():
    try:
        found: Any = pit_month.measured(3_000, 4, memory() or "", explain=False)
    except MissingError as error:
        pytest.skip(str(error))
    assert found["counts"]["record"] == pytest.approx(3_000, rel=0.1)
    assert found["counts"]["coup"] > 100
    assert found["rebuild"]["different_facts"] == 0
    assert found["rebuild"]["records"] == found["counts"]["record"]
    assert {*found["queries_ms"]} == {*pit_month.OF_THE_PAGE, *pit_month.QUERIES}
