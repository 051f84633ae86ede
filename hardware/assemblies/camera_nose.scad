// The camera's nose on the lip of a shoe: box with its pane and lamps, camera on the cover, bridge, jaw.
include <../library/nose.scad>
include <../library/bodies.scad>
use <../models/camera_nose.scad>
use <../models/camera_nose_bridge.scad>
use <../models/camera_nose_cover.scad>
use <../models/camera_nose_jaw.scad>
use <../models/camera_nose_strip.scad>

jaw_felt = 12;    // wide
lead = [0, 0, -120];
apart = [0, -150, 80];
back = [0, -50, 0];

module below(x, y, z) { translate([x, y, z]) rotate([180, 0, 0]) children(); }
module from_the_left(name, step, y, d) {
    translate([side - half[0] + 0.2, y, -deep + (d - pinch) - d / 2]) rotate([0, 0, 180]) rotate([180, 0, 0])
        round_cable(name, 40, 0, side + 0.4, step, d = d);
}

echo(steps = 7, below = [2, 4, 7]);

// 1: brass inserts
printed("camera_nose", 1) camera_nose();
for (at = bridge_screws) translate([at[0], at[1], 0]) insert(1);
for (at = cover_screws) below(at[0], at[1], -deep) insert(1);
for (at = jaw_screws) translate([at[0], -half[1], at[1]]) rotate([90, 0, 0]) insert(1);
unit("cover", 4, lead, [1, 3]) beside(3, apart) {
    printed("camera_nose_cover", 1) camera_nose_cover();
    if (!imager) for (at = camera_holes()) translate([at[0], at[1], post - deep]) insert(1, 2);
    for (at = nose_feet) translate([at[0], at[1], -deep - cover + nose_foot_sunk - nose_foot[1]])
        body("rubber foot 10 mm", 1, [0, 0, -20]) cylinder(d = nose_foot[0], h = nose_foot[1]);
}

// 2: the pane from above, the lamps from inside onto their slopes, their cable into its channel
translate([-pane[0] / 2, -pane[1] / 2, -pane[2] - pane_sunk]) body("clear pane", 2, [0, 0, 25], "pane") cube(pane);
for (turned = [0, 180]) rotate([0, 0, turned]) translate([lamp_at[0], 0, lamp_at[1]]) rotate([0, -45, 0])
    translate([-strip_size[0] / 2, -strip_size[1] / 2, 0.05]) body("lamp strip", 2, [0, 0, 12]) cube(strip_size);
from_the_left("cable of the lamp", 2, cable_y, lamp_cable);

// 3: the camera on its cover, its flat cable in the slot with foam below it; or a ready imager
if (imager) {
    unit("cover", 4, lead, [1, 3]) translate([imager_at[0] - imager_size[0] / 2, imager_at[1] - imager_size[1] / 2, -deep])
        body("ready imager", 3, [0, 0, 40]) cube(imager_size);
    from_the_left("USB cable of the imager", 3, 0, imager_cable);
} else {
    unit("cover", 4, lead, [1, 3]) beside(3, apart) {
        for (at = camera_holes()) translate([at[0], at[1], post - deep]) body("spacer M2×3", 3, [0, 0, 15]) difference() {
            cylinder(d = 4, h = spacer);
            bore(2.2, spacer);
        }
        translate([0, 0, post + spacer + module_size[2] - deep]) rotate([0, 0, 90]) body("camera module", 3, [0, 0, 30], "board") camera_module(wide_lens);
        for (at = camera_holes()) translate([at[0], at[1], post + spacer + module_size[2] - deep]) screw(2, 8, 3, 50);
    }
    translate([-half[0] - 20, -8, flat[1] - 0.35 - deep]) body("flat cable of the camera", 3, [0, 0, -25], "wire") cube([side + 35, 16, 0.3]);
    translate([-half[0], 0.2 - flat[0] / 2, -deep]) body("foam", 3, [0, 0, -35], "felt") cube([side, flat[0] - 0.4, 1.6]);
}

// 4: the cover
for (at = cover_screws) below(at[0], at[1], cover_head - cover - deep) screw(3, 8, 4, 145);

// 5: the bridge with its felts; what is measured and focused comes before it
unit("roof", 5, [0, 0, 40], [5]) {
    printed("camera_nose_bridge", 5) camera_nose_bridge();
    for (x = [-inner / 2 - jaw_felt - 0.5, inner / 2 + 0.5]) translate([x, -half[1] - bite + 1, 0])
        body("felt above the lip", 5, [0, 0, -12], "felt") cube([jaw_felt, bite - 2, felt_thick]);
}
fastens(5, [0, 0, 40]) for (at = bridge_screws) translate([at[0], at[1], bridge_high]) screw(3, 12, 5);

// 6: the jaw, its nuts from above
printed("camera_nose_jaw", 6, back) camera_nose_jaw();
for (at = jaw_screws) translate([at[0], -half[1] - flange[1], at[1]]) rotate([90, 0, 0]) screw(3, 10, 6, 70);
for (x = clamp_x) translate([x, clamp_y, jaw_top - m4_nut[1] - 0.3]) nut(4, 6, 14);

// 7: the lip between the felts; then a card
translate([-lip_wide / 2, -half[1] - 60, -lip_thick]) body("lip of the shoe", 7, [0, -60, 0], "given") cube([lip_wide, 60 - 0.5, lip_thick]);
translate([-strip[0] / 2, clamp_y - strip[1] / 2, -lip_thick - felt_thick]) body("felt below the lip", 7, back, "felt") cube([strip[0], strip[1], felt_thick]);
printed("camera_nose_strip", 7, back) camera_nose_strip();
for (x = clamp_x) below(x, clamp_y, -lip_thick - felt_thick - strip[2] + dimple[1] - 20) screw(4, 20, 7, 30, "clamp screw");
translate([-card / 2, -44, 0.02]) body("a card", 7, [0, -110, 0], "given") cube([card, 88, 0.3]);
