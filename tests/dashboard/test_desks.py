"""The pages behind the table at their edges: what they refuse, with which number, and what is sent."""

from __future__ import annotations

import json
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from sabot.core.observations import Acknowledged, Noted, SabotOpened, Said, Undone
from sabot.core.reasons import as_dict, reason, written
from sabot_dashboard import answers
from sabot_dashboard.pages.eye import eye
from sabot_dashboard.pages.supervisor import WrongError, read
from sabot_dashboard.pages.technician import technician
from sabot_dashboard.picture.faults import CHEF, WAYS
from sabot_dashboard.refused_entries import RefusedEntries
from sabot_dashboard.roles import Roles
from sabot_dashboard.words.sentence import plain
from tests.dashboard.test_app import ACT, KEY, Memory

# --- the supervisor


def did(what: str, **body: Any) -> tuple[Any, ...]:
    """What a supervisor's act is for the record."""
    return read({"do": what, "key": KEY, "seen": 7, **body}, by="M. Dupont", claim=str).observations


WHY = {"reason": "misread"}


@pytest.mark.parametrize(
    ("what", "body", "observations"),
    [
        ("acknowledge", WHY, (Acknowledged("M. Dupont", "misread"),)),
        ("acknowledge", WHY | {"fault": "ball-out"}, (Acknowledged("M. Dupont", "misread", "ball-out"),)),
        ("withdraw", WHY, (Undone("M. Dupont", "misread"),)),
        ("annul", WHY, (Said("annule misread"), Acknowledged("M. Dupont", "misread"))),
        ("remark", WHY | {"about": 4}, (Noted("remark", "M. Dupont", "misread", 4),)),
        ("settle", WHY | {"about": 4}, (Said("confirme"), Noted("remark", "M. Dupont", "misread", 4))),
        ("open-table", {"counted": "12500"}, (Noted("table-opened", "M. Dupont", "", 0, 1_250_000),)),
        ("close-table", {"counted": "0"}, (Noted("table-closed", "M. Dupont", "", 0, 0),)),
        ("next-opening", {"counted": "15:30"}, (Noted("next-opening", "M. Dupont", "", 0, 930),)),
        ("next-opening", {"counted": " 9.05 "}, (Noted("next-opening", "M. Dupont", "", 0, 545),)),
        ("next-opening", {"counted": "2359"}, (Noted("next-opening", "M. Dupont", "", 0, 1439),)),
        (
            "open-sabot",
            {"counted": "312"} | WHY,
            (Noted("sabot-opened", "M. Dupont", "misread", 0, 312), SabotOpened()),
        ),
        ("close-sabot", {"counted": "7"}, (Noted("sabot-closed", "M. Dupont", "", 0, 7),)),
    ],
)
def test_each_act_of_a_supervisor_goes_on_record(what: str, body: Any, observations: Any) -> None:
    assert did(what, **body) == observations


@pytest.mark.parametrize(
    ("about", "kept"), [(0, 0), (2**31 - 1, 2**31 - 1), (2**31, 0), (-1, 0), (True, 0), ("4", 0), (4.0, 0)]
)
def test_a_remark_is_about_a_record_that_can_be(about: Any, kept: int) -> None:
    (note,) = did("remark", about=about, **WHY)
    assert note.about == kept


@pytest.mark.parametrize(
    ("counted", "cards"), [("0", 0), ("1000", 1000), (" 416 ", 416), ("0416", 416), (312, 312)]
)
def test_cards_are_counted_up_to_a_thousand(counted: Any, cards: int) -> None:
    assert did("close-sabot", counted=counted)[0].counted == cards


@pytest.mark.parametrize("counted", ["24:00", "15:60", "15", "", "three", "-1:00", "٣:٣٠", None, "15:00:00"])
def test_what_is_no_time_of_the_day_is_refused_with_an_example(counted: Any) -> None:
    with pytest.raises(WrongError) as wrong:
        did("next-opening", counted=counted)
    assert wrong.value.sentence["id"] == "A time of the day is written as 15:00."


@pytest.mark.parametrize("counted", ["1001", "-1", "", "3.5", "٣", "00007", None, "x"])
def test_what_is_no_count_of_cards_is_refused_with_the_most_that_there_can_be(counted: Any) -> None:
    with pytest.raises(WrongError, match="The cards are counted") as refused:
        did("close-sabot", counted=counted)
    assert refused.value.sentence["values"] == {"n": 1000}


