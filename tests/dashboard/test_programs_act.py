"""What other programs may do: the acts of a screen, once, under their own name, and no others."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest

from sabot.live.inbox import Inbox
from sabot.record.journal import reading, records
from tests.dashboard.office import Casino
from tests.dashboard.programs import Client
from tests.dashboard.test_programs import silent

ACTS = "/api/v1/acts"


@pytest.fixture
def casino(tmp_path: Path) -> Iterator[Casino]:
    found = Casino(tmp_path, serve=False)
    yield found
    found.close()


def last_act(casino: Casino) -> tuple[str, dict[str, Any]]:
    """The role and the body of the last observation on record."""
    with reading(casino.settings.journal_path) as file:
        *_, found = records(file, "kind = 'observation'")
    return found.role, found.plain


def test_an_act_is_on_record_under_the_name_of_the_program(casino: Casino) -> None:
    croupier = Client(casino, "croupier")
    answer = croupier.act(act="card", card="8C")
    assert answer.get_json() == {
        "taken": True,
        "recorded": True,
        "record": casino.feed.newest.seq,
        "again": False,
    }
    role, body = last_act(casino)
    assert (role, body["kind"], body["card"]) == ("program a-croupier", "CardSeen", "8C")
    assert croupier.get("/api/v1/table").get_json()["places"][0]["cards"] == ["8C"]


def test_a_name_in_the_body_is_not_believed(casino: Casino) -> None:
    casino.play("rnvp 8C")
    Client(casino, "supervisor").act(act="undo", by="M. Dupont", reason="a slip")
    assert last_act(casino)[1]["by"] == "program a-supervisor (supervisor)"


def test_without_a_key_and_with_a_reader_s_nothing_is_done(casino: Casino) -> None:
    assert Client(casino).act(act="rnvp").status_code == 401
    answer = Client(casino, "reader").act(act="rnvp")
    assert answer.status_code == 403
    assert (
        answer.get_json()["detail"] == "The key of a-reader is a reader's. It needs: croupier or supervisor."
    )
    assert casino.feed.newest.view["coup"] == 0


def test_what_a_supervisor_decides_needs_a_supervisor_s_key_also_where_nobody_has_a_pin(
    casino: Casino,
) -> None:
    casino.play("rnvp 2C 3S 3D 4H 2H 5C")
    croupier, chief = Client(casino, "croupier"), Client(casino, "supervisor")
    for number, body in enumerate(
        ({"act": "acknowledge"}, {"act": "annul"}, {"act": "say", "words": "annule"})
    ):
        answer = croupier.act(key=f"decide-{number}", **body)
        assert (answer.status_code, "supervisor" in answer.get_json()["detail"]) == (403, True)
    assert len(casino.feed.newest.view["faults"]) == 1
    assert chief.act(act="acknowledge", reason="seen").status_code == 200
    assert casino.feed.newest.view["faults"] == []


def test_the_same_request_twice_is_done_once(casino: Casino) -> None:
    croupier = Client(casino, "croupier")
    first, again = (croupier.act(key="once-0001", act="card", card="8C") for _ in range(2))
    assert (first.get_json()["again"], again.get_json()["again"]) == (False, True)
    assert casino.feed.newest.view["places"][0]["cards"] == ["8C"]
    other = Client(casino, "supervisor").act(key="once-0001", act="card", card="KD")
    assert other.get_json()["again"] is False, "keys of two programs are not the same"


def test_a_used_key_with_another_act_is_refused_and_nothing_is_done(casino: Casino) -> None:
    croupier = Client(casino, "croupier")
    croupier.act(key="once-0001", act="card", card="8C")
    assert croupier.act(key="once-0001", act="card", card="9C").status_code == 422
    assert casino.feed.newest.view["places"][0]["cards"] == ["8C"]


def test_an_act_on_a_table_that_went_on_is_refused(casino: Casino) -> None:
    casino.play("rnvp 8C")
    chief = Client(casino, "supervisor")
    mark = chief.get("/api/v1/table").get_json()["staff"]["mark"]
    casino.play("KD")
    assert chief.act(act="undo", mark=mark).status_code == 409
    mark = chief.get("/api/v1/table").get_json()["staff"]["mark"]
    assert chief.act(act="undo", mark=mark).status_code == 200
    assert casino.feed.newest.view["places"][1]["cards"] == []


WORDS: list[tuple[dict[str, Any], str]] = [
    ({"act": "fly"}, "There is no such act."),
    ({}, "There is no such act."),
    ({"act": "card", "card": "9X"}, "A card is named by rank and suit, such as 8C or TH."),
    ({"act": "say", "words": "x" * 300}, "That is 300 characters; at most 200 fit here."),
    ({"act": "stake", "where": "banco", "amount": "-1"}, "An amount is a number above zero"),
]


def test_what_is_no_act_is_refused_in_words(casino: Casino) -> None:
    croupier = Client(casino, "croupier")
    for body, words in WORDS:
        answer = croupier.act(**body)
        assert answer.status_code == 400
        assert answer.get_json()["detail"].startswith(words)


def test_the_idempotency_key_and_the_type_of_the_body_are_asked_for(casino: Casino) -> None:
    croupier = Client(casino, "croupier")
    for key in ("", "short", "x" * 65, "with blank 1"):
        assert croupier.act(key=key, act="rnvp").status_code == 400
    headers = {"Idempotency-Key": "0123456789"}
    assert croupier.ask("POST", ACTS, data="act=rnvp", headers=headers).status_code == 415
    for data in ("", "[]", "null", "[" * 9999, '"x"', "{"):
        answer = croupier.ask("POST", ACTS, data=data, headers=headers, content_type="application/json")
        assert answer.status_code == 400, data
    assert casino.feed.newest.view["coup"] == 0


def test_a_body_that_is_too_long_is_refused(casino: Casino) -> None:
    answer = Client(casino, "croupier").act(act="say", words="x" * 200_000)
    assert answer.status_code == 413


def test_an_act_that_cannot_be_put_on_record_did_not_happen_and_may_be_sent_again(casino: Casino) -> None:
    from sabot.core.reasons import reason

    croupier = Client(casino, "croupier")
    casino.inbox.halted = reason("the disk is full")
    answer = croupier.act(act="rnvp")
    assert (answer.status_code, answer.get_json()["detail"]) == (503, "the disk is full")
    casino.inbox.halted = reason("")
    assert croupier.act(act="rnvp").get_json()["again"] is False


def test_an_act_that_is_not_on_disk_yet_is_taken(casino: Casino, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sabot_dashboard.answers.RECORDED_WITHIN_S", 0.0)
    monkeypatch.setattr(Inbox, "press", lambda *_, **__: Future())
    answer = Client(casino, "croupier").act(act="rnvp")
    assert (answer.status_code, answer.get_json()["recorded"]) == (202, False)


def test_an_act_that_is_sent_again_before_it_is_on_disk_is_not_called_recorded(
    casino: Casino, monkeypatch: pytest.MonkeyPatch
) -> None:
    receipts: list[Future[int]] = []

    def press(*_: object, **__: object) -> Future[int]:
        receipts.append(Future())
        return receipts[-1]

    monkeypatch.setattr("sabot_dashboard.answers.RECORDED_WITHIN_S", 0.0)
    monkeypatch.setattr(Inbox, "press", press)
    croupier = Client(casino, "croupier")
    for again in (False, True):
        answer = croupier.act(key="0123456789", act="rnvp")
        assert (answer.status_code, answer.get_json()["again"]) == (202, again)
        assert answer.get_json()["recorded"] is False
    receipts[0].set_exception(RuntimeError("the disk is full"))
    assert croupier.act(key="0123456789", act="rnvp").get_json()["again"] is False
    receipts[1].set_result(9)
    assert croupier.act(key="0123456789", act="rnvp").get_json() == {
        "taken": True,
        "recorded": True,
        "record": None,
        "again": True,
    }


def test_in_silent_mode_the_answer_has_no_number_of_a_record(casino: Casino) -> None:
    casino.play("rnvp")
    croupier, chief = Client(casino, "croupier"), Client(casino, "supervisor")
    silent(casino)
    said = croupier.act(act="card", card="8C").get_json()
    assert (said["recorded"], said["record"]) == (True, None)
    assert chief.act(act="card", card="KD").get_json()["record"] > 0
