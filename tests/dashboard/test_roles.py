"""Who may do what: the supervisor's answers need a PIN, and go on record under their name."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from flask.testing import FlaskClient

from sabot.core.observations import Acknowledged, Confirmed, Noted, Said, Undone
from sabot.core.shapes.view import View
from sabot.live.feed import Feed
from sabot.staff.people import People, Refused
from sabot_dashboard import Screens, create_app, roles
from sabot_dashboard.acts import NAMES, act
from sabot_dashboard.picture.faults import CHEF, WAYS, WITHDRAWING, chef_is_asked
from sabot_dashboard.refused_entries import A_MINUTE_MOST, RefusedEntries
from sabot_dashboard.roles import own_path
from sabot_dashboard.stream import OWN
from tests.dashboard import views
from tests.dashboard.doors import ELSEWHERE, at_the_table
from tests.dashboard.test_app import ACT, KEY, Memory

pytestmark = pytest.mark.usefixtures("cheap_pins")

CHEF_PIN = {"name": "M. Dupont", "pin": "4711"}
PAGE = {"Accept": "text/html"}


class Office:
    """An office in which there are only people, and no record."""

    def __init__(self, people: People) -> None:
        self.people, self.shifts = people, SimpleNamespace(head=lambda: None)

    def __getattr__(self, name: str) -> None:
        return None


@pytest.fixture
def people(tmp_path: Path) -> People:
    return People(tmp_path / "people.json")


@pytest.fixture
def feed() -> Feed:
    found = Feed()
    found.publish(1, views.view_of(views.FAUX_TIRAGE))
    return found


@pytest.fixture
def inbox() -> Memory:
    return Memory()


@pytest.fixture
def client(feed: Feed, inbox: Memory, people: People) -> FlaskClient:
    return at_the_table(create_app(feed, inbox, Screens(), office=Office(people)))


@pytest.fixture
def dupont(people: People) -> None:
    people.add("M. Dupont", "supervisor", "4711")


def press(client: FlaskClient, act: str, *, key: str = KEY, **body: Any) -> Any:
    return client.post("/acts", json={"act": act, "key": key, "seen": 1, **body}, headers=ACT)


def come_in(client: FlaskClient, name: str, pin: str, **where: Any) -> Any:
    return client.post("/enter", json={"name": name, "pin": pin, "to": "/supervisor"}, headers=ACT, **where)


# --- whose decision it is


@pytest.mark.parametrize(
    ("script", "act", "asked"),
    [
        ("rnvp 8C", "undo", False),  # nothing is in dispute: the croupier withdraws their own act
        (views.FAUX_TIRAGE, "acknowledge", True),
        (views.FAUX_TIRAGE, "undo", True),
        (views.FAUX_TIRAGE, "name-card", True),  # it would withdraw the disputed card
        (views.FAUX_TIRAGE, "undo-unread", True),
        (views.FAUX_TIRAGE, "end", False),
        ("end", "name-card", True),
        ("rnvp 2C 4S 3D KH end", "acknowledge", False),  # draw the card that is owed
        ("rnvp 2C 4S 3D KH end", "undo", True),  # no way out of this fault, but a dispute
        ("rnvp 8C ??", "name-card", False),
        ("rnvp 8C ??", "undo", True),
        ("end", "acknowledge", False),
        ("rnvp 8C", "annul", True),
        ("", "burn", True),
    ],
)
def test_the_chef_is_asked_as_the_ways_out_say(script: str, act: str, asked: bool) -> None:
    assert chef_is_asked(views.view_of(script), act) is asked


def test_a_card_is_named_without_the_chef_only_where_it_is_the_newest_in_dispute() -> None:
    unread, too_many = views.view_of("rnvp 8C ??"), views.view_of(views.FAUX_TIRAGE)
    both: View = {**unread, "faults": [*unread["faults"], *too_many["faults"]]}
    assert chef_is_asked(both, "name-card")
    assert not chef_is_asked({**unread, "faults": [*unread["faults"], *unread["faults"]]}, "name-card")
    assert chef_is_asked(views.view_of("8C", rnvp="required"), "name-card"), "before rien ne va plus"


def test_no_act_that_withdraws_is_another_one_s() -> None:
    body = {"key": KEY, "card": "8C", "pocket": "7", "words": "x", "where": "banco", "amount": "5"}
    made = {name: act({**body, "act": name}) for name in NAMES}
    found = {name for name, each in made.items() if any(isinstance(seen, Undone) for seen in each[1])}
    assert found == {*WITHDRAWING}


def test_an_answer_to_all_faults_needs_the_chef_if_one_of_them_does() -> None:
    view = views.view_of(views.FAUX_TIRAGE + " end end")
    assert view["faults"][-1]["kind"] == "wrong-order" or len(view["faults"]) == 1
    assert chef_is_asked(view, "acknowledge")


def test_a_coup_after_a_restart_is_confirmed_by_the_croupier_and_withdrawn_by_the_chef() -> None:
    view = views.unconfirmed(views.BANCO_OWED)
    assert not chef_is_asked(view, "confirm", (Confirmed(),))
    assert chef_is_asked(view, "undo", (Undone(),))
    assert chef_is_asked(view, "name-card")


def test_a_held_settlement_is_freed_by_the_chef_and_any_other_call_is_not_their() -> None:
    view = views.view_of("rnvp")
    assert chef_is_asked(view, "say", (Said("confirme"),))
    assert chef_is_asked(view, "say", (Said("Annule a card fell"),))
    assert chef_is_asked(view, "say", (Said("brûle 8C"),))
    assert not chef_is_asked(view, "say", (Said("brule"),))
    assert not chef_is_asked(view, "say", (Said("ponte carte"),))


def test_a_fault_of_the_wheel_is_answered_by_the_croupier() -> None:
    view = views.view_of(views.FAUX_TIRAGE)
    assert not chef_is_asked(view, "acknowledge", (Acknowledged(fault="wrong-direction"),))


def test_every_way_out_that_names_the_chef_is_one_that_asks_for_them() -> None:
    acts = {way.act for group in WAYS.values() for way in group if way.by == CHEF}
    assert acts <= {"undo", "acknowledge", "name-card", "annul"} | {way for way in acts if "unread" in way}


# --- acts


def test_without_a_pin_it_works_and_the_page_says_so(client: FlaskClient, inbox: Memory) -> None:
    assert press(client, "acknowledge", by="chef de table").json["taken"] is True
    assert inbox.taken == [Acknowledged("chef de table")]
    assert 'class="nopins"' in client.get("/croupier?lang=en").text
    found = client.get("/pins").json
    assert (found["missing"]["id"], found["is_guarded"]) == (roles.NO_PIN, False)


@pytest.mark.parametrize(
    ("act", "more"), [("acknowledge", {}), ("confirm", {}), ("undo", {}), ("burn", {"card": "8C"})]
)
def test_without_a_supervisor_s_pin_a_typed_name_is_claimed(
    client: FlaskClient, inbox: Memory, people: People, act: str, more: dict[str, str]
) -> None:
    press(client, act, by="M. Dupont (supervisor)", **more)
    on_record = inbox.taken[-1].by
    assert "Dupont" not in on_record
    assert people.named(on_record) == '"M. Dupont (supervisor)" (claimed)'


def test_a_dashboard_without_an_office_puts_a_typed_name_in_quotation_marks(
    feed: Feed, inbox: Memory
) -> None:
    press(at_the_table(create_app(feed, inbox, Screens())), "undo", by="M. Dupont")
    assert inbox.taken[-1].by == '"M. Dupont" (claimed)'


def test_without_a_supervisor_s_pin_who_is_logged_in_signs(
    client: FlaskClient, inbox: Memory, people: People
) -> None:
    people.add("N. Peeters", "croupier", "4711")
    client.post("/enter", json={"name": "N. Peeters", "pin": "4711"}, headers=ACT)
    press(client, "undo", by="M. Dupont (supervisor)")
    assert inbox.taken == [Undone(f"{people.pseudonym_of('N. Peeters')} (croupier)")]


def test_the_supervisor_s_way_out_asks_for_their_pin_on_the_spot(
    client: FlaskClient, inbox: Memory, people: People, dupont: None
) -> None:
    asked = press(client, "acknowledge", by="chef de table", reason="the player agreed")
    assert (asked.status_code, asked.json["needs"]) == (403, "supervisor")
    assert asked.json["people"] == ["M. Dupont"]
    assert inbox.taken == []
    answer = press(client, "acknowledge", by="x", reason="the player agreed", pin=CHEF_PIN)
    assert answer.json["taken"] is True
    signature = f"{people.pseudonym_of('M. Dupont')} (supervisor)"
    assert inbox.taken == [Acknowledged(signature, "the player agreed")]
    assert 'class="nopins"' not in client.get("/croupier?lang=en").text
    found = client.get("/pins").json
    assert (found["missing"]["id"], found["is_guarded"]) == ("", True)


def test_on_another_device_nobody_is_told_who_the_supervisors_are(
    client: FlaskClient, people: People, dupont: None
) -> None:
    people.add("N. Peeters", "croupier", "471180")
    come_in(client, "N. Peeters", "471180", **ELSEWHERE)
    elsewhere = client.post("/acts", json={"act": "undo", "key": KEY}, headers=ACT, **ELSEWHERE)
    assert (elsewhere.json["needs"], elsewhere.json["people"]) == ("supervisor", [])


def test_the_same_pin_sent_twice_by_the_network_is_one_act(
    client: FlaskClient, inbox: Memory, dupont: None
) -> None:
    for _ in range(2):
        assert press(client, "acknowledge", pin=CHEF_PIN).json["taken"] is True
    assert len(inbox.taken) == 1


def test_a_person_answers_only_for_what_they_saw(
    client: FlaskClient, inbox: Memory, feed: Feed, dupont: None
) -> None:
    press(client, "undo")
    feed.publish(2, views.view_of(views.FAUX_TIRAGE + " 9H"))
    answer = press(client, "undo", pin=CHEF_PIN)
    assert (answer.status_code, inbox.taken) == (409, [])
    assert answer.json["why"]["id"] == "The table went on meanwhile. Look at it again."


@pytest.mark.parametrize(
    "pin",
    [
        {"name": "M. Dupont", "pin": "0000"},
        {"name": "nobody", "pin": "4711"},
        {"name": 4711, "pin": None},
        {"name": "x" * 10_000, "pin": "1" * 10_000},
        "4711",
        [],
    ],
)
def test_a_wrong_pin_does_nothing(client: FlaskClient, inbox: Memory, dupont: None, pin: Any) -> None:
    answer = press(client, "acknowledge", pin=pin)
    assert answer.status_code == 403
    assert answer.json["why"]["id"] in roles.WHYS
    assert [each for each in inbox.taken if not isinstance(each, Noted)] == []


def test_too_many_wrong_pins_have_to_wait_and_are_told_how_long(client: FlaskClient, dupont: None) -> None:
    for _ in range(3):
        press(client, "acknowledge", pin={"name": "M. Dupont", "pin": "0000"})
    answer = press(client, "acknowledge", pin=CHEF_PIN)
    assert answer.json["why"] == {"id": "Too many wrong PINs. Wait {n} s.", "values": {"n": 5}}


def test_what_the_croupier_does_is_never_on_record_under_another_name(
    client: FlaskClient, inbox: Memory, feed: Feed, dupont: None
) -> None:
    feed.publish(2, views.view_of("rnvp 8C"))
    press(client, "undo", by="M. Dupont (supervisor)")
    assert inbox.taken == [Undone("croupier")]


def test_why_somebody_is_not_believed_stands_in_the_catalogues(people: People, dupont: None) -> None:
    said = {people.known("nobody", "1"), *(people.known("M. Dupont", "1") for _ in range(4))}
    said |= {people.known("M. Dupont", "1", place="10.0.0.9")}
    said |= {people.known("M. Dupont", "999999", place=f"10.0.1.{each}") for each in range(101)}
    assert {each.why for each in said if isinstance(each, Refused)} == set(roles.WHYS)


def test_of_64_acts_that_wait_for_a_pin_each_is_held_to_what_was_seen(
    client: FlaskClient, inbox: Memory, feed: Feed, dupont: None
) -> None:
    first = "0" * 8
    press(client, "undo", key=first)
    for number in range(1, 64):
        press(client, "undo", key=f"{number:08}")
    feed.publish(2, views.view_of(views.FAUX_TIRAGE + " 9H"))
    assert press(client, "undo", key=first, pin=CHEF_PIN).status_code == 409
    feed.publish(3, views.view_of(views.FAUX_TIRAGE))
    press(client, "undo", key=f"{64:08}")  # one more: the first is not remembered any longer
    feed.publish(4, views.view_of(views.FAUX_TIRAGE + " 9H"))
    assert press(client, "undo", key=first, pin=CHEF_PIN).status_code == 200
    assert press(client, "undo", key=f"{1:08}", pin=CHEF_PIN).status_code == 409


@pytest.mark.parametrize(
    "pin",
    [
        {"name": "M. Dupont", "pin": 4711},
        {"name": ["M. Dupont"], "pin": "4711"},
        {"name": "M. Dupont", "pin": "4711" + "0" * 125},
        {"name": "M. Dupont" + "x" * 32, "pin": "4711"},
    ],
)
def test_a_pin_that_is_no_text_or_too_long_is_nobodys(client: FlaskClient, dupont: None, pin: Any) -> None:
    answer = press(client, "acknowledge", pin=pin)
    assert (answer.status_code, answer.json["why"]["id"]) == (403, "Nobody of that name may do this.")


def test_a_name_of_40_and_a_pin_of_12_letters_are_taken(
    client: FlaskClient, people: People, inbox: Memory
) -> None:
    people.add("x" * 40, "supervisor", "492817365038")
    assert press(client, "acknowledge", pin={"name": "x" * 40, "pin": "492817365038"}).json["taken"] is True


def test_an_answer_that_asks_for_a_pin_says_how_long_to_wait(client: FlaskClient, dupont: None) -> None:
    asked = press(client, "acknowledge").json
    assert asked == {
        "taken": False,
        "why": {"id": "The supervisor decides this.", "values": {}},
        "needs": "supervisor",
        "people": ["M. Dupont"],
        "wait_s": 0.0,
    }


# --- coming in


def test_one_who_is_not_believed_does_not_come_in_and_is_told_why(client: FlaskClient, dupont: None) -> None:
    answer = come_in(client, "M. Dupont", "0000")
    assert answer.status_code == 403
    assert answer.json == {
        "taken": False,
        "why": {"id": "That is not the PIN.", "values": {"n": 0}},
        "wait_s": 0,
    }
    assert "Set-Cookie" not in answer.headers
    for _ in range(3):
        answer = come_in(client, "M. Dupont", "0000")
    assert answer.json["wait_s"] > 0


def test_a_body_that_is_no_object_lets_nobody_in(client: FlaskClient, dupont: None) -> None:
    for body in ("", "[]", "null", '"x"'):
        answer = client.post("/enter", data=body, headers=ACT, content_type="application/json")
        assert answer.status_code == 403


def test_one_who_comes_in_is_led_where_they_wanted_and_nobody_is_led_away(
    client: FlaskClient, dupont: None
) -> None:
    for to, led in (("/technician", "/technician"), ("//evil.example", "/"), (7, "/")):
        body = {"name": "M. Dupont", "pin": "4711", "to": to}
        assert client.post("/enter", json=body, headers=ACT).json == {"taken": True, "to": led}
    body = {"name": "M. Dupont", "pin": "4711"}
    assert client.post("/enter", json=body, headers=ACT).json["to"] == "/"


def test_one_who_leaves_is_led_to_the_first_page_without_their_cookie(
    client: FlaskClient, dupont: None
) -> None:
    come_in(client, "M. Dupont", "4711")
    answer = client.post("/leave", headers=ACT)
    assert answer.json == {"taken": True, "to": "/"}
    assert "sabot=;" in answer.headers["Set-Cookie"]


def test_a_program_that_may_not_go_on_is_told_to_log_in_and_a_page_is_led_there(
    client: FlaskClient, dupont: None
) -> None:
    told = client.get("/supervisor/shift")
    assert told.status_code == 401
    assert told.json == {"taken": False, "why": {"id": "Log in first.", "values": {}}, "enter": True}
    page = client.get("/supervisor?day=2026-03-09", headers={"Accept": "text/html"})
    assert (page.status_code, page.location) == (
        302,
        "/enter?for=supervisor&to=/supervisor%3Fday%3D2026-03-09",
    )
    posted = client.post("/supervisor/acts", headers=ACT | {"Accept": "text/html"})
    assert posted.status_code == 401, "what was posted is not led elsewhere"


def test_a_page_that_asks_for_a_trainer_s_pin_does_not_say_that_nobody_has_one(
    client: FlaskClient, people: People
) -> None:
    people.add("E. Maes", "trainer", "8830")
    page = client.get("/enter?for=trainer&lang=en").text
    assert "E. Maes" in page
    assert "Supervisor and technician have no PIN yet" in page
    assert "No PIN is set" not in page


@pytest.mark.parametrize("header", ["X-Forwarded-For", "Forwarded"])
def test_what_a_proxy_passes_on_does_not_come_from_the_table(client: FlaskClient, header: str) -> None:
    assert client.get("/supervisor").status_code == 200
    assert client.get("/supervisor", headers={header: "127.0.0.1", **PAGE}).status_code == 403
    away = client.get("/supervisor?lang=en", headers={header: "127.0.0.1", **PAGE}, **ELSEWHERE)
    assert away.status_code == 403
    assert "Nobody has a PIN for this page yet" in away.text


def test_the_way_in_lists_those_alone_who_may_open_the_page(client: FlaskClient, people: People) -> None:
    people.add("M. Dupont", "supervisor", "4711")
    people.add("J. Peeters", "croupier", "2580")
    assert "J. Peeters" not in client.get("/enter?for=supervisor+technician").text
    both = client.get("/enter").text
    assert "J. Peeters" in both
    assert "M. Dupont" in both


def test_from_another_machine_the_croupier_s_page_asks_for_a_pin(
    client: FlaskClient, people: People, inbox: Memory
) -> None:
    people.add("J. Peeters", "croupier", "258046")
    away = client.get("/croupier", headers={"Accept": "text/html"}, **ELSEWHERE)
    assert (away.status_code, away.headers["Location"]) == (302, "/enter?for=croupier&to=/croupier")
    assert client.get("/events?for=croupier", **ELSEWHERE).status_code == 401
    body = {"act": "end", "key": KEY, "seen": 1}
    assert client.post("/acts", json=body, headers=ACT, **ELSEWHERE).status_code == 401
    assert inbox.taken == []
    assert client.get("/display", **ELSEWHERE).status_code == 200
    assert client.get("/croupier").status_code == 200, "the table's own screen needs no PIN"


@pytest.mark.parametrize("role", ["", "supervisor"])
def test_while_croupiers_have_no_pin_nobody_elsewhere_deals(
    client: FlaskClient, people: People, inbox: Memory, role: str
) -> None:
    if role:
        people.add("M. Dupont", role, "471180")
    body = {"act": "end", "key": KEY, "seen": 1}
    assert client.post("/acts", json=body, headers=ACT, **ELSEWHERE).status_code in (401, 403)
    assert client.get("/events?for=croupier", **ELSEWHERE).status_code in (401, 403)
    assert inbox.taken == []


def test_a_croupier_with_a_pin_of_six_digits_deals_from_a_tablet(
    client: FlaskClient, people: People, inbox: Memory
) -> None:
    people.add("J. Peeters", "croupier", "258046")
    entered = client.post("/enter", json={"name": "J. Peeters", "pin": "258046"}, headers=ACT, **ELSEWHERE)
    assert entered.json["taken"]
    body = {"act": "acknowledge", "key": KEY, "seen": 1}
    assert client.post("/acts", json=body, headers=ACT, **ELSEWHERE).status_code == 200
    assert inbox.taken != []


def test_a_page_that_opens_at_the_table_alone_tells_nobody_elsewhere_that_they_can_do_everything(
    client: FlaskClient,
) -> None:
    everything = "anyone at this screen can do what they do"
    assert everything in client.get("/supervisor?lang=en", headers=PAGE).text
    away = client.get("/supervisor?lang=en", headers=PAGE, **ELSEWHERE).text
    assert "own screen" in away
    assert everything not in away


def test_elsewhere_nobody_is_told_who_works_here(client: FlaskClient, people: People, dupont: None) -> None:
    assert "M. Dupont" in client.get("/enter").text
    assert "M. Dupont" not in client.get("/enter", **ELSEWHERE).text


def refusals(inbox: Memory) -> list[tuple[str, str]]:
    return [(each.by, each.text) for each in inbox.taken if isinstance(each, Noted)]


def test_a_refused_name_is_on_record_by_pseudonym_and_place_and_one_that_nobody_has_is_not(
    client: FlaskClient, inbox: Memory, people: People, dupont: None, caplog: pytest.LogCaptureFixture
) -> None:
    guess = {"name": "M. Dupont", "pin": "000001"}
    client.post("/enter", json=guess, headers=ACT)
    client.post("/enter", json=guess, headers=ACT, **ELSEWHERE)
    client.post("/enter", json={"name": "x" * 39 + "\n", "pin": "1"}, headers=ACT)
    who = f"{people.pseudonym_of('M. Dupont')} (claimed)"
    assert refusals(inbox) == [(who, ""), (who, "10.0.0.9"), ("", "")]
    assert "Dupont" not in caplog.text
    assert "refused: an unknown name" in caplog.text
    assert "xxx" not in caplog.text, "what is typed in a hurry may be a PIN"


def test_guesses_by_the_thousand_do_not_fill_the_record() -> None:
    inbox, clock = Memory(), [0.0]
    entries = RefusedEntries(inbox, now_s=lambda: clock[0])
    for _ in range(1000):
        entries.note("M. Dupont", "10.0.0.9", "That is not the PIN.")
    assert len(inbox.taken) == A_MINUTE_MOST
    clock[0] += 60.0
    entries.note("M. Dupont", "10.0.0.9", "That is not the PIN.")
    assert refusals(inbox)[-2:] == [("", "10.0.0.9"), ("", "10.0.0.9 (+990)")]
    entries.note("M. Dupont", "", "That is not the PIN.", pseudonym="p-7f3a1c")
    assert refusals(inbox)[-1] == ("p-7f3a1c (claimed)", "")


def test_a_proxy_on_the_same_machine_makes_nobody_stand_at_the_table(
    client: FlaskClient, people: People
) -> None:
    people.add("J. Peeters", "croupier", "2580")
    at_this_machine = {OWN: False, "REMOTE_ADDR": "127.0.0.1"}
    for headers in ({}, {"X-Forwarded-For": "10.0.0.9"}):
        accept = {"Accept": "text/html", **headers}
        assert client.get("/croupier", headers=accept, environ_base=at_this_machine).status_code == 302
    assert client.get("/croupier", headers={"X-Forwarded-For": "10.0.0.9"}).status_code == 403


def test_cookies_of_a_person_are_theirs_alone(client: FlaskClient, dupont: None) -> None:
    other = client.application.test_client()
    assert client.get("/supervisor").status_code == 401
    assert client.get("/supervisor", headers={"Accept": "text/html"}).status_code == 302
    assert come_in(client, "M. Dupont", "0000").status_code == 403
    entered = come_in(client, "M. Dupont", "4711")
    assert entered.json == {"taken": True, "to": "/supervisor"}
    cookie = entered.headers["Set-Cookie"]
    assert "HttpOnly" in cookie and "SameSite=Strict" in cookie
    assert client.get("/supervisor").status_code == 200
    assert other.get("/supervisor").status_code in (401, 403)
    assert client.post("/leave").status_code == 403, "a foreign page logs nobody out"
    assert client.get("/supervisor").status_code == 200
    assert client.post("/leave", headers=ACT).json == {"taken": True, "to": "/"}
    assert client.get("/supervisor").status_code == 401


def test_a_foreign_page_cannot_come_in_for_somebody(client: FlaskClient) -> None:
    answer = client.post("/enter", json={"name": "x", "pin": "1"})
    assert answer.status_code in (403, 404)


@pytest.mark.parametrize(
    ("path", "led"),
    [
        ("/supervisor?day=2026-11-21", "/supervisor?day=2026-11-21"),
        ("//evil.example", "/"),
        ("/\\evil.example", "/"),
        ("https://evil.example", "/"),
        ("/" + "x" * 10_000, "/"),
    ],
)
def test_nobody_is_led_elsewhere(path: str, led: str) -> None:
    assert own_path(path) == led


def test_a_path_of_up_to_199_characters_is_followed() -> None:
    assert own_path("/" + "a" * 198) == "/" + "a" * 198
    assert own_path("/" + "a" * 199) == "/"


def test_the_first_page_leads_to_the_pages_behind_the_table_where_there_is_an_office(
    feed: Feed, inbox: Memory, client: FlaskClient
) -> None:
    assert 'href="/supervisor"' in client.get("/").text
    alone = create_app(feed, inbox, Screens()).test_client()
    assert 'href="/supervisor"' not in alone.get("/").text
