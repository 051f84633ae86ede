"""What the pit offers: nothing changes until somebody at the table accepts it with their PIN, never during a
coup, and it is on record."""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from sabot.core.observations import Noted, Staked
from sabot.record.journal import reading, records
from sabot.record.resume import read
from sabot.system.pit_offers.inbox import Inbox
from sabot.system.pit_offers.offer import LASTS_S, UPDATE, Offer, digest_of
from sabot.system.pit_offers.trial import Trial
from sabot.system.pit_offers.version import Version, base_of
from sabot.system.update.running_version import OwnProgram
from sabot_dashboard import answers
from sabot_dashboard.roles import COOKIE
from tests.controller.system.pit_offers.offered import Pit
from tests.dashboard import views
from tests.dashboard.conftest import pages, violations
from tests.dashboard.doors import at_the_table
from tests.dashboard.office import Casino
from tests.dashboard.test_app import ACT
from tools import browsers

WHEN_S = 4_000_000_000
"""Later than any clock that runs this."""


@pytest.fixture
def casino(tmp_path: Path, cheap_pins: None) -> Iterator[Casino]:
    found = Casino(tmp_path, config='[sound]\nengine = "espeak-ng"\n')
    yield found
    found.close()


@pytest.fixture
def pit(casino: Casino) -> Pit:
    """A pit that this table trusts."""
    assert casino.settings.file is not None
    return Pit(casino.settings.file.parent)


def content(pit: Pit, *, more: str = "[rules.punto-banco]\nmaximum = 500\n") -> str:
    return pit.file.read_text() + more


def offered(pit: Pit, text: str, *, lapses_s: int = WHEN_S, base: str = "") -> Offer:
    offer = pit.offer(text, base=base or None)._replace(lapses_s=lapses_s)
    pit.send(pit.signed(offer))
    return offer


def answer(client: FlaskClient, offer: Offer, *, accept: bool = True, **more: Any) -> Any:
    body = {"id": offer.id, "accept": accept, **more}
    return client.post("/pit-offers", json=body, headers=ACT)


def notes(casino: Casino) -> list[tuple[str, str, str]]:
    with reading(casino.settings.journal_path) as file:
        found = [read(each) for each in records(file, "kind = 'observation'")]
    return [(each.what, each.by, each.text) for each in found if isinstance(each, Noted)]


def test_it_is_shown_with_what_would_change_and_without_secrets(pit: Pit, client: FlaskClient) -> None:
    offered(pit, content(pit, more='[simulation]\nseed = 4\n# token = "abc"\n'))
    (found,) = client.get("/pit-offers").get_json()
    assert (found["by"], found["why"]) == ("A. Visser", "higher limits tonight")
    assert "+seed = 4" in found["difference"]
    assert "+# token = ********" in found["difference"]
    assert "abc" not in json.dumps(found)


def test_with_a_pin_it_takes_the_place_of_the_file_and_the_table_opens_again(
    casino: Casino, pit: Pit, client: FlaskClient
) -> None:
    person = casino.office.people.add("M. Dupont", "supervisor", "4711")
    client.post("/enter", json={"name": "M. Dupont", "pin": "4711"}, headers=ACT)
    before, offer = pit.file.read_text(), offered(pit, content(pit))
    asked = answer(client, offer)
    assert (asked.status_code, asked.json["people"]) == (403, ["M. Dupont"])
    wrong = answer(client, offer, pin={"name": "M. Dupont", "pin": "1111"})
    assert wrong.json["why"]["id"] == "That is not the PIN."
    assert pit.file.read_text() == before
    assert answer(client, offer, pin={"name": "M. Dupont", "pin": "4711"}).json == {"taken": True}
    assert pit.file.read_text() == offer.content
    assert Trial(pit.file).before.read_text() == before
    assert casino.renewed.is_set()
    assert notes(casino)[-1] == ("offer-accepted", str(person), offer.id)
    assert [(each.answer, each.by) for each in pit.inbox.answers()] == [("accepted", str(person))]
    assert client.get("/pit-offers").json == []


def test_never_during_a_coup(casino: Casino, pit: Pit, client: FlaskClient) -> None:
    before, offer = pit.file.read_text(), offered(pit, content(pit))
    casino.play("rnvp 8C 4S")
    refused = answer(client, offer)
    assert (refused.status_code, refused.json["why"]["values"]) == (409, {"n": 1})
    assert refused.json["why"]["id"] == "coup {n} lies on the table: finish it first"
    assert pit.file.read_text() == before
    casino.play("QD KH end")
    assert answer(client, offer).json == {"taken": True}


