"""The eye at work (vision/sabot_vision/looking.py) and the process that it is
(vision/sabot_vision/camera.py). A stand-in for the reader says what a picture shows: the real reader has
tests of its own."""

from __future__ import annotations

import hashlib
import json
import os
import signal
import time
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from sabot.core.observations import CardLies, DeviceFound, DeviceLost, Perceived
from sabot.core.reasons import Reason, as_dict, reason
from sabot.instruments.camera.eye import Line, opened
from sabot.instruments.contract import PortSettings
from sabot.instruments.line.port import Reader
from sabot_vision.finding.found import Found
from sabot_vision.finding.geometry import SizeAt
from sabot_vision.keeping import Shown
from sabot_vision.looking import Eye
from sabot_vision.marking import marked
from sabot_vision.rig import Rig
from sabot_vision.sources import Frame
from sabot_vision.tracking.sizes import DOUBT
from tests.vision.test_places import CORNERS, a_cloth_with_marks

PICTURES = Path(__file__).parent / "pictures"
BY_HAND = "0,0 1279,0 1279,719 0,719"


def found(card: str | None, x: float, y: float = 300, *, unsure: str | None = None) -> Found:
    quad = ((x - 30, y - 42), (x + 30, y - 42), (x + 30, y + 42), (x - 30, y + 42))
    return Found(card, 0.99 if card else 0.4, (int(x - 30), int(y - 42), 60, 84), quad, unsure)


@cache
def cloth(level: int, grain: int) -> np.ndarray:
    """An empty cloth as a sensor gives it, 1280 × 720, with the noise of this moment."""
    noise = np.random.default_rng(grain).normal(level, 2, (180, 320, 3))
    return np.asarray(cv2.resize(np.clip(noise, 0, 255).astype(np.uint8), (1280, 720)))


class Rigged:
    """An eye over a cloth on which `cards` lie."""

    def __init__(self, **rig: Any) -> None:
        self.told: list[dict[str, Any]] = []
        self.cards: list[Found] = []
        self.reads, self.t_s, self.background = 0, 0.0, 100
        self.size_px: float | None = None
        self.language = ""
        self.eye = Eye(Rig(corners=BY_HAND, **rig), self.told.append, self._read)

    def _read(self, picture: np.ndarray, *, language: str, size_at: SizeAt | None) -> list[Found]:
        self.reads += 1
        self.language = language
        self.size_px = size_at and size_at(640, 360)
        return self.cards

    def picture(self) -> np.ndarray:
        picture = cloth(self.background, int(self.t_s * 15) % 5).copy()
        for each in self.cards:
            x, y, width, height = each.box
            picture[y : y + height, x : x + width] = 235
        return np.asarray(picture)

    def pass_s(self, seconds: float, *, picture: np.ndarray | None = None, why: str = "") -> None:
        for _ in range(round(seconds * 15)):
            self.t_s += 1 / 15
            shown = None if why else self.picture() if picture is None else picture
            self.eye.see(Frame(0, self.t_s, shown, Reason(why)))

    def cards_told(self) -> list[tuple[str | None, str]]:
        return [(each["card"], each["place"]) for each in self.told if each["eye"] == "lies"]

    def states(self) -> list[str]:
        told = [each["state"] for each in self.told if each["eye"] == "beat"]
        return [state for n, state in enumerate(told) if n == 0 or state != told[n - 1]]


def test_cards_are_told_with_their_places_within_half_a_second_and_once():
    rig = Rigged()
    rig.pass_s(1)
    rig.cards = [found("8C", 200), found("KD", 900)]
    rig.pass_s(0.5)
    assert rig.cards_told() == [("8C", "punto"), ("KD", "banco")]
    rig.pass_s(5)
    assert len(rig.cards_told()) == 2


