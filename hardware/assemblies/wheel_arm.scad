// An eye on its tube, and the clamp that holds the tube on the wheel's rim.
include <../library/eye.scad>
include <../library/clamp.scad>
include <../library/bodies.scad>
use <../models/wheel_eye.scad>
use <../models/wheel_eye_keeper.scad>
use <../models/wheel_eye_back.scad>
use <../models/wheel_clamp.scad>

tube_long = 200;  // drawn short

// How far the head of an M3×10 stands out whose tip presses the tube through its material and `thicker` mm.
function screw_stands(thicker) = 10 - around - thicker - slides / 2 + 0.02;

module on_the_clamp() {
    translate([wide + 70, deep / 2, high + tube_z - middle]) rotate([90, 0, 0]) translate([across, 0, clamp_wide / 2])
         rotate([0, 180, 0]) children();
}

echo(steps = 5, below = [0]);

// 1: brass inserts, and the nut of the clamp
printed("wheel_eye", 1) wheel_eye();
for (at = board_holes()) translate([at[0], at[1], root + raised]) insert(1, 3, 40);
translate([wide / 2, deep / 2, root]) insert(1, 3, 50);
for (x = lid_screws) translate([x, deep / 2, high]) insert(1);
unit("back", 3, [0, 0, 150]) beside(1, [20, 60, -120]) {
    printed("wheel_eye_back", 1) translate([0, 0, high]) wheel_eye_back();
    translate([wide / 2, deep / 2, high + tall]) insert(1);
}
unit("clamp", 5, [120, 0, 0]) beside(1, [-105, 0, 30]) {
    on_the_clamp() printed("wheel_clamp", 1) wheel_clamp();
    on_the_clamp() translate([leg - m5_nut[1] - 0.3, bolt_y, clamp_wide / 2]) rotate([0, 90, 0]) nut(5, 1, 25);
    on_the_clamp() translate([across / 2 - 4, middle + collar / 2, clamp_wide / 2]) rotate([-90, 0, 0]) insert(1);
}

// 2: lamp and phototransistor, the keeper, the board
for (side = [-1, 1]) axis(side) led(side < 0 ? "lamp TSAL6100" : "phototransistor BPV11F", 2, 45);
translate([wide / 2, deep / 2, root]) printed("wheel_eye_keeper", 2, [0, 0, 65]) wheel_eye_keeper();
translate([wide / 2, deep / 2, root + keeper[2]]) screw(3, 8, 2, 78);
translate([board_at[0], board_at[1], root + raised])
    board("eye board", board, board_hole_in, board_hole, 2, [0, 0, 90], over_board, 1.5);
for (at = board_holes()) translate([at[0], at[1], root + raised + board[2]]) screw(3, 6, 2, 105);
translate([wide - ends - 0.2, cable_y, high - (eye_cable - pinch) + eye_cable / 2])
    round_cable("cable of the eye", 40, 0, ends + 0.4, 2, d = eye_cable);

// 3: the back
fastens(3, [0, 0, 150]) for (x = lid_screws) translate([x, deep / 2, high + lid]) screw(3, 8, 3);

// 4: the tube
translate([wide / 2 - 20, deep / 2, high + tube_z]) rotate([0, 90, 0])
    body("aluminium tube 16 mm", 4, [0, 0, 100], "given") difference() {
        cylinder(d = 16, h = tube_long);
        bore(13, tube_long);
    }
translate([wide / 2, deep / 2, high + tall + screw_stands(1)]) screw(3, 10, 4, 30, "clamp screw");

// 5: the clamp on the rim
on_the_clamp() translate([leg + 4, depth - 60, -20]) body("rim of the wheel", 5, [0, -70, 0], "given") cube([rim, 60, 70]);
on_the_clamp() translate([leg + 4 + rim, depth - lip, 0]) body("felt", 5, [0, -70, 0], "felt") cube([2, lip, clamp_wide]);
on_the_clamp() translate([leg + 4, bolt_y, clamp_wide / 2]) rotate([0, -90, 0])
    body("felt disc", 5, [0, -70, 0], "felt") cylinder(d = 12, h = 2);
fastens(5, [120, 0, 0]) on_the_clamp() translate([leg + 2 - 25, bolt_y, clamp_wide / 2]) rotate([0, -90, 0]) screw(5, 25, 5, 30, "clamp screw");
fastens(5, [120, 0, 0]) on_the_clamp() translate([across / 2 - 4, middle + collar / 2 + screw_stands(0), clamp_wide / 2]) rotate([-90, 0, 0])
    screw(3, 10, 5, 30, "clamp screw");
