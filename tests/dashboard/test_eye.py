"""The camera's page and the pictures of cards over HTTP; and a dispute as the croupier sees it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from flask.testing import FlaskClient

from sabot.config import read
from sabot.core.agreement import DOUBT_NS
from sabot.core.cards import card_named
from sabot.core.observations import CardLies, CardSeen, ClockTicked
from sabot.core.reasons import as_dict, reason
from sabot.core.table import opened, step
from sabot.core.view import view
from sabot.games.punto_banco import coup as punto_banco
from sabot_dashboard.picture import projection
from sabot_vision.watching import FAULTS
from tests.dashboard.doors import ELSEWHERE, at_the_table
from tests.dashboard.office import Casino
from tests.dashboard.test_app import ACT

CAMERA = '[camera]\nsource = "0"\n'
POINTS = [[0.1, 0.1], [0.9, 0.1], [0.9, 0.9], [0.1, 0.9]]
PAGE = {"Accept": "text/html"}


@pytest.fixture
def casino(tmp_path: Path, cheap_pins: None) -> Iterator[Casino]:
    found = Casino(tmp_path, serve=False, config=CAMERA)
    found.sent = []
    found.live = tmp_path / "live"
    found.live.mkdir()
    found.office.camera._live = found.live
    found.office.camera.send = lambda data: not found.sent.append(json.loads(data))
    yield found
    found.close()


def a_picture(casino: Casino) -> str:
    """The name of a picture that the eye kept."""
    folder = casino.office.camera.evidence.folder
    folder.mkdir(exist_ok=True)
    name = hashlib.sha256(b"a card").hexdigest()[:32] + ".jpg"
    (folder / name).write_bytes(b"a card")
    return name


def do(client: FlaskClient, **body: Any) -> Any:
    return client.post("/technician/camera", json=body, headers=ACT)


def test_the_page_shows_what_the_eye_tells_in_the_readers_language(casino: Casino, client: FlaskClient):
    told = {"state": "black", "why": as_dict(FAULTS["black"]), "width": 1280}
    marks = as_dict(reason("mark {marks} is not seen", marks="2, 3"))
    (casino.live / "live.json").write_text(json.dumps(told | {"calibration": marks}))
    (casino.live / "live.jpg").write_bytes(b"picture")
    assert b"camera.mjs" in client.get("/technician/camera", headers=PAGE).data
    answer = client.get("/technician/camera/status").json
    assert (answer["state"], answer["why"], answer["said"]) == ("black", told["why"], marks)
    assert client.get("/technician/camera/picture").data == b"picture"


def test_the_page_says_what_was_learned_and_forgets_it(casino: Casino, client: FlaskClient):
    (casino.live / "live.json").write_text(json.dumps({"state": "fine", "learned": {"cards": 3, "since": 5}}))
    assert b'id="forget"' in client.get("/technician/camera", headers=PAGE).data
    assert client.get("/technician/camera/status").json["learned"] == {"cards": 3, "since": 5}
    assert do(client, do="forget").json == {"taken": True}
    assert casino.sent[-1] == {"do": "forget"}
    assert client.post("/technician/camera", json={"do": "forget"}).status_code == 403


def test_a_page_of_an_eye_that_may_not_learn_offers_nothing_to_forget(
    casino: Casino, client: FlaskClient, tmp_path: Path
):
    casino.office.camera.settings = read(CAMERA + "learns = false\n", file=tmp_path / "table.toml")
    assert b'id="forget"' not in client.get("/technician/camera", headers=PAGE).data


def test_only_a_simulated_eye_can_be_made_to_err(casino: Casino, client: FlaskClient, tmp_path: Path):
    assert do(client, do="fault", fault="dark").status_code == 409
    camera = casino.office.camera
    camera.settings = read('[camera]\nsource = "simulated"\n', file=tmp_path / "table.toml")
    assert do(client, do="fault", fault="dark").json["taken"]
    assert casino.sent == [{"do": "fault", "fault": "dark"}]


def test_without_a_camera_the_page_says_what_to_do(tmp_path: Path):
    casino = Casino(tmp_path, serve=False)
    try:
        client = at_the_table(casino.app)
        assert b"has no camera" in client.get("/technician/camera?lang=en", headers=PAGE).data
        assert client.get("/technician/camera/picture").status_code == 404
        assert do(client, do="marks").status_code == 409
    finally:
        casino.close()


@pytest.mark.parametrize("state", ["away", "silent"])
def test_a_press_while_nothing_is_heard_of_the_eye_is_refused_with_what_to_do(
    casino: Casino, client: FlaskClient, state: str
):
    reader: Any = SimpleNamespace(status=lambda: {"state": state}, send=lambda data: False)
    casino.office.camera.attended(reader)
    answer = do(client, do="forget")
    assert answer.status_code == 503
    assert "Try again when it is back." in answer.json["why"]["id"]


def test_four_taps_and_the_marks_reach_the_eye_in_its_own_pixels(casino: Casino, client: FlaskClient):
    (casino.live / "live.json").write_text('{"width": 1000, "height": 500}')
    assert do(client, do="corners", points=POINTS).json["taken"]
    assert do(client, do="marks").json["taken"]
    corners = "100.0,50.0 900.0,50.0 900.0,450.0 100.0,450.0"
    assert casino.sent == [{"do": "corners", "corners": corners}, {"do": "marks"}]


@pytest.mark.parametrize(
    "points",
    [None, POINTS[:3], [[2, 0]] * 4, [["a", 0]] * 4, [[True, 0]] * 4, "1234", [[float("nan"), 0]] * 4],
)
def test_what_are_no_four_points_is_refused(casino: Casino, client: FlaskClient, points: Any):
    (casino.live / "live.json").write_text('{"width": 1000, "height": 500}')
    assert do(client, do="corners", points=points).status_code == 400
    assert casino.sent == []


def test_what_fits_is_kept_in_the_configuration(casino: Casino, client: FlaskClient):
    assert do(client, do="keep").status_code == 400
    (casino.live / "live.json").write_text('{"corners": "1,2 90,2 90,80 1,80"}')
    assert do(client, do="keep").json["taken"]
    assert 'corners = "1,2 90,2 90,80 1,80"' in casino.settings.file.read_text()


def test_the_letters_that_the_technician_confirms_are_told_to_the_eye_and_kept(
    casino: Casino, client: FlaskClient
):
    seen = {"seen": "VH", "language": "nl", "contradict": False}
    (casino.live / "live.json").write_text(json.dumps({"state": "fine", "letters": seen}))
    assert client.get("/technician/camera/status").json["letters"] == seen
    assert do(client, do="letters", letters="nl").json["taken"]
    assert casino.sent == [{"do": "letters", "letters": "nl"}]
    assert 'letters = "nl"' in casino.settings.file.read_text()
    assert do(client, do="letters", letters="latin").status_code == 400
    assert do(client, do="letters").status_code == 400


def test_an_act_of_another_page_is_refused(client: FlaskClient):
    assert client.post("/technician/camera", json={"do": "marks"}).status_code == 403
    assert do(client, do="dance").status_code == 400


def test_the_camera_is_the_technicians_once_they_have_a_pin(casino: Casino, client: FlaskClient):
    casino.office.people.add("Ada", "technician", "4711")
    assert client.get("/technician/camera/status").status_code == 401
    assert client.get("/technician/camera/picture").status_code == 401
    assert do(client, do="keep").status_code == 401


def test_pictures_of_cards_are_shown_at_the_table_and_to_nobody_outside_without_a_pin(casino: Casino):
    name, client = a_picture(casino), at_the_table(casino.app)
    answer = client.get(f"/pictures/{name}")
    assert (answer.data, answer.mimetype) == (b"a card", "image/jpeg")
    assert client.get(f"/pictures/{'0' * 32}.jpg").status_code == 404
    assert client.get("/pictures/..%2Ftable.sqlite3").status_code == 404
    casino.office.people.add("Bob", "croupier", "4711")
    assert client.get(f"/pictures/{name}", **ELSEWHERE).status_code == 401


def test_a_coup_on_record_shows_each_card_with_the_picture_that_proves_it(
    casino: Casino, client: FlaskClient
):
    casino.play("rnvp 8C 4S")
    casino.tell(
        CardLies(card_named("4S"), "banco", 0, "2", "b.jpg"),
        CardLies(card_named("8C"), "punto", 0, "1", "a.jpg"),
    )
    steps = client.get("/supervisor/coup/1").json
    pictures = [each["picture"] for each in steps]
    assert pictures == [None, "/pictures/a.jpg", "/pictures/b.jpg"]


# --- the dispute


def disputed(*cards: str, eye: str) -> dict[str, Any]:
    """The croupier's picture when the eye reads another first card for punto."""
    table = opened(punto_banco)
    for card in cards:
        table, _ = step(table, CardSeen(card_named(card)))
    table, _ = step(table, CardLies(card_named(eye), "punto", 0, "1", "a.jpg"))
    for t_ns in (DOUBT_NS, 4 * DOUBT_NS):
        table, _ = step(table, ClockTicked(t_ns))
    return projection.croupier(view(table))


def test_a_dispute_shows_both_readings_the_picture_and_the_ways_out():
    band = disputed("8C", eye="9C")["band"]
    assert (band["text"]["id"], band["picture"]) == ("Sabot and eye disagree", "a.jpg")
    assert band["why"]["values"] == {"card": "9♣", "place": "punto", "dealt": "8♣"}
    assert [way["act"] for way in band["ways"]] == ["acknowledge", "name-card", "annul"]


def test_a_card_that_is_no_longer_the_last_is_not_named_again_from_the_band():
    assert [way["act"] for way in disputed("8C", "KD", eye="9C")["band"]["ways"]] == [
        "acknowledge",
        "annul",
        "supervisor",
    ]


def test_a_card_about_which_the_sabot_said_nothing_can_be_entered_by_hand():
    band = disputed(eye="9C")["band"]
    assert band["text"]["id"] == "The eye sees a card too many"
    assert [way["act"] for way in band["ways"]] == ["card", "acknowledge", "supervisor"]


def test_no_picture_of_a_dispute_reaches_the_public():
    table = opened(punto_banco)
    table, _ = step(table, CardLies(card_named("9C"), "punto", 0, "1", "a.jpg"))
    assert "a.jpg" not in json.dumps(projection.public(view(table)))
