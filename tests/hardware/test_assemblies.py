"""What is printed fits what is bought: no two bodies meet, each reaches its place, each screw holds.

Nothing was printed; this is what a drawing can prove. Each check is also given drawings that it must refuse.
"""

from __future__ import annotations

import re
import shutil
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from tests.hardware import csg, fit
from tests.hardware.test_wiring import rows
from tests.hardware.tool import tool
from tests.house import ROOT

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        shutil.which("openscad") is None, reason="drawing needs openscad: make hardware installs it"
    ),
]

ASSEMBLIES = [path.stem for path in tool.assemblies()]
MODELS = [path.stem for path in tool.models()]
TRACK = "wheel_eye_track"
"""Drawn alone: the same eye with another focus, so no assembly shows it."""


@pytest.fixture(scope="module")
def drawn(tmp_path_factory):
    """Assemblies by name, each evaluated once."""
    folder = tmp_path_factory.mktemp("drawn")
    return cache(lambda name: fit.assembly(tool.HARDWARE / "assemblies" / f"{name}.scad", folder))


@pytest.mark.parametrize("name", ASSEMBLIES)
def test_no_two_bodies_of_an_assembly_meet(name, drawn):
    assert [*fit.meetings(drawn(name))] == []


@pytest.mark.parametrize("name", ASSEMBLIES)
def test_every_body_comes_to_its_place_along_a_straight_way(name, drawn):
    assert [*fit.blocked(drawn(name))] == []


@pytest.mark.parametrize("name", ASSEMBLIES)
def test_every_screw_has_its_thread_and_its_head_a_seat_and_every_insert_its_wall(name, drawn):
    assert [*fit.screws(drawn(name))] == []


@pytest.mark.parametrize("name", ASSEMBLIES)
def test_every_cable_between_two_parts_is_held(name, drawn):
    assert fit.loose(drawn(name)) == []


@pytest.mark.parametrize("name", ["shoe_mouth", "pico", "pi", "camera_nose"])
def test_what_no_screw_holds_has_its_seat(name, drawn):
    """The sheet with the slit, the head in its pocket, the foam below it, flat cable, USB cable, pane."""
    assert fit.seats(drawn(name)) == []


@pytest.mark.parametrize("name", MODELS)
def test_no_wall_is_thinner_than_three_lines_and_nothing_hangs_in_the_air(name, tmp_path):
    solid, _ = csg.part(tool.HARDWARE / "models" / f"{name}.scad", tmp_path)
    assert fit.thin(solid) == []
    assert fit.hanging(solid) == []


def test_every_part_to_print_stands_in_an_assembly_and_every_body_has_a_step(drawn):
    names = [body.name for each in ASSEMBLIES for body in drawn(each).bodies if body.kind == "printed"]
    assert Counter(names) == Counter(name for name in MODELS if name != TRACK)
    for each in ASSEMBLIES:
        steps = {body.step for body in drawn(each).bodies}
        assert steps == set(range(1, max(steps) + 1)) == set(range(1, tool.steps_of(each)[0] + 1))


def test_a_finger_reaches_the_card_and_the_slit_stays_in_the_dark(drawn):
    """A finger of 20 mm draws the card out of the mouth; the card has 10 mm of roof beside the slit."""
    bodies = {body.name: body.solid for body in drawn("shoe_mouth").bodies}
    finger = csg.Solid.cylinder(40, 10, 10, 36).translate((41, 0, 0.7))
    for y in range(26, 80, 3):
        assert fit.shared(finger.translate((0, y, 0)), bodies["shoe_bridge"]) == 0
    roof = csg.Solid.cube((16, 20, 1)).translate((9, 34 - 10, 2))
    assert fit.shared(roof, bodies["shoe_bridge"]) == pytest.approx(16 * 20)


def test_what_the_sensor_sees_without_a_card_is_felt_and_the_page_says_so(drawn):
    felt = {body.name: body.solid for body in drawn("shoe_mouth").bodies}["felt"]
    over_the_slit = csg.Solid.cube((5 + 2 * 2, 4, 0.4), True).translate((12.5 + 2, 34, 0.9))
    assert fit.shared(over_the_slit, felt) > 8 * 4 * 0.4
    assert "it covers the place over the slit" in PAGE
    assert "Through the slit the sensor sees felt" in (ROOT / "docs" / "optics.md").read_text("utf-8")


