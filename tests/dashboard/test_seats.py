"""The players' telephones at a table at home: what comes to each of them, and what it may do."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import closing
from typing import Any

import pytest
from flask.testing import FlaskClient

from sabot.core.observations import ButtonPressed, Said
from sabot.core.shapes.view import TurnShown, View
from sabot.staff import pins
from sabot_dashboard.answers import WENT_ON
from sabot_dashboard.pages import seats as page
from sabot_dashboard.telephones import SEAT_COOKIE, TAKEN_OFF
from sabot_dashboard.words.sentence import plain
from tests.dashboard.doors import ELSEWHERE, at_the_table
from tests.dashboard.office import Casino
from tests.dashboard.test_app import ACT

HANDS = {
    1: "AS KS QS JS TS".split(),
    2: "2C 3C 4C 5C 6C".split(),
    3: "2D 3D 4D 5D 6D".split(),
    4: "2H 3H 4H 5H 6H".split(),
}
CALLS = ("bid 2 1", "bid 3 pass", "bid 4 pass", "bid 1 pass")


@pytest.fixture(scope="module")
def casino(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Casino]:
    """A table of nap; each test begins a deal, and no telephone has a seat."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pins, "COST", {"n": 2, "r": 1, "p": 1})
        found = Casino(tmp_path_factory.mktemp("seats"), game="nap", serve=False)
        yield found
        found.close()


@pytest.fixture
def table(casino: Casino) -> FlaskClient:
    """The tablet on the table, at the beginning of a deal."""
    says(casino, "say annule the next test")
    client = at_the_table(casino.app)
    assert posted(client, "/seats/revoke", {"all": True}) == (200, {"taken": True})
    return client


def says(casino: Casino, *acts: str) -> None:
    """These acts are entered at the table."""
    casino.tell(*[Said(act.removeprefix("say ")) for act in acts])


def dealt(casino: Casino, *acts: str) -> None:
    """All hands are known, and these acts follow."""
    says(casino, *[f"hand {seat} {' '.join(cards)}" for seat, cards in HANDS.items()], *acts)


def posted(client: FlaskClient, path: str, body: object, **place: Any) -> tuple[int, Any]:
    answer = client.post(path, json=body, headers=ACT, **place)
    return answer.status_code, answer.json


def code_of(table: FlaskClient, seat: int) -> str:
    """The letters that the table shows for this seat."""
    _, found = posted(table, "/seats/code", {"seat": seat})
    return str(found["letters"])


def joined(casino: Casino, table: FlaskClient, seat: int) -> FlaskClient:
    """A telephone that holds this seat."""
    telephone = casino.app.test_client()
    body = {"code": code_of(table, seat)}
    assert posted(telephone, f"/seat/{seat}/join", body, **ELSEWHERE) == (200, {"taken": True})
    return telephone


@pytest.mark.parametrize("page", ["/sheet", "/rules/nap"])
def test_a_telephone_comes_back_from_the_sheet_and_the_rules_to_its_seat(
    casino: Casino, table: FlaskClient, page: str
) -> None:
    back = '<a class="back" href="/seat/2">'
    assert back in joined(casino, table, 2).get(page, **ELSEWHERE).text
    assert 'class="back"' not in casino.app.test_client().get(page, **ELSEWHERE).text


def seen(telephone: FlaskClient, seat: int) -> Any:
    """What the telephone draws."""
    answer = telephone.get(f"/seat/{seat}/now", **ELSEWHERE)
    assert answer.status_code == 200
    return answer.json


KEYS = iter(range(10**6))


def act(telephone: FlaskClient, seat: int, words: object, **more: object) -> tuple[int, Any]:
    """The telephone does this."""
    body = {"words": words, "key": f"press-{next(KEYS):08}", **more}
    return posted(telephone, f"/seat/{seat}/act", body, **ELSEWHERE)


def test_a_telephone_sees_its_own_hand_and_what_it_may_bid(casino: Casino, table: FlaskClient) -> None:
    telephone = joined(casino, table, 2)
    dealt(casino)
    shown = seen(telephone, 2)
    assert shown["hand"] == HANDS[2]
    assert shown["turns"][0]["acts"][:2] == ["bid 2 pass", "bid 2 1"]
    assert shown["turns"][0]["why"]["id"] == "each player calls once, higher than before, or passes"
    assert seen(joined(casino, table, 3), 3)["turns"] == []


def test_with_hands_dealt_unseen_it_sees_what_may_be_bid_and_no_hand(
    casino: Casino, table: FlaskClient
) -> None:
    telephone = joined(casino, table, 2)
    says(casino, "deal")
    assert seen(telephone, 2)["hand"] is None
    assert "bid 2 pass" in seen(telephone, 2)["turns"][0]["acts"]