def test_an_eye_in_the_nose_reads_every_picture_and_tells_two_equal_cards_as_two():
    rig = Rigged(use="nose")
    rig.pass_s(0.5)
    for _ in range(2):
        for x in (100, 500, 900, 1200):
            rig.cards = [found("8C", x)]
            rig.pass_s(1 / 15)
        rig.cards = []
        rig.pass_s(0.5)
    assert [(each["eye"], each.get("card")) for each in rig.told if each["eye"] != "beat"] == [
        ("lies", "8C"),
        ("left", None),
    ] * 2


def test_a_still_scene_is_read_a_few_times_and_then_no_more():
    rig = Rigged()
    rig.cards = [found("8C", 200)]
    rig.pass_s(2)
    reads = rig.reads
    rig.pass_s(8)
    assert reads <= 6
    assert rig.reads == reads


def test_backs_and_things_without_an_index_are_no_cards_and_unsure_ones_are_told_as_such():
    rig = Rigged()
    rig.cards = [found(None, 200, unsure="back"), found(None, 500, unsure="no index")]
    rig.cards.append(found(None, 800, unsure="covered"))
    rig.pass_s(3)
    assert rig.cards_told() == []
    rig.cards = [found(None, 800, unsure="unclear")]
    rig.pass_s(3)
    assert rig.cards_told() == [(None, "banco")]


def test_a_beat_comes_twice_a_second_with_what_the_light_is():
    rig = Rigged()
    rig.pass_s(5)
    beats = [each for each in rig.told if each["eye"] == "beat"]
    assert 9 <= len(beats) <= 11
    assert beats[-1]["state"] == "fine"
    assert 95 < beats[-1]["light"] < 105


@pytest.mark.parametrize(("level", "name"), [(2, "black"), (253, "white")])
def test_a_blind_eye_says_so_reads_nothing_and_goes_on_when_it_sees(level: int, name: str):
    rig = Rigged()
    rig.cards = [found("8C", 200)]
    rig.pass_s(1)
    lit, rig.background, rig.cards = rig.cards, level, []
    reads = rig.reads
    rig.pass_s(1)
    assert rig.reads == reads
    rig.cards, rig.background = lit, 100
    rig.pass_s(1)
    assert rig.states() == ["fine", name, "fine"]
    assert rig.cards_told() == [("8C", "punto")]


def test_no_card_leaves_or_comes_again_while_the_lamp_is_off_in_a_lit_room():
    """Else a table whose sabot is the eye would be dealt the same cards twice."""
    rig = Rigged()
    rig.cards = [found("8C", 200)]
    rig.pass_s(2)
    lit, dim = rig.cards, cloth(35, 1)
    rig.cards = []
    for grain in range(30):
        rig.pass_s(0.2, picture=cloth(35, grain % 5) if grain % 2 else dim)
    rig.cards = lit
    rig.pass_s(3)
    assert rig.states() == ["fine", "dim", "fine"]
    assert [each["eye"] for each in rig.told if each["eye"] != "beat"] == ["lies"]


