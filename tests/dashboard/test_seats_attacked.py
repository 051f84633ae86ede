"""Who tries to take a seat, to act at one, or to see a hand, without being its player."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest
from flask.testing import FlaskClient

from sabot.core.observations import Said
from sabot_dashboard import access
from sabot_dashboard.pages import seats as page
from sabot_dashboard.telephones import ASKED_S, CODE_S, SEAT_COOKIE, Telephones
from tests.dashboard.doors import ELSEWHERE, at_the_table
from tests.dashboard.office import Casino
from tests.dashboard.test_app import ACT
from tests.dashboard.test_seats import HANDS

FOREIGN: tuple[dict[str, str], ...] = (
    {},
    {"X-Sabot": "yes"},
    {"X-Sabot": "act", "Origin": "https://evil.example"},
    {"X-Sabot": "act", "Origin": "null"},
    {"X-Sabot": "act", "Sec-Fetch-Site": "cross-site"},
    {"X-Sabot": "act", "Sec-Fetch-Site": "same-site"},
    {"X-Sabot": "act", "Origin": "https://localhost.evil.example"},
)
"""What a browser sends for a page of another site."""


class Seated(NamedTuple):
    """A table of nap in the middle of a deal; the tablet, a telephone at seat 2, and the clock of the
    telephones."""

    casino: Casino
    tablet: FlaskClient
    telephone: FlaskClient
    set_clock: Callable[[float], None]


@pytest.fixture
def seated(tmp_path: Path, cheap_pins: None) -> Iterator[Seated]:
    casino = Casino(tmp_path, game="nap", serve=False)
    now = [100.0]
    telephones: Telephones = casino.app.extensions["telephones"]
    telephones._now_s = lambda: now[0]
    tablet, telephone = at_the_table(casino.app), casino.app.test_client()
    assert join(telephone, 2, code_of(tablet, 2)) == 200
    casino.tell(*[Said(f"hand {seat} {' '.join(cards)}") for seat, cards in HANDS.items()])

    def set_clock(later_s: float) -> None:
        now[0] += later_s

    yield Seated(casino, tablet, telephone, set_clock)
    casino.close()


def code_of(tablet: FlaskClient, seat: int) -> str:
    return str(tablet.post("/seats/code", json={"seat": seat}, headers=ACT).json["letters"])


def join(telephone: FlaskClient, seat: int, code: str) -> int:
    return telephone.post(f"/seat/{seat}/join", json={"code": code}, headers=ACT, **ELSEWHERE).status_code


def place(telephone: FlaskClient, seat: int = 2) -> Any:
    return telephone.get(f"/seat/{seat}/place", **ELSEWHERE).json


def test_a_code_that_is_ten_minutes_old_seats_nobody(seated: Seated) -> None:
    late, code = seated.casino.app.test_client(), code_of(seated.tablet, 3)
    assert seated.tablet.get("/seats").json["seats"][2]["code"]
    seated.set_clock(CODE_S)
    assert join(late, 3, code) == 410
    assert not seated.tablet.get("/seats").json["seats"][2]["code"]
    assert join(late, 3, code_of(seated.tablet, 3)) == 200


def test_the_second_telephone_has_the_seat_after_twenty_seconds_and_the_first_hears_why(
    seated: Seated,
) -> None:
    second = seated.casino.app.test_client()
    assert join(second, 2, code_of(seated.tablet, 2)) == 200
    seated.set_clock(ASKED_S - 1)
    assert (place(seated.telephone)["left_s"], place(second)["state"]) == (1, "asks")
    seated.set_clock(1)
    assert second.get("/seat/2/now", **ELSEWHERE).json["hand"] == HANDS[2]
    assert seated.telephone.get("/seat/2/now", **ELSEWHERE).status_code == 403
    assert place(seated.telephone)["why"]["id"] == "Another telephone has this seat now."


def test_a_player_who_would_leave_in_the_middle_of_a_deal_stays_with_their_telephone(seated: Seated) -> None:
    seated.casino.tell(Said("leave 2"))
    assert len(seated.casino.loop.table.play.coup.faults) == 1
    assert seated.telephone.get("/seat/2/now", **ELSEWHERE).json["hand"] == HANDS[2]


def test_the_clock_of_a_telephone_decides_nothing(seated: Seated) -> None:
    """The cookie says how long it lives, which counts for more than until when (RFC 6265, 5.3); no date that
    a telephone sends is read."""
    late = seated.casino.app.test_client()
    answer = late.post(
        "/seat/3/join",
        json={"code": code_of(seated.tablet, 3)},
        headers={**ACT, "Date": "Thu, 01 Jan 1970 00:00:00 GMT"},
        **ELSEWHERE,
    )
    cookie = answer.headers["Set-Cookie"]
    assert "Max-Age=43200;" in cookie
    old = {"Date": "Fri, 31 Dec 2099 00:00:00 GMT", "If-Modified-Since": "Fri, 31 Dec 2099 00:00:00 GMT"}
    assert late.get("/seat/3/now", headers=old, **ELSEWHERE).json["hand"] == HANDS[3]


POSTS = ("/seats/code", "/seats/revoke", "/seat/2/join", "/seat/2/answer", "/seat/2/leave", "/seat/2/act")


def test_these_are_all_routes_of_the_seats_that_change_something(seated: Seated) -> None:
    rules = seated.casino.app.url_map.iter_rules()
    found = {each.rule for each in rules if "POST" in (each.methods or ()) and each.rule.startswith("/seat")}
    assert found == {path.replace("/2/", "/<int:seat>/") for path in POSTS}
    reading = {rule for rule in access.RULES if rule.startswith(("/rules", "/sheet"))}
    assert reading == {"/rules/<game>", "/sheet"}
    for path in ("/rules/nap", "/sheet", "/seats", "/seat/2", "/seat/2/place", "/seat/2/now"):
        assert seated.telephone.post(path, json={}, headers=ACT, **ELSEWHERE).status_code in (403, 405), path


@pytest.mark.parametrize("headers", FOREIGN)
@pytest.mark.parametrize("path", POSTS)
def test_a_page_of_another_site_changes_nothing_at_any_seat(
    seated: Seated, path: str, headers: dict[str, str]
) -> None:
    code = code_of(seated.tablet, 3)
    body = {"seat": 2, "all": True, "code": code, "keeps": False, "words": "bid 2 1", "key": "a1b2c3d4"}
    for client, where in ((seated.telephone, ELSEWHERE), (seated.tablet, {})):
        answer = client.post(path, json=body, headers=headers, **where)
        assert answer.status_code == 403
    assert place(seated.telephone)["state"] == "holds"
    assert seated.tablet.get("/seats").json["seats"][2] == {"seat": 3, "state": "code", "code": True}
    assert seated.casino.loop.table.play.coup.spread.get("bids") == []


def test_a_cookie_is_of_one_seat_and_of_no_other_page(seated: Seated) -> None:
    """What belongs to others is refused with any cookie but theirs."""
    cookie = seated.telephone.get_cookie(SEAT_COOKIE)
    assert cookie is not None
    thief = seated.casino.app.test_client()
    for value in (cookie.value[:-1], cookie.value.swapcase(), f"{cookie.value}x", "", "x" * 4000, '"', "é"):
        thief.set_cookie(SEAT_COOKIE, value)
        assert thief.get("/seat/2/now", **ELSEWHERE).status_code == 403
    thief.set_cookie(SEAT_COOKIE, cookie.value)
    for seat in (1, 3, 4, 12, 0, 99):
        assert thief.get(f"/seat/{seat}/now", **ELSEWHERE).status_code == 403
    for path in ("/croupier", "/seats", "/supervisor", "/technician", "/metrics", "/events?for=croupier"):
        assert thief.get(path, **ELSEWHERE).status_code in (401, 403), path
    seated.tablet.post("/seats/revoke", json={"seat": 2}, headers=ACT)
    assert thief.get("/seat/2/now", **ELSEWHERE).status_code == 403
    assert join(thief, 2, cookie.value) == 410


WORDS = ("bid", "play", "hand", "deal", "draw", "swap", "show", "sit", "leave", "dealer", "annule", "claim")
ODD = ("2", "3", "pass", "1", "AS", "2C", "9S", "\x00", "é" * 50, "AMOUNT", "CARD", "-1", "1e9", "2\n3", "")


def test_whatever_a_telephone_sends_it_does_nothing_but_its_own_due_acts(seated: Seated) -> None:
    """A few hundred acts by chance; the only ones that are taken are bids of seat 2 in its turn."""
    rng, statuses, before = Random(31), set(), hands(seated)
    for nth in range(300):
        words: object = " ".join([rng.choice(WORDS), *rng.choices(ODD, k=rng.randint(0, 4))])
        words = rng.choice([words] * 9 + [None, 7, [words], {"words": words}, "x" * 100_000])
        if str(words).split()[:2] == ["bid", "2"]:
            continue
        body = {"words": words, "key": f"press-{nth:08}", "seen": rng.choice([None, -1, 0, 10**30, "1"])}
        data = rng.choice([json.dumps(body).encode()] * 9 + [rng.randbytes(40), b"[" * 9000, b""])
        answer = seated.telephone.post(
            f"/seat/{rng.choice([2, 2, 2, 1, 3])}/act",
            data=data,
            headers={**ACT, "Content-Type": rng.choice(["application/json"] * 5 + ["text/plain"])},
            **ELSEWHERE,
        )
        statuses.add(answer.status_code)
        assert not leaked(answer.text)
    assert statuses <= {400, 403, 409, 413, 415}
    assert hands(seated) == before
    assert seated.casino.loop.table.play.coup.faults == ()


def hands(seated: Seated) -> list[object]:
    coup = seated.casino.loop.table.play.coup
    return [coup.hand_of(seat) for seat in HANDS]


def leaked(text: str) -> list[str]:
    """The cards of other seats in this answer."""
    others = [card for seat in (1, 3, 4) for card in HANDS[seat]]
    return [card for card in others if re.search(rf'"{card}"', text)]


def test_a_body_of_a_megabyte_is_refused_on_every_route(seated: Seated) -> None:
    huge = json.dumps({"words": "bid 2 1 " * 150_000, "key": "a1b2c3d4", "code": "x"}).encode()
    for path in POSTS:
        client, where = (seated.tablet, {}) if path.startswith("/seats") else (seated.telephone, ELSEWHERE)
        headers = {**ACT, "Content-Type": "application/json"}
        answer = client.post(path, data=huge, headers=headers, **where)
        if path.endswith("/leave"):  # it reads no body
            assert join(seated.telephone, 2, code_of(seated.tablet, 2)) == 200
            continue
        assert answer.status_code in (400, 410, 413), path
    assert seated.casino.loop.table.play.coup.faults == ()


def test_a_recorded_act_that_is_sent_again_later_is_no_second_act(seated: Seated) -> None:
    press = {"words": "bid 2 1", "key": "recorded-12345678", "seen": seated.casino.feed.newest.seq}

    def sent() -> Any:
        return seated.telephone.post("/seat/2/act", json=press, headers=ACT, **ELSEWHERE).json

    assert "recorded" in sent()
    assert sent() == {"taken": True, "again": True}
    seated.casino.tell(*map(Said, ("bid 3 pass", "bid 4 pass", "bid 1 pass", "play 2 2C")))
    assert sent()["again"]
    press["key"] = "recorded-87654321"
    assert sent() == {"taken": True, "again": True}, "it was pressed on a picture before the act"
    press["seen"] = seated.casino.feed.newest.seq
    assert sent()["why"]["id"] == page.NOT_YOUR_TURN


@pytest.mark.parametrize("audience", ["", "?for=display", "?for=overlay", "?for=seat", "?seat=3", "?for=2"])
def test_no_stream_that_a_telephone_may_open_has_a_hand(seated: Seated, audience: str) -> None:
    stream = seated.telephone.get(f"/events{audience}", **ELSEWHERE)
    if stream.status_code == 200:
        told = b"".join(next(stream.iter_encoded()) for _ in range(2)).decode()
        assert not leaked(told)
        assert not [card for card in HANDS[2] if f'"{card}"' in told]
    stream.close()
    assert stream.status_code in (200, 400, 404)
