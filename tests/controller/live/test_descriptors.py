"""Connections take file descriptors: the limit is raised, or there are fewer connections."""

from __future__ import annotations

import resource

import pytest

from sabot.live import descriptors
from sabot.live.descriptors import CONNECTIONS_FEWEST, OTHER_DESCRIPTORS, room_for

NO_LIMIT = resource.RLIM_INFINITY


@pytest.fixture
def system(monkeypatch: pytest.MonkeyPatch) -> dict[str, tuple[int, int]]:
    """The limit of a process that is not ours."""
    held = {"limit": (1024, 524_288)}
    monkeypatch.setattr(descriptors.resource, "getrlimit", lambda which: held["limit"])
    monkeypatch.setattr(descriptors.resource, "setrlimit", lambda which, limit: held.update(limit=limit))
    return held


@pytest.mark.parametrize(
    ("before", "room", "after"),
    [
        ((1024, 524_288), 1000, (1000 + OTHER_DESCRIPTORS, 524_288)),
        ((1000 + OTHER_DESCRIPTORS, 524_288), 1000, (1000 + OTHER_DESCRIPTORS, 524_288)),
        ((1024, NO_LIMIT), 1000, (1000 + OTHER_DESCRIPTORS, NO_LIMIT)),
        ((NO_LIMIT, NO_LIMIT), 1000, (NO_LIMIT, NO_LIMIT)),
        ((1024, 1024), 1024 - OTHER_DESCRIPTORS, (1024, 1024)),
        ((512, 1024), 1024 - OTHER_DESCRIPTORS, (1024, 1024)),
        ((256, 256), CONNECTIONS_FEWEST, (256, 256)),
    ],
)
def test_the_limit_is_raised_as_far_as_the_system_allows(
    system: dict[str, tuple[int, int]], before: tuple[int, int], room: int, after: tuple[int, int]
) -> None:
    system["limit"] = before
    assert room_for(1000) == room
    assert system["limit"] == after


def test_a_table_with_few_connections_changes_nothing(system: dict[str, tuple[int, int]]) -> None:
    assert room_for(20) == 20
    assert system["limit"] == (1024, 524_288)


def test_fewer_connections_than_asked_for_are_said(
    system: dict[str, tuple[int, int]], caplog: pytest.LogCaptureFixture
) -> None:
    system["limit"] = (1024, 1024)
    room_for(1000)
    assert "1024 open files: 624 connections instead of 1000" in caplog.text