def test_pictures_of_another_size_show_the_table_where_it_was():
    rig = Rigged()
    rig.pass_s(1)
    rig.cards = [found("8C", 200, 150)]
    half = np.ascontiguousarray(rig.picture()[::2, ::2])
    for grain in range(30):
        half[0, 0] = grain
        rig.pass_s(0.07, picture=half.copy())
    assert rig.cards_told() == [("8C", "punto")]
    rig.cards = [found("KD", 500, 150)]
    for grain in range(30):
        half[0, 0] = grain
        rig.pass_s(0.07, picture=half.copy() // 2 + 60)
    assert rig.cards_told()[-1] == ("KD", "banco")


def test_only_cards_that_are_seen_again_are_reported_again():
    rig = Rigged()
    rig.cards = [found("8C", 200), found("KD", 900)]
    rig.pass_s(1)
    rig.eye.obey({"do": "tell"})
    rig.cards = rig.cards[1:]
    rig.pass_s(2)
    assert rig.cards_told() == [("8C", "punto"), ("KD", "banco"), ("KD", "banco")]


def test_a_picture_that_was_read_too_late_tells_nothing_but_that():
    rig, late_s = Rigged(), 3.0
    rig.eye._now = lambda: rig.t_s + late_s
    rig.cards = [found("8C", 200)]
    rig.pass_s(1.5)
    assert (rig.states(), rig.cards_told()) == (["fine", "late"], [])
    late_s = 0.1
    rig.pass_s(1.5)
    assert (rig.states()[-1], rig.cards_told()) == ("fine", [("8C", "punto")])


class Slow(Rigged):
    """An eye whose reader rests after every eleven milliseconds, six times in a picture."""

    def __init__(self) -> None:
        super().__init__()
        self.worked_s, self.longest_s, self.frames_read, self.ended = 0.0, 0.0, 0, 0
        self.eye = Eye(Rig(corners=BY_HAND), self.told.append, self._in_pieces, now=self._now)

    def _now(self) -> float:
        return self.t_s + self.worked_s

    def _in_pieces(self, picture: np.ndarray, **how: Any) -> Iterator[Found | None]:
        self.reads += 1
        seen = list(self.cards)
        for _ in range(6):
            self.worked_s += 0.011
            yield None
        self.ended += 1
        yield from seen

    def pass_s(self, seconds: float, **shown: Any) -> None:
        for _ in range(round(seconds * 15)):
            self.worked_s = 0.0
            super().pass_s(1 / 15, **shown)
            self.longest_s = max(self.longest_s, self.worked_s)
            self.frames_read += self.worked_s > 0


def test_a_picture_that_takes_long_is_read_over_several_frames_and_told_as_soon_as_it_is_read():
    rig = Slow()
    rig.cards = [found("8C", 200)]
    rig.pass_s(2)
    assert rig.cards_told() == [("8C", "punto")]
    assert rig.longest_s < 0.025
    assert rig.frames_read >= 3 * rig.reads > 0


def test_a_card_is_told_with_the_age_of_its_picture_and_a_recording_has_none():
    slow, recorded = Slow(), Rigged()
    for rig in (slow, recorded):
        rig.cards = [found("8C", 200)]
        rig.pass_s(2)
    (slow_ms, recorded_ms) = ([each["ms"] for each in rig.told if "ms" in each] for rig in (slow, recorded))
    assert (len(slow_ms), recorded_ms) == (1, [None])
    assert 66 <= slow_ms[0] <= 400  # six rests of eleven milliseconds over some frames


def test_a_card_laid_while_a_picture_is_read_is_none_of_those_in_it():
    rig = Slow()
    rig.cards = [found("8C", 200)]
    rig.pass_s(1)
    told = len(rig.told)
    rig.background += 30  # all of it is read again
    while rig.eye._begun is None:
        rig.pass_s(1 / 15)
    rig.cards = [found("KD", 202)]
    rig.pass_s(2.5)
    assert [each["card"] for each in rig.told[told:] if each["eye"] == "lies"] == ["KD"]
    assert {each["track"] for each in rig.told if each["eye"] == "lies"} == {"1", "2"}


@pytest.mark.parametrize("then", ["lost", "dark", "of another size", "told again"])
def test_a_picture_half_read_when_the_camera_fails_is_read_no_further(then: str):
    rig = Slow()
    rig.cards = [found("8C", 200)]
    rig.pass_s(2 / 15)
    assert (rig.reads, rig.ended) == (1, 0)
    rig.cards = []
    if then == "lost":
        rig.pass_s(1, why="the cable was pulled")
    elif then == "told again":
        rig.eye.obey({"do": "tell"})
    elif then == "dark":
        rig.pass_s(1, picture=np.zeros((720, 1280, 3), np.uint8))
    else:
        rig.pass_s(0.5, picture=cv2.resize(rig.picture(), (640, 480)))
    rig.pass_s(2)
    assert rig.ended < rig.reads  # all others are read by now
    assert rig.cards_told() == []


def test_a_camera_that_is_lost_again_before_it_was_found_leaves_nothing_half_read():
    rig = Slow()
    rig.pass_s(1)
    rig.background += 30
    while rig.eye._begun is None:
        rig.pass_s(1 / 15)
    rig.eye._state = "lost"  # as it stays for a moment after pictures that came late
    rig.pass_s(1 / 15, why="the cable was pulled")
    assert rig.eye._begun is None


def test_one_bad_picture_is_passed_over_in_silence():
    rig = Rigged()
    rig.pass_s(1)
    rig.pass_s(0.1, picture=np.zeros((720, 1280, 3), np.uint8))
    rig.pass_s(1)
    assert rig.states() == ["fine"]


def test_a_frozen_camera_is_named_and_a_recording_may_stand_still():
    still = Rigged().picture()
    frozen, recorded = Rigged(), Rigged(live_source=False)
    for rig in (frozen, recorded):
        rig.pass_s(3, picture=still)
    assert (frozen.states(), recorded.states()) == (["fine", "frozen"], ["fine"])


def test_a_lost_camera_is_told_at_once_and_its_cards_again_as_old_ones():
    rig = Rigged()
    rig.pass_s(1)
    rig.cards = [found("8C", 200)]
    rig.pass_s(1)
    rig.pass_s(0.1, why="the cable was pulled")
    assert (rig.told[-1]["state"], rig.told[-1]["why"]) == ("lost", "the cable was pulled")
    rig.pass_s(1)
    first, again = [each for each in rig.told if each["eye"] == "lies"]
    assert (first["old"], again["old"]) == (False, True)
    assert rig.states() == ["fine", "lost", "fine"]


def test_everything_is_told_again_when_the_controller_asks():
    rig = Rigged()
    rig.cards = [found("8C", 200), found("KD", 900)]
    rig.pass_s(1)
    rig.eye.obey({"do": "tell"})
    rig.pass_s(0.5)
    assert rig.cards_told() == [("8C", "punto"), ("KD", "banco")] * 2
    told: tuple[object, ...] = ({"do": "dance"}, None, [], {"do": "corners", "corners": "a b"})
    for nonsense in told:
        rig.eye.obey(nonsense)
    assert len(rig.cards_told()) == 4


def test_marks_in_the_picture_say_where_the_table_lies_and_points_by_hand_do_too(tmp_path: Path):
    told: list[dict[str, Any]] = []
    eye = Eye(Rig(live=tmp_path), told.append, lambda picture, **how: [found("8C", 330, 350)])
    (tmp_path / "look").touch()
    cloth = a_cloth_with_marks()
    for number in range(8):
        eye.see(Frame(number, number / 10, cloth))
    assert [each["place"] for each in told if each["eye"] == "lies"] == ["punto"]
    shown = json.loads((tmp_path / "live.json").read_text())
    near = [[float(part) for part in point.split(",")] for point in shown["corners"].split()]
    assert np.abs(np.subtract(near, CORNERS)).max() < 2
    assert cv2.imread(str(tmp_path / "live.jpg")).shape == (720, 1280, 3)
    eye.obey({"do": "corners", "corners": "0,0 9,0 9,9 0,9"})
    eye.see(Frame(9, 2.0, cloth))
    shown = json.loads((tmp_path / "live.json").read_text())
    assert shown["calibration"]["id"] == "the four points lie too near to each other"


def test_names_in_the_live_picture_are_no_wider_than_cards_that_lie_beside_each_other():
    near = [found("TC", 600), found(None, 670, unsure="covered")]
    plain = np.full((720, 1280, 3), 90, np.uint8)
    for n, card in enumerate(near):
        drawn = marked(plain, [card], brief=True) != plain
        columns = np.flatnonzero(drawn.any(axis=(0, 2)))
        assert abs(columns.mean() - (600 + 70 * n)) < 20
        assert np.ptp(columns) < 70


def test_nothing_is_written_while_nobody_looks(tmp_path: Path):
    rig = Rigged(live=tmp_path)
    rig.pass_s(1)
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "look").touch()
    os.utime(tmp_path / "look", (time.time() - 60, time.time() - 60))
    assert not Shown(tmp_path).is_due(100.0)


