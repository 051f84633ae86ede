// The Pico of shoe or wheel in its box.
include <../library/pico.scad>
include <../library/bodies.scad>
use <../models/pico_box.scad>
use <../models/pico_lid.scad>

echo(steps = 4, below = [0]);

// 1: brass inserts
printed("pico_box", 1) pico_box();
for (at = corners()) translate([at[0], at[1], high]) insert(1);
for (at = board_holes()) translate([at[0], at[1], board_z]) insert(1, 3, 40);

// 2: the Pico on its board
translate([board_at[0], board_at[1], board_z])
    board("carrier with its Pico", board, board_hole_in, board_hole, 2, [0, 0, 30], 0, 2, 4) {
        translate([pico_at[0], pico_at[1], board[2]]) {
            cube([pico[0], pico[1], socket + pico[2]]);
            translate([-1.3, pico[1] / 2 - usb[0] / 2, socket + pico[2]]) cube([7, usb[0], usb[1]]);
        }
        for (plug = plugs) translate([plug[0], 2.1, board[2]]) cube([plug[1], 5.75, 10]);
    }
for (at = board_holes()) translate([at[0], at[1], board_z + board[2]]) screw(3, 6, 2, 50);

// 3: the cables and the plug
for (row = [0, 1], at = [0 : 1 : len(leave[row]) - 1]) {
    d = leave[row][at][1];
    translate([cable_x(at), row ? deep - side - 0.2 : side + 0.2, high - (d - pinch) + d / 2])
        rotate([0, 0, row ? 90 : -90]) round_cable(leave[row][at][0], 40, 0, side + 0.4, 3, d = d);
}
translate([board_at[0] + pico_at[0] - 1.3, usb_y, usb_z]) {
    body("USB plug micro B", 3, [-60, 0, 0], "wire") translate([-25, -5.5, -4]) cube([24.8, 11, 8]);
    translate([-50, 0, 0]) rotate([0, 90, 0])
        body("USB cable of the Pico", 3, [0, 0, -60], "wire", [usb_cable]) cylinder(d = usb_cable, h = 24.9);
}

// 4: the lid
printed("pico_lid", 4, [0, 0, 80]) translate([0, 0, high]) pico_lid();
for (at = corners()) translate([at[0], at[1], high + lid]) screw(3, 8, 4, 95);
