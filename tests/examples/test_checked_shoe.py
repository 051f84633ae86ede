"""examples/checked_shoe: found through its entry point, and a driver as the contract wants it."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from examples.checked_shoe.checked_shoe import DRIVER, LONGEST_BYTES, message
from sabot.core.cards import DECK, card_named
from sabot.core.observations import CardSeen, CutCardSeen
from sabot.instruments.contract import DriverInfo, Parser
from sabot.instruments.registry import DRIVERS, driver
from tests.controller.instruments.rig import at_a_table
from tests.house import ROOT
from tests.packages import installed

FOLDER = ROOT / "examples" / "checked_shoe"
DAMAGED = CardSeen(None, None, "sabot", "a message of the shoe arrived damaged")
BYTES = st.lists(
    st.sampled_from([*map(message, ("8C", "TH", "CUT", "??")), b"$", b"\n", b"8C*", b"\xff", b"x" * 20])
).map(b"".join)


def parser() -> Parser:
    return DRIVER.made()


@pytest.fixture
def shoe(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[DriverInfo]:
    """The package is installed while the test runs, as its own pyproject.toml says."""
    project = tomllib.loads((FOLDER / "pyproject.toml").read_text())["project"]
    for group, entries in project["entry-points"].items():
        monkeypatch.syspath_prepend(installed(tmp_path, project["name"], group, entries))
    monkeypatch.syspath_prepend(FOLDER)
    DRIVERS.look_again()
    yield driver("checked-shoe")
    monkeypatch.undo()
    DRIVERS.look_again()


@pytest.mark.parametrize("card", DECK[::7])
def test_a_message_names_its_card(card) -> None:
    assert parser().feed(message(str(card))) == [CardSeen(card, None, "sabot")]


def test_the_check_is_that_of_the_description() -> None:
    assert message("8C") == b"$8C*7B\r\n"


def test_the_cut_card_and_a_card_that_the_shoe_could_not_read_are_told() -> None:
    assert parser().feed(message("CUT")) == [CutCardSeen("sabot")]
    assert parser().feed(message("??")) == [CardSeen(None, None, "sabot", "the shoe sent ??")]
    assert parser().feed(message("9X")) == [CardSeen(None, None, "sabot", "the shoe sent 9X")]


@pytest.mark.parametrize("damaged", [b"$8D*7B\r\n", b"$8C*7C\r\n", b"$8C7B\r\n", b"$" + b"8" * LONGEST_BYTES])
def test_a_damaged_message_is_a_card_that_nobody_could_read(damaged: bytes) -> None:
    shoe = parser()
    assert shoe.feed(damaged) == [DAMAGED]
    assert shoe.tally.refused["check"] == 1
    assert shoe.feed(message("8C")) == [CardSeen(card_named("8C"), None, "sabot")]


def test_a_message_that_the_next_one_cuts_short_is_told_before_it() -> None:
    shoe = parser()
    assert shoe.feed(b"$8C*" + message("TH")) == [DAMAGED, CardSeen(card_named("TH"), None, "sabot")]
    assert shoe.tally.refused["half"] == 1


def test_noise_between_messages_says_nothing() -> None:
    assert parser().feed(b"\r\nnoise\n") == []


def test_half_a_message_is_given_up_when_the_line_is_lost() -> None:
    shoe = parser()
    assert shoe.feed(message("8C")[:4]) == []
    assert shoe.cut() == [DAMAGED]
    assert shoe.feed(message("8C")[4:]) == []
    assert shoe.cut() == []


@given(BYTES, st.integers(1, 9))
def test_how_the_bytes_were_cut_changes_nothing(data: bytes, size: int) -> None:
    whole, pieces = parser(), parser()
    seen = [each for at in range(0, len(data), size) for each in pieces.feed(data[at : at + size])]
    assert whole.feed(data) == seen
    assert whole.tally == pieces.tally
    assert whole.tally.bytes == len(data)


def test_it_deals_at_a_table_that_runs(shoe: DriverInfo, tmp_path: Path) -> None:
    with at_a_table(shoe.name, tmp_path) as (table, ours):
        looks = table.feed.subscribe()
        os.write(ours, message("8C"))
        while not table.loop.table.play.opened:
            assert looks.get(60)
        assert table.feed.newest.view["places"][0]["cards"] == ["8C"]
