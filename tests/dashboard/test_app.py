"""The pages, the stream and the acts over HTTP, as a browser meets them."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from concurrent.futures import Future
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import given, settings
from hypothesis import strategies as st

from sabot.core.observations import BetsClosed, CardSeen, CoupEnded, Undone
from sabot.games.register import GAMES
from sabot.live.feed import Feed
from sabot_dashboard import Screens, create_app, guard
from sabot_dashboard.picture import projection
from sabot_dashboard.settings import limits, screens
from tests.dashboard import tables, views
from tests.dashboard.doors import ELSEWHERE, at_the_table

ACT = {"X-Sabot": "act"}
KEY = "0123456789abcdef"


class Memory:
    """An inbox that only remembers; `failing` makes it refuse as one does whose journal cannot be written."""

    def __init__(self) -> None:
        self.taken: list[Any] = []
        self.failing = ""
        self.waiting = False

    def press(self, observations: Any, **more: Any) -> Future[int]:
        return [self.put(each) for each in observations][-1]

    def put(self, observation: Any) -> Future[int]:
        receipt: Future[int] = Future()
        if self.failing:
            receipt.set_exception(RuntimeError(self.failing))
        else:
            self.taken.append(observation)
            if not self.waiting:
                receipt.set_result(len(self.taken))
        return receipt


@pytest.fixture
def feed() -> Feed:
    return Feed()


@pytest.fixture
def inbox() -> Memory:
    return Memory()


@pytest.fixture
def app(feed: Feed, inbox: Memory) -> Flask:
    return create_app(feed, inbox, Screens(table="Table 7", lang="nl", streams=2, hosts=("casino.example",)))


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return at_the_table(app)


def post(client: FlaskClient, **body: Any) -> Any:
    return client.post("/acts", json={"key": KEY, "seen": 1, **body}, headers=ACT)


@pytest.mark.parametrize(("wish", "shown"), [("past", True), ("coup", True), ("all", False), ("", False)])
def test_a_display_shows_one_part_alone_where_its_address_names_it(
    client: FlaskClient, wish: str, shown: bool
) -> None:
    page = client.get(f"/display?show={wish}").text
    assert (f'data-show="{wish}"' in page, "data-show" in page) == (shown, shown)


@pytest.mark.parametrize(
    ("table", "limits", "smaller"),
    [("Table 7", "10 – 500", False), ("Table 12, salon privé", "10 – 500", True)],
)
def test_a_long_name_and_the_limits_stand_smaller_on_a_display(
    table: str, limits: str, smaller: bool
) -> None:
    app = create_app(Feed(), Memory(), Screens(table=table, limits=limits))
    assert ('<p class="house long">' in at_the_table(app).get("/display").text) == smaller


def test_a_stream_s_page_has_no_ground_of_its_own(client: FlaskClient) -> None:
    page = client.get("/display?for=overlay").text
    assert 'data-show="overlay"' in page
    assert 'name="color-scheme" content="normal"' in page
    assert 'name="color-scheme" content="dark"' in client.get("/display?for=public").text
    assert "data-show" not in client.get("/display?for=public").text


@pytest.mark.parametrize("page", ["/", "/croupier", "/display"])
def test_each_page_is_there_before_the_table_is(client: FlaskClient, page: str) -> None:
    answer = client.get(page)
    assert answer.status_code == 200
    assert "Table 7" in answer.text
    assert "default-src 'self'" in answer.headers["Content-Security-Policy"]
    assert answer.headers["Cache-Control"] == "no-store"  # or the back button would show what was


@pytest.mark.parametrize("page", ["/", "/croupier", "/display"])
def test_no_page_asks_any_other_host_or_carries_script_or_style_inside(
    client: FlaskClient, page: str
) -> None:
    text = client.get(page).text
    assert "http" not in text.replace("http-equiv", "")
    assert "<style" not in text
    assert ' style="' not in text
    assert " on" not in text.split("<body", 1)[1].split(">", 1)[0]
    assert text.count("<script") == text.count('<script type="module" src=') + text.count(
        '<script type="application/json"'
    )


def test_a_page_is_in_the_language_asked_for_then_the_device_s_then_the_house_s(client: FlaskClient) -> None:
    assert 'lang="nl"' in client.get("/croupier").text
    assert "Nouveau sabot" in client.get("/croupier?lang=fr").text
    client.set_cookie("lang", "de")
    assert "Neuer Schlitten" in client.get("/croupier").text


def test_a_device_s_options_are_drawn_by_the_server_and_nonsense_is_ignored(client: FlaskClient) -> None:
    client.set_cookie("theme", "night")
    client.set_cookie("hand", '"><script>')
    text = client.get("/croupier").text
    assert 'data-theme="night"' in text
    assert 'data-hand="right"' in text


def test_a_television_is_told_in_its_address_how_to_look(client: FlaskClient) -> None:
    text = client.get("/display?suits=four&theme=night&lang=fr&hand=none").text
    assert 'data-suits="four"' in text
    assert 'data-theme="night"' in text
    assert 'data-hand="right"' in text


def test_the_page_holds_the_whole_tableau_as_data(client: FlaskClient) -> None:
    text = client.get("/croupier?lang=en").text
    assert text.count('<tr data-row="') == 8 + 1


def test_an_asset_is_kept_for_ever_under_its_address_and_packed(client: FlaskClient) -> None:
    address = client.get("/croupier").text.split('rel="stylesheet" href="')[1].split('"')[0]
    answer = client.get(address, headers={"Accept-Encoding": "gzip"})
    assert answer.headers["Content-Encoding"] == "gzip"
    assert "immutable" in answer.headers["Cache-Control"]
    old = client.get("/assets/000000000000/css/base.css")
    assert old.headers["Cache-Control"] == "no-cache"
    assert "Content-Encoding" not in old.headers
    assert client.get("/favicon.ico").content_type == "image/svg+xml"


@pytest.mark.parametrize("name", ["../app.py", "%2e%2e/app.py", "css/none.css", "", "/etc/passwd"])
def test_nothing_but_our_assets_can_be_fetched(client: FlaskClient, name: str) -> None:
    assert client.get(f"/assets/x/{name}").status_code in (404, 308)


@pytest.mark.parametrize(
    "host", ["127.0.0.1:8765", "[::1]:8765", "localhost", "casino.example:80", "10.0.0.7"]
)
def test_the_table_answers_to_its_own_names(client: FlaskClient, host: str) -> None:
    assert client.get("/", headers={"Host": host}, **ELSEWHERE).status_code == 200


@pytest.mark.parametrize("host", ["evil.example", "localhost.evil.example", "a@127.0.0.1", "[::1", ""])
def test_a_name_that_somebody_else_points_at_us_is_refused(client: FlaskClient, host: str) -> None:
    assert client.get("/", headers={"Host": host}, **ELSEWHERE).status_code == 400
    assert client.get("/", headers={"Host": host}).status_code == 403


def test_an_act_goes_into_the_inbox_and_is_answered_when_on_record(
    client: FlaskClient, inbox: Memory
) -> None:
    answer = post(client, act="rnvp")
    assert answer.json == {"taken": True, "recorded": 1}
    assert inbox.taken == [BetsClosed()]


def test_a_double_tap_is_one_act(client: FlaskClient, inbox: Memory) -> None:
    post(client, act="end")
    assert post(client, act="end", key=f"{KEY}1").json == {"taken": True, "again": True}
    assert inbox.taken == [CoupEnded()]


def test_naming_a_card_is_two_observations_in_order(client: FlaskClient, inbox: Memory) -> None:
    post(client, act="name-card", card="8C")
    assert [type(each) for each in inbox.taken] == [Undone, CardSeen]


def test_an_act_that_is_not_on_record_in_time_is_taken_but_not_promised(
    client: FlaskClient, inbox: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    inbox.waiting = True
    monkeypatch.setattr("sabot_dashboard.answers.RECORDED_WITHIN_S", 0)
    answer = post(client, act="end")
    assert (answer.status_code, answer.json) == (202, {"taken": True, "recorded": False})


def test_an_act_that_cannot_be_recorded_is_said_so_and_may_be_tried_again(
    client: FlaskClient, inbox: Memory
) -> None:
    inbox.failing = "the disk is full"
    answer = post(client, act="end")
    assert answer.status_code == 503
    assert answer.json["why"]["id"] == "the disk is full"
    inbox.failing = ""
    assert post(client, act="end").json["taken"] is True


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"X-Sabot": "no"},
        ACT | {"Origin": "http://evil.example"},
        ACT | {"Sec-Fetch-Site": "cross-site"},
        ACT | {"Sec-Fetch-Site": "same-site"},
        ACT | {"Origin": "null"},
    ],
)
def test_a_foreign_page_cannot_act(client: FlaskClient, inbox: Memory, headers: dict[str, str]) -> None:
    answer = client.post("/acts", json={"act": "end", "key": KEY}, headers=headers)
    assert answer.status_code == 403
    assert inbox.taken == []


def test_our_own_page_can_act(client: FlaskClient) -> None:
    headers = ACT | {"Origin": "http://localhost", "Sec-Fetch-Site": "same-origin"}
    assert client.post("/acts", json={"act": "end", "key": KEY}, headers=headers).status_code == 200


def test_a_form_is_no_act(client: FlaskClient) -> None:
    assert client.post("/acts", data={"act": "end"}, headers=ACT).status_code == 415


@pytest.mark.parametrize("text", ["", "{", "[]", "null", '{"act":"end"}', "\x00", '{"act":' + "[" * 5000])
def test_what_is_no_act_is_refused_in_words(client: FlaskClient, text: str) -> None:
    answer = client.post("/acts", data=text, headers=ACT, content_type="application/json")
    assert answer.status_code == 400
    assert answer.json["why"]["id"].endswith(".")


def test_who_decides_decides_on_what_they_saw_and_on_nothing_that_came_meanwhile(
    client: FlaskClient, feed: Feed, inbox: Memory
) -> None:
    seen, now = views.view_of(views.FAUX_TIRAGE), views.view_of(views.FAUX_TIRAGE + " 6D")
    old, new = projection.mark(seen), projection.mark(now)
    feed.publish(2, now, ())
    late = post(client, act="acknowledge", by="chef de table", mark=old)
    assert (late.status_code, late.json["why"]["id"], inbox.taken) == (
        409,
        "The table went on meanwhile. Look at it again.",
        [],
    )
    assert post(client, act="acknowledge", by="chef de table", mark=new).json["taken"]
    assert post(client, act="acknowledge", by="chef de table", mark=old).json["again"]  # the same key
    wheel = post(client, key="another-key", act="acknowledge", fault="wrong-direction", mark=old)
    assert wheel.json["recorded"] == len(inbox.taken) == 2


def test_ten_thousand_characters_are_refused_politely_and_more_than_an_act_is_not_read(
    client: FlaskClient,
) -> None:
    for sign in "xé🂡":
        answer = post(client, act="undo", reason=sign * 10_000)
        assert (answer.status_code, answer.json["why"]["values"]["n"]) == (400, "10000")
    answer = post(client, act="undo", reason="x" * 200_000)
    assert answer.status_code == 413
    assert answer.json["why"]["id"] == "That is too long to be an act."


@given(st.binary(max_size=300))
@settings(max_examples=60)
def test_no_bytes_make_the_server_fail(raw: bytes) -> None:
    client = at_the_table(create_app(Feed(), Memory()))
    answer = client.post("/acts", data=raw, headers=ACT, content_type="application/json")
    assert answer.status_code in (200, 400)


def test_a_page_that_does_not_exist_is_said_in_words(client: FlaskClient) -> None:
    answer: Any = client.get("/nowhere", headers={"Accept": "application/json"})
    assert (answer.status_code, answer.json["why"]["id"]) == (404, "There is no such page here.")


def frames(client: FlaskClient, audience: str) -> Iterator[str]:
    answer = client.get(f"/events?for={audience}", buffered=False)
    assert answer.status_code == 200
    assert answer.headers["Cache-Control"] == "no-store"
    yield from (part.decode() for part in answer.response)


def test_who_joins_late_sees_the_same_state(client: FlaskClient, feed: Feed) -> None:
    feed.publish(41, views.view_of(views.BANCO_OWED))
    early = frames(client, "croupier")
    assert next(early) == "retry: 1000\n\n"
    first = next(early)
    feed.publish(42, views.view_of(views.BANCO_OWED + " 5D"))
    newer = next(early)
    late = frames(client, "croupier")
    next(late)
    assert next(late) == newer != first
    assert newer.startswith("id: 42\ndata: {")
    assert newer.endswith("}\n\n")
    feed.close()


def test_each_screen_gets_its_own_picture(client: FlaskClient, feed: Feed) -> None:
    feed.publish(1, views.view_of("bet rnvp 8C"))
    shown = {}
    for audience in ("croupier", "display"):
        stream = frames(client, audience)
        next(stream)
        shown[audience] = json.loads(next(stream).split("data: ")[1])
    assert "stakes" in shown["croupier"]
    assert "stakes" not in shown["display"]
    feed.close()


def test_one_screen_too_many_is_told_when_to_come_back(client: FlaskClient, feed: Feed) -> None:
    held = [client.get("/events", buffered=False, **ELSEWHERE) for _ in range(2)]
    refused = client.get("/events", **ELSEWHERE)
    assert (refused.status_code, refused.headers["Retry-After"]) == (503, "5")
    assert refused.json["why"]["id"].startswith("The table has as many screens as it can serve. ")
    assert client.head("/events", **ELSEWHERE).status_code == 503
    held[0].close()
    asking = [client.head("/events", buffered=True, **ELSEWHERE).status_code for _ in range(3)]
    assert asking == [200] * 3  # who only asks holds no place
    assert client.get("/events", buffered=False, **ELSEWHERE).status_code == 200
    feed.close()


def test_there_is_no_stream_for_whom_we_do_not_know(client: FlaskClient) -> None:
    assert client.get("/events?for=spy").status_code == 404


def test_the_screens_take_their_share_of_a_whole_configuration() -> None:
    from sabot.config import read

    found = screens(read('[table]\nname = "Table 9"\nlanguage = "de"\n[dashboard]\nstreams = 7\n'))
    assert (found.table, found.lang, found.streams) == ("Table 9", "de", 7)
    assert screens(None) == Screens()


@pytest.mark.parametrize(
    ("low", "high", "text"),
    [(0, 0, ""), (1000, 0, "min. 10"), (0, 50_050, "max. 500.50"), (1000, 50_000, "10 – 500")],
)
def test_limits_are_written_for_people(low: int, high: int, text: str) -> None:
    assert limits(low, high) == text


def test_a_page_that_fails_says_that_the_table_goes_on(app: Flask) -> None:
    app.add_url_rule("/broken", "broken", lambda: str(1 / 0))
    answer = app.test_client().get("/broken")
    assert answer.status_code == 500
    assert answer.json == {
        "taken": False,
        "why": {"id": "This screen has an error. The table goes on; reload the page.", "values": {}},
    }


@pytest.mark.parametrize(
    ("method", "path", "code"), [("POST", "/croupier", 405), ("GET", "/acts", 405), ("GET", "/nowhere", 404)]
)
def test_what_is_not_there_is_said_so_under_its_own_number(
    client: FlaskClient, method: str, path: str, code: int
) -> None:
    answer: Any = client.open(path, method=method, headers={"Accept": "application/json"})
    assert (answer.status_code, answer.json["why"]["id"]) == (code, "There is no such page here.")


def test_an_act_of_128_kb_is_read_and_one_byte_more_is_not(client: FlaskClient) -> None:
    for size, code in ((128 * 1024, 400), (128 * 1024 + 1, 413)):
        answer = client.post("/acts", data=b" " * size, headers=ACT, content_type="application/json")
        assert answer.status_code == code


def test_a_page_is_packed_for_a_browser_that_takes_it_and_plain_for_another(client: FlaskClient) -> None:
    plain = client.get("/display")
    packed = client.get("/display", headers={"Accept-Encoding": "gzip"})
    assert "Content-Encoding" not in plain.headers
    assert packed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.data) == plain.data
    assert packed.data == gzip.compress(plain.data, 6, mtime=0)
    assert packed.headers["Vary"] == plain.headers["Vary"] == "Accept-Encoding"
    assert int(packed.headers["Content-Length"]) == len(packed.data)


def test_a_page_has_every_header_of_the_guard_and_a_file_the_two_that_it_needs(client: FlaskClient) -> None:
    page = client.get("/display").headers
    assert {name: page[name] for name in guard.HEADERS} == guard.HEADERS
    file = client.get("/assets/x/css/base.css").headers
    assert {name for name in guard.HEADERS if name in file} == {
        "X-Content-Type-Options",
        "Cross-Origin-Resource-Policy",
    }


def test_a_file_under_its_present_address_is_kept_for_a_year(app: Flask, client: FlaskClient) -> None:
    address = f"/assets/{app.extensions['assets'].version}/css/base.css"
    plain = client.get(address)
    assert plain.headers["Cache-Control"] == "max-age=31536000, immutable"
    assert (plain.content_type, plain.headers["Vary"]) == ("text/css; charset=utf-8", "Accept-Encoding")
    packed = client.get(address, headers={"Accept-Encoding": "gzip"})
    assert gzip.decompress(packed.data) == plain.data


def test_no_proxy_holds_a_stream_back(client: FlaskClient) -> None:
    answer = client.get("/events", buffered=False)
    assert answer.content_type == "text/event-stream; charset=utf-8"
    assert answer.headers["X-Accel-Buffering"] == "no"
    answer.close()


def test_one_who_asks_for_no_kind_of_screen_gets_the_public_one(client: FlaskClient, feed: Feed) -> None:
    feed.publish(1, views.view_of("bet rnvp 8C"))
    answer: Any = client.get("/events", buffered=False)
    parts = iter(answer.response)
    next(parts)
    assert "stakes" not in json.loads(next(parts).split(b"data: ")[1])
    answer.close()


@pytest.mark.parametrize("game", ["punto-banco", "baccarat-banque", "roulette"])
def test_a_page_knows_the_places_of_its_game_before_the_table_is_open(game: str) -> None:
    page = create_app(Feed(), Memory(), Screens(game=game)).test_client().get("/display").text
    assert f'data-places="{len(GAMES[game].PLACES)}"' in page


def test_the_game_and_the_places_of_an_open_table_come_before_those_that_are_set_up(
    client: FlaskClient, feed: Feed
) -> None:
    feed.publish(1, tables.view_of("baccarat-banque", tables.BANQUE_OPEN))
    page = client.get("/display").text
    assert 'data-game="baccarat-banque"' in page
    assert 'data-places="3"' in page


def test_the_limits_are_written_with_the_point_of_the_language() -> None:
    client = create_app(Feed(), Memory(), Screens(limits="2.50 – 500")).test_client()
    assert "2.50 – 500" in client.get("/display?lang=en").text
    assert "2,50 – 500" in client.get("/display?lang=fr").text


def test_the_address_comes_before_the_choice_of_the_device_and_that_before_the_usual(
    client: FlaskClient,
) -> None:
    assert 'data-suits="two"' in client.get("/croupier").text
    client.set_cookie("suits", "four")
    assert 'data-suits="four"' in client.get("/croupier").text
    assert 'data-suits="two"' in client.get("/croupier?suits=two").text


def test_why_a_press_is_not_taken_is_said(client: FlaskClient) -> None:
    foreign: Any = client.post("/acts", json={"act": "end", "key": KEY})
    assert foreign.json["why"]["id"] == "An act must come from one of this table's own pages."
    form: Any = client.post("/acts", data={"act": "end"}, headers=ACT)
    assert form.json["why"]["id"] == "An act is a JSON object."


def test_no_way_to_the_desks_is_shown_where_there_is_no_office(app: Flask) -> None:
    assert 'href="/supervisor"' not in app.test_client().get("/").text
