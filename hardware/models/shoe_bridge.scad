// The bridge over the mouth: its rails guide the card, its roof is black above the sensor, and between them a finger
// draws the card. It carries the gate, below, and the lid's switch. Printed with its upper side on the bed.
include <../library/shoe.scad>

from_y = 4;
window = [26, 12];// where a finger draws: so wide, and open from here on towards the player
window_x = 31;    // from the left side: 18 mm of black beside the slit, so that no light of the hall gets there
tie_y = 25;

module shoe_bridge() {
    difference() {
        translate([0, from_y, 0]) plate(wide, long - from_y, high);
        translate([rail, -more, -more]) cube([inner, long + 1, gap + more]);
        translate([window_x, window[1] + 4, -more]) {
            translate([4, -4, 0]) cube([window[0] - 8, long, high + 1]);
            cube([window[0], long, high + 1]);
            for (x = [4, window[0] - 4]) translate([x, 0, 0]) cylinder(r = 4, h = high + 1);
        }
        gate_pocket();
        for (x = [rail / 2, right + rail / 2], y = bridge_screws) translate([x, y, 0]) bore(m3, high);
        for (at = switch_holes()) translate([at[0], at[1], high])
            insert_hole(m2_insert, m2_insert_deep);
        translate([rail / 2, tie_y, 0]) rotate([0, 0, 90]) tie_slots(high, 4.8);  // the wires of the lid's switch
        translate([wide - 6, gate_y + 19, 0]) rotate([0, 0, 90]) tie_slots(high);  // the gate's cable
    }
}

module gate_pocket() {
    translate([fork_x, gate_y, 0]) {
        translate([arms_from - 0.5, -fork[1] / 2 - 0.5, -more]) cube([wide, fork[1] + 1, fork_high + more]);
        translate([-fork_travel / 2 - 0.5, -fork_foot[1] / 2 - 1, -more]) cube([wide, fork_foot[1] + 2, fork_high + more]);
        for (y = [-fork_pitch / 2, fork_pitch / 2]) translate([fork_foot[0] / 2, y, 0]) slot(m3, fork_travel, high);
    }
}

size = [wide, long - from_y, high];
echo(size = size);
echo(card = card, gap = gap, gate_after = gate_after);
echo(gate_at = gate_y, screws = bridge_screws, window = window_x, window_wide = window[0]);
translate([0, long, high]) rotate([180, 0, 0]) shoe_bridge();
