"""What the table tells its eye, and what the pages ask about it (controller/sabot/live/camera_link.py)."""

from __future__ import annotations

import json
import shutil
from contextlib import ExitStack
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from sabot.config import ConfigError, Settings, read
from sabot.core.shapes.view import View
from sabot.instruments.contract import PortSettings
from sabot.live import camera_link
from sabot.live.camera_link import CameraLink, cameras, checked, held, laid, lying, opened, source

SHOE = PortSettings("lines", "auto", "sabot")
SIMULATED = '[camera]\nsource = "simulated"\n'


def camera(name: str, file: Path | None = None) -> Settings:
    """A table with a camera."""
    return read(f'[camera]\nsource = "{name}"\n', file=file)


class Looks:
    """A listener of the feed that hears these updates, and then nothing more; it notes how long it waits."""

    def __init__(self, *views: View | None) -> None:
        self._views = [*views]
        self.waited_s: list[float] = []

    @property
    def closed(self) -> bool:
        return not self._views

    def get(self, timeout_s: float) -> Any:
        self.waited_s.append(timeout_s)
        view = self._views.pop(0)
        return None if view is None else SimpleNamespace(view=view)


class Attended:
    """A feed that hands out one such listener."""

    def __init__(self, looks: Looks) -> None:
        self._looks = looks
        self.name = ""

    def attended(self, name: str, attend: Any, parts: ExitStack) -> None:
        self.name = name
        attend(self._looks)


def told(link: CameraLink, *views: View | None) -> list[dict[str, Any]]:
    """What the eye is told while the table looks so."""
    said: list[dict[str, Any]] = []
    link.send = lambda data: not said.append(json.loads(data))  # type: ignore[func-returns-value]
    looks = Looks(*views)
    with ExitStack() as parts:
        laid(link, Attended(looks), parts)  # type: ignore[arg-type]
    assert set(looks.waited_s) <= {2.0}
    return said


TABLE: View = {
    "coup": 3,
    "places": [{"name": "punto", "cards": ["8C"], "face_down": False}],  # type: ignore[typeddict-item]
    "last_card": "8C",
}
HOLD = {
    "do": "hold",
    "cards": ["8C"],
    "coup": 3,
    "open": True,
    "places": [["punto", "8C"]],
    "disputed": False,
}


def test_an_eye_is_told_the_cards_of_the_table_again_every_two_seconds():
    assert told(CameraLink(camera("0"), None), TABLE, None) == [HOLD, HOLD]


@pytest.mark.parametrize(
    "more",
    [{"faults": [{"kind": "disagreement"}]}, {"faults": [{"kind": "misplaced-card"}]}, {"manual": ["8C"]}],
)
def test_an_eye_learns_nothing_of_a_disputed_card_and_of_one_that_a_person_named(more: Any):
    view: Any = TABLE
    assert held(view | more)["disputed"] is True
    assert held(view | {"faults": [{"kind": "late-stake"}]})["disputed"] is False


def test_the_file_of_what_was_learned_lies_beside_the_journal_unless_the_eye_may_not_learn(tmp_path: Path):
    text = f'[journal]\npath = "{tmp_path / "casino.sqlite3"}"\n[camera]\nsource = "0"\n'
    lines: Any = [camera_link.line(read(text + more)) for more in ("", "learns = false\n")]
    assert [each.options["learned"] for each in lines] == [str(tmp_path / "casino-learned.npz"), ""]
    assert [each.options["mended"] for each in lines] == [str(tmp_path / "casino-mended.json")] * 2


def test_an_eye_is_told_to_forget():
    link, said = CameraLink(camera("0"), None), list[str]()
    link.send = lambda data: not said.append(data.decode())  # type: ignore[func-returns-value]
    assert link.forget()
    assert said == ['{"do":"forget"}\n']


def test_an_eye_before_a_table_that_is_not_open_yet_is_told_of_no_card():
    nothing = {"do": "hold", "cards": [], "coup": 0, "open": True, "places": [], "disputed": False}
    assert told(CameraLink(camera("0"), None), None) == [nothing]


def test_before_a_simulated_eye_the_cards_are_laid_first():
    link = CameraLink(read(SIMULATED), None)
    assert told(link, TABLE) == [{"do": "lay", "cards": [["punto", "8C"]]}, HOLD]


@pytest.mark.parametrize(("state", "hears"), [("open", True), ("found", True), ("lost", False), ("", False)])
def test_an_eye_that_does_not_read_is_told_nothing(state: str, hears: bool):
    reader: Any = SimpleNamespace(watch=SimpleNamespace(state=state), send=lambda data: True)
    link = CameraLink(read(SIMULATED), None)
    link.attended(reader)
    assert link.hears is hears
    assert len(told(link, TABLE)) == (2 if hears else 0)


