"""The feed: the newest table for every listener, and a slow one delays nobody."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from contextlib import ExitStack

import pytest

from sabot.core.cards import card_named
from sabot.core.events import CardDealt
from sabot.live.feed import Feed, Subscription, Update

EVENT = CardDealt(1, card_named("8C"), "punto", 8)


def test_one_that_joins_late_gets_the_newest_at_once():
    feed = Feed()
    feed.publish(7, {"coup": 1}, [EVENT])
    feed.publish(8, {"coup": 2})
    with feed.subscribe() as place:
        update = place.get(0)
        assert (update.seq, update.view, update.events) == (8, {"coup": 2}, ())
        assert place.get(0) is None


def test_one_that_listens_gets_every_update_with_its_events():
    feed = Feed()
    with feed.subscribe() as place:
        feed.publish(1, {"coup": 1}, [EVENT])
        feed.publish(2, {"coup": 1})
        update = place.get(0)
        assert update is not None
        seq, view, events = update
        assert (seq, view) == (1, {"coup": 1})
        assert events == ({"event": "card", "coup": 1, "card": "8C", "to": "punto", "points": 8},)
        assert place.get(0).seq == 2


def test_a_slow_listener_is_cut_to_the_newest_and_told_that_it_missed_something():
    feed = Feed()
    with feed.subscribe(most=3) as slow:
        for number in range(1, 6):
            feed.publish(number, {"coup": number}, [EVENT])
        first = slow.get(0)
        assert (first.seq, first.events, first.missed) == (4, (), True)
        assert (slow.get(0).seq, slow.get(0)) == (5, None)


def test_what_belongs_together_is_heard_one_by_one_and_the_last_of_it_is_the_newest():
    feed, found = Feed(), []
    reader = threading.Thread(target=lambda: found.append(feed.newest.seq))
    with feed.subscribe() as place:
        with feed.together():
            feed.publish(1, {"coup": 1})
            reader.start()
            feed.publish(2, {"coup": 2})
        reader.join(60)
        assert found == [2]
        assert [place.get(0).seq, place.get(0).seq] == [1, 2]


def test_a_table_that_was_not_opened_yet_shows_nothing():
    assert Feed().subscribe().get(0) is None


def test_an_update_is_written_as_json_once_however_many_ask():
    feed = Feed()
    one, two = feed.subscribe(), feed.subscribe()
    feed.publish(3, {"lang": "fr", "table": "Égalité"}, [EVENT])
    first, second = one.get(0), two.get(0)
    assert first.text is second.text
    assert json.loads(first.text)["view"]["table"] == "Égalité"


def test_closing_the_feed_sends_everybody_home():
    feed = Feed()
    place, ended = feed.subscribe(), threading.Event()

    def listening() -> None:
        for _ in place:
            pass
        ended.set()

    listener = threading.Thread(target=listening)
    listener.start()
    feed.close()
    assert ended.wait(60)
    listener.join()
    assert feed.subscribe().closed
    assert len(feed) == 0


def test_a_listener_that_leaves_is_forgotten():
    feed = Feed()
    place = feed.subscribe()
    assert len(feed) == 1
    place.close()
    place.close()
    feed.publish(1, {})
    assert len(feed) == 0


def test_the_feed_knows_how_long_the_loop_has_been_silent():
    now_ns = [0]
    feed = Feed(monotonic_ns=lambda: now_ns[0])
    now_ns[0] = 3_000_000_000
    assert feed.silent_s == 3
    feed.alive()
    assert feed.silent_s == 0


def test_a_loop_that_publishes_is_not_silent():
    now_ns = [0]
    feed = Feed(monotonic_ns=lambda: now_ns[0])
    now_ns[0] = 3_000_000_000
    feed.publish(1, {"coup": 1})
    now_ns[0] += 500_000_000
    assert feed.silent_s == 0.5


def test_one_that_is_first_is_told_before_all_others():
    feed, order = Feed(), []
    display, croupier = feed.subscribe(), feed.subscribe(first=True)

    def noting(name: str) -> Callable[[Update], None]:
        return lambda update: order.append(name)

    for name, place in (("display", display), ("croupier", croupier)):
        place.offer = noting(name)  # type: ignore[assignment, method-assign]
    feed.publish(1, {"coup": 1})
    assert order == ["croupier", "display"]


def test_an_update_that_came_in_time_has_missed_nothing():
    feed = Feed()
    with feed.subscribe() as place:
        feed.publish(1, {"coup": 1})
        assert place.get(0).missed is False


def test_64_updates_wait_for_a_slow_listener_who_is_told_after_others():
    feed = Feed()
    early, late = feed.subscribe(), feed.subscribe()
    assert feed._subscribed == [early, late]
    for number in range(1, 65):
        feed.publish(number, {"coup": number})
    assert [late.get(0).seq for _ in range(64)] == [*range(1, 65)]


def test_a_listener_who_waits_in_vain_is_not_told_of_nothing():
    feed = Feed()
    place, heard, first = feed.subscribe(), [], threading.Event()

    def attend() -> None:
        for update in place:
            heard.append(update.seq)
            first.set()

    listener = threading.Thread(target=attend)
    listener.start()
    feed.publish(1, {"coup": 1})
    assert first.wait(60)
    feed.close()
    listener.join(60)
    assert heard == [1]


def test_the_table_before_it_is_opened_has_number_0_and_no_view():
    newest = Feed().newest
    assert (newest.seq, newest.view, newest.events) == (0, {}, ())


def test_a_listener_in_a_thread_keeps_no_program_from_ending():
    feed, threads = Feed(), []
    with ExitStack() as parts:
        feed.attended("display", lambda place: threads.append(threading.current_thread().daemon), parts)
    assert threads == [True]


def test_all_that_listen_in_threads_lose_their_places_before_any_of_them_is_waited_for():
    feed, names, lost = Feed(), [], threading.Semaphore(0)

    def attend(place: Subscription) -> None:
        names.append(threading.current_thread().name)
        list(place)  # until it ends
        lost.release()
        assert len(feed) == 0  # the other has lost its place, too

    with ExitStack() as parts:
        for name in ("display", "tablet"):
            feed.attended(name, attend, parts)
    assert sorted(names) == ["display", "tablet"]
    assert all(lost.acquire(blocking=False) for _ in names)


def test_all_that_listen_in_threads_have_five_seconds_together_to_end(monkeypatch: pytest.MonkeyPatch):
    now_ns, given_s = [0], []

    def joined(_: threading.Thread, timeout_s: float) -> None:
        given_s.append(timeout_s)
        now_ns[0] += 3_000_000_000

    feed = Feed(monotonic_ns=lambda: now_ns[0])
    with ExitStack() as parts:
        for name in ("display", "tablet", "webhook"):
            feed.attended(name, lambda place: None, parts)
        monkeypatch.setattr(threading.Thread, "join", joined)
    assert given_s == [5.0, 2.0, 0.0]


def test_what_listens_for_other_parts_listens_on():
    feed = Feed()
    with ExitStack() as table:
        feed.attended("display", list, table)
        with ExitStack() as part:
            feed.attended("tablet", list, part)
        assert len(feed) == 1
    assert len(feed) == 0
