"""The streams of a listener: whole pictures to all, nobody waited for, the croupier first."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from typing import Any

import pytest

from sabot.core.reasons import Reason, as_dict
from sabot.live.feed import Feed, Update
from sabot_dashboard.fanout import Fanout, Screen
from sabot_dashboard.stream import Frames, Kept


class Browser:
    """The other end of one stream, and the connection that it came by: it takes, is busy, or hangs up."""

    def __init__(self, name: str = "", log: list[str] | None = None) -> None:
        self.name, self.log = name, log if log is not None else []
        self.took: list[bytes] = []
        self.is_busy = self.is_gone = self.is_ended = self.is_slow = False
        self.gone: Callable[[], object] = int
        self.ready: Callable[[], object] = int

    async def send(self, message: Any) -> None:
        """What the server frames itself: how the stream begins and ends."""
        if message.get("body"):
            self.write(message["body"])
        self.is_ended = message.get("more_body") is False

    def write(self, data: bytes) -> None:
        assert not self.is_busy
        if not self.is_gone:
            self.took.append(data)
            self.is_busy = self.is_slow
            self.log.append(self.name)

    def when_ready(self, told: Callable[[], object]) -> None:
        self.ready = told

    def when_gone(self, told: Callable[[], object]) -> None:
        self.gone = told

    def takes(self) -> None:
        self.is_busy = False
        self.ready()

    def hang_up(self) -> None:
        self.is_gone = True
        self.gone()

    def pictures(self) -> list[bytes]:
        return [each.split(b"\n")[0] for each in self.took if each.startswith(b"id:")]


@pytest.fixture
def feed() -> Iterator[Feed]:
    made = Feed()
    yield made
    made.close()


def frames() -> Frames:
    return Frames(dict.fromkeys(("croupier", "display"), lambda view, events: {**view, "events": [*events]}))


def in_a_loop(test: Callable[[Feed], Coroutine[Any, Any, None]]) -> Callable[[Feed], None]:
    """A test that is a coroutine, ended after a minute."""

    def run(feed: Feed) -> None:
        asyncio.run(asyncio.wait_for(test(feed), 60))

    run.__name__, run.__doc__ = test.__name__, test.__doc__
    return run


def look(
    fanout: Fanout, browser: Any, audience: str = "display", *, is_known: Callable[[], bool] | None = None
) -> Awaitable[None]:
    kept = Kept(audience, int, is_known=is_known)
    return asyncio.ensure_future(fanout.serve(kept, [], send=browser.send, connection=browser, chunked=False))


async def settled(until: Callable[[], object]) -> None:
    while not until():
        await asyncio.sleep(0)


@in_a_loop
async def test_a_browser_has_the_newest_picture_at_once_and_every_one_after_it(feed: Feed) -> None:
    feed.publish(7, {"coup": 7})
    fanout, first, second = Fanout(feed, frames()), Browser(), Browser()
    streams = [look(fanout, each) for each in (first, second)]
    await settled(second.pictures)
    for number in (8, 9, 10):  # at once: each is a picture of its own, or what moves on it would not move
        feed.publish(number, {"coup": number})
    await settled(lambda: len(second.pictures()) == 4)
    feed.close()
    await asyncio.gather(*streams)
    for each in (first, second):
        assert each.pictures() == [b"id: 7", b"id: 8", b"id: 9", b"id: 10"]
        assert each.is_ended


@in_a_loop
async def test_a_stream_that_comes_when_the_feed_is_closed_ends_at_once(feed: Feed) -> None:
    fanout, late = Fanout(feed, frames()), Browser()
    feed.close()
    await look(fanout, late)
    assert late.is_ended


@in_a_loop
async def test_a_slow_browser_holds_nobody_up_and_skips_to_the_newest(feed: Feed) -> None:
    fanout, slow, quick = Fanout(feed, frames()), Browser(), Browser()
    streams = [look(fanout, each) for each in (slow, quick)]
    await settled(lambda: slow.took and quick.took)
    slow.is_slow = True
    feed.publish(1, {"coup": 1})
    await settled(lambda: slow.pictures() and quick.pictures())
    for number in (2, 3, 4):
        feed.publish(number, {"coup": number})
        await settled(lambda: b"id: %d" % number in quick.pictures())  # noqa: B023
    slow.is_slow = False
    slow.takes()
    assert slow.pictures() == [b"id: 1", b"id: 4"]
    feed.close()
    await asyncio.gather(*streams)


@in_a_loop
async def test_one_who_hung_up_is_forgotten_at_once_and_the_others_are_not(feed: Feed) -> None:
    fanout, lost, here = Fanout(feed, frames()), Browser(), Browser()
    gone, stays = look(fanout, lost), look(fanout, here)
    feed.publish(1, {"coup": 1})
    await settled(lost.pictures)
    lost.hang_up()
    await gone
    feed.publish(2, {"coup": 2})
    await settled(lambda: len(here.pictures()) == 2)
    assert lost.pictures() == [b"id: 1"]
    feed.close()
    await stays


@in_a_loop
async def test_the_croupier_has_each_picture_before_any_display_whoever_came_first(feed: Feed) -> None:
    log: list[str] = []
    fanout = Fanout(feed, frames())
    displays = [Browser("display", log) for _ in range(3)]
    streams = [look(fanout, each) for each in displays]
    await settled(lambda: len(log) == 3)  # they are there: each has the beginning of its stream
    croupier = Browser("croupier", log)
    streams.append(look(fanout, croupier, "croupier"))
    await settled(lambda: len(log) == 4)
    for number in (1, 2, 3):
        log.clear()
        feed.publish(number, {"coup": number})
        await settled(lambda: len(log) == 4)
        assert log == ["croupier", *["display"] * 3]
    feed.close()
    await asyncio.gather(*streams)


def test_a_quiet_table_gives_every_second_a_heartbeat(feed: Feed, monkeypatch: Any) -> None:
    monkeypatch.setattr("sabot_dashboard.stream.HEARTBEAT_S", 0.001)

    async def listens() -> None:
        fanout, browser = Fanout(feed, frames()), Browser()
        here = look(fanout, browser)
        await settled(lambda: sum(each.startswith(b"event: alive") for each in browser.took) > 2)
        feed.close()
        await here

    asyncio.run(asyncio.wait_for(listens(), 60))


def test_a_stream_ends_whose_browser_may_no_longer_look_and_no_other(feed: Feed, monkeypatch: Any) -> None:
    monkeypatch.setattr("sabot_dashboard.stream.HEARTBEAT_S", 0.001)
    waiting: list[Callable[[], object]] = []

    def nobody_knows() -> bool:
        raise OSError("the disk")

    async def listens() -> None:
        fanout, others = Fanout(feed, frames(), aside=waiting.append), Browser()
        asked = [nobody_knows, lambda: False, lambda: True]
        streams = [look(fanout, Browser(), "croupier", is_known=each) for each in asked]
        streams.append(look(fanout, others))
        await settled(lambda: sum(each.startswith(b"event: alive") for each in others.took) > 2)
        assert len(waiting) == 1, "the loop goes on, and asks no second time before it is told"
        waiting.pop()()
        await asyncio.gather(*streams[:2])
        await settled(lambda: waiting)
        waiting.pop()()
        feed.close()
        await asyncio.gather(*streams[2:])

    asyncio.run(asyncio.wait_for(listens(), 60))


@in_a_loop
async def test_what_only_this_screen_missed_is_not_made_again(feed: Feed) -> None:
    """A picture is made once for each kind of screen, however many listeners there are."""
    made: list[int] = []

    def project(view: Any, events: Any) -> dict[str, object]:
        made.append(view["coup"])
        return {**view}

    shared = Frames({"display": project})
    fanouts = [Fanout(feed, shared) for _ in range(2)]
    browsers = [Browser() for _ in range(6)]
    streams = [look(fanouts[nth % 2], each) for nth, each in enumerate(browsers)]
    await settled(lambda: all(each.took for each in browsers))
    feed.publish(1, {"coup": 1})
    await settled(lambda: all(each.pictures() for each in browsers))
    assert made == [1]
    feed.close()
    await asyncio.gather(*streams)


def shown(*offered: Update) -> list[bytes]:
    """The pictures that a screen writes to which these are shown."""
    browser = Browser()

    async def show() -> None:
        screen = Screen(browser, "display", chunked=False)
        for each in offered:
            screen.show(each, frames())

    asyncio.run(show())
    return browser.pictures()


def test_an_older_picture_is_never_shown_after_a_newer_one() -> None:
    """A screen that just joined has the newest; what waits in the queue is older."""
    seventh, sixth, eighth = (Update(seq, {"coup": seq}, ()) for seq in (7, 6, 8))
    assert shown(seventh, sixth, eighth) == [b"id: 7", b"id: 8"]


@in_a_loop
async def test_an_older_picture_does_not_take_the_place_of_a_newer_one_that_waits(feed: Feed) -> None:
    browser = Browser()
    browser.is_busy = True
    screen = Screen(browser, "display", chunked=False)
    for seq in (7, 6):
        screen.show(Update(seq, {"coup": seq}, ()), frames())
    screen.beat(b"alive")
    assert browser.took == []
    browser.is_busy = False
    for _ in range(2):
        screen.catch_up(frames())
    assert browser.pictures() == [b"id: 7"]


@in_a_loop
async def test_what_waited_is_not_shown_after_a_newer_one(feed: Feed) -> None:
    """The browser is ready again, and the next picture comes before it is told so."""
    browser = Browser()
    screen = Screen(browser, "display", chunked=False)
    browser.is_busy = True
    screen.show(Update(7, {"coup": 7}, ()), frames())
    browser.is_busy = False
    screen.show(Update(8, {"coup": 8}, ()), frames())
    screen.catch_up(frames())
    assert browser.pictures() == [b"id: 8"]


@in_a_loop
async def test_a_browser_that_knows_chunks_gets_each_message_as_one(feed: Feed) -> None:
    browser = Browser()
    Screen(browser, "display", chunked=True).beat(b"x" * 26)
    assert browser.took == [b"1a\r\n" + b"x" * 26 + b"\r\n"]


@in_a_loop
async def test_the_screens_of_guests_have_each_picture_after_those_at_the_table(feed: Feed) -> None:
    log: list[str] = []
    own = Fanout(feed, frames())
    public = Fanout(feed, frames(), before=own)
    streams = [look(public, Browser("guest", log)), look(own, Browser("table", log))]
    await settled(lambda: len(log) == 2)
    for number in (1, 2, 3):
        log.clear()
        feed.publish(number, {"coup": number})
        await settled(lambda: len(log) == 2)
        assert log == ["table", "guest"]
    feed.close()
    public.close()
    await asyncio.gather(*streams)


def test_a_change_that_is_not_on_record_is_shown_under_the_same_number_and_once() -> None:
    """The journal halts: no record is added, and the screens say so nevertheless."""
    runs = Update(7, {"halted": None}, ())
    halted = Update(7, {"halted": as_dict(Reason("the disk is full"))}, ())
    assert shown(runs, halted, halted) == [b"id: 7", b"id: 7"]


def test_the_very_first_record_is_a_picture_too_and_one_view_is_shown_once() -> None:
    first = Update(0, {"coup": 0}, ())
    assert shown(first, first) == [b"id: 0"]


def test_a_stream_before_the_table_is_open_has_heartbeats_and_no_picture(
    feed: Feed, monkeypatch: Any
) -> None:
    monkeypatch.setattr("sabot_dashboard.stream.HEARTBEAT_S", 0.001)

    async def listens() -> None:
        browser = Browser()
        here = look(Fanout(feed, frames()), browser)
        await settled(lambda: len(browser.took) > 3)
        feed.close()
        await here
        assert all(each.startswith(b"event: alive") for each in browser.took[1:])

    asyncio.run(asyncio.wait_for(listens(), 60))
