// The croupier's panel.
include <../library/panel.scad>
include <../library/bodies.scad>
use <../models/panel_box.scad>
use <../models/panel_lid.scad>

echo(steps = 4, below = [0]);

// 1: brass inserts, feet, gland
printed("panel_box", 1) panel_box();
for (at = corners()) translate([at[0], at[1], outer[2]]) insert(1);
for (at = board_holes()) translate([at[0], at[1], wall + raised]) insert(1, 3, 50);
for (at = feet) translate([at[0], at[1], foot_sunk - foot[1]]) body("rubber foot 10 mm", 1, [0, 0, -20]) cylinder(d = foot[0], h = foot[1]);
translate([gland_at[0], outer[1], gland_at[1]]) rotate([-90, 0, 0]) {
    body("gland M12", 1, [0, 0, 25]) difference() {
        union() {
            translate([0, 0, -10]) cylinder(d = 12, h = 10 + more);
            cylinder(d = 16, h = 15);
        }
        translate([0, 0, -10]) bore(panel_cable + 0.4, 25);
    }
    translate([0, 0, -wall - 3]) body("nut of the gland", 1, [0, 0, -25], "nut", [12, 3, 15]) difference() {
        cylinder(d = 15 / cos(30), h = 3, $fn = 6);
        bore(12.04, 3);
    }
    translate([0, 0, -20]) body("cable of the panel", 2, [0, 0, 70], "wire", [panel_cable]) cylinder(d = panel_cable, h = 60);
}

// 2: the strip board
translate([board_at[0], board_at[1], wall + raised])
    board("panel board", board, board_hole_in, board_hole, 2, [0, 0, 50], 12, 2, 4);
for (at = board_holes()) translate([at[0], at[1], wall + raised + board[2]]) screw(3, 6, 2, 50);

// 3: buttons and lamp into the lid
unit("lid", 4, [0, 0, 70], [1, 3]) {
    printed("panel_lid", 1) translate([0, 0, outer[2]]) panel_lid();
    for (at = [0 : buttons - 1]) translate([button_x(at), button_y, outer[2] + lid])
        body("button OBSF-24", 3, [0, 0, 30]) {
            cylinder(d = 27.6, h = 3);
            translate([0, 0, -20]) cylinder(d = 24, h = 20 + more);
            translate([-5, -4, -30]) cube([10, 8, 10 + more]);
        }
    translate([outer[0] / 2, lamp_y, outer[2] + lid]) body("lamp in its bezel", 3, [0, 0, 30]) {
        cylinder(d = 10, h = 3);
        translate([0, 0, -14]) cylinder(d = 8, h = 14 + more);
    }
}

// 4: the lid
fastens(4, [0, 0, 70]) for (at = corners()) translate([at[0], at[1], outer[2] + lid]) screw(3, 8, 4);
