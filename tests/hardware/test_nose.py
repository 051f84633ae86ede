"""The camera's nose: what its lens sees, what its lamps do, how the card passes, which shoes it hangs on.

A drawing and arithmetic prove this. Nobody has built it: focus, light and speed are not measured.
"""

from __future__ import annotations

import math
import shutil

import cv2
import numpy as np
import pytest

from sabot_vision.drawing import PX_PER_MM, card
from sabot_vision.reading.cards import read
from sabot_vision.report.causes import BLUR_MM_MOST, INDEX_PX_WANTED
from tests.hardware import csg, fit
from tests.hardware.csg import Solid
from tests.hardware.test_assemblies import broken
from tests.hardware.tool import tool
from tests.house import ROOT

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        shutil.which("openscad") is None, reason="drawing needs openscad: make hardware installs it"
    ),
]

WIDE, STANDARD = (102.0, 67.0, 50.0), (66.0, 41.0, 100.0)
"""Camera Module 3 Wide and the other one, by their maker: degrees across and down, nearest focus in mm."""

PICTURE = (640, 360)
INDEX_MM = 5.0
"""The height of the letter of a standard index."""

PAGE = " ".join((ROOT / "docs" / "camera.md").read_text(encoding="utf-8").split())
SHOWS = {"clear pane", "a card"}


@pytest.fixture(scope="module")
def nose(tmp_path_factory):
    """The assembly as it is drawn."""
    folder = tmp_path_factory.mktemp("nose")
    return fit.assembly(tool.HARDWARE / "assemblies" / "camera_nose.scad", folder)


@pytest.fixture(scope="module")
def said(tmp_path_factory):
    """What the box says of itself."""
    folder = tmp_path_factory.mktemp("box")
    return csg.part(tool.HARDWARE / "models" / "camera_nose.scad", folder)[1]


def body(whole, name) -> Solid:
    return next(each.solid for each in whole.bodies if each.name == name)


def lens_of(whole) -> np.ndarray:
    """The middle of the lens' front, in the world."""
    (camera,) = [each for each in whole.bodies if each.name == "camera module"]
    high = camera.solid.bounding_box()[5]
    return np.array([*camera.frame[:2, 3], high])


def view(path: float, degrees: tuple[float, ...]) -> tuple[float, float]:
    """What a camera sees at this distance, mm: along the card's way, and across it."""
    along, across = (2 * path * math.tan(math.radians(each / 2)) for each in degrees[:2])
    return along, across


# --- the camera

LENS_MM = {"housing": 11.05, "behind the upper holes": 12.5, "before the edge of the socket": 9.5}
"""Camera Module 3 as others measured and drew it: holes 2 and 14.5 mm from the upper edge, the lens 14.5 mm,
the board 23.9 mm high. Modules 1.3 and 2 are the same in this."""


def seen_from_its_lens(camera: fit.Body) -> Solid:
    """A camera module in its own axes: the socket of its cable along y, what it looks at along z."""
    return camera.solid.transform(np.linalg.inv(np.vstack([camera.frame[:3], [0, 0, 0, 1]]))[:3])


@pytest.mark.parametrize("name", ["camera_nose", "camera_arm"])
def test_the_lens_of_the_camera_stands_between_the_two_holes_beside_the_socket(name, tmp_path):
    """So it is drawn in the nose and on the arm, and its opening lies there."""
    whole = fit.assembly(tool.HARDWARE / "assemblies" / f"{name}.scad", tmp_path)
    module = seen_from_its_lens(next(each for each in whole.bodies if each.name == "camera module"))
    x0, y0, _, x1, y1, high = module.bounding_box()
    assert (x0, x1) == pytest.approx((-12.5, 12.5))
    assert y1 == pytest.approx(LENS_MM["before the edge of the socket"])
    assert y1 - y0 == pytest.approx(24)
    for x in (-10.5, 10.5):
        for y in (0, -LENS_MM["behind the upper holes"]):
            hole = Solid.cylinder(0.8, 1, 1, 36).translate((x, y, -0.9))
            assert fit.shared(module, hole) == 0
    left, front, _, right, back, _ = module.trim_by_plane((0, 0, 1), high - 2).bounding_box()
    assert right - left >= LENS_MM["housing"] and back - front >= LENS_MM["housing"]
    assert (left + right, front + back) == pytest.approx((0, 0))


