// The box of the camera's nose: its floor lets the card slide over a pane, the camera looks up from its cover, two lamps
// stand on slopes at its sides. Its walls are thick: every insert and both cables lie in them. Printed with the floor on the bed.
include <../library/nose.scad>

module camera_nose() {
    difference() {
        translate([-half[0], -half[1], -deep]) plate(2 * half[0], 2 * half[1], deep);
        pane_seat();
        inside();
        for (at = bridge_screws) translate([at[0], at[1], 0]) insert_hole();
        for (at = cover_screws) translate([at[0], at[1], -deep]) rotate([180, 0, 0]) insert_hole();
        for (at = jaw_screws) translate([at[0], -half[1], at[1]]) rotate([90, 0, 0]) insert_hole();
        cables();
        translate([-inner / 2, -half[1], 0]) rotate([45, 0, 0]) translate([0, -1, -1]) cube([inner, 2, 2]);  // cards come in over a slope
    }
}

module pane_seat() {
    translate([-(pane[0] + slides) / 2, -(pane[1] + slides) / 2, -pane[2] - pane_sunk])
        cube([pane[0] + slides, pane[1] + slides, pane[2] + 1]);
    translate([-seen[0] / 2, -seen[1] / 2, -deep - more]) cube([seen[0], seen[1], deep]);
    translate([-inner / 2, (pane[1] + slides) / 2, 0]) rotate([45, 0, 0]) translate([0, -0.7, -0.7]) cube([inner, 1.4, 1.4]);  // and leave the pane over another
}

module inside() {  // wide above, where the lamps look in; narrower below their slopes
    top = -pane[2] - pane_sunk - floor_under;
    out = lamp_at[0] + slope;
    in_ = lamp_at[0] - slope;
    translate([0, seen[1] / 2, 0]) rotate([90, 0, 0]) linear_extrude(seen[1]) polygon([
        [-out, top], [-out, lamp_at[1] + slope], [-in_, lamp_at[1] - slope], [-in_, -deep - 1],
        [in_, -deep - 1], [in_, lamp_at[1] - slope], [out, lamp_at[1] + slope], [out, top]]);
}

module cables() {  // through the left side; the cover closes both ways
    translate([side - half[0] + more, cable_y, -deep]) rotate([180, 0, 180]) cable_channel(side + 2 * more, lamp_cable);
    if (imager) translate([side - half[0] + more, 0, -deep]) rotate([180, 0, 180]) cable_channel(side + 2 * more, imager_cable);
    else translate([-half[0] - more, -flat[0] / 2, -deep - more]) cube([side + 2 * more, flat[0], flat[1] + more]);
}

size = [2 * half[0], 2 * half[1], deep];
echo(size = size);
echo(seen = seen, path = path, card = card, pane_thick = pane[2]);
translate([half[0], half[1], 0]) rotate([180, 0, 0]) camera_nose();