def test_the_reader_is_told_how_large_cards_are_as_soon_as_some_were_read() -> None:
    """They are 60 pixels wide, and would be 63 on a table of these measures. Where the table is said to lie
    elsewhere, nothing is known any more."""
    rig = Rigged(size_mm=(1279, 719))
    rig.cards = [found("8C", 330)]
    rig.pass_s(0.4)
    assert rig.size_px is None
    rig.pass_s(2)
    rig.cards = [*rig.cards, found("3H", 500)]
    rig.pass_s(1)
    assert rig.size_px == pytest.approx(60, abs=1)
    rig.eye.obey({"do": "corners", "corners": "0,0 600,0 600,300 0,300"})
    rig.cards = [found("8C", 330)]
    rig.pass_s(0.3)
    assert rig.size_px is None


def test_an_eye_that_is_told_a_language_reads_a_still_scene_again_in_it(tmp_path: Path) -> None:
    (tmp_path / "look").touch()
    rig = Rigged(live=tmp_path)
    rig.cards = [found(None, 200, unsure="language not known")._replace(rank="V")]
    rig.pass_s(8)
    assert json.loads((tmp_path / "live.json").read_text())["letters"]["seen"] == "V"
    reads = rig.reads
    rig.eye.obey({"do": "letters", "letters": "nl"})
    rig.pass_s(1)
    assert (rig.reads > reads, rig.language) == (True, "nl")
    assert "letters" not in json.loads((tmp_path / "live.json").read_text())