def test_the_lens_lies_below_the_middle_of_the_pane_at_the_path_that_the_box_says(nose, said):
    assert lens_of(nose) == pytest.approx([0, 0, -said["path"]], abs=0.01)
    assert 50 <= said["path"] <= 80


def test_the_wide_camera_sees_the_whole_pane_and_can_focus_and_the_other_one_cannot(said):
    across, along = said["seen"]
    wide, standard = view(said["path"], WIDE), view(said["path"], STANDARD)
    assert along >= 40 and across >= 30
    assert wide[0] >= along and wide[1] >= across + 10
    assert WIDE[2] < said["path"] < STANDARD[2]
    assert standard[1] < across
    assert view(52, WIDE)[1] >= across > view(49, WIDE)[1]
    for picture in (wide, standard):
        assert f"{picture[0]:.0f} by {picture[1]:.0f} mm" in PAGE


def test_nothing_but_the_pane_stands_between_the_lens_and_what_it_must_see(nose, said):
    across, along = (each - 0.2 for each in said["seen"])
    x, y, z = lens_of(nose)
    sees = Solid.batch_hull(
        [
            Solid.cube((across, along, 0.01)).translate((-across / 2, -along / 2, -0.02)),
            Solid.cube((1, 1, 0.01), True).translate((x, y, z + 0.1)),
        ]
    )
    met = [each.name for each in nose.bodies if fit.shared(each.solid, sees) > fit.TOUCH_MM3]
    assert set(met) <= SHOWS
    lower = sees.translate((0, 6, 0))
    assert fit.shared(lower, body(nose, "camera_nose")) > fit.TOUCH_MM3, "the edge of the window is near"


def test_the_card_leaves_to_the_right_in_the_picture_and_the_cable_to_the_left_of_the_nose(nose):
    (camera,) = [each for each in nose.bodies if each.name == "camera module"]
    (moving,) = [each for each in nose.bodies if each.name == "a card"]
    right, down, ahead = camera.frame[:3, :3].T
    assert right @ (-moving.way) > 0
    assert abs(right @ moving.way) == pytest.approx(np.linalg.norm(moving.way))
    assert np.cross(right, down) == pytest.approx(ahead)
    assert ahead == pytest.approx([0, 0, 1])
    cable = body(nose, "flat cable of the camera").bounding_box()
    assert down[0] == pytest.approx(-1)
    assert cable[0] < body(nose, "camera_nose").bounding_box()[0]


def test_an_index_has_the_pixels_that_the_reader_wants_in_a_small_picture(said):
    px_per_mm = PICTURE[0] / view(said["path"], WIDE)[0]
    assert px_per_mm * INDEX_MM > INDEX_PX_WANTED
    assert f"{px_per_mm:.1f} pixels a millimetre" in PAGE
    assert f"{px_per_mm * INDEX_MM:.0f} pixels" in PAGE


def test_a_millisecond_blurs_a_card_at_a_metre_a_second_and_three_tenths_do_not(said):
    def blur(speed_mm_s: float, exposure_s: float) -> float:
        return speed_mm_s * exposure_s

    assert blur(1000, 1e-3) > BLUR_MM_MOST > blur(1000, 0.3e-3)
    assert "exposure_us = 300" in PAGE
    px = blur(1000, 1e-3) * PICTURE[0] / view(said["path"], WIDE)[0]
    assert f"1 mm, {px:.0f} pixels" in PAGE


# --- the lamps


def lamps(whole) -> list[fit.Body]:
    return [each for each in whole.bodies if each.name == "lamp strip"]


