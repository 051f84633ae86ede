"""The page of the deals that are over, at the table of a household game."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from sabot.core.observations import Said
from tests.controller.school.test_deals import FIRST
from tests.dashboard.doors import at_the_table
from tests.dashboard.office import Casino

UNSEEN = ["deal", "bid 1 1", "bid 2 pass", "play 1 AC", "play 2 2C"]


@pytest.fixture
def nap(tmp_path: Path) -> Iterator[Casino]:
    found = Casino(tmp_path, game="nap", serve=False)
    found.tell(Said("sit 1"), Said("sit 2"))
    found.school.enrol("Marie")
    yield found
    found.close()


def read(casino: Casino, path: str) -> str:
    client = at_the_table(casino.app)
    client.set_cookie("lang", "en")
    client.set_cookie("trainee", casino.office.people.sealed("1"))
    return client.get(path).get_data(as_text=True)


def test_the_page_says_with_which_card_the_last_deal_was_thrown_away(nap: Casino) -> None:
    assert "<p>No deal is over yet." in read(nap, "/school/deals")
    nap.tell(*map(Said, FIRST))
    page = read(nap, "/school/deals")
    assert "Trick 2: seat 2 threw the contract away with K♣; better: 3♣." in page
    assert "Seat 2: 1" in page
    nap.tell(*map(Said, UNSEEN))
    assert "Not all hands of this deal are known." in read(nap, "/school/deals")
    assert "threw the contract away" in read(nap, "/school/deals?deal=1")
    assert "There is no such deal." in read(nap, "/school/deals?deal=9")


def test_the_school_of_a_table_at_home_leads_there_and_to_no_coup_at_the_virtual_table(nap: Casino) -> None:
    page = read(nap, "/school")
    assert "/school/deals" in page
    assert "first-coup" not in page


def test_the_school_of_a_casino_does_not(tmp_path: Path) -> None:
    casino = Casino(tmp_path, serve=False)
    casino.school.enrol("Marie")
    page = read(casino, "/school")
    casino.close()
    assert "/school/deals" not in page
    assert "first-coup" in page