def test_a_table_without_a_camera_listens_for_nothing():
    feed = Attended(Looks(TABLE))
    with ExitStack() as parts:
        laid(CameraLink(read(""), None), feed, parts)  # type: ignore[arg-type]
    assert feed.name == ""


def test_no_more_cards_come_once_the_coup_has_a_result():
    assert held(TABLE)["open"] is True
    assert held({**TABLE, "result": {"winner": "punto"}})["open"] is False  # type: ignore[typeddict-item]


def test_on_the_cloth_of_a_simulated_eye_no_card_lies_that_is_face_down():
    hidden: Any = {"name": "banco", "cards": ["KD"], "face_down": True}
    assert lying({**TABLE, "places": [hidden, *TABLE["places"]]}) == [["punto", "8C"]]
    assert lying({}) == []


# --- what the pages ask


def test_what_the_eye_shows_is_looked_for_only_where_there_is_a_folder_for_it(tmp_path):
    link = CameraLink(camera("0"), None)
    assert (link.status()["state"], link.picture()) == ("none", None)
    assert link.status()["line"] is None
    waiting = CameraLink(camera("0"), tmp_path)
    assert (waiting.status()["state"], waiting.picture()) == ("waiting", None)
    assert (tmp_path / "look").exists()


def test_half_a_report_of_the_eye_is_none(tmp_path):
    (tmp_path / "live.json").write_text('{"state": "fi')
    assert CameraLink(camera("0"), tmp_path).status()["state"] == "waiting"


def test_a_folder_for_the_live_picture_that_went_away_stops_no_page(tmp_path):
    assert CameraLink(camera("0"), tmp_path / "gone").status()["state"] == "waiting"


def test_the_line_of_the_eye_and_its_use_are_told_to_the_page(tmp_path):
    link = CameraLink(read('[camera]\nsource = "0"\nuse = "sabot"\n'), None)
    reader: Any = SimpleNamespace(status=lambda: {"state": "found"}, send=lambda data: True)
    link.attended(reader)
    known = link.status()
    assert (known["source"], known["use"], known["line"]) == ("0", "sabot", {"state": "found"})
    assert link.send(b"")


@pytest.mark.parametrize(
    ("name", "sent"), [("simulated", ['{"do": "fault", "fault": "black"}\n']), ("0", [])]
)
def test_a_fault_is_pretended_before_a_simulated_eye_alone(name: str, sent: list[str]):
    link, said = CameraLink(camera(name), None), list[str]()
    link.send = lambda data: not said.append(data.decode())  # type: ignore[func-returns-value]
    assert link.pretend("black") is bool(sent)
    assert said == sent


def test_an_eye_that_takes_nothing_has_not_taken_a_fault():
    assert CameraLink(read(SIMULATED), None).pretend("black") is False


# --- opening


@pytest.mark.parametrize(
    "name", ["picamera", "simulated", "0", "12", "/dev/video0", "http://cam.local/video", "rtsp://10.0.0.7"]
)
def test_a_source_that_is_no_relative_path_is_told_as_it_is(name: str, tmp_path):
    assert source(camera(name, tmp_path / "table.toml")) == name


def test_a_folder_of_pictures_is_taken_from_where_the_configuration_is(tmp_path):
    assert source(camera("shots/today", tmp_path / "table.toml")) == f"{tmp_path}/shots/today"


def test_a_camera_that_cannot_be_is_refused_with_the_file(tmp_path):
    wrong = '[camera]\nsource = "0"\ncorners = "1,2 3,4"\n'
    with pytest.raises(ConfigError, match=f"{tmp_path}/table.toml: camera: .*four points"):
        camera_link.line(read(wrong, file=tmp_path / "table.toml"))
    with pytest.raises(ConfigError, match=r"the configuration: camera: .*four points"):
        camera_link.line(read(wrong))


def test_a_simulated_camera_is_for_a_table_without_instruments_and_a_real_one_for_any():
    for settings, wired in ((read(SIMULATED), []), (camera("0"), [SHOE]), (read(""), [SHOE])):
        checked(settings, wired=wired)
    with pytest.raises(
        ConfigError, match=r"the configuration: camera\.source: a simulated camera shows what"
    ):
        checked(read(SIMULATED), wired=[SHOE])