def test_the_gate_is_moved_with_its_connector_by_3_mm_either_way(drawn):
    """Its screws stand in slots of 6 mm: the connector passes the nose below and the bridge above."""
    bodies = {body.name: body.solid for body in drawn("shoe_mouth").bodies}
    for name in ("gate EE-SX471", "connector of the gate"):
        for aside in (-3, 3):
            moved = bodies[name].translate((aside, 0, 0))
            assert all(fit.shared(moved, bodies[each]) == 0 for each in ("shoe_nose", "shoe_bridge"))


def test_the_sensor_sees_the_card_through_the_slit_and_nothing_beside_it(drawn):
    bodies = {body.name: body.solid for body in drawn("shoe_mouth").bodies}
    inside = csg.Solid.cube((4.8, 0.45, 1.09), True).translate((12.5, 34, -0.6))
    assert [name for name, solid in bodies.items() if fit.shared(inside, solid)] == []
    sheet = csg.Solid.cube((4.8, 0.45, 0.05), True).translate((12.5, 34 + 1, -0.05))
    assert fit.shared(sheet, bodies["sheet with the slit"]) == pytest.approx(4.8 * 0.45 * 0.05)
    face = bodies["reading head"].bounding_box()[5]
    assert bodies["sheet with the slit"].bounding_box()[2] - face == pytest.approx(1.1)


def test_the_card_passes_the_mouth_and_its_edge_the_middle_of_the_gate(drawn):
    bodies = {body.name: body for body in drawn("shoe_mouth").bodies}
    card, gate = bodies["a card"].solid, bodies["gate EE-SX471"].solid
    edge, beam = card.bounding_box()[3], gate.bounding_box()[0] + 2.5
    assert edge > beam + 1
    for part_ in ("shoe_nose", "shoe_bridge", "gate EE-SX471"):
        way = fit.met(bodies["a card"], bodies["a card"].way * -1, [bodies[part_]])
        assert way == []


# --- what the checks must refuse

