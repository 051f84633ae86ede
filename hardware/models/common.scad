// What several parts share. Lengths in mm; a part is drawn as it lies on the printer, from z = 0 upwards.
$fn = 36;

m3 = 3.4;       // a screw passes
m3_insert = 4;  // a brass insert is melted in
m3_head = 6.5;
m2 = 2.4;
led = 5.2;      // a 5 mm lamp or phototransistor slides in
more = 0.1;     // cuts reach a little beyond what they cut

module bore(d, h) { translate([0, 0, -more]) cylinder(d = d, h = h + 2 * more); }

// A hole that can be moved along x by `travel`.
module slot(d, travel, h) {
    hull() for (x = [-travel / 2, travel / 2]) translate([x, 0, 0]) bore(d, h);
}

module plate(x, y, z, r = 3) {
    linear_extrude(z) translate([r, r]) offset(r = r) square([x - 2 * r, y - 2 * r]);
}

// A bore along x for a tube that is held by a screw from above.
tube = 16.2;    // an aluminium tube of 16 mm
module tube_bore(long) {
    translate([-more, 0, 0]) rotate([0, 90, 0]) cylinder(d = tube, h = long + 2 * more);
}
