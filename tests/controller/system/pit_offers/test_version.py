"""What an offer of an update says is read back as it was written; nonsense names no version."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sabot.system.pit_offers.offer import OfferError
from sabot.system.pit_offers.version import CHANGE_CHARS_MOST, CHANGES_MOST, Version, version_in

REVISION = "0123456789" * 4

lines = st.lists(st.text(max_size=CHANGE_CHARS_MOST), max_size=CHANGES_MOST)


@given(st.text(max_size=100), lines)
def test_a_version_is_read_back_as_it_was_written(name: str, changes: list[str]):
    version = Version(REVISION, name, tuple(changes))
    assert version_in(version.content) == version


def test_what_is_too_long_is_cut():
    version = version_in(Version(REVISION, "v" * 500, ("+" * 500,) * 500).content)
    assert len(version.name) == 100
    assert version.changes == ("+" * CHANGE_CHARS_MOST,) * CHANGES_MOST


@pytest.mark.parametrize(
    "content",
    [
        "",
        "nonsense",
        "[" * 100_000,
        "[]",
        json.dumps({"revision": "main", "name": "v2"}),
        json.dumps({"revision": REVISION, "name": 2}),
    ],
)
def test_nonsense_names_no_version(content: str):
    with pytest.raises(OfferError, match="names no version"):
        version_in(content)


def test_changes_that_are_no_lines_are_left_out():
    for changes, read in ((None, ()), ("+a", ()), (["+a", 4, "-b"], ("+a", "-b"))):
        content = json.dumps({"revision": REVISION, "name": "v2", "changes": changes})
        assert version_in(content).changes == read
