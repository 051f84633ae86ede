// Sits on the bowl's rim, never screwed to it, and holds a tube that reaches in over the wheel. Inside the bowl it
// goes no deeper than the rim's lip: the ball runs below. Drawn lying on its side.
include <common.scad>

rim = 30;         // thickness of the rim
depth = 40;       // the outer leg reaches so far down
lip = 6;          // the inner one so far; look where the ball runs before you make it longer
lift = 45;        // from the top of the rim up to the tube's middle
thick = 8;
wide = 30;
bolt = 5.4;       // M5 with a knob; a disc of felt between it and the wood
around = 6;       // material around the tube

head = tube + 2 * around;
size = [rim + 2 * thick, depth + thick + lift + head / 2 - thick, wide];
echo(size = size);
echo(lip = lip, lift = lift);

top = depth + thick;            // upper side of the plate that lies on the rim
middle = depth + lift;          // of the tube

difference() {
    union() {
        cube([thick, top, wide]);
        translate([0, depth, 0]) cube([size[0], thick, wide]);
        translate([thick + rim, depth - lip, 0]) cube([thick, lip + more, wide]);
        translate([0, top - more, 0]) linear_extrude(wide) polygon([
            [0, 0], [size[0], 0], [size[0], 4], [size[0] - 8, middle - head / 2 - top + more],
            [size[0] - 8, size[1] - top + more], [0, size[1] - top + more]]);
    }
    translate([0, middle, wide / 2]) tube_bore(size[0]);
    translate([-more, depth * 0.4, wide / 2]) rotate([0, 90, 0]) cylinder(d = bolt, h = thick + 2 * more);
    translate([size[0] / 2 - 4, middle, wide / 2]) rotate([-90, 0, 0]) cylinder(d = m3_insert, h = head);
}
