// Over the rim: a lamp inside, above the ball, looks down and out through a bore in the rim at a phototransistor
// outside. The ball at the track breaks the beam. Nothing hangs where the ball runs or falls.
include <common.scad>

rim = 30;         // thickness of the rim
wide = 26;
thick = 8;
inside = 34;      // how far the arm reaches in from the rim
above = 34;       // from the top of the rim up to the lamp
below = 42;       // the outer leg reaches so far down; the phototransistor sits in it
tilt = 40;        // of the beam, degrees below level
size = [thick + rim + inside + 2, wide, thick + below + above];
echo(size = size);
echo(tilt = tilt);

// Drawn upright; x = 0 is the outer side of the outer leg, the top of the rim is at z = below.
module leg() { cube([thick, wide, below + thick]); }
module top() { translate([0, 0, below]) cube([thick + rim + thick, wide, thick]); }
module mast() { translate([thick + rim, 0, below]) cube([thick, wide, above + thick]); }
module arm() { translate([thick + rim, 0, below + above]) cube([inside + 2 - 4, wide, thick]); }
module lamp_block() {
    translate([size[0] - 18, 0, below + above - 10]) cube([18, wide, 18]);
}
module beam() {  // from the lamp down and out
    translate([size[0] - 9, wide / 2, below + above]) rotate([0, -90 - tilt, 0]) {
        translate([0, 0, -30]) cylinder(d = led, h = 34);
        cylinder(d = 3.5, h = 160);
    }
}

difference() {
    union() { leg(); top(); mast(); arm(); lamp_block(); }
    beam();
    translate([-more, wide / 2, 8]) rotate([0, 90, 0]) cylinder(d = led, h = thick + 2 * more);  // phototransistor
    translate([-more, wide / 2, below - 10]) rotate([0, 90, 0]) cylinder(d = 5.4, h = thick + 2 * more);  // M5 knob
}
