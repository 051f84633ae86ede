// Holds a tube upright at the edge of the table: the camera's arm.
include <common.scad>

base = [80, 60, 8];
socket = 40;      // height of the sleeve
wall = 6;
split = 2;        // closed by two M4 screws
size = [base[0], base[1], base[2] + socket];
echo(size = size);
echo(tube = tube);

difference() {
    union() {
        plate(base[0], base[1], base[2], 6);
        translate([base[0] / 2, base[1] / 2, 0]) cylinder(d = tube + 2 * wall, h = size[2]);
        translate([base[0] / 2 - 8, base[1] / 2, base[2] - more]) cube([16, tube / 2 + 16, socket + more]);
    }
    translate([base[0] / 2, base[1] / 2, 3]) cylinder(d = tube, h = size[2]);
    translate([base[0] / 2 - split / 2, base[1] / 2, base[2]]) cube([split, base[1], socket + 1]);
    for (z = [base[2] + 10, size[2] - 10])
        translate([0, base[1] / 2 + tube / 2 + 10, z]) rotate([0, 90, 0]) cylinder(d = 4.4, h = base[0]);
    for (x = [9, base[0] - 9], y = [9, base[1] - 9]) translate([x, y, 0]) bore(5.4, base[2]);
    translate([base[0] / 2, base[1] / 2, 0]) bore(6, 4);  // water and cables find a way out
}
