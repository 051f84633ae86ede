"""The printed parts: every one closes, fits the printer, and has the measures that it names."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from sabot.instruments.panel.buttons import BUTTONS
from sabot.printing import sheets
from tests.firmware import hand
from tests.hardware import csg, solids
from tests.hardware.csg import Solid
from tests.hardware.tool import tool

BED_MM = (180.0, 180.0, 180.0)
"""The smallest of the common printers."""

MODELS = [path.stem for path in tool.models()]
NEEDS = "drawing parts needs {}: make hardware installs it"

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(shutil.which("openscad") is None, reason=NEEDS.format("openscad")),
]


class Parts(dict[str, tuple[solids.Mesh, dict]]):
    """Each part as a mesh, and what it says of itself; evaluated when it is first asked for."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def __missing__(self, name: str) -> tuple[solids.Mesh, dict]:
        solid, said = csg.part(tool.HARDWARE / "models" / f"{name}.scad", self._folder)
        self[name] = mesh_of(solid), said
        return self[name]


def mesh_of(solid: Solid) -> solids.Mesh:
    mesh = solid.to_mesh64()
    corners = [tuple(each) for each in mesh.vert_properties[:, :3].tolist()]
    return solids.Mesh([tuple(corners[each] for each in three) for three in mesh.tri_verts.tolist()])


@pytest.fixture(scope="module")
def parts(tmp_path_factory) -> Parts:
    """The parts, each evaluated once."""
    return Parts(tmp_path_factory.mktemp("parts"))


@pytest.mark.parametrize("name", MODELS)
def test_a_part_is_one_closed_body_that_fits_the_printer_and_is_as_large_as_it_says(name, parts):
    mesh, said = parts[name]
    assert mesh.leaks == 0
    assert mesh.bodies == 1
    assert mesh.volume_mm3 > 500
    assert mesh.bottom == pytest.approx(0, abs=0.01)
    assert mesh.size == pytest.approx(said["size"], abs=0.05)
    assert all(mm <= most for mm, most in zip(mesh.size, BED_MM, strict=True))


@pytest.mark.parametrize("name", ["wheel_clamp", "camera_elbow", "pico_lid"])
def test_the_file_for_the_printer_is_the_part_that_was_tested(name, tmp_path, parts):
    """OpenSCAD joins the solids itself when it writes an STL: seconds for a part, so a few stand for all."""
    mesh, said = parts[name]
    path = tmp_path / "x.stl"
    assert tool.solid(tool.HARDWARE / "models" / f"{name}.scad", path) == said
    printed = solids.read(path)
    assert (printed.leaks, printed.bodies) == (0, 1)
    assert printed.size == pytest.approx(mesh.size, abs=0.01)
    assert printed.volume_mm3 == pytest.approx(mesh.volume_mm3, rel=1e-4)


def test_a_mesh_with_a_hole_a_turned_triangle_or_two_bodies_is_noticed(parts):
    triangles = parts["panel_lid"][0].triangles
    far = 500.0  # mm
    moved = [
        ((a[0] + far, a[1], a[2]), (b[0] + far, b[1], b[2]), (c[0] + far, c[1], c[2]))
        for a, b, c in triangles
    ]
    assert solids.Mesh(triangles[1:]).leaks > 0
    a, b, c = triangles[0]
    assert solids.Mesh([(c, b, a), *triangles[1:]]).leaks > 0
    assert solids.Mesh([*triangles, *moved]).bodies == 2
    assert solids.Mesh([each[::-1] for each in triangles]).volume_mm3 < 0


def test_the_nose_looks_where_the_bars_are_printed_and_the_gate_stands_where_the_firmware_was_tried(parts):
    nose, bridge = parts["shoe_nose"][1], parts["shoe_bridge"][1]
    assert nose["sensor_in"] == sheets.BARS_MM / 2
    assert nose["card"] == bridge["card"] == sheets.SIZES["poker"][0]
    assert nose["gate_after"] == bridge["gate_after"] == hand.GATE_MM


def test_the_bridge_fits_the_nose_screws_and_gate(parts):
    nose, bridge = parts["shoe_nose"][1], parts["shoe_bridge"][1]
    assert bridge["screws"] == nose["screws"]
    assert bridge["gate_at"] == nose["gate_at"]


@pytest.mark.parametrize("name", ["wheel_eye", "wheel_eye_track"])
def test_lamp_and_phototransistor_of_an_eye_see_one_point_and_not_each_other(name, parts):
    eye, said = parts[name]
    middle, root = said["size"][0] / 2, said["root"]
    y, far = said["size"][1] / 2 + 0.03, said["focus"] + root
    high = root - 5
    seats = [(middle + side * said["apart"] / 2 * (high + said["focus"]) / far, y, high) for side in (-1, 1)]
    for seat in seats:
        assert eye.walls(seat, (middle, y, -said["focus"])) == 0
    assert eye.walls(*seats) >= 2


def test_the_eye_over_the_track_is_the_eye_over_the_rotor_with_another_focus(parts):
    track, rotor = parts["wheel_eye_track"][1], parts["wheel_eye"][1]
    assert track["focus"] < rotor["focus"]
    assert track["size"] == rotor["size"]


def test_a_part_follows_its_parameters(tmp_path, parts):
    """Cards of bridge size are 6 mm narrower, and so is their nose."""
    narrow, said = csg.part(tool.HARDWARE / "models" / "shoe_nose.scad", tmp_path, card=57)
    assert mesh_of(narrow).size[0] == pytest.approx(said["size"][0], abs=0.05)
    assert said["size"][0] == parts["shoe_nose"][1]["size"][0] - 6


def test_the_lid_of_the_panel_covers_its_box_and_has_a_hole_for_each_button_of_the_house(parts):
    lid, box = parts["panel_lid"][1], parts["panel_box"][1]
    assert lid["size"][:2] == box["size"][:2]
    assert lid["pitch"] - lid["button"] >= 7
    assert lid["buttons"] == len(BUTTONS)


def test_a_model_with_a_mistake_is_named_in_one_sentence(tmp_path):
    wrong = tmp_path / "wrong.scad"
    wrong.write_text("cube([1, 2,);")
    with pytest.raises(tool.Stopped, match=r"wrong\.scad: openscad failed"):
        tool.solid(wrong, tmp_path / "wrong.stl")
