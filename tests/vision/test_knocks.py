"""A camera that is knocked (vision/sabot_vision/tracking/placing.py): noticed, and mended by the marks."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest

from sabot_vision.camera import rigged
from sabot_vision.frame import Frame
from sabot_vision.looking import Eye
from sabot_vision.places import Polygon, marks, rectangle, spelled, through
from sabot_vision.rig import Rig
from sabot_vision.tracking import mended
from sabot_vision.tracking.hanging import COVERED_S, Movement
from sabot_vision.tracking.knocks import Anchors
from sabot_vision.tracking.mended import Mended
from sabot_vision.tracking.placing import Placing
from sabot_vision.training.films.surface import cloth
from sabot_vision.watching import small
from tests.vision.test_looking import found

SIZE_MM = (540.0, 260.0)
STILL = np.array([[1.2, 0, 56], [0, 1.2, 56], [0, 0, 1]])
ZONES = "left 0,0 270,260; right 270,0 540,260"


def knocked(x_px: float, y_px: float, degrees: float, *, times: float = 1.0) -> np.ndarray:
    """Millimetres to pixels of a camera that was pushed."""
    turned = np.eye(3)
    turned[:2] = cv2.getRotationMatrix2D((376, 212), degrees, times)
    turned[:2, 2] += (x_px, y_px)
    return np.asarray(turned @ STILL)


@cache
def laid(*, marks: bool, printed: bool) -> tuple[np.ndarray, np.ndarray]:
    return cloth(SIZE_MM, 5, 1.2, has_marks=marks, has_print=printed)


def seen(
    camera: np.ndarray = STILL, *, marks: bool = True, printed: bool = True, grain: int = 0
) -> np.ndarray:
    """A picture of the cloth."""
    return photographed(tuple(camera.ravel()), marks=marks, printed=printed, grain=grain).copy()


def of_camera(camera: np.ndarray, *, marks: bool = True) -> Callable[[int], np.ndarray]:
    """Pictures of it, by their grain."""
    return lambda grain: seen(camera, marks=marks, grain=grain)


@cache
def photographed(camera: tuple[float, ...], *, marks: bool, printed: bool, grain: int) -> np.ndarray:
    flat, matrix = laid(marks=marks, printed=printed)
    there = np.reshape(camera, (3, 3)) @ np.linalg.inv(matrix)
    picture = cv2.warpPerspective(flat, there, (752, 424))
    return np.asarray(np.clip(picture + noise(grain), 0, 255), np.uint8)


@cache
def noise(grain: int) -> np.ndarray:
    return np.random.default_rng(grain).normal(0, 2, (424, 752, 3))


def corners(camera: np.ndarray = STILL) -> Polygon:
    return through(camera, corners_mm())


def corners_mm() -> Polygon:
    return rectangle((0, 0), SIZE_MM)


def hand(picture: np.ndarray, part: float) -> np.ndarray:
    """A hand over this part of the picture."""
    picture = picture.copy()
    picture[:, : round(part * picture.shape[1])] = (120, 150, 200)
    return picture


class Camera:
    """A placing, and its pictures one after another."""

    def __init__(self, file: Path | None = None, *, saved: Polygon | None = None) -> None:
        rig = Rig(size_mm=SIZE_MM, zones=ZONES, corners=spelled(saved or corners()), mended=file)
        self.placing, self.t_s = Placing(rig, now=lambda: 1000.0), 0.0
        self.placing.begin()
        self.moved: list[Movement] = []

    def shows(self, picture: Callable[[int], np.ndarray], seconds: float = 2.0) -> None:
        for _ in range(round(seconds * 10)):
            self.t_s += 0.1
            shown = picture(int(self.t_s * 10) % 4)
            moved = self.placing.watch(shown, small(shown), [], self.t_s)
            self.moved += [] if moved is None else [moved]

    def is_off_mm(self, camera: np.ndarray) -> float:
        """How far the table is from where it is thought to lie."""
        assert self.placing.where
        points = [(x, y) for x in (50, 270, 490) for y in (40, 220)]
        there = through(self.placing.where.to_table, through(camera, points))
        return float(np.max(np.linalg.norm(np.subtract(there, points), axis=1)))


@pytest.mark.parametrize(
    "push", [(8, 4, 0), (-14, 10, 1.5), (0, 0, -3), (18, -14, 2)], ids=lambda push: str(push)
)
def test_a_knocked_camera_is_noticed_and_the_table_found_again_by_the_marks(
    push: tuple[float, float, float],
):
    camera = Camera()
    camera.shows(lambda grain: seen(grain=grain))
    camera.shows(lambda grain: seen(knocked(*push), grain=grain), 0.3)
    assert camera.placing.knocked
    camera.shows(lambda grain: seen(knocked(*push), grain=grain))
    assert (camera.placing.knocked, len(camera.moved)) == (False, 1)
    assert camera.is_off_mm(knocked(*push)) < 2
    assert "the eye has found the table again by its marks" in str(camera.placing.take_note())
    assert not camera.placing.take_note()


def test_a_camera_before_which_something_always_moves_is_found_knocked_and_mended_too() -> None:
    def restless(camera: np.ndarray) -> Callable[[int], np.ndarray]:
        def shown(grain: int) -> np.ndarray:
            picture = seen(camera, grain=grain)
            picture[150:250, 200 + 50 * grain : 300 + 50 * grain] = (120, 150, 200)
            return picture

        return shown

    camera = Camera()
    camera.shows(restless(STILL), 3.0)
    camera.shows(restless(knocked(12, -9, 1.5)))
    assert (camera.placing.knocked, len(camera.moved)) == (False, 1)
    assert camera.is_off_mm(knocked(12, -9, 1.5)) < 2


def tilted(top_px: float) -> np.ndarray:
    """Millimetres to pixels of a camera that was tilted: the upper corners of its picture moved inwards."""
    before = np.array([[0, 0], [752, 0], [752, 424], [0, 424]], np.float32)
    after = before + np.array([[top_px, 0], [-top_px, 0], [0, 0], [0, 0]], np.float32)
    return np.asarray(cv2.getPerspectiveTransform(before, after) @ STILL)


@pytest.mark.parametrize("top_px", [12, 16, 24, -16])
def test_a_camera_that_tilts_is_noticed_though_many_points_stay_where_they_were(top_px: float):
    camera, tilt = Camera(), tilted(top_px)
    camera.shows(lambda grain: seen(grain=grain))
    camera.shows(of_camera(tilt), 4)
    assert (camera.placing.knocked, len(camera.moved)) == (False, 1)
    assert camera.is_off_mm(tilt) < 2
    assert "the eye has found the table again by its marks" in str(camera.placing.take_note())


def test_a_tilt_that_moves_no_corner_by_six_millimetres_is_none():
    camera = Camera()
    camera.shows(lambda grain: seen(grain=grain))
    camera.shows(of_camera(tilted(5)), 6)
    assert (camera.placing.knocked, camera.moved) == (False, [])


def test_a_mark_that_is_pushed_on_the_cloth_is_no_tilt():
    def pushed(grain: int) -> np.ndarray:
        picture = seen(grain=grain)
        x, y = (round(value) for value in corners()[0])
        mark = picture[y - 36 : y + 36, x - 36 : x + 36].copy()
        picture[y - 36 : y + 36, x - 36 : x + 36] = picture[y + 50, x + 120]
        picture[y - 26 : y + 46, x - 26 : x + 46] = mark
        return picture

    camera = Camera()
    camera.shows(lambda grain: seen(grain=grain))
    assert len(marks(pushed(0))) == 4
    camera.shows(pushed, 6)
    assert (camera.placing.knocked, camera.moved) == (False, [])


@pytest.mark.parametrize("part", [0.3, 0.5])
def test_a_hand_over_half_of_the_marks_is_no_tilt_and_hides_none(part: float):
    camera, tilt = Camera(), tilted(20)
    camera.shows(lambda grain: seen(grain=grain))
    camera.shows(lambda grain: hand(seen(grain=grain), part), 6)
    assert (camera.placing.knocked, camera.moved) == (False, [])
    camera.shows(of_camera(tilt), 0.5)
    camera.shows(lambda grain: hand(seen(tilt, grain=grain), part), 6)
    camera.shows(of_camera(tilt), 4)
    assert (camera.placing.knocked, len(camera.moved)) == (False, 1)
    assert camera.is_off_mm(tilt) < 2


def test_without_marks_a_knocked_camera_waits_until_it_is_turned_back():
    camera = Camera()
    camera.shows(lambda grain: seen(marks=False, grain=grain))
    camera.shows(lambda grain: seen(knocked(12, -8, 1), marks=False, grain=grain), 5)
    assert (camera.placing.knocked, camera.moved) == (True, [])
    camera.shows(lambda grain: seen(marks=False, grain=grain))
    assert not camera.placing.knocked
    assert not camera.placing.take_note()


@pytest.mark.parametrize("how", ["marks", "four points"])
def test_a_knocked_camera_is_mended_by_marks_laid_at_the_corners_or_by_four_points(how: str):
    camera, push = Camera(), knocked(12, -8, 1)
    camera.shows(lambda grain: seen(marks=False, grain=grain))
    camera.shows(lambda grain: seen(push, marks=False, grain=grain))
    if how == "four points":
        camera.placing.find(lambda: corners(push))
    camera.shows(lambda grain: seen(push, marks=how == "marks", grain=grain))
    assert not camera.placing.knocked
    assert camera.is_off_mm(push) < 2


def test_marks_laid_elsewhere_after_a_knock_mend_nothing():
    camera, push = Camera(), knocked(12, -8, 1)
    camera.shows(lambda grain: seen(marks=False, grain=grain))
    shown = seen(push, marks=False)
    strange = seen(knocked(-10, -14, -2))
    for x, y in through(knocked(-10, -14, -2), corners_mm()):
        part = np.s_[max(0, round(y) - 22) : round(y) + 22, max(0, round(x) - 22) : round(x) + 22]
        shown[part] = strange[part]
    assert len(marks(shown)) == 4
    camera.shows(lambda grain: seen(push, marks=False, grain=grain))
    camera.shows(lambda grain: shown, 3)
    assert (camera.placing.knocked, camera.moved) == (True, [])


def test_hands_and_light_and_one_pushed_mark_are_no_knock():
    camera = Camera()
    camera.shows(lambda grain: seen(grain=grain))
    camera.shows(lambda grain: hand(seen(grain=grain), 0.6))
    camera.shows(lambda grain: hand(seen(grain=grain), 0.95))
    camera.shows(lambda grain: (seen(grain=grain) * 0.6).astype(np.uint8))
    pushed = seen()
    pushed[330:400, 660:740] = pushed[100:170, 560:640]
    camera.shows(lambda grain: pushed)
    assert (camera.placing.knocked, camera.moved) == (False, [])
    assert not camera.placing.take_note()


def test_a_push_of_less_than_the_tolerance_is_no_knock():
    camera = Camera()
    camera.shows(lambda grain: seen(grain=grain))
    for _ in range(2):
        camera.shows(lambda grain: seen(knocked(3, 3, 0), grain=grain))
    assert (camera.placing.knocked, camera.moved) == (False, [])


def test_a_camera_that_sags_slowly_is_noticed_and_mended():
    camera = Camera()
    camera.shows(lambda grain: seen(grain=grain))
    for fallen_px in range(2, 12, 2):
        camera.shows(of_camera(knocked(0, fallen_px, 0)), 2.4)
    assert len(camera.moved) == 1
    assert camera.is_off_mm(knocked(0, 10, 0)) < 4


def test_without_marks_a_camera_that_sags_slowly_is_noticed_too():
    camera = Camera()
    camera.shows(lambda grain: seen(marks=False, grain=grain))
    for fallen_px in range(2, 12, 2):
        down = knocked(0, fallen_px, 0)
        camera.shows(of_camera(down, marks=False), 2.4)
    assert (camera.placing.knocked, camera.moved) == (True, [])


def test_a_camera_that_looks_quite_elsewhere_waits_until_it_is_turned_back():
    camera = Camera()
    camera.shows(lambda grain: seen(grain=grain))
    away = [seen(knocked(260, 120, 30), grain=grain) for grain in range(4)]
    camera.shows(lambda grain: away[grain], COVERED_S - 2)
    assert not camera.placing.knocked
    camera.shows(lambda grain: away[grain], 4)
    assert (camera.placing.knocked, camera.moved) == (True, [])
    camera.shows(lambda grain: seen(grain=grain))
    assert not camera.placing.knocked


def test_something_that_lies_over_the_cloth_between_the_marks_is_no_knock():
    camera = Camera()
    camera.shows(lambda grain: seen(grain=grain))
    covered = [seen(grain=grain) for grain in range(4)]
    for shown in covered:
        shown[80:344], shown[:, 100:652] = (40, 60, 200), (40, 60, 200)
    assert len(marks(covered[0])) == 4
    camera.shows(lambda grain: covered[grain], COVERED_S + 4)
    assert not camera.placing.knocked


def test_marks_that_are_covered_at_the_knock_mend_it_once_they_are_seen():
    camera, push = Camera(), knocked(12, -8, 1)
    camera.shows(lambda grain: seen(grain=grain))
    camera.shows(lambda grain: hand(seen(push, grain=grain), 0.15), 3)
    assert (camera.placing.knocked, camera.moved) == (True, [])
    camera.shows(lambda grain: seen(push, grain=grain))
    assert not camera.placing.knocked
    assert camera.is_off_mm(push) < 2


@pytest.mark.parametrize("at_marks", [True, False])
def test_a_camera_knocked_again_before_it_has_learned_the_cloth_is_mended_again(at_marks: bool):
    where = corners_mm() if at_marks else rectangle((20, 15), (510, 250))
    camera, push = Camera(saved=through(STILL, where)), knocked(12, -8, 1)
    camera.shows(lambda grain: seen(grain=grain))
    while not camera.moved:
        camera.shows(lambda grain: seen(knocked(8, 4, 0), grain=grain), 0.1)
    camera.shows(lambda grain: seen(push, grain=grain))
    assert len(camera.moved) == 2
    assert camera.placing.where
    aside = np.subtract(camera.placing.where.corners, through(push, where))
    assert float(np.abs(aside).max()) < 2.5


def test_what_was_mended_is_where_a_restart_begins_until_the_corners_are_measured_again(tmp_path: Path):
    file, push = tmp_path / "mended.json", knocked(12, -8, 1)
    camera = Camera(file)
    camera.shows(lambda grain: seen(grain=grain))
    assert not file.exists()
    for to in (knocked(8, 4, 0), push):
        camera.shows(of_camera(to), 3)
    again = Camera(file)
    assert again.is_off_mm(push) < 2
    assert again.placing.mended is not None
    assert again.placing.mended.shown == {"mm": 16, "at": 1000, "times": 2}
    saved = again.placing.mended.corners
    assert mended.found(file, saved) is not None  # the corners that the page saves
    assert mended.found(file, "1,1 9,1 9,9 1,9") is None


WITH_CORNERS = '{"corners":"1,1 9,1 9,9 1,9","before":["x"],'


@pytest.mark.parametrize(
    "damaged",
    [
        *("", "{}", '{"corners":"1,2","before":["x"]}', '{"corners":7}', "[1]", "[" * 100_000),
        *(WITH_CORNERS + each for each in ('"times":1e999}', '"times":NaN}', '"mm":1e999}', '"at_s":NaN}')),
    ],
    ids=str.__len__,
)
def test_a_damaged_file_of_what_was_mended_is_as_if_nothing_was(damaged: str, tmp_path: Path):
    file = tmp_path / "mended.json"
    file.write_text(damaged)
    assert mended.found(file, "x") is None
    mended.keep(tmp_path / "no folder" / "file", Mended("", (), 1.0, 1.0, 1))  # a disk that refuses
    mended.keep(None, Mended("", (), 1.0, 1.0, 1))


def test_a_plain_cloth_proves_nothing():
    camera = Camera()
    plain = np.full((424, 752, 3), (60, 110, 40), np.uint8)
    noise = [np.random.default_rng(n).normal(0, 2, plain.shape) for n in range(4)]
    shown = [np.clip(plain + each, 0, 255).astype(np.uint8) for each in noise]
    camera.shows(lambda grain: shown[grain], 12)
    assert (camera.placing.knocked, camera.moved) == (False, [])


def test_a_camera_knocked_while_the_eye_was_off_is_mended_from_the_marks_that_were_saved():
    camera, push = Camera(), knocked(14, -9, 2)
    camera.shows(lambda grain: seen(push, grain=grain))
    assert (len(camera.moved), camera.placing.knocked) == (1, False)
    assert camera.is_off_mm(push) < 2
    assert "by its marks" in str(camera.placing.take_note())


@pytest.mark.parametrize("push", [knocked(0, 0, 0, times=1.06), knocked(95, 40, 0), STILL])
def test_marks_that_are_not_the_saved_corners_change_nothing(push: np.ndarray):
    camera = Camera()
    camera.shows(lambda grain: seen(push, grain=grain))
    assert camera.moved == []


def test_cards_are_no_points_of_the_cloth():
    picture, card = seen(), ((300, 150), (380, 150), (380, 260), (300, 260))
    free, all_points = Anchors(picture, [card]), Anchors(picture, [])
    inside = [
        sum(
            1
            for each in points._points
            if 296 < each.x * points._scale < 384 and 140 < each.y * points._scale < 270
        )
        for points in (free, all_points)
    ]
    assert inside[0] == 0 < inside[1]


def test_the_eye_says_it_reads_nothing_meanwhile_and_its_cards_neither_leave_nor_come_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("sabot_vision.keeping.LOOKED_AT_S", 1e9)
    told: list[dict[str, object]] = []
    camera, here = STILL, (100.0, 130.0)
    reads = [0]

    def read(picture: np.ndarray, **how: object) -> list[object]:
        reads[0] += 1
        ((x, y),) = through(camera, [here])
        return [found("8C", x, y)]

    (tmp_path / "look").touch()
    given = {"source": "0", "mended": str(tmp_path / "file"), "live": str(tmp_path), "zones": ZONES}
    rig = rigged(given | {"corners": spelled(corners())})._replace(size_mm=SIZE_MM)
    eye = Eye(rig, told.append, read)  # type: ignore[arg-type]

    def shows(seconds: float, since: float, **cloth_has: bool) -> None:
        for number in range(round(seconds * 15)):
            eye.see(Frame(number, since + number / 15, seen(camera, grain=number % 3, **cloth_has)))

    shows(2, 0.0)
    camera = knocked(18, 5, 2)
    before = reads[0]
    shows(0.5, 2.0)
    assert reads[0] == before
    shows(3, 2.5)
    beats = [each for each in told if each["eye"] == "beat"]
    states = [str(each["state"]) for each in beats]
    assert [state for n, state in enumerate(states) if n == 0 or state != states[n - 1]] == [
        "fine",
        "knocked",
        "fine",
    ]
    assert "was knocked" in str(beats[states.index("knocked")]["why"])
    mended = [each["why"] for each in beats if each["state"] == "fine" and each.get("why")]
    assert len(mended) == 1
    assert "by its marks" in str(mended[0])
    assert [(each["eye"], each["card"], each["place"]) for each in told if each["eye"] != "beat"] == [
        ("lies", "8C", "left")
    ]
    assert reads[0] > before
    shown = json.loads((tmp_path / "live.json").read_text())
    assert (shown["mended"]["mm"], shown["mended"]["times"]) == (24, 1)
    eye = Eye(rig, told.append, read)  # type: ignore[arg-type]
    shows(0.1, 9.0)
    assert json.loads((tmp_path / "live.json").read_text())["corners"] == shown["corners"] != rig.corners


@pytest.mark.parametrize(("moves", "places"), [(0, ["left"]), (3, ["right", "left"])])
def test_cards_seen_by_a_camera_that_was_knocked_while_the_eye_was_off_lie_where_they_were_seen(
    moves: int, places: list[str]
):
    """They lay there before the eye began, so they are old, and only their places get other names. Something
    `moves` in the first pictures, so the knock is noticed later."""
    told: list[dict[str, object]] = []
    push = knocked(12, 0, 0)
    (x, y), *_ = through(push, [(260, 130)])
    saved = corners(knocked(-40, 0, 0))
    rig = Rig(use="sabot", size_mm=SIZE_MM, zones=ZONES, corners=spelled(saved))
    eye = Eye(rig, told.append, lambda picture, **how: [found("8C", x, y)])
    for number in range(8):
        picture = seen(push, grain=number % 3)
        if number < moves:
            picture[150:250, 100 + 150 * (number % 2) : 250 + 150 * (number % 2)] = (120, 150, 200)
        eye.see(Frame(number, number * 0.3, picture))
    assert any(each.get("why") for each in told)
    lies = [(each["track"], each["place"], each["old"]) for each in told if each["eye"] == "lies"]
    assert lies == [("1", place, True) for place in places]


def test_a_mark_that_is_read_as_a_card_is_none_but_a_card_upon_it_is():
    camera = Camera()
    camera.shows(lambda grain: seen(grain=grain))
    (x, y), *_ = corners()
    small_quad, large_quad = (
        ((x - side, y - side), (x + side, y - side), (x + side, y + side), (x - side, y + side))
        for side in (20, 40)
    )
    aside = tuple((px + 200, py) for px, py in small_quad)
    assert [camera.placing.is_mark(quad) for quad in (small_quad, large_quad, aside)] == [True, False, False]
    assert not Placing(Rig()).is_mark(small_quad)


def test_after_a_knock_the_marks_are_known_although_a_hand_covers_one_from_then_on():
    camera, push = Camera(), knocked(8, 4, 0)
    camera.shows(of_camera(STILL))
    while not camera.moved:
        camera.shows(of_camera(push), 0.1)
    camera.shows(lambda grain: hand(seen(push, grain=grain), 0.12), 3)
    x, y = marks(seen(push))[1]
    assert camera.placing.is_mark(((x - 16, y - 16), (x + 16, y - 16), (x + 16, y + 16), (x - 16, y + 16)))
