// A Raspberry Pi 5 in its box, with its plugs.
include <../library/pi.scad>
include <../library/bodies.scad>
use <../models/pi_box.scad>
use <../models/pi_lid.scad>

echo(steps = 4, below = [0]);

// 1: brass inserts, feet
printed("pi_box", 1) pi_box();
for (at = corners()) translate([at[0], at[1], high]) insert(1);
for (at = posts()) translate([at[0], at[1], pi_z]) insert(1, 2.5, 50);
for (at = feet) translate([at[0], at[1], foot_sunk - foot[1]]) body("rubber foot 10 mm", 1, [0, 0, -20]) cylinder(d = foot[0], h = foot[1]);

// 2: the Pi
translate([pi_at[0], pi_at[1], pi_z]) body("Raspberry Pi 5", 2, [0, 0, 60], "board") {
    difference() {
        union() {
            cube(pi);
            translate([1, 1, -under_pi]) cube([pi[0] - 2, pi[1] - 2, under_pi + more]);
            for (y = pi_usb) translate([70, y - 7.5, pi[2]]) cube([18, 15, 16]);
            translate([66, pi_network - 8, pi[2]]) cube([22, 16, 13.5]);
            for (x = [pi_supply, pi_screen, pi_screen + 13.4]) translate([x - 4.5, -1.5, pi[2]]) cube([9, 8, 3.3]);
            translate([7, 50, pi[2]]) cube([51, 5, 8.5]);
            translate([9, 9, pi[2]]) cube([40, 38, 15]);
        }
        for (at = pi_holes) translate([at[0], at[1], 0]) {
            bore(pi_hole, pi[2]);
            translate([0, 0, -under_pi - more]) cylinder(d = 8.2, h = under_pi + more);
            translate([0, 0, pi[2]]) cylinder(d = 6, h = over_pi);
        }
    }
}
for (at = posts()) translate([at[0], at[1], pi_z + pi[2]]) screw(2.5, 6, 2, 70);

// 3: plugs, their metal in the sockets, and their cables
plug_z = pi_z + pi[2];
module cable_out(name, x, y, turned, d) {
    translate([x, y, high - (d - pinch) + d / 2]) rotate([0, 0, turned]) round_cable(name, 40, 0, side + 0.4, 3, [0, 0, 30], d);
}
translate([pi_at[0] + pi_supply - 6, pi_at[1] - 1.7 - 26, plug_z - 1.5]) body("USB-C plug of the supply", 3, [0, 0, 50], "wire") cube([12, 26, 6.5]);
cable_out("cable of the supply", front[0][0], side + 0.2, -90, supply_cable);
translate([pi_at[0] + pi_screen - 6.5, pi_at[1] - 1.7 - 26, plug_z - 1.5]) body("plug of the screen", 3, [0, 0, 50], "wire") cube([13, 26, 7]);
cable_out("cable of the screen", front[1][0], side + 0.2, -90, screen_cable);
for (at = [0, 1]) {
    translate([pi_at[0] + 88.2, pi_at[1] + pi_usb[at] - 8, plug_z + 1]) body("USB plug A", 3, [0, 0, 50], "wire") cube([30, 16, 8]);
    cable_out("USB cable", wide - side - 0.2, right[2 + at][0], 0, usb_cable);
}
cable_out("USB cable", wide - side - 0.2, right[0][0], 0, usb_cable);
translate([pi_at[0] + 88.2, pi_at[1] + pi_network - 6, plug_z + 2]) body("plug of the network", 3, [0, 0, 50], "wire") cube([24, 12, 9]);
cable_out("cable of the network", wide - side - 0.2, right[1][0], 0, network_cable);
cable_out("cable of the panel", back[0][0], deep - side - 0.2, 90, panel_cable);
cable_out("cable of the lamp", back[1][0], deep - side - 0.2, 90, lamp_cable);
translate([wide - side, camera_y - flat_cable[0] / 2 + 0.2, high - flat_cable[1]]) body("foam", 3, [0, 0, 30], "felt") cube([side, flat_cable[0] - 0.4, 1.6]);
translate([wide - side - 20, camera_y - 8, high - 0.35]) body("flat cable of the camera", 3, [0, 0, 40], "wire") cube([60, 16, 0.3]);

// 4: the lid
printed("pi_lid", 4, [0, 0, 80]) translate([0, 0, high]) pi_lid();
for (at = corners()) translate([at[0], at[1], high + lid]) screw(3, 8, 4, 95);