@pytest.mark.parametrize(
    ("counted", "units"), [("12500,5", 1_250_050), ("0.00", 0), ("0", 0), (12, 1200), ("000", 0)]
)
def test_a_float_may_be_nothing_and_have_a_comma(counted: Any, units: int) -> None:
    assert did("open-table", counted=counted)[0].counted == units


@pytest.mark.parametrize("counted", ["", ".", "-5", "1.234", "12 500", None])
def test_what_is_no_float_is_refused_with_an_example(counted: Any) -> None:
    with pytest.raises(WrongError, match=r"such as 12500 or 12500\.50"):
        did("open-table", counted=counted)


# --- the technician


class Updating:
    """Updates; a test says what came of them."""

    def __init__(self) -> None:
        self.now: dict[str, object] = {"state": ""}
        self.news: dict[str, object] = {"newer": True, "why": ""}
        self.fails = ""
        self.asked = 0

    def looked(self) -> dict[str, object]:
        return self.news

    def came(self) -> dict[str, object]:
        return self.now

    def ask(self) -> None:
        if self.fails:
            raise RuntimeError(self.fails)
        self.asked += 1


class Workshop:
    """A workshop that packs a small backup, or fails."""

    def __init__(self) -> None:
        self.updating = Updating()
        self.fails = ""
        self.folders: list[Path] = []

    def backup(self, target: Path) -> Any:
        self.folders.append(target.parent)
        if self.fails:
            raise RuntimeError(self.fails)
        target.write_bytes(b"x" * 300_000)
        return SimpleNamespace(file=target)


class Bench:
    """The technician's routes alone, at a table that is closed."""

    def __init__(self) -> None:
        self.workshop, self.inbox = Workshop(), Memory()
        self.shut, self.phase = True, "idle"
        self.app = Flask(__name__)
        feed: Any = SimpleNamespace(newest=SimpleNamespace(view={}))
        table = SimpleNamespace(room=SimpleNamespace(shut=True), play=None)
        office: Any = SimpleNamespace(workshop=self.workshop, table=lambda: table)
        technician(self.app, office, inbox=self.inbox, roles=Roles(None, feed, RefusedEntries(Memory())))
        self.client = self.app.test_client()

    def update(self, **headers: str) -> Any:
        return self.client.post("/technician/update", json={}, headers=headers or ACT)


@pytest.fixture
def bench(monkeypatch: pytest.MonkeyPatch) -> Bench:
    found = Bench()
    monkeypatch.setattr("sabot_dashboard.pages.technician.phase", lambda play: found.phase)
    return found


SLOW = reason("{name} gave no answer within {n} s", name="git", n=90)


@pytest.mark.parametrize(
    ("found", "sentence", "values"),
    [
        ({"state": "asked"}, "Asked for. It begins in a moment.", {}),
        ({"state": "done", "before": "a", "after": "b"}, "Up to date: {before} became {after}.", "ab"),
        (
            {"state": "done", "before": "a", "after": "b", "boards": "it is away"},
            "Up to date: {before} became {after}. A board was left with the program that it had: {why}",
            {"before": "a", "after": "b", "why": "it is away"},
        ),
        ({"state": "nothing"}, "There is no newer version.", {}),
        ({"state": "refused", "why": "no disk"}, "Not begun: {why}", {"why": plain("no disk")}),
        (
            {"state": "refused"} | written(SLOW, "why"),
            "Not begun: {why}",
            {"why": plain(SLOW.key, name="git", n=90)},
        ),
        ({"state": "lost", "why": "no disk"}, "It could not be put back: {why}", {"why": plain("no disk")}),
    ],
)
def test_what_came_of_an_update_is_told(bench: Bench, found: Any, sentence: str, values: Any) -> None:
    bench.workshop.updating.now = found | {"at_s": 9}
    answer = bench.client.get("/technician/update/came").json
    assert answer is not None
    expected = {"before": "a", "after": "b"} if values == "ab" else values
    assert (answer["state"], answer["at_s"]) == (found["state"], 9)
    assert answer["said"] == {"id": sentence, "values": expected}


def test_where_no_update_was_asked_for_nothing_is_told(bench: Bench) -> None:
    assert bench.client.get("/technician/update/came").json == {"state": "", "at_s": 0, "said": None}


