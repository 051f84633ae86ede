// Sits on the bowl's rim, never screwed to it: a jaw with felt, and an arm on which an eye is moved and fixed.
include <common.scad>

rim = 30;         // thickness of the rim
depth = 35;       // how far the jaw reaches down
thick = 7;
wide = 30;
reach = 90;       // from the rim to the end of the arm
bolt = 5.4;       // M5 with a knob; a disc of felt between it and the wood
travel = 50;      // how far the eye can be moved

size = [rim + 2 * thick + reach, wide, depth + thick];
echo(size = size);
echo(reach = reach, travel = travel);

difference() {
    union() {
        plate(size[0], wide, thick, 2);
        for (x = [0, thick + rim]) translate([x, 0, 0]) cube([thick, wide, size[2]]);
        translate([thick + rim + thick - more, wide / 2 - 2, thick - more]) rib();
    }
    translate([-more, wide / 2, thick + depth * 0.6]) rotate([0, 90, 0]) cylinder(d = bolt, h = thick + 2 * more);
    for (y = [7, wide - 7]) translate([size[0] - 8 - travel / 2, y, 0]) slot(m3, travel, thick);
}

module rib() {
    rotate([90, 0, 0]) translate([0, 0, -4]) linear_extrude(4) polygon([[0, 0], [20, 0], [0, depth - 4]]);
}