BREAKS = {
    "a bay too short for the cable": ("meetings", "shoe_mouth", "library/shoe.scad", "bay = 13", "bay = 5"),
    "a pocket too low for the gate": (
        *("meetings", "shoe_mouth", "models/shoe_bridge.scad"),
        *("fork[1] + 1, fork_high", "fork[1] + 1, 5"),
    ),
    "a bore for the lamp without its collar": (
        *("blocked", "wheel_arm", "models/wheel_eye.scad"),
        *("d = lamp[2] + slides", "d = lamp[0] + slides"),
    ),
    "a fit without its play": (
        "meetings",
        "wheel_arm",
        "library/common.scad",
        "slides = 0.3",
        "slides = -0.2",
    ),
    "a keeper without holes for wires": (
        *("blocked", "wheel_arm", "models/wheel_eye_keeper.scad"),
        *("bore(keeper_hole", "bore(1"),
    ),
    "a gland too near the floor for its nut": (
        *("blocked", "panel", "library/panel.scad"),
        *("gland_at = [140, 18]", "gland_at = [140, 9]"),
    ),
    "an M3 through 3.1 mm": (
        *("screws", "shoe_mouth", "models/shoe_bridge.scad"),
        *("bore(m3, high)", "bore(3.1, high)"),
    ),
    "a clamp that its tube stops": (
        *("blocked", "wheel_arm", "assemblies/wheel_arm.scad"),
        *('unit("clamp", 5, [120, 0, 0])', 'unit("clamp", 5, [0, 0, 120])'),
    ),
    "a clamp without a nut": ("screws", "wheel_arm", "assemblies/wheel_arm.scad", "nut(5, 1, 25);", ";"),
    "a clamp screw that ends before the felt": (
        *("screws", "wheel_arm", "assemblies/wheel_arm.scad"),
        *("leg + 2 - 25", "leg - 25"),
    ),
    "a head over a slot without its washer": (
        *("screws", "shoe_mouth", "assemblies/shoe_mouth.scad"),
        *("        washer(3);\n", ""),
    ),
    "a post too thin for its insert": ("screws", "panel", "library/panel.scad", "post = 8.4", "post = 5"),
    "a screw that its tolerance lets meet the bottom of its hole": (
        *("screws", "camera_nose", "assemblies/camera_nose.scad"),
        *("screw(2, 8, 3, 50)", "screw(2, 10, 3, 50)"),
    ),
    "a screw too short for its insert": (
        *("screws", "panel", "assemblies/panel.scad"),
        *("lid]) screw(3, 8, 4)", "lid]) screw(3, 5, 4)"),
    ),
    "a hole too short for its screw": (
        *("screws", "pico", "library/common.scad"),
        *("m3_insert_deep = 6.7", "m3_insert_deep = 4"),
    ),
    "a box too short for the plugs of a Pi": (
        *("meetings", "pi", "library/pi.scad"),
        *("front_room = 34", "front_room = 24"),
    ),
    "a hole in the Pi that M2.5 does not pass": (
        *("screws", "pi", "library/pi.scad"),
        *("pi_hole = 2.7", "pi_hole = 2.4"),
    ),
    "a slot for the camera's cable without its foam": (
        *("seats", "pi", "library/pi.scad"),
        *("flat_cable = [17, 2]", "flat_cable = [17, 3]"),
    ),
    "a place for the sheet with the slit that is two layers deep": (
        *("seats", "shoe_mouth", "library/shoe.scad"),
        *("sheet_sunk = 0.2", "sheet_sunk = 0.4"),
    ),
    "a pocket too high for the reading head": (
        *("seats", "shoe_mouth", "models/shoe_nose.scad"),
        *(
            "deep + board_top + more]);\n    translate([board_at[0] + board[0] - 1",
            "deep + board_top + 1]);\n    translate([board_at[0] + board[0] - 1",
        ),
    ),
    "a foam that does not reach the reading head": (
        *("seats", "shoe_mouth", "assemblies/shoe_mouth.scad"),
        *("cube([10.5, 6, foam_high])", "cube([10.5, 6, foam_high - 0.6])"),
    ),
    "a tongue too high for the tie to hold the USB cable straight": (
        *("seats", "pico", "models/pico_lid.scad"),
        *("usb_z + usb_cable / 2 - high", "usb_z + usb_cable / 2 - high + 1"),
    ),
    "a channel too deep to hold a cable": (
        *("loose", "pico", "models/pico_box.scad"),
        *("leave[row][at][1])", "leave[row][at][1] + 2)"),
    ),
    "a box for cables of 4 mm, whatever the build lists": (
        *("blocked", "pico", "models/pico_box.scad"),
        *("leave[row][at][1])", "4)"),
    ),
    "a channel that a thin cable lies in without being held": (
        *("loose", "pico", "models/pico_box.scad"),
        *("leave[row][at][1])", "4)"),
    ),
    "a slot that crushes the flat cable of the nose": (
        *("meetings", "camera_nose", "models/camera_nose.scad"),
        *("flat[1] + more]", "flat[1] - 0.4 + more]"),
    ),
    "a nose whose lamp cable goes through its wall": (
        *("blocked", "camera_nose", "assemblies/camera_nose.scad"),
        *('"cable of the lamp", 2, cable_y', '"cable of the lamp", 2, cable_y - 3'),
    ),
    "a camera whose holes are not over its posts": (
        *("screws", "camera_nose", "library/camera.scad"),
        *("y = [-lens_from_holes, holes[1]", "y = [-lens_from_holes + 0.6, holes[1]"),
    ),
    "an insert at the edge of the nose": (
        *("screws", "camera_nose", "library/nose.scad"),
        *("x = [-55, 55], y = [-47, 47]", "x = [-60, 60], y = [-47, 47]"),
    ),
    "a clamp screw that ends before the strip of the nose": (
        *("screws", "camera_nose", "assemblies/camera_nose.scad"),
        *("dimple[1] - 20)", "dimple[1] - 21)"),
    ),
    "a strip below the lip without its felt": (
        *("screws", "camera_nose", "assemblies/camera_nose.scad"),
        *("cube([strip[0], strip[1], felt_thick])", "cube([1, 1, felt_thick])"),
    ),
    "a clamp screw that goes through the flange of the jaw": (
        *("meetings", "camera_nose", "library/nose.scad"),
        *("flange[1] - 5", "flange[1] - 1"),
    ),
    "a ledge too narrow for the pane": (
        *("seats", "camera_nose", "library/nose.scad"),
        *("seen = [66, 92]", "seen = [71, 97]"),
    ),
}