def light_of(lamp: fit.Body, lit: float = 5.0) -> list[np.ndarray]:
    """Corners of what shines on a strip, in the world: a stripe along the middle of its upper side."""
    across, long, high = 8.0, 80.0, 2.5
    places = [(across / 2 + x, y, high) for x in (-lit / 2, lit / 2) for y in (0.0, long)]
    return [lamp.frame[:3, :3] @ np.array(place) + lamp.frame[:3, 3] for place in places]


def test_a_lamp_stands_at_each_side_of_the_card_and_faces_inwards_at_45_degrees(nose):
    faces = [lamp.frame[:3, 2] for lamp in lamps(nose)]
    assert sorted(round(float(face[0]), 3) for face in faces) == [-0.707, 0.707]
    for lamp, face in zip(lamps(nose), faces, strict=True):
        assert face[2] == pytest.approx(math.sqrt(0.5), abs=1e-3)
        assert face[0] * lamp.solid.bounding_box()[0] < 0, "it looks inwards"


def test_the_pane_and_varnish_mirror_no_lamp_into_the_lens(nose, said):
    """Where a flat card mirrors a light into the lens: outside what is seen, also with a lens 1 mm off."""
    x, _, z = lens_of(nose)
    for lamp in lamps(nose):
        for place in light_of(lamp):
            for off in (-1, 1):
                at = x + off + (place[0] - x - off) * z / (z + place[2])
                assert abs(at) > said["seen"][0] / 2


def test_the_lens_does_not_see_the_lamps_themselves(nose):
    lens = lens_of(nose)
    for lamp in lamps(nose):
        for place in light_of(lamp):
            across, high = abs(place[0] - lens[0]), place[2] - lens[2]
            assert math.degrees(math.atan2(across, high)) > WIDE[1] / 2 + 10


def test_each_lamp_lights_the_card_but_for_the_edge_beside_it(nose, said):
    box = body(nose, "camera_nose")
    across, along = (each / 2 - 0.5 for each in said["seen"])
    for lamp in lamps(nose):
        middle = np.mean(light_of(lamp), axis=0)
        beside = np.sign(middle[0])
        for y in (-along, 0, along):
            for x in (-across, 0, across - 3):
                ray = Solid.batch_hull(
                    [
                        Solid.cube((0.2, 0.2, 0.2), True).translate(tuple(middle + lamp.frame[:3, 2])),
                        Solid.cube((0.2, 0.2, 0.2), True).translate((beside * x, y, -0.2)),
                    ]
                )
                assert fit.shared(ray, box) == 0


def brightness(nose, x: float, y: float) -> float:
    """The light of both lamps on a place of the card, each as eleven points that shine like paper."""
    seen = 0.0
    for lamp in lamps(nose):
        one, other = (np.mean(ends, axis=0) for ends in (light_of(lamp)[::2], light_of(lamp)[1::2]))
        for at in np.linspace(0, 1, 11):
            way = np.array([x, y, 0]) - (one + (other - one) * at)
            far = float(np.linalg.norm(way))
            seen += float(way @ lamp.frame[:3, 2]) / far * way[2] / far / far**2
    return seen


def test_no_place_of_a_card_is_lit_a_quarter_as_much_as_another(nose):
    places = [brightness(nose, x, y) for x in range(-31, 32, 2) for y in range(-44, 45, 4)]
    assert min(places) > max(places) / 4
    assert f"{max(places) / min(places):.1f} times as bright" in PAGE


def test_a_lamp_lies_on_its_slope(nose):
    for lamp in lamps(nose):
        pressed = lamp.solid.translate(tuple(-0.1 * lamp.frame[:3, 2]))
        assert fit.shared(pressed, body(nose, "camera_nose")) > 0.04 * 80 * 8


# --- the card, the finger, the hall


def passed(width: float, bridge: Solid, nose) -> list[str]:
    """What a card of this width meets from the lip to the front, in the middle and at both rails."""
    slab = Solid.cube((width, 88 + 260, 0.3)).translate((-width / 2, -88 - 130, 0.02))
    there = [each for each in nose.bodies if each.name not in ("a card", "camera_nose_bridge")]
    play = 0.45
    return [
        name
        for x in (-play, 0, play)
        for name, solid in [("bridge", bridge), *((each.name, each.solid) for each in there)]
        if fit.shared(slab.translate((x, 0, 0)), solid) > fit.TOUCH_MM3
    ]


