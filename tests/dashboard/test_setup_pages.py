"""The set-up over HTTP: it writes a configuration, keeps PINs, and is closed to people without a PIN."""

from __future__ import annotations

import json
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from serial.tools import list_ports

from sabot.config import extras, load
from sabot.printing import qr
from sabot_dashboard import answers, create_app
from sabot_dashboard.pages import setup
from sabot_dashboard.settings import Screens
from tests.dashboard.doors import ELSEWHERE, at_the_table
from tests.dashboard.office import Casino
from tests.dashboard.test_app import ACT


def post(client: FlaskClient, path: str, **body: Any) -> Any:
    return client.post(path, json=body, headers=ACT)


def test_the_answers_are_written_into_the_table_s_own_file(casino: Casino, client: FlaskClient) -> None:
    answer = post(
        client, "/setup", table={"name": "T", "game": "roulette", "language": "de"}, options={"minimum": "2"}
    )
    assert answer.json["taken"] is True
    settings = load(Path(answer.json["file"]))
    assert (settings.table.game, settings.options.minimum) == ("roulette", 200)
    assert settings.file == casino.settings.file
    assert settings.journal_path == casino.settings.journal_path, "what was not asked is kept"


@pytest.mark.parametrize(
    ("address", "is_shown"),
    [
        ("https://table7.local:8765/", True),
        ("https://10.0.0.7:8765/", True),
        ("http://127.0.0.1:8765/", False),
        ("http://[::1]:8765/", False),
        ("http://localhost:8765/", False),
        ("", False),
    ],
)
def test_a_telephone_reads_the_address_from_a_code_where_it_can_reach_the_table(
    casino: Casino, address: str, *, is_shown: bool
) -> None:
    app = create_app(casino.feed, casino.inbox, Screens(others=address, lang="en"), office=casino.office)
    page = at_the_table(app).get("/setup").text
    shown = ("Other devices open" in page, qr.svg(address or "no address") in page)
    assert shown == (is_shown, is_shown)


def test_the_camera_is_chosen_there_too(casino: Casino, client: FlaskClient) -> None:
    assert '"camera": {"source": "", "use": "witness"}' in client.get("/setup").text
    answer = post(client, "/setup", camera={"source": "/dev/video0", "use": "sabot"})
    assert answer.json["waits"] == ""
    camera = load(Path(answer.json["file"])).camera
    assert (camera.source, camera.use, camera.fps) == ("/dev/video0", "sabot", 15)
    impossible = post(client, "/setup", camera={"source": "simulated", "use": "sabot"})
    assert "deals nothing" in impossible.json["waits"], "said before the table is opened again with it"


