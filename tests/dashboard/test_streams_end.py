"""A stream ends with what opened it: who leaves, is removed or stays away sees the table no longer."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from sabot.live.feed import Feed
from sabot.staff.inside import IDLE_S, LONGEST_S
from sabot.staff.people import People
from sabot_dashboard import Screens, create_app
from sabot_dashboard.roles import COOKIE
from sabot_dashboard.stream import KEEP, Kept
from tests.dashboard import views
from tests.dashboard.doors import ELSEWHERE, at_the_table
from tests.dashboard.test_app import ACT, Memory
from tests.dashboard.test_roles import Office

pytestmark = pytest.mark.usefixtures("cheap_pins")


class House:
    """A table with a supervisor and a croupier who have come in, and a clock that passes when told."""

    def __init__(self, folder: Path) -> None:
        self.now_s = 100.0
        self.people = People(folder / "people.json", monotonic_s=lambda: self.now_s)
        self.people.add("M. Dupont", "supervisor", "471180")
        self.people.add("N. Peeters", "croupier", "471181")
        self.feed = Feed()
        self.feed.publish(1, views.view_of("rnvp"))
        self.app: Flask = create_app(self.feed, Memory(), Screens(), office=Office(self.people))

    def browser(self, role: str) -> FlaskClient:
        """A browser elsewhere in which the person of this role has come in."""
        found = self.app.test_client()
        found.set_cookie(COOKIE, self.people.let_in(self.people.listed(role)[0]))
        found.environ_base |= ELSEWHERE["environ_base"]
        return found

    def kept(self, client: FlaskClient, audience: str) -> Callable[[], bool] | None:
        """What tells the listener whether this browser may still look; None where nothing ends that."""
        kept: list[Kept] = []
        client.get(f"/events?for={audience}", environ_overrides={KEEP: kept.append})
        return kept[0].is_known


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(tmp_path)


def test_who_logs_out_sees_nothing_more(house: House) -> None:
    browser = house.browser("supervisor")
    is_known = house.kept(browser, "supervisor")
    assert is_known is not None
    assert is_known()
    browser.post("/leave", headers=ACT)
    assert not is_known()


def test_who_is_removed_sees_nothing_more_and_nobody_else_is_cut_off(house: House) -> None:
    theirs, of_another = (house.kept(house.browser(role), role) for role in ("croupier", "supervisor"))
    assert theirs is not None
    assert of_another is not None
    house.people.remove("N. Peeters")
    assert (theirs(), of_another()) == (False, True)


def test_a_stream_keeps_nobody_logged_in_who_does_nothing(house: House) -> None:
    is_known = house.kept(house.browser("supervisor"), "croupier")
    assert is_known is not None
    house.now_s += IDLE_S - 1
    assert is_known()
    house.now_s += 2
    assert not is_known()


def test_the_stream_of_a_croupier_ends_with_the_shift(house: House) -> None:
    is_known = house.kept(house.browser("croupier"), "croupier")
    assert is_known is not None
    house.now_s += LONGEST_S + 1
    assert not is_known()


def test_what_anybody_may_see_does_not_end(house: House) -> None:
    own = at_the_table(house.app)
    assert house.kept(own, "croupier") is None
    assert house.kept(house.app.test_client(), "display") is None


def test_a_stream_that_needed_no_pin_ends_with_the_first_pin(house: House) -> None:
    for name in ("M. Dupont", "N. Peeters"):
        house.people.remove(name)
    is_known = house.kept(at_the_table(house.app), "supervisor")
    assert is_known is not None
    assert is_known()
    house.people.add("M. Dupont", "supervisor", "471180")
    assert not is_known()


def test_a_server_that_keeps_no_connections_ends_the_stream_too(house: House) -> None:
    browser = house.browser("supervisor")
    pieces: Iterator[bytes] = iter(browser.get("/events?for=supervisor", buffered=False).response)
    assert [next(pieces)[:6] for _ in range(2)] == [b"retry:", b"id: 1\n"]
    browser.post("/leave", headers=ACT)
    house.feed.publish(2, views.view_of("rnvp 8C"))
    assert list(pieces) == []
