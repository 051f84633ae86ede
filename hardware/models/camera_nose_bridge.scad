// The roof of the camera's nose: its rails guide the card and reach back over the shoe's lip, between them a finger draws the
// card; at the sides it is black above the pane. Printed with its upper side on the bed.
include <../library/nose.scad>

module camera_nose_bridge() {
    back = half[1] + bite;
    difference() {
        translate([-half[0], -back, 0]) plate(2 * half[0], back + half[1], bridge_high);
        translate([-inner / 2, -back - 1, -more]) cube([inner, back + half[1] + 2, gap + more]);
        translate([0, -back, -more]) {
            translate([-finger / 2, -1, 0]) cube([finger, back + half[1] - front - 4 + 1, bridge_high + 1]);
            translate([-finger / 2 + 4, 0, 0]) cube([finger - 8, back + half[1] - front, bridge_high + 1]);
            for (x = [-finger / 2 + 4, finger / 2 - 4]) translate([x, back + half[1] - front - 4, 0]) cylinder(r = 4, h = bridge_high + 1);
        }
        translate([-half[0] - 1, -back - 1, -more]) cube([2 * half[0] + 2, bite + 1, felt_thick + more]);  // felt above the lip
        for (at = bridge_screws) translate([at[0], at[1], 0]) bore(m3, bridge_high);
    }
}

size = [2 * half[0], 2 * half[1] + bite, bridge_high];
echo(size = size);
echo(card = card, gap = gap, finger = finger);
translate([half[0], half[1], bridge_high]) rotate([180, 0, 0]) camera_nose_bridge();