def test_what_is_not_installed_is_said_with_the_command_when_it_is_saved(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(extras, "is_here", lambda name: name != "camera")
    answer = post(client, "/setup", camera={"source": "simulated"})
    (lacking,) = answer.json["lacking"]
    assert lacking["values"] == {"source": "camera", "note": extras.command("camera")}
    assert answer.json["waits"] == ""
    assert post(client, "/setup", camera={"source": ""}).json["lacking"] == []


def test_the_panel_is_asked_for_with_the_pins_it_would_claim(casino: Casino, client: FlaskClient) -> None:
    asked = client.get("/setup").text
    assert '"panel": {"use": "off"}' in asked
    assert "les broches 17, 27, 22, 23, 24 pour les boutons, 5, 6, 13 pour la lampe et 19 pour" in asked
    answer = post(client, "/setup", panel={"use": "on"})
    panel = load(Path(answer.json["file"])).panel
    assert (panel.use, panel.deal) == ("on", 17)
    assert post(client, "/setup", panel={"use": "perhaps"}).status_code == 400


def test_what_the_page_does_not_ask_of_an_instrument_is_kept(casino: Casino, client: FlaskClient) -> None:
    instrument = {"driver": "lines", "port": "/dev/x", "baud": 1200, "parity": "even", "wait": True}
    post(client, "/setup", instruments=[instrument])
    asked = asked_of(client)
    assert asked["instruments"] == [instrument | {"role": ""}]
    post(client, "/setup", instruments=asked["instruments"])
    assert casino.settings.file is not None
    (kept,) = load(casino.settings.file).instruments
    assert (kept.baud, kept.parity, kept.wait) == (1200, "even", True)


def test_what_cannot_be_names_its_key_and_writes_nothing(casino: Casino, client: FlaskClient) -> None:
    before = casino.settings.file.read_text()  # type: ignore[union-attr]
    answer = post(client, "/setup", table={"game": "whist"})
    assert answer.status_code == 400
    assert "table.game" in answer.json["why"]["id"]
    assert casino.settings.file.read_text() == before  # type: ignore[union-attr]


@pytest.mark.parametrize("field", ["name", "language"])
def test_ten_thousand_characters_are_refused(client: FlaskClient, field: str) -> None:
    assert post(client, "/setup", table={field: "é" * 10_000}).status_code == 400
    assert post(client, "/setup/people", name="é" * 10_000, role="supervisor", pin="4711").status_code == 400
    assert post(client, "/setup/listen", port="x" * 10_000).status_code == 400


def test_the_table_is_opened_again_when_asked(casino: Casino, client: FlaskClient) -> None:
    assert post(client, "/setup/renew").json["taken"] is True
    assert casino.renewed.is_set()


def asked_of(client: FlaskClient) -> Any:
    """What the set-up asks, with the answers of now."""
    return json.loads(client.get("/setup").text.partition('id="asked">')[2].partition("</script>")[0])


def test_a_household_evening_is_asked_nothing_about_a_croupier(client: FlaskClient) -> None:
    games = {name: [each["name"] for each in rules] for name, rules in asked_of(client)["games"].items()}
    assert {"close", "rnvp", "faux-tirage", "settle-order", "minimum"} <= {*games["roulette"]}
    assert not {"close", "rnvp", "faux-tirage", "settle-order", "minimum"} & {*games["rikken"]}
    assert {"minimum", "maximum"} <= {*games["een-en-twintig"]} & {*games["poker"]}
    assert "close" not in games["een-en-twintig"]
    assert games["rikken"][:2] == ["players", "unit"]


@pytest.mark.parametrize(("game", "is_taken"), [("nap", True), ("rikken", False), ("punto-banco", False)])
def test_a_deal_at_home_is_given_up_though_it_went_on_while_somebody_read(
    casino: Casino, client: FlaskClient, monkeypatch: pytest.MonkeyPatch, game: str, *, is_taken: bool
) -> None:
    now = {"coup": 8, "game": "nap", "what": "mises 0.30"}
    monkeypatch.setattr(type(casino.office.setup), "lost_by_renewal", lambda self: now)
    first = post(client, "/setup/renew").json
    assert first["why"]["id"] == setup.LOST_AT_HOME
    assert first["loses"] == now
    then = {"coup": 7, "game": game, "what": ""}
    answer = post(client, "/setup/renew", loses=then)
    assert (answer.json["taken"], casino.renewed.is_set()) == (is_taken, is_taken)
    now["what"] = ""
    assert post(client, "/setup/renew").json["why"]["id"] == setup.UNDECIDED_AT_HOME
    now["game"] = "punto-banco"
    assert post(client, "/setup/renew", loses=then).json["taken"] is False, "not what they were shown"
    assert post(client, "/setup/renew", loses=now).json["taken"] is True


def test_who_sets_the_first_pin_stays_in_and_nobody_else_comes_in_without(
    casino: Casino, client: FlaskClient
) -> None:
    assert post(client, "/setup/people", name="A. Claes", role="technician", pin="2805").status_code == 200
    claes: Any = client.get("/setup/people").json[0]
    assert (claes["name"], claes["role"]) == ("A. Claes", "technician")
    stranger = at_the_table(casino.app)
    for path in ("/setup/people", "/setup/heard"):
        assert stranger.get(path).status_code == 401
    for path in ("/setup", "/setup/people", "/setup/listen", "/setup/renew"):
        assert post(stranger, path).status_code == 401
    post(stranger, "/enter", name="A. Claes", pin="2805")
    assert stranger.get("/setup/people").status_code == 200


def test_each_change_of_people_says_what_is_open_to_anybody_for_want_of_a_pin(client: FlaskClient) -> None:
    changes: list[dict[str, object]] = [
        {"name": "M. Noir", "role": "trainer", "pin": "5938"},
        {"name": "A. Claes", "role": "technician", "pin": "2805"},
        {"name": "M. Dupont", "role": "supervisor", "pin": "4711"},
        {"name": "M. Dupont", "remove": True},
    ]
    told = [post(client, "/setup/people", **each).json["missing_pin"]["id"][:16] for each in changes]
    assert told == ["Supervisor and t", "No supervisor ha", "", "No supervisor ha"]


def test_where_there_is_a_supervisor_but_no_technician_the_set_up_is_their(
    casino: Casino, client: FlaskClient
) -> None:
    casino.office.people.add("M. Dupont", "supervisor", "4711")
    assert client.get("/setup/people").status_code == 401
    post(client, "/enter", name="M. Dupont", pin="4711")
    assert client.get("/setup/people").status_code == 200


def test_a_supervisor_who_names_the_first_technician_is_not_shut_out_of_the_set_up(
    casino: Casino, client: FlaskClient
) -> None:
    post(client, "/setup/people", name="M. Dupont", role="supervisor", pin="4711")
    post(client, "/setup/people", name="A. Claes", role="technician", pin="2805")
    assert post(client, "/setup/people", name="M. Noir", role="trainer", pin="5938").status_code == 200
    assert [each["name"] for each in client.get("/setup/people").json] == ["A. Claes", "M. Dupont", "M. Noir"]


def test_from_another_machine_it_is_closed_while_there_is_no_pin(client: FlaskClient) -> None:
    answer = client.post("/setup", json={}, headers=ACT, **ELSEWHERE)
    assert answer.status_code == 403


def test_a_foreign_page_changes_nothing(client: FlaskClient) -> None:
    for path in ("/setup", "/setup/people", "/setup/listen", "/setup/renew"):
        assert client.post(path, json={}).status_code == 403


def test_no_pin_is_ever_sent_to_a_page(casino: Casino, client: FlaskClient) -> None:
    post(client, "/setup/people", name="A. Claes", role="technician", pin="280564")
    for path in ("/setup", "/setup/people"):
        text = client.get(path).text
        assert "280564" not in text
        assert "hash" not in text


def test_the_page_listens_at_every_port_and_says_what_it_heard(casino: Casino, client: FlaskClient) -> None:
    assert post(client, "/setup/listen", port="x" * 201).status_code == 400
    assert post(client, "/setup/listen", port="a\nb").status_code == 400
    assert client.post("/setup/listen", json={}).status_code == 403
    assert post(client, "/setup/listen", port="socket://127.0.0.1:9").get_json() == {"taken": True}
    assert client.get("/setup/heard").status_code == 200


def test_who_is_removed_has_no_role_any_more_and_stays_a_name_on_record(
    casino: Casino, client: FlaskClient
) -> None:
    for name, pin in (("M. Dupont", "4711"), ("M. Noir", "5938")):
        casino.office.people.add(name, "trainer", pin)
    assert post(client, "/setup/people", name="M. Noir", remove=True).status_code == 200
    people = [(each["name"], each["role"]) for each in client.get("/setup/people").json]
    assert people == [("M. Dupont", "trainer"), ("M. Noir", "")]


def test_a_name_is_erased_on_the_page_and_the_record_says_so_by_pseudonym(
    casino: Casino, client: FlaskClient
) -> None:
    people, pseudonym = casino.office.people, casino.office.people.add("M. Noir", "trainer", "5938").pseudonym
    trainee = casino.school.enrol("M. Noir")
    answer = post(client, "/setup/people", name="M. Noir", erase=True)
    assert answer.status_code == 200
    note = casino.office.shifts.report()["notes"][-1]
    assert (note["what"], note["by"]) == ("person-erased", "technician")
    assert note["text"] == f"{pseudonym}, trainee {trainee['id']}"
    assert (people.names(), people.listed(), casino.school.trainees()) == ({}, [], [])


def test_a_name_is_erased_once_a_slow_disk_has_it_on_record(
    casino: Casino, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    people = casino.office.people
    people.add("M. Noir", "trainer", "5938")
    monkeypatch.setattr("sabot_dashboard.answers.DONE_WITHIN_S", 0)
    monkeypatch.setattr("sabot_dashboard.answers.RECORDED_WITHIN_S", 0)
    with monkeypatch.context() as slow:
        slow.setattr(casino.inbox, "press", lambda *_, **__: Future())
        answer = post(client, "/setup/people", name="M. Noir", erase=True)
        assert (answer.status_code, answer.json["why"]["id"]) == (503, answers.NOT_DONE)
        assert "M. Noir" in people.names().values()
    monkeypatch.setattr("sabot_dashboard.answers.DONE_WITHIN_S", 60)
    assert post(client, "/setup/people", name="M. Noir", erase=True).status_code == 200
    assert people.names() == {}


def test_to_erase_a_name_that_nobody_has_says_so_and_puts_nothing_on_record(
    casino: Casino, client: FlaskClient
) -> None:
    before = casino.feed.newest.seq
    answer = post(client, "/setup/people", name="M. Noir", erase=True)
    assert (answer.status_code, answer.json["why"]["id"]) == (400, "nobody is called M. Noir")
    assert casino.feed.newest.seq == before


def test_the_cookie_of_the_first_pin_is_told_to_no_script_and_no_other_site(client: FlaskClient) -> None:
    answer = post(client, "/setup/people", name="A. Claes", role="technician", pin="2805")
    cookie = answer.headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie
    assert "Path=/" in cookie


def test_a_port_of_200_letters_is_still_a_port(casino: Casino, client: FlaskClient) -> None:
    assert post(client, "/setup/listen", port="x" * 200).json == {"taken": True}


def test_a_language_keeps_its_own_letters_in_the_answers(casino: Casino, client: FlaskClient) -> None:
    post(client, "/setup", table={"name": "Égalité <7>"})
    page = client.get("/setup").text
    assert '"name": "Égalité \\u003c7>"' in page


def test_games_at_home_stand_apart_and_their_seats_are_asked_for(casino: Casino, client: FlaskClient) -> None:
    asked = asked_of(client)
    assert "rikken" in asked["at_home"]
    assert "roulette" in asked["at_casino"]
    assert {*asked["at_home"], *asked["at_casino"]} == {*asked["games"]}
    home = {"deal": "screens", "simulated": "2 3 4", "names": "Anna", "dealer": 2, "chips": 20.5}
    answer = post(client, "/setup", table={"name": "T", "game": "rikken", "language": "nl"}, home=home)
    assert answer.json["taken"] is True
    written = load(Path(answer.json["file"])).home
    assert (written.named, written.dealer, written.bought) == ({1: "Anna"}, 2, 2050)
    assert written.company(4) == {2, 3, 4}
    assert asked_of(client)["home"] == home


def test_seats_that_cannot_be_are_refused_and_nothing_is_written(client: FlaskClient) -> None:
    answer = post(client, "/setup", table={"game": "nap"}, home={"names": "x" * 21})
    assert answer.status_code == 400
    assert "home.names" in answer.json["why"]["id"]


GARBAGE = [
    ({}, "there is no answer"),
    ([], "there is no answer"),
    ("table", "there is no answer"),
    ({"tabel": {"name": "T"}}, "tabel: the set-up does not ask this"),
    ({"table": {"name": "T"}, "x" * 99: 1}, f"{'x' * 40}: the set-up does not ask this"),
    ({"table": None}, "table: expected a table of keys"),
    ({"options": [1]}, "options: expected a table of keys"),
    ({"table": {"name": "T"}, "instruments": {}}, "instruments: expected a list"),
    ({"instruments": [{}] * 9}, "instruments: 9 were given"),
    ({"journal": {"path": "elsewhere"}}, "journal: the set-up does not ask this"),
]


@pytest.mark.parametrize(("body", "why"), GARBAGE)
def test_what_is_no_answer_is_named_and_the_file_is_left_alone(
    casino: Casino, client: FlaskClient, body: object, why: str
) -> None:
    file = casino.settings.file
    assert file is not None
    before = (file.read_bytes(), file.stat().st_mtime_ns, file.stat().st_ino)
    answer = client.post("/setup", json=body, headers=ACT)
    assert (answer.status_code, answer.json["taken"]) == (400, False)
    assert answer.json["why"]["id"].startswith(why)
    assert (file.read_bytes(), file.stat().st_mtime_ns, file.stat().st_ino) == before


def test_a_body_that_is_no_json_leaves_the_file_alone(casino: Casino, client: FlaskClient) -> None:
    before = casino.settings.file.read_bytes()  # type: ignore[union-attr]
    answer = client.post("/setup", data=b"\x00{", headers=ACT)
    assert (answer.status_code, answer.json["taken"]) == (400, False)
    assert casino.settings.file.read_bytes() == before  # type: ignore[union-attr]


def test_the_programs_that_have_a_key_are_listed_with_their_role_and_without_their_key(
    casino: Casino, client: FlaskClient
) -> None:
    assert "No program has a key." in client.get("/setup?lang=en").text
    key = casino.office.programs.add("tote", "reader")
    page = client.get("/setup?lang=nl").text
    assert "<td>tote</td><td>leest alleen</td>" in page
    assert key not in page


def test_ports_that_cannot_be_listed_while_a_cable_is_pulled_are_told_on_the_page(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def torn() -> list[Any]:
        raise TypeError("int() argument must be a string")

    monkeypatch.setattr(list_ports, "comports", torn)
    answer = post(client, "/setup/listen")
    assert answer.status_code == 503
    assert answer.json["why"]["id"].startswith("the ports of this machine cannot be listed now: ")
