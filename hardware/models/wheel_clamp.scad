// Sits on the bowl's rim, never screwed to it, and holds a tube that reaches in over the wheel. Inside the bowl it
// goes no deeper than the rim's lip: the ball runs below. The nut of its screw lies in the outer leg, on the side of
// the rim: the screw draws it in, not out. Drawn and printed lying on its side.
include <../library/clamp.scad>

module wheel_clamp() {
    difference() {
        union() {
            cube([leg, top, clamp_wide]);
            translate([0, depth, 0]) cube([across, leg, clamp_wide]);
            translate([leg + opening, depth - lip, 0]) cube([leg, lip + more, clamp_wide]);
            translate([0, top - more, 0]) linear_extrude(clamp_wide) polygon([
                [0, 0], [across, 0], [across, 4], [across - 8, middle - collar / 2 - top + more],
                [across - 8, middle + collar / 2 - top + more], [0, middle + collar / 2 - top + more]]);
        }
        translate([0, middle, clamp_wide / 2]) tube_bore(across);
        translate([-more, bolt_y, clamp_wide / 2]) rotate([0, 90, 0]) cylinder(d = m5, h = leg + 2 * more);
        translate([leg - m5_nut[1] - 0.3, bolt_y, clamp_wide / 2]) rotate([0, 90, 0]) nut_pocket(m5_nut[0], m5_nut[1] + 1);
        translate([across / 2 - 4, middle + collar / 2, clamp_wide / 2]) rotate([-90, 0, 0]) insert_hole(m3_insert, around + 2);
    }
}

size = [across, middle + collar / 2, clamp_wide];
echo(size = size);
echo(lip = lip, lift = lift);
wheel_clamp();