def test_a_card_that_lies_still_is_told_at_its_place_by_the_new_calibration() -> None:
    rig = Rigged()
    rig.cards = [found("8C", 330)]
    rig.pass_s(2)
    rig.eye.obey({"do": "corners", "corners": "0,0 400,0 400,719 0,719"})
    rig.pass_s(2)
    assert rig.cards_told() == [("8C", "punto"), ("8C", "banco")]


def test_measures_that_the_cards_contradict_are_doubted_on_the_technicians_page(tmp_path: Path) -> None:
    (tmp_path / "look").touch()
    rig = Rigged(size_mm=(600, 340), live=tmp_path)
    rig.cards = [found("8C", 330), found("KD", 700)]
    rig.pass_s(3)
    assert json.loads((tmp_path / "live.json").read_text())["calibration"] == as_dict(DOUBT)
    assert rig.size_px is None
    assert rig.cards_told() == [("8C", "punto"), ("KD", "banco")]


def test_a_picture_of_each_card_is_kept_under_the_name_of_its_bytes(tmp_path: Path):
    rig = Rigged(pictures=tmp_path / "kept", pictures_mb=1)
    rig.cards = [found("8C", 200)]
    rig.pass_s(1)
    (name,) = [each["picture"] for each in rig.told if each["eye"] == "lies"]
    data = (tmp_path / "kept" / name).read_bytes()
    assert name == hashlib.sha256(data).hexdigest()[:32] + ".jpg"
    height, width = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR).shape[:2]
    assert (60 < width < 120, 84 < height < 130) == (True, True)


# --- the process


@pytest.fixture
def scene(tmp_path: Path) -> Path:
    """A film of one rendered table, long enough to look at for a while."""
    folder = tmp_path / "scene"
    folder.mkdir()
    for number in range(1500):
        (folder / f"{number:04}.jpg").symlink_to(PICTURES / "table-000.jpg")
    return folder