WORDS = {
    "a bay too short for the cable": "cable of the head",
    "a pocket too low for the gate": "gate EE-SX471",
    "a bore for the lamp without its collar": "lamp TSAL6100 meets wheel_eye on its way",
    "a fit without its play": "aluminium tube 16 mm",
    "a keeper without holes for wires": "wheel_eye_keeper meets lamp TSAL6100",
    "a gland too near the floor for its nut": "nut of the gland meets panel_box",
    "an M3 through 3.1 mm": "its hole in shoe_bridge is too narrow",
    "a clamp that its tube stops": "wheel_clamp meets aluminium tube 16 mm on its way",
    "a clamp without a nut": "screw M5×25 in step 5: its thread holds 0%",
    "a clamp screw that ends before the felt": "presses nothing",
    "a head over a slot without its washer": "of its head's seat is there",
    "a post too thin for its insert": "of its wall is there",
    "a screw that its tolerance lets meet the bottom of its hole": "its hole in camera_nose_cover is too",
    "a screw too short for its insert": "screw M3×5 in step 4: its thread holds 50%",
    "a hole too short for its screw": "its hole in pico_box is too narrow or too short",
    "a box too short for the plugs of a Pi": "USB-C plug of the supply",
    "a hole in the Pi that M2.5 does not pass": "its hole in Raspberry Pi 5 is too narrow",
    "a slot for the camera's cable without its foam": "flat cable of the camera lies on",
    "a place for the sheet with the slit that is two layers deep": "sheet with the slit lies on",
    "a pocket too high for the reading head": "reading head lies on",
    "a foam that does not reach the reading head": "foam lies on",
    "a tongue too high for the tie to hold the USB cable straight": "USB cable of the Pico lies on",
    "a channel too deep to hold a cable": "cable of the head is not held",
    "a box for cables of 4 mm, whatever the build lists": "cable of the head meets pico_box on its way",
    "a channel that a thin cable lies in without being held": "cable of the lid's switch is not held",
    "a slot that crushes the flat cable of the nose": "camera_nose meets flat cable of the camera",
    "a nose whose lamp cable goes through its wall": "cable of the lamp meets camera_nose on its way",
    "a camera whose holes are not over its posts": "screw M2×8 in step 3: its hole in camera module",
    "an insert at the edge of the nose": "of its wall is there",
    "a clamp screw that ends before the strip of the nose": "screw M4×20 in step 7: its tip presses nothing",
    "a strip below the lip without its felt": "screw M4×20 in step 7: its tip presses nothing",
    "a clamp screw that goes through the flange of the jaw": "camera_nose_jaw meets screw M4×20",
    "a ledge too narrow for the pane": "clear pane lies on",
}


def broken(file: str, old: str, new: str, folder: Path) -> Path:
    """A copy of the drawings with one change."""
    for each in ("library", "models", "assemblies"):
        shutil.copytree(tool.HARDWARE / each, folder / each)
    text = (folder / file).read_text(encoding="utf-8")
    assert old in text, f"{file} has no {old}"
    (folder / file).write_text(text.replace(old, new), encoding="utf-8")
    return folder


@pytest.mark.parametrize("fault", list(BREAKS))
def test_a_drawing_with_a_fault_is_refused(fault, tmp_path):
    check, name, file, old, new = BREAKS[fault]
    source = broken(file, old, new, tmp_path) / "assemblies" / f"{name}.scad"
    said = []
    for wrong in getattr(fit, check)(fit.assembly(source, tmp_path)):
        said.append(wrong)
        if WORDS[fault] in wrong:
            return
    pytest.fail(f"not refused for its fault: {said}")


WALLS = {
    "a wall of 0.75 mm": ("models/pico_box.scad", "boss + 0.4, h = board_z", "m3_insert + 1.5, h = board_z"),
    "a ceiling of 26 by 17 mm": (
        "models/wheel_eye_back.scad",
        "tube_bore(wide);",
        "cube([99, 17, 9], true);",
    ),
}


