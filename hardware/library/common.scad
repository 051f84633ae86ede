// What several parts share: fits, holes and simple forms. Lengths in mm.
$fn = 36;

// Fits: how much larger, in all, a hole is than what goes into it. Print a small piece first and correct them here.
slides = 0.3;     // put in by hand, or moved
pressed = 0.1;    // stays by friction
pinch = 0.6;      // a cable's channel is lower than the cable by this: the lid holds it
thinnest = 1.2;   // a wall: three lines of a nozzle of 0.4 mm

m2 = 2.4;         // a screw passes
m3 = 3.4;
m4 = 4.5;
m5 = 5.5;
m3_head = 6.5;    // room for the head of an ISO 4762, and for the key beside it
m2_insert = 3.2;  // a brass insert is melted in
m3_insert = 4;
m2_insert_deep = 5;   // the insert's length and a millimetre for what it pushes before it
m3_insert_deep = 6.7;
insert_wall = 1.6;    // of plastic round an insert
boss = m3_insert + 2 * insert_wall;
tube = 16 + slides;   // an aluminium tube of 16 mm
around = 6;       // material round it

// Cables as thick as ../builds.csv lists them; channels, glands and the bodies of the assemblies follow. Measure yours.
head_cable = 4.6;     // LiYCY 5 x 0.14 mm2, to the reading head
gate_cable = 4;       // comes with the gate's connector, EE-1006; not known for sure
lid_cable = 3.2;      // LiYY 2 x 0.14 mm2, to the lid's switch
eye_cable = 4;        // LiYCY 3 x 0.14 mm2, to an eye of the wheel
panel_cable = 6;      // LiYCY 12 x 0.14 mm2
supply_cable = 4;
usb_cable = 4.5;
screen_cable = 6;
network_cable = 6;
lamp_cable = 4;       // LiYY 2 x 0.25 mm2, to the lamps in the nose of a shoe

more = 0.1;           // cuts reach a little beyond what they cut

module bore(d, h) { translate([0, 0, -more]) cylinder(d = d, h = h + 2 * more); }

// A hole that can be moved along x by `travel`.
module slot(d, travel, h) {
    hull() for (x = [-travel / 2, travel / 2]) translate([x, 0, 0]) bore(d, h);
}

module plate(x, y, z, r = 3) {
    hull() for (at_x = [r, x - r], at_y = [r, y - r]) translate([at_x, at_y, 0]) cylinder(r = r, h = z);
}

// From the upper face z = 0 downwards.
module insert_hole(d = m3_insert, h = m3_insert_deep) { translate([0, 0, -h]) cylinder(d = d, h = h + more); }

// A hexagonal pocket for a nut, from z = 0 upwards.
module nut_pocket(across, h) { cylinder(d = (across + slides) / cos(30), h = h, $fn = 6); }

module tube_bore(long) {
    translate([-more, 0, 0]) rotate([0, 90, 0]) cylinder(d = tube, h = long + 2 * more);
}

// A channel along x in an upper face z = 0, that a lid closes: wide enough for the cable, too low for it.
module cable_channel(long, d) {
    translate([0, -(d + slides) / 2, pinch - d]) cube([long, d + slides, d]);
}

// Two slots through a plate and a groove under it, so that a cable tie of 2.5 mm lies round x, flush below.
tie = [3, 1.6, 7];    // slot along x, slot along y, between the slots' middles
module tie_slots(h, apart = tie[2]) {
    for (y = [-apart / 2, apart / 2]) translate([-tie[0] / 2, y - tie[1] / 2, -more]) cube([tie[0], tie[1], h + 2 * more]);
    translate([-tie[0] / 2, -apart / 2, -more]) cube([tie[0], apart, tie[1] + more]);
}
