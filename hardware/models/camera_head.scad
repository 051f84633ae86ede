// On top of the arm: a plate for a camera module of the Raspberry Pi, on a sleeve for the tube.
include <common.scad>

tube = 16.2;
holes = [21, 12.5];   // the module's four holes
hole = 2.2;
lens_from_holes = 9.5; // from the lower pair of holes to the middle of the lens; measure yours
plate_size = [40, 36, 4];
sleeve = 25;
wall = 4;
size = [plate_size[0], plate_size[1] + tube + 2 * wall, sleeve];
echo(size = size);
echo(holes = holes);

difference() {
    union() {
        plate(plate_size[0], plate_size[1] + 8, plate_size[2]);
        translate([size[0] / 2, plate_size[1] + tube / 2 + wall, 0]) cylinder(d = tube + 2 * wall, h = sleeve);
    }
    translate([size[0] / 2, plate_size[1] + tube / 2 + wall, 0]) bore(tube, sleeve);
    translate([size[0] / 2, plate_size[1] + tube + wall - 1, sleeve / 2]) rotate([-90, 0, 0]) cylinder(d = 3.4, h = wall + 2);
    translate([size[0] / 2, 10, 0]) {
        for (x = [-holes[0] / 2, holes[0] / 2], y = [0, holes[1]]) translate([x, y, 0]) bore(hole, plate_size[2]);
        translate([0, lens_from_holes, 0]) bore(9, plate_size[2]);
    }
}
