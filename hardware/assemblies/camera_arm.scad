// The camera's arm: foot, upright tube, elbow, tube over the cloth, head with its camera. Tubes are drawn short.
include <../library/camera.scad>
include <../library/bodies.scad>
use <../models/camera_foot.scad>
use <../models/camera_elbow.scad>
use <../models/camera_head.scad>

upright = 140;
reach = 160;
stands = 10 - around - slides / 2 + 0.02;  // an M3×10 so far out of its part when its tip presses the tube
elbow_z = 3 + upright - block - 5;
axis = [base[0] / 2, base[1] / 2];
elbow_at = [axis[0] - block / 2, axis[1] - block / 2, elbow_z];
over = [elbow_at[0] + elbow[0] - block / 2, elbow_z + block / 2];  // the middle of the second tube: x, z

module in_the_elbow() { translate(elbow_at) children(); }
module on_the_head() {  // the head hangs at the far end of the second tube, shelf outwards
    translate([over[0] + head_tube[0], axis[1] - block / 2 - reach + 10, over[1] - head_tube[1]]) rotate([0, 0, 90]) children();
}

echo(steps = 5, below = [0]);

// 1: brass inserts; the camera on its head
printed("camera_foot", 1) camera_foot();
unit("elbow", 3, [0, 0, 120]) beside(1, [90, 0, -215]) {
    in_the_elbow() {
        printed("camera_elbow", 1) camera_elbow();
        translate([0, block / 2, block / 2]) rotate([0, -90, 0]) insert(1);
        translate([elbow[0] - block / 2, block / 2, block]) insert(1);
    }
}
unit("head", 5, [0, -60, 0]) on_the_head() {
    printed("camera_head", 1) camera_head();
    translate([shelf[0] / 2, head_tube[0], block]) insert(1);
    for (at = module_holes()) translate([at[0], at[1], shelf[2]]) body("spacer M2×2", 1, [0, 0, 15]) difference() {
        cylinder(d = 4, h = spacer);
        bore(2.2, spacer);
    }
    translate([lens_at[0], lens_at[1], shelf[2] + spacer]) rotate([180, 0, 0]) body("camera module", 1, [0, 0, -40], "board") camera_module(lens);
    for (at = module_holes()) translate([at[0], at[1], 0]) rotate([180, 0, 0]) screw(2, 10, 1);
    for (at = module_holes()) translate([at[0], at[1], shelf[2] + spacer + module_size[2]]) nut(2, 1);
}

// 2: the foot on a board, the upright tube
translate([-20, -20, -table]) body("board of wood", 2, [0, 0, -60], "given") difference() {
    cube([base[0] + 40, base[1] + 40, table]);
    for (at = foot_screws) translate([at[0] + 20, at[1] + 20, 0]) bore(m5, table);
}
for (at = foot_screws) translate([at[0], at[1], base[2]]) screw(5, 25, 2);
for (at = foot_screws) translate([at[0], at[1], -table]) rotate([180, 0, 0]) nut(5, 2, 25);
translate([axis[0], axis[1], 3]) body("upright tube 16 mm", 2, [0, 0, 60], "given") difference() {
    cylinder(d = 16, h = upright);
    bore(13, upright);
}
for (z = ear_screws) translate([axis[0] - ear / 2, ear_y, z]) rotate([0, -90, 0]) screw(4, 25, 2);
for (z = ear_screws) translate([axis[0] + ear / 2, ear_y, z]) rotate([0, 90, 0]) nut(4, 2);

// 3: the elbow
fastens(3, [0, 0, 120]) in_the_elbow() translate([-stands, block / 2, block / 2]) rotate([0, -90, 0]) screw(3, 10, 3, 30, "clamp screw");

// 4: the second tube
translate([over[0], axis[1] + block / 2 + 5, over[1]]) rotate([90, 0, 0]) body("tube over the cloth 16 mm", 4, [0, 0, -200], "given") difference() {
    cylinder(d = 16, h = reach + block);
    bore(13, reach + block);
}
in_the_elbow() translate([elbow[0] - block / 2, block / 2, block + stands]) screw(3, 10, 4, 30, "clamp screw");

// 5: the head
fastens(5, [0, -60, 0]) on_the_head() translate([shelf[0] / 2, head_tube[0], block + stands]) screw(3, 10, 5, 30, "clamp screw");