def test_no_byte_of_another_hand_comes_to_a_telephone_or_a_guest(casino: Casino, table: FlaskClient) -> None:
    telephone = joined(casino, table, 2)
    dealt(casino, *CALLS)
    act(telephone, 2, "play 2 9S")  # refused: not its card
    paths = ("/seat/2/now", "/seat/2/place", "/seat/2", "/seat/3", "/seat/3/now", "/seat/3/place", "/seats")
    answers = [telephone.get(path, **ELSEWHERE).data for path in paths]
    answers += [casino.app.test_client().get(path, **ELSEWHERE).data for path in paths]
    stream = telephone.get("/events", **ELSEWHERE)
    answers += [b"".join(next(stream.iter_encoded()) for _ in range(2))]
    stream.close()
    answers = [re.sub(rb' data-pack="[^"]*"', b"", each) for each in answers]  # all cards of the game
    others = [card for seat in (1, 3, 4) for card in HANDS[seat]]
    for answer in answers:
        assert not [card for card in others if re.search(rf'[" ]{card}[" ]'.encode(), answer)]
    assert [card for card in HANDS[2] if f'"{card}"'.encode() in answers[-1]] == []
    assert b'"2C"' in answers[0]


def test_the_supervisor_s_page_names_a_card_once_it_was_played_and_a_hand_never(
    casino: Casino, table: FlaskClient
) -> None:
    dealt(casino, *CALLS, "play 2 3C")
    number = casino.feed.newest.view["coup"]
    played = table.get(f"/supervisor/coup/{number}").text
    assert "hand 2" in played
    says(casino, "annule the next test")
    dealt(casino)
    over = table.get(f"/supervisor/coup/{number}").text
    for text in (played, over):
        assert ("3C" in text, "2C" in text, "AS" in text) == (True, False, False)


def test_an_act_of_a_telephone_is_on_record_with_the_telephone_that_did_it(
    casino: Casino, table: FlaskClient
) -> None:
    telephone = joined(casino, table, 2)
    dealt(casino)
    status, answer = act(telephone, 2, "bid 2 1")
    assert (status, answer["taken"]) == (200, True)
    with closing(sqlite3.connect(casino.settings.journal_path)) as journal:
        [kept] = journal.execute("SELECT body FROM records WHERE role = 'telephone 2'").fetchall()
    assert json.loads(kept[0]) == {"kind": "Said", "words": "bid 2 1"}


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("bid 3 2", "each player calls once, higher than before, or passes"),
        ("bid 2 7", "each player calls once, higher than before, or passes"),
        ("hand 2 AS KS QS JS TS", "each player calls once, higher than before, or passes"),
        ("annule", "each player calls once, higher than before, or passes"),
        ("leave 2", "each player calls once, higher than before, or passes"),
    ],
)
def test_a_telephone_does_nothing_but_what_its_own_seat_may_do_now(
    casino: Casino, table: FlaskClient, words: str, why: str
) -> None:
    telephone = joined(casino, table, 2)
    dealt(casino)
    before = casino.loop.table.play
    status, answer = act(telephone, 2, words)
    assert (status, answer["why"]["id"]) == (409, why)
    assert casino.loop.table.play == before


def test_out_of_turn_a_telephone_is_told_so(casino: Casino, table: FlaskClient) -> None:
    telephone = joined(casino, table, 3)
    dealt(casino)
    status, answer = act(telephone, 3, "bid 3 2")
    assert (status, answer["why"]["id"]) == (409, page.NOT_YOUR_TURN)


@pytest.mark.parametrize("words", [None, "", "x" * 300, 7, "bid 2 \u0007", ["bid"]])
def test_anything_that_is_no_act_is_refused(casino: Casino, table: FlaskClient, words: object) -> None:
    assert act(joined(casino, table, 2), 2, words)[0] == 400


def test_a_press_that_comes_twice_is_one_act(casino: Casino, table: FlaskClient) -> None:
    telephone = joined(casino, table, 2)
    dealt(casino)
    seq = seen(telephone, 2)["seq"]
    assert act(telephone, 2, "bid 2 1", seen=seq)[1]["taken"]
    assert act(telephone, 2, "bid 2 1", seen=seq) == (200, {"taken": True, "again": True})
    assert casino.loop.table.play.coup.faults == ()


def test_a_refused_press_may_be_made_again_when_its_turn_comes(casino: Casino, table: FlaskClient) -> None:
    telephone = joined(casino, table, 3)
    dealt(casino)
    assert act(telephone, 3, "bid 3 2", seen=1)[0] == 409
    says(casino, "bid 2 1")
    status, answer = act(telephone, 3, "bid 3 2", seen=1)
    assert (status, [*answer]) == (200, ["taken", "recorded"])


