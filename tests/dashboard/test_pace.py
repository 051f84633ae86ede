"""How fast requests are answered, by a clock that the test sets."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from sabot_dashboard.serving import pace
from sabot_dashboard.serving.pace import Pace, Paces, Rate
from sabot_dashboard.serving.wsgi import Pages


class Clock:
    now_s = 100.0

    def __call__(self) -> float:
        return self.now_s


@pytest.fixture
def clock() -> Clock:
    return Clock()


def test_some_come_at_once_and_the_others_at_the_rate(clock: Clock) -> None:
    made = Pace(Rate(a_second=4, at_once=3), now_s=clock)
    assert [made.wait_s("a") for _ in range(6)] == [0, 0, 0, 0.25, 0.5, 0.75]


def test_after_a_pause_some_come_at_once_again(clock: Clock) -> None:
    made = Pace(Rate(a_second=4, at_once=3), now_s=clock)
    for _ in range(3):
        made.wait_s("a")
    clock.now_s += 0.25
    assert [made.wait_s("a") for _ in range(2)] == [0, 0.25]
    clock.now_s += 60
    assert [made.wait_s("a") for _ in range(4)] == [0, 0, 0, 0.25]


def test_each_address_has_its_own_count(clock: Clock) -> None:
    made = Pace(Rate(a_second=1, at_once=1), now_s=clock)
    assert [made.wait_s(each) for each in "aabb"] == [0, 1, 0, 1]


def test_who_would_wait_too_long_is_sent_away_and_not_counted(clock: Clock) -> None:
    made = Pace(Rate(a_second=1, at_once=1), now_s=clock)
    assert [made.wait_s("a") for _ in range(8)] == [0, 1, 2, 3, 4, 5, None, None]
    clock.now_s += 1
    assert [made.wait_s("a") for _ in range(2)] == [5, None]


def test_addresses_that_have_not_asked_lately_are_forgotten(
    clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pace, "KNOWN_MOST", 3)
    made = Pace(Rate(a_second=1, at_once=2), now_s=clock)
    for each in "abc":
        made.wait_s(each)
    clock.now_s += 1
    for each in "de":
        made.wait_s(each)
    assert len(made) == 2
    assert [made.wait_s("d"), made.wait_s("d")] == [0, 1]


def test_the_turn_of_an_address_comes_before_that_of_all() -> None:
    """Requests that are sent away for their address take nothing from others."""

    async def turns() -> list[bool]:
        paces = Paces(one=Rate(a_second=0.01, at_once=1), all_=Rate(a_second=0.01, at_once=2))
        return [await paces.turn(each) for each in "aaabc"]

    assert asyncio.run(turns()) == [True, False, False, True, False]


def test_a_turn_is_waited_for() -> None:
    async def turns() -> float:
        loop = asyncio.get_running_loop()
        paces, begun_s = (
            Paces(one=Rate(a_second=100, at_once=1), all_=Rate(a_second=1000, at_once=9)),
            loop.time(),
        )
        assert [await paces.turn("a") for _ in range(3)] == [True] * 3
        return loop.time() - begun_s

    assert asyncio.run(turns()) >= 0.019


class Gone:
    """The connection of a browser that hung up while it waited for its turn."""

    is_gone = True
    log: list[str]

    def __init__(self) -> None:
        self.log = []

    def begun(self) -> None:
        self.log.append("begun")

    def answered(self) -> None:
        self.log.append("answered")


def test_nothing_is_asked_for_a_browser_that_hung_up_while_it_waited() -> None:
    async def never(*_: Any) -> Any:
        raise AssertionError

    connection, paces = Gone(), Paces(one=Rate(1, 1), all_=Rate(1, 1))
    pages = Pages(never, never, never, paces=paces)  # type: ignore[arg-type]
    scope: Any = {"client": ("10.0.0.9", 1), "state": {"connection": connection}}
    asyncio.run(pages(scope, never, never))
    assert connection.log == ["begun", "answered"]
