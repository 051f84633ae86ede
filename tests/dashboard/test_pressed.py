"""One act that two screens send is done once, and the second one hears so."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from threading import Barrier
from typing import Any

import pytest
from flask.testing import FlaskClient

from sabot.core.observations import Said
from sabot_dashboard.acts import Act, act
from sabot_dashboard.answers import told_again
from sabot_dashboard.pressed import DONE, TELEPHONE, Press, Pressed
from tests.dashboard.doors import ELSEWHERE, at_the_table
from tests.dashboard.office import Casino
from tests.dashboard.test_app import ACT

ONE, TWO = "1a1a1a1a", "2b2b2b2b"
"""What the keys of two pages begin with."""


def pressed(name: str, *, key: str, seen: int | None, **fields: Any) -> Act:
    made = act({"act": name, "key": key, "seen": seen, **fields})
    assert isinstance(made, Act)
    return made


def card(page: str, number: int, seen: int = 1) -> Act:
    return pressed("card", key=f"{page}-{number:08}".lstrip("-"), seen=seen, card="8C")


def status(answer: Any) -> tuple[int, object]:
    return answer.status_code, answer.json.get("recorded", answer.json["taken"])


def test_a_press_that_is_sent_again_is_told_what_the_receipt_of_the_first_one_says(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("sabot_dashboard.answers.RECORDED_WITHIN_S", 0)
    taken, receipt = Pressed(), Future[int]()
    first, same, elsewhere = (pressed("end", key=key, seen=1) for key in (f"{ONE}-1", f"{ONE}-2", f"{TWO}-1"))
    taken.taken(first, 1)
    assert status(taken.not_new(first, "again")) == (202, False), "it is on its way to the inbox"
    taken.waits(first, receipt)
    for each, verdict in ((first, "again"), (same, "again"), (elsewhere, "done")):
        assert taken.taken(each, 1) == verdict
        assert status(taken.not_new(each, taken.verdict(each))) == (202, False)
    receipt.set_result(7)
    for each in (first, same, elsewhere):
        assert status(taken.not_new(each, taken.verdict(each))) == (200, True)


def test_a_press_that_fails_late_may_be_tried_again_and_who_waits_hears_of_it() -> None:
    taken, receipt, later = Pressed(), Future[int](), Future[int]()
    first = pressed("end", key=f"{ONE}-1", seen=1)
    taken.taken(first, 1)
    taken.waits(first, receipt)
    waited_for = taken.receipt(first)
    receipt.set_exception(RuntimeError("the disk is full"))
    assert status(told_again(waited_for, {})) == (503, False)
    assert taken.taken(first, 1) == "new"
    taken.waits(first, later)
    later.set_result(8)
    assert taken.taken(first, 1) == "again"


def test_who_waits_for_a_press_before_its_receipt_is_there_hears_of_it_at_once() -> None:
    for settled, said in (
        (lambda one: one.set_result(7), 200),
        (lambda one: one.set_exception(OSError()), 503),
    ):
        taken, receipt = Pressed(), Future[int]()
        first = pressed("end", key=f"{ONE}-1", seen=1)
        taken.taken(first, 1)
        waited_for = taken.receipt(first)
        taken.waits(first, receipt)
        settled(receipt)
        assert waited_for is not None
        assert waited_for.done()
        assert told_again(waited_for, {}).status_code == said


def test_a_press_that_was_tried_again_does_not_fail_with_the_first_one() -> None:
    taken, receipt = Pressed(), Future[int]()
    first = pressed("end", key=f"{ONE}-1", seen=1)
    taken.taken(first, 1)
    taken.waits(first, receipt)
    Press(taken, first).forget()
    assert taken.taken(first, 1) == "new"
    receipt.set_exception(RuntimeError("the disk is full"))
    assert taken.taken(first, 1) == "again"


def test_a_telephone_that_sends_other_words_under_an_old_key_is_not_told_that_they_were_taken() -> None:
    taken = Pressed()
    bid, other = (
        pressed("say", key=f"{ONE}-00000001", seen=1, words=words)._replace(name=TELEPHONE)
        for words in ("bid 2 pas", "bid 2 rik")
    )
    assert [taken.taken(each, 1) for each in (bid, bid, other)] == ["new", "again", "new"]
    assert taken.verdict(other) == "again"


def test_the_same_request_again_is_not_a_second_press() -> None:
    taken = Pressed()
    assert taken.taken(card(ONE, 1), 1) == "new"
    assert taken.taken(card(ONE, 1), 1) == "again"


@pytest.mark.parametrize(
    ("name", "fields"),
    [
        ("end", {}),
        ("say", {"words": "play 2 8C"}),
        ("card", {"card": "8C"}),
        ("stake", {"where": "punto", "amount": "5", "seat": 2}),
    ],
)
def test_what_two_tablets_do_on_one_picture_is_done_once(name: str, fields: dict[str, Any]) -> None:
    taken = Pressed()
    assert taken.taken(pressed(name, key=f"{ONE}-1", seen=4, **fields), 4) == "new"
    assert taken.taken(pressed(name, key=f"{TWO}-1", seen=4, **fields), 4) == "done"
    assert taken.taken(pressed(name, key=f"{TWO}-2", seen=5, **fields), 6) == "new"


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (("rnvp", {}), ("end", {})),
        (("say", {"words": "ponte carte"}), ("announce", {"words": "ponte carte"})),
    ],
)
def test_two_acts_are_two_although_what_they_observe_has_equal_fields(
    first: tuple[str, dict[str, str]], second: tuple[str, dict[str, str]]
) -> None:
    taken, (name, fields), (other, others) = Pressed(), first, second
    assert taken.taken(pressed(name, key=f"{ONE}-1", seen=4, **fields), 4) == "new"
    for key in (f"{ONE}-2", f"{TWO}-1"):
        assert taken.verdict(pressed(other, key=key, seen=4, **others)) == "new"
    assert taken.means_another(pressed(other, key=f"{ONE}-1", seen=4, **others))


def test_a_tablet_that_had_not_even_the_picture_of_the_other_does_nothing_twice() -> None:
    taken = Pressed()
    assert taken.taken(pressed("end", key=f"{ONE}-1", seen=9), 9) == "new"
    assert taken.taken(pressed("end", key=f"{TWO}-1", seen=7), 12) == "done"
    assert taken.taken(pressed("end", key=f"{TWO}-2", seen=9), 12) == "done"
    assert taken.taken(pressed("end", key=f"{TWO}-3", seen=10), 12) == "new"


def test_two_taps_on_one_picture_are_one_act_and_two_equal_cards_are_two() -> None:
    taken = Pressed()
    for key, verdict in (("1", "new"), ("2", "again")):
        assert taken.taken(pressed("say", key=f"{ONE}-{key * 8}", seen=1, words="play 2 8C"), 1) == verdict
    assert [taken.taken(card(ONE, number), 1) for number in (3, 4)] == ["new", "new"]
    assert [taken.taken(card("", number, 2), 2) for number in (5, 6)] == ["new", "new"]


def test_a_press_without_a_picture_is_known_by_its_key_alone() -> None:
    taken = Pressed()
    for number in range(2):
        assert taken.taken(pressed("end", key=f"{number:08}", seen=None), 1) == "new"


def test_a_press_that_came_to_nothing_may_be_tried_again() -> None:
    taken, end = Pressed(), pressed("end", key=f"{ONE}-1", seen=1)
    for _ in range(2):
        assert taken.taken(end, 1) == "new"
        taken.forget(end)
    other = pressed("end", key=f"{TWO}-1", seen=1)
    assert taken.taken(other, 1) == "new"
    taken.forget(end)  # of the other screen nothing is forgotten
    assert taken.taken(end, 1) == "done"


def test_old_presses_are_forgotten_so_that_memory_does_not_grow() -> None:
    taken = Pressed(kept=4)
    for number in range(40):
        assert taken.taken(pressed("say", key=f"{number:08}", seen=0, words=f"bid 2 {number}"), 0) == "new"
    assert taken.taken(pressed("say", key=f"{0:08}", seen=0, words="bid 2 0"), 0) == "new"


def test_the_last_four_thousand_and_some_presses_are_remembered() -> None:
    taken = Pressed()
    for number in range(4096):
        assert taken.taken(card("", number, number), number) == "new"
    assert taken.taken(card("", 0), 4096) == "again"
    assert taken.taken(card("", 4096, 4096), 4096) == "new"
    assert taken.taken(card("", 0, 4096), 4096) == "new"


def test_a_press_that_was_refused_does_not_count_and_hides_none_of_another_screen() -> None:
    taken, one = Pressed(), pressed("end", key=f"{ONE}-1", seen=1)
    assert [taken.verdict(one), taken.verdict(one)] == ["new", "new"]
    assert taken.taken(pressed("end", key=f"{TWO}-1", seen=1), 1) == "new"
    assert taken.verdict(one) == "done"


@pytest.fixture
def casino(tmp_path: Path, cheap_pins: None) -> Iterator[Casino]:
    """A table of nap in the middle of the auction: seat 2 is to bid."""
    found = Casino(tmp_path, game="nap", serve=False)
    hands = ("AS KS QS JS TS", "2C 3C 4C 5C 6C", "2D 3D 4D 5D 6D", "2H 3H 4H 5H 6H")
    found.tell(*[Said(f"hand {seat} {cards}") for seat, cards in enumerate(hands, 1)])
    yield found
    found.close()


def says(client: FlaskClient, page: str, words: str, seen: int) -> Any:
    body = {"act": "say", "words": words, "key": f"{page}-12345678", "seen": seen}
    return client.post("/acts", json=body, headers=ACT).json


def on_record(casino: Casino, words: str) -> int:
    """How often these words are on record."""
    sql = "SELECT count(*) FROM records WHERE kind = 'observation' AND body LIKE ?"
    with closing(sqlite3.connect(casino.settings.journal_path)) as journal:
        return int(journal.execute(sql, (f'%"{words}"%',)).fetchone()[0])


def test_eight_tablets_at_one_moment_bid_once_and_nobody_is_at_fault(casino: Casino) -> None:
    seen, at_once = casino.feed.newest.seq, Barrier(8)

    def tablet(number: int) -> Any:
        client = at_the_table(casino.app)
        at_once.wait(60)
        return says(client, f"{number}{ONE}", "bid 2 1", seen)

    with ThreadPoolExecutor(8) as tablets:
        answers = [*tablets.map(tablet, range(8))]
    done = {"taken": True, "again": True, "why": {"id": DONE, "values": {}}}
    assert sum(answer == done for answer in answers) == 7
    assert on_record(casino, "bid 2 1") == 1
    assert casino.loop.table.play.coup.faults == ()


def test_the_tablet_and_a_telephone_do_one_act_once(casino: Casino) -> None:
    tablet, telephone = at_the_table(casino.app), casino.app.test_client()
    code = tablet.post("/seats/code", json={"seat": 2}, headers=ACT).json["letters"]
    telephone.post("/seat/2/join", json={"code": code}, headers=ACT, **ELSEWHERE)
    seen = casino.feed.newest.seq
    assert says(tablet, ONE, "bid 2 1", seen)["recorded"]
    press = {"words": "bid 2 1", "key": f"{TWO}-12345678", "seen": seen}
    answer = telephone.post("/seat/2/act", json=press, headers=ACT, **ELSEWHERE)
    assert (answer.status_code, answer.json["why"]["id"]) == (200, DONE)
    assert on_record(casino, "bid 2 1") == 1
    assert casino.loop.table.play.coup.faults == ()


def test_an_act_that_was_taken_back_may_be_done_again(casino: Casino) -> None:
    tablet = at_the_table(casino.app)
    says(tablet, ONE, "bid 2 1", casino.feed.newest.seq)
    undo = {"act": "undo", "key": "undo-12345678", "seen": casino.feed.newest.seq}
    assert tablet.post("/acts", json=undo, headers=ACT).json["taken"]
    assert "again" not in says(tablet, TWO, "bid 2 1", casino.feed.newest.seq)
    assert on_record(casino, "bid 2 1") == 2
