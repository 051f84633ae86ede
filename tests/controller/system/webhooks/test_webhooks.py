"""Webhooks: signed, in their order, again after an outage, and never what is withheld."""

from __future__ import annotations

import base64
import json
import logging
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from sabot.app import webhooks
from sabot.core.observations import Undone
from sabot.record.journal import JournalError
from sabot.record.shift.past import Past
from sabot.system.webhooks.cursor import Cursor
from sabot.system.webhooks.posting import Posting
from sabot.system.webhooks.sender import LONGEST_PAUSE_S, Sender
from sabot.system.webhooks.target import target
from tests.controller.system.webhooks.receiver import Receiver
from tests.dashboard.office import Casino
from tests.dashboard.test_programs import NINE, silent

SECRET = b"0123456789abcdef01234567"
DISPUTED = "rnvp 2C 3S 3D 4H 2H 5C"
"""A card too many after 7 to 7."""


class Clock:
    """Seconds, by hand."""

    def __init__(self) -> None:
        self.now_s = 100.0

    def __call__(self) -> float:
        return self.now_s


class Hooked:
    """A table with a receiver, and what sends to it."""

    def __init__(self, folder: Path) -> None:
        self.casino, self.receiver, self.clock = Casino(folder, serve=False), Receiver(), Clock()
        self.made: list[Sender] = []

    def sender(self, about: str = "results") -> Sender:
        """One that has looked at the journal: what comes from now on is sent."""
        path = self.casino.settings.journal_path
        to = target(self.receiver.url, is_private_allowed=True)
        sender = Sender(
            Posting(to, SECRET, wall_s=lambda: 1_764_000_000.9),
            cursor=Cursor(path, about),
            past=Past(path),
            words=webhooks.words(webhooks.KINDS[about]),
            newest=lambda: self.casino.feed.newest,
            clock_s=self.clock,
        )
        sender.turn()
        return sender

    def close(self) -> None:
        self.casino.close()
        self.receiver.close()


@pytest.fixture
def hooked(tmp_path: Path) -> Iterator[Hooked]:
    made = Hooked(tmp_path)
    yield made
    made.close()


def all_sent(sender: Sender) -> None:
    while sender.turn():
        pass


def test_a_result_is_sent_signed_and_is_what_a_reader_hears(hooked: Hooked) -> None:
    sender = hooked.sender()
    hooked.casino.play(NINE)
    all_sent(sender)
    (came,) = hooked.receiver.waiting()
    assert came.path == "/hook?table=3"
    assert came.is_signed(SECRET) and not came.is_signed(b"another")
    assert (came.headers["webhook-timestamp"], came.headers["content-type"]) == (
        "1764000000",
        "application/json",
    )
    assert (came.data["id"], came.data["type"], came.data["coup"]) == (came.key, "result", 1)
    assert came.data["outcome"]["won"] == ["punto"]


def test_what_was_on_record_before_the_first_start_is_not_sent(hooked: Hooked) -> None:
    hooked.casino.play(f"{NINE} end")
    sender = hooked.sender()
    hooked.casino.play(NINE)
    all_sent(sender)
    assert [each.data["coup"] for each in hooked.receiver.waiting()] == [2]


@pytest.mark.parametrize("status", [500, 302])
def test_after_an_outage_everything_comes_in_its_order_and_with_the_same_content(
    hooked: Hooked, status: int
) -> None:
    sender, hooked.receiver.status = hooked.sender(), status
    hooked.casino.play(f"{NINE} end {NINE} end")
    assert not sender.turn()
    (first,) = hooked.receiver.waiting()
    hooked.receiver.status = 200
    assert not sender.turn(), "it is not time yet"
    assert hooked.receiver.waiting() == []
    hooked.clock.now_s += 1.0
    all_sent(sender)
    again, second = hooked.receiver.waiting()
    assert (again.key, again.body) == (first.key, first.body)
    assert [again.data["coup"], second.data["coup"]] == [1, 2]
    assert second.key != again.key