def test_stakes_that_other_rules_would_lose_are_settled_first(
    casino: Casino, pit: Pit, client: FlaskClient
) -> None:
    offer = offered(pit, content(pit))
    casino.tell(Staked("punto", 500))
    assert answer(client, offer).json["why"]["id"].startswith("another game or other rules would lose")


def test_a_refusal_is_on_record_with_its_reason(casino: Casino, pit: Pit, client: FlaskClient) -> None:
    before, offer = pit.file.read_text(), offered(pit, content(pit))
    assert answer(client, offer, accept=False, why="not tonight").json["taken"] is True
    assert pit.file.read_text() == before
    assert notes(casino)[-1] == ("offer-refused", "technician", f"{offer.id} not tonight")
    assert [(each.answer, str(each.why)) for each in pit.inbox.answers()] == [("refused", "not tonight")]
    assert answer(client, offer).json["why"]["id"] == "there is no such offer any more"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("nonsense", "it cannot be used: {why}"),
        ('[table]\ngame = "whist"\n', "it cannot be used: {why}"),
        (
            "[journal]\npath = 'other.sqlite3'\n",
            "it names another journal: that is changed at the table alone",
        ),
    ],
)
def test_what_the_table_cannot_read_is_not_accepted(
    casino: Casino, pit: Pit, client: FlaskClient, text: str, why: str
) -> None:
    offer = offered(pit, text)
    assert answer(client, offer).json["why"]["id"] == why
    assert not casino.renewed.is_set()


def test_another_version_is_shown_with_its_changes_and_where_it_cannot_be_asked_for_what_to_type(
    casino: Casino, pit: Pit, client: FlaskClient
) -> None:
    version = Version("b" * 40, "v0.2.0", ("+reads worn cards",))
    offer = pit.offer(version.content, base=base_of(OwnProgram().running().revision))
    pit.send(pit.signed(offer := offer._replace(kind=UPDATE, lapses_s=WHEN_S)))
    (found,) = client.get("/pit-offers").get_json()
    assert (found["version"], found["difference"]) == ("v0.2.0", ["+reads worn cards"])
    why = answer(client, offer).json["why"]
    assert why["id"] == "close the table, accept with {accept}, and type: {command}"
    assert not casino.renewed.is_set() and pit.inbox.answers() == []


def test_another_base_and_a_late_word_are_refused(pit: Pit, client: FlaskClient) -> None:
    stale = offered(pit, content(pit), base=digest_of(b"another file"))
    assert answer(client, stale).json["why"]["id"].startswith("it replaces another configuration")
    late = offered(pit, content(pit), lapses_s=LASTS_S)
    assert answer(client, late).json["why"]["id"].startswith("it has lapsed")
    assert client.get("/pit-offers").json == []
    assert [each.answer for each in pit.inbox.answers()] == ["lapsed"]