def test_the_live_picture_wears_no_card_out_where_there_is_shared_memory(tmp_path, monkeypatch):
    for memory, parent in (
        (tmp_path, tmp_path),
        (tmp_path / "none", Path(camera_link.tempfile.gettempdir())),
    ):
        monkeypatch.setattr(camera_link, "SHARED_MEMORY", memory)
        with ExitStack() as parts:
            found = opened(camera("0"), parts).line
            assert found is not None
            live = Path(str(found.options["live"]))
            assert (live.parent, live.is_dir()) == (parent, True)
            assert live.name.startswith("sabot-eye-")
        assert not live.exists()


def test_what_a_killed_table_left_in_memory_is_removed_and_what_a_running_one_has_is_not(
    tmp_path, monkeypatch
):
    monkeypatch.setattr(camera_link, "SHARED_MEMORY", tmp_path)
    left = tmp_path / f"{camera_link.LIVE}x"
    left.mkdir()
    (left / "live.jpg").write_bytes(b"x")
    with ExitStack() as first, ExitStack() as second:
        lines = [opened(camera("0"), each).line for each in (first, second)]
        assert {*tmp_path.iterdir()} == {Path(str(each.options["live"])) for each in lines}
    assert list(tmp_path.iterdir()) == []


def test_a_live_picture_that_somebody_has_cleared_away_keeps_no_table_from_closing(tmp_path, monkeypatch):
    monkeypatch.setattr(camera_link, "SHARED_MEMORY", tmp_path)
    with ExitStack() as parts:
        opened(camera("0"), parts)
        (live,) = tmp_path.iterdir()
        shutil.rmtree(live)


def test_a_table_without_a_camera_makes_no_folder(tmp_path, monkeypatch):
    monkeypatch.setattr(camera_link, "SHARED_MEMORY", tmp_path)
    with ExitStack() as parts:
        opened(read(""), parts)
        assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("library", "first"), [(object(), ["picamera"]), (None, [])])
def test_the_cameras_of_a_machine_are_named_the_pi_s_own_first(library, first, monkeypatch):
    monkeypatch.setattr(camera_link.importlib.util, "find_spec", lambda name: library)
    devices = [Path("/dev/video1"), Path("/dev/video0")]
    monkeypatch.setattr(Path, "glob", lambda folder, pattern: iter(devices))
    assert cameras() == [*first, "/dev/video0", "/dev/video1"]


def test_the_corners_are_kept_in_the_house_s_own_file_where_the_table_has_none(tmp_path, monkeypatch):
    monkeypatch.setattr(camera_link, "own_file", lambda: tmp_path / "own.toml")
    (tmp_path / "live.json").write_text('{"corners": "1,2 90,2 90,80 1,80"}')
    assert CameraLink(camera("0"), tmp_path).keep() == tmp_path / "own.toml"
    assert read((tmp_path / "own.toml").read_text()).camera.corners == "1,2 90,2 90,80 1,80"


def test_the_letters_are_kept_told_at_once_and_again_and_not_undone_by_the_corners(tmp_path, monkeypatch):
    monkeypatch.setattr(camera_link, "own_file", lambda: tmp_path / "own.toml")
    (tmp_path / "live.json").write_text('{"corners": "1,2 90,2 90,80 1,80"}')
    link = CameraLink(camera("0"), tmp_path)
    assert told(link, None)[0]["do"] == "hold"
    said: list[dict[str, Any]] = []
    link.send = lambda data: not said.append(json.loads(data))  # type: ignore[func-returns-value]
    link.speak("nl")
    assert said == [{"do": "letters", "letters": "nl"}]
    link.keep()
    kept = read((tmp_path / "own.toml").read_text()).camera
    assert (kept.letters, kept.corners) == ("nl", "1,2 90,2 90,80 1,80")
    assert [each["do"] for each in told(link, None)] == ["letters", "hold"]


def test_letters_of_no_language_are_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(camera_link, "own_file", lambda: tmp_path / "own.toml")
    with pytest.raises(ConfigError, match="court letters are one of any, en, fr, nl, de"):
        CameraLink(camera("0"), tmp_path).speak("xx")
    assert not (tmp_path / "own.toml").exists()


@pytest.mark.parametrize(
    ("source", "why"),
    [
        ("77", "/dev/video77 is not there: is the cable in?"),
        ("/film/of/an/evening", "/film/of/an/evening is not there: is the cable in?"),
        (__file__, ""),
        ("rtsp://10.0.0.9/cards", ""),
        ("", ""),
    ],
)
def test_a_camera_that_is_not_there_is_named_as_the_system_names_it(source: str, why: str) -> None:
    assert camera_link.absent(camera(source)) == why
