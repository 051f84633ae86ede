"""A driver that comes from another installed package."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from sabot.config import read
from sabot.instruments.registry import DRIVERS, driver
from sabot.system import notices
from tests.controller.instruments.rig import at_a_table
from tests.packages import installed

SHOE = '''
"""A shoe that names each card in a line of text."""
from sabot.instruments.shoes.lines import DRIVER as LINES

DRIVER = LINES._replace(name="their-shoe", about="a shoe of somebody else's", usb=("Their shoe",))
'''


@pytest.fixture
def their_shoe(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """A package with a driver is installed while the test runs."""
    (tmp_path / "their_shoe.py").write_text(SHOE)
    monkeypatch.syspath_prepend(
        installed(tmp_path, "their-shoes", "sabot.instruments", {"a": "their_shoe:DRIVER"})
    )
    DRIVERS.look_again()
    yield driver("their-shoe")
    monkeypatch.undo()
    DRIVERS.look_again()


def test_their_driver_is_known_by_its_name_and_reads_bytes(their_shoe) -> None:
    assert "their-shoe" in DRIVERS
    parser = their_shoe.made()
    assert [str(each.card) for each in parser.feed(b"8C\nTH\n")] == ["8C", "TH"]


def test_a_name_that_nobody_offers_is_refused_with_theirs_in_the_list(their_shoe) -> None:
    with pytest.raises(ValueError, match=r"no driver 'no-shoe'; there are: .*their-shoe"):
        driver("no-shoe")


def test_a_driver_that_is_none_is_a_notice_and_the_table_opens(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(installed(tmp_path, "no-shoes", "sabot.instruments", {"a": "json:dumps"}))
    DRIVERS.look_again()
    try:
        assert "sabot.instruments: a of no-shoes is no DriverInfo, but function" in notices.notices(read(""))
        assert "angel-eye" in DRIVERS
    finally:
        monkeypatch.undo()
        DRIVERS.look_again()


def test_their_shoe_deals_at_a_table_that_runs(their_shoe, tmp_path: Path) -> None:
    with at_a_table("their-shoe", tmp_path) as (table, ours):
        looks = table.feed.subscribe()
        while not table.loop.table.room.instruments:
            os.write(ours, b"\n")
            assert looks.get(60)
        os.write(ours, b"8C\n")
        while not table.loop.table.play.opened:
            assert looks.get(60)
        assert table.feed.newest.view["places"][0]["cards"] == ["8C"]