def test_an_update_is_not_asked_for_in_a_coup(bench: Bench) -> None:
    bench.phase = "dealing"
    assert bench.update().status_code == 409
    assert (bench.workshop.updating.asked, bench.inbox.taken) == (0, [])


@pytest.mark.parametrize(
    ("phase", "lies"), [("idle", False), ("bets-open", False), ("decided", False), ("dealing", True)]
)
def test_one_who_asks_for_a_newer_version_is_told_when_a_coup_lies_on_the_cloth(
    bench: Bench, phase: str, lies: bool
) -> None:
    bench.phase = phase
    answer: Any = bench.client.get("/technician/update")
    newer, *more = [each["id"] for each in answer.json["said"]]
    assert newer == "There is a newer version."
    assert more == ["A coup lies on the cloth: finish it before the table is closed."] * lies


def test_why_it_is_not_known_whether_there_is_a_newer_version_is_told(bench: Bench) -> None:
    bench.workshop.updating.news = {"newer": None, "why": "no network"}
    answer: Any = bench.client.get("/technician/update")
    assert answer.json["said"][0]["values"] == {"why": "no network"}


@pytest.mark.parametrize("phase", ["idle", "bets-open"])
def test_an_update_is_on_record_before_it_is_asked_for(bench: Bench, phase: str) -> None:
    bench.phase = phase
    assert bench.update().json == {"taken": True}
    assert bench.inbox.taken == [Noted("remark", "technician", "sabot update")]
    assert bench.workshop.updating.asked == 1


def test_an_update_that_is_not_on_record_is_not_asked_for(bench: Bench) -> None:
    bench.inbox.failing = "the disk is full"
    assert bench.update().status_code == 503
    assert bench.workshop.updating.asked == 0


