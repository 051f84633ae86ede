// A box for a Raspberry Pi 5 with its plugs: the lid holds every cable, so nothing pulls at a socket.
include <../library/pi.scad>

module pi_box() {
    difference() {
        plate(wide, deep, high, 4);
        difference() {
            translate([side, side, wall]) cube([wide - 2 * side, deep - 2 * side, high]);
            for (at = posts()) translate([at[0], at[1], 0]) cylinder(d = boss + 0.4, h = pi_z);
        }
        for (at = posts()) translate([at[0], at[1], pi_z]) insert_hole();
        for (at = corners()) translate([at[0], at[1], high]) insert_hole();
        for (at = feet) translate([at[0], at[1], -more]) cylinder(d = foot[0] + slides, h = foot_sunk + more);
        for (at = front) translate([at[0], -more, high]) rotate([0, 0, 90]) cable_channel(side + 2 * more, at[1]);
        for (at = back) translate([at[0], deep - side - more, high]) rotate([0, 0, 90]) cable_channel(side + 2 * more, at[1]);
        for (at = right) translate([wide - side - more, at[0], high]) cable_channel(side + 2 * more, at[1]);
        translate([wide - side - more, camera_y - flat_cable[0] / 2, high - flat_cable[1]]) cube([side + 2 * more, flat_cable[0], high]);
        translate([-more, pi_at[1] + pi_card[0], pi_z - 4]) cube([side + 2 * more, pi_card[1] - pi_card[0], high]);
        for (at = [0 : 5]) translate([pi_at[0] + 15 + 7 * at, pi_at[1] + pi[1] / 2, 0]) rotate([0, 0, 90]) slot(3, 28, wall);
    }
}

size = [wide, deep, high];
echo(size = size);
pi_box();