@pytest.mark.parametrize("fault", list(WALLS))
def test_a_thin_wall_and_a_wide_ceiling_are_refused(fault, tmp_path):
    file, old, new = WALLS[fault]
    solid, _ = csg.part(broken(file, old, new, tmp_path) / file, tmp_path)
    assert bool(fit.thin(solid)) == ("wall" in fault)
    assert bool(fit.hanging(solid)) == ("ceiling" in fault)


@pytest.mark.parametrize(("radius", "sides"), [(0.5, 5), (3, 10), (50, 30)])
def test_a_circle_has_as_many_sides_as_openscad_gives_it(radius, sides):
    text = f"circle($fn = 0, $fa = 12, $fs = 2, r = {radius});"
    flat = csg.solid_of(csg.read(f"linear_extrude(height = 1) {{ {text} }}"))
    assert flat.num_vert() == 2 * sides


def test_a_drawing_with_a_form_that_is_not_known_is_refused():
    with pytest.raises(ValueError, match="does not know minkowski"):
        csg.solid_of(csg.read("minkowski() { cube(size = [1, 1, 1], center = false); }"))
    with pytest.raises(ValueError, match="cube is no call"):
        csg.read("cube;")


# --- the instructions and the lists

PAGE = (tool.HARDWARE / "assembly.md").read_text(encoding="utf-8")
SOLD = ("screw", "nut M", "washer", "spring washer", "brass insert", "spacer", "rubber foot", "gland M")
BUILDS = {
    "a": ("camera_arm", "pi"),
    "b": ("camera_nose", "pi"),
    "c": ("shoe_mouth", "pico", "pi"),
    "d": ("camera_arm", "pi"),
    "panel": ("panel",),
}


@pytest.mark.parametrize("name", ASSEMBLIES)
def test_the_instructions_say_for_each_step_what_comes_in_and_show_it(name, drawn):
    bodies = drawn(name).bodies
    for step in range(1, tool.steps_of(name)[0] + 1):
        comes = Counter(body.name for body in bodies if body.step == step)
        _, shown, rest = PAGE.partition(f"(pictures/{name}_{step}.png)")
        assert shown
        said = rest.partition("Comes in: ")[2].partition(".\n")[0]
        assert (
            Counter({part: int(many) for many, _, part in (each.partition(" ") for each in said.split("; "))})
            == comes
        )
    assert f"(pictures/{name}.png)" in PAGE


@pytest.mark.parametrize("build", list(BUILDS))
def test_a_build_lists_the_screws_inserts_nuts_and_washers_of_what_it_prints(build, drawn):
    bodies = [body.name for name in BUILDS[build] for body in drawn(name).bodies]
    needed = Counter(each for each in bodies if each.startswith(SOLD) and each != "nut of the gland")
    listed = Counter(
        {
            row["part"]: int(row["quantity"])
            for row in rows("builds.csv")
            if build in row["build"].split() and row["part"].startswith(SOLD)
        }
    )
    assert listed == needed


def thick(body: str) -> set[str]:
    """How thick the cable of this name is, in every list that has it."""
    said = [row for row in rows("builds.csv") if re.search(rf"\b{body}\b", row["why"])]
    return {mm for row in said for mm in re.findall(r"([\d.]+) mm thick", row["part"] + row["why"])}


CABLES = ("cable of the", "USB cable")


@pytest.mark.parametrize("name", ["shoe_mouth", "pico", "pi", "panel", "camera_nose"])
def test_a_cable_is_drawn_as_thick_as_the_lists_say_and_held_so(name, drawn):
    """That it is held, as it is drawn, is asked of every assembly above."""
    cables = {body.name: body.figures[0] for body in drawn(name).bodies if body.name.startswith(CABLES)}
    assert cables
    assert {each: thick(each) for each in cables} == {each: {f"{mm:g}"} for each, mm in cables.items()}


def test_every_cable_from_the_carrier_is_drawn_in_its_box_and_the_nose_has_the_same(drawn):
    pico, mouth = (
        {body.name: body.figures[0] for body in drawn(name).bodies if body.kind == "cable"}
        for name in ("pico", "shoe_mouth")
    )
    assert set(pico) == {"cable of the head", "cable of the gate", "cable of the lid's switch"}
    assert pico.items() >= mouth.items()