def test_a_card_of_either_size_passes_from_the_lip_to_the_front_and_the_rails_guide_it(nose, tmp_path):
    bridges = {63: body(nose, "camera_nose_bridge")}
    narrow = broken("library/nose.scad", "card = 63;", "card = 57;", tmp_path) / "assemblies"
    bridges[57] = body(fit.assembly(narrow / "camera_nose.scad", tmp_path), "camera_nose_bridge")
    for width, bridge in bridges.items():
        assert passed(width, bridge, nose) == []
        assert passed(width + 0.4, bridge, nose) == ["bridge"] * 2


def test_a_finger_draws_the_card_from_the_shoe_until_its_edge_stands_out(nose):
    """A finger of 20 mm, 30 mm behind the card's leading edge."""
    bridge = body(nose, "camera_nose_bridge")
    finger = Solid.cylinder(40, 10, 10, 36).translate((0, 0, 0.7))
    ways = range(-80, 34, 3)
    assert [y for y in ways if fit.shared(finger.translate((0, y, 0)), bridge) > 0] == []
    assert ways[-1] + 30 > bridge.bounding_box()[4] + 5


def test_the_roof_covers_the_pane_at_both_sides_of_the_finger(nose, said):
    bridge = body(nose, "camera_nose_bridge")
    across, along = said["seen"]
    side = (across - 26) / 2 - 2
    for x in (-across / 2 + 1, across / 2 - 1 - side):
        roof = Solid.cube((side, along, 1)).translate((x, -along / 2, 3))
        assert fit.shared(roof, bridge) == pytest.approx(side * along)


# --- shoes, other paths, the imager


def whole_of(change: tuple[str, str], folder) -> fit.Assembly:
    source = broken("library/nose.scad", *change, folder) / "assemblies" / "camera_nose.scad"
    return fit.assembly(source, folder)


def wrong_with(whole: fit.Assembly) -> list[str]:
    checks = (fit.meetings, fit.blocked, fit.screws, fit.loose, fit.seats)
    return [wrong for check in checks for wrong in check(whole)]


@pytest.mark.parametrize("thick", [2, 10])
def test_lips_of_2_to_10_mm_are_clamped_by_the_same_parts(thick, nose, tmp_path):
    other = whole_of(("lip_thick = 6;", f"lip_thick = {thick};"), tmp_path)
    assert wrong_with(other) == []
    for name in ("camera_nose", "camera_nose_bridge", "camera_nose_jaw"):
        assert body(other, name).volume() == pytest.approx(body(nose, name).volume())


def test_a_lip_of_12_mm_is_refused(tmp_path):
    assert any(
        "strip" in each for each in wrong_with(whole_of(("lip_thick = 6;", "lip_thick = 12;"), tmp_path))
    )


def test_nothing_is_screwed_into_the_shoe(nose):
    lip = body(nose, "lip of the shoe")
    assert lip.volume() == pytest.approx(np.prod(np.subtract(lip.bounding_box()[3:], lip.bounding_box()[:3])))
    touching = [
        each.name
        for each in nose.bodies
        if any(fit.shared(each.solid.translate((0, 0, up)), lip) > fit.TOUCH_MM3 for up in (-0.1, 0.1))
        and each.name not in ("a card", "lip of the shoe")
    ]
    assert {name.partition(" ")[0] for name in touching} == {"felt"}


@pytest.mark.parametrize("path", [52, 80])
def test_the_nose_may_be_built_for_another_path(path, tmp_path):
    other = whole_of(("path = 60;", f"path = {path};"), tmp_path)
    assert wrong_with(other) == []
    assert lens_of(other)[2] == pytest.approx(-path)
    assert view(path, WIDE)[1] >= 66