def test_pauses_double_up_to_five_minutes_and_the_log_says_it_once(
    hooked: Hooked, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    sender, hooked.receiver.status = hooked.sender(), 503
    hooked.casino.play(NINE)
    waits = []
    for _ in range(20):
        begun = hooked.clock.now_s
        sender.turn()
        waits.append(sender._due_s - begun)
        hooked.clock.now_s = sender._due_s
    assert waits[:4] == [1.0, 2.0, 4.0, 8.0] and waits[-1] == LONGEST_PAUSE_S
    assert caplog.text.count("webhooks wait") == 1 and "answered 503" in caplog.text
    assert "/hook" not in caplog.text, "an address may hold a secret behind its host"
    hooked.receiver.status = 200
    sender.turn()
    assert "is there again" in caplog.text


def test_a_receiver_that_took_one_is_tried_soon_again(hooked: Hooked) -> None:
    sender, hooked.receiver.status = hooked.sender(), 503
    hooked.casino.play(f"{NINE} end {NINE} end")
    for _ in range(8):
        sender.turn()
        hooked.clock.now_s = sender._due_s
    hooked.receiver.waiting()
    hooked.receiver.statuses = [200, 503]
    sender.turn()
    assert sender._due_s - hooked.clock.now_s == 1.0
    assert [each.data["coup"] for each in hooked.receiver.waiting()] == [1, 2]


def test_a_restart_goes_on_after_the_last_one_that_was_taken(hooked: Hooked) -> None:
    sender = hooked.sender()
    hooked.casino.play(f"{NINE} end")
    all_sent(sender)
    hooked.casino.play(f"{NINE} end")
    assert [each.data["coup"] for each in hooked.receiver.waiting()] == [1]
    all_sent(hooked.sender())
    assert [each.data["coup"] for each in hooked.receiver.waiting()] == [2]


def test_a_table_that_closed_while_a_receiver_was_slow_leaves_the_place_to_the_next_one(
    hooked: Hooked, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is not waited for as long as a receiver may take."""
    old, place = hooked.sender(), hooked.casino.feed.subscribe()
    hooked.casino.play(f"{NINE} end {NINE} end")
    sends, came = Posting.send, []

    def slow(self: Posting, key: str, news: Any) -> None:
        came.append(news["coup"])
        if not place.closed:
            place.close()
            hooked.casino.play(f"{NINE} end")
            all_sent(hooked.sender())
        sends(self, key, news)

    monkeypatch.setattr(Posting, "send", slow)
    old.attend(place)
    assert came == [1, 1, 2, 3], "the old one sends no more than it was about to"
    all_sent(hooked.sender())
    assert came == [1, 1, 2, 3], "and has not set the place back"


def test_results_and_faults_have_a_place_each(hooked: Hooked) -> None:
    """A result in dispute waits, and the fault does not wait with it."""
    results, faults = hooked.sender(), hooked.sender("faults")
    hooked.casino.play(DISPUTED)
    all_sent(results)
    all_sent(faults)
    (fault,) = hooked.receiver.waiting()
    assert (fault.data["type"], fault.data["kind"]) == ("fault", "faux-tirage")
    assert fault.data.keys() == {"id", "type", "record", "at", "coup", "outcome", "of", "kind"}
    hooked.casino.tell(Undone())
    all_sent(results)
    assert [each.data["type"] for each in hooked.receiver.waiting()] == ["result", "undone"]


def test_a_result_that_was_taken_back_before_it_was_final_is_never_sent(hooked: Hooked) -> None:
    sender = hooked.sender()
    hooked.casino.play(DISPUTED)
    all_sent(sender)
    hooked.casino.tell(Undone(), Undone())
    all_sent(sender)
    assert [each.data["type"] for each in hooked.receiver.waiting()] == ["undone", "undone"]


def test_a_result_that_was_sent_and_is_taken_back_is_followed_by_that(hooked: Hooked) -> None:
    sender = hooked.sender()
    hooked.casino.play(NINE)
    all_sent(sender)
    hooked.casino.tell(Undone())
    all_sent(sender)
    result, undone = hooked.receiver.waiting()
    assert undone.data["of"] <= result.data["record"] < undone.data["record"]


def test_a_result_that_the_table_has_not_shown_yet_waits_because_it_may_be_in_dispute(hooked: Hooked) -> None:
    """It is on record a moment before the view that says so."""
    sender = hooked.sender()
    hooked.casino.play("rnvp")
    shown = hooked.casino.feed.newest
    hooked.casino.play(DISPUTED.removeprefix("rnvp "))
    sender._newest = lambda: shown
    all_sent(sender)
    assert hooked.receiver.waiting() == []
    assert sender._after == shown.seq


def test_in_silent_mode_nothing_is_sent_until_it_ends(hooked: Hooked) -> None:
    senders = hooked.sender(), hooked.sender("faults")
    silent(hooked.casino)
    hooked.casino.play(DISPUTED)
    for each in senders:
        all_sent(each)
    assert hooked.receiver.waiting() == []


def test_a_receiver_that_is_not_there_costs_the_table_nothing(hooked: Hooked) -> None:
    sender = hooked.sender()
    hooked.receiver.close()
    hooked.casino.play(NINE)
    assert not sender.turn()
    assert hooked.casino.feed.newest.view["phase"] == "decided"


def test_a_journal_that_cannot_be_read_now_is_read_later(
    hooked: Hooked, monkeypatch: pytest.MonkeyPatch
) -> None:
    sender = hooked.sender()
    hooked.casino.play(NINE)

    def fails(*given: object) -> Any:
        raise JournalError("busy")

    with monkeypatch.context() as patch:
        patch.setattr(Past, "news", fails)
        assert not sender.turn()
    hooked.clock.now_s += 1.0
    all_sent(sender)
    assert len(hooked.receiver.waiting()) == 1


# --- the place in the journal


def test_a_new_journal_is_sent_from_its_beginning(hooked: Hooked) -> None:
    sender = hooked.sender()
    kept = json.loads(sender._cursor.path.read_text())
    assert sender._cursor.path.stat().st_mode & 0o777 == 0o600
    sender._cursor.path.write_text(json.dumps(kept | {"journal": "another", "seq": 99}))
    assert Cursor(hooked.casino.settings.journal_path, "results").begin() == 0


def test_a_journal_that_was_put_back_is_sent_from_its_end(
    hooked: Hooked, caplog: pytest.LogCaptureFixture
) -> None:
    sender = hooked.sender()
    kept = json.loads(sender._cursor.path.read_text())
    sender._cursor.path.write_text(json.dumps(kept | {"seq": 99, "chain": "another"}))
    assert sender._cursor.begin() == Past(hooked.casino.settings.journal_path).head()
    assert "which was put back" in caplog.text


def test_a_spoilt_place_is_the_end_of_the_journal(hooked: Hooked) -> None:
    sender = hooked.sender()
    for text in ("", "[]", "{}", '{"journal": 1}', "[" * 9999, '{"seq": "x"}'):
        sender._cursor.path.write_text(text)
        assert sender._cursor.begin() == Past(hooked.casino.settings.journal_path).head(), text


def test_a_place_that_cannot_be_kept_is_said_and_the_webhook_is_sent_all_the_same(
    hooked: Hooked, caplog: pytest.LogCaptureFixture
) -> None:
    sender = hooked.sender()
    sender._cursor.path.with_name(sender._cursor.path.name + ".new").mkdir()
    hooked.casino.play(NINE)
    all_sent(sender)
    assert len(hooked.receiver.waiting()) == 1
    assert "cannot be written" in caplog.text


# --- a whole table


def test_an_open_table_sends_its_results_and_ends_with_its_threads(
    tmp_path: Path, running: Callable[[str], Any]
) -> None:
    receiver = Receiver()
    (tmp_path / "secret").write_text("whsec_" + base64.b64encode(SECRET).decode())
    (tmp_path / "secret").chmod(0o600)
    config = (
        f'[webhooks]\nurls = "{receiver.url}"\nprivate_addresses = true\nsecret_file = "{tmp_path}/secret"\n'
        'about = "results"\n'
    )
    with running(config):
        came = receiver.came.get(timeout=60)
    assert came.is_signed(SECRET) and came.data["type"] == "result"
    receiver.close()