def test_a_coup_that_begins_while_the_word_goes_on_record_stops_it(
    casino: Casino, pit: Pit, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, offer = pit.file.read_text(), offered(pit, content(pit))
    record = casino.inbox.press

    def press(seen: Any, **more: Any) -> Any:
        """The word goes on record, and a card falls."""
        receipt = record(seen, **more)
        if getattr(seen[0], "what", "") == "offer-accepted":
            for word in ("rnvp", "8C"):
                record([views.observation(word)]).result(60)
        return receipt

    monkeypatch.setattr(casino.inbox, "press", press)
    assert answer(client, offer).status_code == 409
    assert pit.file.read_text() == before
    assert [what for what, *_ in notes(casino)] == ["offer-accepted", "offer-failed"]


@pytest.mark.parametrize("accept", [True, False])
def test_an_offer_is_answered_only_once_a_slow_disk_has_it_on_record(
    casino: Casino, pit: Pit, client: FlaskClient, monkeypatch: pytest.MonkeyPatch, accept: bool
) -> None:
    before, offer = pit.file.read_text(), offered(pit, content(pit))
    monkeypatch.setattr("sabot_dashboard.answers.DONE_WITHIN_S", 0)
    monkeypatch.setattr(casino.inbox, "press", lambda *_, **__: Future())
    found = answer(client, offer, accept=accept)
    assert (found.status_code, found.json["why"]["id"]) == (503, answers.NOT_DONE)
    assert (pit.file.read_text(), pit.inbox.answers()) == (before, [])


class SeenLock:
    """A lock that says when somebody has come to it in vain."""

    def __init__(self) -> None:
        self._lock, self.in_vain = threading.RLock(), threading.Event()

    def __enter__(self) -> None:
        if not self._lock.acquire(blocking=False):
            self.in_vain.set()
            self._lock.acquire()

    def __exit__(self, *given: object) -> None:
        self._lock.release()


class SecondTablet:
    """Accepts the offer when it is let: then it is over, or waits for the first one, when `taps` returns."""

    def __init__(self, casino: Casino, offer: Offer, monkeypatch: pytest.MonkeyPatch) -> None:
        self._lock, self.answer = SeenLock(), None
        self._client, self._offer = at_the_table(casino.app), offer
        self._thread = threading.Thread(target=self._accept, daemon=True)
        monkeypatch.setattr(casino.office.pit_offers, "_lock", self._lock, raising=False)

    def taps(self) -> None:
        self._thread.start()
        assert self._lock.in_vain.wait(60)

    def _accept(self) -> None:
        self.answer = answer(self._client, self._offer)
        self._lock.in_vain.set()

    def refusal(self) -> str:
        """Why it was refused; empty where it was not."""
        self._thread.join(60)
        assert self.answer is not None
        return str(self.answer.json.get("why", {}).get("id", ""))


def once(does: Callable[[], object], real: Callable[..., Any]) -> Callable[..., Any]:
    """The `real` function, before which this is done the first time."""
    waiting = [does]

    def called(*given: Any, **named: Any) -> Any:
        if waiting:
            waiting.pop()()
        return real(*given, **named)

    return called


GONE = "there is no such offer any more"


def test_an_offer_that_two_tablets_accept_at_once_is_accepted_once_and_stays_on_trial(
    casino: Casino, pit: Pit, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    offer = offered(pit, content(pit))
    second = SecondTablet(casino, offer, monkeypatch)
    monkeypatch.setattr(os, "fsync", once(second.taps, os.fsync))
    assert answer(client, offer).json == {"taken": True}
    assert second.refusal() == GONE
    assert Trial(pit.file).is_on and pit.file.read_text() == offer.content
    assert [what for what, *_ in notes(casino)] == ["offer-accepted"], "it has not failed"


@pytest.mark.parametrize("said", ["refused", "lapsed"])
def test_an_offer_that_is_accepted_while_it_is_answered_otherwise_is_not_tried(
    casino: Casino, pit: Pit, client: FlaskClient, monkeypatch: pytest.MonkeyPatch, said: str
) -> None:
    before, offer = pit.file.read_text(), offered(pit, content(pit))
    second = SecondTablet(casino, offer, monkeypatch)
    answers = "answer" if said == "refused" else "answer_first"
    monkeypatch.setattr(Inbox, answers, once(second.taps, getattr(Inbox, answers)))
    if said == "refused":
        assert answer(client, offer, accept=False).status_code == 200
    else:
        times = iter([WHEN_S])  # the second tablet is tapped a moment earlier
        monkeypatch.setattr(casino.office.pit_offers, "_now_s", lambda: next(times, WHEN_S - 1))
        client.get("/pit-offers")
    assert second.refusal() == GONE
    assert pit.file.read_text() == before and not casino.renewed.is_set()
    assert [each.answer for each in pit.inbox.answers()] == [said]
    assert "offer-accepted" not in [what for what, *_ in notes(casino)]


@pytest.mark.skipif(browsers.chromium() is None, reason=f"Chromium is not installed ({browsers.INSTALL})")
def test_on_the_page_it_shows_while_it_waits_and_goes_with_the_answer(
    casino: Casino, pit: Pit, browser: Any
) -> None:
    expect = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed").expect
    person = casino.office.people.add("M. Dupont", "supervisor", "4711")
    offered(pit, content(pit))
    with pages(browser, casino.address, lang="en", **{COOKIE: casino.office.people.let_in(person)}) as page:
        at = page("/supervisor")
        expect(at.locator("#pit-offers")).to_be_visible()
        expect(at.locator(".difference ins").first).to_contain_text("+[rules.punto-banco]")
        assert violations(at) == []
        at.get_by_role("button", name="Accept", exact=True).click()
        for key in ("4", "7", "1", "1", "OK"):
            at.get_by_role("button", name=key, exact=True).click()
        expect(at.locator("#pit-offers")).to_be_hidden()
    assert casino.renewed.is_set()