def test_a_ready_imager_lies_in_the_nose_instead_of_the_camera_with_its_cable_held(tmp_path):
    other = whole_of(("imager = false;", "imager = true;"), tmp_path)
    assert wrong_with(other) == []
    names = {each.name for each in other.bodies}
    assert {"ready imager", "USB cable of the imager"} <= names
    assert not names & {"camera module", "flat cable of the camera", "spacer M2×3", "screw M2×8"}
    imager = body(other, "ready imager").bounding_box()
    assert -80 <= imager[5] <= -50
    for name in ("camera_nose", "camera_nose_cover"):
        solid, _ = csg.part(tmp_path / "models" / f"{name}.scad", tmp_path)
        assert fit.thin(solid) + fit.hanging(solid) == []


# --- the reader


def picture(name: str, leading_mm: float, said: dict) -> np.ndarray:
    """What the camera sees of a card whose leading edge is so far behind the middle, else black."""
    scale = PICTURE[0] / view(said["path"], WIDE)[0]
    across, along = said["seen"]
    face = cv2.rotate(card(name), cv2.ROTATE_90_CLOCKWISE)
    times = scale / PX_PER_MM
    left = PICTURE[0] / 2 + (leading_mm - 88) * scale
    top = PICTURE[1] / 2 - 63 / 2 * scale
    black = np.full((PICTURE[1], PICTURE[0], 3), 12, np.uint8)
    drawn = cv2.warpAffine(
        face, np.array([[times, 0, left], [0, times, top]]), PICTURE,
        dst=black.copy(), flags=cv2.INTER_AREA, borderMode=cv2.BORDER_TRANSPARENT,
    )  # fmt: skip
    x, y = (round(PICTURE[at] / 2 - mm / 2 * scale) for at, mm in ((0, along), (1, across)))
    black[y:-y, x:-x] = drawn[y:-y, x:-x]
    return black


@pytest.fixture(scope="module")
def lit(nose, said) -> np.ndarray:
    """How bright each place of the picture is, with a gamma of 2.2; 1 at the brightest."""
    scale = PICTURE[0] / view(said["path"], WIDE)[0]
    across, along = (round(each / 2) for each in said["seen"])
    places = np.array(
        [[brightness(nose, x, y) for y in range(-along, along + 1, 2)] for x in range(-across, across + 1, 3)]
    )
    whole = cv2.resize(places, (round(2 * along * scale), round(2 * across * scale)))
    down, right = ((PICTURE[1] - whole.shape[0]) // 2, (PICTURE[0] - whole.shape[1]) // 2)
    rest = (down, PICTURE[1] - whole.shape[0] - down, right, PICTURE[0] - whole.shape[1] - right)
    return (cv2.copyMakeBorder(whole, *rest, cv2.BORDER_REPLICATE) / places.max()) ** (1 / 2.2)


@pytest.mark.parametrize("name", ["8C", "TH", "QC", "2H"])
def test_the_reader_names_a_drawn_card_in_three_places_over_the_pane(name, said, lit):
    """Evenly lit, and as the two lamps light it."""
    for leading_mm in (30, 40, 50):
        even = picture(name, leading_mm, said)
        uneven = (even * lit[..., None]).astype(np.uint8)
        assert [each.card for each in read(even)] == [name]
        assert [each.card for each in read(uneven)] == [name]


def test_the_lamps_shine_onto_the_card_at_the_angles_that_the_page_names(nose, said):
    x, _, z = np.abs(np.mean(light_of(lamps(nose)[0]), axis=0))
    near = x - said["seen"][0] / 2
    middle, edge = (math.degrees(math.atan2(z, far)) for far in (x, near))
    assert f"at {middle:.0f} degrees onto the middle of the card and at {edge:.0f} onto the edge" in PAGE


def test_the_page_says_how_high_the_lip_must_be_and_that_nobody_built_it(nose):
    high = -min(each.solid.bounding_box()[2] for each in nose.bodies)
    words = f"{high:.0f} mm"
    for name in ("README.md", "assembly.md"):
        text = (tool.HARDWARE / name).read_text(encoding="utf-8")
        assert f"{words} above the table" in text
    assert "Nobody has built it" in PAGE
