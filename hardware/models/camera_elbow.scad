// Where the upright tube of the camera's arm carries the one that reaches over the cloth.
include <common.scad>

around = 6;
block = tube + 2 * around;
size = [2 * block - around, block, block];
echo(size = size);
echo(tube = tube);

difference() {
    plate(size[0], size[1], size[2], 4);
    translate([block / 2, block / 2, 0]) bore(tube, block);                                        // upright
    translate([size[0] - block / 2, -more, block / 2]) rotate([-90, 0, 0]) cylinder(d = tube, h = block + 1);
    translate([-more, block / 2, block / 2]) rotate([0, 90, 0]) cylinder(d = m3_insert, h = around + 1);
    translate([size[0] - block / 2, block / 2, block - around - 1]) cylinder(d = m3_insert, h = around + 2);
}