@pytest.fixture
def meanwhile(casino: Casino, monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Has these acts entered at the table just before the next press of a telephone comes to it."""
    press = casino.inbox.press

    def enter(*acts: str) -> None:
        def late(observations: Any, **more: Any) -> Future[int]:
            monkeypatch.setattr(casino.inbox, "press", press)
            says(casino, *acts)
            return press(observations, **more)

        monkeypatch.setattr(casino.inbox, "press", late)

    return enter


def test_a_telephone_whose_turn_ends_at_the_same_moment_does_nothing_and_finds_no_fault(
    casino: Casino, table: FlaskClient, meanwhile: Callable[..., None]
) -> None:
    """docs/security.md: a telephone may do what the referee offers its seat at this moment, and nothing
    else."""
    telephone = joined(casino, table, 2)
    dealt(casino, *CALLS)
    meanwhile("play 2 2C")
    assert act(telephone, 2, "play 2 3C") == (409, {"taken": False, "why": plain(WENT_ON)})
    assert casino.loop.table.play.coup.faults == ()


def test_a_stake_that_comes_just_after_that_of_another_seat_is_laid() -> None:
    """What the seat may still do is none the less allowed because another one was quicker."""
    turns: list[TurnShown] = [
        {"seat": seat, "acts": [f"bet kaart AMOUNT {seat}"], "limits": None, "why": None} for seat in (2, 3)
    ]
    free: View = {"turns": turns}
    one: View = {"turns": turns[1:]}
    assert not page._has_gone_on("bet kaart 1 3", free, one)
    assert page._has_gone_on("bet kaart 1 2", free, one)
    assert not page._has_gone_on("what only seat 2 may do", free, free)


def test_the_last_ruling_stands_on_every_telephone_with_its_seat_and_without_its_cards(
    casino: Casino, table: FlaskClient
) -> None:
    telephone = joined(casino, table, 2)
    dealt(casino, *CALLS, "play 2 2C", "play 3 9S")
    ruling = seen(telephone, 2)["ruling"]
    assert ruling["because"]["id"]
    assert "9S" not in json.dumps(ruling)


@pytest.mark.parametrize("path", ["/now", "/act", "/answer", "/leave"])
def test_nobody_but_the_telephone_of_a_seat_has_what_belongs_to_it(
    casino: Casino, table: FlaskClient, path: str
) -> None:
    telephone, guest = joined(casino, table, 2), casino.app.test_client()
    for client, seat in ((telephone, 3), (guest, 2), (table, 2)):
        place = {} if client is table else ELSEWHERE
        ask = client.get if path == "/now" else client.post
        answer = ask(f"/seat/{seat}{path}", headers=ACT, **({} if path == "/now" else {"json": {}}), **place)
        assert (answer.status_code, answer.json["taken"]) == (403, False)
    assert telephone.get("/seat/2/place", **ELSEWHERE).json["state"] == "holds"


def test_a_wrong_code_gives_no_seat(casino: Casino, table: FlaskClient) -> None:
    guest = casino.app.test_client()
    bodies: tuple[object, ...] = ({}, {"code": "AAAA-AAAA"}, {"code": 7}, [], {"code": code_of(table, 3)})
    for body in bodies:
        status, answer = posted(guest, "/seat/2/join", body, **ELSEWHERE)
        assert (status, answer["why"]["id"]) == (410, page.NO_CODE)
    assert guest.get_cookie(SEAT_COOKIE) is None


def test_the_cookie_can_be_read_by_no_script_and_goes_to_no_other_site(
    casino: Casino, table: FlaskClient
) -> None:
    telephone = casino.app.test_client()
    answer = telephone.post(
        "/seat/2/join",
        json={"code": code_of(table, 2)},
        headers=ACT,
        base_url="https://localhost",
        **ELSEWHERE,
    )
    cookie = answer.headers["Set-Cookie"]
    assert cookie.startswith(f"__Host-{SEAT_COOKIE}=")
    assert {"Secure", "HttpOnly", "SameSite=Strict"} <= {part.strip() for part in cookie.split(";")}


def test_the_table_takes_a_telephone_off_at_once(casino: Casino, table: FlaskClient) -> None:
    telephone = joined(casino, table, 2)
    assert posted(table, "/seats/revoke", {"seat": 2}) == (200, {"taken": True})
    assert telephone.get("/seat/2/now", **ELSEWHERE).status_code == 403
    assert telephone.get("/seat/2/place", **ELSEWHERE).json["why"]["id"] == TAKEN_OFF


def test_a_player_who_leaves_the_table_loses_their_telephone(casino: Casino, table: FlaskClient) -> None:
    telephone, other = joined(casino, table, 2), joined(casino, table, 3)
    says(casino, "leave 2")
    assert telephone.get("/seat/2/now", **ELSEWHERE).status_code == 403
    assert seen(other, 3)["home"]["seats"][0]["seat"] == 1
    says(casino, "sit 2")
    assert telephone.get("/seat/2/now", **ELSEWHERE).status_code == 403


def test_a_second_telephone_asks_the_first(casino: Casino, table: FlaskClient) -> None:
    first, second = joined(casino, table, 2), joined(casino, table, 2)
    assert seen(first, 2)["asked_s"] == 20
    assert second.get("/seat/2/place", **ELSEWHERE).json["state"] == "asks"
    assert second.get("/seat/2/now", **ELSEWHERE).status_code == 403
    listed = table.get("/seats").json
    assert listed["seats"][1] == {"seat": 2, "state": "asked", "code": False}
    assert listed["longest_s"] == 20
    assert posted(first, "/seat/2/answer", {"keeps": True}, **ELSEWHERE)[0] == 200
    assert seen(first, 2)["asked_s"] is None
    third = joined(casino, table, 2)
    for odd in ({}, {"keeps": "no"}, ["keeps"]):
        assert posted(first, "/seat/2/answer", odd, **ELSEWHERE)[0] == 400
    assert seen(first, 2)["asked_s"] == 20
    assert posted(first, "/seat/2/answer", {"keeps": False}, **ELSEWHERE)[0] == 200
    assert first.get("/seat/2/now", **ELSEWHERE).status_code == 403
    assert seen(third, 2)["asked_s"] is None


def test_a_telephone_may_leave_its_seat(casino: Casino, table: FlaskClient) -> None:
    telephone = joined(casino, table, 2)
    assert posted(telephone, "/seat/2/leave", {}, **ELSEWHERE) == (200, {"taken": True})
    assert telephone.get_cookie(SEAT_COOKIE) is None
    assert table.get("/seats").json["seats"][1]["state"] == ""


def test_the_table_shows_the_code_of_a_seat_with_its_address_in_letters(
    casino: Casino, table: FlaskClient
) -> None:
    status, shown = posted(table, "/seats/code", {"seat": 4})
    assert (status, shown["seat"]) == (200, 4)
    assert shown["svg"].startswith("<svg")
    assert shown["address"].endswith("/seat/4")
    status, empty = posted(table, "/seats/code", {"seat": 12})
    assert (status, empty["why"]["id"]) == (409, page.NO_PERSON)
    bodies: tuple[object, ...] = ({}, {"seat": 0}, {"seat": 13}, {"seat": "2"}, {"seat": True}, [])
    for body in bodies:
        assert posted(table, "/seats/code", body)[0] == 400
        assert posted(table, "/seats/revoke", body)[0] == 400


def test_the_address_is_the_one_by_which_other_devices_come(casino: Casino) -> None:
    with casino.app.test_request_context("/seats", base_url="http://192.168.1.5:8765", **ELSEWHERE):
        away = page._address(page.Screens())
        own = page._address(page.Screens(others="https://table.local:8765/"))
        numbered = page.Screens(others="https://table:8765/", by_number="https://192.168.1.5:8765/")
        assert page._address(numbered) == "https://192.168.1.5:8765"  # few telephones know a name
    assert (away, own) == ("http://192.168.1.5:8765", "https://table.local:8765")


def test_a_page_of_a_seat_says_nothing_about_it(casino: Casino, table: FlaskClient) -> None:
    joined(casino, table, 2)
    dealt(casino)
    guest = casino.app.test_client()
    pages = [guest.get(f"/seat/{seat}", **ELSEWHERE) for seat in (2, 9)]
    assert [each.status_code for each in pages] == [200, 200]
    assert guest.get("/seat/13", **ELSEWHERE).status_code == 404
    assert guest.get("/seat/0", **ELSEWHERE).status_code == 404
    assert guest.get("/seat/2/place", **ELSEWHERE).json == guest.get("/seat/9/place", **ELSEWHERE).json


def test_a_stake_that_a_telephone_says_is_laid_as_a_stake() -> None:
    from sabot.core.observations import Staked, Undone

    assert page._meant(Said("bet kaart 1.50 2")) == Staked("kaart", 150, 2)
    assert {type(page._meant(Said(words))) for words in ("DEAL", "deal")} == {ButtonPressed}
    for seen_ in (Said("bid 2 1"), Said("bet kaart x 2"), Said("bet kaart 1 x"), Said("bet kaart"), Undone()):
        assert page._meant(seen_) == seen_