class Heard:
    """What a reader at the eye's line heard, and a way to wait for it."""

    def __init__(self, source: Path, **options: Any) -> None:
        self.seen: list[Any] = []
        self.lines: list[Line] = []
        settings = PortSettings("camera", f"eye://{source}", options={"corners": BY_HAND, **options})
        self.reader = Reader(settings, self._put, opened=self._opened, retry_s=0.05)

    def _put(self, perceived: Perceived) -> None:
        self.seen.append(perceived.observation)

    def _opened(self, settings: PortSettings) -> tuple[Line, str]:
        line, where = opened(settings)
        self.lines.append(line)
        return line, where

    def wait_for(
        self, kind: type[Any], count: int = 1, *, why: str = "", within_s: float = 60.0
    ) -> list[Any]:
        """The first `count` of this kind and perhaps more, all those whose reason ends so."""
        end = time.monotonic() + within_s
        while len(found := [each for each in self.seen if is_one(each, kind, why)]) < count:
            assert time.monotonic() < end, f"no {kind.__name__} {why} among {self.seen}"
            time.sleep(0.02)
        return found


def is_one(seen: Any, kind: type[Any], why: str) -> bool:
    return isinstance(seen, kind) and str(getattr(seen, "why", "")).endswith(why)


@pytest.mark.process
@pytest.mark.slow
def test_an_eye_that_crashes_is_lost_and_comes_back_with_its_cards(scene: Path, tmp_path: Path):
    heard = Heard(scene, pictures=str(tmp_path / "kept"), pictures_mb=5)
    heard.reader.start()
    try:
        first = heard.wait_for(CardLies, 3)
        assert all((tmp_path / "kept" / each.picture).is_file() for each in first)
        assert memory_mb(heard.lines[0].pid) < 250
        os.kill(heard.lines[0].pid, signal.SIGKILL)
        heard.wait_for(DeviceLost, why="it is started again")
        heard.wait_for(DeviceFound, 2)
        again = heard.wait_for(CardLies, len(first) + 3)[len(first) :]
        assert {each.card for each in again} <= {each.card for each in heard.wait_for(CardLies)}
    finally:
        heard.reader.stop()


def memory_mb(pid: int) -> float:
    """The most memory that a process ever had."""
    status = Path(f"/proc/{pid}/status").read_text()
    return int(status.partition("VmHWM:")[2].split()[0]) / 1024


REFUSED = reason("the camera refuses {note}", note="fps = 15")


def test_what_a_camera_refuses_is_shown_while_all_else_is_fine(tmp_path: Path):
    rig = Rigged(live=tmp_path)
    (tmp_path / "look").touch()
    rig.eye.see(Frame(1, 1.0, rig.picture(), note=REFUSED))
    shown = json.loads((tmp_path / "live.json").read_text())
    assert (shown["state"], shown["why"]) == ("fine", as_dict(REFUSED))


@pytest.mark.process
def test_a_source_that_is_not_there_is_said_and_the_process_ends_with_its_input(tmp_path: Path):
    line = Line({"source": str(tmp_path / "none")})
    data = b""
    while b"\n" not in data:
        data += line.read(4096)
    told = json.loads(data.splitlines()[0])
    assert (told["state"], told["why"]) == ("lost", f"{tmp_path / 'none'} is not there: is the cable in?")
    line.close()
    assert not Path(f"/proc/{line.pid}").exists()


@pytest.mark.process
def test_a_simulated_camera_is_told_what_to_lay_and_tells_what_it_reads():
    line = Line({"source": "simulated", "letters": "en", "fps": 5})
    try:
        line.write(b'{"do":"lay","cards":[["banco","7D"]]}\n')
        data, end = b"", time.monotonic() + 60
        while b'"lies"' not in data or not data.endswith(b"\n"):
            assert time.monotonic() < end, data
            data += line.read(4096)
    finally:
        line.close()
    (lies,) = [each for each in map(json.loads, data.splitlines()) if each["eye"] == "lies"]
    assert (lies["card"], lies["place"], lies["old"]) == ("7D", "banco", False)
