"""The stream: whole pictures, made once for all, and a heartbeat that does not lie."""

from __future__ import annotations

import json
from typing import Any

from sabot.live.feed import Feed
from sabot_dashboard.stream import Frames, Places, heartbeat, message, stream


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


class Silent:
    """A feed at which nothing happens, that notes how long a listener waits."""

    silent_s = 0.0

    def __init__(self) -> None:
        self.waited_s: list[float] = []
        self.first: list[bool] = []
        self.closed = False

    def subscribe(self, *, first: bool = False) -> Silent:
        self.first.append(first)
        return self

    def get(self, timeout_s: float) -> None:
        self.waited_s.append(timeout_s)

    def close(self) -> None:
        self.closed = True


def test_a_heartbeat_comes_every_second_and_a_place_is_given_back() -> None:
    feed: Any = Silent()
    listener: Any = stream(feed, counted()[0], "all")
    assert [next(listener) for _ in range(3)] == [
        b"retry: 1000\n\n",
        *[b'event: alive\ndata: {"silent_s":0.00}\n\n'] * 2,
    ]
    assert feed.waited_s == [1.0, 1.0]
    listener.close()
    assert feed.closed


def test_the_croupier_s_page_is_told_before_all_others() -> None:
    feed: Any = Silent()
    for audience in ("croupier", "display"):
        next(stream(feed, counted()[0], audience))
    assert feed.first == [True, False]


def test_the_64_pictures_made_last_are_kept() -> None:
    made: list[int] = []

    def noted(view: Any, events: object) -> dict[str, object]:
        made.append(view["coup"])
        return {}

    frames = Frames({"all": noted})
    feed = Feed()
    updates = []
    for number in range(65):
        feed.publish(number, {"coup": number})
        updates.append(feed.newest)
        frames.of(feed.newest, "all")
    frames.of(updates[1], "all")
    assert made == [*range(65)]
    frames.of(updates[0], "all")
    assert made == [*range(65), 0]


def test_a_message_has_its_number_and_its_picture_in_the_letters_of_its_language() -> None:
    picture: dict[str, object] = {"says": "Égalité", "n": 1}
    assert message(picture, seq=7) == 'id: 7\ndata: {"says":"Égalité","n":1}\n\n'.encode()


def test_places_are_given_back() -> None:
    places = Places(1, of_one=1)
    assert places.take("a")
    assert not places.take("b")
    places.give_back("a")
    assert places.take("b")


def test_one_address_does_not_take_every_place() -> None:
    places = Places(3, of_one=2)
    assert [places.take(each) for each in "aaabb"] == [True, True, False, True, False]
    places.give_back("a")
    assert places.take("b")