def test_an_update_waits_for_a_slow_disk_and_is_not_asked_for_before_it_is_on_record(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sabot_dashboard.answers.DONE_WITHIN_S", 0)
    bench.inbox.waiting = True
    answer = bench.update()
    assert (answer.status_code, answer.json["why"]["id"]) == (503, answers.NOT_DONE)
    assert bench.workshop.updating.asked == 0


def test_an_update_that_cannot_begin_is_refused_with_the_reason(bench: Bench) -> None:
    bench.workshop.updating.fails = "another one runs"
    answer = bench.update()
    assert (answer.status_code, answer.json["why"]["id"]) == (409, "another one runs")


def test_a_backup_comes_whole_under_the_name_of_the_minute_and_leaves_nothing_behind(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(time, "strftime", lambda form: f"<{form}>")
    answer = bench.client.get("/technician/backup")
    assert answer.data == b"x" * 300_000
    assert answer.headers["Content-Length"] == "300000"
    assert answer.headers["Content-Disposition"] == 'attachment; filename="<sabot-%Y%m%d-%H%M.zip.age>"'
    assert answer.headers["Cache-Control"] == "no-store"
    answer.close()
    assert not bench.workshop.folders[0].exists()


def test_a_backup_that_fails_is_refused_with_the_reason_and_leaves_nothing_behind(bench: Bench) -> None:
    bench.workshop.fails = "the disk is full"
    answer: Any = bench.client.get("/technician/backup")
    assert (answer.status_code, answer.json["why"]["id"]) == (409, "the disk is full")
    assert not bench.workshop.folders[0].exists()


# --- the camera


class Camera:
    """A camera; a test says how it is."""

    def __init__(self) -> None:
        self.now: dict[str, Any] = {"width": 1000, "height": 500}
        self.taken: list[Any] = []
        self.evidence = SimpleNamespace(picture=lambda name: b"card" if name == "a.jpg" else None)
        self.fails: Exception | None = None

    def status(self) -> dict[str, Any]:
        return dict(self.now)

    def picture(self) -> bytes:
        return b"live"

    def take(self, corners: Any) -> bool:
        self.taken.append(corners)
        return True

    def keep(self) -> Path:
        if self.fails:
            raise self.fails
        return Path("/etc/sabot/table.toml")


@pytest.fixture
def camera() -> Camera:
    return Camera()


@pytest.fixture
def rig(camera: Camera) -> FlaskClient:
    app = Flask(__name__)
    seen: Any = camera
    feed: Any = None
    eye(app, seen, roles=Roles(None, feed, RefusedEntries(Memory())))
    return app.test_client()


def do(rig: FlaskClient, **body: Any) -> Any:
    return rig.post("/technician/camera", json=body, headers=ACT)


EDGES = [[0, 0], [1, 0], [1, 1], [0, 1]]


def test_the_edges_of_the_picture_are_points_of_it(rig: FlaskClient, camera: Camera) -> None:
    assert do(rig, do="corners", points=EDGES).json == {"taken": True}
    assert camera.taken == [[(0.0, 0.0), (1000.0, 0.0), (1000.0, 500.0), (0.0, 500.0)]]


@pytest.mark.parametrize(
    "wrong", [[-0.01, 0], [1.01, 0], [0, -0.01], [0, 1.01], [0], [0, 0, 0], ["0", 0], [True, 0], None]
)
def test_a_point_outside_the_picture_is_none(rig: FlaskClient, camera: Camera, wrong: Any) -> None:
    answer = do(rig, do="corners", points=[*EDGES[:3], wrong])
    assert (answer.status_code, answer.json["why"]["id"]) == (400, "Four points of the picture are needed.")
    assert do(rig, do="corners", points=EDGES[:3]).status_code == 400
    assert do(rig, do="corners", points=[*EDGES, [0, 0]]).status_code == 400
    assert camera.taken == []


@pytest.mark.parametrize("size", [{}, {"width": 1000}, {"height": 500}, {"width": 1e3, "height": 500}])
def test_corners_wait_until_the_size_of_the_picture_is_known(
    rig: FlaskClient, camera: Camera, size: Any
) -> None:
    camera.now = size
    assert do(rig, do="corners", points=EDGES).status_code == 400


def test_why_corners_cannot_be_kept_is_told(rig: FlaskClient, camera: Camera) -> None:
    assert do(rig, do="keep").json == {"taken": True, "file": "/etc/sabot/table.toml"}
    camera.fails = OSError(28, "No space left on device")
    full = do(rig, do="keep")
    assert full.status_code == 503
    assert full.json["why"] == {
        "id": "The configuration cannot be saved: {why}",
        "values": {"why": "No space left on device"},
    }
    camera.fails = ValueError("no corners yet")
    assert (do(rig, do="keep").status_code, do(rig, do="keep").json["why"]["id"]) == (400, "no corners yet")


def test_a_picture_that_proves_something_is_kept_by_the_browser_and_the_live_one_is_not(
    rig: FlaskClient,
) -> None:
    live, proof = rig.get("/technician/camera/picture"), rig.get("/pictures/a.jpg")
    assert (live.data, live.headers["Cache-Control"]) == (b"live", "no-store")
    assert (proof.data, proof.content_type) == (b"card", "image/jpeg")
    assert proof.headers["Cache-Control"] == "private, max-age=86400, immutable"
    assert rig.get("/pictures/b.jpg").status_code == 404


LOST, DARK = as_dict(reason("no camera answers")), as_dict(reason("it is dark"))


@pytest.mark.parametrize(
    ("told", "state", "why"),
    [
        ({"state": "fine", "line": {"state": "away", "why": LOST}}, "fine", "no camera answers"),
        ({"state": "fine", "line": {"state": "found", "why": LOST}}, "fine", ""),
        ({"state": "black", "why": DARK, "line": {"state": "found"}}, "black", "it is dark"),
        ({"state": "black", "why": DARK, "line": {"state": "silent", "why": LOST}}, "silent", ""),
        ({"state": "none", "line": None}, "none", ""),
    ],
)
def test_what_a_camera_said_of_itself_counts_as_long_as_its_line_speaks(
    rig: FlaskClient, camera: Camera, told: Any, state: str, why: str
) -> None:
    camera.now = told
    answer: Any = rig.get("/technician/camera/status").json
    assert (answer["state"], answer["why"].get("id", "")) == (state, why)


# --- the ways out of a fault


def test_what_the_chef_decides_is_held_but_for_a_card_that_is_only_named() -> None:
    for kind, ways in WAYS.items():
        for way in ways:
            assert way.hold is (way.by == CHEF and way.act != "name-card"), (kind, way.label)


def test_a_way_out_is_drawn_as_it_stands_in_its_table() -> None:
    way = WAYS["faux-tirage"][0]
    assert json.loads(json.dumps(way.plain())) == {
        "act": "acknowledge",
        "label": "The card stays aside, the coup stands",
        "by": "chef de table",
        "hold": True,
        "words": "",
        "fault": "",
    }
