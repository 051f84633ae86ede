// What lies over the mouth: holds the card down on the sensor, is black above it, and carries the lid's switch.
// Drawn upside down: the side towards the card is up.
include <common.scad>

card = 63;
clear = 1;
wall = 4;         // these four as in shoe_nose.scad
rail = 5;
gap = 1.2;        // between floor and bridge: one card passes, two do not; felt of the same black may line it
roof = 4;
long = 42;
fork = [10, 8];   // opening for the gate's upper arm
fork_y = 21;      // from the side where cards come in
switch_pitch = 9.5;
switch_wide = 20;
switch_high = 14; // the post behind which the switch sits

inner = card + clear;
wide = inner + 2 * wall;
size = [wide, long, roof + switch_high];
echo(size = size);
echo(card = card, gap = gap);

module pad() {
    translate([wall + 0.3, 0, roof - more]) cube([inner - 0.6, long, rail - gap + more]);
}

module post() {  // stands at the far end, beyond the mouth
    translate([wide / 2 - switch_wide / 2, long - 4, roof - more])
        difference() {
            cube([switch_wide, 4, switch_high + more]);
            for (x = [-switch_pitch / 2, switch_pitch / 2])
                translate([switch_wide / 2 + x, -more, switch_high - 4]) rotate([-90, 0, 0]) cylinder(d = m2, h = 5);
        }
}

difference() {
    union() {
        plate(wide, long, roof);
        pad();
        post();
    }
    translate([-more, fork_y - fork[0] / 2, -more]) cube([wall + fork[1] + more, fork[0], size[2]]);
    for (x = [wall / 2, wide - wall / 2], y = [2.5, long - 2.5]) translate([x, y, 0]) bore(2.9, roof);
    translate([wide / 2, long / 2, 0]) bore(8, roof + rail);  // to look at the card, closed with a black plug
}
