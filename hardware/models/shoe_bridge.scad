// The bridge over the mouth: holds the card down on the sensor, is black above it, and carries the lid's switch.
// Drawn upside down: the side towards the card is up, left is right.
include <common.scad>

card = 63;
clear = 1;
wall = 4;
rail = 5;
bar_y = 27;
gate_after = 6;   // these six as in shoe_nose.scad
gap = 1.2;        // between floor and bridge: a card passes; black felt on it may make it less
roof = 4;
long = 42;
edge = 2.5;       // from the bridge's ends to its screws
first_screw = 12; // where the first of them is on the nose
fork = [10, 8];   // opening for the gate's upper arm
switch_pitch = 9.5; // the lid's switch lies on the bridge, held by two screws

inner = card + clear;
wide = inner + 2 * wall;
high = roof + rail - gap;
size = [wide, long, high];
echo(size = size);
echo(card = card, gap = gap, gate_after = gate_after);

gate_y = bar_y + gate_after - (first_screw - edge);
echo(gate_at = gate_y + first_screw - edge, screws = [first_screw, first_screw + long - 2 * edge]);

difference() {
    union() {
        plate(wide, long, roof);
        translate([wall + 0.3, 0, roof - more]) cube([inner - 0.6, long, high - roof + more]);
    }
    translate([-more, gate_y - fork[0] / 2, -more]) cube([wall + fork[1] + more, fork[0], size[2] + 1]);
    for (x = [wall / 2, wide - wall / 2], y = [edge, long - edge]) translate([x, y, 0]) bore(2.9, roof);
    for (x = [-switch_pitch / 2, switch_pitch / 2]) translate([wide * 0.7 + x, long - 8, 0]) bore(m2, high);
    translate([wide / 2, long / 2, 0]) bore(8, high);  // to look at a card; a black plug closes it
}
