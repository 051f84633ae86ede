"""The stream: whole pictures, made once for all, and a heartbeat that does not lie."""

from __future__ import annotations

import json
from typing import Any

from sabot.live.feed import Feed
from sabot_dashboard.stream import Frames, Places, heartbeat, stream


class Clock:
    """A clock that stands until it is moved."""

    now_ns = 0

    def __call__(self) -> int:
        return self.now_ns


def counted() -> tuple[Frames, list[int]]:
    made: list[int] = []

    def projection(view: Any, events: tuple[dict[str, Any], ...]) -> dict[str, Any]:
        made.append(view["coup"])
        return {"coup": view["coup"], "events": len(events)}

    return Frames({"all": projection}, kept=2), made


def test_a_picture_is_made_once_however_many_screens_look() -> None:
    feed, (frames, made) = Feed(), counted()
    listeners = [stream(feed, frames, "all") for _ in range(20)]
    for each in listeners:
        next(each)
    feed.publish(1, {"coup": 1})
    assert len({next(each) for each in listeners}) == 1
    assert made == [1]
    feed.close()


def test_old_pictures_are_not_kept() -> None:
    feed, (frames, made) = Feed(), counted()
    for number in (1, 2, 3):
        feed.publish(number, {"coup": number})
        frames.of(feed.newest, "all")
    assert len(frames._made) == 2
    assert made == [1, 2, 3]


def test_the_heartbeat_tells_how_long_the_table_itself_is_silent() -> None:
    clock = Clock()
    feed = Feed(monotonic_ns=clock)
    clock.now_ns = 4_200_000_000
    assert heartbeat(feed.silent_s) == b'event: alive\ndata: {"silent_s":4.20}\n\n'


def test_a_quiet_table_gives_heartbeats(monkeypatch: Any) -> None:
    monkeypatch.setattr("sabot_dashboard.stream.HEARTBEAT_S", 0)
    feed, (frames, _) = Feed(), counted()
    listener = stream(feed, frames, "all")
    next(listener)
    assert next(listener).startswith(b"event: alive")
    listener.close()
    assert len(feed) == 0


def test_a_stream_ends_when_the_feed_is_closed() -> None:
    feed, (frames, _) = Feed(), counted()
    listener = stream(feed, frames, "all")
    next(listener)
    feed.publish(1, {"coup": 1})
    assert json.loads(next(listener).split(b"data: ")[1])["coup"] == 1
    feed.close()
    assert len(list(listener)) <= 1


def test_places_are_given_back() -> None:
    places = Places(1)
    assert places.take()
    assert not places.take()
    places.give_back()
    assert places.take()