def test_the_pico_stands_as_high_as_its_sockets_and_the_plastic_of_its_pins(drawn):
    """The strip on the carrier, the one that the Pico's pins come through, the Pico, its USB socket."""
    (strip,) = (row["part"] for row in rows("builds.csv") if row["part"].startswith("socket strip"))
    (high,) = re.findall(r"([\d.]+) mm high", strip)
    (carrier,) = (body for body in drawn("pico").bodies if body.name == "carrier with its Pico")
    low, top = carrier.solid.bounding_box()[2], carrier.solid.bounding_box()[5]
    under, board, pins, pico, usb = 2.0, 1.6, 2.5, 1.0, 2.8
    assert top - low == pytest.approx(under + board + float(high) + pins + pico + usb)


def test_the_box_of_the_wheels_pico_holds_six_cables_of_the_eyes(tmp_path):
    source = broken("library/pico.scad", "wheel = false", "wheel = true", tmp_path)
    whole = fit.assembly(source / "assemblies" / "pico.scad", tmp_path)
    assert [body.name for body in whole.bodies if body.kind == "cable"] == ["cable of the eye"] * 6
    assert [*fit.meetings(whole), *fit.blocked(whole), *fit.screws(whole), *fit.loose(whole)] == []


def test_a_tie_goes_round_the_usb_cable_of_the_pico_and_the_tongue_of_its_lid(drawn):
    bodies = {body.name: body.solid for body in drawn("pico").bodies}
    box = bodies["USB cable of the Pico"].bounding_box()
    y, z = (box[1] + box[4]) / 2, (box[2] + box[5]) / 2
    sides = [csg.Solid.cube((2.5, 1.3, 20), True).translate((-21, y + side, z)) for side in (-3.5, 3.5)]
    above = csg.Solid.cube((2.5, 8, 1.3), True).translate((-21, y, z + 7.4))
    for part_ in (*sides, above):
        assert [name for name, solid in bodies.items() if fit.shared(part_, solid) > 0] == []
    assert fit.shared(above.translate((0, 0, -1.3)), bodies["pico_lid"]) > 0


def test_the_pis_box_hangs_at_a_tube_by_ties_through_the_slots_of_its_floor(tmp_path):
    """The camera's flat cable is half a metre long: the Pi hangs near the camera, not at the foot."""
    box, _ = csg.part(tool.HARDWARE / "models" / "pi_box.scad", tmp_path)
    left, right = 32.4, 53.4
    ties = [
        csg.Solid.cube((1.3, 2.5, 8), True).translate((x, y, 0))
        for x in (left, right)
        for y in (58, 66, 74, 82)
    ]
    assert [tie for tie in ties if fit.shared(tie, box) > 0] == []
    assert right - left - 1.3 > 16


@pytest.mark.parametrize("name", ASSEMBLIES)
def test_in_each_picture_a_screw_points_at_what_it_fastens(name, tmp_path):
    """Also where that is on its way: no screw lies below the lid through which it goes."""
    source = tool.HARDWARE / "assemblies" / f"{name}.scad"
    for step in range(1, tool.steps_of(name)[0] + 1):
        whole = fit.assembly(source, tmp_path, explode=1, shown=step)
        assert fit.astray(whole, step) == [], step


def test_the_pictures_show_the_drawings_as_they_are():
    """`make hardware ARGS=--pictures` renews them."""
    assert (tool.PICTURES / "assemblies.sha256").read_text(encoding="utf-8") == tool.digest()
    for name in ASSEMBLIES:
        for shot in tool.steps(tool.HARDWARE / "assemblies" / f"{name}.scad", tool.PICTURES):
            assert shot.target.exists()


@pytest.mark.skipif(
    shutil.which("xvfb-run") is None, reason="a picture needs xvfb: make hardware installs it"
)
def test_a_picture_shows_what_is_drawn(tmp_path):
    image = pytest.importorskip("PIL.Image")
    shots = tool.steps(tool.HARDWARE / "assemblies" / "pico.scad", tmp_path)[:1]
    try:
        (target,) = tool.photographed(shots)
    except tool.Stopped as why:
        if "Xvfb failed" in str(why):
            pytest.skip("no screen could be started for OpenSCAD to draw on")
        raise
    with image.open(target) as picture:
        counts = sorted(count for count, _ in picture.convert("RGB").getcolors(1 << 20))
        assert sum(counts[:-1]) > 800 * 600 * 0.03, "hardly more than the ground is to be seen"
